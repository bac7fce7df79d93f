"""Who is told of a case, whose silence counts, who is neutral, and what is not disputed anew."""

import datetime as dt

import pytest

from league import access
from league.enums import ConductState, NoticeKind, ResultState, RoleKind, Settlement
from league.errors import NotAllowed, WrongState
from league.models import ConductCase, Notice, Result, Role, User
from league.queries.disputes.disputes import judges_of
from league.rules.sheets import GameScore
from league.services.calls import conduct
from league.services.calls.conduct import tell_judges
from league.services.calls.rule import rule
from league.services.clock import Clocks
from league.services.disputes.rulings import rule as rule_on_dispute
from league.services.ops.heartbeats import take_pulse
from league.services.results import confirm, correct, decide, submit
from league.services.results.awaiting import ask_new_captains
from league.services.results.confirm import confirm_due
from tests import factories
from tests.factories import Town, result_sheet
from tests.services import dispute_cases as cases
from tests.services.at_once import at_once
from tests.services.evenings import HAND, agreed, overcall

HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)
# From Tuesday noon, 48 hours to Thursday noon, and on to 8 pm.
DUE = 56 * HOUR


def notices_of(kind: NoticeKind) -> set[str]:
    return set(Notice.objects.filter(kind=kind).values_list("recipient__email", flat=True))


# What was ruled on


@pytest.mark.parametrize("outcome", ["stands", "score"])
def test_a_game_ruled_on_is_not_disputed_anew_after_a_correction(town: Town, now: dt.datetime, outcome: str) -> None:
    cases.counting(town, now)
    opened = cases.of_a_game(town, now)
    cases.ruled(opened, town, now, outcome=outcome, home_score=121, away_score=99)
    fixture, live = town.fixture("Anchor", "Bell"), Result.objects.get(live=True)
    better = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 98))
    correct.propose(fixture, live.version, better, reason="Miscopied.", by=town.secretary, now=now)
    for side in ("Bell", "Anchor"):
        with pytest.raises(WrongState, match="ruled on; against a ruling there is one appeal"):
            cases.of_a_game(town, now, side=side)
    assert cases.of_a_game(town, now, game=2).state == "open"


def test_a_sheet_that_is_entered_anew_can_be_disputed(town: Town, now: dt.datetime) -> None:
    cases.counting(town, now)
    cases.ruled(cases.of_a_game(town, now), town, now, outcome="stands")
    fixture = town.fixture("Anchor", "Bell")
    decide.reopen(fixture, version=1, reason="Another evening.", by=town.secretary, now=now)
    agreed_now = submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    confirm.confirm(fixture, agreed_now.version, by=town.captains["Bell"], now=now)
    assert cases.of_a_game(town, now).state == "open"


# Referees appointed later


def test_a_referee_appointed_later_is_told_of_the_cases_that_wait(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    agreed(town, fixture, now)
    for _ in range(3):
        overcall(town, fixture, None, now)
    assert tell_judges(now=now) == 0, "the referee there is was told when it came up"
    newcomer, own = factories.user("new@town.example"), town.captains["Bell"]
    for who in (newcomer, own):
        factories.role(who, town.league, RoleKind.REFEREE)
    tomorrow = factories.user("tomorrow@town.example")
    factories.role(tomorrow, town.league, RoleKind.REFEREE, starts_on=now.date() + dt.timedelta(days=1))
    assert (tell_judges(now=now), tell_judges(now=now)) == (1, 0)
    assert notices_of(NoticeKind.CONDUCT_PROPOSED) == {"referee@town.example", "new@town.example"}
    assert tell_judges(now=now + dt.timedelta(days=1)) == 1
    assert "tomorrow@town.example" in notices_of(NoticeKind.CONDUCT_PROPOSED)
    conduct.decide(ConductCase.objects.get(), award=False, reason="No.", by=town.referee, now=now)
    factories.role(factories.user("late@town.example"), town.league, RoleKind.REFEREE)
    assert tell_judges(now=now) == 0
    assert ConductCase.objects.get().state == ConductState.DISMISSED


# Whose silence counts


@pytest.fixture
def waiting(town: Town, now: dt.datetime) -> Result:
    return cases.waiting_sheet(town, now)


def without_captain(town: Town, name: str) -> None:
    Role.objects.filter(team=town.teams[name]).update(ends_on=dt.date(2026, 11, 1))


def test_a_side_without_any_captain_confirms_nothing_by_silence(town: Town, now: dt.datetime) -> None:
    without_captain(town, "Bell")
    result = cases.waiting_sheet(town, now)
    assert result.confirm_by is None
    assert notices_of(NoticeKind.RESULT_UNANSWERABLE) == {"secretary@town.example"}
    assert confirm_due(now=now + dt.timedelta(days=60)) == 0
    assert Result.objects.get().state == ResultState.SUBMITTED


def test_a_side_that_lost_its_captain_since_does_not_either(town: Town, waiting: Result, now: dt.datetime) -> None:
    without_captain(town, "Bell")
    assert confirm_due(now=now + DUE) == 0
    waiting.refresh_from_db()
    assert (waiting.state, waiting.confirm_by) == (ResultState.SUBMITTED, None)
    assert notices_of(NoticeKind.RESULT_UNANSWERABLE) == {"secretary@town.example"}


def new_captain(town: Town) -> User:
    found = factories.user("new@bell.example")
    factories.role(found, town.league, RoleKind.CAPTAIN, town.teams["Bell"])
    return found


def test_a_captain_who_has_come_since_is_asked_first(town: Town, waiting: Result, now: dt.datetime) -> None:
    without_captain(town, "Bell")
    new_captain(town)
    late = now + DUE
    assert confirm_due(now=late) == 0
    waiting.refresh_from_db()
    assert (waiting.state, waiting.confirm_by) == (ResultState.SUBMITTED, late + 2 * DAY)
    assert "new@bell.example" in notices_of(NoticeKind.RESULT_TO_CONFIRM)
    assert waiting.confirm_by is not None
    assert confirm_due(now=waiting.confirm_by) == 1
    assert Result.objects.get().settlement == Settlement.DEADLINE


def test_a_captain_who_has_come_in_an_outage_has_what_it_gives_and_never_less(
    town: Town, waiting: Result, now: dt.datetime
) -> None:
    """Here one has an hour to answer. The server is silent from Tuesday noon to Thursday noon, and Bell's captain
    changes: what both sides are told after the outage, twelve waking hours, is not taken back for an hour."""
    town.league.confirm_hours = 1
    town.league.save()
    Result.objects.update(confirm_by=now + HOUR)
    take_pulse(now=now, clocks=Clocks())
    without_captain(town, "Bell")
    new_captain(town)
    back = now + 2 * DAY
    assert take_pulse(now=back, clocks=Clocks())
    promised = Result.objects.get().confirm_by
    assert promised == back + DAY + 8 * HOUR  # ten hours of Thursday and two of Friday, on to 8 pm
    assert confirm_due(now=back) == 0
    assert "new@bell.example" in notices_of(NoticeKind.RESULT_TO_CONFIRM)
    assert Result.objects.get().confirm_by == promised
    assert (confirm_due(now=promised - HOUR), confirm_due(now=promised)) == (0, 1)


def test_a_captain_who_has_come_in_an_outage_has_the_hours_that_everybody_has(
    town: Town, waiting: Result, now: dt.datetime
) -> None:
    """The deadline of Thursday 8 pm fell into an outage from 6 pm to 10 pm and became Friday's; the new captain, who is
    asked only now, has 48 hours like everybody, and on to 8 pm."""
    take_pulse(now=now + 54 * HOUR, clocks=Clocks())
    without_captain(town, "Bell")
    new_captain(town)
    back = now + 58 * HOUR
    assert take_pulse(now=back, clocks=Clocks())
    moved = Result.objects.get().confirm_by
    assert moved is not None
    assert moved == now + DUE + DAY
    full = now + DUE + 3 * DAY
    assert confirm_due(now=back) == 0
    assert Result.objects.get().confirm_by == full
    assert (confirm_due(now=moved), confirm_due(now=full)) == (0, 1)


def test_where_another_was_asked_the_deadline_stays(town: Town, waiting: Result, now: dt.datetime) -> None:
    new_captain(town)
    before = waiting.confirm_by
    assert (ask_new_captains(now=now), ask_new_captains(now=now)) == (1, 0)
    waiting.refresh_from_db()
    assert waiting.confirm_by == before
    assert confirm_due(now=now + DUE) == 1


# Who is neutral


@pytest.mark.parametrize(
    ("kind", "starts", "ends", "neutral"),
    [
        (RoleKind.CAPTAIN, dt.date(2026, 1, 1), dt.date(2026, 11, 1), False),
        (RoleKind.PLAYER, dt.date(2026, 9, 20), dt.date(2026, 9, 20), False),
        (RoleKind.VICE_CAPTAIN, dt.date(2025, 9, 1), dt.date(2026, 9, 13), True),
    ],
)
@pytest.mark.parametrize("team", ["Bell", "Castle"])
def test_whoever_held_a_role_of_a_side_in_the_season_is_not_neutral(
    town: Town, now: dt.datetime, kind: RoleKind, starts: dt.date, ends: dt.date, neutral: bool, team: str
) -> None:
    person, fixture = factories.user("former@town.example"), town.fixture("Anchor", "Bell")
    factories.role(person, town.league, RoleKind.REFEREE)
    factories.role(person, town.league, kind, town.teams[team], starts_on=starts, ends_on=ends)
    opened = cases.of_a_game(town, cases.counting(town, now).submitted_at)
    why = {judge.user.email: judge.why_not for judge in judges_of(opened, now=now)}["former@town.example"]
    if neutral or team == "Castle":
        assert why == ""
        assert rule(fixture, **HAND, declared=8, by=person, now=now).referee == person
    else:
        assert why == "belonged to Bell this season"
        with pytest.raises(NotAllowed):
            rule(fixture, **HAND, declared=8, by=person, now=now)
        with pytest.raises(NotAllowed):
            rule_on_dispute(opened, outcome="stands", by=person, now=now, **cases.SIGNED)


def test_a_role_taken_back_at_once_counts_too(town: Town, now: dt.datetime) -> None:
    person = factories.user("former@town.example")
    factories.role(person, town.league, RoleKind.REFEREE)
    factories.role(person, town.league, RoleKind.CAPTAIN, town.teams["Bell"], ends_on=now.date(), ended_at=now - DUE)
    held = access.grants(person, town.league, now=now)
    assert (held.captain_of, held.once_of) == (frozenset(), {(town.season.pk, town.teams["Bell"].pk)})
    assert not access.may(held, "call.rule", town.fixture("Anchor", "Bell"))


@pytest.mark.django_db(transaction=True)
def test_two_scans_at_once_ask_a_new_captain_once(town: Town, now: dt.datetime) -> None:
    result = cases.waiting_sheet(town, now)
    without_captain(town, "Bell")
    new_captain(town)
    at_once(*[lambda: ask_new_captains(now=now + DUE)] * 2)
    asked = Notice.objects.filter(kind=NoticeKind.RESULT_TO_CONFIRM, recipient__email="new@bell.example")
    assert asked.count() == 1
    result.refresh_from_db()
    assert result.confirm_by == now + DUE + 2 * DAY
