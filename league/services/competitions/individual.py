"""Individual leagues: made, their players entered, and the fixtures of games that two of them arrange or have played.

A game is a fixture like others from the moment at which one of the two arranges or records it: its sheet, its
confirmation and a dispute about it are those of every result. It is a play-off, so that a player may have several in a
week.
"""

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

from league import access
from league.enums import CompetitionKind, FixtureState, JournalKind, NoticeKind, ResultState
from league.errors import Invalid, WrongState
from league.models import (
    PRESENT,
    Division,
    Entrant,
    Fixture,
    IndividualLeague,
    Player,
    Result,
    Season,
    Team,
    User,
    Venue,
)
from league.queries.competitions.individual import JOINED, find_games, list_pairs
from league.queries.results.sheets import has_results
from league.rules.competitions.individual import check_day, check_start, check_window, count_meetings_left
from league.rules.formats import parse_format
from league.rules.names import clean_line
from league.rules.problems import Problem, check_reason
from league.rules.slots import DAY, format_moment
from league.services.cups.dates import MOVES_A_DAY, describe_place
from league.services.fixtures import cancel_fixture, find_week, move_fixture
from league.services.journal import record, record_numbered
from league.services.locks import lock_fixture, lock_season, require_shown
from league.services.notices import announce, notify
from league.services.people.sides import make_side, store_entrants
from league.services.slugs import check_competition_name, edition_slug
from league.translation import N_, Text

USUAL_FORMAT = "S"
# When a game is listed whose day is all that was said.
EVENING = dt.time(20)


@dataclass(frozen=True, slots=True)
class IndividualPlan:
    """What a secretary says of an individual league."""

    name: str
    opens_on: dt.date
    closes_on: dt.date
    venue: Venue
    meetings: int = 1
    fixture_format: str = ""


def read_plan(individual: IndividualLeague) -> IndividualPlan:
    kept = individual.competition
    return IndividualPlan(
        kept.name, individual.opens_on, individual.closes_on, individual.venue, individual.meetings,
        kept.fixture_format,
    )  # fmt: skip


@transaction.atomic
def make_individual(season: Season, plan: IndividualPlan, *, by: User, now: dt.datetime) -> IndividualLeague:
    """Make an individual league of a season. One of the name of an earlier season's is its next edition.

    Raises:
        Invalid: everything wrong with the plan.
    """
    access.require(by, "individual.manage", season.league, now=now)
    lock_season(season)
    plan = replace(plan, name=clean_line(plan.name))
    if problems := list(check_plan(season, plan)):
        raise Invalid(problems)
    division = Division.every.create(
        season=season, name=plan.name, slug=edition_slug(season, plan.name), kind=CompetitionKind.INDIVIDUAL,
        fixture_format=plan.fixture_format.strip() or USUAL_FORMAT,
    )  # fmt: skip
    individual = IndividualLeague.objects.create(competition=division, **_plan_columns(plan))
    what = Text("made the individual league {name} of {season}", name=plan.name, season=season.name)
    kind = JournalKind.INDIVIDUAL_MADE
    record(season.league, kind, str(division.pk), by=by, now=now, what=what, data=_journal_data(plan))
    return individual


def _plan_columns(plan: IndividualPlan) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in ("opens_on", "closes_on", "meetings", "venue")}


def _journal_data(plan: IndividualPlan) -> dict[str, Any]:
    days = {"opens_on": plan.opens_on.isoformat(), "closes_on": plan.closes_on.isoformat()}
    return {"name": plan.name, "meetings": plan.meetings, "format": plan.fixture_format, "venue": plan.venue.pk, **days}


def check_plan(season: Season, plan: IndividualPlan, of: IndividualLeague | None = None) -> Iterator[Problem]:
    """Yield everything wrong with a plan; `of` is the individual league that it changes."""
    yield from check_competition_name(season, plan.name, but=of.competition_id if of else None)
    yield from check_window(plan.opens_on, plan.closes_on, plan.meetings)
    if plan.venue.league_id != season.league_id or plan.venue.hidden_at is not None:
        yield Problem("venue", N_("Choose a venue of this league."), "venue")
    yield from _check_format(plan.fixture_format.strip())


def _check_format(text: str) -> Iterator[Problem]:
    if not text:
        return
    format_, problems = parse_format(text)
    for problem in problems:
        yield replace(problem, field="fixture_format")
    if not problems and any(match.players != 1 for match in format_.matches):
        yield Problem("format", N_("A game of an individual league is singles alone, such as S."), "fixture_format")


@transaction.atomic
def change_individual(individual: IndividualLeague, plan: IndividualPlan, *, by: User, now: dt.datetime) -> None:
    """Change an individual league; how a game is played only until the first result.

    Raises:
        Invalid: everything wrong with the plan.
    """
    individual = _lock_for_secretary(individual, by=by, now=now)
    division = individual.competition
    plan = replace(plan, name=clean_line(plan.name), fixture_format=plan.fixture_format.strip() or USUAL_FORMAT)
    problems = list(check_plan(division.season, plan, individual))
    if plan.fixture_format != division.fixture_format and has_results(division):
        message = N_("Games have been played: how they are played stays.")
        problems.append(Problem("format", message, "fixture_format"))
    if problems:
        raise Invalid(problems)
    if plan == read_plan(individual):
        return
    division.name, division.fixture_format = plan.name, plan.fixture_format
    division.save(update_fields=["name", "fixture_format"])
    for name, value in _plan_columns(plan).items():
        setattr(individual, name, value)
    individual.save()
    _record_change(individual, N_("changed the individual league {name}"), data=_journal_data(plan), by=by, now=now)


def _lock_for_secretary(individual: IndividualLeague, *, by: User, now: dt.datetime) -> IndividualLeague:
    """Lock an individual league for its secretary."""
    league = individual.competition.season.league
    access.require(by, "individual.manage", league, now=now)
    return _lock_league(individual)


def _lock_league(individual: IndividualLeague) -> IndividualLeague:
    rows = IndividualLeague.objects.select_for_update(of=("self",), no_key=True).select_related(*JOINED)
    locked = rows.get(pk=individual.pk)
    require_shown(locked.competition.season)
    return locked


def _record_change(
    individual: IndividualLeague, what: Text, *, by: User, now: dt.datetime, data: dict[str, Any], **more: Any
) -> None:
    division = individual.competition
    what = Text(what, name=division.name, **more.pop("params", {}))
    record_numbered(
        division.season.league, JournalKind.INDIVIDUAL_CHANGED, f"{division.pk}:", what, by=by, now=now, data=data,
        **more,
    )  # fmt: skip


@transaction.atomic
def enter_players(
    individual: IndividualLeague, players: Sequence[Player], *, by: User, now: dt.datetime
) -> list[Entrant]:
    """Enter players, at any time; those who are in it already stay as they are, and who withdrew is in it again.

    Raises:
        Invalid: nobody, or somebody who is no player of the league.
    """
    individual = _lock_for_secretary(individual, by=by, now=now)
    league = individual.competition.season.league
    wanted = {player.pk for player in players}
    people = list(Player.objects.filter(PRESENT, league=league, pk__in=wanted).select_related("league").order_by("pk"))
    if not wanted or len(people) < len(wanted):
        raise Invalid([Problem("players", N_("Choose players of this league."), "players")])
    sides = [(make_side(league, [player], now=now), None) for player in people]
    entered = store_entrants(individual.competition, sides, now=now)
    if entered:
        what = Text.plural("entered {n} player for {name}", "entered {n} players for {name}", n=len(entered),
                           name=individual.competition.name)  # fmt: skip
        data = {"entrants": [one.pk for one in entered]}
        key, kind = f"{individual.competition_id}:", JournalKind.INDIVIDUAL_CHANGED
        record_numbered(league, kind, key, what, by=by, now=now, data=data)
    return entered


@transaction.atomic
def withdraw_player(entrant: Entrant, *, reason: str, by: User, now: dt.datetime) -> None:
    """Withdraw a player: their games without a result are cancelled, the others count.

    Raises:
        WrongState: they have withdrawn already.
    """
    individual = entrant.competition.individual
    league = individual.competition.season.league
    access.require(by, "individual.manage", league, now=now)
    open_games = find_games(individual, [entrant.team_id]).exclude(results__live=True)
    games = [lock_fixture(game) for game in open_games.order_by("pk")]
    _lock_league(individual)
    entrant = Entrant.objects.select_related("team__league").get(pk=entrant.pk)
    if entrant.withdrawn_at is not None:
        raise WrongState(N_("This player has withdrawn already."))
    if problems := check_reason(reason, N_("Say why they withdraw; the journal keeps it.")):
        raise Invalid(problems)
    entrant.withdrawn_at = now
    entrant.save(update_fields=["withdrawn_at"])
    for game in games:
        cancel_fixture(game, by=by, now=now)
        key = f"{game.pk}:{game.sequence}"
        notify(game, NoticeKind.FIXTURE_CANCELLED, key, _describe_cancelled(game), now=now, but=by)
    player = entrant.team.members.order_by("pk").first()
    what, data = N_("withdrew {player} from {name}"), {"entrant": entrant.pk}
    _record_change(
        individual, what, data=data, by=by, now=now, why=reason.strip(), player=player, params={"player": "{player}"}
    )  # fmt: skip


@transaction.atomic
def record_game(
    individual: IndividualLeague, mine: Entrant, opponent: Entrant | None, *, day: dt.date | None,
    venue: Venue | None = None, by: User, now: dt.datetime,
) -> Fixture:  # fmt: skip
    """Return the fixture of a game that two players have played, whose result comes next.

    Recorded by both at once it is one fixture: a game of the two whose result is not confirmed is the one that is
    meant. One that they had arranged for later that day, or as their last one, was played early.

    Raises:
        NotAllowed: `by` is neither this player nor the secretary.
        Invalid: everything wrong with opponent, day and venue, such as a day outside the window.
    """
    individual, sides, problems, arranged = _lock_game(individual, mine, opponent, by=by, now=now)
    league = individual.competition.season.league
    games = list(_find_open_games(individual, sides)) if len(sides) == 2 else []
    if begun := next((game for game in games if game.starts_at <= now), None):
        return begun
    early = next((game for game in games if game.starts_at.astimezone(league.tz).date() == day), None)
    if not problems and early is None:
        problems += _check_meetings(individual, sides)
        if problems and games:
            problems, early = [], games[0]
        else:
            problems += _check_repetition(individual, sides, now)
    if day is None:
        problems.append(Problem("day", N_("Choose the day of the game."), "day"))
    else:
        today = now.astimezone(league.tz).date()
        problems += check_day(day, individual.opens_on, individual.closes_on, today=today)
    problems += _check_venue(individual, venue)
    if problems or day is None:
        raise Invalid(problems)
    starts_at = min(dt.datetime.combine(day, EVENING, tzinfo=league.tz), now.replace(second=0, microsecond=0))
    if early is not None and early.pk in arranged:
        fixture, before = arranged[early.pk], format_moment(early.starts_at, league.tz)
        move_fixture(fixture, starts_at, venue=venue, now=now)
        params = {"fixture": str(fixture), "there": describe_place(fixture), "before": before}
        what, key = Text("moved {fixture} to {there}, from {before}", **params), f"{fixture.pk}:{fixture.sequence}"
        record(league, JournalKind.FIXTURE_MOVED, key, by=by, now=now, what=what, fixture=fixture)
        return fixture
    fixture = _make_fixture(individual, sides, starts_at, venue)
    what = Text("recorded a game of {name}: {fixture}", name=individual.competition.name, fixture=str(fixture))
    record(league, JournalKind.GAME_MADE, str(fixture.pk), by=by, now=now, what=what, fixture=fixture)
    return fixture


@transaction.atomic
def arrange_game(
    individual: IndividualLeague, mine: Entrant, opponent: Entrant | None, *, starts_at: dt.datetime | None,
    venue: Venue | None = None, by: User, now: dt.datetime,
) -> Fixture:  # fmt: skip
    """Set a game that two players have agreed on; the other one is told. Sent twice it is one game.

    Raises:
        NotAllowed: `by` is neither this player nor the secretary.
        Invalid: everything wrong with opponent, time and venue, such as a time that has passed.
    """
    individual, sides, problems, _ = _lock_game(individual, mine, opponent, by=by, now=now)
    league = individual.competition.season.league
    if len(sides) == 2:
        if starts_at and (same := _find_open_games(individual, sides).filter(starts_at=starts_at).first()):
            return same
        problems += [*_check_meetings(individual, sides), *_check_repetition(individual, sides, now)]
    if starts_at is None:
        problems.append(Problem("day", N_("Give a date and a time such as 20:00."), "day"))
    else:
        problems += check_start(starts_at, individual.opens_on, individual.closes_on, now=now, tz=league.tz)
    problems += _check_venue(individual, venue)
    if problems or starts_at is None:
        raise Invalid(problems)
    fixture = _make_fixture(individual, sides, starts_at, venue)
    params = {"name": individual.competition.name, "fixture": str(fixture), "there": describe_place(fixture)}
    announce(
        fixture, JournalKind.GAME_MADE, NoticeKind.GAME_ARRANGED, f"{fixture.pk}:0",
        what=Text("arranged a game of {name}: {fixture}, {there}", **params),
        text=Text("{fixture}, a game of {name}, is on {there}.", **params), by=by, now=now,
    )  # fmt: skip
    return fixture


def _lock_game(
    individual: IndividualLeague, mine: Entrant, opponent: Entrant | None, *, by: User, now: dt.datetime
) -> tuple[IndividualLeague, list[Team], list[Problem], dict[int, Fixture]]:
    """Lock the games that two players have arranged, and the league.

    Return the league, its two sides, what is wrong with the opponent, and those games by id.
    """
    access.require(by, "individual.play", individual.competition.season.league, mine.team, now=now)
    teams = [mine.team, opponent.team] if opponent is not None else []
    games = [lock_fixture(game) for game in _find_open_games(individual, teams)] if teams else []
    individual = _lock_league(individual)
    wanted = [mine.pk, opponent.pk] if opponent is not None else [mine.pk]
    rows = individual.competition.entrants.filter(pk__in=wanted, team__hidden_at=None).select_related("team")
    entrants = {row.pk: row for row in rows}
    sides = [entrants[pk].team for pk in dict.fromkeys(wanted) if pk in entrants and not entrants[pk].withdrawn_at]
    problems = []
    if any(row.withdrawn_at for row in entrants.values()):
        problems.append(Problem("withdrawn", N_("One of you two has withdrawn: choose another player."), "opponent"))
    elif len(sides) < 2:
        problems.append(Problem("opponent", N_("Choose another player of this league."), "opponent"))
    return individual, sides, problems, {game.pk: game for game in games}


def _find_open_games(individual: IndividualLeague, sides: Sequence[Team]) -> QuerySet[Fixture]:
    """Games of two players whose result is not confirmed, the earliest first."""
    confirmed = Result.objects.filter(live=True, state=ResultState.CONFIRMED).values("fixture")
    games = find_games(individual).filter(home__in=sides, away__in=sides).exclude(pk__in=confirmed)
    return games.order_by("starts_at", "pk")


def _check_meetings(individual: IndividualLeague, sides: Sequence[Team]) -> Iterator[Problem]:
    home, away = (team.pk for team in sides)
    met = list_pairs(find_games(individual, [home]).values_list("home_id", "away_id"))
    if not count_meetings_left(home, [away], met, individual.meetings):
        message = Text.plural(
            "You two meet once, and that game is played or arranged.",
            "You two meet {n} times, and those games are played or arranged.", n=individual.meetings,
        )  # fmt: skip
        yield Problem("meetings", message, "opponent")


def _check_repetition(individual: IndividualLeague, sides: Sequence[Team], now: dt.datetime) -> Iterator[Problem]:
    """Yield a problem after many games called off: each is a mail to the other player."""
    gone = Fixture.objects.filter(division=individual.competition, home__in=sides, away__in=sides)
    if gone.filter(state=FixtureState.CANCELLED, changed_at__gt=now - DAY).count() >= MOVES_A_DAY:
        message = Text("You two called off {n} games within a day: try again tomorrow.", n=MOVES_A_DAY)
        yield Problem("too-many", message, "opponent")


def _check_venue(individual: IndividualLeague, venue: Venue | None) -> Iterator[Problem]:
    if venue is not None and (venue.hidden_at is not None or venue.league_id != individual.venue.league_id):
        yield Problem("venue", N_("Choose a venue of this league."), "venue")


def _make_fixture(
    individual: IndividualLeague, sides: Sequence[Team], starts_at: dt.datetime, venue: Venue | None
) -> Fixture:
    season, (home, away) = individual.competition.season, sides
    week = find_week(season, starts_at.astimezone(season.league.tz).date())
    return Fixture.objects.create(
        division=individual.competition, week=week, home=home, away=away, venue=venue or individual.venue,
        starts_at=starts_at, original_starts_at=starts_at, play_off=True,
    )  # fmt: skip


@transaction.atomic
def call_off_game(fixture: Fixture, *, by: User, now: dt.datetime) -> None:
    """Call off a game without a result; either player, or the secretary. The other one is told.

    Raises:
        WrongState: it has a result, or is none of an individual league's.
    """
    fixture = lock_fixture(fixture)
    access.require(by, "result.submit", fixture.league, fixture, now=now)
    if fixture.division.kind != CompetitionKind.INDIVIDUAL or fixture.state == FixtureState.CANCELLED:
        raise WrongState(N_("Only a game of an individual league that stands can be called off."))
    if Result.objects.filter(fixture=fixture, live=True).exists():
        raise WrongState(N_("This game has a result: correct it, or dispute it."))
    cancel_fixture(fixture, by=by, now=now)
    announce(
        fixture, JournalKind.FIXTURE_CANCELLED, NoticeKind.FIXTURE_CANCELLED, f"{fixture.pk}:{fixture.sequence}",
        what=Text("called off {fixture}", fixture=str(fixture)), text=_describe_cancelled(fixture), by=by, now=now,
    )  # fmt: skip


def _describe_cancelled(game: Fixture) -> Text:
    return Text("{fixture} of {cup} will not be played.", fixture=str(game), cup=game.division.name)
