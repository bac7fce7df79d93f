"""Say that the server's clock is right, after it had jumped: what was stopped then goes on."""

from typing import Any

from django.core.cache import cache
from django.core.management.base import BaseCommand
from django.utils import timezone

from league.services.clock import read_clocks
from league.services.ops.heartbeats import acknowledge


class Command(BaseCommand):
    help = "Say that the server's clock is right, after it had jumped. Look at the clock first: date --utc"

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        jump = acknowledge(now=now, clocks=read_clocks())
        if jump is None:
            self.stdout.write(f"It is {now:%Y-%m-%d %H:%M} UTC, and nothing has stopped: there is nothing to do.")
            return
        # Attempts are counted by their times: those of a clock that was ahead would count until its date.
        cache.clear()
        self.stdout.write(f"What had been noticed: {jump.why}")
        self.stdout.write(f"It is {now:%Y-%m-%d %H:%M} UTC. The work that recurs goes on.")
