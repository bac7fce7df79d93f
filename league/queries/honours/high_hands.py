"""High hands and the honours board: those recorded, the form for one, and nights on which somebody won every game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from league.enums import FixtureState, ResultKind, ResultState
from league.models import Appearance, Fixture, HighHand, League, Player, Season
from league.prepared import Prepared
from league.queries.honours.nights import CleanNights, count_nights, count_nights_of_season
from league.queries.people.people import may_be_named
from league.queries.visibility import public, sides_shown
from league.rules.formats import fixture_terms
from league.rules.high_hands import FEW, most_cards, scores_from
from league.rules.match_terms import KIND_NAMES
from league.rules.problems import Problem
from league.translation import Text, translated

Squads = tuple[list[Player], list[Player]]
# What a page says of one, joined.
JOINED = ("player", "fixture__division__season", "fixture__home", "fixture__away")


def recorded_in(fixture: Fixture) -> list[HighHand]:
    """High hands of a fixture, the best first (one query)."""
    high_hands = HighHand.objects.filter(fixture=fixture, removed_at=None).select_related("player")
    hands = list(high_hands.order_by("-points", "recorded_at", "pk"))
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


def counting(league: League | int) -> QuerySet[HighHand]:
    """Public high hands of a league: of a confirmed result with that player on it.

    Not those of a hidden season or team, of a cancelled fixture, or of a void result.
    """
    shown = HighHand.objects.filter(
        public("fixture__division__season__"), sides_shown("fixture__"), fixture__division__season__league=league
    )
    high_hands = _of_seated(shown, Q(result__state=ResultState.CONFIRMED))
    return high_hands.exclude(fixture__state=FixtureState.CANCELLED)


def _of_seated(hands: QuerySet[HighHand], which: Q) -> QuerySet[HighHand]:
    """Those of players on the fixture's live sheet, in that match if it is known."""
    seats = Appearance.objects.filter(
        which, result__fixture=OuterRef("fixture"), player=OuterRef("player"), result__live=True
    ).exclude(result__kind=ResultKind.VOID)
    there = Exists(seats.filter(match__number=OuterRef("match_number")))
    return hands.filter(Q(Exists(seats), match_number=None) | Q(there), removed_at=None)


def best_of(season: Season) -> HighHand | None:
    """The best high hand of a season that counts, of equals the latest (one query)."""
    found = _best_hands(season.league_id, season.pk, f"{season.league.high_hand}")
    return next(iter(found), None)


@Prepared
def _best_hands(league: int, season: int, least: str) -> QuerySet[HighHand]:
    found = counting(league).filter(fixture__division__season=season, points__gte=int(least))
    return found.select_related("player").order_by("-points", "-fixture__starts_at", "-pk")[:1]


def counting_of(player: Player) -> list[HighHand]:
    """High hands of a player that count, the best first, then the latest (one query)."""
    found = counting(player.league).filter(player=player).select_related(*JOINED)
    return list(found.order_by("-points", "-fixture__starts_at", "-pk"))


def players_of(fixture: Fixture) -> Squads:
    """Players whose hands can be recorded, by side and name (three queries at most; more where nobody registers).

    Those on the sheet; before there is one the squads of the day.
    """
    seated = seats_of(fixture)
    if not seated:
        return may_be_named(fixture)
    sides = ("home", "away")
    home, away = (sorted({a.player for a in seated if a.side == side}, key=_by_name) for side in sides)
    return home, away


def seats_of(fixture: Fixture) -> list[Appearance]:
    """Appearances on the live sheet of a fixture (one query)."""
    appearances = Appearance.objects.filter(result__fixture=fixture, result__live=True)
    return list(appearances.select_related("player", "match"))


def matches_among(seats: Iterable[Appearance], player: int) -> list[int]:
    return sorted(seat.match.number for seat in seats if seat.player_id == player)


def _by_name(player: Player) -> tuple[str, int]:
    return player.name, player.pk


@dataclass(frozen=True, slots=True)
class TypedHand:
    """A high hand as typed; `text` is the cards, the starter last, or a score; `score` is of the button pressed."""

    player: int = 0
    text: str = ""
    score: int | None = None
    crib: bool = False
    match_number: int | None = None
    again: int = 0


@dataclass(frozen=True, slots=True)
class HandForm:
    """The form for a high hand of a fixture.

    Attributes:
        sides: the players of the night by team.
        cards: the most that a hand and its starter have.
        scores: those that have a button: what cards can be worth from the league's high hands on, where they are few.
        again: how many alike there are already, where that is asked.
    """

    fixture: Fixture
    sides: Sequence[tuple[str, Sequence[Player]]]
    scores: Sequence[int]
    matches: Sequence[tuple[int, Text]]
    cards: int
    least: int
    typed: TypedHand = TypedHand()
    wrong: Mapping[str, list[str]] = field(default_factory=dict)
    again: int = 0


_SHORT = {"cards": "hand", "starter": "hand", "points": "hand", "match_number": "match"}
FIELDS = {"player": "hand-player", "cards": "hand", "starter": "hand", "points": "hand", "match_number": "hand-match"}


NOTHING_TYPED = TypedHand()


def hand_form(
    fixture: Fixture,
    typed: TypedHand = NOTHING_TYPED,
    problems: Sequence[Problem] = (),
) -> HandForm:
    """Return the form, as it was filled in (three queries at most)."""
    home, away = players_of(fixture)
    terms = fixture_terms(fixture)
    rulesets = {terms.ruleset(number) for number in range(len(terms.matches) + 1)}
    scores = sorted({score for ruleset in rulesets for score in scores_from(fixture.league.high_hand, ruleset)})
    wrong: dict[str, list[str]] = {}
    for problem in problems:
        wrong.setdefault(_SHORT.get(problem.field, problem.field), []).append(translated(problem.message))
    return HandForm(
        fixture,
        [(fixture.home.name, home), (fixture.away.name, away)],
        scores if len(scores) <= FEW else (),
        [(number, Text("Match {number}, {kind}", number=number, kind=KIND_NAMES[match.kind]))
         for number, match in enumerate(terms.matches, start=1)],
        max(most_cards(ruleset) for ruleset in rulesets),
        fixture.league.high_hand,
        typed,
        wrong,
        next((choice for one in problems if one.code == "again" for choice, _ in one.choices), 0),
    )  # fmt: skip


# The best scores are told one by one, each with all its hands; of the others the best and latest.
BEST, OTHERS, NIGHTS = 200, 60, 20


class Hands(NamedTuple):
    """High hands of one score, or all others."""

    points: int | None  # None: the scores without a group of their own
    all: int
    hands: Sequence[HighHand]  # the latest


class Nights(NamedTuple):
    """The nights on which a player won every game, and the last of them."""

    player: Player
    nights: int
    latest: Fixture


@dataclass(frozen=True, slots=True)
class Board:
    """Honours of a season, or with None of all; the best scores one by one, then the others."""

    season: Season | None
    hands: Sequence[Hands]
    nights: Sequence[Nights]

    @property
    def empty(self) -> bool:
        return not self.hands and not self.nights


def honours_board(league: League, season: Season | None, nights: CleanNights | None = None) -> Board:
    """Honours of a season, or of all (six queries, whatever is on it; five with the league's `nights`)."""
    return Board(season, _hands(league, season), _nights(league, season, nights))


def _hands(league: League, season: Season | None) -> list[Hands]:
    """High hands by score (three queries)."""
    found = counting(league).filter(points__gte=league.high_hand)
    if season is not None:
        found = found.filter(fixture__division__season=season)
    counts = dict(found.order_by().values_list("points").annotate(n=Count("pk")))
    best = [points for points in sorted(counts, reverse=True) if points >= 28]
    latest = found.select_related(*JOINED).order_by("-points", "-fixture__starts_at", "-pk")
    high = list(latest.filter(points__in=best)[:BEST])
    others = list(latest.exclude(points__in=best)[:OTHERS])
    handses = [Hands(points, counts[points], [hand for hand in high if hand.points == points]) for points in best[:FEW]]
    if others:
        handses.append(Hands(None, sum(n for points, n in counts.items() if points not in best), others))
    return handses


def _nights(league: League, season: Season | None, nights: CleanNights | None) -> list[Nights]:
    """Who won every game of a fixture, and how often (three queries, or two where they are counted already)."""
    if nights is None:
        counted = count_nights(league) if season is None else count_nights_of_season(league, season.pk)
        nights = CleanNights.build(counted)
    elif season is not None:
        nights = nights.of_season(season.slug)
    listed = nights.best(NIGHTS)
    players = Player.objects.in_bulk([player for player, _ in listed])
    fixtures = Fixture.objects.select_related("home", "away").in_bulk([tally.latest[1] for _, tally in listed])
    return [Nights(players[player], tally.nights, fixtures[tally.latest[1]]) for player, tally in listed]
