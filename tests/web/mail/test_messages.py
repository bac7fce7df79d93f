"""The pages about messages: a person's own, their settings, the link that stops a mail, the secretary's view."""

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.core import mail
from django.test import Client

from league.enums import Delivery, NoticeKind, NoticeState
from league.models import MailSettings, Notice, Preference, User
from league.queries.mail.messages import choices_of
from league.services.mail.delivery import deliver_due
from league.services.notices import queue_notice
from tests import factories
from tests.factories import Town

pytestmark = pytest.mark.usefixtures("today")

SETTINGS = "/leagues/town/messages/settings/"
MAIL = "/leagues/town/secretary/mail/"
Enter = Callable[[User], Client]


@pytest.fixture
def enter() -> Enter:
    def sign_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return sign_in


def owed(town: Town, now: dt.datetime, key: str = "1", kind: NoticeKind = NoticeKind.RULING_MADE) -> Notice:
    anchor = town.captains["Anchor"]
    queue_notice(
        town.league, [anchor], kind, key, text=f"Ruling {key}.", now=now, fixture=town.fixture("Anchor", "Bell")
    )
    return Notice.objects.get(recipient=anchor, kind=kind, key=key)


def form(**changes: object) -> dict[str, object]:
    """The settings form as it comes for somebody who has chosen nothing."""
    usual = {"reminder_days": ["7", "1"], "quiet_from": "", "quiet_until": "", "digest_at": "21:00"}
    return {**usual, **dict.fromkeys(NoticeKind.values, "mail"), **changes}


def test_my_messages_show_what_was_sent_and_what_became_of_it(town: Town, now: dt.datetime, enter: Enter) -> None:
    anchor = town.captains["Anchor"]
    states = [NoticeState.SENT, NoticeState.WAITING, NoticeState.FAILED, NoticeState.CANCELLED, NoticeState.NOT_WANTED]
    for number, state in enumerate(states):
        found = owed(town, now, str(number))
        Notice.objects.filter(pk=found.pk).update(state=state, sent_at=now)
    page = enter(anchor).get("/leagues/town/messages/").content.decode()
    assert re.findall(r"Ruling (\d)\.", page) == ["4", "3", "2", "1", "0"]
    badges = [
        "Not mailed: not wanted",
        "Not mailed: no longer needed",
        "Mail not delivered",
        "Mail not sent yet",
        "Mailed",
    ]
    assert re.findall(r'class="badge badge-(?!note)\w+">([^<]+)', page) == badges
    other = enter(town.captains["Bell"]).get("/leagues/town/messages/").content.decode()
    assert "Ruling" not in other
    assert "Nothing yet" in other


def test_a_message_that_waits_for_the_daily_mail_says_when_it_comes(town: Town, now: dt.datetime, enter: Enter) -> None:
    found = owed(town, now)
    Notice.objects.filter(pk=found.pk).update(digest=True, send_at=dt.datetime(2026, 11, 3, 21, tzinfo=dt.UTC))
    page = enter(town.captains["Anchor"]).get("/leagues/town/messages/").content.decode()
    assert re.search(r"In your next daily mail</span>\s*<small class=\"soft\">Tue 3 Nov, 9 pm", page)


def test_new_messages_are_marked_until_they_are_put_away(town: Town, now: dt.datetime, enter: Enter) -> None:
    owed(town, now)
    client = enter(town.captains["Anchor"])
    assert client.get("/leagues/town/messages/").content.decode().count(">New<") == 1
    client.post("/leagues/town/messages/")
    assert client.get("/leagues/town/messages/").content.decode().count(">New<") == 0


@pytest.mark.parametrize("count", [1, 40])
def test_my_messages_cost_as_many_queries_however_many_there_are(
    town: Town, now: dt.datetime, enter: Enter, count: int, django_assert_num_queries: Callable[..., object]
) -> None:
    for number in range(count):
        owed(town, now, str(number))
    client = enter(town.captains["Anchor"])
    # Session, user, league, two grants, the seasons that are hidden, the number of messages, the messages.
    with django_assert_num_queries(8):  # type: ignore[attr-defined]
        client.get("/leagues/town/messages/")


def test_a_message_can_be_read_again_by_whom_it_was_sent_to(town: Town, now: dt.datetime, enter: Enter) -> None:
    found = owed(town, now)
    address = f"/leagues/town/messages/{found.pk}/"
    page = enter(town.captains["Anchor"]).get(address)
    assert page.status_code == 200
    assert "Tuesday 15 September 2026, 8 pm BST" in page.content.decode()
    for somebody in (town.captains["Bell"], town.secretary):
        assert enter(somebody).get(address).status_code == 404


def test_a_message_of_another_league_is_not_found_here(town: Town, now: dt.datetime, enter: Enter) -> None:
    found = owed(town, now)
    factories.town("Abroad League", "abroad")
    assert enter(town.captains["Anchor"]).get(f"/leagues/abroad/messages/{found.pk}/").status_code == 404


def test_settings_are_saved_and_shown_again(town: Town, enter: Enter) -> None:
    anchor = town.captains["Anchor"]
    client = enter(anchor)
    sent = form(
        reminder_days=["3"], quiet_from="22:00", quiet_until="07:30", digest_at="18:15", **{"ruling-made": "digest"}
    )
    assert client.post(SETTINGS, sent).status_code == 302
    choices = choices_of(anchor)
    assert (choices.reminder_days, choices.quiet_from, choices.quiet_until, choices.digest_at) == (
        (3,),
        dt.time(22),
        dt.time(7, 30),
        dt.time(18, 15),
    )
    assert choices.deliveries[NoticeKind.RULING_MADE] == Delivery.DIGEST
    page = client.get(SETTINGS).content.decode()
    assert 'name="quiet_from" value="22:00"' in page
    assert re.findall(r'name="reminder_days" value="(\d+)"[^>]*checked', page) == ["3"]
    assert page.count("<select") == len(NoticeKind)
    assert "As secretary or referee" not in page
    assert page.count('value="digest" selected') == 1


def test_a_secretary_has_one_mail_a_day_or_each_at_once(town: Town, enter: Enter) -> None:
    client = enter(town.secretary)
    assert re.search(r'name="officer_digest"[^>]* checked', client.get(SETTINGS).content.decode())
    assert client.post(SETTINGS, form()).status_code == 302
    assert not choices_of(town.secretary).officer_digest
    assert not re.search(r'name="officer_digest"[^>]* checked', client.get(SETTINGS).content.decode())
    assert client.post(SETTINGS, form(officer_digest="on")).status_code == 302
    assert choices_of(town.secretary).officer_digest


def test_whoever_is_no_officer_here_keeps_what_they_chose_as_one_elsewhere(town: Town, enter: Enter) -> None:
    anchor = town.captains["Anchor"]
    MailSettings.objects.create(user=anchor, officer_digest=False)
    assert enter(anchor).post(SETTINGS, form()).status_code == 302
    assert not choices_of(anchor).officer_digest


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"quiet_from": "22:00"}, "Quiet hours need a beginning and an end"),
        ({"quiet_from": "20:00", "quiet_until": "22:00"}, "The daily mail would come in your quiet hours"),
        ({"digest_at": "late"}, "Write a time like 22:30."),
        ({"digest_at": ""}, "Write a time like 22:30."),
        ({"ruling-made": "sometimes"}, "sometimes is not one of the available choices"),
        ({"reminder_days": ["99"]}, "99 is not one of the available choices"),
        ({"digest_at": "8\x00:00"}, "Write a time like 22:30."),
    ],
)
def test_settings_that_cannot_be_are_refused_with_what_was_typed(
    town: Town, enter: Enter, changes: dict[str, object], said: str
) -> None:
    page = enter(town.captains["Anchor"]).post(SETTINGS, form(**{"result-due": "none", **changes}))
    assert (page.status_code, MailSettings.objects.count()) == (422, 0)
    assert said in page.content.decode()
    assert page.content.decode().count('value="none" selected') == 1


def test_all_that_is_wrong_with_the_settings_is_said_at_once(town: Town, enter: Enter) -> None:
    changes = {"quiet_from": "22:00", "ruling-made": "sometimes", "reminder_days": ["99"]}
    page = enter(town.captains["Anchor"]).post(SETTINGS, form(**changes))
    listed = re.findall(r'<li><a href="#id_([\w-]+)">', page.content.decode())
    assert listed == ["reminder_days", "quiet_until", "ruling-made"]


def stop_link(message: mail.EmailMultiAlternatives) -> str:
    found = re.fullmatch(r"<http://testserver(/mail/stop/.+/)>", message.extra_headers["List-Unsubscribe"])
    assert found is not None
    return found[1]


def test_one_click_in_the_mail_program_stops_the_kind_without_signing_in(town: Town, now: dt.datetime) -> None:
    owed(town, now)
    deliver_due(now=now)
    link = stop_link(mail.outbox[0])  # type: ignore[arg-type]
    client = Client(enforce_csrf_checks=True)
    one_click = client.post(link, "List-Unsubscribe=One-Click", content_type="application/x-www-form-urlencoded")
    assert one_click.status_code == 200
    assert list(Preference.objects.values_list("user__email", "kind", "delivery")) == [
        ("anchor@town.example", NoticeKind.RULING_MADE, Delivery.NONE)
    ]
    owed(town, now, "2")
    deliver_due(now=now)
    assert len(mail.outbox) == 1


def test_opening_the_link_alone_stops_nothing_and_the_page_turns_it_on_again(town: Town, now: dt.datetime) -> None:
    owed(town, now)
    deliver_due(now=now)
    link = stop_link(mail.outbox[0])  # type: ignore[arg-type]
    client = Client(enforce_csrf_checks=True)
    page = client.get(link).content.decode()
    assert "A ruling on your fixture" in page
    assert Preference.objects.count() == 0
    assert "This mail has stopped" in client.post(link, {"do": "off"}).content.decode()
    assert "This mail is on again" in client.post(link, {"do": "on"}).content.decode()
    assert choices_of(town.captains["Anchor"]).deliveries[NoticeKind.RULING_MADE] == Delivery.MAIL


def test_the_daily_mail_s_link_stops_the_kinds_in_it(town: Town, now: dt.datetime) -> None:
    anchor = town.captains["Anchor"]
    for kind in (NoticeKind.RULING_MADE, NoticeKind.FIXTURE_MOVED):
        Preference.objects.create(user=anchor, kind=kind, delivery=Delivery.DIGEST)
        owed(town, now, kind=kind)
    deliver_due(now=now)
    deliver_due(now=now + dt.timedelta(days=1))
    link = stop_link(mail.outbox[0])  # type: ignore[arg-type]
    Client().post(link, {"List-Unsubscribe": "One-Click"})
    assert set(Preference.objects.values_list("delivery", flat=True)) == {Delivery.NONE}
    Client().post(link, {"do": "on"})
    assert set(Preference.objects.values_list("delivery", flat=True)) == {Delivery.DIGEST}


@pytest.mark.parametrize("token", ["x", "WzEsWyJydWxpbmctbWFkZSJdLCJtYWlsIl0:forged", "%00", "a" * 5000])
@pytest.mark.parametrize("method", ["get", "post"])
def test_a_link_that_was_cut_short_or_forged_says_so(db: None, token: str, method: str) -> None:
    page = getattr(Client(), method)(f"/mail/stop/{token}/")
    assert page.status_code == 404
    assert "This link does not work" in page.content.decode()


def failed(town: Town, now: dt.datetime, key: str) -> Notice:
    found = owed(town, now, key)
    told = {"state": NoticeState.FAILED, "attempts": 12, "error": "550 5.1.1 No such user <x>"}
    Notice.objects.filter(pk=found.pk).update(**told)
    return found


def test_the_secretary_sees_what_could_not_be_delivered_and_tries_it_again(
    town: Town, now: dt.datetime, enter: Enter
) -> None:
    one, two = failed(town, now, "1"), failed(town, now, "2")
    client = enter(town.secretary)
    page = client.get(MAIL).content.decode()
    assert page.count("anchor@town.example") == 2
    assert "550 5.1.1 No such user &lt;x&gt;" in page
    said = client.post(MAIL, {"notice": str(one.pk)}, follow=True).content.decode()
    assert "1 message will be tried again" in said
    one.refresh_from_db()
    two.refresh_from_db()
    assert (one.state, two.state) == (NoticeState.WAITING, NoticeState.FAILED)
    client.post(MAIL, {"all": "1"})
    two.refresh_from_db()
    assert two.state == NoticeState.WAITING


@pytest.mark.parametrize("notice", ["", "x", "9" * 30, "-1", "٣"])
def test_a_second_attempt_at_nothing_changes_nothing(town: Town, now: dt.datetime, enter: Enter, notice: str) -> None:
    found = failed(town, now, "1")
    said = enter(town.secretary).post(MAIL, {"notice": notice}, follow=True)
    assert "Nothing was left to try again." in said.content.decode()
    found.refresh_from_db()
    assert found.state == NoticeState.FAILED


def test_the_secretary_of_another_league_tries_nothing_here(town: Town, now: dt.datetime, enter: Enter) -> None:
    found = failed(town, now, "1")
    abroad = factories.town("Abroad League", "abroad")
    enter(abroad.secretary).post("/leagues/abroad/secretary/mail/", {"notice": str(found.pk), "all": "1"})
    found.refresh_from_db()
    assert found.state == NoticeState.FAILED


@pytest.mark.parametrize("count", [1, 20])
def test_the_secretary_s_page_costs_as_many_queries_however_much_failed(
    town: Town, now: dt.datetime, enter: Enter, count: int, django_assert_num_queries: Callable[..., object]
) -> None:
    for number in range(count):
        failed(town, now, str(number))
    client = enter(town.secretary)
    with django_assert_num_queries(9):  # type: ignore[attr-defined]
        client.get(MAIL)


@pytest.mark.long
def test_previews_show_a_mail_of_each_kind_where_the_settings_say_so(
    town: Town, now: dt.datetime, enter: Enter, settings: LazySettings
) -> None:
    owed(town, now)
    client = enter(town.secretary)
    settings.MAIL_PREVIEWS = True
    page = client.get(f"{MAIL}previews/").content.decode()
    assert page.count("<section") == len(NoticeKind)
    assert "None" not in page
    assert "A ruling: Anchor v Bell" in page
    for kind in NoticeKind:
        html = client.get(f"{MAIL}previews/{kind}/")
        assert html.content.decode().count("<h1") == 1
        assert "style-src 'unsafe-inline'" in html.headers["Content-Security-Policy"]
        assert "script-src 'none'" in html.headers["Content-Security-Policy"]
    assert Notice.objects.count() == 1
    assert client.get(f"{MAIL}previews/no-such-kind/").status_code == 404
    assert enter(town.captains["Anchor"]).get(f"{MAIL}previews/").status_code == 403
    settings.MAIL_PREVIEWS = False
    assert client.get(f"{MAIL}previews/").status_code == 404


def test_a_league_without_fixtures_has_no_previews(town: Town, enter: Enter, settings: LazySettings) -> None:
    settings.MAIL_PREVIEWS = True
    town.division.fixtures.all().delete()
    page = enter(town.secretary).get(f"{MAIL}previews/")
    assert (page.status_code, "Nothing to show" in page.content.decode()) == (200, True)


def test_the_way_to_the_messages_stands_in_the_account_s_menu(town: Town, enter: Enter) -> None:
    captain = enter(town.captains["Anchor"])
    assert 'href="/leagues/town/messages/"' in captain.get("/leagues/town/").content.decode()
    assert f'href="{SETTINGS}"' in captain.get("/account/").content.decode()
    assert "/messages/" not in Client().get("/leagues/town/").content.decode()
