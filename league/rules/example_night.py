"""A made-up night of a format: a card with a likely result, and the points that it would bring."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from league.rules.format_forms import PaperMatch, paper_card
from league.rules.match_terms import MatchTerms, Terms
from league.rules.scheme import PointsScheme, Share, Source, sources, walkover_shares
from league.rules.wording import points_told
from scoring.text import N_, Text

# The home side loses every third match.
LOST = 3


@dataclass(frozen=True, slots=True)
class ExampleMatch:
    """One row of the card: `games` has the winner of each game, none where only totals are written down."""

    title: Text
    how: Text
    games: tuple[str, ...]
    home: int
    away: int


@dataclass(frozen=True, slots=True)
class ExampleSide:
    games: int
    parts: tuple[Source, ...]
    total: Fraction

    @property
    def points(self) -> str:
        return points_told(self.total)

    @property
    def sentence(self) -> Text:
        """Where the points come from: "9 games: 9, the win: 2"."""
        return Text.joined(", ", (part.told for part in self.parts)) if self.parts else N_("nothing")


@dataclass(frozen=True, slots=True)
class ExampleCard:
    rows: tuple[ExampleMatch, ...]
    written: tuple[Text, ...]
    home: ExampleSide
    away: ExampleSide
    walkover_games: tuple[int, int]
    walkover: ExampleSide
    absent: ExampleSide


def example_card(terms: Terms, scheme: PointsScheme) -> ExampleCard:
    scores = [_score(match, place) for place, match in enumerate(terms.matches, start=1)]
    home, away = ([pair[side] for pair in scores] for side in (0, 1))
    given, absent = walkover_shares(scheme, terms)
    card = paper_card(terms)
    return ExampleCard(
        tuple(_row(match, terms, scores) for match in card.matches),
        card.legend,
        _side(scheme, _share(home, away, scheme)),
        _side(scheme, _share(away, home, scheme)),
        scheme.walkover.games_of(terms),
        _side(scheme, given),
        _side(scheme, absent),
    )


def _score(match: MatchTerms, place: int) -> tuple[int, int]:
    """Return a likely score: won by a little, and every third match lost."""
    ends = sorted((pair for pair in match.endings if any(pair)), key=lambda pair: abs(pair[0] - pair[1]))
    lost = place % LOST == 0
    return next(((home, away) for home, away in ends if (home < away if lost else home > away)), ends[0])


def _share(own: list[int], others: list[int], scheme: PointsScheme) -> Share:
    pairs = list(zip(own, others, strict=True))
    return Share(
        games=sum(own),
        against=sum(others),
        matches=sum(mine > theirs for mine, theirs in pairs),
        matches_against=sum(mine < theirs for mine, theirs in pairs),
        matches_drawn=sum(mine == theirs for mine, theirs in pairs),
        whole_matches=sum(mine > theirs == 0 for mine, theirs in pairs),
        won_by=scheme.won_by,
    )


def _side(scheme: PointsScheme, share: Share) -> ExampleSide:
    counted = sources(scheme, share)
    return ExampleSide(share.games, counted.parts, counted.total)


def _row(match: PaperMatch, terms: Terms, scores: list[tuple[int, int]]) -> ExampleMatch:
    numbers = match.numbers if match.grid else match.numbers[:1]
    home, away = (sum(scores[number - 1][side] for number in numbers) for side in (0, 1))
    games = () if match.grid or not match.games else tuple(_winners(home, away))
    return ExampleMatch(match.title, match.how, games, home, away)


def _winners(home: int, away: int) -> Iterator[str]:
    """Yield who won each game; whoever wins the match wins its last game."""
    first, last, more, less = ("away", "home", home, away) if home >= away else ("home", "away", away, home)
    for place in range(more + less):
        yield first if place % 2 and place // 2 < less else last
