"""Play-offs: fixtures that the secretary adds between teams that end level, to decide their order.

One is played, sent and confirmed, moved or cancelled as every fixture is, but not postponed by captains, and counts for
nothing else. Ended level or void it decides nothing, and another one can be made.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import replace

from django.db import transaction

from league import access
from league.enums import JournalKind, NoticeKind
from league.errors import Invalid, WrongState
from league.models import Division, Fixture, League, Team, User, Venue, Week
from league.queries.dates.postponements import moving_of
from league.queries.seasons.rulesets import rulesets_named_in
from league.queries.standings.decisions import pairs_due
from league.queries.standings.standings import DivisionTable, division_table
from league.rules import slots
from league.rules.formats import parse_format
from league.rules.problems import Problem
from league.rules.tie_breaks import arranged_between
from league.services.announce import announce
from league.services.fixtures import format_of_its_own
from league.services.locks import hold, lock_season, require_shown
from league.translation import N_, Text, join_names

LONGEST_FORMAT = 250
FURTHEST = dt.timedelta(days=365)
# The season is over: none of its last days is one for a play-off.
_PASSED = frozenset({"late", "same"})


@transaction.atomic
def make_play_off(
    division: Division,
    home: Team,
    away: Team,
    *,
    starts_at: dt.datetime,
    venue: Venue,
    fixture_format: str = "",
    by: User,
    now: dt.datetime,
) -> Fixture:
    """Make the play-off between two teams that are level at the end of a division; their captains are told.

    Args:
        fixture_format: its own, played by the division's rulesets; "" for the division's.

    Raises:
        WrongState: the season or a team is hidden, or their play-off is arranged already.
        Invalid: everything that is wrong with the teams, the date, the venue and the format.
    """
    league = division.season.league
    access.require(by, "play_off.make", league, now=now)
    lock_season(division.season)
    hold(venues=[venue.pk], teams=[home.pk, away.pk])
    division = Division.objects.select_related("season__league", "format").get(pk=division.pk)
    home, away = (Team.objects.get(pk=team.pk) for team in (home, away))
    require_shown(division.season, home, away)
    table = division_table(division)
    if arranged_between(table.play_offs, home.pk, away.pk) is not None:
        raise WrongState(N_("Their play-off is arranged already. Move or cancel it on the fixture’s page."))
    made = Fixture(
        division=division, week=_week(division, starts_at), home=home, away=away, venue=venue, starts_at=starts_at,
        original_starts_at=starts_at, play_off=True,
    )  # fmt: skip
    own = fixture_format.strip()
    problems = [*_check_teams(table, home, away), *_check_place(made, now), *check_format(league, own)]
    if problems:
        raise Invalid(problems)
    if own:
        made.format = format_of_its_own(division, own, now=now)
    made.save()
    there = Text("{day} at {venue}", day=slots.format_moment(starts_at, league.tz), venue=venue.name)
    said = {"fixture": str(made), "division": division.name, "there": there}
    what = Text("arranged the play-off {fixture} of {division} for {there}", **said)
    text = Text("{fixture}: the play-off of {division} is on {there}.", **said)
    announce(
        made, JournalKind.PLAY_OFF_MADE, NoticeKind.PLAY_OFF_ARRANGED, f"{made.pk}:0", what=what, text=text, by=by,
        now=now, doer=True,
    )  # fmt: skip
    return made


def _week(division: Division, starts_at: dt.datetime) -> Week:
    """Return the week that lists a play-off: that of its day, or the last one before it."""
    day = starts_at.astimezone(division.season.league.tz).date()
    weeks = list(Week.objects.filter(season=division.season).select_related("round").order_by("starts_on"))
    if not weeks:
        raise WrongState(N_("The season has no weeks yet: publish its timetable first."))
    return next((week for week in reversed(weeks) if week.starts_on <= day), weeks[0])


def _check_teams(table: DivisionTable, home: Team, away: Team) -> Iterator[Problem]:
    if home.pk == away.pk:
        yield Problem("twice", N_("Choose two teams."), "away")
        return
    for gone in table.withdrawn:
        if gone.team_id in (home.pk, away.pk):
            yield Problem("withdrawn", Text("{team} has withdrawn.", team=gone.team.name), "home")
            return
    pairs = pairs_due(table)
    if frozenset((home.pk, away.pk)) in pairs:
        return
    if table.remaining:
        yield Problem(
            "not-over",
            Text.plural(
                "{n} fixture of the division is still to be played, confirmed or cancelled: until then nobody knows "
                "who ends level.",
                "{n} fixtures of the division are still to be played, confirmed or cancelled: until then nobody knows "
                "who ends level.",
                n=table.remaining,
            ),
            "home",
        )
    elif not pairs:
        yield Problem("not-level", N_("No play-off of this division is due now."), "home")
    else:
        due = [join_names(sorted(table.teams[team].name for team in pair)) for pair in pairs]
        told = Text.joined("; ", sorted(due))
        yield Problem("not-level", Text("Play-offs are due between {pairs}.", pairs=told), "home")


def _check_place(made: Fixture, now: dt.datetime) -> Iterator[Problem]:
    """Yield what keeps a play-off from its day and its venue."""
    if made.venue.league_id != made.league.pk or made.venue.hidden_at is not None:
        yield Problem("venue", N_("Choose a venue of this league."), "venue")
        return
    if made.starts_at > now + FURTHEST:
        yield Problem("far", N_("Choose a day within a year."), "starts_at")
        return
    for reason in slots.judge(moving_of(made, now=now), made.starts_at, now=now).reasons:
        if reason.code not in _PASSED:
            yield Problem(reason.code, reason.message, "venue" if reason.code in ("closed", "full") else "starts_at")


def check_format(league: League, text: str) -> Iterator[Problem]:
    """Yield what is wrong with a play-off's own format; "" is the division's."""
    if len(text) > LONGEST_FORMAT:
        yield Problem("format", Text("No more than {most} characters.", most=LONGEST_FORMAT), "format")
    elif text:
        found, problems = parse_format(text)
        for problem in [*problems, *rulesets_named_in(league, found)[1]]:
            yield replace(problem, field="format")
