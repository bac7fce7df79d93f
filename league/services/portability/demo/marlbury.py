"""Marlbury: a large league in the middle of its season, whose Division 4 plays tonight."""

import datetime as dt
import random
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

from league.enums import NewsState, RoleKind, Side, TeamColour
from league.models import Appearance, Division, Entry, Fixture, League, Player, Registration, Result, Role, Team, User
from league.queries.results import versions
from league.queries.results.sheets import sheet_of, squad_names
from league.rules.formats import fixture_terms
from league.rules.rulings import with_game
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.calls.rule import rule
from league.services.honours.high_hands import NewHand, record_high_hand
from league.services.honours.winners import record_final
from league.services.money import NewCharge, charge, pay
from league.services.news import NewPage, NewPost, write_page, write_post, write_report
from league.services.portability.demo.accounts import account, hand_over
from league.services.portability.demo.dates import begun, moved, publish_before
from league.services.portability.imports import import_season
from league.services.results import confirm, decide, submit
from league.services.standings.adjustments import adjust_points

FOLDER = Path(__file__).resolve().parents[3] / "demo"
NAME, SLUG, ZONE = "Marlbury Cribbage League", "marlbury", "Europe/London"


def load_marlbury(now: dt.datetime, progress: Callable[[str], None] | None) -> League:
    """Load the league, in the middle of an evening."""
    league = League.objects.create(name=NAME, slug=SLUG, time_zone=ZONE)
    today = now.astimezone(league.tz).date()
    for folder in (FOLDER, FOLDER / "later"):
        import_season(moved(folder, today), league, by=None, now=now, progress=progress)
    _let_one_up_and_down(league)
    publish_before(league)
    _begin(league, now)
    _people(league, now)
    _coloured(league)
    _week_8(league, now)
    _rulings(league, now)
    _decided(league, now)
    _charged(league, now)
    _honoured(league, now)
    _record_champions(league, now)
    _publish_news(league, now)
    return league


def _let_one_up_and_down(league: League) -> None:
    """Let a team go up from each division, and one down, where there is one above or below it."""
    divisions = list(Division.objects.filter(season__league=league).order_by("order"))
    for place, division in enumerate(divisions):
        division.promoted_teams, division.relegated_teams = int(place > 0), int(place < len(divisions) - 1)
        division.save(update_fields=["promoted_teams", "relegated_teams"])


def _begin(league: League, now: dt.datetime) -> None:
    """Let tonight's fixtures have begun: they can be entered."""
    for fixture in _started(league):
        fixture.starts_at = fixture.original_starts_at = begun(now.astimezone(league.tz))
        fixture.save(update_fields=["starts_at", "original_starts_at"])


def _people(league: League, now: dt.datetime) -> None:
    """One account of each role. The two captains are those of the evening's fixture."""
    since = now.astimezone(league.tz).date() - dt.timedelta(days=100)
    secretary = account("secretary@demo.example", "Winifred Marsh")
    Role.objects.create(user=secretary, league=league, kind=RoleKind.SECRETARY, starts_on=since)
    referee = account("referee@demo.example", "Arthur Penfold")
    Role.objects.create(user=referee, league=league, kind=RoleKind.REFEREE, starts_on=since)
    account("admin@demo.example", "Ada Admin", is_staff=True, is_superuser=True)
    evening = _started(league)[0]
    hand_over(evening.home, "captain@demo.example")
    hand_over(evening.away, "other-captain@demo.example")
    registered = Registration.objects.filter(team=evening.home, player__user=None).select_related("player")
    player = registered.order_by("player__name")[0].player
    player.user = account("player@demo.example", player.name)
    player.save(update_fields=["user"])
    Role.objects.create(user=player.user, league=league, kind=RoleKind.PLAYER, team=evening.home, starts_on=since)


COLOURS = {
    "Bell": TeamColour.YELLOW,
    "Black Horse B": TeamColour.GREY,
    "Bowls Club": TeamColour.GREEN,
    "Cricketers A": TeamColour.BLUE,
    "Crown A": TeamColour.RED,
    "Crown B": TeamColour.RED,
    "Swan": TeamColour.TEAL,
    "Anchor": TeamColour.BLUE,
    "Castle": TeamColour.PURPLE,
    "Ship": TeamColour.ORANGE,
}


def _coloured(league: League) -> None:
    """Give some teams the colour that they had before this evening, and others none."""
    for name, colour in COLOURS.items():
        league.teams.filter(name=name).update(colour=colour)


def _started(league: League, week: int = 8) -> list[Fixture]:
    """Return Division 4's fixtures of a week of round 1; those of week 8 are played tonight and have begun."""
    found = Fixture.objects.filter(
        division__season__league=league, division__name="Division 4", week__number=week, week__round__number=1
    )
    return list(found.select_related("division__season__league", "home", "away").order_by("pk"))


def evening_of(league: League) -> Fixture | None:
    """Return the fixture of tonight that waits to be entered, if it still does."""
    fixtures = _started(league)
    if not fixtures or versions.live_result(fixtures[0]) is not None:
        return None
    return fixtures[0]


def _week_8(league: League, now: dt.datetime) -> None:
    """Fill the evening: one result agreed, one waiting, one disputed, two not entered yet."""
    chance = random.Random(29)  # noqa: S311 - invented scores, not secrets
    _, _, waiting, disputed, agreed = _started(league)
    for fixture in (waiting, disputed, agreed):
        submit.submit(fixture, likely_sheet(fixture, chance), by=captain_of(fixture.home), now=now)
    confirm.confirm(agreed, 1, by=captain_of(agreed.away), now=now)
    live = versions.live_result(disputed)
    theirs = sheet_of(live) if live else likely_sheet(disputed, chance)
    confirm.dispute(
        disputed,
        1,
        reason="The last game of match 3 went the other way: our card says so.",
        sheet=_with_game(theirs, match=3, game=3, score=GameScore(117, 121)),
        by=captain_of(disputed.away),
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
        broken, replace(sheet, matches=kept), version=1, reason="The power failed after five matches.",
        by=secretary, now=now,
    )  # fmt: skip
    reason = "The home side came with four players of another team."
    decide.give_walkover(given, to="away", version=1, reason=reason, by=secretary, now=now)
    entry = Entry.objects.select_related("season__league", "division", "team").get(
        team=given.away, season=given.division.season
    )
    day = now.astimezone(league.tz).date() - dt.timedelta(days=3)
    late = "The score card of week 5 came four days late."
    adjust_points(entry, Decimal(-1), reason=late, date=day, by=secretary, now=now)


# The week of a high hand, its cards and starter; or, where nobody wrote them down, what it was worth.
HIGH_HANDS = (
    (3, "5C 5H 5S JD", "5D", None),
    (2, "5C 5D 5H 5S", "KC", None),
    (5, "4C 4D 5H 6S", "6C", None),
    (4, "", "", 24),
)


def _honoured(league: League, now: dt.datetime) -> None:
    """Record the high hands of the season so far: a 29, a 28 and two 24s, one of them without its cards."""
    secretary = User.objects.get(email="secretary@demo.example")
    for week, cards, starter, points in HIGH_HANDS:
        fixture = _started(league, week)[0]
        seat = Appearance.objects.filter(result__fixture=fixture, result__live=True).order_by("pk").first()
        if seat is not None:
            new = NewHand(seat.player_id, cards, starter, points=points)
            record_high_hand(fixture, new, by=secretary, now=now)


# The year, the competition, who won it and who came second.
CHAMPIONS = (
    ("2019–20", "Division 1", "Crown A", "Swan"),
    ("2021–22", "Division 1", "Swan", "Crown A"),
    ("2022–23", "Division 1", "Crown A", "Black Horse A"),
    ("2019–20", "Pairs Knock-out", "Vera Lovell & Stan Hoad", "Ivy and Norman Crisp"),
    ("2021–22", "Pairs Knock-out", "Ivy and Norman Crisp", ""),
    ("1974", "Marlbury Cup", "Railway Tavern", "Bell"),
)


def _record_champions(league: League, now: dt.datetime) -> None:
    secretary = User.objects.get(email="secretary@demo.example")
    for year, competition, first, second in CHAMPIONS:
        record_final(
            league, competition=competition, year=year, winner=first, runner_up=second, by=secretary, now=now
        )  # fmt: skip


LAST_WEEK = """A night that nobody who was there will forget, and not only for the sandwiches.

We were two down at the break. Then **three whitewashes in a row**, and the last pair pegged out with the board \
level at 120. Thanks to our hosts for the supper, and for the loan of a pack when ours was found to have five jacks.
"""


def _publish_news(league: League, now: dt.datetime) -> None:
    """Publish two posts, one of them pinned, a page of contacts, and a captain's report of last week's match."""
    secretary = User.objects.get(email="secretary@demo.example")
    for title, text, pinned, days in POSTS:
        new = NewPost(title, text, NewsState.PUBLISHED, pinned)
        write_post(league, new, by=secretary, now=now - dt.timedelta(days=days))
    contacts = NewPage("contacts", "Contacts", CONTACTS, 1, NewsState.PUBLISHED)
    write_page(league, contacts, by=secretary, now=now - dt.timedelta(days=40))
    fixture = _started(league, 7)[1]
    write_report(fixture, Side.HOME, LAST_WEEK, seen=0, by=captain_of(fixture.home), now=now)


POSTS = (
    (
        "Supper night and the pairs knock-out",
        """The annual supper is at the end of the season, and with it the **pairs knock-out**.

## How to enter

- Give your captain both names.
- Pay on the night.
- Bring a board if you have one to spare.

Questions? [Write to the secretary](mailto:secretary@demo.example).
""",
        False,
        9,
    ),
    (
        "Cards by Thursday, please",
        """The sheet goes in **within two days** of the match. It takes a few taps on a phone, and the other captain \
confirms it there and then.

If your fixture can't be played, ask for another date *before* the evening.
""",
        True,
        2,
    ),
)
CONTACTS = """## Officers

**Secretary:** Winifred Marsh, [secretary@demo.example](mailto:secretary@demo.example)
**Referee:** Arthur Penfold

## New teams

New teams are welcome each summer. Write to the secretary by the end of July.
"""


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


def captain_of(team: Team) -> User:
    return Role.objects.select_related("user").get(team=team, kind=RoleKind.CAPTAIN).user


def likely_sheet(fixture: Fixture, chance: random.Random) -> ResultSheet:
    """A likely sheet of a fixture."""
    home, away = squad_names(fixture)
    terms = fixture_terms(fixture)
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
    before = sheet.matches[match - 1].games[game - 1]
    return with_game(sheet, match, game, GameScore(121, 117) if before.winner == score.winner else score)
