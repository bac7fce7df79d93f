"""The answers that a draft's secretary checks before publishing, as sentences, and what may be a slip."""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from league.models import Division, Entry, Season
from league.queries.seasons.drafts import (
    NAMES_OF,
    StepName,
    entries_of,
    is_night_chosen,
    night_values,
    registered_of,
    shared_venues,
)
from league.queries.seasons.timetables import MadeTimetable, TimetableRequest, count_past
from league.rules.example_night import example_card
from league.rules.formats import terms
from league.rules.match_terms import Terms
from league.rules.rulebook.of_the_league import league_rules
from league.rules.scheme_columns import stored_scheme
from league.rules.settings import usable_tie_breaks
from league.rules.shapes import night_in_words
from league.rules.wording import spelt, weekday_spelt, weekly
from league.translation import N_, Text, join_names

NOON, LATE = 12, 22
# Days on which few people play: month and day.
FEAST_DAYS = frozenset({(12, 24), (12, 25), (12, 26), (12, 31), (1, 1)})
OFTEN = {
    1: N_("Every two teams meet once."),
    2: N_("Every two teams meet twice, once at each home."),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """What was answered in a step."""

    step: StepName
    title: Text
    lines: tuple[Text, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """What may be a slip; `step` is where it is put right."""

    text: Text
    step: StepName


def answers_of(made: MadeTimetable) -> tuple[Answer, ...]:
    """Everything that a timetable's season was set up with (four queries)."""
    season = made.row.season
    divisions = _divisions(season)
    nights = {str(night_values(division)): division for division in divisions}
    return (
        Answer("night", N_("How you play"), tuple(_night_lines(list(nights.values()), len(nights) > 1))),
        Answer("teams", N_("Teams"), tuple(_team_lines(divisions, entries_of(season)))),
        Answer("players", N_("Players"), tuple(_player_lines(season))),
        Answer("plan", N_("When you play"), tuple(_plan_lines(made))),
    )


def _divisions(season: Season) -> list[Division]:
    return list(season.divisions.select_related("season__league").order_by("order", "name"))


def _night_lines(divisions: Sequence[Division], named: bool) -> Iterator[Text]:
    for division in divisions:
        if named:
            yield Text("{division}:", division=division.name)
        played, scheme = terms(division), stored_scheme(division)
        yield from night_in_words(played)
        book = league_rules(played, scheme=scheme, tie_breaks=usable_tie_breaks(division.tie_breaks), settings=())
        # The last one is about confirming.
        yield from next(part.rules for part in book if part.title == "Points")[:-1]
        card = example_card(played, scheme)
        yield Text(
            "A walkover is {games}–{against} in games and brings {points} points; the other team has {absent}.",
            games=card.walkover_games[0], against=card.walkover_games[1], points=card.walkover.points,
            absent=card.absent.points,
        )  # fmt: skip


def _team_lines(divisions: Sequence[Division], entries: Sequence[Entry]) -> Iterator[Text]:
    for division in divisions:
        teams = [entry for entry in entries if entry.division_id == division.pk]
        if len(divisions) > 1:
            count = len(teams)
            yield Text.plural("{division}: {n} team", "{division}: {n} teams", n=count, division=division.name)
        evenings: dict[tuple[int, dt.time], list[str]] = {}
        for entry in teams:
            named = entry.team.name
            if entry.venue.name != named:
                named = f"{named} ({entry.venue.name})"
            evenings.setdefault((entry.home_night, entry.start_time), []).append(named)
        for (night, start), names in sorted(evenings.items()):
            yield Text("{when}: {teams}", when=weekly(night, start), teams=", ".join(names))


def _player_lines(season: Season) -> Iterator[Text]:
    yield Text("{names}.", names=NAMES_OF[season.registration])
    registered = registered_of(season)
    if registered:
        yield Text.plural("{n} player is registered: {teams}.", "{n} players are registered: {teams}.",
                          n=sum(registered.values()),
                          teams=Text.joined(", ", [f"{team} {n}" for team, n in registered.items()]))  # fmt: skip


def _plan_lines(made: MadeTimetable) -> Iterator[Text]:
    season, asked = made.row.season, TimetableRequest.from_plain(made.row.brief)
    dates = [meeting.date for meeting in made.timetable.meetings]
    if dates:
        first, last = weekday_spelt(min(dates)), weekday_spelt(max(dates))
        yield Text("The first fixtures are on {first}, the last on {last}.", first=first, last=last)
    yield OFTEN.get(asked.rounds) or Text("Every two teams meet {n} times.", n=asked.rounds)
    for day in sorted(asked.no_play):
        yield Text("No play in the week of {day}.", day=spelt(day))
    for week in made.calendar:
        if week.kind == "catch-up":
            yield Text("The week of {day} is left blank for postponed fixtures.", day=spelt(week.starts))
    if season.play_until is not None:
        yield Text("Nothing is played after {day}.", day=weekday_spelt(season.play_until))


def doubts_of(made: MadeTimetable, *, now: dt.datetime) -> tuple[Doubt, ...]:
    """What a secretary may not have meant (four queries)."""
    return tuple(_doubts(made, now))


def _doubts(made: MadeTimetable, now: dt.datetime) -> Iterator[Doubt]:
    season = made.row.season
    past = count_past(made, now=now)
    if past:
        message = Text.plural(
            "{n} fixture is in the past: its result can be entered, but nobody is reminded of it.",
            "{n} fixtures are in the past: their results can be entered, but nobody is reminded of them.", n=past,
        )  # fmt: skip
        yield Doubt(message, "plan")
    entries, divisions = entries_of(season), _divisions(season)
    odd = [entry for entry in entries if entry.start_time.hour < NOON or entry.start_time.hour >= LATE]
    for when in sorted({(entry.home_night, entry.start_time) for entry in odd}, key=lambda when: when[1]):
        teams = ", ".join(one.team.name for one in odd if (one.home_night, one.start_time) == when)
        yield Doubt(Text("{teams}: {when}. Is that meant?", teams=teams, when=weekly(*when)), "teams")
    if not is_night_chosen(season):
        yield Doubt(N_("You haven’t looked at the matches and points yet: they are the template’s."), "night")
    for division in divisions:
        scheme = stored_scheme(division)
        if scheme.win and not scheme.draw and _may_be_level(terms(division)):
            yield Doubt(N_("A drawn night brings neither team anything for the draw."), "night")
            break
    for venue, together in shared_venues(entries):
        teams = join_names([entry.team.name for entry in together])
        message = Text("{teams} share {venue}: never both at home on the same evening.", teams=teams, venue=venue.name)
        yield Doubt(message, "teams")
    if season.catch_up == "none":
        yield Doubt(N_("No week is left blank for postponed fixtures."), "plan")
    feasts = sorted({m.date for m in made.timetable.meetings if (m.date.month, m.date.day) in FEAST_DAYS})
    if feasts:
        yield Doubt(Text("Fixtures on {days}.", days=Text.joined(", ", map(weekday_spelt, feasts))), "plan")


def _may_be_level(played: Terms) -> bool:
    """Whether a night can be drawn of which every match is played."""
    margins = {0}
    for match in played.matches:
        margins = {so_far + home - away for so_far in margins for home, away in match.endings if home or away}
    return 0 in margins
