"""A referee revokes a ruling of their own on a call within the hour; all that it did is taken back, by entries."""

import datetime as dt

import pytest

from league.enums import ConductState, JournalKind, NoticeKind, ResultState
from league.errors import Invalid, NotAllowed, WrongState
from league.models import ConductCase, Fixture, Game, JournalEntry, Notice, Player, Result, Ruling
from league.queries.calls.conduct import counts_in, decided_cases, open_cases, record_of
from league.services.calls.rule import rule
from league.services.disputes.appeal import appeal, decide_appeal
from league.services.disputes.revoke import is_revocable, preview, revoke_ruling
from league.services.results import correct
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.evenings import HAND, agreed, next_hand, overcall

MINUTE = dt.timedelta(minutes=1)


@pytest.fixture
def played(town: Town, now: dt.datetime) -> Fixture:
    fixture = town.fixture("Anchor", "Bell")
    agreed(town, fixture, now)
    return fixture


@pytest.fixture
def olive(town: Town) -> Player:
    player = town.squads["Anchor"][2]
    player.user = factories.user("olive@town.example", name="Olive")
    player.save()
    return player


def game() -> Game:
    return Game.objects.get(match__result__live=True, match__number=2, number=1)


def test_it_counts_for_nobody_s_conduct_and_both_captains_are_told(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    ruling = overcall(town, played, olive, now)
    Notice.objects.all().delete()
    done = revoke_ruling(ruling, reason=" It was the crib. ", by=town.referee, now=now + 59 * MINUTE)
    assert done.revoked_at == now + 59 * MINUTE
    assert counts_in(played, match_number=2, game_number=1) == []
    assert record_of(olive, town.season).rulings == []
    entry = JournalEntry.objects.get(kind=JournalKind.RULING_REVOKED)
    assert entry.what == "revoked the ruling on a call by Anchor in game 1 of match 2 of Anchor v Bell"
    assert (entry.why, entry.by, entry.player, entry.fixture, entry.data) == (
        "It was the crib.", town.referee, olive, played, {"ruling": ruling.pk, "cases": []},
    )  # fmt: skip
    told = Notice.objects.order_by("recipient__email").values_list("recipient__email", "kind", "text")
    about = "a call by Anchor in game 1 of match 2"
    text = f"Anchor v Bell: the ruling on {about} was revoked by the referee. It was the crib."
    assert list(told) == [(f"{who}@town.example", NoticeKind.RULING_MADE, text) for who in ("anchor", "bell")]
    # Saying so again changes nothing, and the hand can be ruled on anew.
    assert revoke_ruling(ruling, reason="x", by=town.referee, now=now + 99 * MINUTE) == done
    assert JournalEntry.objects.filter(kind=JournalKind.RULING_REVOKED).count() == 1
    assert rule(played, **HAND, declared=10, by=town.referee, now=now) != ruling


def test_the_form_of_a_ruling_that_was_revoked_is_used_up(town: Town, played: Fixture, now: dt.datetime) -> None:
    hand = next_hand(played)
    ruling = overcall(town, played, None, now, token="a-form", **hand)
    revoke_ruling(ruling, reason="Wrong game.", by=town.referee, now=now)
    with pytest.raises(WrongState, match="Open a new form"):
        overcall(town, played, None, now, token="a-form", **hand)


def test_the_game_that_was_awarded_goes_back(town: Town, played: Fixture, olive: Player, now: dt.datetime) -> None:
    ruling = overcall(town, played, olive, now, award_to="away", reason="Twenty too many.")
    assert (game().winner, game().awarded) == ("away", True)
    shown = preview(Ruling.objects.get(pk=ruling.pk), by=town.referee, now=now)
    assert (shown.score_before, shown.score_after) == ((5, 4), (6, 3))
    with pytest.raises(WrongState) as changed:
        revoke_ruling(ruling, reason="It was Bell.", seen="something-else", by=town.referee, now=now)
    assert changed.value.code == "changed"
    revoke_ruling(ruling, reason="It was Bell.", seen=shown.stamp, by=town.referee, now=now)
    live = Result.objects.get(live=True)
    assert (game().winner, game().awarded, live.home_games, live.state) == ("home", False, 6, ResultState.CONFIRMED)
    assert live.version == 3, "by a further version; nothing was thrown away"
    assert Notice.objects.get(key=f"revoked:{ruling.pk}", recipient=town.captains["Bell"]).text.endswith(
        "was revoked by the referee; the game is no longer awarded. It was Bell."
    )


def test_the_case_it_brought_about_lapses_and_can_come_up_again(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    overcall(town, played, olive, now)
    overcall(town, played, olive, now)
    third = overcall(town, played, olive, now)
    first = ConductCase.objects.get()
    waiting = Notice.objects.filter(kind=NoticeKind.CONDUCT_PROPOSED)
    assert [notice.state for notice in waiting] == ["waiting"]
    revoke_ruling(third, reason="A slip.", by=town.referee, now=now)
    first.refresh_from_db()
    assert first.state == ConductState.LAPSED
    assert [notice.state for notice in waiting.all()] == ["cancelled"]
    assert (list(open_cases(town.league)), decided_cases(town.season), record_of(olive, town.season).cases) == (
        [],
        [],
        [],
    )
    assert JournalEntry.objects.get(kind=JournalKind.RULING_REVOKED).data["cases"] == [first.pk]
    overcall(town, played, olive, now, cards="AS 7D 8H 3S", starter="7H")
    assert [case.overcalls for case in open_cases(town.league)] == [3]
    assert list(open_cases(town.league)) != [first]


def test_a_case_that_the_other_rulings_bear_out_stays(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    made = [overcall(town, played, olive, now) for _ in range(4)]
    revoke_ruling(made[0], reason="A slip.", by=town.referee, now=now)
    assert [case.state for case in ConductCase.objects.all()] == [ConductState.PROPOSED]


@pytest.mark.parametrize("overcalls", [3, 4])
def test_the_award_that_decided_a_case_goes_back_with_it(
    town: Town, played: Fixture, olive: Player, now: dt.datetime, overcalls: int
) -> None:
    for _ in range(overcalls - 1):
        overcall(town, played, olive, now)
    last = overcall(town, played, olive, now, award_to="away", reason="That is enough.")
    decided = ConductCase.objects.get()
    assert (decided.state, game().winner) == (ConductState.AWARDED, "away")
    revoke_ruling(last, reason="It was their partner.", by=town.referee, now=now)
    decided.refresh_from_db()
    assert (decided.state, game().winner, game().awarded) == (ConductState.LAPSED, "home", False)
    assert decided.ruling.revoked_at == now
    # Without it two are left, or three: those propose a case of their own.
    assert len(open_cases(town.league)) == overcalls - 3
    told = Notice.objects.filter(key=f"revoked:{last.pk}").values_list("recipient__email", flat=True)
    assert set(told) == {"anchor@town.example", "bell@town.example", "olive@town.example"}


def test_what_was_agreed_on_since_stays(town: Town, played: Fixture, olive: Player, now: dt.datetime) -> None:
    """A correction of another game came between: only what the ruling changed goes back."""
    ruling = overcall(town, played, olive, now, award_to="away", reason="Twenty too many.")
    better = factories.result_sheet(town, "Anchor", "Bell", first=factories.GameScore(121, 99))
    correct.propose(played, 2, better, reason="Miscopied.", by=town.secretary, now=now)
    revoke_ruling(ruling, reason="A slip.", by=town.referee, now=now)
    first = Game.objects.get(match__result__live=True, match__number=1, number=1)
    assert (first.away_score, game().winner, game().awarded) == (99, "home", False)


def test_after_the_hour_it_stands(town: Town, played: Fixture, now: dt.datetime) -> None:
    ruling = overcall(town, played, None, now)
    assert is_revocable(Ruling.objects.get(pk=ruling.pk), now=now + 60 * MINUTE)
    late = now + 60 * MINUTE + dt.timedelta(seconds=1)
    assert not is_revocable(ruling, now=late)
    for act in (lambda: preview(ruling, by=town.referee, now=late), lambda: revoked(ruling, town, late)):
        with pytest.raises(WrongState, match="for an hour only") as refused:
            act()
        assert refused.value.code == "too-late"


def revoked(ruling: Ruling, town: Town, now: dt.datetime) -> Ruling:
    return revoke_ruling(ruling, reason="A slip.", by=town.referee, now=now)


def test_only_the_referee_who_made_it_revokes_it(town: Town, played: Fixture, now: dt.datetime) -> None:
    ruling = overcall(town, played, None, now)
    for who in (cases.second_referee(town), town.secretary, *town.captains.values()):
        with pytest.raises(NotAllowed, match="Only the referee who made a ruling on a call"):
            revoke_ruling(ruling, reason="No.", by=who, now=now)
        with pytest.raises(NotAllowed):
            preview(ruling, by=who, now=now)
    with pytest.raises(Invalid, match="Say what was wrong"):
        revoke_ruling(ruling, reason=" ", by=town.referee, now=now)
    with pytest.raises(Invalid, match="ordinary characters"):
        revoke_ruling(ruling, reason="a\0b", by=town.referee, now=now)
    town.referee.roles.all().delete()
    with pytest.raises(NotAllowed):
        revoked(ruling, town, now)


def test_a_ruling_on_a_dispute_is_left_to_the_appeal(town: Town, played: Fixture, now: dt.datetime) -> None:
    ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="awarded", awarded_to="away")
    with pytest.raises(NotAllowed):
        revoked(ruling, town, now)


def test_an_appeal_keeps_it_from_being_revoked_and_the_other_way_round(
    town: Town, played: Fixture, now: dt.datetime
) -> None:
    ruling = overcall(town, played, None, now)
    made = appeal(ruling, reason="No.", by=town.captains["Anchor"], now=now)
    with pytest.raises(WrongState, match="can only be revoked by that appeal"):
        revoked(ruling, town, now)
    decide_appeal(made, allow=True, decision="Right.", by=town.secretary, now=now)
    with pytest.raises(WrongState):
        revoked(ruling, town, now)
    other = overcall(town, played, None, now)
    revoked(other, town, now)
    with pytest.raises(WrongState, match="was revoked already; there is nothing to appeal against"):
        appeal(other, reason="No.", by=town.captains["Anchor"], now=now)


def test_an_appeal_against_a_call_lets_its_case_lapse_too(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    rulings = [overcall(town, played, olive, now) for _ in range(3)]
    made = appeal(rulings[0], reason="It was eight.", by=town.captains["Anchor"], now=now)
    decide_appeal(made, allow=True, decision="It was.", by=town.secretary, now=now)
    assert ConductCase.objects.get().state == ConductState.LAPSED
