"""`manage.py verify_journal [LEAGUE …]`: follow each league's journal and say whether it is whole."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.models import League
from league.rules.chain import Broken
from league.services.journal import verify, was_a_link


class Command(BaseCommand):
    help = "Follow the journal of each league. Prints how long it is and its last hash, or where it is first broken."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("league", nargs="*", help="slugs; every league if none is named")
        parser.add_argument("--head", metavar="HASH", help="a last hash written down before: was it once a link?")

    def handle(self, *args: Any, league: list[str], head: str | None, **options: Any) -> None:
        leagues = self._leagues(league)
        if head is not None and len(leagues) != 1:
            raise CommandError("--head is about one league: name it.")
        broken = sum(self._broken(each) for each in leagues)
        if head is not None and not self._was_a_link(leagues[0], head):
            broken += 1
        if broken:
            raise CommandError("A journal is not what was written.")

    def _leagues(self, slugs: list[str]) -> list[League]:
        found = {league.slug: league for league in League.objects.order_by("slug")}
        strange = [slug for slug in slugs if slug not in found]
        if strange:
            raise CommandError(f"No such league: {', '.join(strange)}. There are: {', '.join(found) or 'none'}.")
        return [found[slug] for slug in slugs] or list(found.values())

    def _broken(self, league: League) -> bool:
        found = verify(league)
        if isinstance(found, Broken):
            self.stdout.write(f"{league.slug}: entry {found.number}: {found.message}")
            return True
        entries = "1 entry" if found.number == 1 else f"{found.number} entries"
        self.stdout.write(f"{league.slug}: {entries}, whole; ends with {found.hash or 'nothing'}")
        return False

    def _was_a_link(self, league: League, head: str) -> bool:
        number = was_a_link(league, head.strip().lower())
        if number is None:
            self.stdout.write(f"{league.slug}: no entry has this hash; the chain was made anew since")
            return False
        self.stdout.write(f"{league.slug}: this is the hash of entry {number}")
        return True
