"""The fixtures and people of a division that other points, another format or other rulesets would touch, in sentences.

Nothing where nothing is touched.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from league.enums import FixtureState
from league.models import Division, Fixture, Result
from league.queries.players import merit_table
from league.queries.standings.figures import COUNTING
from league.rules.scheme_columns import COLUMNS
from league.translation import Text


def touched_by_points(division: Division, after: Division, new: Mapping[str, Any]) -> Iterator[Text]:
    """Yield what other points would touch besides the table (a few queries).

    Args:
        after: the division as it would be; `new` the columns that differ.
    """
    if new.keys() & {name for name in COLUMNS if name.startswith("walkover_games")}:
        given = Result.objects.filter(COUNTING, fixture__division=division, kind="walkover").count()
        if given:
            yield Text.plural(
                "{n} walkover given already keeps its games.", "{n} walkovers given already keep their games.", n=given
            )
    if "merit_minimum" in new:
        games = [line.merit.games for line in merit_table(division)]
        yield Text.plural(
            "{n} player has a place in the players’ table instead of {now}.",
            "{n} players have a place in the players’ table instead of {now}.",
            n=sum(n >= after.merit_minimum for n in games),
            now=sum(n >= division.merit_minimum for n in games),
        )


def touched_by_terms(division: Division, after: Division) -> Iterator[Text]:
    """Yield which fixtures another format or other rulesets would touch (two queries).

    Args:
        after: the division as it would be.
    """
    here = Fixture.objects.filter(division=division).exclude(state=FixtureState.CANCELLED)
    to_play = here.exclude(results__live=True).count()
    if to_play:
        yield Text.plural(
            "{n} fixture without a result is played like that from now on.",
            "{n} fixtures without a result are played like that from now on.",
            n=to_play,
        )
    played = here.filter(results__live=True).count()
    if played:
        yield Text.plural(
            "{n} fixture with a result keeps the format and the rulesets it was played by.",
            "{n} fixtures with a result keep the format and the rulesets they were played by.",
            n=played,
        )
