"""The fixtures and people of a division that other points, another format or other rulesets would touch, in sentences.

Nothing where nothing is touched.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from league.enums import FixtureState
from league.models import Division, Entry, Fixture, Result
from league.queries.players import merit_table
from league.queries.seasons.settings.of_draft import of_timetables
from league.queries.standings.figures import COUNTING
from league.rules.scheme_columns import COLUMNS
from league.rules.settings import WHEN, DivisionSettings, SeasonSettings, evening_of, stored
from league.translation import N_, Text, join_names


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


def touched_by_evening(division: Division, after: Division, new: Mapping[str, Any]) -> Iterator[Text]:
    """Yield what another evening or start of a division would touch (three queries).

    Args:
        after: the division as it would be; `new` the columns that differ.
    """
    if not new.keys() & set(WHEN):
        return
    season, own = stored(SeasonSettings, division.season), stored(DivisionSettings, after)
    night, start = evening_of(season, own), own.own_start
    entries = Entry.objects.filter(division=division, withdrawn_on=None).select_related("team").order_by("team__name")
    found = list(entries)
    if "own_evening" in new:
        if night is None:
            yield N_("Every team keeps the night it has, until you give it another.")
        elif names := [entry.team.name for entry in found if entry.home_night != night]:
            yield Text.plural(
                "{teams} has another home night now, which is not kept.",
                "{teams} have another home night now, which is not kept.",
                n=len(names),
                teams=join_names(names),
            )
    if "own_start" in new:
        if start is None:
            yield N_("Every team keeps the start it has, until you give it another.")
        elif names := [entry.team.name for entry in found if entry.start_time != start]:
            yield Text.plural(
                "{teams} starts at another time now, which is not kept.",
                "{teams} start at another time now, which is not kept.",
                n=len(names),
                teams=join_names(names),
            )
    yield from of_timetables(division.season) if division.season.published_at is None else _dates_kept(division)


def _dates_kept(division: Division) -> Iterator[Text]:
    here = Fixture.objects.filter(division=division).exclude(results__live=True)
    if dated := here.filter(state=FixtureState.SCHEDULED).count():
        yield Text.plural(
            "{n} fixture without a result keeps its date and its start: move it by hand.",
            "{n} fixtures without a result keep their dates and their start: move them one by one.",
            n=dated,
        )
    if waiting := here.filter(state=FixtureState.POSTPONED).count():
        yield Text.plural(
            "{n} fixture without a date gets its new one by it.",
            "{n} fixtures without a date get their new ones by it.",
            n=waiting,
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
