"""Decide between teams that are level: lots drawn in person, which the software only records, and play-offs.

Lots are public and journalled, and count while exactly their teams are level. Wrong ones are withdrawn, with a reason,
and recorded again. A play-off is played, confirmed, moved or cancelled as every fixture is, but not postponed by
captains, and counts for nothing else. Ended level or void it decides nothing, and another one can be made.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db import transaction

from league import access
from league.enums import JournalKind, NoticeKind
from league.errors import Invalid, WrongState
from league.models import Division, Fixture, League, Lot, LotsDrawn, Season, Team, User, Venue
from league.queries.dates.postponements import moving_of
from league.queries.people.people import captains_of
from league.queries.seasons.rulesets import rulesets_named_in
from league.queries.standings.decisions import pairs_due
from league.queries.standings.standings import DivisionTable, division_table
from league.rules import slots
from league.rules.formats import parse_format
from league.rules.problems import Problem, check_length, check_reason
from league.rules.tie_breaks import arranged_between
from league.rules.wording import spelt
from league.services.fixtures import find_week, own_format_row
from league.services.journal import record
from league.services.locks import lock_season, lock_venues_and_teams, require_shown
from league.services.notices import announce, queue_notice
from league.translation import N_, Text, join_names

ASK = N_("Give the reason; the captains are told.")


@transaction.atomic
def record_lots(
    division: Division, teams: Sequence[Team], *, drawn_on: dt.date, note: str = "", by: User, now: dt.datetime
) -> LotsDrawn:
    """Record the order in which level teams were drawn by lot.

    Args:
        teams: those level when lots come, the best place first.
        drawn_on: today or earlier.
        note: public; how, where and before whom.

    Raises:
        WrongState: lots were drawn between them already, and count.
        Invalid: everything that is wrong with the teams, the day and the note.
    """
    league = division.season.league
    access.require(by, "lots.record", league, now=now)
    lock_season(division.season)
    table = division_table(Division.objects.select_related("season__league").get(pk=division.pk))
    _require_not_drawn(table, teams)
    given = {"drawn_on": drawn_on, "note": note}
    problems = [*_check_drawn_teams(table, teams), *problems_of_draw(division.season, given, now=now)]
    if problems:
        raise Invalid(problems)
    drawn = LotsDrawn.objects.create(
        division=division, drawn_on=drawn_on, note=note.strip(), recorded_by=by, recorded_at=now
    )
    Lot.objects.bulk_create([Lot(drawn=drawn, place=place, team=team) for place, team in enumerate(teams, start=1)])
    params = {"division": str(division), "day": spelt(drawn_on), "teams": _format_order(teams)}
    what = Text("recorded the lots drawn in {division} on {day}, in this order: {teams}", **params)
    data = {"division": division.pk, "drawn_on": drawn_on.isoformat(), "teams": [team.pk for team in teams]}
    record(league, JournalKind.LOTS_RECORDED, str(drawn.pk), by=by, now=now, what=what, why=drawn.note, data=data)
    text = Text("{division}: lots were drawn on {day}, in this order: {teams}.", **params)
    _notify(drawn, teams, str(drawn.pk), text, now=now)
    return drawn


@transaction.atomic
def withdraw_lots(drawn: LotsDrawn, *, reason: str, by: User, now: dt.datetime) -> LotsDrawn:
    """Withdraw recorded lots, so that others can be recorded; WrongState if they are withdrawn already."""
    league = drawn.division.season.league
    access.require(by, "lots.record", league, now=now)
    lock_season(drawn.division.season)
    drawn = LotsDrawn.objects.select_related("division__season__league").get(pk=drawn.pk)
    if drawn.withdrawn_at is not None:
        raise WrongState(N_("These lots have been withdrawn already."))
    problems = check_reason(reason, ASK)
    if problems:
        raise Invalid(problems)
    drawn.withdrawn_at, drawn.withdrawn_by, drawn.withdrawn_why = now, by, reason.strip()
    drawn.save(update_fields=["withdrawn_at", "withdrawn_by", "withdrawn_why"])
    teams = [lot.team for lot in drawn.lots.select_related("team").order_by("place")]
    params = {"division": str(drawn.division), "day": spelt(drawn.drawn_on), "teams": _format_order(teams)}
    what = Text("withdrew the lots drawn in {division} on {day}, in this order: {teams}", **params)
    why = drawn.withdrawn_why
    record(league, JournalKind.LOTS_WITHDRAWN, str(drawn.pk), by=by, now=now, what=what, why=why)
    text = Text(
        "{division}: the secretary withdrew the lots drawn on {day} between {teams}. {reason}",
        **params | {"teams": join_names([team.name for team in teams])}, reason=why,
    )  # fmt: skip
    _notify(drawn, teams, f"lots-withdrawn:{drawn.pk}", text, now=now)
    return drawn


def _require_not_drawn(table: DivisionTable, teams: Iterable[Team]) -> None:
    if frozenset(team.pk for team in teams) in table.standings.drawn:
        raise WrongState(
            N_("Lots have been drawn between these teams, and count. Withdraw those first, with the reason.")
        )


def problems_of_draw(season: Season, given: Mapping[str, Any], *, now: dt.datetime) -> list[Problem]:
    """Return what is wrong with those of a draw's day and note that are given."""
    today = now.astimezone(season.league.tz).date()
    day = _check_day(given["drawn_on"], season, today) if "drawn_on" in given else []
    return [*day, *(check_length(given["note"], "note") if "note" in given else ())]


def _check_drawn_teams(table: DivisionTable, teams: Sequence[Team]) -> list[Problem]:
    given = [team.pk for team in teams]
    if len(set(given)) < len(given):
        return [Problem("twice", N_("Name each team once."), "teams")]
    level = table.standings.awaiting("lots")
    if set(given) in [set(group) for group in level]:
        return []
    if not level:
        return [Problem("not-level", N_("No teams of this division are waiting for lots now."), "teams")]
    names = [join_names([table.teams[team].name for team in group]) for group in level]
    message = Text(
        "Lots are drawn between all the teams that are level, here {groups}.", groups=Text.joined("; ", names)
    )
    return [Problem("not-level", message, "teams")]


def _check_day(day: dt.date, season: Season, today: dt.date) -> list[Problem]:
    if day > today:
        return [Problem("date", N_("The day of the draw is today or earlier."), "drawn_on")]
    if day < season.first_week:
        return [Problem("date", Text("The season begins on {day}.", day=spelt(season.first_week)), "drawn_on")]
    return []


def _format_order(teams: Iterable[Team]) -> Text:
    return Text.joined(", ", [team.name for team in teams])


def _notify(drawn: LotsDrawn, teams: Iterable[Team], key: str, text: Text, *, now: dt.datetime) -> None:
    league = drawn.division.season.league
    today = now.astimezone(league.tz).date()
    captains = {user.pk: user for user in captains_of(*(team.pk for team in teams), on=today)}
    queue_notice(league, captains.values(), NoticeKind.LOTS_RECORDED, key, text=text, now=now)


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
    """Make the play-off between two teams that are level at the end of a division, or have won a half of it each.

    Their captains are told.

    Args:
        fixture_format: its own, played by the division's rulesets; "" for the division's.

    Raises:
        WrongState: the season or a team is hidden, or their play-off is arranged already.
        Invalid: everything that is wrong with the teams, the date, the venue and the format.
    """
    league = division.season.league
    access.require(by, "play_off.make", league, now=now)
    lock_season(division.season)
    lock_venues_and_teams(venues=[venue.pk], teams=[home.pk, away.pk])
    division = Division.objects.select_related("season__league", "format").get(pk=division.pk)
    home, away = (Team.objects.get(pk=team.pk) for team in (home, away))
    require_shown(division.season, home, away)
    table = division_table(division)
    if arranged_between(table.play_offs, home.pk, away.pk) is not None:
        raise WrongState(N_("Their play-off is arranged already. Move or cancel it on the fixture’s page."))
    made = Fixture(
        division=division, week=find_week(division.season, starts_at.astimezone(league.tz).date()),
        home=home, away=away, venue=venue, starts_at=starts_at,
        original_starts_at=starts_at, play_off=True,
    )  # fmt: skip
    own = fixture_format.strip()
    problems = [*_check_play_off_teams(table, home, away), *_check_place(made, now), *check_format(league, own)]
    if problems:
        raise Invalid(problems)
    if own:
        made.format = own_format_row(division, own, now=now)
    made.save()
    there = Text("{day} at {venue}", day=slots.format_moment(starts_at, league.tz), venue=venue.name)
    params = {"fixture": str(made), "division": division.name, "there": there}
    what = Text("arranged the play-off {fixture} of {division} for {there}", **params)
    text = Text("{fixture}: the play-off of {division} is on {there}.", **params)
    announce(
        made, JournalKind.PLAY_OFF_MADE, NoticeKind.PLAY_OFF_ARRANGED, f"{made.pk}:0", what=what, text=text, by=by,
        now=now, doer=True,
    )  # fmt: skip
    return made


def _check_play_off_teams(table: DivisionTable, home: Team, away: Team) -> Iterator[Problem]:
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
        message = Text.joined("; ", sorted(due))
        yield Problem("not-level", Text("Play-offs are due between {pairs}.", pairs=message), "home")


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
        read_format, problems = parse_format(text)
        for problem in [*problems, *rulesets_named_in(league, read_format)[1]]:
            yield replace(problem, field="format")
