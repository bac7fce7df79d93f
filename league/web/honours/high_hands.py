"""Pages of honours: the high hands of a fixture, the boards, and verified hands drawn as pictures to share."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from django.contrib import messages
from django.contrib.staticfiles import finders
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.html import format_html, format_html_join
from django.utils.http import quote_etag
from django.utils.safestring import SafeString
from django.views.decorators.http import require_http_methods, require_safe

from league.access import anybody, may
from league.errors import Invalid
from league.models import Fixture, HighHand, League
from league.queries import leagues
from league.queries.honours.high_hands import FIELDS, JOINED, TypedHand, counting, hand_form, honours_board, recorded_in
from league.queries.people.personal_data import public_name, public_names
from league.queries.results.versions import live_result
from league.rules.high_hands import Typed, read_typed
from league.rules.problems import Problem
from league.services.honours import high_hands as services
from league.services.honours.high_hands import NewHand
from league.translation import N_, Text, dated, translated
from league.web.forms import parse_points, problems_of, read_choice, read_number, read_text
from league.web.page_cache import nights_of
from league.web.requests import LeagueRequest, allow, fixture_or_404, in_league, redirect_with, season_of

WIDTH, HEIGHT = 1200, 630
CARD_WIDTH, CARD_HEIGHT, GAP = 184, 258, 20
# The starter stands apart.
APART = 44
LONGEST = 60
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SERIF = "Young Serif, Georgia, Times New Roman, serif"
SANS = "Source Sans 3, Helvetica, Arial, sans-serif"


def hand_picture(hand: HighHand, name: str, league: League) -> str:
    """Draw a high hand as an SVG of 1200 by 630 pixels; its fixture, teams and division must be joined."""
    title, under = title_of(hand, name), place_of(hand, league)
    return format_html(
        '<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img" '
        'aria-labelledby="t d"><title id="t">{title}</title><desc id="d">{cards}. {under}</desc>'
        '<rect width="{w}" height="{h}" fill="#472b17"/><rect x="20" y="20" width="{iw}" height="{ih}" rx="18" '
        'fill="#1f5a43"/>{faces}{points}{name}{under_line}{foot}</svg>',
        w=WIDTH, h=HEIGHT, iw=WIDTH - 40, ih=HEIGHT - 40, title=title, under=under, cards=_in_symbols(hand),
        faces=_faces(hand.codes), points=_text(60, 472, 150, str(hand.points), SERIF, "#f3c766"),
        name=_text(270, 428, _size(name, 64), _cut(name), SERIF, "#ffffff"),
        under_line=_text(270, 484, _size(under, 32), _cut(under), SANS, "#ffffff"),
        foot=_text(60, 578, _size(league.name, 28), _cut(league.name), SANS, "#dfeee6"),
    )  # fmt: skip


def title_of(hand: HighHand, name: str) -> str:
    message = N_("{points} by {player}, in the crib") if hand.crib else N_("{points} by {player}")
    return translated(Text(message, points=hand.points, player=name))


def place_of(hand: HighHand, league: League) -> str:
    fixture = hand.fixture
    day = dated(fixture.starts_at.astimezone(league.tz).date(), "j F Y")
    where = f"{fixture.home.name} v {fixture.away.name}, {day}"
    return translated(Text("Crib, {where}", where=where)) if hand.crib else where


def _in_symbols(hand: HighHand) -> str:
    """Return the cards as people write them: ``5♣ 5♥ 5♠ J♦, 5♦``."""
    cards = [f"{'10' if code[0] == 'T' else code[0]}{SUITS[code[1]]}" for code in hand.codes]
    return f"{' '.join(cards[:-1])}, {cards[-1]}"


def _faces(codes: list[str]) -> SafeString:
    whole = len(codes) * CARD_WIDTH + (len(codes) - 2) * GAP + APART
    left = (WIDTH - whole) // 2
    places = [left + place * (CARD_WIDTH + GAP) for place in range(len(codes))]
    places[-1] += APART - GAP
    return format_html_join(
        "",
        '<image x="{}" y="70" width="{}" height="{}" href="data:image/svg+xml;base64,{}"/>',
        ((x, CARD_WIDTH, CARD_HEIGHT, face(code)) for x, code in zip(places, codes, strict=True)),
    )


def _text(x: int, y: int, size: int, text: str, family: str, colour: str) -> SafeString:
    return format_html(
        '<text x="{}" y="{}" font-size="{}" font-family="{}" fill="{}">{}</text>', x, y, size, family, colour, text
    )


def _size(text: str, most: int) -> int:
    """Return a size at which a line fits beside the points, however long a name is."""
    return max(18, min(most, 1560 // max(len(_cut(text)), 1)))


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"


@cache
def face(code: str) -> str:
    """Return a card's face in base64. Raises FileNotFoundError for an unknown code."""
    return base64.b64encode(drawing(code).encode()).decode()


@cache
def drawing(code: str) -> str:
    """Return a card's face as an SVG. Raises FileNotFoundError for an unknown code."""
    path = finders.find(f"cards/{code}.svg")
    if path is None:
        raise FileNotFoundError(f"cards/{code}.svg")
    return Path(str(path)).read_text(encoding="utf-8")


def typed_hand(sent: Mapping[str, str]) -> TypedHand:
    return TypedHand(
        player=read_choice(sent, "hand-player") or 0,
        text=read_text(sent, "hand"),
        score=parse_points(read_text(sent, "hand-score")),
        crib=sent.get("hand-crib") == "yes",
        match_number=read_choice(sent, "hand-match"),
        again=read_number(sent, "hand-again"),
    )


def new_hand(typed: TypedHand) -> NewHand:
    """Return a typed hand as the service takes it: what was written goes with the button that was pressed."""
    said = read_typed(typed.text) if typed.text else Typed()
    points = typed.score if typed.score is not None else said.points
    return NewHand(typed.player, said.cards, said.starter, typed.crib, points, typed.match_number, typed.again)


def on_page(problems: Sequence[Problem]) -> list[Problem]:
    return [replace(problem, field=FIELDS.get(problem.field, problem.field)) for problem in problems]


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def high_hands(request: LeagueRequest, fixture: int) -> HttpResponse:
    fixture_row = fixture_or_404(request, fixture)
    allow(request, "high_hand.record", fixture_row)
    if request.method != "POST":
        if "count" in request.GET:
            return _count_hand(request, fixture_row)
        return _page(request, fixture_row)
    if gone := request.POST.get("hand-remove", ""):
        return _remove(request, fixture_row, gone)
    return _record(request, fixture_row, typed_hand(request.POST))


@require_http_methods(["GET", "HEAD", "POST"])
@in_league("league.view")
def cards(request: LeagueRequest, fixture: int, hand: int) -> HttpResponse:
    rows = HighHand.objects.select_related("fixture__division__season__league", "player", "fixture__format")
    hand_row = get_object_or_404(rows, fixture=fixture_or_404(request, fixture), pk=hand, removed_at=None)
    allow(request, "high_hand.complete", hand_row)
    typed, refused = TypedHand(crib=hand_row.crib), None
    if request.method == "POST":
        typed = typed_hand(request.POST)
        said = new_hand(typed)
        try:
            services.complete_high_hand(
                hand_row, cards=said.cards, starter=said.starter, crib=said.crib, by=request.user, now=request.now
            )
        except Invalid as wrong:
            refused = wrong
        else:
            return redirect_with(
                request,
                Text("Added: the cards of {points} by {player}.", points=hand_row.points, player=hand_row.player.name),
                "high-hands",
                fixture=hand_row.fixture_id,
            )
    context: dict[str, Any] = {
        "hand": hand_row,
        "name": public_names([hand_row.player], request.grants)[hand_row.player_id],
        "closed": services.why_closed(hand_row.fixture, live_result(hand_row.fixture), request.grants, now=request.now),
        "form": hand_form(hand_row.fixture, typed, refused.problems if refused else ()),
        "problems": on_page(problems_of(refused)) if refused else [],
    }
    return render(request, "league/honours/high_hand.html", context, status=422 if refused else 200)


def _record(request: LeagueRequest, fixture: Fixture, typed: TypedHand) -> HttpResponse:
    try:
        made = services.record_high_hand(fixture, new_hand(typed), by=request.user, now=request.now)
    except Invalid as refused:
        return _page(request, fixture, typed, refused)
    named = {"player": made.player.name, "points": made.points}
    message = Text("Recorded: {points} by {player}, counted from the cards.", **named)
    if not made.verified:
        message = Text("Recorded: {points} by {player}, without the cards.", **named)
    messages.success(request, translated(message))
    return _onward(request, fixture)


def _remove(request: LeagueRequest, fixture: Fixture, number: str) -> HttpResponse:
    hands = HighHand.objects.select_related("fixture__division__season__league")
    pk = int(number) if number.isascii() and number.isdigit() and len(number) < 16 else 0
    hand = get_object_or_404(hands, fixture=fixture, pk=pk)
    removed = services.remove_high_hand(hand, by=request.user, now=request.now)
    messages.success(request, translated(Text("Removed: {points}.", points=removed.points)))
    return _onward(request, fixture)


def _onward(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    return redirect("high-hands", slug=request.league.slug, fixture=fixture.pk)


def _page(
    request: LeagueRequest, fixture: Fixture, typed: TypedHand | None = None, refused: Invalid | None = None
) -> HttpResponse:
    problems = on_page(problems_of(refused)) if refused else []
    closed = services.why_closed(fixture, live_result(fixture), request.grants, now=request.now)
    hands = recorded_in(fixture)
    context: dict[str, Any] = {
        "fixture": fixture,
        "hands": hands,
        "names": public_names([hand.player for hand in hands], request.grants),
        "removable": {one.pk for one in hands if not closed and may(request.grants, "high_hand.remove", one)},
        "closed": closed,
        "form": None if closed else hand_form(fixture, typed or TypedHand(), refused.problems if refused else ()),
        "problems": problems,
    }
    return render(request, "league/honours/high_hands.html", context, status=422 if refused else 200)


def _count_hand(request: LeagueRequest, fixture: Fixture) -> HttpResponse:
    sent = request.GET
    typed = TypedHand(text=sent["count"][:80], crib=sent.get("crib") == "yes", match_number=read_choice(sent, "match"))
    try:
        payload: dict[str, Any] = {"counted": services.preview_high_hand(fixture, new_hand(typed))}
    except Invalid as refused:
        payload = {"wrong": [translated(problem.message) for problem in refused.problems]}
    return render(request, "league/honours/_hand_count.html", payload)


ALL = "all"


@require_safe
@in_league("league.view")
def honours(request: LeagueRequest) -> HttpResponse:
    every = request.GET.get("of") == ALL
    season = None if every else season_of(request)
    board = honours_board(request.league, season, nights_of(request))
    people = [hand.player for some in board.hands for hand in some.hands] + [night.player for night in board.nights]
    context = {
        "board": board,
        "season": season,
        "all_seasons": every,
        "seasons": leagues.seasons_of(request.league),
        "names": public_names(people, request.grants),
        "least": request.league.high_hand,
    }
    return render(request, "league/honours/honours.html", context)


@require_safe
@in_league("league.view")
def picture(request: LeagueRequest, hand: int) -> HttpResponse:
    """A high hand that counts and whose cards are known, as a picture with the name that strangers read.

    The ETag is made of what is drawn: the hand that is removed, or whose player is erased, is not shown again.
    """
    hand_row = get_object_or_404(counting(request.league).select_related(*JOINED), pk=hand)
    if not hand_row.verified:
        raise Http404
    drawn = hand_picture(hand_row, public_name(hand_row.player, anybody(request.league)), request.league)
    etag = quote_etag(sha256(drawn.encode()).hexdigest()[:32])
    answer = get_conditional_response(request, etag=etag)
    if answer is None:
        answer = HttpResponse(drawn, content_type="image/svg+xml; charset=utf-8")
    answer["ETag"], answer["Cache-Control"] = etag, "public, no-cache"
    patch_vary_headers(answer, ["Accept-Language"])
    return answer
