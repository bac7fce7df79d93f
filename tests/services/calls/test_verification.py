"""A hand is counted, a call judged, and what the referee ruled kept so that anyone can recompute it."""

import datetime as dt
from typing import Any

import pytest

from league import access
from league.enums import JournalKind, NoticeKind, ResultState, RoleKind, Settlement
from league.errors import Invalid, NotAllowed, WrongState
from league.models import (
    Appearance,
    Call,
    Dispute,
    Fixture,
    Game,
    JournalEntry,
    Notice,
    Player,
    Registration,
    Result,
    Ruling,
)
from league.queries.calls.calls import fixtures_to_rule_on, latest_rulings, rulings_of
from league.queries.calls.conduct import count_lines, noted_in
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.calls.rule import check_call, check_hand, recompute, rule
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town

HOW_TO_WRITE = "write a rank (A 2–9 T J Q K) and a suit (C D H S), such as 5H."

# The hand that one printed source counts wrong: it is worth 8, not 6.
CALLED: dict[str, Any] = {
    "match_number": 2,
    "game_number": 1,
    "counter": "home",
    "cards": "AC 7D 8H 3S",
    "starter": "7C",
    "crib": False,
    "declared": 6,
    "claimed": 8,
    "takes": True,
}


def check(**changed: Any) -> Any:
    hand = {key: CALLED[key] for key in ("cards", "starter", "crib", "declared", "claimed", "takes")}
    return check_hand(**{**hand, "ruleset": "league", **changed})


def problems_of(**changed: Any) -> dict[str, str]:
    with pytest.raises(Invalid) as refused:
        check(**changed)
    return {p.field: p.message for p in refused.value.problems}


@pytest.fixture
def played(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


def entered(town: Town, fixture: Fixture, now: dt.datetime) -> Result:
    """Anchor v Bell as Anchor's captain sent it: every game to the home side, 121–90."""
    win = GameScore(121, 90)
    home, away = ([p.pk for p in town.squads[name]] for name in ("Anchor", "Bell"))
    sheet = ResultSheet(
        (
            MatchSheet(1, "doubles", (home[0], home[1]), (away[0], away[1]), (win,) * 3),
            MatchSheet(2, "singles", (home[2],), (away[2],), (win,) * 3),
            MatchSheet(3, "singles", (home[3],), (away[3],), (win,) * 3),
        )
    )
    return submit.submit(fixture, sheet, by=town.captains["Anchor"], now=now)


@pytest.mark.parametrize(("crib", "said"), [(False, "hand"), (True, "crib")])
def test_no_cards_at_all_are_asked_for(crib: bool, said: str) -> None:
    with pytest.raises(Invalid) as refused:
        check_hand(cards=" ", starter="5H", crib=crib, declared=6, claimed=None, takes=True, ruleset="league")
    assert [(p.field, str(p.message)) for p in refused.value.problems] == [
        ("cards", f"Choose the 4 cards of the {said}.")
    ]


def test_a_hand_is_counted_without_a_call() -> None:
    counted = check(declared=None, claimed=None)
    assert counted.verdict is None
    assert (counted.show.points, counted.show.announcement) == (
        8,
        "fifteen two, fifteen four, fifteen six, and a pair makes eight",
    )
    assert check(declared=None, claimed=None, starter=" ").show.points == 2


@pytest.mark.parametrize(
    ("declared", "claimed", "takes", "counter_pegs", "challenger_pegs", "rule_said"),
    [
        (6, 8, True, 6, 2, "R39"),
        (6, 8, False, 6, 0, "R39"),
        (6, 7, True, 6, 0, "R40"),
        (9, 8, True, 8, 0, "R41"),
        (8, 9, True, 8, 0, "R42"),
    ],
)
def test_a_call_is_judged(
    declared: int, claimed: int, takes: bool, counter_pegs: int, challenger_pegs: int, rule_said: str
) -> None:
    verdict = check(declared=declared, claimed=claimed, takes=takes).verdict
    assert (verdict.counter_pegs, verdict.challenger_pegs, verdict.rule) == (counter_pegs, challenger_pegs, rule_said)
    assert verdict.true_points == 8


def test_everything_wrong_with_a_hand_is_told_at_once() -> None:
    assert problems_of(cards="AC 7D 8X", starter="7", declared=30, claimed=-1) == {
        "cards": f"Card 3: “8X” has the unknown suit “X”: {HOW_TO_WRITE}",
        "starter": f"“7” has no suit: {HOW_TO_WRITE}",
        "declared": "30 is impossible: a hand in League rules is worth 0 to 29.",
        "claimed": "-1 is impossible: a hand in League rules is worth 0 to 29.",
    }
    assert problems_of(cards="AC 7D 7C", claimed=None) == {
        "cards": "The hand has 3 cards; in League rules it has 4, the starter not among them.",
        "starter": "The seven of clubs is in the hand and the starter; a pack has one.",
    }
    assert problems_of(declared=None) == {"declared": "A challenge answers a call: say what was called."}
    assert list(problems_of(starter="")) == ["starter"]
    assert list(problems_of(ruleset="eight-card")) == ["ruleset"]


def test_a_ruling_keeps_what_it_rests_on(town: Town, played: Fixture, now: dt.datetime) -> None:
    counter, challenger = town.squads["Anchor"][2], town.squads["Bell"][2]
    ruling = rule(
        played,
        **CALLED,
        counter_player_id=counter.pk,
        challenger_player_id=challenger.pk,
        reason=" Both agree on the cards. ",
        by=town.referee,
        now=now,
    )
    stored = Ruling.objects.select_related("call").get(pk=ruling.pk)
    call = Call.objects.get()
    assert stored.call == call
    assert (call.cards, call.starter, call.declared, call.claimed) == ("AC 7D 8H 3S", "7C", 6, 8)
    assert (call.counter_player, call.challenger_player, call.recorded_by) == (counter, challenger, town.referee)
    assert (stored.ruleset, stored.ruleset_value["version"], stored.reason) == ("league", 1, "Both agree on the cards.")
    assert (stored.verdict["true_points"], stored.verdict["challenger_pegs"]) == (8, 2)
    entry = JournalEntry.objects.get()
    assert (entry.kind, entry.by_name, entry.data["ruling"]) == (JournalKind.CALL_RULED, "Reg Referee", ruling.pk)
    assert entry.what.startswith("ruled on a call by Anchor in match 2, game 1 of Anchor v Bell: The hand is worth 8")
    told = Notice.objects.order_by("recipient__name")
    assert [(n.recipient.name, n.kind) for n in told] == [
        ("Anchor 1", NoticeKind.RULING_MADE),
        ("Bell 1", NoticeKind.RULING_MADE),
    ]


def test_a_ruling_can_be_recomputed_from_what_is_stored(town: Town, played: Fixture, now: dt.datetime) -> None:
    rule(played, **CALLED, by=town.referee, now=now)
    crib = {"cards": "10c JD qh ks", "starter": "5D", "crib": True, "declared": 8, "claimed": 10}
    rule(played, **{**CALLED, **crib}, by=town.referee, now=now)
    stored = list(Ruling.objects.select_related("call").order_by("pk"))
    assert [recompute(ruling).to_dict() for ruling in stored] == [ruling.verdict for ruling in stored]
    # The ruleset that was stored decides, whatever its name stands for today.
    stored[0].ruleset_value["muggins"] = False
    assert recompute(stored[0]).challenger_pegs == 0
    with pytest.raises(WrongState, match="no hand to count"):
        recompute(Ruling(dispute=Dispute(), referee=town.referee))


def test_the_ruleset_is_that_of_the_match_s_format(town: Town, played: Fixture, now: dt.datetime) -> None:
    town.division.doubles_ruleset = "five-card"
    town.division.save()
    fixture = town.fixture("Anchor", "Bell")
    doubles = {**CALLED, "match_number": 1, "cards": "KC 5D 5H", "starter": "5S", "declared": 14, "claimed": None}
    in_doubles = rule(fixture, **doubles, by=town.referee, now=now)
    in_singles = rule(fixture, **CALLED, by=town.referee, now=now)
    assert (in_doubles.ruleset, in_doubles.ruleset_value["target"]) == ("five-card", 61)
    assert (in_singles.ruleset, in_singles.ruleset_value["target"]) == ("league", 121)
    with pytest.raises(Invalid, match="in League rules it has 4"):
        rule(fixture, **{**doubles, "match_number": 2}, by=town.referee, now=now)


def test_everything_wrong_with_a_ruling_is_told_at_once_and_nothing_stored(
    town: Town, played: Fixture, now: dt.datetime
) -> None:
    wrong = {**CALLED, "match_number": 4, "game_number": 0, "starter": "AC", "declared": None, "claimed": None}
    with pytest.raises(Invalid) as refused:
        rule(
            played,
            **wrong,
            counter_player_id=town.squads["Bell"][0].pk,
            challenger_player_id=town.squads["Castle"][0].pk,
            award_to="away",
            by=town.referee,
            now=now,
        )
    assert {p.field for p in refused.value.problems} == {
        "match_number",
        "game_number",
        "counter_player_id",
        "challenger_player_id",
        "starter",
        "declared",
        "reason",
    }
    assert [model.objects.count() for model in (Call, Ruling, JournalEntry, Notice)] == [0, 0, 0, 0]


def test_only_a_neutral_referee_rules(town: Town, played: Fixture, now: dt.datetime) -> None:
    playing = factories.user("plays@town.example", name="Plays Too")
    factories.role(playing, town.league, RoleKind.REFEREE)
    factories.role(playing, town.league, RoleKind.PLAYER, town.teams["Bell"])
    for who in (playing, town.secretary, town.captains["Anchor"], town.captains["Castle"]):
        with pytest.raises(NotAllowed):
            rule(played, **CALLED, by=who, now=now)
        with pytest.raises(NotAllowed):
            check_call(played, **CALLED, by=who, now=now)
    assert not Call.objects.exists()
    elsewhere = town.fixture("Castle", "Duke of York")
    assert rule(elsewhere, **CALLED, by=playing, now=now).referee == playing


@pytest.mark.parametrize(
    ("then", "rules"),
    [("guest", False), ("guest of a sheet that was replaced", False), ("registered that day", False),
     ("registered until the day before", True), ("registered from the day after", True)],
)  # fmt: skip
def test_nobody_rules_on_a_fixture_that_was_their_own(
    town: Town, played: Fixture, now: dt.datetime, then: str, rules: bool
) -> None:
    """The referee belongs to no team today."""
    person, day = factories.user("whistle@town.example"), played.starts_at.astimezone(town.league.tz).date()
    factories.role(person, town.league, RoleKind.REFEREE)
    player = Player.objects.create(league=town.league, name="Whistling Will", user=person)
    if then.startswith("guest"):
        sheet = entered(town, played, now)
        Appearance.objects.filter(result=sheet, match__number=3, side="away").update(player=player, guest=True)
        if then != "guest":
            Result.objects.filter(pk=sheet.pk).update(live=False, state=ResultState.SUPERSEDED)
    else:
        one = dt.timedelta(days=1)
        days = {
            "registered that day": (day, day),
            "registered until the day before": (factories.FIRST_WEEK, day - one),
            "registered from the day after": (day + one, day + one),
        }[then]
        Registration.objects.create(
            season=town.season, team=town.teams["Bell"], player=player, starts_on=days[0], ends_on=days[1]
        )
    if rules:
        assert rule(played, **CALLED, by=person, now=now).referee == person
    else:
        with pytest.raises(NotAllowed, match="who did not play there"):
            rule(played, **CALLED, by=person, now=now)
    assert rule(town.fixture("Castle", "Duke of York"), **CALLED, by=person, now=now).referee == person


@pytest.mark.parametrize("fixtures", [1, 3])
def test_what_a_referee_may_speak_for_takes_three_queries_if_they_play(
    town: Town, now: dt.datetime, django_assert_num_queries: Any, fixtures: int
) -> None:
    Fixture.objects.exclude(pk__in=[one.pk for one in town.fixtures[:fixtures]]).delete()
    theirs = {one.pk for one in town.fixtures[:fixtures] if town.teams["Bell"] in (one.home, one.away)}
    with django_assert_num_queries(2):
        access.grants(town.referee, town.league, now=now)
    with django_assert_num_queries(2):
        assert access.grants(town.captains["Bell"], town.league, now=now).played_in == frozenset()
    factories.role(town.captains["Bell"], town.league, RoleKind.REFEREE)
    with django_assert_num_queries(3):
        assert access.grants(town.captains["Bell"], town.league, now=now).played_in == theirs
    assert theirs


def test_checking_a_call_stores_nothing(town: Town, played: Fixture, now: dt.datetime) -> None:
    verdict = check_call(played, **CALLED, by=town.referee, now=now).verdict
    assert verdict is not None
    assert verdict.challenger_pegs == 2
    assert [model.objects.count() for model in (Call, Ruling, JournalEntry, Notice)] == [0, 0, 0, 0]


def test_the_same_form_sent_twice_makes_one_ruling(town: Town, played: Fixture, now: dt.datetime) -> None:
    first = rule(played, **CALLED, token="a-form", by=town.referee, now=now)
    again = rule(played, **CALLED, token="a-form", by=town.referee, now=now + dt.timedelta(seconds=1))
    assert again == first
    assert (Ruling.objects.count(), Notice.objects.count(), JournalEntry.objects.count()) == (1, 2, 1)
    with pytest.raises(WrongState, match="another hand"):
        rule(played, **{**CALLED, "declared": 5}, token="a-form", by=town.referee, now=now)
    assert rule(played, **{**CALLED, "starter": "7H"}, token="next-form", by=town.referee, now=now) != first


def test_a_game_is_awarded_and_the_captain_who_loses_it_informed(town: Town, played: Fixture, now: dt.datetime) -> None:
    entered(town, played, now)
    confirm.confirm(played, 1, by=town.captains["Bell"], now=now)
    Notice.objects.all().delete()
    overcall = {**CALLED, "declared": 12}
    ruling = rule(played, **overcall, award_to="away", reason="The fourth overcall.", by=town.referee, now=now)
    assert ruling.awarded_to == "away"
    game = Game.objects.get(match__result__live=True, match__number=2, number=1)
    assert (game.winner, game.awarded, game.home_score) == ("away", True, 121)
    live = Result.objects.get(live=True)
    assert (live.state, live.settlement, live.away_games) == (ResultState.CONFIRMED, Settlement.RULING, 1)
    informed = Notice.objects.get(kind=NoticeKind.CAPTAIN_INFORMED)
    assert informed.recipient == town.captains["Anchor"]
    assert informed.text == "Anchor v Bell, match 2, game 1 was awarded to Bell: The fourth overcall."
    kinds = list(JournalEntry.objects.order_by("pk").values_list("kind", flat=True))
    assert kinds[2:] == [JournalKind.CALL_RULED, JournalKind.GAME_AWARDED]


def test_without_a_sheet_no_game_is_awarded_and_no_ruling_kept(town: Town, played: Fixture, now: dt.datetime) -> None:
    overcall = {**CALLED, "declared": 12}
    with pytest.raises(WrongState, match="wait until it is entered"):
        rule(played, **overcall, award_to="away", reason="Persistent.", by=town.referee, now=now)
    assert [model.objects.count() for model in (Call, Ruling, JournalEntry, Notice)] == [0, 0, 0, 0]


def test_overcalls_and_false_challenges_are_counted_by_player_and_game(
    town: Town, played: Fixture, now: dt.datetime
) -> None:
    anchor, bell = town.squads["Anchor"][2].pk, town.squads["Bell"][2].pk
    people = {"counter_player_id": anchor, "challenger_player_id": bell}
    rule(played, **{**CALLED, "declared": 12}, **people, by=town.referee, now=now)
    second = {**CALLED, "starter": "7H", "declared": 10, "claimed": None}
    rule(played, **second, **people, by=town.referee, now=now)
    rule(played, **{**CALLED, "starter": "7S", "declared": 8, "claimed": 10}, **people, by=town.referee, now=now)
    rule(played, **{**CALLED, "declared": 12, "game_number": 2}, **people, by=town.referee, now=now)
    found = count_lines(noted_in(played, match_number=2, game_number=1))
    assert [(c.count.side, str(c.player), c.count.overcalls, c.count.false_challenges) for c in found] == [
        ("home", "Anchor 3", 2, 0),
        ("away", "Bell 3", 0, 1),
    ]
    assert noted_in(played, match_number=3, game_number=1) == []


@pytest.mark.parametrize("count", [1, 3])
def test_lists_of_rulings_take_one_query(
    town: Town, played: Fixture, now: dt.datetime, count: int, django_assert_num_queries: Any
) -> None:
    for number in range(count):
        rule(played, **{**CALLED, "match_number": 3 - number}, by=town.referee, now=now)
    with django_assert_num_queries(1):
        listed = [(r.call.match_number, str(r.referee)) for r in rulings_of(played) if r.call]
    assert listed == [(n, "Reg Referee") for n in range(4 - count, 4)]
    with django_assert_num_queries(1):
        latest = [(r.call.match_number, str(r.call.fixture)) for r in latest_rulings(town.league) if r.call]
    assert latest == [(n, "Anchor v Bell") for n in range(4 - count, 4)]


def test_fixtures_to_rule_on_are_those_of_the_last_four_weeks(town: Town) -> None:
    third_evening = town.fixture("Anchor", "Castle").starts_at
    found = fixtures_to_rule_on(town.league, now=third_evening + dt.timedelta(days=7, hours=1))
    assert [str(line.fixture) for line in found] == [
        "Bell v Duke of York",
        "Anchor v Castle",
        "Duke of York v Anchor",
        "Bell v Castle",
    ]
    assert fixtures_to_rule_on(town.league, now=town.fixtures[0].starts_at) == []
    other = factories.town("Other League", "other")
    assert {line.fixture.division for line in fixtures_to_rule_on(other.league, now=third_evening)} == {other.division}


def test_a_form_with_a_null_character_in_its_token_is_damaged(town: Town, played: Fixture, now: dt.datetime) -> None:
    with pytest.raises(Invalid, match="damaged"):
        rule(played, **CALLED, token="a\0b", by=town.referee, now=now)
    assert not Ruling.objects.exists()
