"""Preview merging two venues or teams: what would move, and what shows that they are two."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db.models import Q

from league.enums import FixtureState
from league.models import (
    Charge,
    Entry,
    Fixture,
    Lot,
    Registration,
    Result,
    Role,
    Team,
    TeamCode,
    Venue,
    VenueClosure,
)
from league.rules.problems import Problem
from league.translation import N_, Text

# Told one by one; of more only how many there are.
MOST = 5
INTO = "into"


class Merge(NamedTuple):
    """A merge before it is done; each problem is at the field where one is chosen."""

    moves: tuple[Text, ...]
    against: tuple[Problem, ...]


class Twice(NamedTuple):
    """A season in which both teams are entered; `goes` is None where both have fixtures."""

    kept: Entry
    gone: Entry
    stays: Entry
    goes: Entry | None


def hidden_told(thing: Venue | Team) -> Text:
    """Describe what to do instead with something hidden (one query for a merged team)."""
    if isinstance(thing, Team) and thing.merged_into is not None:
        return Text("{name} was entered twice: name {team} instead.", name=thing.name, team=thing.merged_into.name)
    return Text("{name} is hidden; restore it first.", name=thing.name)


def merge_of_venues(kept: Venue, gone: Venue) -> Merge:
    """Preview merging venues (five queries)."""
    here = Q(venue=gone)
    counts = (
        Text.plural("{n} fixture", "{n} fixtures", n=Fixture.objects.filter(here).count()),
        Text.plural(
            "{n} home of a team in a season", "{n} homes of teams in seasons", n=Entry.objects.filter(here).count()
        ),
        Text.plural("{n} closed day", "{n} closed days", n=VenueClosure.objects.filter(here).count()),
    )
    return Merge(_nonzero_counts(counts), _not_two(kept, gone))


def merge_of_teams(kept: Team, gone: Team) -> Merge:
    """Preview merging teams (about fifteen queries)."""
    against = _not_two(kept, gone)
    if against:
        return Merge((), against)
    twice = entered_twice(kept, gone)
    mine = Q(home=gone) | Q(away=gone)
    counts = (
        Text.plural("{n} season", "{n} seasons", n=Entry.objects.filter(team=gone).count() - len(twice)),
        Text.plural("{n} fixture", "{n} fixtures", n=Fixture.objects.filter(mine).count()),
        Text.plural(
            "{n} registration of a player",
            "{n} registrations of players",
            n=Registration.objects.filter(team=gone).count(),
        ),
        Text.plural("{n} role", "{n} roles", n=Role.objects.filter(team=gone).count()),
        Text.plural("{n} charge", "{n} charges", n=Charge.objects.filter(Q(team=gone) | Q(through=gone)).count()),
    )
    codes = TeamCode.objects.filter(team=gone, used_at=None, revoked_at=None).count()
    revoked = Text.plural(
        "{n} printed code works no more: print new ones.", "{n} printed codes work no more: print new ones.", n=codes
    )
    moves = (*_nonzero_counts((*counts, revoked)), *(_entered_once(one, kept) for one in twice if one.goes is not None))
    return Merge(moves, tuple(_against(kept, gone, twice)))


def entered_twice(kept: Team, gone: Team) -> list[Twice]:
    """Seasons in which both are entered, the latest first (two queries)."""
    rows = Entry.objects.filter(team__in=(kept, gone)).select_related("season", "division", "venue", "team")
    by_season: dict[int, dict[int, Entry]] = defaultdict(dict)
    for entry in rows.order_by("-season__first_week", "-season"):
        by_season[entry.season_id][entry.team_id] = entry
    both = [found for found in by_season.values() if len(found) == 2]
    if not both:
        return []
    sides = Fixture.objects.filter(division__season__in=by_season).filter(
        Q(home__in=(kept, gone)) | Q(away__in=(kept, gone))
    )
    playing = {
        (season, team)
        for season, *teams in sides.values_list("division__season_id", "home_id", "away_id")
        for team in teams
    }
    return [_twice(found[kept.pk], found[gone.pk], playing) for found in both]


def _twice(kept: Entry, gone: Entry, playing: set[tuple[int, int]]) -> Twice:
    has, others = (kept.season_id, kept.team_id) in playing, (gone.season_id, gone.team_id) in playing
    if has and others:
        return Twice(kept, gone, kept, None)
    return Twice(kept, gone, gone, kept) if others else Twice(kept, gone, kept, gone)


def _nonzero_counts(counts: Iterable[Text]) -> tuple[Text, ...]:
    return tuple(count for count in counts if count.n)


def _entered_once(twice: Twice, kept: Team) -> Text:
    return Text(
        "In {season} both are entered: {team} stays in {division}, at {venue}.",
        season=twice.stays.season.name,
        team=kept.name,
        division=twice.stays.division.name,
        venue=twice.stays.venue.name,
    )


def _not_two(kept: Venue | Team, gone: Venue | Team) -> tuple[Problem, ...]:
    if kept.pk == gone.pk:
        return (Problem("same-row", N_("This is one and the same. Choose another."), INTO),)
    return ()


def _against(kept: Team, gone: Team, twice: list[Twice]) -> Iterator[Problem]:
    both = Q(home=kept, away=gone) | Q(home=gone, away=kept)
    meetings = (
        Fixture.objects.filter(both).select_related("home", "away", "division__season").order_by("starts_at", "pk")
    )
    yield from _first_problems(
        [
            Text("They meet in {season}: {fixture}.", season=meeting.division.season.name, fixture=str(meeting))
            for meeting in meetings
        ],
        "meet",
    )
    for one in twice:
        yield from _against_in(one)
    drawn = Lot.objects.filter(team=kept, drawn__withdrawn_at=None).select_related("drawn__division")
    ours = {lot.drawn_id: lot.drawn for lot in drawn}
    for lot in Lot.objects.filter(team=gone, drawn__in=ours):
        message = Text("Lots were drawn between them in {division}.", division=ours[lot.drawn_id].division.name)
        yield Problem("lots", message, INTO)


def _against_in(twice: Twice) -> Iterator[Problem]:
    season = twice.kept.season.name
    if (twice.kept.withdrawn_on is None) != (twice.gone.withdrawn_on is None):
        left, stayed = (twice.kept, twice.gone) if twice.kept.withdrawn_on else (twice.gone, twice.kept)
        message = Text(
            "{left} has withdrawn from {season}, and {stayed} has not.",
            left=left.team.name, stayed=stayed.team.name, season=season,
        )  # fmt: skip
        yield Problem("withdrawn", message, INTO)
    if twice.goes is not None:
        return
    if twice.kept.division_id != twice.gone.division_id:
        message = Text(
            "Both have fixtures in {season}, one in {division} and the other in {other}.",
            season=season, division=twice.kept.division.name, other=twice.gone.division.name,
        )  # fmt: skip
        yield Problem("two-divisions", message, INTO)
    yield from _first_problems(list(_at_once(twice)), "two-at-once")


def _at_once(twice: Twice) -> Iterator[Text]:
    """Yield weeks in which both have a fixture, and opponents that both meet in one round."""
    mine, theirs = _fixtures(twice.kept, twice.gone), _fixtures(twice.gone, twice.kept)
    season, names = twice.kept.season.name, {"team": twice.kept.team.name, "other": twice.gone.team.name}
    weeks = {fixture.week_id: fixture for fixture in theirs}
    results = _with_results([*mine, *theirs])
    for fixture in mine:
        other = weeks.get(fixture.week_id)
        if other is None:
            continue
        params = {**names, "season": season, "round": fixture.week.round.label, "week": fixture.week.label}
        if {fixture.pk, other.pk} <= results:
            yield Text("Both have a result in {round}, {week} of {season}.", **params)
        else:
            yield Text("Both have a fixture in {round}, {week} of {season}.", **params)
    met = {
        (fixture.week.round_id, _opponent(fixture, twice.gone)): fixture for fixture in theirs if _is_played(fixture)
    }
    for fixture in mine:
        opponent = _opponent(fixture, twice.kept)
        again = met.get((fixture.week.round_id, opponent))
        if again is not None and again.week_id != fixture.week_id and _is_played(fixture):
            against = fixture.away if fixture.home_id == twice.kept.team_id else fixture.home
            yield Text(
                "Both meet {opponent} in {round} of {season}.",
                opponent=against.name, round=fixture.week.round.label, season=season,
            )  # fmt: skip


def _fixtures(entry: Entry, other: Entry) -> list[Fixture]:
    mine = Q(home=entry.team_id) | Q(away=entry.team_id)
    # A play-off is held by its evening alone: it stands beside other fixtures of its week, and meets nobody in a round.
    fixtures = Fixture.objects.filter(mine, division__season=entry.season_id, play_off=False)
    fixtures = fixtures.exclude(Q(home=other.team_id) | Q(away=other.team_id))
    return list(fixtures.select_related("week__round", "home", "away").order_by("week__starts_on", "pk"))


def _with_results(fixtures: list[Fixture]) -> set[int]:
    return set(Result.objects.filter(fixture__in=fixtures, live=True).values_list("fixture_id", flat=True))


def _opponent(fixture: Fixture, entry: Entry) -> int:
    return fixture.away_id if fixture.home_id == entry.team_id else fixture.home_id


def _is_played(fixture: Fixture) -> bool:
    return fixture.state != FixtureState.CANCELLED


def _first_problems(told: list[Text], code: str) -> Iterator[Problem]:
    """Yield the first few sentences, and how many more there are."""
    yield from (Problem(code, text, INTO) for text in told[:MOST])
    if more := len(told[MOST:]):
        yield Problem(code, Text.plural("And {n} more like that.", "And {n} more like that.", n=more), INTO)
