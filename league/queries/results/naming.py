from django.db.models import Q

from league.enums import Registering
from league.models import Appearance, Fixture, Player, Registration, Season
from league.queries.people.people import squads
from league.queries.players import unregistered
from league.queries.visibility import sides_shown
from league.rules.sheets import AWAY, HOME, ResultSheet
from league.rules.typed_names import KnownPlayer, NamedSheet, name_seats, refused_names

_OF = "result__fixture__"
_PRESENT = Q(player__erased_at=None, player__merged_into=None)
Squads = tuple[list[Player], list[Player]]


def name_players(fixture: Fixture, sheet: ResultSheet, both: Squads | None = None) -> NamedSheet:
    """Return a sheet with a player in each seat that a name was typed for (three queries; none if none was typed).

    Players who were erased, play in a hidden season or team alone, or belong to another league are not considered.
    `both` are the fixture's squads, where they have been read already.
    """
    if not sheet.typed:
        return NamedSheet(sheet)
    if fixture.division.season.registration != Registering.OPEN:
        return refused_names(sheet)
    home, away = both if both is not None else squads(fixture)
    here = set(unregistered(Player.objects.filter(appearances__result__fixture=fixture), fixture))
    known = {
        side: [KnownPlayer(player.pk, player.name, here=player.pk in here) for player in people]
        for side, people in ((HOME, home), (AWAY, away))
    }
    return name_seats(sheet, known, _others(fixture.division.season))


def _others(season: Season) -> list[KnownPlayer]:
    """Everybody who plays in a season, with their team (two queries)."""
    teams: dict[int, tuple[str, str]] = {}
    on_sheets = Appearance.objects.filter(_PRESENT, sides_shown(_OF), result__fixture__division__season=season)
    sides = (f"{_OF}home__name", f"{_OF}away__name")
    seated = on_sheets.order_by().values_list("player", "player__name", "side", *sides).distinct()
    for pk, name, side, home, away in seated:
        teams[pk] = (name, home if side == HOME else away)
    registered = Registration.objects.filter(_PRESENT, season=season, team__hidden_at=None)
    for pk, name, team in registered.order_by("starts_on").values_list("player", "player__name", "team__name"):
        teams[pk] = (name, team)
    return [KnownPlayer(pk, name, team) for pk, (name, team) in teams.items()]
