"""The demo league: a large league in the middle of its season, whose Division 4 plays tonight, whatever day that is."""

import datetime as dt
import random
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction

from league.enums import Night, RoleKind
from league.errors import NotAllowed
from league.models import Entry, Fixture, League, Player, Registration, Result, Role, Team, User
from league.queries.results import versions
from league.queries.results.sheets import sheet_of, squad_names
from league.rules import formats
from league.rules.calendar import monday_of
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.calls.rule import rule
from league.services.money.charges import NewCharge, charge
from league.services.money.payments import pay
from league.services.portability.imports import HEADINGS, import_season
from league.services.results import confirm, decide, submit
from league.services.standings.adjustments import adjust_points
from league.translation import N_

FOLDER = Path(__file__).resolve().parents[2] / "demo"
NAME, SLUG, ZONE = "Marlbury Cribbage League", "marlbury", "Europe/London"
PASSWORD = "cribbage-night"  # noqa: S105 - printed beside the address: everybody is meant to know it
WEEK_8 = dt.date(2026, 11, 2)
EVENING = dt.time(20)
NIGHTS = tuple(label for _, label in Night.choices)
A_NIGHT = re.compile(rf"(?<=,)({'|'.join(NIGHTS)})(?=,)")
DATE = re.compile(r"\b(\d{4}-\d{2}-\d{2})\b")


@dataclass(frozen=True, slots=True)
class SignIn:
    """An account of the demo: its role, its address, and what to try with it."""

    role: str
    email: str
    what: str


@dataclass(frozen=True, slots=True)
class Demo:
    """The demo as it stands.

    Attributes:
        fresh: whether it was loaded just now.
        evening: the fixture whose result waits to be entered, if it still does.
    """

    league: League
    fresh: bool
    sign_ins: tuple[SignIn, ...]
    evening: Fixture | None


SIGN_INS = (
    SignIn("captain", "captain@demo.example", "enter tonight's result under My fixtures"),
    SignIn("other captain", "other-captain@demo.example", "confirm it, or dispute it"),
    SignIn("referee", "referee@demo.example", "rule on a call, settle a dispute"),
    SignIn("secretary", "secretary@demo.example", "see what is late, load a season"),
    SignIn("player", "player@demo.example", "read"),
    SignIn("administrator", "admin@demo.example", "everything else, at /admin/"),
)


def load_demo(*, now: dt.datetime, progress: Callable[[str], None] | None = None) -> Demo:
    """Load the demo league unless it is there already; then nothing is touched.

    The calendar is moved by whole weeks, so that `now` falls in week 8 of the first round, and Division 4's Monday
    changes places with the night of today: its fixtures of that week are played tonight and have begun.

    Raises:
        NotAllowed: this is no installation for trying things out: everybody knows the passwords of the demo.
    """
    if not settings.DEMO_ALLOWED:
        message = N_(
            "The demo league is not loaded here: everybody knows its passwords, and one of its accounts is an "
            "administrator. Use `make run` on a machine of your own."
        )
        raise NotAllowed(message)
    league = League.objects.filter(slug=SLUG).first()
    if league is not None:
        return Demo(league, False, SIGN_INS, _evening(league))
    with transaction.atomic():
        league = League.objects.create(name=NAME, slug=SLUG, time_zone=ZONE)
        today = now.astimezone(league.tz).date()
        for folder in (FOLDER, FOLDER / "later"):
            import_season(moved(folder, today), league, by=None, now=now, progress=progress)
        _begin(league, now)
        _people(league, now)
        _week_8(league, now)
        _rulings(league, now)
        _decided(league, now)
        _charged(league, now)
    return Demo(league, True, SIGN_INS, _evening(league))


def shift_of(today: dt.date) -> int:
    """Return by how many weeks the demo's calendar is moved: week 8 is the one that holds this day."""
    return (monday_of(today) - WEEK_8).days // 7


def moved(folder: Path, today: dt.date) -> dict[str, bytes]:
    """Return the spreadsheets of a folder as if their week 8 were this week, and the season named after its years.

    Monday and the night of today change places, in dates and in words; the season itself goes on beginning on a Monday.
    """
    shift, nights = dt.timedelta(weeks=shift_of(today)), {NIGHTS[0]: NIGHTS[today.weekday()]}
    nights |= {new: old for old, new in nights.items()}

    def later(found: re.Match[str]) -> str:
        return (dt.date.fromisoformat(found[1]) + shift).isoformat()

    def swapped(found: re.Match[str]) -> str:
        day = dt.date.fromisoformat(found[1]) + shift
        turned = {0: today.weekday(), today.weekday(): 0}.get(day.weekday(), day.weekday())
        return (monday_of(day) + dt.timedelta(days=turned)).isoformat()

    files = {}
    for name in HEADINGS:
        path = folder / name
        if path.is_file():
            text = path.read_text(encoding="utf-8-sig")
            text = _renamed(DATE.sub(later, text)) if name == "season.csv" else DATE.sub(swapped, text)
            if name == "teams.csv":
                text = A_NIGHT.sub(lambda found: nights.get(found[1], found[1]), text)
            files[name] = text.encode()
    return files


def _begin(league: League, now: dt.datetime) -> None:
    """Let tonight's fixtures begin at eight, or at the last full hour if it is earlier: they can be entered."""
    here = now.astimezone(league.tz)
    begun = min(here.replace(minute=0, second=0, microsecond=0), dt.datetime.combine(here, EVENING, tzinfo=league.tz))
    for fixture in _started(league):
        fixture.starts_at = fixture.original_starts_at = begun
        fixture.save(update_fields=["starts_at", "original_starts_at"])


def _renamed(season: str) -> str:
    headings, _, row = season.partition("\n")
    first = DATE.search(row)
    year = int(first[1][:4]) if first else WEEK_8.year
    return f"{headings}\n{year}-{(year + 1) % 100:02}{row[row.index(',') :]}"


def _account(email: str, name: str, **fields: bool) -> User:
    user = User.objects.create_user(email, PASSWORD, name=name, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def _people(league: League, now: dt.datetime) -> None:
    """One account of each role. The two captains are those of the evening's fixture."""
    since = now.astimezone(league.tz).date() - dt.timedelta(days=100)
    secretary = _account("secretary@demo.example", "Winifred Marsh")
    Role.objects.create(user=secretary, league=league, kind=RoleKind.SECRETARY, starts_on=since)
    referee = _account("referee@demo.example", "Arthur Penfold")
    Role.objects.create(user=referee, league=league, kind=RoleKind.REFEREE, starts_on=since)
    _account("admin@demo.example", "Ada Admin", is_staff=True, is_superuser=True)
    evening = _started(league)[0]
    _renamed_captain(evening.home, "captain@demo.example")
    _renamed_captain(evening.away, "other-captain@demo.example")
    registered = Registration.objects.filter(team=evening.home, player__user=None).select_related("player")
    player = registered.order_by("player__name")[0].player
    player.user = _account("player@demo.example", player.name)
    player.save(update_fields=["user"])
    Role.objects.create(user=player.user, league=league, kind=RoleKind.PLAYER, team=evening.home, starts_on=since)


def _renamed_captain(team: Team, email: str) -> None:
    user = Role.objects.select_related("user").get(team=team, kind=RoleKind.CAPTAIN).user
    Player.objects.filter(user=user).update(email=email)
    user.email = email
    user.set_password(PASSWORD)
    user.save(update_fields=["email", "password"])
    EmailAddress.objects.filter(user=user).update(email=email, verified=True)


def _started(league: League, week: int = 8) -> list[Fixture]:
    """Return Division 4's fixtures of a week of round 1; those of week 8 are played tonight and have begun."""
    found = Fixture.objects.filter(
        division__season__league=league, division__name="Division 4", week__number=week, week__round__number=1
    )
    return list(found.select_related("division__season__league", "home", "away").order_by("pk"))


def _evening(league: League) -> Fixture | None:
    fixtures = _started(league)
    if not fixtures or versions.live_result(fixtures[0]) is not None:
        return None
    return fixtures[0]


def _week_8(league: League, now: dt.datetime) -> None:
    """Fill the evening: one result agreed, one waiting, one disputed, two not entered yet."""
    chance = random.Random(29)  # noqa: S311 - invented scores, not secrets
    _, _, waiting, disputed, agreed = _started(league)
    for fixture in (waiting, disputed, agreed):
        submit.submit(fixture, _sheet(fixture, chance), by=_captain(fixture.home), now=now)
    confirm.confirm(agreed, 1, by=_captain(agreed.away), now=now)
    live = versions.live_result(disputed)
    theirs = sheet_of(live) if live else _sheet(disputed, chance)
    confirm.dispute(
        disputed,
        1,
        reason="The last game of match 3 went the other way: our card says so.",
        sheet=_with_game(theirs, match=3, game=3, score=GameScore(117, 121)),
        by=_captain(disputed.away),
        now=now,
    )


CALLS = (
    (1, 2, "AC 7D 8H 3S", "7C", False, 6, 8, "The challenger counted right and takes the two missed."),
    (6, 1, "5H 5C 5S JD", "5D", False, 28, 29, "Twenty-nine, and they did not see their own nob."),
    (7, 3, "4H 5H 6H 6C", "KS", True, 16, None, ""),
)


def _rulings(league: League, now: dt.datetime) -> None:
    """Three calls that the referee ruled on in the fixture whose result was agreed."""
    fixture = _started(league)[-1]
    referee = User.objects.get(email="referee@demo.example")
    for match, game, cards, starter, crib, declared, claimed, reason in CALLS:
        rule(
            fixture,
            match_number=match,
            game_number=game,
            counter="home",
            cards=cards,
            starter=starter,
            crib=crib,
            declared=declared,
            claimed=claimed,
            takes=True,
            reason=reason,
            by=referee,
            now=now,
        )


def _decided(league: League, now: dt.datetime) -> None:
    """What the secretary decided in Division 4: a fixture abandoned, a walkover, a point taken for a late card."""
    secretary = User.objects.get(email="secretary@demo.example")
    broken, given = _started(league, 7)[0], _started(league, 6)[1]
    sheet = sheet_of(Result.objects.get(fixture=broken, live=True))
    kept = tuple(
        match if match.number < 6 else replace(match, games=(GameScore(),) * len(match.games))
        for match in sheet.matches
    )
    decide.abandon(
        broken, ResultSheet(kept), version=1, reason="The power failed after five matches.", by=secretary, now=now
    )
    reason = "The home side came with four players of another team."
    decide.give_walkover(given, to="away", version=1, reason=reason, by=secretary, now=now)
    entry = Entry.objects.select_related("season__league", "division", "team").get(
        team=given.away, season=given.division.season
    )
    day = now.astimezone(league.tz).date() - dt.timedelta(days=3)
    late = "The score card of week 5 came four days late."
    adjust_points(entry, Decimal(-1), reason=late, date=day, by=secretary, now=now)


def _charged(league: League, now: dt.datetime) -> None:
    """What the secretary charged: every team its entry fee, which the evening's home side has paid, and two fines."""
    secretary = User.objects.get(email="secretary@demo.example")
    evening = _started(league)[0]
    season, today = evening.division.season, now.astimezone(league.tz).date()
    entered = Team.objects.filter(entries__season=season).order_by("name", "pk")
    fee = NewCharge("fee", Decimal(20), "Entry fee for the season", today - dt.timedelta(days=50))
    for made in charge(season, list(entered), [], fee, by=secretary, now=now):
        if made.team == evening.home:
            pay(made, on=today - dt.timedelta(days=40), by=secretary, now=now)
    late = NewCharge("fine", Decimal(5), "The score card of week 5 came four days late", today - dt.timedelta(days=3))
    charge(season, [_started(league, 6)[1].away], [], late, by=secretary, now=now)
    absent = NewCharge("fine", Decimal("2.50"), "Did not turn up in week 7", today - dt.timedelta(days=6))
    player = Player.objects.get(league=league, user__email="player@demo.example")
    charge(season, [], [player], absent, by=secretary, now=now)


def _captain(team: Team) -> User:
    return Role.objects.select_related("user").get(team=team, kind=RoleKind.CAPTAIN).user


def _sheet(fixture: Fixture, chance: random.Random) -> ResultSheet:
    """A likely sheet of a fixture."""
    home, away = squad_names(fixture)
    terms = formats.terms(fixture.division)
    sides = {side: list(squad) for side, squad in (("home", home), ("away", away))}
    for squad in sides.values():
        chance.shuffle(squad)
    matches = []
    for number, due in enumerate(terms.matches, start=1):
        seats = {side: tuple(squad.pop() for _ in range(due.players)) for side, squad in sides.items()}
        games = tuple(_game(chance) for _ in range(due.games))
        matches.append(MatchSheet(number, due.kind, seats["home"], seats["away"], games))
    return ResultSheet(tuple(matches))


def _game(chance: random.Random) -> GameScore:
    loser = chance.randint(78, 120)
    return GameScore(121, loser) if chance.random() < 0.5 else GameScore(loser, 121)


def _with_game(sheet: ResultSheet, *, match: int, game: int, score: GameScore) -> ResultSheet:
    """The sheet with one score changed; the other way round if that is what it says already."""
    found = sheet.matches[match - 1]
    before = found.games[game - 1]
    new = GameScore(121, 117) if before.winner == score.winner else score
    games = tuple(new if number == game else each for number, each in enumerate(found.games, start=1))
    changed = MatchSheet(found.number, found.kind, found.home_players, found.away_players, games)
    return ResultSheet(tuple(changed if each is found else each for each in sheet.matches))
