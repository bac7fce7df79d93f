"""The components and the pages of no league: what they say without their looks, which tests/e2e looks at."""

import datetime as dt
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.core import mail
from django.core.paginator import Paginator
from django.template.loader import render_to_string
from django.test import Client
from django.utils import timezone

from league.models import Adjustment, Entry, Team
from league.templatetags import muggins
from league.web.standings.tables import AdjustmentView
from tests.factories import user
from tests.web.gallery import CARDS, EIGHT, MATCHES, PEGGED, PROBLEMS, ROWS, VERDICT, DisputeForm, row


def render(name: str, /, **props: Any) -> str:
    """A component with its spaces folded."""
    return re.sub(r"\s+", " ", render_to_string(f"components/{name}.html", props))


def words(html: str) -> str:
    """Return what a screen reader says: the text without hidden parts, and images by their alternatives."""
    html = re.sub(r'<img[^>]*alt="([^"]*)"[^>]*>', r" \1 ", html)
    html = re.sub(r'<(span|svg)[^>]*aria-hidden="true"[^>]*>.*?</\1>', " ", html, flags=re.DOTALL)
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html)).strip()


# Tags and filters


@pytest.mark.parametrize(
    ("code", "name"),
    [("5H", "five of hearts"), ("TC", "ten of clubs"), ("10c", "ten of clubs"), ("JS", "jack of spades")],
)
def test_card_is_named_in_words(code: str, name: str) -> None:
    html = muggins.card(code)
    assert f'alt="{name}"' in html
    assert 'width="60" height="84"' in html


def test_card_refuses_what_is_no_card() -> None:
    with pytest.raises(ValueError, match="'1H' is not a card"):
        muggins.card("1H")


def test_every_card_has_its_face() -> None:
    codes = [card.code for suit in muggins.pack() for card in suit.cards]
    assert len(set(codes)) == 52
    missing = [code for code in codes if not finders.find(f"cards/{code}.svg")]
    assert missing == []


def test_hand_takes_a_string_or_cards_and_sets_the_starter_apart() -> None:
    assert muggins.hand("AC 7D") == muggins.hand(["AC", "7D"])
    assert words(muggins.hand("AC,7D", starter="9H")) == "ace of clubs seven of diamonds Starter nine of hearts"


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (54, "54"),
        (Fraction(109, 2), "54½"),
        (Decimal("54.50"), "54½"),
        (Fraction(1, 4), "0.25"),
        (Decimal("0.5"), "½"),
        (Fraction(1, 3), "0.33"),
        (Decimal("10.00"), "10"),
        (Fraction(999, 1000), "1"),
        (Fraction(-5, 2), "−2½"),
        (0, "0"),
        (None, ""),
    ],
)
def test_points_are_written_as_people_write_them(value: Any, text: str) -> None:
    assert muggins.points(value) == text


@pytest.mark.parametrize(("value", "text"), [(12, "+12"), (-5, "−5"), (0, "0"), (Fraction(1, 2), "+½"), (None, "")])
def test_signed_says_which_way(value: Any, text: str) -> None:
    assert muggins.signed(value) == text


def test_moment_is_told_in_the_zone_of_the_page() -> None:
    july = dt.datetime(2026, 7, 7, 19, 5, tzinfo=dt.UTC)
    with timezone.override("Europe/London"):
        assert muggins.moment(july) == "Tue 7 Jul, 8.05 pm"
        assert muggins.moment(EIGHT) == "Tue 3 Nov, 8 pm"
    assert muggins.clock(dt.time(0, 30)) == "12.30 am"


def test_board_says_in_a_table_what_is_pegged_on_it() -> None:
    heard = words(render("board", board=PEGGED[1], caption="A race", unit="Games"))
    assert "A race Side Games Last Anchor 54½ +13 &lt;Bell&gt; 48 Crown 0 Żółta Róża 61 +2" in heard
    html = render("board", board=PEGGED[0], caption="A game")
    assert (html.count('class="board-track'), html.count('class="board-peg '), html.count("h0")) == (2, 6, 2 * 123)
    assert 'href="/t/1/"' in html
    assert "<table" not in render("board", board=PEGGED[0], bare=True)


# Components


def test_table_marks_joint_places_awarded_games_and_adjustments() -> None:
    remarks = [{"mark": "w", "fixture": "Crown B v Bell", "url": "/f/1/", "text": "walkover to Bell. No side."}]
    late = Entry(team=Team(name="Żółta Róża"))
    made = Adjustment(entry=late, points=Decimal(-2), date=dt.date(2026, 11, 2), reason="A late card.")
    gone = ["Ship withdrew on 2 November 2026: none of its results counts."]
    html = render("standings_table", rows=ROWS, remarks=remarks, adjustments=[AdjustmentView(made)], withdrawn=gone)
    assert html.count('<span aria-hidden="true">=3</span>') == 2
    assert html.count("joint 3rd") == 2
    heard = words(html)
    assert "Crown A , awarded games: 3" in heard
    assert "w Crown B v Bell : walkover to Bell. No side." in heard
    assert "± Żółta Róża: −2 points, 2 November 2026. A late card." in heard
    assert "Ship withdrew on 2 November 2026: none of its results counts." in heard
    assert "above the Crown on games between them, 20–16" in heard
    assert "71½" in heard
    assert "51.25" in heard
    assert "1 , up 2 places The Anchor" in heard
    assert "2 , down 1 place Bell" in heard
    assert "joint 3rd , place unchanged Crown A" in heard
    assert "joint 3rd Crown B" in heard


@pytest.mark.parametrize(
    ("points", "said"), [(1, "1 point: where it comes from"), (2, "2 points: where they come from")]
)
def test_points_are_counted_in_words_too(points: int, said: str) -> None:
    html = render("standings_table", rows=[replace(row(1, "Bell", points), receipt_url="/receipt/")])
    assert said in re.sub(r"<[^>]+>", "", html)


def test_compact_table_has_four_columns_and_no_notes() -> None:
    html = render("standings_table", rows=ROWS, compact=True)
    assert html.count('scope="col"') == 4
    assert "standings-notes" not in html


def test_form_is_told_in_letters_and_words() -> None:
    html = muggins.form_dots(ROWS[0].form)
    assert re.findall(r'aria-hidden="true">(\w)</span>', html) == ["W", "D", "L"]
    assert "lost to the Crown 5–13" in words(html)


def test_fixture_card_shows_a_nil_score() -> None:
    html = render("fixture_card", card=CARDS[2])
    assert words(html) == "Division Two Disputed Bell , 0 v Żółta Róża , 18 Bell · was Tue 3 November"
    assert html.count("won") == 1


def test_fixture_card_without_a_score_says_when_and_where() -> None:
    html = render("fixture_card", card=CARDS[0])
    assert words(html).endswith("v Bell Tue 3 Nov, 8 pm · Anchor &amp; Hope")
    assert 'datetime="2026-11-03T20:00:00+00:00"' in html
    assert "won" not in html


def test_sheet_says_who_an_awarded_game_went_to() -> None:
    heard = words(render("score_sheet", home="Anchor", away="Bell", matches=MATCHES, home_games=5, away_games=1))
    assert heard.count("awarded to Anchor") == 3
    assert "Anchor: Ann Lee Bartholomew Featherstone Games: 2 to 1 Bell: Cy Pugh Dot Ash" in heard
    assert "Nobody named" in heard
    assert heard.endswith("Games 5 to 1")


def test_problems_link_to_their_fields_and_take_the_focus() -> None:
    html = render("problems", problems=PROBLEMS)
    assert 'role="alert" tabindex="-1" data-focus' in html
    assert '<a href="#m1-g2">' in html
    assert "Match 1, game 2: The loser of a game" in words(html)
    assert render("problems", problems=[]).strip() == ""


def test_problems_list_the_errors_of_a_form() -> None:
    html = render("problems", form=DisputeForm({"game": "9"}))
    assert '<a href="#id_reason">Reason: This field is required.</a>' in html


def test_field_ties_help_and_errors_to_the_control() -> None:
    html = render("field", field=DisputeForm({})["reason"])
    assert 'aria-describedby="id_reason_helptext id_reason_error"' in html
    assert 'id="id_reason_helptext">What the sheet should say.' in html
    assert 'id="id_reason_error"' in html
    assert 'aria-invalid="true"' in html


def test_picker_offers_each_card_by_name_and_keeps_what_was_chosen() -> None:
    html = render("card_picker", name="hand", legend="The hand", chosen=["TH", "5C"], limit=4)
    assert html.count('type="checkbox"') == 52
    assert re.findall(r'value="(\w+)" id="[^"]+" checked', html) == ["TH", "5C"]
    assert "Ten of hearts" in words(html)
    assert 'data-pack="4"' in html
    assert 'data-places="hand"' in html


def test_verdict_says_who_pegs_what_and_why() -> None:
    heard = words(render("verdict", verdict=VERDICT, counter="Ann Lee", challenger="Cy Pugh"))
    assert heard.startswith("14 right count Undercalled Called 12 Claimed 14 ")
    assert "Ann Lee peg 12 Cy Pugh peg 2" in heard
    assert "seven of clubs eight of diamonds Fifteen 2" in heard
    assert "“Fifteen two, fifteen four" in heard


def test_pagination_is_silent_about_a_single_page() -> None:
    assert render("pagination", page=Paginator(range(3), 10).page(1)).strip() == ""
    assert 'rel="next" href="?team=4&amp;page=3"' in render(
        "pagination", page=Paginator(range(50), 10).page(2), query="team=4&"
    )


# Pages


@pytest.mark.django_db
def test_missing_page_is_in_the_house_style(client: Client) -> None:
    response = client.get("/no-such-page/")
    assert response.status_code == 404
    assert "Nothing pegged here" in response.content.decode()
    assert 'aria-label="Main"' in response.content.decode()


@pytest.mark.parametrize(
    ("name", "way_on"), [("500.html", "Go to the home page"), ("403_csrf.html", "/accounts/login/")]
)
def test_last_resort_pages_need_no_context(name: str, way_on: str) -> None:
    assert way_on in render_to_string(name)


@pytest.mark.django_db
def test_start_without_a_league_says_how_one_comes(client: Client) -> None:
    user("olive@town.example")
    assert "No leagues here yet" in client.get("/").content.decode()


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["login/", "login/code/", "signup/", "password/reset/"])
def test_account_pages_have_no_inline_style_or_script(client: Client, address: str) -> None:
    html = client.get(f"/accounts/{address}").content.decode()
    assert "masthead" in html
    assert " style=" not in html
    # Data for a script in a file is no script: the content policy lets nothing of it run.
    assert not re.search(r"<script(?![^>]*\b(?:src=|type=\"application/json\"))", html)


@pytest.mark.django_db
def test_a_captain_gets_in_with_the_code_they_are_sent(client: Client) -> None:
    user("ann@town.example", name="Ann Lee")
    page = client.post("/accounts/login/code/", {"email": "ann@town.example"}, follow=True).content.decode()
    assert "A link and a code are on their way to" in page
    assert "ann@town.example" in page
    code = re.findall(r"^([A-Z0-9-]{6,})$", str(mail.outbox[0].body), re.M)[0]
    client.post("/accounts/login/code/confirm/", {"code": code})
    assert "Ann" in client.get("/").content.decode()


@pytest.mark.django_db
def test_a_forgotten_password_is_replaced_by_a_link(client: Client) -> None:
    user("ann@town.example")
    client.post("/accounts/password/reset/", {"email": "ann@town.example"})
    link = re.findall(r"https?://[^/]+(/accounts/password/reset/key/\S+)", str(mail.outbox[0].body))[0]
    response = client.get(link, follow=True)
    assert "Choose a new password" in response.content.decode()
    at = response.redirect_chain[-1][0]
    new = {"password1": "one-for-his-nob", "password2": "one-for-his-nob"}
    assert "Your password is changed" in client.post(at, new, follow=True).content.decode()
    assert "This link no longer works" in client.get(link, follow=True).content.decode()
