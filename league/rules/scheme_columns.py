"""A division's points columns, and why some points can never come about."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from league.rules.match_terms import Terms
from league.rules.problems import Problem
from league.rules.scheme import PARTS, PointsScheme, Walkover, margins, sources, walkover_shares
from scoring.text import N_, Text


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """A column of a division that its tables follow from.

    Attributes:
        default: None: it may be left empty.
        whole: it counts games; else points, to two places.
        least: the least value.
        about: "" where the label says it.
        from_now_on: existing results keep what they were given.
    """

    label: Text
    default: int | None
    whole: bool = False
    least: int = 0
    about: str = ""
    from_now_on: bool = False


LEAST, MOST = -999, 999
COLUMNS: Mapping[str, Column] = {
    **{
        f"points_per_{name}": Column(label=part.label, default=int(getattr(PointsScheme(), name)))
        for name, part in PARTS.items()
    },
    "merit_minimum": Column(
        label=N_("games for a place among the players"), default=0, whole=True,
        about="A player who has played fewer has no place in the merit table.",
    ),
    "close_loss_games": Column(
        label=N_("games of a narrow loss"), default=0, whole=True, about="The most games by which one is narrow."
    ),
    "walkover_games": Column(
        label=N_("games of a walkover"), default=None, whole=True, least=1, about="Empty: all games of the fixture.",
        from_now_on=True,
    ),
    "walkover_games_against": Column(
        label=N_("games of the absent side"), default=0, whole=True, about="The side that did not come, or conceded.",
        from_now_on=True,
    ),
    "walkover_points": Column(
        label=N_("points for a walkover"), default=None, about="Empty: what its games, matches and win bring."
    ),
    "absent_points": Column(
        label=N_("points of the absent side"), default=None, least=LEAST,
        about="They may be less than nothing. Empty: what its games bring.",
    ),
}  # fmt: skip


def stored_scheme(row: Any) -> PointsScheme:
    """A division row's scheme, as exact fractions."""

    def optional(points: Any) -> Fraction | None:
        return None if points is None else Fraction(points)

    return PointsScheme(
        **{name: Fraction(getattr(row, f"points_per_{name}")) for name in PARTS},
        close_by=row.close_loss_games,
        won_by=row.won_by,
        walkover=Walkover(
            games=row.walkover_games,
            against=row.walkover_games_against,
            points=optional(row.walkover_points),
            absent=optional(row.absent_points),
        ),
    )


def check_scheme(scheme: PointsScheme, terms: Terms) -> list[Problem]:
    """Why a division's points can never come about; the field is the column."""
    problems = [
        Problem("points", why, f"points_per_{name}")
        for name in scheme.nonzero_parts
        if (why := PARTS[name].cannot(terms))
    ]
    if not scheme.nonzero_parts:
        nothing = N_("No team could ever have a point: give some for a game, a match or a fixture won.")
        problems.append(Problem("points", nothing, "points_per_game"))
    if scheme.close_loss:
        problems += _check_close(scheme, terms)
    return problems + list(_check_walkover(scheme, terms))


def _check_close(scheme: PointsScheme, terms: Terms) -> Iterator[Problem]:
    lost_by = {margin for margin in margins(terms) if margin > 0}
    if not scheme.close_by:
        message = N_("Say by how many games at most a fixture is lost narrowly.")
    elif scheme.won_by == "games" and scheme.close_by < min(lost_by, default=0):
        message = Text.plural(
            "A fixture of this format is lost by {n} game at least.",
            "A fixture of this format is lost by {n} games at least.",
            n=min(lost_by),
        )
    elif scheme.close_by >= max(lost_by, default=0):
        message = N_("Every fixture lost would be lost narrowly: give the points for a fixture lost instead.")
    else:
        return
    yield Problem("points", message, "close_loss_games")


def _check_walkover(scheme: PointsScheme, terms: Terms) -> Iterator[Problem]:
    walkover, most = scheme.walkover, sum(match.most for match in terms.matches)
    if walkover.games is None:
        if walkover.against:
            message = N_("Say too how many games the side has that a walkover is given to.")
            yield Problem("walkover", message, "walkover_games")
            return
    elif walkover.games <= walkover.against:
        message = N_("The side that a walkover is given to has more games than the other.")
        yield Problem("walkover", message, "walkover_games")
        return
    elif walkover.games + walkover.against > most:
        message = Text.plural(
            "A fixture of this format has {n} game at most.", "A fixture of this format has {n} games at most.", n=most
        )
        yield Problem("walkover", message, "walkover_games")
        return
    given, absent = walkover_shares(scheme, terms)
    if sources(scheme, given).total < sources(scheme, absent).total:
        message = N_("The absent side would have more points than the side that a walkover is given to.")
        yield Problem("walkover", message, "absent_points")
