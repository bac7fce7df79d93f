"""`manage.py first_code`: the one-time code with which the first visitor of an empty server makes their account."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse
from django.utils import timezone

from league.errors import WrongState
from league.services.people.first_visit import LASTS, make_code


class Command(BaseCommand):
    help = "Print the one-time code of an empty server's first visit. A former code opens nothing any more."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            code = make_code(now=timezone.now())
        except WrongState as refused:
            raise CommandError(refused.message) from refused
        hours = int(LASTS.total_seconds()) // 3600
        self.stdout.write(f"Open {settings.BASE_URL}{reverse('first-visit')} within {hours} hours and enter this code:")
        self.stdout.write(code)
