"""A verified hand as a picture: its cards from static/cards, who held it, what it was worth and when."""

import base64
from functools import cache
from pathlib import Path

from django.contrib.staticfiles import finders
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from league.models import HighHand, League
from league.translation import N_, Text, dated, translated

WIDTH, HEIGHT = 1200, 630
CARD_WIDTH, CARD_HEIGHT, GAP = 184, 258, 20
# The starter stands apart.
APART = 44
LONGEST = 60
SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
SERIF = "Young Serif, Georgia, Times New Roman, serif"
SANS = "Source Sans 3, Helvetica, Arial, sans-serif"


def hand_picture(hand: HighHand, name: str, league: League) -> str:
    """Draw a high hand whose cards are known, as an SVG of 1200 by 630 that needs nothing from elsewhere.

    Args:
        hand: with its fixture, teams and division joined.
        name: the player's, as everybody reads it.
    """
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
    said = N_("{points} by {player}, in the crib") if hand.crib else N_("{points} by {player}")
    return translated(Text(said, points=hand.points, player=name))


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
    """Return a card's face in base64, by its code.

    Raises:
        FileNotFoundError: there is no such card.
    """
    return base64.b64encode(drawing(code).encode()).decode()


@cache
def drawing(code: str) -> str:
    """Return a card's face as an SVG, by its code.

    Raises:
        FileNotFoundError: there is no such card.
    """
    found = finders.find(f"cards/{code}.svg")
    if found is None:
        raise FileNotFoundError(f"cards/{code}.svg")
    return Path(str(found)).read_text(encoding="utf-8")
