"""The secretary's notes on those who are on a sheet: on the two teams, which are public, and on players, which are for
captains alone."""

from collections.abc import Iterable

from league.access import Grants, may
from league.models import Fixture, Player, Team
from league.queries.people.people import squads
from league.queries.results.eligibility import Candidates, candidates, players_among
from league.rules.sheets import ResultSheet

Note = tuple[str, str]


def notes_on(fixture: Fixture, players: Iterable[Player]) -> tuple[Note, ...]:
    """Return the notes on a fixture's teams and on players, each with its name and once (no query)."""
    people = {player.pk: player for player in players}
    noted: list[Team | Player] = [fixture.home, fixture.away, *people.values()]
    return tuple((one.name, one.note) for one in noted if one.note)


def notes_for(grants: Grants, fixture: Fixture, players: Iterable[Player]) -> tuple[Note, ...]:
    """Return what `notes_on` does to whoever may enter the fixture's result, and to others the notes on teams."""
    return notes_on(fixture, players if may(grants, "result.submit", fixture) else ())


def guests_on_sheet(sheet: ResultSheet, besides: Candidates) -> list[Player]:
    """Return the players on a sheet who were chosen from besides the squads (no query)."""
    seated = set(players_among(sheet))
    return [player for player, _ in (*besides.guests, *besides.others) if player.pk in seated]


def notes_on_guests(fixture: Fixture, sheet: ResultSheet) -> list[Note]:
    """Return the notes on those of a sheet who are in neither squad (one query; at most seven where there is one).

    Only those who may be chosen for it are told of, so that nobody asks for the notes on a whole league.
    """
    noted = Player.objects.filter(league=fixture.league, pk__in=players_among(sheet)).exclude(note="")
    known = set(noted.values_list("pk", flat=True))
    if not known:
        return []
    known -= {player.pk for side in squads(fixture) for player in side}
    chosen = guests_on_sheet(sheet, candidates(fixture)) if known else []
    return [(player.name, player.note) for player in chosen if player.pk in known]
