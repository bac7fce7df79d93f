"""Ask players of coming fixtures whether they can play, and tell captains who are short of them.

A notice's key names the fixture and its start: a moved fixture asks again.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, Max, OuterRef

from league.access import CAPTAINS
from league.enums import CanPlay, FixtureState, NoticeKind, NoticeState, Registering, Side
from league.models import Appearance, Availability, Fixture, League, Notice, Player, Registration, Result, Role, User
from league.queries.availability import answers_for
from league.queries.visibility import seasons_shown, sides_shown
from league.rules.formats import fixture_terms
from league.rules.mailing import ask_time, short_from
from league.rules.wording import clock, weekday_of_year
from league.services.notices import queue_notice
from league.translation import Text

ASKED = (NoticeKind.CAN_YOU_PLAY, NoticeKind.PLAYERS_SHORT)
DAY = dt.timedelta(days=1)
Key = tuple[int, str, str]


@dataclass(frozen=True, slots=True)
class _Squad:
    first: frozenset[int]
    reserves: frozenset[int]


@dataclass(frozen=True, slots=True)
class _ScanData:
    """What a scan reads: squads by fixture and side, captains by fixture and team, answers by fixture."""

    squads: Mapping[tuple[int, Side], _Squad]
    captains: Mapping[tuple[int, int], frozenset[int]]
    answers: Mapping[int, Sequence[Availability]]


@dataclass(frozen=True, slots=True)
class _DueNotice:
    kind: NoticeKind
    key: str
    fixture: Fixture
    text: Text
    users: frozenset[int]


def queue_due(*, now: dt.datetime) -> int:
    """Ask whoever is to be asked by now, and tell captains short of players two days before; return the new notices.

    Seven queries and the inserts. Players of both squads with an account and no answer are asked; reserves only once
    their team is short.
    """
    fixtures = _upcoming_fixtures(now)
    if not fixtures:
        return 0
    scan = _ScanData(_squads(fixtures), _captains(fixtures), _answers(fixtures))
    existing = _existing_notices(fixtures)
    made = 0
    people = {user.pk: user for user in User.objects.filter(pk__in=_user_ids(scan))}
    for due in (notice for fixture in fixtures for notice in _due_notices(fixture, scan, now)):
        fresh = [pk for pk in due.users if existing.get((pk, due.kind, due.key), "cancelled") == NoticeState.CANCELLED]
        if fresh:
            queue_notice(
                due.fixture.league, [people[pk] for pk in sorted(fresh) if pk in people], due.kind, due.key,
                text=due.text, now=now, fixture=due.fixture, stale_at=due.fixture.starts_at, again=True,
            )  # fmt: skip
        made += len(fresh)
    return made


def start_key(fixture: Fixture) -> str:
    return f"fixture:{fixture.pk}:{fixture.starts_at:%Y%m%dT%H%M}Z"


def _upcoming_fixtures(now: dt.datetime) -> list[Fixture]:
    """Fixtures near enough to be asked about: dated, public, without a result (two queries)."""
    most = League.objects.aggregate(most=Max("ask_days"))["most"]
    if most is None:
        return []
    live = Result.objects.filter(fixture=OuterRef("pk"), live=True)
    fixtures = Fixture.objects.filter(
        ~Exists(live), seasons_shown("division__season__"), sides_shown(), state=FixtureState.SCHEDULED,
        starts_at__gt=now, starts_at__lt=now + (most + 1) * DAY, division__season__published_at__lte=now,
        division__season__league__ask_days__isnull=False,
    )  # fmt: skip
    joined = ("division__season__league", "division__format", "format", "home", "away", "venue")
    return [
        fixture
        for fixture in fixtures.select_related(*joined).order_by("starts_at", "pk")
        if _asks_from(fixture) <= now
    ]


def _asks_from(fixture: Fixture) -> dt.datetime:
    league = fixture.league
    return ask_time(fixture.starts_at, league.ask_days or 0, league.tz)


def _squads(fixtures: Sequence[Fixture]) -> dict[tuple[int, Side], _Squad]:
    teams = {pk for fixture in fixtures for pk in (fixture.home_id, fixture.away_id)}
    seasons = {fixture.division.season_id for fixture in fixtures}
    rows = Registration.objects.filter(season__in=seasons, team__in=teams, player__user__is_active=True)
    registrations: dict[tuple[int, int], list[Registration]] = defaultdict(list)
    for row in rows.select_related("player"):
        registrations[row.season_id, row.team_id].append(row)
    regulars = _regulars(fixtures)
    squads = {}
    for fixture in fixtures:
        season, day = fixture.division.season_id, fixture.starts_at.astimezone(fixture.league.tz).date()
        for side in Side:
            team = fixture.team_id(side)
            playing = [
                row
                for row in registrations[season, team]
                if row.starts_on <= day and (row.ends_on is None or day <= row.ends_on)
            ]
            reserves = frozenset(row.player.user_id or 0 for row in playing if row.reserve)
            first = frozenset(row.player.user_id or 0 for row in playing) | regulars.get((season, team), frozenset())
            squads[fixture.pk, side] = _Squad(first - reserves, reserves)
    return squads


def _regulars(fixtures: Sequence[Fixture]) -> dict[tuple[int, int], frozenset[int]]:
    """For seasons that register nobody, who has played for a team this season (one query where there is one)."""
    seasons = {f.division.season_id for f in fixtures if f.division.season.registration == Registering.OPEN}
    if not seasons:
        return {}
    of = "result__fixture__"
    seats = Appearance.objects.filter(result__fixture__division__season__in=seasons, player__user__is_active=True)
    rows = seats.order_by().values_list(
        f"{of}division__season", "side", f"{of}home", f"{of}away", "player__user", "player"
    ).distinct()  # fmt: skip
    elsewhere = set(Registration.objects.filter(season__in=seasons, ends_on=None).values_list("player", flat=True))
    regulars: dict[tuple[int, int], set[int]] = defaultdict(set)
    for season, side, home, away, user, player in rows:
        if player not in elsewhere:
            regulars[season, home if side == Side.HOME else away].add(user)
    return {key: frozenset(users) for key, users in regulars.items()}


def _captains(fixtures: Sequence[Fixture]) -> dict[tuple[int, int], frozenset[int]]:
    """Captains on each fixture's own day, by fixture and team (one query)."""
    teams = {pk for fixture in fixtures for pk in (fixture.home_id, fixture.away_id)}
    roles: dict[int, list[Role]] = defaultdict(list)
    for role in Role.objects.filter(kind__in=CAPTAINS, team__in=teams, user__is_active=True, ended_at=None):
        roles[role.team_id or 0].append(role)
    captains = {}
    for fixture in fixtures:
        day = fixture.starts_at.astimezone(fixture.league.tz).date()
        for team in (fixture.home_id, fixture.away_id):
            running = [r for r in roles[team] if r.starts_on <= day and (r.ends_on is None or r.ends_on >= day)]
            captains[fixture.pk, team] = frozenset(role.user_id for role in running)
    return captains


def _answers(fixtures: Sequence[Fixture]) -> dict[int, list[Availability]]:
    answers: dict[int, list[Availability]] = defaultdict(list)
    for row in answers_for(fixtures):
        answers[row.fixture_id].append(row)
    return answers


def _existing_notices(fixtures: Iterable[Fixture]) -> dict[Key, str]:
    owed = Notice.objects.filter(fixture__in=[fixture.pk for fixture in fixtures], kind__in=ASKED)
    return {
        (user, kind, key): state for user, kind, key, state in owed.values_list("recipient", "kind", "key", "state")
    }


def _user_ids(scan: _ScanData) -> set[int]:
    players = {pk for squad in scan.squads.values() for pk in squad.first | squad.reserves}
    return players | {pk for users in scan.captains.values() for pk in users}


def _due_notices(fixture: Fixture, scan: _ScanData, now: dt.datetime) -> Iterator[_DueNotice]:
    key, params = start_key(fixture), date_params(fixture)
    answered = {row.player.user_id for row in scan.answers.get(fixture.pk, ()) if row.answer}
    late = now >= short_from(fixture.starts_at, fixture.league.tz)
    needed = fixture_terms(fixture).players_needed()
    for side in Side:
        squad = scan.squads[fixture.pk, side]
        other = scan.squads[fixture.pk, Side.AWAY if side == Side.HOME else Side.HOME]
        moved = (other.first | other.reserves) - squad.first - squad.reserves
        yes = sum(
            row.side == side and row.answer == CanPlay.YES and row.player.user_id not in moved
            for row in scan.answers.get(fixture.pk, ())
        )
        short = late and yes < needed
        asked = squad.first | (squad.reserves if short else frozenset())
        team = fixture.home if side == Side.HOME else fixture.away
        question = Text("{fixture}, {day} at {time}: can you play?", **params)
        yield _DueNotice(NoticeKind.CAN_YOU_PLAY, f"{key}:can-play", fixture, question, frozenset(asked - answered))
        # Whose players nobody asks has them by the telephone.
        if short and squad.first:
            text = Text.plural(
                "{fixture}, {day} at {time}: {n} of {needed} players can play for {team} so far.",
                "{fixture}, {day} at {time}: {n} of {needed} players can play for {team} so far.",
                n=yes, needed=needed, team=team.name, **params,
            )  # fmt: skip
            captains = scan.captains.get((fixture.pk, team.pk), frozenset())
            yield _DueNotice(NoticeKind.PLAYERS_SHORT, f"{key}:short-{side}", fixture, text, captains)


def date_params(fixture: Fixture) -> dict[str, str]:
    """Return the params of a sentence about a fixture at its date."""
    local = fixture.starts_at.astimezone(fixture.league.tz)
    return {"fixture": str(fixture), "day": weekday_of_year(local.date()), "time": clock(local.time())}


def ask_guest(fixture: Fixture, player: Player, *, now: dt.datetime) -> None:
    """Queue the question to a guest whom a captain wants, once, if they have an account."""
    if player.user is not None and player.user.is_active:
        text = Text("{fixture}, {day} at {time}: can you play?", **date_params(fixture))
        queue_notice(
            fixture.league, [player.user], NoticeKind.CAN_YOU_PLAY, f"{start_key(fixture)}:can-play", text=text,
            now=now, fixture=fixture, stale_at=fixture.starts_at, again=True,
        )  # fmt: skip
