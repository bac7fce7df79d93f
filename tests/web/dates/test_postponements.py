"""Postponements, page by page, as a browser without scripts would go through it. It is the Wednesday before week 1."""

import datetime as dt
import re
from typing import Any

import pytest
import time_machine
from django.test import Client

from league.enums import FixtureState, PostponementState, RoleKind
from league.models import Fixture, Postponement
from league.services.dates import postpone
from league.services.results import submit
from tests import factories
from tests.factories import Town, result_sheet
from tests.pseudo import pseudo
from tests.web.dates.asking import FREE, NOW, asked, slot, value_of
from tests.web.pages import page, signed_in, words

pytestmark = pytest.mark.usefixtures("september")


__all__ = ["pseudo"]


# Asking


def test_the_page_offers_what_is_allowed_and_says_why_not_the_others(anchor: Client, fixture: Fixture) -> None:
    got = anchor.get(page(fixture, "postpone"))
    text = got.content.decode()
    options = re.findall(r'<option value="(2026-[^"]+)"', text.split("</select>")[0])
    assert options[0] == "2026-09-14"
    assert options[-1] == "2026-10-04"
    assert {"2026-09-15", "2026-09-22"}.isdisjoint(options)
    assert '<optgroup label="Week 3 (catch-up), from 28 September">' in text
    assert "Tuesday 29 September – home night" in text
    assert "Tue 15 September : It is already set for this evening." in words(got)
    assert "Tue 22 September : Anchor play Duke of York v Anchor that evening." in words(got)


def test_the_evenings_and_what_is_wrong_are_in_the_language_of_the_reader(
    anchor: Client, fixture: Fixture, pseudo: None
) -> None:
    got = anchor.post(page(fixture, "postpone"), {"reason": "", **slot("2026-10-06")})
    text = got.content.decode()
    assert '<optgroup label="Ŵééķ 3 (çåŧçħ-üƥ), ƒřøɱ 28 Šéƥŧéɱƀéř">' in text
    assert "Ŧüéšđåý 29 Šéƥŧéɱƀéř – ħøɱé ñîğħŧ" in text
    assert "Îŧ ɱüšŧ ƀé ƥłåýéđ ƀý Šüñđåý 4 Øçŧøƀéř" in text.split('id="slot-1-error"')[1][:200]
    assert "Šåý ŵħý ýøü çåññøŧ ƥłåý ŧħéñ." in words(got)


def test_a_captain_asks_and_is_told_so(anchor: Client, fixture: Fixture) -> None:
    sent = {"reason": "A wedding.", **slot("2026-09-29", "19:30"), **slot("", number=2)}
    got = anchor.post(page(fixture, "postpone"), sent, follow=True)
    assert got.redirect_chain == [(page(fixture), 302)]
    assert "Asked. The other captain has been told; the fixture keeps its date until you agree." in words(got)
    offer = Postponement.objects.get().offers.get()
    assert offer.dates == (dt.datetime(2026, 9, 29, 18, 30, tzinfo=dt.UTC),)


def test_a_wrong_request_comes_back_as_it_was_filled_in(anchor: Client, fixture: Fixture) -> None:
    sent = {
        "reason": "",
        **slot("2026-09-22", "18:45"),
        **slot("", number=2),
        **slot("2026-10-06", "20:00", number=3),
    }
    got = anchor.post(page(fixture, "postpone"), sent)
    assert got.status_code == 422
    assert [value_of(got, name) for name in ("slot-1", "slot-1-time", "slot-2", "slot-3-time")] == [
        "2026-09-22",
        "18:45",
        "",
        "20:00",
    ]
    text = got.content.decode()
    assert 'id="slot-1-error"' in text
    assert 'id="slot-2-error"' not in text
    assert "It must be played by Sunday 4 October" in text.split('id="slot-3-error"')[1][:200]
    assert "Say why you cannot play then." in words(got)
    assert not Postponement.objects.exists()


@pytest.mark.parametrize(
    ("day", "time"),
    [
        ("tomorrow", "20:00"),
        ("2026-09-29", ""),
        ("2026-09-29", "eightish"),
        ("0001-01-01", "00:00"),
        ("9999-12-31", "23:59"),
        ("2026-02-30", "20:00"),
        ("2026-09-29\x00", "25:00"),
    ],
)
def test_a_date_that_cannot_be_read_is_told_so_and_kept(anchor: Client, fixture: Fixture, day: str, time: str) -> None:
    got = anchor.post(page(fixture, "postpone"), {"reason": "A wedding.", **slot(day, time)})
    assert got.status_code == 422
    assert "Choose a day from the list and a time such as 20:00." in words(got)
    assert value_of(got, "reason") == "A wedding."
    assert value_of(got, "slot-1-time") == time[:10]


def test_what_cannot_be_read_is_told_with_all_the_rest(anchor: Client, fixture: Fixture) -> None:
    sent = {"reason": "", **slot("soon"), **slot("2026-09-22", number=2)}
    got = anchor.post(page(fixture, "postpone"), sent)
    assert [value_of(got, name) for name in ("slot-2", "slot-2-time")] == ["2026-09-22", "20:00"]
    listed = re.findall(r'<li><a href="#([^"]+)">', got.content.decode())
    assert listed == ["slot-1", "reason", "slot-2", "slot-2"]


def test_nobody_is_offered_to_ask_when_it_is_too_late(town: Town, fixture: Fixture) -> None:
    last = town.fixture("Anchor", "Castle")
    after = fixture.starts_at + dt.timedelta(weeks=3) - dt.timedelta(days=1)
    with time_machine.travel(after, tick=False):
        anchor = signed_in(town.captains["Anchor"])
        for late, why in ((fixture, "already started"), (last, "No evening is left")):
            got = anchor.get(page(late, "postpone"))
            assert got.status_code == 409
            assert why in words(got)
        Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.POSTPONED)
        Postponement.objects.create(fixture=fixture, state=PostponementState.OWED, requested_at=NOW)
        got = anchor.get(page(fixture, "answer"))
        assert "No evening is left by Sunday 4 October, so the secretary decides." in words(got)
        assert "Offer these dates" not in words(got)


def test_a_late_request_asks_why_so_late(anchor: Client, fixture: Fixture) -> None:
    assert 'name="short_notice"' not in anchor.get(page(fixture, "postpone")).content.decode()
    with time_machine.travel(fixture.starts_at - dt.timedelta(hours=3), tick=False):
        anchor = signed_in(anchor.get(page(fixture)).wsgi_request.user)
        assert 'name="short_notice"' in anchor.get(page(fixture, "postpone")).content.decode()
        got = anchor.post(page(fixture, "postpone"), {"reason": "Snow.\x00"})
        assert (got.status_code, value_of(got, "reason")) == (422, "Snow.")
        assert "at short notice: say why yours comes so late." in words(got)
        sent = {"reason": "Snow.\x00", "short_notice": "It fell at noon.\x00"}
        assert anchor.post(page(fixture, "postpone"), sent).status_code == 302
    assert Postponement.objects.get().short_notice == "It fell at noon."


def test_asked_already_leads_to_the_answer(town: Town, anchor: Client, bell: Client, fixture: Fixture) -> None:
    asked(town, fixture, FREE)
    assert bell.get(page(fixture, "postpone")).headers["Location"] == page(fixture, "answer")
    got = bell.post(page(fixture, "postpone"), {"reason": "We too."})
    assert got.status_code == 409
    assert "open already" in words(got)


# Answering


def test_the_other_captain_agrees(town: Town, bell: Client, fixture: Fixture) -> None:
    asked(town, fixture, FREE)
    seen = words(bell.get(page(fixture, "answer")))
    assert "Anchor ask to postpone." in seen
    assert "Until you agree on a new date, it is set for Tuesday 15 September, 8 pm ." in seen
    assert "A wedding." in seen
    assert "Answer the postponement" in words(bell.get("/leagues/town/my/"))
    sent = {"do": "agree", "seen": "1", "slot": FREE.isoformat()}
    got = bell.post(page(fixture, "answer"), sent, follow=True)
    assert "Agreed: Tuesday 29 September at 8 pm. Both teams have been told." in words(got)
    assert "Moved: was Tue 15 September, 8 pm." in words(got)


def test_other_dates_a_refusal_and_no_date(town: Town, anchor: Client, bell: Client, fixture: Fixture) -> None:
    asked(town, fixture, FREE)
    where = page(fixture, "answer")
    assert bell.post(where, {"do": "counter", "seen": "1", **slot("2026-09-30")}).status_code == 302
    assert "Bell offer" in words(anchor.get(where))
    assert "Awaiting the other captain’s reply." in words(bell.get(where))
    assert "Postponement: awaiting reply" in words(bell.get("/leagues/town/my/"))
    got = anchor.post(where, {"do": "refuse", "seen": "2", "reason": " "})
    assert (got.status_code, Postponement.objects.get().state) == (422, PostponementState.REQUESTED)
    assert "Say why it cannot be postponed." in words(got)
    assert anchor.post(where, {"do": "owe", "seen": "2"}).status_code == 302
    assert "has no date now. Agree on one by Sunday 4 October" in words(bell.get(where))
    assert anchor.post(where, {"do": "agree", "seen": "2", "slot": "2026-09-30T19:00:00+00:00"}).status_code == 302
    assert Fixture.objects.get(pk=fixture.pk).starts_at == dt.datetime(2026, 9, 30, 19, tzinfo=dt.UTC)


def test_a_request_is_taken_back(town: Town, anchor: Client, fixture: Fixture) -> None:
    asked(town, fixture, FREE)
    got = anchor.post(page(fixture, "answer"), {"do": "withdraw"}, follow=True)
    assert "Withdrawn. The fixture keeps its date." in words(got)
    got = anchor.post(page(fixture, "answer"), {"do": "withdraw"})
    assert got.status_code == 409
    assert "This postponement is no longer open: withdrawn." in words(got)


def test_the_loser_of_a_race_reads_why_and_can_offer_others(town: Town, bell: Client, fixture: Fixture) -> None:
    asked(town, fixture, FREE, FREE + dt.timedelta(days=1))
    third = town.fixture("Castle", "Duke of York")
    Fixture.objects.filter(pk=third.pk).update(venue=town.venues["Anchor"], starts_at=FREE)
    got = bell.post(page(fixture, "answer"), {"do": "agree", "seen": "1", "slot": FREE.isoformat()})
    assert got.status_code == 409
    why = "Anchor has no board free: it has one fixture that evening and holds 1."
    assert f"Tuesday 29 September at 8 pm is no longer possible. {why}" in words(got)
    assert re.search(rf'value="{re.escape(FREE.isoformat())}" disabled', got.content.decode())
    assert "Offer other dates" in words(got)


def test_dates_offered_meanwhile_are_shown_and_nothing_typed_is_lost(
    town: Town, bell: Client, fixture: Fixture
) -> None:
    asked(town, fixture, FREE)
    got = bell.post(page(fixture, "answer"), {"do": "refuse", "seen": "7", "reason": "We have a final."})
    assert got.status_code == 409
    assert "Other dates were offered since this page was opened." in words(got)
    assert value_of(got, "reason") == "We have a final."
    assert value_of(got, "seen") == "1"


@pytest.mark.parametrize(
    "sent",
    [
        {},
        {"do": "dance"},
        {"do": "agree", "seen": "1"},
        {"do": "agree", "seen": "1", "slot": "2026-09-29"},
        {"do": "agree", "seen": "1", "slot": "0001-01-01T00:00:00+23:59"},
        {"do": "agree", "seen": "1", "slot": "9999-12-31T23:59:00-23:59"},
        {"do": "agree", "seen": "1", "slot": "\x00"},
        {"do": "agree", "seen": "1", "slot": "2026-10-01T19:00:00+00:00"},
        {"do": "counter", "seen": "1"},
        {"do": "counter", "seen": "1", "slot-1": "x", "slot-1-time": "y"},
        {"do": "refuse", "seen": "1", "reason": "\x00"},
    ],
)
def test_a_wrong_answer_is_told_so_and_changes_nothing(
    town: Town, bell: Client, fixture: Fixture, sent: dict[str, str]
) -> None:
    asked(town, fixture, FREE)
    got = bell.post(page(fixture, "answer"), sent)
    assert got.status_code == 422
    assert 'role="alert"' in got.content.decode()
    assert Postponement.objects.get().state == PostponementState.REQUESTED


STEPS = """
step      anon home away other secr
agree     403  403  302  403   403
counter   403  403  302  403   403
owe       403  403  302  403   403
refuse    403  403  302  403   403
withdraw  403  302  403  403   403
"""


HEAD, *ROWS = [line.split() for line in STEPS.strip().splitlines()]


CELLS = [(row[0], who, int(n)) for row in ROWS for who, n in zip(HEAD[1:], row[1:], strict=True)]


@pytest.mark.parametrize(("step", "who", "status"), CELLS)
def test_who_may_take_which_step(town: Town, fixture: Fixture, step: str, who: str, status: int) -> None:
    asked(town, fixture, FREE)
    visitors = {
        "anon": None,
        "home": town.captains["Anchor"],
        "away": town.captains["Bell"],
        "other": town.captains["Castle"],
        "secr": town.secretary,
    }
    client = signed_in(visitors[who]) if visitors[who] else Client()
    sent = {"do": step, "seen": "1", "slot": FREE.isoformat(), "reason": "No.", **slot("2026-09-30")}
    assert client.post(page(fixture, "answer"), sent).status_code == status


def test_the_captain_of_both_sides_asks_and_cannot_answer(town: Town, anchor: Client, fixture: Fixture) -> None:
    factories.role(town.captains["Anchor"], town.league, RoleKind.CAPTAIN, town.teams["Bell"])
    asked(town, fixture, FREE)
    assert "Agree to this date" not in words(anchor.get(page(fixture, "answer")))
    sent = {"do": "agree", "seen": "1", "slot": FREE.isoformat()}
    assert anchor.post(page(fixture, "answer"), sent).status_code == 403


def test_a_page_about_a_played_fixture_says_so(town: Town, anchor: Client, fixture: Fixture) -> None:
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Bell"], now=fixture.starts_at)
    for name in ("postpone", "answer"):
        got = anchor.get(page(fixture, name))
        assert got.status_code == 409
        assert "has its result" in words(got)


@pytest.mark.parametrize(
    ("first", "hour", "was"),
    [(dt.date(2026, 10, 12), 20, 19), (dt.date(2027, 3, 15), 19, 20)],
    ids=["October", "March"],
)
def test_eight_stays_eight_over_the_change_of_the_clocks(
    town: Town, fixture: Fixture, first: dt.date, hour: int, was: int
) -> None:
    """Week 1 is before the change, the catch-up week after it."""
    for number, week in enumerate(town.weeks):
        monday = first + dt.timedelta(weeks=number)
        at = dt.datetime.combine(monday + dt.timedelta(days=1), dt.time(20), tzinfo=town.league.tz)
        type(week).objects.filter(pk=week.pk).update(starts_on=monday)
        Fixture.objects.filter(week=week).update(starts_at=at, original_starts_at=at)
    tuesday = first + dt.timedelta(weeks=2, days=1)
    with time_machine.travel(dt.datetime.combine(first, dt.time(12), tzinfo=dt.UTC), tick=False):
        anchor, bell = signed_in(town.captains["Anchor"]), signed_in(town.captains["Bell"])
        anchor.post(page(fixture, "postpone"), {"reason": "Away.", "short_notice": "x", **slot(tuesday.isoformat())})
        offered = Postponement.objects.get().offers.get().dates[0]
        assert f"{tuesday:%A} {tuesday.day} {tuesday:%B}, 8 pm" in words(bell.get(page(fixture, "answer")))
        bell.post(page(fixture, "answer"), {"do": "agree", "seen": "1", "slot": offered.isoformat()})
        assert f"{tuesday.day} {tuesday:%B} {tuesday.year}, 8 pm" in words(bell.get(page(fixture)))
    fixture.refresh_from_db()
    assert (fixture.starts_at.date(), fixture.starts_at.hour, fixture.original_starts_at.hour) == (tuesday, hour, was)


# What is shown


def test_reasons_are_read_by_captains_and_secretary_alone(
    town: Town, anchor: Client, office: Client, client: Client, fixture: Fixture
) -> None:
    asked(town, fixture, FREE)
    postpone.refuse(fixture, reason="We are full.", seen=1, by=town.captains["Bell"], now=NOW)
    for reader, inside in ((anchor, True), (office, True), (client, False), (signed_in(town.referee), False)):
        seen = words(reader.get(page(fixture)))
        assert "Refused Requested by Anchor" in seen
        assert ("A wedding." in seen, "We are full." in seen) == (inside, inside)


def test_the_buttons_follow_who_one_is_and_how_it_stands(
    town: Town, anchor: Client, bell: Client, office: Client, client: Client, fixture: Fixture
) -> None:
    def buttons(reader: Client) -> list[str]:
        """The page's button, and the first things under More."""
        text = reader.get(page(fixture)).content.decode()
        button = re.search(r'<p class="actions"><a class="button" href="[^"]+">([^<]+)</a></p>', text)
        more = re.search(r'<ul class="tools">(.*?)</ul>', text, re.DOTALL)
        links = re.findall(r">([^<]+)</a>", more.group(1)) if more else []
        others = ("Head to head", "Anchor on a map", "Card to print", "Decisions, and who made them")
        return [*([button.group(1)] if button else []), *(link for link in links if link not in others)]

    who = "Who can play?"
    assert [buttons(reader) for reader in (client, anchor, office)] == [
        [], [who, "Postpone"], [who, "Move or cancel"]
    ]  # fmt: skip
    asked(town, fixture, FREE)
    assert [buttons(reader) for reader in (anchor, bell)] == [
        [who, "See the postponement"], ["Answer the postponement", who]
    ]  # fmt: skip
    postpone.agree_without_date(fixture, seen=1, by=town.captains["Bell"], now=NOW)
    assert buttons(anchor) == ["Enter the result", "See the postponement", "Score it live"]
    Postponement.objects.update(state=PostponementState.LAPSED)
    Fixture.objects.update(state=FixtureState.CANCELLED)
    assert [buttons(reader) for reader in (anchor, office)] == [[], ["Move or cancel"]]


def test_a_fixture_put_off_stands_under_its_own_heading(town: Town, anchor: Client, fixture: Fixture) -> None:
    asked(town, fixture)
    postpone.agree_without_date(fixture, seen=1, by=town.captains["Bell"], now=NOW)
    seen = words(anchor.get("/leagues/town/my/"))
    assert "Postponed, without a date was 15 Sep Anchor v Bell , Postponed, no date yet" in seen
    Fixture.objects.filter(pk=fixture.pk).update(state=FixtureState.CANCELLED)
    Postponement.objects.update(state=PostponementState.LAPSED)
    assert "Will not be played" in words(anchor.get("/leagues/town/my/"))


def test_the_pages_ask_a_fixed_number_of_queries(
    town: Town, anchor: Client, bell: Client, office: Client, fixture: Fixture, django_assert_num_queries: Any
) -> None:
    # session, user, league, roles, registrations, fixture; postponements; weeks, entries, blackouts, others, closures
    with django_assert_num_queries(13):
        anchor.get(page(fixture, "postpone"))
    asked(town, fixture, FREE)
    # and the offers
    with django_assert_num_queries(13):
        bell.get(page(fixture, "answer"))
    with django_assert_num_queries(14):
        office.get(page(fixture, "move"))
