"""Lincoln: a player need not be registered; a team that withdraws is void before half-way, and after it only for then.

Each night two singles and a pair are played, three games of each, a point a game. Nobody is registered: the captain
writes down who came.
"""

import datetime as dt

import pytest

from league.enums import FixtureState, Registering, WithdrawalPolicy
from league.errors import Invalid
from league.models import Appearance, Entry, Fixture, Player, Registration, Result
from league.queries.fixtures import matches_of
from league.queries.people.namesakes import new_players
from league.queries.people.people import squads
from league.queries.teams import player_season
from league.rules.sheets import AWAY, HOME, GameScore, MatchSheet, ResultSheet, TypedName
from league.services.results.confirm import confirm
from league.services.results.submit import submit
from league.services.seasons.withdrawals import withdraw_team
from tests.factories import Town
from tests.leagues.nights import league_of, table

pytestmark = pytest.mark.django_db

CAME = {
    "Anchor": ("Ann Lee", "Bob Ash", "Cat Orme", "Des Hall"),
    "Bell": ("Eve Marsh", "Fred Nunn", "Gus Rook", "Hal Spry"),
    "Castle": ("Ian Frost", "Jo Vane", "Kit Lamb", "Liz Wren"),
    "Duke of York": ("Mo Deane", "Ned Pike", "Ola Strand", "Pat Quill"),
}
# The games that the home side won of each night's nine.
NIGHTS = {
    ("Anchor", "Bell"): 6,
    ("Castle", "Duke of York"): 5,
    ("Bell", "Castle"): 7,
    ("Duke of York", "Anchor"): 3,
    ("Anchor", "Castle"): 4,
    ("Bell", "Duke of York"): 8,
}


@pytest.fixture
def lincoln() -> Town:
    made = league_of("S S D", players=0)
    made.season.registration = Registering.OPEN
    made.season.withdrawal_policy = WithdrawalPolicy.VOID_BEFORE_HALF
    made.season.save()
    return made


def night(home: tuple[str, ...], away: tuple[str, ...], won: int, **said: int) -> ResultSheet:
    """The sheet of a night with everybody's name written: of the nine games the first `won` are the home side's.

    Args:
        said: by first name, who is meant by it.
    """
    games = [GameScore(121, 90) if number < won else GameScore(90, 121) for number in range(9)]
    shapes = ((1, "singles", (0,)), (2, "singles", (1,)), (3, "doubles", (2, 3)))
    matches, typed = [], []
    for number, kind, places in shapes:
        nobody = (None,) * len(places)
        matches.append(MatchSheet(number, kind, nobody, nobody, tuple(games[number * 3 - 3 : number * 3])))
        for side, names in ((HOME, home), (AWAY, away)):
            typed += [
                TypedName(number, side, seat, names[place], said.get(names[place].split()[0]))
                for seat, place in enumerate(places, start=1)
            ]
    return ResultSheet(tuple(matches), tuple(typed))


def play(town: Town, home: str, away: str, now: dt.datetime) -> Result:
    sheet = night(CAME[home], CAME[away], NIGHTS[home, away])
    sent = submit(town.fixture(home, away), sheet, by=town.captains[home], now=now)
    return confirm(town.fixture(home, away), sent.version, by=town.captains[away], now=now)


def leave(town: Town, team: str, now: dt.datetime) -> None:
    entry = Entry.objects.select_related("season__league", "division__season", "team").get(team=town.teams[team])
    withdraw_team(entry, reason="Too few players.", by=town.secretary, now=now)


def test_a_season_is_played_by_people_whom_nobody_registered(lincoln: Town, now: dt.datetime) -> None:
    for home, away in NIGHTS:
        play(lincoln, home, away, now)
    # Four people came of each team on each of its three nights, and sixteen players they are.
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(n for names in CAME.values() for n in names)
    assert (Registration.objects.count(), Appearance.objects.filter(guest=True).count()) == (0, 0)
    assert {result.breaches == [] for result in Result.objects.all()} == {True}
    assert table(lincoln) == {
        # Games for and against, fixtures won, points: Anchor 6 + 6 + 4, Bell 3 + 7 + 8 and so on.
        "Bell": (18, 9, 2, 18),
        "Anchor": (16, 11, 2, 16),
        "Castle": (12, 15, 2, 12),
        "Duke of York": (8, 19, 0, 8),
    }
    ann = Player.objects.get(name="Ann Lee")
    record = player_season(ann, lincoln.season).total
    # At home she won all three of match 1 twice; at the Duke of York the home side won its first three games.
    assert (record.matches, record.won, record.lost) == (3, 6, 3)


def test_who_has_played_is_in_the_list_the_next_time(lincoln: Town, now: dt.datetime) -> None:
    play(lincoln, "Anchor", "Bell", now)
    home, away = squads(lincoln.fixture("Duke of York", "Anchor"))
    assert ([p.name for p in home], [p.name for p in away]) == ([], list(CAME["Anchor"]))
    found = new_players(lincoln.league, since=now - dt.timedelta(weeks=8))
    assert {(one.player.name, one.team.name) for one in found} == {
        (name, team) for team in ("Anchor", "Bell") for name in CAME[team]
    }


def test_the_other_captain_sees_who_is_new(lincoln: Town, now: dt.datetime) -> None:
    play(lincoln, "Anchor", "Bell", now)
    sheet = night(CAME["Duke of York"], ("ann lee", "Bob  ASH", "Cat Orme", "Zoë Ford"), 3)
    sent = submit(lincoln.fixture("Duke of York", "Anchor"), sheet, by=lincoln.captains["Anchor"], now=now)
    sent.fixture = lincoln.fixture("Duke of York", "Anchor")
    new = {player.name for line in matches_of(sent) for player in line.away_players if player.pk in line.newcomers}
    assert new == {"Zoë Ford"}
    assert Player.objects.filter(name__iexact="ann lee").count() == 1


def test_a_name_like_another_is_asked_about(lincoln: Town, now: dt.datetime) -> None:
    play(lincoln, "Anchor", "Bell", now)
    fixture, captain = lincoln.fixture("Duke of York", "Anchor"), lincoln.captains["Anchor"]
    theirs = ("Ann Lee", "Bob Ashe", "Orme Cat", "Des Hall")
    with pytest.raises(Invalid) as refused:
        submit(fixture, night(CAME["Duke of York"], theirs, 3), by=captain, now=now)
    bob, cat = Player.objects.get(name="Bob Ash"), Player.objects.get(name="Cat Orme")
    assert [(p.code, p.field, str(p.message), p.choices) for p in refused.value.problems] == [
        (
            "which-player", "m2-away-1",
            "Did you mean Bob Ash? Choose, or say that “Bob Ashe” is somebody new.",
            ((bob.pk, "Bob Ash"), (0, "Bob Ashe")),
        ),
        (
            "which-player", "m3-away-1",
            "Did you mean Cat Orme? Choose, or say that “Orme Cat” is somebody new.",
            ((cat.pk, "Cat Orme"), (0, "Orme Cat")),
        ),
    ]  # fmt: skip
    # Nothing is half-written: not even the players about whom there was no question.
    assert Player.objects.count() == 8
    submit(fixture, night(CAME["Duke of York"], theirs, 3, Bob=0, Orme=cat.pk), by=captain, now=now)
    assert Player.objects.filter(name="Bob Ashe").exists()
    assert not Player.objects.filter(name="Orme Cat").exists()


def test_a_team_that_leaves_before_half_way_has_played_nothing(lincoln: Town, now: dt.datetime) -> None:
    for home, away in (("Anchor", "Bell"), ("Castle", "Duke of York"), ("Bell", "Castle"), ("Duke of York", "Anchor")):
        play(lincoln, home, away, now)
    # The half of three weeks of play is over when the third begins.
    leave(lincoln, "Bell", dt.datetime.combine(lincoln.weeks[2].starts_on, dt.time(12), tzinfo=dt.UTC))
    # Without Anchor's 6–3 over Bell and Castle's 2–7 at Bell.
    assert table(lincoln) == {"Anchor": (6, 3, 1, 6), "Castle": (5, 4, 1, 5), "Duke of York": (7, 11, 0, 7)}


def test_a_team_that_leaves_after_it_loses_the_second_half_only(lincoln: Town, now: dt.datetime) -> None:
    for home, away in NIGHTS:
        play(lincoln, home, away, now)
    leave(lincoln, "Bell", now)
    # Anchor keeps its 6 at home to Bell and Castle its 2 there; Duke of York loses its 1–8 of the last week.
    assert table(lincoln) == {
        "Anchor": (16, 11, 2, 16),
        "Castle": (12, 15, 2, 12),
        # Its own 3 and 7 of the first half stand.
        "Bell": (10, 8, 1, 10),
        "Duke of York": (7, 11, 0, 7),
    }
    cancelled = Fixture.objects.filter(state=FixtureState.CANCELLED)
    assert [str(fixture) for fixture in cancelled] == ["Bell v Duke of York"]
