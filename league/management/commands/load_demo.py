"""`manage.py load_demo`: load the demo league, once, and print how to sign in."""

from typing import Any

from django.core.management.base import BaseCommand
from django.urls import reverse
from django.utils import timezone

from league.services.demo import PASSWORD, load_demo


class Command(BaseCommand):
    help = "Load the demo league if it is not there yet, and print its sign-ins."

    def handle(self, *args: Any, **options: Any) -> None:
        demo = load_demo(now=timezone.now())
        self.stdout.write(f"{demo.league} is {'loaded' if demo.fresh else 'there, as you left it'}.")
        self.stdout.write(f"\nSign in with any of these; the password is {PASSWORD}\n")
        for account in demo.sign_ins:
            self.stdout.write(f"  {account.email:28} {account.role:14} {account.what}")
        if demo.evening:
            path = reverse("sheet", kwargs={"slug": demo.league.slug, "fixture": demo.evening.pk})
            self.stdout.write(f"\nTonight: {demo.evening}, to be entered by the captain at {path}")
