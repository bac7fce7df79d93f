"""A table is played at: whole games, moves that come late or are refused, and what each seat may see."""

import datetime as dt
from collections.abc import Callable

import pytest

from cardroom.models import PlayEntry, PlayGame, PlayShuffle, PlayTable
from cardroom.queries import revealed_shuffles, sitting_at
from cardroom.rules.play.advice import Opinion, of_step
from cardroom.rules.play.moves import Move
from cardroom.rules.play.next_action import ActionKind
from cardroom.rules.play.review import record_of
from cardroom.rules.play.seat_view import hidden_from, seat_view
from cardroom.rules.play.seats import Wish
from cardroom.rules.play.shuffle import prove
from cardroom.services import moves
from cardroom.services.moves import Refused, act
from cardroom.services.tables import delete_unused_tables, open_table, rematch, sit_down, switch
from league.errors import Changed, Invalid, WrongState
from scoring import Deal, Irregularity, Lay, LayAway, Reason, replay
from tests.cardroom.services.tables import moved, opened

pytestmark = pytest.mark.django_db


@pytest.mark.long
@pytest.mark.parametrize(("rules", "mode"), [("hoyle-61", "1"), ("five-card", "partners"), ("six-card-61", "2")])
def test_a_game_is_played_to_its_end_and_its_record_replays(now: dt.datetime, rules: str, mode: str) -> None:
    table = opened(now, rules, mode)
    sitting = moved(table, now)
    assert sitting.course.is_over
    game = PlayGame.objects.get()
    assert (game.ended_at, game.winner) == (now, sitting.course.winner)
    table.refresh_from_db()
    assert table.tally[sitting.course.winner or 0] == sitting.course.worth > 0
    assert replay(record_of(sitting.course)).faults == ()


def test_every_deal_follows_from_its_seed_and_the_cut(now: dt.datetime) -> None:
    table = opened(now)
    sitting = moved(table, now)
    entries = list(PlayEntry.objects.order_by("number").values_list("said", flat=True))
    told = revealed_shuffles(sitting)
    assert [one.deal for one in told][:2] in ([0, 1], [0, 0])
    for one in told:
        proof = prove(sitting.course.start, entries, one.number, one.seed)
        assert proof.right
        assert proof.parts


def test_a_seed_is_not_told_while_its_cards_are_played(now: dt.datetime) -> None:
    sitting = moved(opened(now), now, until=ActionKind.PLAY)
    assert [one.deal for one in revealed_shuffles(sitting)] == [0] * (len(sitting.shuffles) - 1)


@pytest.mark.long
def test_no_seat_sees_a_card_that_it_may_not_see(now: dt.datetime) -> None:
    table = opened(now, "five-card", "partners")
    switch(table, 0, count=False, peg=False, pace="off", sound=False, now=now)
    for _ in range(60):
        sitting = moved(table, now, most=1)
        for me in (0, None):
            said = repr(seat_view(sitting.course, sitting.seats, me))
            assert [card for card in hidden_from(sitting.course, me) if f"'{card}'" in said] == []


def test_a_move_that_comes_late_changes_nothing(now: dt.datetime) -> None:
    table = opened(now)
    act(table, 0, Move("cut", number="20"), seen=0, now=now)
    entries = PlayEntry.objects.count()
    with pytest.raises(Changed):
        act(table, 0, Move("cut", number="21"), seen=0, now=now)
    assert PlayEntry.objects.count() == entries


@pytest.mark.parametrize("depth", ["3", "49", "1"])
def test_a_packet_of_fewer_than_four_is_refused_with_the_rule(now: dt.datetime, depth: str) -> None:
    """R3."""
    with pytest.raises(Refused) as refused:
        act(opened(now), 0, Move("cut", number=depth), seen=0, now=now)
    assert refused.value.rule == "R3"
    assert not PlayEntry.objects.exists()


@pytest.mark.parametrize(
    "move",
    [
        Move("play", ("KS",)), Move("away", ("KS", "KS")), Move("away", ()), Move("go"), Move("count", number="12"),
        Move("answer"), Move("deal", number="20"), Move("on"), Move("undo"), Move("nonsense"), Move("cut", number="x"),
        Move("wrong", kind="nothing", of="0"), Move("wrong", kind="faced card", of="9"),
    ],
)  # fmt: skip
def test_what_the_rules_refuse_changes_nothing_and_is_told(now: dt.datetime, move: Move) -> None:
    table = opened(now)
    sitting = moved(table, now, until=ActionKind.AWAY)
    with pytest.raises(Refused) as refused:
        act(table, 0, move, seen=sitting.course.last, now=now)
    assert str(refused.value)
    assert sitting_at(table).course.last == sitting.course.last


@pytest.mark.parametrize(("said", "cut"), [("any20", 20), ("any3", 4), ("any49", 4), ("any", None), ("any²", None)])
def test_anywhere_is_where_the_browser_says_and_drawn_where_it_says_nothing(
    now: dt.datetime, said: str, cut: int | None
) -> None:
    after = act(opened(now), 0, Move("cut", number=said), seen=0, now=now)
    depth = next(entry["depth"] for entry in PlayEntry.objects.values_list("said", flat=True) if entry.get("p") == 0)
    assert depth in range(4, 49)
    assert depth == (cut or depth)
    assert after.course.game.first_dealer is not None or after.next_action.wants is ActionKind.CUT


def test_anywhere_is_never_where_another_has_cut(now: dt.datetime) -> None:
    table, _ = open_table(Wish("hoyle-61", "person", name="Ann"), by=None, now=now)
    sit_down(table, "Ben", now=now)
    table.refresh_from_db()
    first = act(table, 0, Move("cut", number="20"), seen=sitting_at(table).course.last, now=now)
    act(table, 1, Move("cut", number="any20"), seen=first.course.last, now=now)
    assert [
        entry["depth"]
        for entry in PlayEntry.objects.order_by("number").values_list("said", flat=True)
        if "depth" in entry
    ][:2] == [20, 21]


@pytest.mark.long
def test_a_count_that_is_over_is_turned_down(now: dt.datetime) -> None:
    table, down = opened(now), 0
    for _ in range(60):
        sitting = moved(table, now, most=1)
        if sitting.course.is_over:
            break
        sight = seat_view(sitting.course, sitting.seats, 0)
        play = sitting.course.game.play
        if sitting.next_action.wants is ActionKind.PLAY and play is not None and sight.counts:
            assert sight.turned_down == (not play.cards)
            assert (sight.total == 0) == (not sight.counts[-1])
            down += sight.turned_down
    assert down


def test_taking_back_undoes_the_machines_reply_and_marks_the_game(now: dt.datetime) -> None:
    table = opened(now)
    before = moved(table, now, until=ActionKind.AWAY)
    hand = before.course.game.table.hands[0]  # type: ignore[union-attr]
    act(table, 0, Move("away", tuple(map(str, hand[:2]))), seen=before.course.last, now=now)
    sitting = sitting_at(table)
    taken = act(table, 0, Move("undo"), seen=sitting.course.last, now=now)
    assert taken.next_action.wants is ActionKind.AWAY
    assert taken.course.game.table.hands[0] == hand  # type: ignore[union-attr]
    assert PlayGame.objects.get().marked
    assert sitting_at(table).course.game == taken.course.game
    # Until something is laid away again there is nothing more to take back.
    with pytest.raises(Refused):
        act(table, 0, Move("undo"), seen=taken.course.last, now=now)


def test_nothing_is_taken_back_without_end(now: dt.datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened(now)
    before = moved(table, now, until=ActionKind.AWAY)
    monkeypatch.setattr(moves, "MOST_ENTRIES", before.course.last + 1)
    hand = before.course.game.table.hands[0]  # type: ignore[union-attr]
    laid = act(table, 0, Move("away", tuple(map(str, hand[:2]))), seen=before.course.last, now=now)
    with pytest.raises(Refused, match="Enough has been taken back"):
        act(table, 0, Move("undo"), seen=laid.course.last, now=now)
    assert sitting_at(table).course.game == laid.course.game
    # The game itself goes on.
    assert moved(table, now).course.is_over


def test_who_counts_by_themselves_loses_what_they_miss(now: dt.datetime) -> None:
    table = opened(now, strength="5", muggins="on")
    switch(table, 0, count=False, peg=True, pace="off", sound=False, now=now)
    sitting = moved(table, now, until=ActionKind.COUNT)
    while sitting.next_action.wants is ActionKind.COUNT or not sitting.course.is_over:
        if sitting.next_action.wants is ActionKind.COUNT:
            right = sitting.course.game.legal_events()[0].declared  # type: ignore[union-attr]
            if right:
                break
        sitting = moved(table, now, most=1)
    scores = sitting.course.game.scores
    after = act(table, 0, Move("count", number="0"), seen=sitting.course.last, now=now).course.game.scores
    assert (after[0], after[1]) == (scores[0], scores[1] + right)


def test_nineteen_is_no_count(now: dt.datetime) -> None:
    """R35: what no hand is worth would be a fault of the record; nothing is written."""
    table = opened(now, strength="5", muggins="on")
    switch(table, 0, count=False, peg=True, pace="off", sound=False, now=now)
    sitting = moved(table, now, until=ActionKind.COUNT)
    with pytest.raises(Refused, match=r"19 is impossible: no (hand|crib) is worth 19, 25, 26 or 27"):
        act(table, 0, Move("count", number="19"), seen=sitting.course.last, now=now)
    assert sitting_at(table).course.last == sitting.course.last


def test_a_machines_count_waits_for_an_answer(now: dt.datetime) -> None:
    table = opened(now, strength="5")
    switch(table, 0, count=False, peg=True, pace="off", sound=False, now=now)
    sitting = moved(table, now, until=ActionKind.ANSWER)
    assert sitting.course.pending is not None
    declared = sitting.course.pending["declared"]
    scores = sitting.course.game.scores
    after = act(table, 0, Move("answer"), seen=sitting.course.last, now=now)
    assert after.course.game.scores[1] == scores[1] + declared


def test_pegging_by_oneself_short_is_lost_and_too_much_is_punished(now: dt.datetime) -> None:
    """R49, by Hoyle: 2 to the opponent for pegging too much."""
    table = opened(now)
    switch(table, 0, count=True, peg=False, pace="off", sound=False, now=now)
    sitting = moved(table, now, until=ActionKind.PLAY)
    fits = sitting.course.game.play.legal(0)  # type: ignore[union-attr]
    scores = sitting.course.game.scores
    after = act(table, 0, Move("play", (str(fits[0]),), "9"), seen=sitting.course.last, now=now).course
    penalties = [peg for one in after.of_this_deal for peg in one.step.pegs if peg.reason.value == "penalty"]
    assert [(peg.player, peg.points, peg.rule) for peg in penalties] == [(1, 2, "R49")]
    assert after.game.scores[1] >= scores[1] + 2


def test_the_point_for_last_is_pegged_whether_it_is_claimed_or_not(now: dt.datetime) -> None:
    table = opened(now)
    switch(table, 0, count=True, peg=False, pace="off", sound=False, now=now)
    lasts = 0
    for number in range(400):
        sitting = moved(table, now, until=ActionKind.PLAY)
        game = sitting.course.game
        if sitting.course.is_over or game.play is None or lasts > 2:
            break
        fits = game.play.legal(0)
        move = Move("go")
        if fits:
            pegs = [peg for peg in game.apply(Lay(0, fits[0])).pegs if peg.player == 0]
            last = sum(peg.points for peg in pegs if peg.reason is Reason.LAST)
            lasts += last
            claimed = sum(peg.points for peg in pegs) - (last if number % 2 else 0)
            move = Move("play", (str(fits[0]),), str(claimed))
        after = act(table, 0, move, seen=sitting.course.last, now=now)
        assert not any(isinstance(one.step.event, Irregularity) for one in after.course.happened)
    assert lasts > 0


@pytest.mark.long
def test_two_people_play_by_their_keys(now: dt.datetime) -> None:
    table, key = open_table(Wish("hoyle-61", "person", name="Ann"), by=None, now=now)
    assert sitting_at(table).next_action.wants is ActionKind.JOIN
    with pytest.raises(Invalid):
        sit_down(table, "ann", now=now)
    other = sit_down(table, "Ben", now=now)
    assert key != other
    with pytest.raises(WrongState):
        sit_down(table, "Cara", now=now)
    table.refresh_from_db()
    sitting = moved(table, now)
    assert sitting.course.is_over
    with pytest.raises(Refused):
        act(table, 0, Move("undo"), seen=sitting.course.last, now=now)


@pytest.mark.long
@pytest.mark.parametrize(
    ("rules", "mode", "names"),
    [
        ("six-card-61", "third", ("Ann", "Ben", "Maple")),
        ("five-card", "pair", ("Ann", "Maple", "Ben", "Walnut")),
        ("hoyle-61", "pairs", ("Ann", "Ben", "Maple", "Walnut")),
    ],
)
def test_two_people_play_with_machines(now: dt.datetime, rules: str, mode: str, names: tuple[str, ...]) -> None:
    table = opened(now, rules, mode)
    assert sitting_at(table).next_action.wants is ActionKind.JOIN
    sit_down(table, "Ben", now=now)
    with pytest.raises(WrongState, match="Every seat"):
        sit_down(table, "Cara", now=now)
    table.refresh_from_db()
    assert tuple(seat["name"] for seat in table.seats) == names
    people = [place for place, name in enumerate(names) if name in ("Ann", "Ben")]
    # Both count and peg by themselves, and answer each other and the machines.
    for place in people:
        switch(table, place, count=False, peg=False, pace="off", sound=False, now=now)
    for _ in range(400):
        sitting = moved(table, now, most=1)
        if sitting.course.is_over:
            break
        assert set(sitting.next_action.players) <= set(people)
        for place in people:
            said = repr(seat_view(sitting.course, sitting.seats, place))
            assert [card for card in hidden_from(sitting.course, place) if f"'{card}'" in said] == []
    assert sitting.course.is_over
    assert replay(record_of(sitting.course)).faults == ()


def test_the_sitting_goes_on_with_the_dealer_of_the_rules(now: dt.datetime) -> None:
    table = opened(now)
    with pytest.raises(WrongState):
        rematch(table, after=1, now=now)
    sitting = moved(table, now)
    game = rematch(table, after=1, now=now)
    assert rematch(table, after=1, now=now) == game
    assert game.number == 2
    assert game.dealer == 1 - (sitting.course.game.first_dealer or 0)


def test_tables_of_nobody_go_after_a_month(now: dt.datetime) -> None:
    opened(now - dt.timedelta(days=31))
    kept = opened(now - dt.timedelta(days=29))
    assert delete_unused_tables(now=now) == 1
    assert PlayTable.objects.get() == kept
    assert set(PlayShuffle.objects.values_list("game__table", flat=True)) == {kept.pk}


@pytest.mark.parametrize(
    "wish",
    [
        Wish("nonsense"), Wish("hoyle", "7"), Wish("hoyle", strength="6"), Wish("hoyle", length="62"),
        Wish("hoyle", muggins="maybe"), Wish("hoyle", name="Maple"), Wish("hoyle", name="A, B"), Wish("league", "2"),
    ],
)  # fmt: skip
def test_a_wish_that_cannot_be_is_refused(now: dt.datetime, wish: Wish) -> None:
    with pytest.raises(Invalid):
        open_table(wish, by=None, now=now)
    assert not PlayTable.objects.exists()


def test_what_was_agreed_is_played(now: dt.datetime, django_assert_num_queries: Callable[..., object]) -> None:
    table = opened(now, "acc", length="61", muggins="off", lurch="on")
    rules = sitting_at(table).course.game.ruleset
    assert (rules.name, rules.target, rules.muggins, rules.lurch) == ("acc-agreed", 61, False, True)
    with django_assert_num_queries(3):
        sitting_at(table)


def test_a_cut_where_another_has_cut_is_refused_with_its_rule(now: dt.datetime) -> None:
    table, _ = open_table(Wish("acc", "person", name="Ann"), by=None, now=now)
    sit_down(table, "Ben", now=now)
    cut = act(table, 0, Move("cut", number="20"), seen=0, now=now)
    with pytest.raises(Refused, match="R2"):
        act(table, 1, Move("cut", number="20"), seen=cut.course.last, now=now)
    with pytest.raises(Refused, match="number of cards"):
        act(table, 1, Move("cut", number="half"), seen=cut.course.last, now=now)


def test_nobody_plays_for_another_or_after_the_end(now: dt.datetime) -> None:
    table, _ = open_table(Wish("acc", "person", name="Ann"), by=None, now=now)
    sit_down(table, "Ben", now=now)
    sitting = moved(table, now, until=ActionKind.PLAY)
    (turn,) = sitting.next_action.players
    with pytest.raises(Refused, match="turn"):
        act(table, 1 - turn, Move("go"), seen=sitting.course.last, now=now)
    over = act(table, turn, Move("resign"), seen=sitting.course.last, now=now)
    for move in (Move("go"), Move("resign")):
        with pytest.raises((Refused, WrongState), match="over"):
            act(table, turn, move, seen=over.course.last, now=now)


def test_nobody_gives_up_before_the_others_sit_down(now: dt.datetime) -> None:
    table, _ = open_table(Wish("acc", "person", name="Ann"), by=None, now=now)
    with pytest.raises(Refused, match="somebody is still to sit down"):
        act(table, 0, Move("resign"), seen=0, now=now)
    assert not sitting_at(table).course.is_over


def test_looking_back_says_of_each_choice_what_else_could_have_been_done(now: dt.datetime) -> None:
    table = opened(now)
    course = moved(table, now).course
    chosen = {Deal: 0, LayAway: 0, Lay: 0}
    for number, one in enumerate(course.happened, start=1):
        event = one.step.event
        if type(event) not in chosen or chosen[type(event)] > 2:
            continue
        chosen[type(event)] += 1
        advised = of_step(course, number).advised
        if isinstance(event, Deal):
            assert advised == ()
            continue
        done = {str(card) for card in (event.cards or ())} if isinstance(event, LayAway) else {str(event.card)}
        assert [set(one.cards) for one in advised if one.made] == [done]
    assert min(chosen.values()) > 1
    assert of_step(course, 0) == of_step(course, len(course.happened) + 1) == Opinion()


def test_nobody_plays_at_a_table_that_was_thrown_away(now: dt.datetime) -> None:
    table = opened(now)
    PlayTable.objects.filter(pk=table.pk).delete()
    with pytest.raises(WrongState, match="This table is gone: nobody had used it for a month"):
        act(table, 0, Move("resign"), seen=0, now=now)
