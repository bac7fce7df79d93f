"""Persistent overcalling (R43): what is counted, the third that proposes a case, who is told, and the records."""

import datetime as dt
from typing import Any

import pytest

from league.enums import AppealState, ConductState, JournalKind, NoticeKind, Outcome, RoleKind
from league.models import Appeal, Call, ConductCase, Dispute, Fixture, JournalEntry, Notice, Player, Role, Ruling
from league.queries.calls.conduct import counts_in, may_be_appealed, noted_in, open_cases, record_of, season_lines
from league.services.calls.conduct import decide
from league.services.disputes import rulings as rulings
from league.services.disputes.appeal import appeal
from league.services.disputes.rulings import rule
from league.services.people.personal_data import export_person
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases
from tests.services.calls.conduct_cases import case, notices_about, olive, played
from tests.services.evenings import agreed, false_challenge, overcall

__all__ = ["case", "olive", "played"]


def test_the_third_in_a_game_makes_a_case_and_the_first_two_do_not(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    overcall(town, played, olive, now)
    false_challenge(town, played, olive, now)
    overcall(town, played, olive, now, game_number=2)
    overcall(town, played, town.squads["Anchor"][3], now)
    overcall(town, played, None, now)
    assert not ConductCase.objects.exists()
    overcall(town, played, olive, now)
    case = ConductCase.objects.get()
    assert (case.player, case.side, case.match_number, case.game_number) == (olive, "home", 2, 1)
    assert (case.overcalls, case.false_challenges, case.threshold, case.state) == (2, 1, 3, ConductState.PROPOSED)
    assert notices_about(NoticeKind.CONDUCT_PROPOSED) == ["referee@town.example"]
    notice = Notice.objects.get(kind=NoticeKind.CONDUCT_PROPOSED)
    assert notice.text == "Anchor v Bell, match 2, game 1: 2 overcalls and 1 false challenge on the side of Anchor."
    entry = JournalEntry.objects.get(kind=JournalKind.CONDUCT_PROPOSED)
    # Captains read the fixture's history, and she hers; nothing is decided yet.
    assert (entry.player, entry.fixture) == (None, None)
    overcall(town, played, olive, now)
    assert ConductCase.objects.get() == case


def test_a_side_is_counted_where_nobody_was_named(town: Town, played: Fixture, now: dt.datetime) -> None:
    for _ in range(3):
        overcall(town, played, None, now)
    false_challenge(town, played, None, now)
    case = ConductCase.objects.get()
    assert (case.player, case.side, case.overcalls) == (None, "home", 3)


def test_every_neutral_referee_is_told(town: Town, played: Fixture, olive: Player, now: dt.datetime) -> None:
    second, playing = factories.user("second@town.example"), factories.user("playing@town.example")
    for who in (second, playing):
        factories.role(who, town.league, RoleKind.REFEREE)
    factories.role(playing, town.league, RoleKind.PLAYER, town.teams["Bell"])
    for _ in range(3):
        overcall(town, played, olive, now)
    assert notices_about(NoticeKind.CONDUCT_PROPOSED) == ["referee@town.example", "second@town.example"]


def test_where_no_referee_is_neutral_the_secretary_is_told_to_appoint_one(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    overcall(town, played, olive, now)
    overcall(town, played, olive, now)
    Role.objects.filter(kind=RoleKind.REFEREE).delete()
    Fixture.objects.filter(pk=played.pk).update(starts_at=now - dt.timedelta(hours=16))
    opened = cases.of_a_call(town, now, cards="AD 7D 8H 3S", declared=20, claimed=None, counter_player_id=olive.pk)
    rulings.rule(opened, outcome="stands", by=town.secretary, now=now, **cases.SIGNED)
    assert ConductCase.objects.get().state == ConductState.PROPOSED
    assert notices_about(NoticeKind.CONDUCT_PROPOSED) == ["secretary@town.example"]
    text = Notice.objects.get(kind=NoticeKind.CONDUCT_PROPOSED).text
    assert text.endswith("No referee of the league is neutral about it: give the role to one who is.")


@pytest.mark.parametrize("who", ["olive", "secretary"])
def test_what_is_not_decided_is_in_nobody_s_own_data(
    town: Town, olive: Player, case: ConductCase, now: dt.datetime, who: str
) -> None:
    by = {"olive": olive.user, "secretary": town.secretary}[who]
    assert by is not None
    assert export_person(olive, by=by, now=now)["conduct"] == []
    decide(case, award=False, reason="The cards were hard to see.", by=town.referee, now=now)
    assert [line["state"] for line in export_person(olive, by=by, now=now)["conduct"]] == ["dismissed"]


def test_a_ruling_on_a_disputed_call_counts_too(town: Town, played: Fixture, olive: Player, now: dt.datetime) -> None:
    agreed(town, played, now)
    overcall(town, played, olive, now)
    overcall(town, played, olive, now)
    third = Call.objects.create(
        fixture=played, match_number=2, game_number=1, counter="home", counter_player=olive, cards="AH 7D 8H 3S",
        starter="7C", declared=12, claimed=8, recorded_at=now,
    )  # fmt: skip
    opened = Dispute.objects.create(
        fixture=played, subject="call", call=third, match_number=2, game_number=1, side="away", reason="x",
        opened_at=now,
    )  # fmt: skip
    second = factories.user("second@town.example")
    factories.role(second, town.league, RoleKind.REFEREE)
    rule(opened, outcome=Outcome.STANDS, reason="He called 12.", rule="R41", by=second, now=now)
    assert ConductCase.objects.get().overcalls == 3


def test_a_revoked_ruling_does_not_count_and_an_appealed_one_is_marked(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    first, second = overcall(town, played, olive, now), overcall(town, played, olive, now)
    Ruling.objects.filter(pk=first.pk).update(revoked_at=now)
    Appeal.objects.create(ruling=second, reason="No.", state=AppealState.OPEN, opened_at=now)
    count = counts_in(played, match_number=2, game_number=1)[0]
    assert (count.overcalls, count.appealed) == (1, 1)
    overcall(town, played, olive, now)
    assert not ConductCase.objects.exists()


def test_the_page_offers_an_appeal_as_long_as_one_is_taken(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    ruling = overcall(town, played, olive, now)
    last = (now + dt.timedelta(days=town.league.appeal_days)).replace(hour=20)
    assert may_be_appealed(Ruling.objects.get(pk=ruling.pk), town.league, [], now=last)
    assert not may_be_appealed(ruling, town.league, [], now=last + dt.timedelta(hours=3))
    appeal(ruling, reason="I had miscounted.", by=town.captains["Anchor"], now=last)
    assert not may_be_appealed(Ruling.objects.get(pk=ruling.pk), town.league, [], now=last)


def test_a_call_that_is_ruled_on_again_in_a_dispute_counts_once(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:

    ruling = overcall(town, played, olive, now)
    assert ruling.call is not None
    opened = Dispute.objects.create(
        fixture=played, subject="call", call=ruling.call, match_number=2, game_number=1, side="home", reason="x",
        opened_at=now,
    )  # fmt: skip
    later = now + dt.timedelta(hours=1)
    again = Ruling.objects.create(dispute=opened, referee=town.referee, decided_at=later, verdict=ruling.verdict)
    assert [one.ruling for one in noted_in(played, match_number=2, game_number=1)] == [again]
    assert counts_in(played, match_number=2, game_number=1)[0].overcalls == 1
    again.verdict = {**ruling.verdict, "overcall": False}
    again.save()
    assert counts_in(played, match_number=2, game_number=1) == []


def test_a_player_s_record_and_the_season_s(
    town: Town, case: ConductCase, olive: Player, played: Fixture, now: dt.datetime
) -> None:
    false_challenge(town, played, olive, now, game_number=3)
    overcall(town, played, town.squads["Bell"][2], now, counter="away")
    record = record_of(olive, town.season)
    assert (record.overcalls, record.false_challenges, len(record.rulings), record.cases) == (3, 1, 4, [])
    lines = [(str(x.player), x.overcalls, x.false_challenges, x.worst) for x in season_lines(town.season)]
    assert lines == [("Anchor 3", 3, 1, 3), ("Bell 3", 1, 0, 1)]
    decide(case, award=False, reason="No.", by=town.referee, now=now)
    assert record_of(olive, town.season).cases == [case]


@pytest.mark.parametrize("count", [1, 3])
def test_the_lists_take_as_many_queries_however_long(
    town: Town, played: Fixture, now: dt.datetime, count: int, django_assert_num_queries: Any
) -> None:
    for player in town.squads["Anchor"][:count]:
        for _ in range(3):
            overcall(town, played, player, now)
    with django_assert_num_queries(1):
        assert [str(c.fixture) for c in open_cases(town.league)] == ["Anchor v Bell"] * count
    with django_assert_num_queries(3):
        assert len(season_lines(town.season)) == count
    with django_assert_num_queries(3):
        record_of(town.squads["Anchor"][0], town.season)
