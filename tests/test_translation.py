"""Texts of the rules and of the engine are shown in the reader's language (docs/decisions/texts.md)."""

import ast
import json
import re
import shutil
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client

from league.rules.sheet_checks import check_game
from league.translation import N_, Text, translated
from tests.api.program import Program
from tests.factories import Town
from tests.pseudo import accented, pseudo, unaccented

__all__ = ["pseudo"]

ROOT = Path(__file__).parents[1]
SAYING = sorted(
    path.relative_to(ROOT).as_posix()
    for folder in (
        "scoring",
        "timetable",
        "league/rules",
        "league/queries",
        "league/services",
        "league/web",
        "league/api",
        "league/access",
        "cardroom",
    )
    for path in (ROOT / folder).rglob("*.py")
)
# What operators read, in a log or on the command line, is English.
FOR_OPERATORS = {
    "league/services/ops/database.py",
    "league/services/ops/maintenance.py",
    *(f"league/services/ops/backups/{name}.py" for name in ("backup", "engines", "files", "remote")),
    *(f"league/services/ops/moves/{name}.py" for name in ("move", "rows")),
}
# Calls whose texts are for people, and the places of these texts among their arguments.
MESSAGES = {
    "Problem": (1,),
    "Fault": (1,),
    "Reason": (1,),
    "Breach": (2,),
    "Broken": (2,),
    "Condition": (0,),
    "Violation": (1,),
    "LeagueError": (0,),
    "WrongState": (0,),
    "Changed": (0,),
    "NotAllowed": (0,),
    "FactorMissing": (0,),
    "NotFresh": (0,),
    "Badge": (0,),
}
TEXTS = {"Text": (0,), "N_": (0,), "plural": (0, 1)}
HAND = {"cards": "AC 7D 8H 3S", "starter": "7C", "declared": "6", "claimed": "8"}


def text_of(answer: Any) -> str:
    """Return what a reader sees, blanks folded."""
    return unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", answer.content.decode())))


def test_pseudo_language_keeps_gaps_and_tags() -> None:
    assert accented("Send {n} <b>results</b> to %(name)s &amp; co") == "Šéñđ {n} <b>řéšüłŧš</b> ŧø %(name)s &amp; çø"
    assert unaccented(accented("Send The Quick Brown Fox")) == "Send The Quick Brown Fox"


def test_text_is_translated_with_what_fills_it(pseudo: None) -> None:
    late = Text.plural("{team} has {n} game: {why}", "{team} has {n} games: {why}", n=2, team="Bell", why=N_("late"))
    assert late == "Bell has 2 games: late"
    assert translated(late) == "Bell ħåš 2 ğåɱéš: łåŧé"
    assert translated("late") == "late"


def test_text_stays_english_where_english_is_read() -> None:
    assert [translated(problem.message) for problem in check_game(121, 121)] == [
        "a game cannot be drawn: one side pegs out first"
    ]


def test_engine_is_translated_on_a_page(client: Client, db: None, pseudo: None) -> None:
    page = client.get("/hand/", HAND)
    verdict, said = page.context["verification"].verdict, text_of(page)
    for text in (verdict.reason, verdict.show.announcement):
        assert text not in said
        assert translated(text) in said
        assert unaccented(translated(text)) == text


def test_problem_of_the_engine_is_translated_on_a_page(client: Client, db: None, pseudo: None) -> None:
    said = text_of(client.get("/hand/", HAND | {"starter": "7"}))
    assert accented("“7” has no suit: write a rank") in said


def test_rules_are_translated_on_a_page(client: Client, town: Town, pseudo: None) -> None:
    said = text_of(client.get("/leagues/town/rules/"))
    for text in ("A pair: two. A pair royal, three of a rank: six.", "Awarded games", "A result counts once it is"):
        assert text not in said
        assert accented(text) in said


def test_settings_are_translated_on_their_form(town: Town, pseudo: None) -> None:
    client = Client()
    client.force_login(town.secretary)
    season = town.season
    said = text_of(client.get(f"/leagues/town/secretary/seasons/{season.slug}/settings/"))
    for text in (
        "Short notice, in hours",
        "0: no request must.",
        "The secretary decides",
        "Wednesday",
        "Empty: any number.",
    ):
        assert text not in said
        assert accented(text) in said
    facts = text_of(client.get(f"/leagues/town/secretary/seasons/{season.slug}/"))
    assert accented("Short notice") in facts
    assert "24 " + accented("hours") in facts


def test_problem_of_the_rules_is_translated_on_a_page(town: Town, pseudo: None) -> None:
    client = Client()
    client.force_login(town.captains["Anchor"])
    fixture = town.fixture("Anchor", "Bell")
    said = text_of(client.post(f"/leagues/town/fixtures/{fixture.pk}/sheet/", {"m1-g1-loser": "98"}))
    assert accented("Say who won this game.") in said
    assert accented("Match 1, game 1") in said


def test_problem_of_the_rules_is_translated_in_an_error_of_the_api(town: Town, pseudo: None) -> None:
    path = f"fixtures/{town.fixture('Anchor', 'Bell').pk}/result/"
    answer = Program(town.captains["Anchor"]).post(path, {"matches": []})
    found = json.loads(answer.content)["errors"]
    assert answer.status_code == 422
    assert all(each["message"] != unaccented(each["message"]) for each in found), found


def test_problem_of_the_engine_is_translated_in_an_error_of_the_api(db: None, pseudo: None) -> None:
    answer = Program().post("/api/v1/hands/check/", {"cards": "AC 7D 8H", "starter": "7C"})
    found = json.loads(answer.content)["errors"]
    assert [unaccented(each["message"]) for each in found] == [
        "The hand has 3 cards; in League rules it has 4, the starter not among them."
    ]
    assert all(each["message"] != unaccented(each["message"]) for each in found)


@pytest.mark.long
@pytest.mark.skipif(shutil.which("xgettext") is None, reason="no gettext on this machine")
def test_catalogue_has_the_texts_of_every_layer(tmp_path: Path, settings: Any, monkeypatch: Any) -> None:
    # A copy: beside each template that it reads makemessages writes a file for a while.
    for folder in ("cardroom", "config", "league", "scoring", "timetable", "templates", "tests/rules"):
        shutil.copytree(ROOT / folder, tmp_path / "house" / folder, ignore=shutil.ignore_patterns("__pycache__"))
    settings.LOCALE_PATHS = [tmp_path / "locale"]
    monkeypatch.chdir(tmp_path / "house")
    call_command("makemessages", locale=["eo"], verbosity=0)
    catalogue = (tmp_path / "locale" / "eo" / "LC_MESSAGES" / "django.po").read_text()
    for msgid in (
        "no card is named: {how}",
        "a game cannot be drawn: one side pegs out first",
        "{n} fixture",
        "A pair: two. A pair royal, three of a rank: six. A double pair royal, four of a rank: twelve.",
        "Wednesday",
    ):
        assert f'msgid "{msgid}"' in catalogue
    assert 'msgid_plural "{n} fixtures"' in catalogue
    assert "tests/" not in catalogue


def test_no_message_is_put_together_of_halves() -> None:
    paths = sorted({*SAYING} - FOR_OPERATORS)
    assert [f"{path}:{fault}" for path in paths for fault in _halves(ast.parse((ROOT / path).read_text()))] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('Problem("code", f"{team} is late")', 1),
        ('Problem(code, message="late: " + why)', 1),
        ('Problem("code", "%s is late" % team)', 1),
        ('Problem("code", "{} is late".format(team))', 1),
        ('Problem("code", ", ".join(names))', 1),
        ('Problem("code", "It is late.")', 1),
        ('Text(f"{team} is late")', 1),
        ('Text.plural("{n} game", "{n} game" + "s", n=n)', 1),
        ('Problem("code", Text("{team} is late", team=f"{home} v {away}"), f"m{number}")', 0),
        ('Problem("code", N_("It is late."))\nProblem(code, message)', 0),
    ],
)
def test_what_counts_as_put_together(source: str, found: int) -> None:
    assert len(list(_halves(ast.parse(source)))) == found


def _halves(tree: ast.AST) -> Iterator[str]:
    """Yield the messages that no catalogue could have: made of pieces, or not marked as a text."""
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        places = MESSAGES.get(name) or TEXTS.get(name, ())
        said = [argument for place, argument in enumerate(call.args) if place in places]
        said += [keyword.value for keyword in call.keywords if name in MESSAGES and keyword.arg == "message"]
        for text in said:
            bare = name in MESSAGES and isinstance(text, ast.Constant)
            if bare or isinstance(text, ast.JoinedStr | ast.BinOp) or _formatted(text):
                yield f"{text.lineno}: {ast.unparse(text)}"


def _formatted(text: ast.expr) -> bool:
    return (
        isinstance(text, ast.Call)
        and isinstance(text.func, ast.Attribute)
        and text.func.attr in ("format", "join")
        and isinstance(text.func.value, ast.Constant)
    )
