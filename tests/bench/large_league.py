"""A league of more than a hundred thousand games over eleven seasons, in which everything has happened that can."""

import datetime as dt
import hashlib
import io
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Any

from django.db import transaction
from PIL import Image

from league.enums import (
    ConductState,
    DisputeState,
    DisputeSubject,
    EvidenceKind,
    FixtureState,
    JournalKind,
    NoticeKind,
    NoticeState,
    Outcome,
    PostponementState,
    ResultKind,
    ResultState,
    RoleKind,
    Settlement,
)
from league.models import (
    Adjustment,
    Appeal,
    Blackout,
    Call,
    ConductCase,
    Dispute,
    Division,
    Entry,
    Evidence,
    Fixture,
    Invitation,
    League,
    MailSettings,
    Notice,
    Offer,
    Photograph,
    Player,
    Postponement,
    Preference,
    Registration,
    Result,
    Role,
    Round,
    Ruling,
    Season,
    SheetDraft,
    Team,
    Timetable,
    User,
    Venue,
    VenueClosure,
    Week,
)
from league.queries.mail.letters import start_key
from league.rules.formats import parse_format
from league.rules.match_terms import MatchTerms
from league.rules.sheets import AWAY, HOME, GameScore, MatchSheet, ResultSheet
from league.services.fixtures import stored_format, use_format
from league.services.journal import record
from league.services.results import store
from league.services.results.store import store_matches

SEASONS, DIVISIONS, TEAMS, SQUAD = 11, 4, 10, 16
FORMAT = "D D D D D S S S S"
FIRST = dt.date(2015, 9, 14)


@dataclass
class Large:
    """A large league under construction: its people, and its teams' captains, venues and squads."""

    league: League
    random: random.Random
    secretary: User
    referee: User
    divisions: int
    teams: list[Team] = field(default_factory=list)
    venues: list[Venue] = field(default_factory=list)
    captains: dict[int, User] = field(default_factory=dict)
    squads: dict[int, list[Player]] = field(default_factory=dict)
    decided: list[Callable[[], Any]] = field(default_factory=list)


def build(seasons: int = SEASONS, divisions: int = DIVISIONS, slug: str = "long") -> League:
    """Make the league (about a minute); each season has 2,391 games a division."""
    league = League.objects.create(name=f"The {slug.title()} League", slug=slug)
    people = User.objects.bulk_create(
        [User(email=f"{role}@{slug}.example", name=role.title()) for role in ("secretary", "referee")]
    )
    large = Large(league, random.Random(7), *people, divisions)
    _clubs(large)
    for number in range(seasons):
        _season(large, number)
        _journal(large)
    return league


@transaction.atomic
def _journal(large: Large) -> None:
    """The season's entries, when everything else of it is written: the end of the chain is the last lock."""
    for write in large.decided:
        write()
    large.decided.clear()


def _clubs(large: Large) -> None:
    league, count = large.league, large.divisions * TEAMS
    large.venues = Venue.objects.bulk_create(
        [Venue(league=league, name=f"Venue {n}", address=f"{n} High St", boards=1 + n % 3) for n in range(count)]
    )
    VenueClosure.objects.bulk_create([VenueClosure(venue=venue, date=FIRST) for venue in large.venues])
    large.teams = Team.objects.bulk_create([Team(league=league, name=f"Team {n}", slug=f"t{n}") for n in range(count)])
    captains = User.objects.bulk_create(
        [User(email=f"captain{n}@{league.slug}.example", name=f"Käpt’n {n}") for n in range(count)]
    )
    for team, captain in zip(large.teams, captains, strict=True):
        large.captains[team.pk] = captain
        squad = [
            Player(league=league, name=f"{team} – Zoë {n}", user=None if n else captain, phone=f"01234 {n}")
            for n in range(SQUAD)
        ]
        large.squads[team.pk] = Player.objects.bulk_create(squad)
    _roles(large)


def _roles(large: Large) -> None:
    roles = [
        Role(user=user, league=large.league, kind=RoleKind.CAPTAIN, team_id=team, starts_on=FIRST)
        for team, user in large.captains.items()
    ]
    roles.append(Role(user=large.secretary, league=large.league, kind=RoleKind.SECRETARY, starts_on=FIRST))
    roles.append(Role(user=large.referee, league=large.league, kind=RoleKind.REFEREE, starts_on=FIRST))
    Role.objects.bulk_create(roles)
    now = _at_half_past(FIRST)
    Preference.objects.bulk_create(
        [Preference(user=user, kind=NoticeKind.RULING_MADE, delivery="digest") for user in large.captains.values()]
    )
    MailSettings.objects.create(user=large.referee, quiet_from=dt.time(22), quiet_until=dt.time(7))
    for team, user in list(large.captains.items())[:20]:
        Invitation.objects.create(
            user=user, email=user.email, accepted_at=now, league=large.league, kind=RoleKind.VICE_CAPTAIN,
            team_id=team, player=large.squads[team][1],
            invited_by=large.secretary, invited_at=now, expires_at=now + dt.timedelta(days=14),
        )  # fmt: skip


def _at_half_past(day: dt.date, hour: int = 19) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(hour, 30, 0, 123456), tzinfo=dt.UTC)


def _season(large: Large, number: int) -> None:
    with transaction.atomic():
        season, divisions = _divisions(large, number)
        # A format that is new to the league is made under the journal’s lock, and fixtures are locked before that.
        stored_format(divisions[0], now=_at_half_past(season.first_week))
    with transaction.atomic():
        weeks = _weeks(season)
        for place, division in enumerate(divisions):
            teams = large.teams[place * TEAMS : (place + 1) * TEAMS]
            _enter(large, season, division, teams)
            _play(large, division, [*_fixtures(large, division, teams, weeks)])


def _divisions(large: Large, number: int) -> tuple[Season, list[Division]]:
    first = FIRST + dt.timedelta(weeks=52 * number)
    season = Season.objects.create(
        league=large.league,
        name=f"Season {number}",
        slug=f"s{number}",
        first_week=first,
        published_at=_at_half_past(first),
    )
    Timetable.objects.create(
        season=season,
        brief={"rounds": 2},
        made={"timetable": []},
        asked_by=large.secretary,
        asked_at=_at_half_past(first),
    )
    large.random.shuffle(large.teams)
    divisions = [
        Division(season=season, name=f"Division {place}", slug=f"d{place}", order=place, fixture_format=FORMAT)
        for place in range(large.divisions)
    ]
    return season, Division.objects.bulk_create(divisions)


def _weeks(season: Season) -> list[Week]:
    weeks = []
    for half in (1, 2):
        of_half = Round.objects.create(season=season, number=half)
        for turn in range(TEAMS - 1):
            monday = season.first_week + dt.timedelta(weeks=len(weeks))
            weeks.append(Week(season=season, round=of_half, number=turn + 1, starts_on=monday))
    return Week.objects.bulk_create(weeks)


def _enter(large: Large, season: Season, division: Division, teams: list[Team]) -> None:
    entries = Entry.objects.bulk_create(
        [
            Entry(
                season=season, division=division, team=team, venue=venue, home_night=n % 5, start_time=dt.time(20)
            )
            for n, (team, venue) in enumerate(zip(teams, large.venues, strict=False))
        ]
    )  # fmt: skip
    Blackout.objects.bulk_create([Blackout(entry=entry, date=season.first_week) for entry in entries])
    Registration.objects.bulk_create(
        [
            Registration(season=season, team=team, player=player, starts_on=season.first_week)
            for team in teams
            for player in large.squads[team.pk]
        ]
    )
    now = _at_half_past(season.first_week)
    taken = Adjustment.objects.create(
        entry=entries[0], points=Decimal("-2.5"), reason="A late card.", date=season.first_week, made_at=now
    )
    Adjustment.objects.create(
        entry=entries[0], points=Decimal("2.5"), reason="It was in time.", date=season.first_week, made_at=now,
        takes_back=taken,
    )  # fmt: skip


def _fixtures(large: Large, division: Division, teams: list[Team], weeks: list[Week]) -> Iterator[Fixture]:
    """Everybody meets everybody twice, by the circle."""
    made = []
    for place, week in enumerate(weeks):
        turn = place % (TEAMS - 1)
        around = [teams[0], *teams[1 + turn :], *teams[1 : 1 + turn]]
        for home, away in zip(around[: TEAMS // 2], reversed(around[TEAMS // 2 :]), strict=True):
            home, away = (home, away) if place < TEAMS - 1 else (away, home)
            at = _at_half_past(week.starts_on + dt.timedelta(days=large.random.randrange(5)))
            made.append(
                Fixture(
                    division=division, week=week, home=home, away=away, venue=large.random.choice(large.venues),
                    starts_at=at, original_starts_at=at,
                )
            )  # fmt: skip
    yield from Fixture.objects.bulk_create(made)


def _sheet(large: Large, fixture: Fixture) -> ResultSheet:
    terms, _ = parse_format(FORMAT)
    waiting = {
        side: large.random.sample([p.pk for p in large.squads[team]], SQUAD)
        for side, team in ((HOME, fixture.home_id), (AWAY, fixture.away_id))
    }

    def game() -> GameScore:
        lost = large.random.randrange(60, 121)
        if large.random.random() < 0.01:
            return GameScore(awarded=large.random.choice((HOME, AWAY)))
        return GameScore(121, lost) if large.random.random() < 0.52 else GameScore(lost, 121)

    def match(number: int, due: MatchTerms) -> MatchSheet:
        home, away = (tuple(waiting[side].pop() for _ in range(due.players)) for side in (HOME, AWAY))
        return MatchSheet(number, due.kind, home, away, (game(), game(), game()))

    return ResultSheet(tuple(match(number, due) for number, due in enumerate(terms.matches, start=1)))


def _play(large: Large, division: Division, fixtures: list[Fixture]) -> None:
    """Most fixtures are played and confirmed; every kind and state of a result is among the others."""
    results: list[tuple[Result, ResultSheet]] = []
    for number, fixture in enumerate(fixtures):
        results.extend(_results(large, fixture, number))
    stored = Result.objects.bulk_create([result for result, _ in results])
    pairs = [(result, sheet) for result, (_, sheet) in zip(stored, results, strict=True) if sheet.matches]
    for start in range(0, len(pairs), 200):
        store_matches(pairs[start : start + 200])
    of = {result.fixture_id: result for result in stored}
    for number, fixture in enumerate(fixtures):
        _around(large, fixture, of.get(fixture.pk), number)


NO_MATCHES = ResultSheet(())


def _results(large: Large, fixture: Fixture, number: int) -> Iterator[tuple[Result, ResultSheet]]:
    """The versions of a fixture's sheet; what they are goes by its number in the division."""
    now = fixture.starts_at + dt.timedelta(hours=3)
    sent = {"fixture": fixture, "submitted_at": now, "submitted_by": large.captains[fixture.home_id], "side": HOME}
    sent["format"] = use_format(fixture, now=now)
    settled = {"settled_at": now, "settlement": Settlement.OTHER_SIDE, "settled_by": large.captains[fixture.away_id]}
    sheet = _sheet(large, fixture)
    confirmed = {**sent, **settled, "state": ResultState.CONFIRMED}
    if number == 0:
        fixture.state = FixtureState.POSTPONED
        fixture.save()
    elif number == 1:
        yield Result(**confirmed, version=1, kind=ResultKind.WALKOVER, home_games=27, away_games=0, home_awarded=27,
                     home_matches=9, note="They did not come."), NO_MATCHES  # fmt: skip
    elif number in (2, 3):
        kind = ResultKind.NOBODY if number == 2 else ResultKind.VOID
        yield Result(**confirmed, version=1, kind=kind, home_games=0, away_games=0), NO_MATCHES
    elif number == 4:
        part = ResultSheet(sheet.matches[:5])
        yield (
            Result(**confirmed, version=1, kind=ResultKind.ABANDONED, note="Fire.", **store.totals(fixture, part)),
            part,
        )
    elif number == 5:
        yield Result(**sent, version=1, confirm_by=now, **store.totals(fixture, sheet)), sheet
    elif number == 6:
        other = _sheet(large, fixture)
        yield Result(**sent, version=1, state=ResultState.DISPUTED, **store.totals(fixture, sheet)), sheet
        yield Result(**{**sent, "side": AWAY}, version=2, state=ResultState.COUNTER, live=False,
                     **store.totals(fixture, other)), other  # fmt: skip
    elif number == 7:
        for version, state in ((1, ResultState.SUPERSEDED), (2, ResultState.CONFIRMED), (3, ResultState.PROPOSED)):
            live = state == ResultState.CONFIRMED
            said = {**confirmed, **store.totals(fixture, sheet), "state": state, "live": live, "version": version}
            breaches = [] if live else [_breach(large, fixture)]
            yield Result(**said, reason="A slip of the pen.", breaches=breaches), sheet
    else:
        yield Result(**confirmed, version=1, **store.totals(fixture, sheet)), sheet


def _breach(large: Large, fixture: Fixture) -> dict[str, Any]:
    player = large.squads[fixture.home_id][0].pk
    return {"code": "too-soon", "player": player, "message": "{player}", "field": "m1-home-1", "where": "match 1"}


def _around(large: Large, fixture: Fixture, result: Result | None, number: int) -> None:
    """Add what surrounds a fixture: always journal entries and notices, and for some a great deal more."""
    now = fixture.starts_at + dt.timedelta(hours=3)
    captain, other = large.captains[fixture.home_id], large.captains[fixture.away_id]
    version = result.version if result else 0
    write = partial(
        record, large.league, JournalKind.RESULT_CONFIRMED, f"{fixture.pk}:{version}", by=other, now=now,
        fixture=fixture, what=f"confirmed {fixture}", why="Ünd so weiter", data={"version": version, "of": ["é", 1]},
        team=fixture.home, player=large.squads[fixture.home_id][0],
    )  # fmt: skip
    large.decided.append(write)
    about = {"league": large.league, "fixture": fixture, "created_at": now, "send_at": now, "text": f"{fixture}."}
    Notice.objects.bulk_create(
        [
            Notice(**about, recipient=captain, kind=NoticeKind.RESULT_TO_CONFIRM, key=f"{fixture.pk}:{version}",
                   state=NoticeState.SENT, sent_at=now),
            Notice(**about, recipient=other, kind=NoticeKind.FIXTURE_REMINDER, key=f"{start_key(fixture)}:7"),
            Notice(**about, recipient=large.secretary, kind=NoticeKind.POINTS_ADJUSTED, key=f"unheard-of:{fixture.pk}"),
        ]
    )  # fmt: skip
    if number == 0:
        _postponed(large, fixture, now)
    if number == 6 and result is not None:
        _disputed(large, fixture, now)
    if number == 7:
        _call(large, fixture, now)
    if number == 8:
        typed = {"m1-home-1": str(large.squads[fixture.home_id][0].pk), "m1-g1-winner": "home"}
        SheetDraft.objects.create(fixture=fixture, user=captain, sheet=typed, updated_at=now)


def _postponed(large: Large, fixture: Fixture, now: dt.datetime) -> None:
    asked = Postponement.objects.create(
        fixture=fixture, side=HOME, reason="Flu.", state=PostponementState.OWED, requested_at=now,
        requested_by=large.captains[fixture.home_id],
    )  # fmt: skip
    Offer.objects.bulk_create(
        [
            Offer(postponement=asked, number=n, side=HOME, made_at=now, slots=[now.isoformat()] * n, note="ok")
            for n in (1, 2, 3)
        ]
    )


def _disputed(large: Large, fixture: Fixture, now: dt.datetime) -> None:
    first, counter = Result.objects.filter(fixture=fixture).order_by("version")
    dispute = Dispute.objects.create(
        fixture=fixture, subject=DisputeSubject.SHEET, result=first, counter_result=counter, side=AWAY,
        reason="Not so.", state=DisputeState.SETTLED, opened_at=now, opened_by=large.captains[fixture.away_id],
        assigned_to=large.referee, assigned_at=now,
    )  # fmt: skip
    Evidence.objects.create(dispute=dispute, kind=EvidenceKind.TEXT, side=HOME, text="It was so.", added_at=now)
    photo = Evidence.objects.create(dispute=dispute, kind=EvidenceKind.PHOTO, side=AWAY, added_at=now)
    content = _photograph(large.random)
    Photograph.objects.create(
        evidence=photo, content=content, sha256=hashlib.sha256(content).hexdigest(), width=640, height=480
    )
    ruling = Ruling.objects.create(
        dispute=dispute, referee=large.referee, decided_at=now, outcome=Outcome.STANDS, reason="It stands.",
        before=first,
    )  # fmt: skip
    Appeal.objects.create(ruling=ruling, side=AWAY, reason="It does not.", opened_at=now)


def _photograph(chance: random.Random) -> bytes:
    """Return a JPEG of about 200 kB: what is taken in must be a picture, and noise doesn't compress."""
    content = io.BytesIO()
    Image.frombytes("RGB", (640, 480), chance.randbytes(640 * 480 * 3)).save(content, "JPEG", quality=50)
    return content.getvalue()


def _call(large: Large, fixture: Fixture, now: dt.datetime) -> None:
    call = Call.objects.create(
        fixture=fixture, match_number=1, game_number=1, counter=HOME, cards="AC 7D 8H 3S", starter="7C", declared=6,
        claimed=8, recorded_by=large.referee, recorded_at=now, counter_player=large.squads[fixture.home_id][0],
    )  # fmt: skip
    Ruling.objects.create(call=call, decided_at=now, ruleset="league", verdict={"points": 8}, referee=large.referee)
    case = ConductCase.objects.create(
        fixture=fixture, match_number=1, game_number=1, side=HOME, overcalls=3, threshold=3,
        player=large.squads[fixture.home_id][0], state=ConductState.AWARDED, proposed_at=now,
    )  # fmt: skip
    Ruling.objects.create(case=case, decided_at=now, awarded_to=AWAY, reason="Persistent.", rule="R43")
