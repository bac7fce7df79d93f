"""The components with something in each, laid out in one gallery that the browser looks at.

This module is its own table of addresses: the site's, and `gallery/` before them.
"""

import datetime as dt
from fractions import Fraction
from pathlib import Path
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.urls import include, path

from league.models import Division, Fixture, Game, Match, Result, Team, Venue
from league.queries.fixtures import FixtureLine, MatchLine
from league.queries.standings.standings import TableRow
from league.rules.drawings import Side, draw_board
from league.rules.problems import Problem
from league.rules.standings import Entrant, Row
from league.translation import Text
from league.web.cards import Badge, FixtureCard, MatchView, PlayerLink
from league.web.standings.tables import FormPeg, StandingsRow

GALLERY = Path(__file__).with_name("gallery.html")
EIGHT = dt.datetime(2026, 11, 3, 20, 0, tzinfo=dt.UTC)


PEGGED = (
    draw_board([Side("Anchor", 54, 46, gained="+8", url="/t/1/"), Side("Bell", 48, 40, gained="+8")]),
    draw_board(
        [
            Side("Anchor", 54, 41, points="54½", gained="+13"),
            Side("<Bell>", 48, 48),
            Side("Crown", 0),
            Side("Żółta Róża", 61, 59, gained="+2"),
        ],
        61,
    ),
)


class DisputeForm(forms.Form):
    reason = forms.CharField(help_text="What the sheet should say.", widget=forms.Textarea(attrs={"rows": 3}))
    game = forms.ChoiceField(choices=[("1", "Game 1"), ("2", "Game 2")])
    night = forms.ChoiceField(choices=[("tue", "Tuesday"), ("wed", "Wednesday")], widget=forms.RadioSelect)
    sure = forms.BooleanField(label="I have asked the other captain", help_text="He may simply confirm.")


def row(position: int, team: str, points: Any, *, movement: int | None = None, **more: Any) -> StandingsRow:
    """A row of a table with the usual things in it."""
    form = (
        FormPeg("W", Text("beat the Anchor 11–7"), "/a/"),
        FormPeg("D", Text("drew with the Bell 9–9"), "/b/"),
        FormPeg("L", Text("lost to the Crown 5–13"), "/c/"),
    )
    counts = dict.fromkeys(("awarded", "awarded_against", "walkovers", "no_shows", "abandoned"), 0)
    counts |= {"played": 7, "won": 4, "drawn": 1, "lost": 2, "games_for": 70, "games_against": 56}
    usual = {"position": position, "joint": False, "adjustment": Fraction(), "form": (), **counts}
    made = Row(entrant=Entrant(position, team), points=points, **{**usual, **more})
    line = TableRow(Team(pk=position, name=team), made, movement=movement)
    return StandingsRow(line, team_url=f"/t/{position}/", receipt_url="", form=form)


ROWS = [
    row(1, "The Anchor & Hope, Upper Wharf Street", 82, movement=2),
    row(2, "Bell", Fraction(143, 2), decided_text="above the Crown on games between them, 20–16", movement=-1),
    row(3, "Crown A", 70, joint=True, awarded=3, games_for=56, movement=0),
    row(3, "Crown B", 70, joint=True, walkovers=1, games_for=47),
    row(5, "Żółta Róża", Fraction(205, 4), adjustment=Fraction(-2), games_for=25),
]


def fixture(
    home: str, away: str, venue: str, *, score: tuple[int, int] | None = None, badge: Badge | None = None, **more: Any
) -> FixtureCard:
    """A fixture's card, without a result unless it is given a score."""
    found = Fixture(
        home=Team(name=home), away=Team(name=away), venue=Venue(name=venue), starts_at=EIGHT, original_starts_at=EIGHT,
        **{"division": Division(name="Division One"), **more},
    )  # fmt: skip
    result = Result(home_games=score[0], away_games=score[1]) if score else None
    return FixtureCard(FixtureLine(found, result), badge, "#fixture")


CARDS = [
    fixture("The Anchor & Hope, Upper Wharf Street", "Bell", "Anchor & Hope"),
    fixture("Crown A", "Crown B", "The Crown", score=(11, 7), badge=Badge("Not confirmed yet", "wait")),
    fixture(
        "Bell",
        "Żółta Róża",
        "Bell",
        division=Division(name="Division Two"),
        state="postponed",
        score=(0, 18),
        badge=Badge("Disputed", "bad"),
    ),
]


def match(
    number: int, kind: str, home: list[str], away: list[str], games: list[dict[str, Any]], won: tuple[int, int]
) -> MatchView:
    """A match of a sheet with its players by name."""
    line = MatchLine(
        Match(number=number, kind=kind, home_games=won[0], away_games=won[1]), (), (), tuple(Game(**g) for g in games)
    )
    sides = [[PlayerLink(name, f"/p/{name[:3]}/") for name in side] for side in (home, away)]
    return MatchView(line, Text(kind), *sides)


MATCHES = [
    match(
        1, "doubles", ["Ann Lee", "Bartholomew Featherstone"], ["Cy Pugh", "Dot Ash"],
        [
            {"home_score": 121, "away_score": 98, "winner": "home"},
            {"home_score": 110, "away_score": 121, "winner": "away"},
            {"home_score": 121, "away_score": 60, "winner": "home"},
        ],
        (2, 1),
    ),
    match(2, "singles", ["Ed Oak"], [], [{"winner": "home", "awarded": True}] * 3, (3, 0)),
]  # fmt: skip

SHOW = {
    "hand": ["7C", "8D", "8H", "TS"],
    "starter": "9H",
    "combinations": [
        {"kind": "fifteen", "cards": ["7C", "8D"], "points": 2},
        {"kind": "run", "cards": ["7C", "8D", "9H", "TS"], "points": 4},
        {"kind": "double pair royal", "cards": ["8C", "8D", "8H", "8S"], "points": 12},
        {"kind": "nob", "cards": ["JH"], "points": 1},
    ],
    "points": 14,
    "announcement": "Fifteen two, fifteen four, and eight are twelve, and a pair are fourteen",
}
VERDICT = {
    "show": SHOW,
    "declared": 12,
    "claimed": 14,
    "true_points": 14,
    "counter_pegs": 12,
    "challenger_pegs": 2,
    "overcall": False,
    "false_challenge": False,
    "rule": "R39",
    "reason": "The hand is worth 14 and 12 were called: the counter pegs 12 and the challenger the 2 that were missed.",
}
PROBLEMS = [
    Problem("score", "The loser of a game has fewer than 121; 121 was written.", "m1-g2", "match 1, game 2"),
    Problem("sheet", "Ann Lee plays twice in the singles."),
]


class Message(str):
    """A message of Django's, as templates see it."""

    level_tag: str

    def __new__(cls, level_tag: str, text: str) -> "Message":
        made = super().__new__(cls, text)
        made.level_tag = level_tag
        return made


def gallery_context() -> dict[str, Any]:
    icons = ("home", "calendar", "peg", "whistle", "desk", "hand", "book")
    labels = ("League", "Fixtures", "My fixtures", "Rule on a call", "Secretary", "Check a hand", "Rules")
    nav = [
        {"label": label, "url": f"#{icon}", "icon": icon, "current": icon == "home"}
        for label, icon in zip(labels, icons, strict=True)
    ]
    return {
        "nav": nav,
        "crumbs": [("League", "/"), ("Tables", "/tables/")],
        "rows": ROWS,
        "own": [2],
        "pegged": PEGGED,
        "matches": MATCHES,
        "cards": CARDS,
        "verdict": VERDICT,
        "problems": PROBLEMS,
        "form": DisputeForm({"game": "1"}),
        "page": Paginator(range(50), 10).page(2),
        "tones": ["quiet", "good", "wait", "bad", "note", "brass"],
        "messages": [Message("success", "The result is in; the Bell’s captain is told."), Message("error", "No.")],
    }


def gallery(request: HttpRequest) -> HttpResponse:
    return HttpResponse(engines["django"].from_string(GALLERY.read_text()).render(gallery_context(), request))


urlpatterns = [path("gallery/", gallery), path("", include("config.urls"))]
