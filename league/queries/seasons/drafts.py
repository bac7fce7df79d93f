import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from django.db.models import Count, Q

from league.access import held_role_q
from league.enums import JournalKind, RoleKind, TimetableState
from league.models import Division, Entry, Fixture, Invitation, JournalEntry, League, Role, Season, Team, Timetable
from league.rules.team_lines import TeamLine
from league.translation import N_, Text

StepName = Literal["teams", "plan", "deal", "timetable", "publish", "captains"]
TITLES: dict[StepName, Text] = {
    "teams": N_("Teams and venues"),
    "plan": N_("First evening and divisions"),
    "deal": N_("Teams in their divisions"),
    "timetable": N_("Timetable"),
    "publish": N_("Publish"),
    "captains": N_("Invite the captains"),
}


@dataclass(frozen=True, slots=True)
class Step:
    """One step of setting a season up; `told` says what is there in a few words, `open` steps can be taken now."""

    name: StepName
    done: bool
    open: bool
    told: Text | str = ""

    @property
    def title(self) -> Text:
        return TITLES[self.name]


@dataclass(frozen=True, slots=True)
class Setup:
    season: Season
    steps: tuple[Step, ...]
    timetable: Timetable | None

    @property
    def next(self) -> Step | None:
        return next((step for step in self.steps if step.open and not step.done), None)


def lines_of_season(season: Season) -> list[TeamLine]:
    """Teams of a season as the lines that would enter them, in order of entering (one query)."""
    entries = Entry.objects.filter(season=season).select_related("team", "venue").order_by("pk")
    return [TeamLine(entry.team.name, entry.venue.name, entry.home_night, entry.start_time) for entry in entries]


def setup_of(season: Season, *, now: dt.datetime) -> Setup:
    """Return how far a season's setup is (five queries)."""
    divisions = list(season.divisions.order_by("order", "name").annotate(teams=Count("entries")))
    teams = sum(division.teams for division in divisions)
    published = season.published_at is not None or Fixture.objects.filter(division__season=season).exists()
    timetable = (
        season.timetables.exclude(state__in=(TimetableState.DISCARDED, TimetableState.FAILED))
        .defer("made")
        .order_by("-pk")
        .first()
    )
    ready = timetable is not None and timetable.state in (TimetableState.READY, TimetableState.PUBLISHED)
    draft, taken = not published, _steps_taken(season)
    steps = [
        Step("teams", teams > 1, draft, Text.plural("{n} team", "{n} teams", teams) if teams else ""),
        Step("plan", published or "plan" in taken, draft, _plan_told(divisions)),
    ]
    if len(divisions) > 1:
        dealt = "deal" in taken and all(division.teams > 1 for division in divisions)
        told = _dealt_told(divisions) if "deal" in taken else AS_BEFORE
        steps.append(Step("deal", published or dealt, draft and teams > 1, told))
    steps += [
        Step("timetable", published or ready, draft and teams > 1, _timetable_told(timetable)),
        Step("publish", published, draft and ready),
        _captains_step(season, teams, now),
    ]
    return Setup(season, tuple(steps), timetable)


AS_BEFORE = N_("As in the season before: nobody has gone up or down yet")


def _steps_taken(season: Season) -> set[StepName]:
    """Which of "plan" and "deal" were somebody's choice, not a shape's or last season's (one query)."""
    made = Q(kind=JournalKind.SEASON_MADE, key=str(season.pk))
    steps: dict[str, StepName] = {"planned": "plan", "dealt": "deal"}
    for step in steps:
        made |= Q(kind=JournalKind.SEASON_CHANGED, key__startswith=f"{season.pk}:{step}:")
    rows = list(JournalEntry.objects.filter(made, league=season.league_id).values_list("kind", "key", "data"))
    taken = {steps[key.split(":")[1]] for kind, key, _ in rows if kind == JournalKind.SEASON_CHANGED}
    made_of = {name for kind, _, data in rows if kind == JournalKind.SEASON_MADE for name in data}
    if not made_of & {"shape", "like"}:
        taken.add("plan")
    if "like" not in made_of:
        taken.add("deal")
    return taken


def is_dealt(season: Season) -> bool:
    """Whether the division of each team was somebody's choice (one query)."""
    return "deal" in _steps_taken(season)


def _plan_told(divisions: Sequence[Division]) -> Text:
    return Text.plural("{n} division", "{n} divisions", len(divisions))


def _dealt_told(divisions: Sequence[Division]) -> Text:
    said = [Text("{division}: {n}", division=division.name, n=division.teams) for division in divisions]  # type: ignore[attr-defined]
    return Text.joined(", ", said)


def _timetable_told(timetable: Timetable | None) -> Text | str:
    return TimetableState(timetable.state).label if timetable else ""


def captainless(season: Season, *, now: dt.datetime) -> list[Team]:
    """Teams of a season with neither a captain nor an invitation to be one, by name (one query)."""
    today = now.astimezone(season.league.tz).date()
    captains = Role.objects.filter(held_role_q(today), league=season.league_id, kind=RoleKind.CAPTAIN)
    invited = Invitation.objects.filter(
        league=season.league_id, kind=RoleKind.CAPTAIN, accepted_at=None, revoked_at=None, expires_at__gt=now
    )
    return list(
        Team.objects.filter(entries__season=season, entries__withdrawn_on=None, hidden_at=None)
        .exclude(pk__in=captains.values("team"))
        .exclude(pk__in=invited.values("team"))
        .order_by("name")
    )


def _captains_step(season: Season, teams: int, now: dt.datetime) -> Step:
    left = len(captainless(season, now=now)) if teams else 0
    told = Text("{n} of {teams} teams have a captain, or one invited", n=teams - left, teams=teams) if teams else ""
    return Step("captains", bool(teams) and not left, bool(teams), told)


def drafts_of(league: League) -> list[Season]:
    """Drafts without fixtures, the latest first (one query)."""
    seasons = Season.objects.filter(league=league, published_at=None, hidden_at=None)
    with_fixtures = Fixture.objects.filter(division__season__league=league).values("division__season")
    return list(seasons.exclude(pk__in=with_fixtures).order_by("-pk"))
