from collections.abc import Iterable

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.enums import FixtureState, ResultKind, ResultState
from league.models import Appearance, Fixture, HighHand, League, Player, Season
from league.queries.people.people import may_be_named
from league.queries.visibility import public, sides_shown

Squads = tuple[list[Player], list[Player]]
# What a page says of one, joined.
JOINED = ("player", "fixture__division__season", "fixture__home", "fixture__away")


def recorded_in(fixture: Fixture) -> list[HighHand]:
    """High hands of a fixture, the best first (one query)."""
    found = HighHand.objects.filter(fixture=fixture, removed_at=None).select_related("player")
    hands = list(found.order_by("-points", "recorded_at", "pk"))
    for hand in hands:
        hand.fixture = fixture
    return hands


def public_high_hands(fixture: Fixture) -> list[HighHand]:
    """High hands on a fixture's public page, the best first (one query).

    Those of players on its live sheet; none before there is one, or where it was never played.
    """
    hands = _of_seated(HighHand.objects.filter(fixture=fixture), Q())
    found = list(hands.exclude(fixture__state=FixtureState.CANCELLED).select_related("player"))
    for hand in found:
        hand.fixture = fixture
    return sorted(found, key=lambda hand: (-hand.points, hand.pk))


def counting(league: League) -> QuerySet[HighHand]:
    """Public high hands of a league: of a confirmed result with that player on it.

    Not those of a hidden season or team, of a cancelled fixture, or of a void result.
    """
    shown = HighHand.objects.filter(
        public("fixture__division__season__"), sides_shown("fixture__"), fixture__division__season__league=league
    )
    found = _of_seated(shown, Q(result__state=ResultState.CONFIRMED))
    return found.exclude(fixture__state=FixtureState.CANCELLED)


def _of_seated(hands: QuerySet[HighHand], which: Q) -> QuerySet[HighHand]:
    """Those of players on the fixture's live sheet, in that match if it is known."""
    seats = Appearance.objects.filter(
        which, result__fixture=OuterRef("fixture"), player=OuterRef("player"), result__live=True
    ).exclude(result__kind=ResultKind.VOID)
    there = Exists(seats.filter(match__number=OuterRef("match_number")))
    return hands.filter(Q(Exists(seats), match_number=None) | Q(there), removed_at=None)


def best_of(season: Season) -> HighHand | None:
    """The best high hand of a season that counts, of equals the latest (one query)."""
    found = counting(season.league).filter(fixture__division__season=season, points__gte=season.league.high_hand)
    return found.select_related("player").order_by("-points", "-fixture__starts_at", "-pk").first()


def counting_of(player: Player) -> list[HighHand]:
    """High hands of a player that count, the best first, then the latest (one query)."""
    found = counting(player.league).filter(player=player).select_related(*JOINED)
    return list(found.order_by("-points", "-fixture__starts_at", "-pk"))


def players_of(fixture: Fixture, squads: Squads | None = None) -> Squads:
    """Players whose hands can be recorded, by side and name (three queries at most; more where nobody registers).

    Those on the sheet; before there is one the `squads` of the day.
    """
    seated = seats_of(fixture)
    if not seated:
        return squads or may_be_named(fixture)
    sides = ("home", "away")
    home, away = (sorted({a.player for a in seated if a.side == side}, key=_by_name) for side in sides)
    return home, away


def seats_of(fixture: Fixture) -> list[Appearance]:
    """Appearances on the live sheet of a fixture (one query)."""
    found = Appearance.objects.filter(result__fixture=fixture, result__live=True)
    return list(found.select_related("player", "match"))


def matches_among(seats: Iterable[Appearance], player: int) -> list[int]:
    """Numbers of the matches that a player is in."""
    return sorted(seat.match.number for seat in seats if seat.player_id == player)


def _by_name(player: Player) -> tuple[str, int]:
    return player.name, player.pk
