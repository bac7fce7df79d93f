"""The pages of disputes: opening one, the case and its evidence, and what is told of it elsewhere."""

import datetime as dt
import re
from io import BytesIO
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Q
from django.test import Client
from PIL import Image

from league.enums import DisputeState, DisputeSubject, EvidenceKind
from league.models import Dispute, Evidence, Notice, Photograph
from league.queries.disputes.disputes import describe_disputed
from league.queries.mail.letters import Facts, facts_of, with_everything
from league.rules.sheets import GameScore, ResultSheet, ScoreOnly
from league.services.disputes import dispute as disputes
from league.services.disputes import evidence
from league.services.mail.letters import letter_of
from league.services.results import confirm, submit
from league.translation import translated
from tests import factories
from tests.factories import Town, result_sheet
from tests.pseudo import accented, pseudo
from tests.services import dispute_cases as cases
from tests.services.test_photographs import photograph
from tests.web.disputes.case_pages import NOW, as_, case_url, opened, text

__all__ = ["opened", "pseudo"]


@pytest.fixture(autouse=True)
def _today() -> Any:
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def bell(town: Town) -> Client:
    return as_(town.captains["Bell"])


def open_url(town: Town) -> str:
    return f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/disputes/new/"


def test_a_captain_opens_a_dispute_of_a_game(town: Town, bell: Client) -> None:
    cases.counting(town, NOW)
    page = bell.get(open_url(town))
    assert "Match 1, game 2: 61–121" in text(page)
    done = bell.post(open_url(town), {"about": "game", "game": "1-2", "reason": "No."}, follow=True)
    made = Dispute.objects.get()
    assert done.redirect_chain == [(case_url(made), 302)]
    assert (made.subject, made.match_number, made.game_number) == (DisputeSubject.GAME, 1, 2)


def test_a_captain_opens_a_dispute_of_a_call(town: Town, bell: Client) -> None:
    cases.counting(town, NOW)
    sent = {
        "about": "call", "game": "2-1", "counter": "home", "cards": "AC 7D 8H 3S", "starter": "7C", "kind": "hand",
        "declared": "6", "claimed": "8", "takes": "yes", "reason": "Eight.",
    }  # fmt: skip
    page = bell.post(open_url(town), sent, follow=True)
    assert "the challenger takes the 2 missed" in text(page)


def test_what_is_wrong_is_told_at_its_field_and_what_was_typed_is_kept(town: Town, bell: Client) -> None:
    cases.counting(town, NOW)
    page = bell.post(open_url(town), {"about": "call", "game": "", "cards": "AC 7D", "declared": "six", "reason": ""})
    assert page.status_code == 422
    assert "AC 7D" in text(page)
    sent = {"about": "call", "game": "9-9", "cards": "AC 7D", "declared": "6", "kind": "hand", "reason": ""}
    again = bell.post(open_url(town), sent)
    neither = bell.post(open_url(town), {"about": "call", "game": "1-1", "cards": "AC 7D", "declared": "6"})
    assert {"kind", "cards", "starter", "counter"} <= set(neither.context["wrong"])
    assert set(again.context["wrong"]) >= {"reason", "cards", "starter", "match_number", "game_number"}


@pytest.mark.parametrize(
    "sent",
    [
        {"about": "nonsense", "game": "x-y", "reason": "\0"},
        {"about": "game", "game": "99999999999999-1", "reason": "x" * 5000},
        {"about": "game", "game": "1-", "reason": "é" * 10},
        {"about": "call", "game": "1-1", "cards": "\0" * 9, "counter_player": "9" * 40, "reason": "x"},
    ],
)
def test_nothing_that_is_sent_breaks_the_form(town: Town, bell: Client, sent: dict[str, str]) -> None:
    cases.counting(town, NOW)
    assert bell.post(open_url(town), sent).status_code in (409, 422)


def test_a_score_alone_is_disputed_as_a_whole_and_a_hand_called_in_its_games_too(town: Town, bell: Client) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sent = submit.submit(fixture, ResultSheet((), score=ScoreOnly(6, 3)), by=town.captains["Anchor"], now=NOW)
    confirm.confirm(fixture, sent.version, by=town.captains["Bell"], now=NOW)
    page = bell.get(open_url(town))
    assert page.context["subject"] == "sheet"
    assert [value for value, *_ in page.context["subjects"]] == ["call", "sheet"]
    games = re.findall('<option value="(2-1)">(.*?)</option>', text(bell.get(open_url(town), {"about": "call"})))
    assert games == [("2-1", "Match 2 (singles), game 1")]
    called = {
        "about": "call",
        "game": "2-1",
        "counter": "home",
        "cards": "AC 7D 8H 3S",
        "starter": "7C",
        "kind": "hand",
    }
    bell.post(open_url(town), {**called, "declared": "6", "claimed": "8", "reason": "It was eight."})
    bell.post(open_url(town), {"about": "sheet", "reason": "We won five."})
    call, sheet = Dispute.objects.order_by("pk")
    assert (call.match_number, call.game_number) == (2, 1)
    for dispute, outcomes in ((call, ["stands"]), (sheet, ["stands", "void"])):
        ruling = as_(town.referee).get(case_url(dispute, "rule/"))
        assert [value for value, _ in ruling.context["outcomes"]] == outcomes


def test_a_fixture_page_has_the_button_in_time_only(town: Town, bell: Client) -> None:
    cases.counting(town, NOW)
    fixture = f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/"
    assert open_url(town) in text(bell.get(fixture))
    assert open_url(town) not in text(as_(town.referee).get(fixture))
    with time_machine.travel(NOW + dt.timedelta(days=6), tick=False):
        assert open_url(town) not in text(bell.get(fixture))
        assert "Too late: disputes about this fixture" in text(bell.get(open_url(town)))


def test_the_public_reads_that_and_not_why_it_is_disputed(town: Town, opened: Dispute) -> None:
    fixture = f"/leagues/town/fixtures/{opened.fixture_id}/"
    evidence.add_statement(opened, text="A secret statement", by=town.captains["Bell"], now=NOW)
    page = text(Client().get(fixture))
    assert "Game 1 of match 1 is disputed by Bell; it has not been ruled on yet." in page
    assert "We won it." not in page
    cases.ruled(opened, town, NOW, outcome="awarded", awarded_to="home", rule="R43")
    page = text(Client().get(fixture))
    assert "Game 1 of match 1 was disputed by Bell; ruled on 3 November: the game is awarded to Anchor (" in page
    assert re.search(r'<a href="[^"]+#r43-doubles-division-1">R43</a>\)\.', page)
    assert "The card says so." in page
    assert "A player who persistently calls too much" in page
    for hidden in ("We won it.", "A secret statement", "Reg Referee"):
        assert hidden not in page


def test_everything_is_added_on_the_case_s_page(town: Town, opened: Dispute, bell: Client) -> None:
    card = SimpleUploadedFile("card.jpg", photograph(orientation=6), "image/jpeg")
    sent: list[dict[str, Any]] = [
        {"do": "statement", "statement": "<b>Both</b> signed."},
        {"do": "hand", "cards": "AC 7D 8H 3S", "starter": "7C", "kind": "hand", "declared": "6", "about": "Deal 4"},
        {"do": "photograph", "photograph": card, "caption": "The card"},
    ]
    for each in sent:
        assert bell.post(case_url(opened), each).status_code == 302
    assert [e.kind for e in Evidence.objects.all()] == [EvidenceKind.TEXT, EvidenceKind.HAND, EvidenceKind.PHOTO]
    page = text(as_(town.referee).get(case_url(opened)))
    assert "&lt;b&gt;Both&lt;/b&gt; signed." in page
    assert "as nobody claimed more, the 2 missed is lost" in page
    assert 'alt="The card"' in page


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"do": "statement", "statement": " "}, "statement"),
        ({"do": "hand", "cards": "AC", "starter": "", "declared": "x", "kind": "hand"}, "declared"),
        ({"do": "photograph"}, "photograph"),
        ({"do": "photograph", "photograph": SimpleUploadedFile("a.jpg", b"text", "image/jpeg")}, "photograph"),
        ({"do": "assign", "referee": "77"}, "referee"),
        ({"do": "nothing of the kind"}, ""),
    ],
)
def test_what_is_wrong_with_evidence_is_told_at_its_field(
    town: Town, opened: Dispute, sent: dict[str, Any], field: str
) -> None:
    who = town.secretary if sent["do"] == "assign" else town.captains["Bell"]
    page = as_(who).post(case_url(opened), sent)
    assert (page.status_code, set(page.context["wrong"])) == (422, {field})


def test_a_photograph_is_served_to_the_parties_and_to_no_cache(town: Town, opened: Dispute) -> None:
    evidence.add_photograph(opened, content=photograph(), by=town.captains["Bell"], now=NOW)
    address = case_url(opened, f"photographs/{Photograph.objects.get().pk}/")
    answer = as_(town.captains["Anchor"]).get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/jpeg")
    assert (answer["Cache-Control"], answer["X-Content-Type-Options"]) == ("private, no-store", "nosniff")
    assert answer["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert answer["Content-Disposition"].startswith("inline;")
    assert Image.open(BytesIO(answer.content)).size == (400, 300)
    abroad = factories.town("Abroad", "abroad")
    for person in (town.captains["Castle"], abroad.referee, abroad.secretary):
        assert as_(person).get(address).status_code == 403
    assert Client().get(address).status_code == 302
    assert as_(abroad.secretary).get(address.replace("/town/", "/abroad/")).status_code == 404
    other = cases.of_a_game(town, NOW, game=2)
    assert as_(town.referee).get(address.replace(f"/{opened.pk}/ph", f"/{other.pk}/ph")).status_code == 404


def test_the_secretary_gives_it_to_a_neutral_referee_only(town: Town, opened: Dispute) -> None:
    playing = cases.second_referee(town)
    factories.role(playing, town.league, "player", town.teams["Bell"])  # type: ignore[arg-type]
    secretary = as_(town.secretary)
    page = text(secretary.get(case_url(opened)))
    assert "not neutral: belongs to Bell" in page
    assert secretary.post(case_url(opened), {"do": "assign", "referee": str(playing.pk)}).status_code == 422
    assert secretary.post(case_url(opened), {"do": "assign", "referee": str(town.referee.pk)}).status_code == 302
    assert Dispute.objects.get().assigned_to == town.referee


def test_a_game_is_written_deal_by_deal_and_added(town: Town, opened: Dispute, bell: Client) -> None:
    address = case_url(opened, "record/")
    start = bell.get(address).context["text"]
    assert start == "game\nrules: league\nplayers: Anchor-1, Bell-1, Anchor-2, Bell-2\ndealer: Anchor-1\n"
    page = bell.post(address, {"record": start, "do": "deal", "deal-starter": "JD", "deal-play": "4C 4C"})
    assert page.status_code == 200
    assert page.context["game"].fault.at.line == 8
    assert '<li class="record-fault">' in text(page)
    assert "The pegs after deal 1" in text(page)
    assert "front peg at 2, back peg at the start." in text(page)
    assert bell.post(address, {"record": page.context["text"], "do": "add"}).status_code == 302
    assert Evidence.objects.get().text.endswith("deal 1\nstarter: JD\nplay: 4C 4C")
    assert bell.post(address, {"record": " ", "do": "add"}).status_code == 422


@pytest.mark.parametrize("count", [1, 3])
def test_the_list_takes_the_same_queries_for_any_number(town: Town, count: int, django_assert_num_queries: Any) -> None:
    cases.counting(town, NOW)
    for game in range(1, count + 1):
        cases.of_a_game(town, NOW, game=game)
        cases.of_a_call(town, NOW, game_number=game)
    for who, queries in ((town.captains["Bell"], 9), (town.referee, 9), (town.secretary, 10)):
        client = as_(who)
        with django_assert_num_queries(queries):
            page = client.get("/leagues/town/disputes/")
        assert len([*page.context["own_disputes"], *page.context["to_rule"]]) == 2 * count


def test_taking_it_back_is_for_the_side_that_opened_it(town: Town, opened: Dispute, bell: Client) -> None:
    assert as_(town.captains["Anchor"]).post(case_url(opened), {"do": "withdraw"}).status_code == 403
    assert bell.post(case_url(opened), {"do": "withdraw"}).status_code == 302
    assert Dispute.objects.get().state == DisputeState.WITHDRAWN
    assert bell.post(case_url(opened), {"do": "statement", "statement": "More."}).status_code == 409


def test_two_referees_who_take_it_see_who_was_first(town: Town, opened: Dispute) -> None:
    disputes.take_dispute(opened, by=cases.second_referee(town), now=NOW)
    assert as_(town.referee).post(case_url(opened), {"do": "take"}).status_code == 403


@pytest.mark.parametrize("count", [1, 3])
def test_a_fixture_s_page_takes_the_same_queries_for_any_number_of_disputes(
    town: Town, count: int, django_assert_num_queries: Any
) -> None:
    cases.counting(town, NOW)
    for game in range(1, count + 1):
        cases.of_a_game(town, NOW, match=3, game=game)
        cases.of_a_call(town, NOW, game_number=game)
        ruled = cases.of_a_game(town, NOW, game=game)
        cases.ruled(ruled, town, NOW, outcome="awarded", awarded_to="away" if game != 2 else "home")
    client = as_(town.captains["Bell"])
    with django_assert_num_queries(24):
        page = client.get(f"/leagues/town/fixtures/{town.fixture('Anchor', 'Bell').pk}/")
    assert (len(page.context["disputes"].open), len(page.context["disputes"].rulings)) == (2 * count, count)


def test_a_letter_about_a_dispute_leads_to_its_case_and_quotes_its_own_ruling(town: Town, opened: Dispute) -> None:
    cases.ruled(opened, town, NOW, outcome="stands", rule="R50")
    letters = {n.kind: letter_of(n, facts) for n, facts in _written(town)}
    assert letters["dispute-opened"].url.endswith(case_url(opened))
    assert "The reason given: The card says so." in letters["dispute-settled"].paragraphs
    cases.of_a_game(town, NOW, game=2)
    letters = {n.kind: letter_of(n, facts) for n, facts in _written(town) if n.key == str(opened.pk)}
    assert not any("The reason given" in part for part in letters["dispute-settled"].paragraphs)


def _written(town: Town) -> list[tuple[Notice, Facts]]:
    """The notices to Anchor's captain, each with the facts of its fixture."""
    notices = with_everything(Q(recipient=town.captains["Anchor"]))
    facts = facts_of(notices)
    return [(notice, facts[notice.fixture_id or 0]) for notice in notices]


def test_a_dispute_of_two_sheets_with_the_same_total_names_the_game_and_both_scores(town: Town, bell: Client) -> None:
    live = cases.waiting_sheet(town, NOW)
    mine = result_sheet(town, "Anchor", "Bell", first=GameScore(121, 117))
    found = confirm.dispute(live.fixture, 1, reason="It was 117.", sheet=mine, by=town.captains["Bell"], now=NOW)
    case = " ".join(re.sub(r"<[^>]+>", " ", text(bell.get(case_url(found)))).split())
    assert f"The two sheets differ here; both come to {live.score_text}:" in case
    assert "Where Anchor Bell Match 1, game 1 121–61 121–117" in case
    accept = text(bell.get(f"/leagues/town/fixtures/{live.fixture_id}/accept/"))
    assert f"Both sheets come to {live.score_text}, but they differ below." in accept


def test_a_dispute_is_told_in_the_language_of_its_reader(
    town: Town, opened: Dispute, bell: Client, pseudo: None
) -> None:
    what = describe_disputed(opened).capitalised()
    page = text(bell.post(case_url(opened), {"do": "statement", "statement": "We won."}, follow=True))
    assert accented("What you said is added. The other side can read it.") in page
    assert f"<h1>{translated(what)}</h1>" in page
    assert what not in page
    assert accented("Write something.") in text(bell.post(case_url(opened), {"do": "statement"}))
    assert accented("Say what is wrong.") in text(bell.post(open_url(town), {"about": "game", "game": "1-1"}))
