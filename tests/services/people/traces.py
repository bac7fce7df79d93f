"""The traces that a person leaves, and the journal, which is whole."""

import datetime as dt

from league.models import JournalEntry, Player
from league.rules.chain import entry_hash
from league.services.results.submit import save_draft
from tests.factories import Town

DAY = dt.timedelta(days=1)


def anchor_one(town: Town) -> Player:
    return Player.objects.select_related("league", "user").get(pk=town.squads["Anchor"][0].pk)


def whole(town: Town) -> bool:
    """Return True if the league's chain of journal entries is unbroken."""
    previous = ""
    for number, e in enumerate(JournalEntry.objects.filter(league=town.league).order_by("number"), start=1):
        said = {name: getattr(e, name) for name in ("kind", "key", "what", "why", "data", "refs", "made_of")}
        if (e.number, e.previous, e.hash) != (number, previous, entry_hash(previous, number=number, at=e.at, **said)):
            return False
        previous = e.hash
    return True


def named_in_drafts(town: Town, olive: Player, now: dt.datetime) -> None:
    """Two captains have begun a sheet of Anchor v Bell: one has written her name, one has chosen her."""
    Player.objects.filter(pk=olive.pk).update(name="Olive Baker")
    fixture, other = town.fixture("Anchor", "Bell"), town.fixture("Bell", "Castle")
    mine = {"m1-home-1-name": "olive  BAKER", "m1-home-1-is": f"{olive.pk} Olive Baker", "m2-home-1-name": "Ida Moss"}
    namesake = {"m3-home-1-name": "Olive Baker", "m3-home-1-is": f"{olive.pk + 900} Olive Baker"}
    save_draft(fixture, mine | namesake | {"m1-g1-loser": "98"}, by=town.captains["Anchor"], now=now)
    save_draft(fixture, {"m4-home-1": str(olive.pk)}, by=town.captains["Bell"], now=now)
    save_draft(other, {"m1-home-1-name": "Olive Baker"}, by=town.captains["Castle"], now=now)


def anchor_two(player: Player) -> Player:
    return Player.objects.select_related("league", "user").get(pk=player.pk)
