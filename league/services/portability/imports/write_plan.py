"""Write a checked plan: each step adds what is new and changes what differs."""

import datetime as dt
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from league.enums import Evening, JournalKind, WeekKind
from league.models import Blackout, Division, Entry, Fixture, Round, Season, Team, Venue, VenueClosure, Week
from league.queries.mail.kinds import ABOUT_A_DATE
from league.queries.results.sheets import has_results
from league.queries.seasons.divisions import home_of
from league.queries.seasons.rulesets import check_tie_breaks_of, rulesets_named_in
from league.queries.seasons.settings_catalogue import format_column
from league.rules.formats import parse_format, read_format, terms
from league.rules.match_terms import GAMES
from league.rules.scheme_columns import COLUMNS, check_scheme, stored_scheme
from league.rules.settings import EVENINGS, WHEN, SeasonSettings, declared, usable_weeks
from league.services.dates.evenings import apply_home_to_teams, set_season_evening
from league.services.dates.venues import FULL, against_venues, move_to_venue, tell_captains
from league.services.journal import record_numbered
from league.services.locks import lock_venues_and_teams
from league.services.notices import cancel_notices
from league.services.portability.imports.check_files import divisions_of
from league.services.portability.imports.row_writer import Writer, count
from league.services.portability.imports.spreadsheets import WON_BY, SeasonRow, TeamRow
from league.services.portability.imports.write_people import write_players, write_roles
from league.services.quotas import team_problems
from league.services.slugs import unique_slug
from league.translation import N_, Text
from timetable.calendar import monday_of

# The columns of season.csv that settings stand in, where these have other names.
SETTLED_IN = {
    "second_half": "second half",
    "last_round": "rounds",
    "catch_up": "blank week",
    "catch_up_weeks": "blank week",
}
HIDDEN = N_("is hidden; restore it first, or give this one another name")


def write_plan(writer: Writer, tell: Callable[[str], None]) -> None:
    """Write everything but the results, in the order in which rows rest on each other."""
    for name, step in STEPS.items():
        step(writer)
        if writer.log.problems:
            # The caller undoes everything; the next step may rest on what this one could not do.
            return
        tell(name)


def _venues(w: Writer) -> None:
    new, fewer = [], []
    for value in w.plan.venues:
        venue = w.existing.venues.get(value.name)
        if venue is None:
            new.append(Venue(league=w.league, name=value.name, address=value.address, boards=value.boards))
        elif venue.hidden_at is not None:
            w.log.problem(value.row, "venue", HIDDEN)
        else:
            if value.boards < venue.boards:
                fewer.append((value, venue))
            w.same_or_change(N_("venues"), venue, address=value.address, boards=value.boards)
    w.existing.venues |= {venue.name: venue for venue in w.create(N_("venues"), new)}
    for value, venue in fewer:
        for reason in against_venues(Fixture.objects.filter(venue=venue), now=w.now, about={FULL}):
            w.log.warning(value.row, "fixtures at once", reason, quote=False)
    _closures(w)


def _closures(w: Writer) -> None:
    given = {w.existing.venues[value.name].pk: value.closed for value in w.plan.venues if value.closed is not None}
    known = {(c.venue_id, c.date): c.pk for c in VenueClosure.objects.filter(venue__in=given)}
    wanted = {(venue, date) for venue, dates in given.items() for date in dates}
    gone = [pk for key, pk in known.items() if key not in wanted]
    VenueClosure.objects.filter(pk__in=gone).delete()
    count(w.report.changed, N_("days a venue is closed"), len(gone))
    new = sorted(wanted - known.keys())
    w.create(N_("days a venue is closed"), [VenueClosure(venue_id=venue, date=date) for venue, date in new])


def _season(w: Writer) -> None:
    given, known = w.plan.season, w.existing.season
    if known is not None:
        w.season = known
        if known.hidden_at is not None and given is not None:
            w.log.problem(given.row, "season", HIDDEN)
        if given is not None and _stays_settled(w, known, given):
            if given.evening not in (None, known.evening, Evening.OWN):
                # Another evening for everybody is every team's home night.
                count(w.report.changed, N_("entries"), set_season_evening(known, EVENINGS.index(str(given.evening))))
            w.same_or_change(N_("seasons"), known, **_season_values(given))
        return
    assert given is not None  # noqa: S101 - make_plan has seen to it
    taken = Season.objects.filter(league=w.league).values_list("slug", flat=True)
    first = monday_of(given.first_week)
    w.season = Season.objects.create(
        league=w.league, name=given.name, slug=unique_slug(given.name, taken), first_week=first, **_season_values(given)
    )
    count(w.report.created, N_("seasons"))


def _stays_settled(w: Writer, season: Season, given: SeasonRow) -> bool:
    """Log what a file has otherwise than a published season and is settled since, each reason once for its column."""
    if season.published_at is None:
        return True
    known = declared(SeasonSettings)
    settled = {name: value for name, value in _season_values(given).items() if known[name].settled}
    others = [
        name
        for name, value in settled.items()
        if known[name].kind.usable(getattr(season, name)) != known[name].kind.usable(value)
    ]
    for heading, reason in dict.fromkeys((SETTLED_IN.get(name, name), known[name].settled) for name in others):
        w.log.problem(given.row, heading, reason)
    return not others


def _season_values(given: SeasonRow) -> dict[str, Any]:
    """Return the columns of a season that a file sets."""
    values: dict[str, Any] = {"second_half": given.second_half, "evening": given.evening, "catch_up": given.blank.kind}
    if given.rounds.number > 1:
        # The only one is never half a round; what would become of a second one is not said by it.
        values["last_round"] = "half" if given.rounds.half else "whole"
    if given.blank.kind == "named":
        values["catch_up_weeks"] = list(usable_weeks(given.blank.days))
    return {name: value for name, value in values.items() if value is not None}


def _weeks(w: Writer) -> None:
    if w.plan.weeks is None or w.plan.season is None:
        return
    planned = [(week.round, week.number, week.starts, week.kind) for week in w.plan.weeks]
    known = list(Week.objects.filter(season=w.season).values_list("round__number", "number", "starts_on", "kind"))
    if known and known != planned and not Fixture.objects.filter(division__season=w.season).exists():
        # A draft: nothing rests on its weeks yet.
        Round.objects.filter(season=w.season).delete()
        w.same_or_change(N_("seasons"), w.season, first_week=monday_of(w.plan.season.first_week))
        known = []
    if known:
        if known != planned:
            message = N_("the weeks of this season are laid out already, and differently")
            w.log.problem(w.plan.season.row, "first week", message)
        count(w.report.unchanged, N_("weeks"), len(known))
        return
    rounds = {
        number: Round.objects.create(season=w.season, number=number) for number in {week.round for week in w.plan.weeks}
    }
    weeks = [
        Week(season=w.season, round=rounds[of_round], number=number, starts_on=starts, kind=kind)
        for of_round, number, starts, kind in planned
    ]
    w.create(N_("weeks"), weeks)


def _teams(w: Writer) -> None:
    taken = {team.slug for team in w.existing.teams.values()}
    new = []
    for value in w.plan.teams:
        team = w.existing.teams.get(value.name)
        if team is None:
            slug = unique_slug(value.name, taken, most=120)
            taken.add(slug)
            new.append(Team(league=w.league, name=value.name, slug=slug))
        elif team.hidden_at is not None:
            w.log.problem(value.row, "team", HIDDEN)
        else:
            count(w.report.unchanged, N_("teams"))
    beyond = team_problems(w.league, len(new), field="team")
    w.log.problems += [replace(problem, where=f"{TeamRow.file}:1") for problem in beyond]
    w.existing.teams |= {team.name: team for team in w.create(N_("teams"), new)}


def _entries(w: Writer) -> None:
    new, moved = [], []
    for value in w.plan.teams:
        at = {"venue": w.existing.venues[value.venue], "home_night": value.night, "start_time": value.start}
        entry = w.existing.entries.get(value.name)
        if entry is not None:
            former = entry.venue
            w.same_or_change(N_("entries"), entry, **at)
            if former != entry.venue:
                moved.append((value, entry, former))
        elif value.division in w.existing.divisions:
            division = w.existing.divisions[value.division]
            new.append(Entry(season=w.season, division=division, team=w.existing.teams[value.name], **at))
    w.existing.entries |= {entry.team.name: entry for entry in w.create(N_("entries"), new)}
    _follow(w, moved)


def _follow(w: Writer, moved: list[tuple[TeamRow, Entry, Venue]]) -> None:
    """Play the home fixtures to come of teams that have moved at their new venues, and warn of what is full there."""
    # All at once, so that venues are locked in one order whatever that of the file.
    lock_venues_and_teams(
        venues={venue for _, entry, former in moved for venue in (entry.venue_id, former.pk)}, teams=()
    )
    followed = {}
    for _, entry, former in moved:
        at_home = Fixture.objects.filter(division__season=w.season, home_id=entry.team_id, venue=former)
        followed[entry.pk] = move_to_venue(at_home, entry.venue, now=w.now)
        count(w.report.changed, N_("venues of fixtures"), len(followed[entry.pk]))
    for value, entry, former in moved:
        if followed[entry.pk]:
            w.decide(_record_home, w, entry, former, followed[entry.pk])
        # What the dates of the file have against them is told at its own lines.
        for reason in (
            [] if w.plan.fixtures else against_venues(Fixture.objects.filter(pk__in=followed[entry.pk]), now=w.now)
        ):
            w.log.warning(value.row, "home venue", reason)


def _record_home(w: Writer, entry: Entry, former: Venue, moved: list[int]) -> None:
    named = {"team": entry.team.name, "season": w.season.name, "venue": entry.venue.name}
    what = Text("moved the home of {team} in {season} to {venue}, by a spreadsheet", **named)
    data = {"venue": {"from": former.pk, "to": entry.venue_id}, "fixtures": len(moved)}
    key = f"team:{entry.team_id}:"
    made = record_numbered(
        w.league, JournalKind.TEAM_CHANGED, key, what, by=w.by, now=w.now, data=data, team=entry.team
    )
    tell_captains(moved, made.number, now=w.now)


def _blackouts(w: Writer) -> None:
    known = {(b.entry_id, b.date): b.pk for b in Blackout.objects.filter(entry__season=w.season)}
    entries = {w.existing.entries[value.name].pk: value for value in w.plan.teams if value.name in w.existing.entries}
    wanted = {(pk, date): None for pk, value in entries.items() for date in sorted(value.blackouts)}
    gone = [pk for key, pk in known.items() if key[0] in entries and key not in wanted]
    Blackout.objects.filter(pk__in=gone).delete()
    count(w.report.changed, N_("days a team cannot play"), len(gone))
    new = [Blackout(entry_id=pk, date=date) for pk, date in wanted if (pk, date) not in known]
    w.create(N_("days a team cannot play"), new)


def _fixtures(w: Writer) -> None:
    weeks = {
        (week.round.number, week.number): week for week in Week.objects.filter(season=w.season).select_related("round")
    }
    known = {
        (f.week.round.number, f.home_id, f.away_id): f
        for f in Fixture.objects.filter(division__season=w.season, play_off=False).select_related("week__round")
    }
    played = set(Fixture.objects.filter(division__season=w.season, results__live=True).values_list("pk", flat=True))
    new = []
    planned: list[tuple[Fixture, dict[str, Any]]] = []
    for value in w.plan.fixtures:
        home, away = w.existing.teams[value.home], w.existing.teams[value.away]
        entry = w.existing.entries[value.home]
        starts_at = dt.datetime.combine(value.date, entry.start_time, tzinfo=w.league.tz)
        week = weeks[value.round, value.week]
        at: dict[str, Any] = {"week": week, "starts_at": starts_at, "original_starts_at": starts_at}
        fixture = known.get((value.round, home.pk, away.pk))
        if fixture is None:
            division = w.existing.divisions[value.division]
            new.append(Fixture(division=division, home=home, away=away, venue=entry.venue, **at))
        elif fixture.pk not in played and fixture.starts_at == fixture.original_starts_at:
            planned.append((fixture, at))
        elif fixture.original_starts_at.astimezone(w.league.tz).date() == value.date and fixture.week_id == week.pk:
            # Whatever the hour at which its home team begins now.
            count(w.report.unchanged, N_("fixtures"))
        else:
            w.log.problem(value.row, "date", N_("this fixture is played, or was moved; it keeps its date"))
    _plan_anew(w, planned)
    if w.season.published_at is not None:
        # Their evenings count from now on: what was past by then is not due.
        for fixture in new:
            fixture.changed_at = w.now
    w.create(N_("fixtures"), new)
    if w.plan.fixtures and w.season.published_at is None:
        w.season.published_at = w.now
        w.season.save(update_fields=["published_at"])


def _plan_anew(w: Writer, planned: list[tuple[Fixture, dict[str, Any]]]) -> None:
    """Give fixtures their dates. Each leaves its week before any takes a new one: a team may have swapped two."""
    leaving = [fixture for fixture, at in planned if fixture.week_id != at["week"].pk]
    nowhere = [
        Week(
            season=w.season,
            round=fixture.week.round,
            starts_on=dt.date.min + dt.timedelta(weeks=n),
            kind=WeekKind.NO_PLAY,
        )
        for n, fixture in enumerate(leaving)
    ]
    for fixture, week in zip(leaving, Week.objects.bulk_create(nowhere), strict=True):
        fixture.week = week
    Fixture.objects.bulk_update(leaving, ["week"])
    for fixture, at in planned:
        if fixture.starts_at != at["starts_at"]:
            # Calendars follow it, and what was to be said of the old date is not.
            at |= {"sequence": fixture.sequence + 1, "changed_at": w.now}
            cancel_notices(fixture, ABOUT_A_DATE)
        w.same_or_change(N_("fixtures"), fixture, **at)
    Week.objects.filter(pk__in=[week.pk for week in nowhere]).delete()


def _divisions(w: Writer) -> None:
    given, known = w.plan.season, w.existing.divisions
    for order, name in enumerate(divisions_of(w.plan) if given is not None else (), start=1):
        assert given is not None  # noqa: S101 - for the type checker
        if name in known:
            _same_division(w, given, known[name])
            continue
        division = Division(
            season=w.season, name=name, slug=unique_slug(name, [other.slug for other in known.values()]), order=order,
            fixture_format=str(parse_format(given.fixture_format)[0]), match_rules=_named_rulesets(w, given),
            **given.counted, **_evening_columns(given, name),
        )  # fmt: skip
        _check_points(w, given, division)
        division.save(force_insert=True)
        known[name] = division
        count(w.report.created, N_("divisions"))


def _same_division(w: Writer, given: SeasonRow, division: Division) -> None:
    other_format = _other_format(division, given.fixture_format)
    if other_format and has_results(division):
        message = Text(
            "{division} plays {format} and has results; change its format on the season’s page “Formats”",
            division=division.name,
            format=division.fixture_format,
        )
        w.log.problem(given.row, "format", message)
        return
    if w.season.published_at is not None and _other_columns(w, given, division):
        return
    if other_format:
        other_format["match_rules"] = _named_rulesets(w, given)
    own = _evening_columns(given, division.name)
    w.same_or_change(N_("divisions"), division, **given.counted, **other_format, **own)
    if own:
        apply_home_to_teams(division)
        for entry in w.existing.entries.values():
            if entry.division_id == division.pk:
                for name, value in home_of(division, entry.home_night, entry.start_time).items():
                    setattr(entry, name, value)
    for problem in check_tie_breaks_of(division) if other_format else ():
        w.log.problem(given.row, "format", problem)
    _check_points(w, given, division)


def _evening_columns(given: SeasonRow, division: str) -> dict[str, Any]:
    own = given.evenings.get(division)
    return {name: getattr(own, name) for name in WHEN} if own else {}


def _other_columns(w: Writer, given: SeasonRow, division: Division) -> bool:
    """Log points and evenings that a file has otherwise than a published season; return whether there are any.

    They change for a reason, on their page.
    """
    own = _evening_columns(given, division.name)
    other_evening = any(value != getattr(division, name) for name, value in own.items())
    other_points = [name for name, value in given.counted.items() if value != getattr(division, name)]
    for name in other_points:
        stored = getattr(division, name)
        heading = WON_BY if name == "won_by" else str(COLUMNS[name].label)
        message = Text(
            "{division} is published with {now}; change it under Settings, where the captains are told why",
            division=division.name,
            now=stored if name == "won_by" else format_column(stored),
        )
        w.log.problem(given.row, heading if heading in given.row else "format", message)
    if other_evening:
        message = Text(
            "{division} is published with another; change it under Settings, where the captains are told why",
            division=division.name,
        )
        w.log.problem(given.row, "evenings of divisions", message)
    return bool(other_points) or other_evening


def _named_rulesets(w: Writer, given: SeasonRow) -> dict[str, Any]:
    """Return the league's own rulesets that the matches of a file's format name, by their words."""
    return dict(rulesets_named_in(w.league, parse_format(given.fixture_format)[0])[0])


def _other_format(division: Division, text: str) -> dict[str, Any]:
    """Return the columns of a division whose format a file has otherwise; none where it says the same in other words.

    The number of games that the format leaves unsaid is written into it, as a decision on the season's page does.
    """
    before, after = (read_format(one, division.games_per_match)[0] for one in (division.fixture_format, text))
    return {} if before == after else {"fixture_format": str(after), "games_per_match": GAMES}


def _check_points(w: Writer, given: SeasonRow, division: Division) -> None:
    """Log the points of a division that can never come about; then nothing of the files is written."""
    for problem in check_scheme(stored_scheme(division), terms(division)):
        heading = str(COLUMNS[problem.field].label)
        w.log.problem(given.row, heading if heading in given.row else "format", problem)


STEPS: dict[str, Callable[[Writer], None]] = {
    "venues": _venues,
    "season": _season,
    "divisions": _divisions,
    "weeks": _weeks,
    "teams": _teams,
    "entries": _entries,
    "blackouts": _blackouts,
    "players": write_players,
    "roles": write_roles,
    "fixtures": _fixtures,
}
