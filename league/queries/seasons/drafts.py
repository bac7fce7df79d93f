"""A draft of a season: its steps, what each of them has stored, and what its secretary may want to look at again."""

import datetime as dt
import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from django.db.models import Count, Q

from league.access import held_role_q
from league.enums import CompetitionKind, JournalKind, RoleKind, TimetableState
from league.models import (
    Division,
    Entry,
    Fixture,
    Invitation,
    JournalEntry,
    League,
    Registration,
    Role,
    Season,
    Team,
    Timetable,
    Venue,
)
from league.queries.results.sheets import is_played
from league.rules.names import NearThings
from league.rules.team_lines import TeamLine
from league.translation import N_, Text

StepName = Literal["night", "teams", "deal", "players", "plan", "timetable", "publish", "captains"]
TITLES: dict[StepName, Text] = {
    "night": N_("How you play"),
    "teams": N_("Teams"),
    "deal": N_("Teams in their divisions"),
    "players": N_("Players"),
    "plan": N_("When you play"),
    "timetable": N_("Timetable"),
    "publish": N_("Check and publish"),
    "captains": N_("Invite the captains"),
}
# The columns of a division that the step “How you play” has on its page.
NIGHT = (
    "fixture_format", "games_per_match", "points_per_game", "points_per_match", "points_per_win", "points_per_draw",
    "won_by", "walkover_games", "walkover_games_against", "walkover_points",
)  # fmt: skip


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


def night_values(division: Division) -> dict[str, Any]:
    """What the step “How you play” has stored for a division; its season must be joined."""
    return {**{name: getattr(division, name) for name in NIGHT}, "registration": division.season.registration}


def values_stamp(values: Mapping[str, Any] | Sequence[Any]) -> str:
    """A short text that differs where what a step has stored differs."""
    return hashlib.sha256(json.dumps(values, default=str, sort_keys=True).encode()).hexdigest()[:16]


class NearVenues(NamedTuple):
    """A venue of a season, and another of the league that has nearly its name."""

    venue: Venue
    other: Venue


def near_venues(season: Season) -> list[NearVenues]:
    """Pairs of venues that may be one, each pair once (two queries)."""
    ours = list(Venue.objects.filter(entries__season=season).distinct().order_by("pk"))
    others = Venue.objects.filter(league=season.league_id, hidden_at=None).exclude(pk__in=[one.pk for one in ours])
    known = {venue.name: venue for venue in others}
    names, pairs = NearThings(known), []
    for venue in ours:
        found = names.find(venue.name)
        if found is not None:
            pairs.append(NearVenues(venue, known[found]))
        known[venue.name] = venue
        names.add(venue.name)
    return pairs


def shared_venues(entries: Iterable[Entry]) -> list[tuple[Venue, list[Entry]]]:
    """Venues at which more teams than it has room for are at home on one evening (no query)."""
    by_evening: dict[tuple[int, int], list[Entry]] = {}
    for entry in entries:
        by_evening.setdefault((entry.venue_id, entry.home_night), []).append(entry)
    return [(found[0].venue, found) for found in by_evening.values() if len(found) > found[0].venue.boards]


def entries_of(season: Season) -> list[Entry]:
    """Teams of a season with venue and division, as they were entered (one query)."""
    entries = Entry.objects.filter(season=season, withdrawn_on=None).order_by("pk")
    return list(entries.select_related("team", "venue", "division"))


def registered_of(season: Season) -> dict[str, int]:
    """The players that are registered for the teams of a season, by the team's name (one query)."""
    rows = Registration.objects.filter(season=season, ends_on=None).order_by("team__name")
    return dict(rows.values_list("team__name").annotate(Count("pk")))


def setup_of(season: Season, *, now: dt.datetime) -> Setup:
    """Return how far a season's setup is (six queries)."""
    divisions = list(season.divisions.order_by("order", "name").annotate(teams=Count("entries")))
    teams = sum(division.teams for division in divisions)
    published = (
        season.published_at is not None
        or Fixture.objects.filter(division__season=season, division__kind=CompetitionKind.LEAGUE).exists()
    )
    timetable = (
        season.timetables.exclude(state__in=(TimetableState.DISCARDED, TimetableState.FAILED))
        .defer("made")
        .order_by("-pk")
        .first()
    )
    ready = timetable is not None and timetable.state in (TimetableState.READY, TimetableState.PUBLISHED)
    draft, taken = not published, _steps_taken(season)
    # Until a result is sent these are decided anew in a published season too.
    again = timetable is not None and timetable.state == TimetableState.PUBLISHED and not is_played(season)
    steps = [
        Step("night", published or "night" in taken, (draft or again) and bool(divisions)),
        Step("teams", teams > 1, draft, Text.plural("{n} team", "{n} teams", teams) if teams else ""),
    ]
    if len(divisions) > 1:
        dealt = "deal" in taken and all(division.teams > 1 for division in divisions)
        told = _dealt_told(divisions) if "deal" in taken else AS_BEFORE
        steps.append(Step("deal", published or dealt, draft and teams > 1, told))
    steps += [
        # Nobody need be on a list.
        Step("players", True, draft and teams > 1, NAMES_OF[season.registration]),
        Step("plan", published or "plan" in taken, (draft or again) and teams > 1),
        Step("timetable", published or ready, draft and teams > 1, _timetable_told(timetable)),
        Step("publish", published, draft and ready),
        _captains_step(season, teams, now),
    ]
    return Setup(season, tuple(steps), timetable)


NAMES_OF: Mapping[str, Text] = {
    "open": N_("Names are written on the sheet"),
    "required": N_("Only registered players"),
}
AS_BEFORE = N_("As in the season before: nobody has gone up or down yet")


def _steps_taken(season: Season) -> set[StepName]:
    """Which of these were somebody's choice, not a shape's or last season's: night, plan, deal (one query)."""
    made = Q(kind=JournalKind.SEASON_MADE, key=str(season.pk))
    steps: dict[str, StepName] = {"night": "night", "planned": "plan", "dealt": "deal"}
    for step in steps:
        made |= Q(kind=JournalKind.SEASON_CHANGED, key__startswith=f"{season.pk}:{step}:")
    rows = list(JournalEntry.objects.filter(made, league=season.league_id).values_list("kind", "key", "data"))
    taken = {steps[key.split(":")[1]] for kind, key, _ in rows if kind == JournalKind.SEASON_CHANGED}
    made_of = {name for kind, _, data in rows if kind == JournalKind.SEASON_MADE for name in data}
    if not made_of & {"shape", "like"}:
        taken.add("plan")
    # The end of a season that is closed has said who goes up and down.
    promoted = any(data.get("promoted") for kind, _, data in rows if kind == JournalKind.SEASON_MADE)
    if "like" not in made_of or promoted:
        taken.add("deal")
    if "shape" not in made_of:
        taken.add("night")
    return taken


def is_night_chosen(season: Season) -> bool:
    """Whether somebody has looked at how a night is played and counted, beyond the choice of a shape (one query)."""
    return "night" in _steps_taken(season)


def is_dealt(season: Season) -> bool:
    """Whether the division of each team was somebody's choice (one query)."""
    return "deal" in _steps_taken(season)


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
