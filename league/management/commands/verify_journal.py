"""`manage.py verify_journal [LEAGUE …]`: follow each league's journal and say whether it is whole."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from league.models import League
from league.rules.chain import Broken
from league.services.journal import find_hash, verify
from league.services.ops.heartbeats import beat


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
        if not league:
            beat("journals", now=timezone.now(), summary=f"{len(leagues)} whole")

    def _leagues(self, slugs: list[str]) -> list[League]:
        leagues = {league.slug: league for league in League.objects.order_by("slug")}
        strange = [slug for slug in slugs if slug not in leagues]
        if strange:
            raise CommandError(f"No such league: {', '.join(strange)}. There are: {', '.join(leagues) or 'none'}.")
        return [leagues[slug] for slug in slugs] or list(leagues.values())

    def _broken(self, league: League) -> bool:
        chain = verify(league)
        if isinstance(chain, Broken):
            self.stdout.write(f"{league.slug}: entry {chain.number}: {chain.message}")
            return True
        entries = "1 entry" if chain.number == 1 else f"{chain.number} entries"
        self.stdout.write(f"{league.slug}: {entries}, whole; ends with {chain.hash or 'nothing'}")
        return False

    def _was_a_link(self, league: League, head: str) -> bool:
        number = find_hash(league, head.strip().lower())
        if number is None:
            self.stdout.write(f"{league.slug}: no entry has this hash; the chain was made anew since")
            return False
        self.stdout.write(f"{league.slug}: this is the hash of entry {number}")
        return True
