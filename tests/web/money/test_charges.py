"""The pages of money: charging, the season's statement, what becomes of a charge, and who sees what they owe."""

import csv
import datetime as dt
import io
from decimal import Decimal

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.enums import JournalKind
from league.models import Charge, JournalEntry, Player
from league.services.money import NewCharge, cancel, charge, pay
from tests import factories
from tests.factories import Town
from tests.forms import untouched_on
from tests.web.public_pages import words

PAGE = "/leagues/town/secretary/seasons/2026-27/charges/"
ADD = f"{PAGE}new/"
TODAY = dt.date(2026, 11, 3)
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("today")]


@pytest.fixture
def charged(town: Town, now: dt.datetime) -> dict[str, Charge]:
    """A fee of Bell that is paid, a fine of Bell that is cancelled, and pennies of Anchor's third player."""
    by = {"by": town.secretary, "now": now}
    bell = town.teams["Bell"]
    [fee] = charge(town.season, [bell], [], NewCharge("fee", Decimal(20), "Entry fee", TODAY), **by)
    [fine] = charge(town.season, [bell], [], NewCharge("fine", Decimal(5), "A late card", TODAY), **by)
    new = NewCharge("pennies", Decimal("0.50"), "A nineteen hand", TODAY)
    [pennies] = charge(town.season, [], [town.squads["Anchor"][2]], new, **by)
    pay(fee, on=dt.date(2026, 11, 2), **by)
    cancel(fine, reason="It was in the post", **by)
    return {"fee": fee, "fine": fine, "pennies": pennies}


def filled(office: Client, **said: str) -> dict[str, str]:
    return {**untouched_on(office, ADD), "kind": "fee", "amount": "£20", "reason": "Entry fee", **said}


# Charging


def test_every_team_is_charged_and_a_second_press_changes_nothing(office: Client, town: Town) -> None:
    sent = filled(office, whom="teams")
    for said in ("4 are charged. Those it concerns are told.", "You sent this twice; it is charged once."):
        answer = office.post(ADD, sent)
        assert (answer.status_code, answer.headers["Location"]) == (302, PAGE)
        assert said in words(office.get(PAGE))
    assert sorted(str(one.team) for one in Charge.objects.all()) == sorted(town.teams)
    assert {one.amount for one in Charge.objects.all()} == {Decimal("20.00")}
    assert office.post(ADD, {**sent, "amount": "25"}).status_code == 302
    assert Charge.objects.count() == 8


@pytest.mark.parametrize(("whom", "count"), [("players", 24), ("division", 4), ("team", 1), ("player", 1)])
def test_one_or_many_are_charged(office: Client, town: Town, whom: str, count: int) -> None:
    named = {
        "division": f"division-{town.division.pk}",
        "team": f"team-{town.teams['Bell'].pk}",
        "player": f"player-{town.squads['Bell'][0].pk}",
    }
    assert office.post(ADD, filled(office, whom=named.get(whom, whom))).status_code == 302
    assert Charge.objects.count() == count


def test_all_that_is_wrong_is_told_at_its_field_and_kept(office: Client) -> None:
    sent = {"whom": "team-999999", "kind": "loan", "amount": "1,000", "reason": "", "date": "tomorrow"}
    answer = office.post(ADD, sent)
    assert answer.status_code == 422
    form = answer.context["form"]
    assert set(form.errors) == {"whom", "kind", "amount", "reason", "date"}
    assert form.errors["amount"] == ["Write the amount in digits, like 20 or 2.50."]
    assert 'value="1,000"' in answer.content.decode()
    answer = office.post(ADD, filled(office, whom="teams", amount="0", reason="\x07", date="2026-11-04"))
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"amount", "reason", "date"})
    assert Charge.objects.count() == 0


def test_what_a_browser_never_sends_is_refused(office: Client) -> None:
    for whom in ("", "player-", "teams-", "division-x", "team-1\x00", "٣", "player-99999999999999999999"):
        assert office.post(ADD, filled(office, whom=whom)).status_code == 422, whom
    assert Charge.objects.count() == 0


# The statement


def test_the_statement_tells_sums_and_charges_by_team_and_player(office: Client, charged: dict[str, Charge]) -> None:
    said = words(office.get(PAGE))
    assert "Charged £20.50 Paid £20.00 Owed £0.50" in said
    assert "Bell owes nothing · charged £20.00, paid £20.00" in said
    assert "£20.00 Paid Fee, 3 November 2026 · paid on 2 November 2026 Entry fee" in said
    assert "£5.00 Cancelled Fine, 3 November 2026 A late card Cancelled on 3 November 2026: It was in the post" in said
    assert "Anchor 3 Anchor owes £0.50 · charged £0.50, paid £0.00" in said
    assert said.index("Bell owes") < said.index("Anchor 3")


@pytest.mark.parametrize(
    ("query", "reasons"),
    [
        ("state=owed", ["A nineteen hand"]),
        ("state=paid", ["Entry fee"]),
        ("state=cancelled", ["A late card"]),
        ("kind=fine", ["A late card"]),
        ("kind=fine&state=owed", []),
        ("page=99", ["A late card", "Entry fee", "A nineteen hand"]),
    ],
)
def test_the_statement_is_narrowed(office: Client, charged: dict[str, Charge], query: str, reasons: list[str]) -> None:
    answer = office.get(f"{PAGE}?{query}")
    found = [one.reason for account in answer.context["accounts"] for one in account.charges]
    assert found == reasons
    if not reasons:
        assert "Nothing found" in words(answer)


@pytest.mark.parametrize("query", ["state=x", "kind=loan", "state=owed&kind=1"])
def test_what_it_is_never_narrowed_by_is_refused(office: Client, charged: dict[str, Charge], query: str) -> None:
    assert office.get(f"{PAGE}?{query}").status_code == 422


def test_an_empty_season_says_what_to_do(office: Client) -> None:
    assert "Nothing is charged yet Charge every team its entry fee in one go" in words(office.get(PAGE))


def test_it_asks_a_fixed_number_of_questions_and_has_pages(office: Client, town: Town, now: dt.datetime) -> None:
    by, new = {"by": town.secretary, "now": now}, NewCharge("fee", Decimal(2), "Registration", TODAY)
    asked = []
    for players in (town.squads["Bell"][:1], [one for squad in town.squads.values() for one in squad]):
        charge(town.season, [], players, new, **by)
        with CaptureQueriesContext(
            connection,
        ) as seen:
            answer = office.get(PAGE)
        asked.append(len(seen))
    assert asked == [10, 10]
    assert len(answer.context["accounts"]) == 20
    assert "Page 1 of 2" in words(answer)
    assert len(office.get(f"{PAGE}?page=2").context["accounts"]) == 4


def test_what_a_hidden_team_is_charged_is_nowhere(
    office: Client, town: Town, charged: dict[str, Charge], now: dt.datetime
) -> None:
    for team in (town.teams["Bell"], town.teams["Anchor"]):
        team.hidden_at = now
        team.save()
    said = words(office.get(PAGE))
    assert "Charged £0.50" in said
    assert ("Bell" in said, "Anchor 3 owes £0.50" in said) == (False, True)
    assert office.get(f"/leagues/town/secretary/charges/{charged['fee'].pk}/").status_code == 404
    assert office.get("/leagues/town/teams/bell/charges/").status_code == 404


def test_the_spreadsheet_has_every_charge_and_no_formula(
    office: Client, town: Town, charged: dict[str, Charge], now: dt.datetime
) -> None:
    new = NewCharge("fine", Decimal("2.50"), '=HYPERLINK("x")', TODAY)
    charge(town.season, [town.teams["Anchor"]], [], new, by=town.secretary, now=now)
    answer = office.post(f"{PAGE}file/")
    assert answer.headers["Content-Disposition"] == 'attachment; filename="2026-27-charges.csv"'
    rows = list(csv.reader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert rows == [
        [
            "date", "kind", "team", "player", "player's team", "amount", "currency", "what for", "paid on",
            "cancelled on", "cancelled because",
        ],
        ["2026-11-03", "Fee", "Bell", "", "", "20.00", "GBP", "Entry fee", "2026-11-02", "", ""],
        ["2026-11-03", "Fine", "Bell", "", "", "5.00", "GBP", "A late card", "", "2026-11-03", "It was in the post"],
        ["2026-11-03", "Pennies", "", "Anchor 3", "Anchor", "0.50", "GBP", "A nineteen hand", "", "", ""],
        ["2026-11-03", "Fine", "Anchor", "", "", "2.50", "GBP", "'=HYPERLINK(\"x\")", "", "", ""],
    ]  # fmt: skip
    assert JournalEntry.objects.get(kind=JournalKind.LEAGUE_EXPORTED).what == "exported the charges of 2026-27"


# What becomes of one


def test_one_is_paid_from_the_statement_and_leads_back_there(office: Client, charged: dict[str, Charge]) -> None:
    one = f"/leagues/town/secretary/charges/{charged['pennies'].pk}/"
    sent = {"do": "pay", "paid_on": "2026-11-03", "seen": "owed", "query": "state=owed&kind=pennies"}
    answer = office.post(one, sent)
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{PAGE}?state=owed&kind=pennies")
    assert "Marked as paid." in words(office.get(PAGE))
    assert office.post(one, sent).status_code == 302, "a second press says the same again"
    assert office.post(one, {**sent, "paid_on": "2026-11-02"}).status_code == 409
    assert office.post(one, {"do": "unpay", "seen": "owed"}).status_code == 409
    assert office.post(one, {"do": "unpay", "seen": "paid-2026-11-03"}).headers["Location"] == PAGE
    charged["pennies"].refresh_from_db()
    assert charged["pennies"].standing == "owed"


def test_one_is_cancelled_with_a_reason(office: Client, charged: dict[str, Charge]) -> None:
    one = f"/leagues/town/secretary/charges/{charged['pennies'].pk}/"
    answer = office.post(one, {"do": "cancel", "reason": ""})
    assert (answer.status_code, set(answer.context["form"].errors)) == (422, {"reason"})
    assert office.post(one, {"do": "cancel", "reason": "Let off"}).status_code == 302
    assert "Cancelled on 3 November 2026: Let off" in words(office.get(one))
    assert "Mark as paid" not in words(office.get(one))


@pytest.mark.parametrize("sent", [{}, {"do": "burn"}, {"do": "pay"}, {"do": "pay", "paid_on": "x"}])
def test_what_nobody_can_do_is_told(office: Client, charged: dict[str, Charge], sent: dict[str, str]) -> None:
    answer = office.post(f"/leagues/town/secretary/charges/{charged['pennies'].pk}/", sent)
    assert answer.status_code == 422
    assert answer.context["form"].errors


# Who sees what they owe


def test_a_captain_sees_what_the_team_and_its_players_owe(
    town: Town, client: Client, charged: dict[str, Charge]
) -> None:
    client.force_login(town.captains["Anchor"])
    assert "Fees, fines and pennies" in words(client.get("/leagues/town/teams/anchor/"))
    said = words(client.get("/leagues/town/teams/anchor/charges/"))
    assert "Charged £0.50 Paid £0.00 Owed £0.50" in said
    assert "£0.50 Anchor 3 Owed Pennies, 3 November 2026 A nineteen hand" in said
    assert "Change" not in said
    assert "What Anchor and its players owe" in words(client.get("/leagues/town/my/charges/"))
    for address in ("teams/bell/charges/", f"players/{town.squads['Anchor'][2].pk}/charges/"):
        assert client.get(f"/leagues/town/{address}").status_code == 403
    assert "Fees, fines and pennies" not in words(client.get("/leagues/town/teams/bell/"))


def test_a_player_sees_their_own(town: Town, client: Client, charged: dict[str, Charge]) -> None:
    player = town.squads["Anchor"][2]
    player.user = factories.user("olive@town.example")
    player.save()
    client.force_login(player.user)
    assert "What you owe" in words(client.get("/leagues/town/me/"))
    for address in ("my/charges/", f"players/{player.pk}/charges/"):
        said = words(client.get(f"/leagues/town/{address}"))
        assert "Owed £0.50 £0.50 Owed Pennies, 3 November 2026 A nineteen hand" in said
    assert client.get("/leagues/town/teams/anchor/charges/").status_code == 403


def test_who_plays_nowhere_owes_nothing(town: Town, client: Client, charged: dict[str, Charge]) -> None:
    client.force_login(town.referee)
    assert "You are none of this league’s players." in words(client.get("/leagues/town/my/charges/"))


def test_the_history_of_a_team_or_player_keeps_money_from_referees(
    town: Town, client: Client, charged: dict[str, Charge]
) -> None:
    player = town.squads["Anchor"][2]
    seen = {}
    for who in (town.referee, town.secretary, town.captains["Bell"], town.captains["Anchor"]):
        client.force_login(who)
        for address in ("teams/bell/history/", "teams/anchor/history/", f"players/{player.pk}/history/"):
            answer = client.get(f"/leagues/town/{address}")
            seen[who.email, address] = (answer.status_code, "charged" in words(answer).lower())
    of_player = f"players/{player.pk}/history/"
    assert seen == {
        ("referee@town.example", "teams/bell/history/"): (200, False),
        ("referee@town.example", "teams/anchor/history/"): (200, False),
        ("referee@town.example", of_player): (200, False),
        ("secretary@town.example", "teams/bell/history/"): (200, True),
        ("secretary@town.example", "teams/anchor/history/"): (200, True),
        ("secretary@town.example", of_player): (200, True),
        ("bell@town.example", "teams/bell/history/"): (200, True),
        ("bell@town.example", "teams/anchor/history/"): (403, False),
        ("bell@town.example", of_player): (403, False),
        ("anchor@town.example", "teams/bell/history/"): (403, False),
        ("anchor@town.example", "teams/anchor/history/"): (200, True),
        ("anchor@town.example", of_player): (403, False),
    }


def test_the_account_of_a_player_who_was_merged_is_the_other_s(town: Town) -> None:
    kept, gone = town.squads["Anchor"][0], town.squads["Anchor"][1]
    Player.objects.filter(pk=gone.pk).update(merged_into=kept)
    client = Client()
    client.force_login(town.secretary)
    answer = client.get(f"/leagues/town/players/{gone.pk}/charges/")
    assert (answer.status_code, answer["Location"]) == (302, f"/leagues/town/players/{kept.pk}/charges/")
