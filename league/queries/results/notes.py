"""The secretary's notes on those on a sheet: on teams, which are public, and on players, for captains alone."""

from collections.abc import Iterable

from league.access import Grants, may
from league.models import Fixture, Player, Team
from league.queries.people.people import squads
from league.queries.results.eligibility import Candidates, candidates, players_among
from league.rules.sheets import ResultSheet

Note = tuple[str, str]


def notes_on(fixture: Fixture, players: Iterable[Player]) -> tuple[Note, ...]:
    """Return the notes on a fixture's teams and on players, each once (no query)."""
    people = {player.pk: player for player in players}
    noted: list[Team | Player] = [fixture.home, fixture.away, *people.values()]
    return tuple((one.name, one.note) for one in noted if one.note)


def notes_for(grants: Grants, fixture: Fixture, players: Iterable[Player]) -> tuple[Note, ...]:
    """Return all notes to whoever may enter the fixture's result, to others those on teams."""
    return notes_on(fixture, players if may(grants, "result.submit", fixture) else ())


def guests_on_sheet(sheet: ResultSheet, besides: Candidates) -> list[Player]:
    """Return the players on a sheet who are in neither squad (no query)."""
    seated = set(players_among(sheet))
    return [player for player, _ in (*besides.guests, *besides.others) if player.pk in seated]


def notes_on_guests(fixture: Fixture, sheet: ResultSheet) -> list[Note]:
    """Return the notes on a sheet's players who are in neither squad (one query; at most seven where there is one).

    Only on those who may be chosen for it, so that nobody asks for the notes on a whole league.
    """
    noted = Player.objects.filter(league=fixture.league, pk__in=players_among(sheet)).exclude(note="")
    known = set(noted.values_list("pk", flat=True))
    if not known:
        return []
    known -= {player.pk for side in squads(fixture) for player in side}
    chosen = guests_on_sheet(sheet, candidates(fixture)) if known else []
    return [(player.name, player.note) for player in chosen if player.pk in known]
