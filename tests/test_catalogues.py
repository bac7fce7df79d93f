"""The catalogues of locale/: compiled as they are written, no gap lost, nothing left behind, American English whole.

None of this needs gettext: texts are found in the sources by what marks them (docs/translating.md).
"""

import ast
import re
import runpy
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import polib
import pytest
from django.utils.translation import override
from django.utils.translation.template import templatize

from league.rules.languages import ENGLISH, FOLDER, LANGUAGES, read_languages
from league.translation import DAYS, translated
from scoring.text import Text

ROOT = Path(__file__).parents[1]
CATALOGUES = sorted(FOLDER.glob("*/LC_MESSAGES/django.po"))
BIN: dict[str, Any] = runpy.run_path(str(ROOT / "bin" / "catalogues"))
WORDS: dict[str, str] = BIN["words_of"](FOLDER / "en_US")
# Gaps of a sentence, that of Python and that of a template; tags; entities.
GAP = re.compile(r"\{\w*(?::[^{}]*)?\}|%\(\w+\)[a-z]|%%")
TAG = re.compile(r"<[^<>]*>|&#?\w+;")
# A language may take another part of a time or of a day than English does: the code gives all of them.
PARTS = [
    {"{hour}", "{hour_of_day}", "{minutes}"},
    {"{weekday}", "{day}", "{month}", "{abbreviated_month}", "{year}"},
]
# Calls that mark a text, and the places of their texts.
MARKS = {
    "Text": (0,), "N_": (0,), "plural": (0, 1), "gettext": (0,), "gettext_lazy": (0,), "gettext_noop": (0,), "_": (0,),
    "ngettext": (0, 1), "ngettext_lazy": (0, 1), "pgettext": (1,), "pgettext_lazy": (1,), "npgettext": (1, 2),
}  # fmt: skip
OUTSIDE = ("league/demo/", "league/migrations/")
of_each = pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])


@cache
def catalogue(path: Path) -> polib.POFile:
    return polib.pofile(str(path), wrapwidth=0)


def forms(entry: polib.POEntry) -> list[tuple[str, str]]:
    """Each form of a translation with the English that it stands for."""
    if not entry.msgid_plural:
        return [(entry.msgid, entry.msgstr)] if entry.msgstr else []
    said = sorted(entry.msgstr_plural.items())
    return [(entry.msgid_plural if number else entry.msgid, form) for number, form in said if form]


@cache
def texts_of_sources() -> frozenset[str]:
    found: set[str] = set()
    for folder in ("scoring", "timetable", "league", "cardroom", "config"):
        for path in (ROOT / folder).rglob("*.py"):
            if not path.relative_to(ROOT).as_posix().startswith(OUTSIDE):
                found |= set(marked(ast.parse(path.read_text())))
    for path in (ROOT / "templates").rglob("*.*"):
        if path.suffix in (".html", ".txt", ".xml", ".svg"):
            found |= set(marked_in_template(path.read_text()))
    return frozenset(found)


def marked(tree: ast.AST) -> Iterator[str]:
    for call in (node for node in ast.walk(tree) if isinstance(node, ast.Call)):
        name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
        for place in MARKS.get(name, ()):
            said = call.args[place] if place < len(call.args) else None
            if isinstance(said, ast.Constant) and isinstance(said.value, str) and said.value:
                yield said.value


STRING = r"u?(?:'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\"),?\s*"
CALL = re.compile(rf"\b(gettext|ngettext|pgettext|npgettext|_)\(((?:{STRING})+)")


def marked_in_template(source: str) -> Iterator[str]:
    for found in CALL.finditer(templatize(source)):
        yield from marked(ast.parse(f"{found[1]}({found[2]})"))


# Every catalogue


def test_there_are_the_languages_of_the_folder() -> None:
    assert list(LANGUAGES.items()) == [
        ("en-gb", "British English"), ("en-us", "American English"), ("fr", "Français"),
    ]  # fmt: skip


@of_each
def test_it_is_compiled_as_it_is_written(path: Path) -> None:
    assert path.with_suffix(".mo").read_bytes() == catalogue(path).to_binary(), "run `make catalogues`"


@of_each
def test_its_texts_have_the_gaps_and_tags_of_their_english(path: Path) -> None:
    wrong = []
    for entry in catalogue(path):
        for english, said in forms(entry):
            gaps, own = set(GAP.findall(english)), set(GAP.findall(said))
            # One thing may be counted by its own word: "one game" for "{n} game".
            counted = {"{n}", "%(n)s"} if entry.msgid_plural else set()
            parts = next((some for some in PARTS if gaps and gaps <= some), set())
            if own - gaps - counted - parts or gaps - own - counted - parts:
                wrong.append((english, said))
            if sorted(TAG.findall(english)) != sorted(TAG.findall(said)):
                wrong.append((english, said))
    assert wrong == []


@of_each
def test_its_texts_can_be_filled(path: Path) -> None:
    for entry in catalogue(path):
        for english, said in forms(entry):
            if "python-brace-format" in entry.flags or "{" in english:
                said.format_map({name[1:-1].partition(":")[0]: 1 for name in GAP.findall(said) if name[0] == "{"})
            if "python-format" in entry.flags:
                assert said % {gap[2:-2]: "1" for gap in GAP.findall(said) if gap.startswith("%(")}


@of_each
def test_its_plurals_are_whole(path: Path) -> None:
    said = catalogue(path).metadata["Plural-Forms"]
    count = int(re.search(r"nplurals=(\d+)", said)[1])  # type: ignore[index]
    for entry in catalogue(path):
        if entry.msgid_plural and any(entry.msgstr_plural.values()):
            assert sorted(entry.msgstr_plural) == list(range(count)), entry.msgid
            assert all(entry.msgstr_plural.values()), entry.msgid


@of_each
def test_none_of_its_texts_is_a_guess(path: Path) -> None:
    assert [entry.msgid for entry in catalogue(path) if entry.fuzzy or entry.obsolete] == []


@pytest.mark.long
@of_each
def test_it_is_not_behind_the_sources(path: Path) -> None:
    known = {said for entry in catalogue(path) for said in (entry.msgid, entry.msgid_plural) if said}
    assert known - texts_of_sources() == set(), "no page says these any more: run `make messages`"
    if not path.parts[-3].startswith("en_"):
        assert texts_of_sources() - known == set(), "these are not in the catalogue: run `make messages`"


# American English


def british(text: str) -> bool:
    return BIN["exchanged"](text, WORDS) != text


@pytest.mark.long
def test_no_british_word_is_left_in_american_english() -> None:
    known = {entry.msgid: dict(forms(entry)) for entry in catalogue(FOLDER / "en_US/LC_MESSAGES/django.po")}
    american = {english: said for both in known.values() for english, said in both.items()}
    # A day of the month before the month, or a clock with a dot.
    ours = re.compile(r"\b(?:1[3-9]|2\d|3[01])/\d{1,2}/\d{4}|\b\d{1,2} (?:January|September|November)\b|\bfortnight")
    left = [text for text in texts_of_sources() if (british(text) or ours.search(text)) and text not in american]
    assert left == [], "run `make messages`"
    assert [said for said in american.values() if british(said) or ours.search(said)] == []


def test_words_are_exchanged_in_their_own_case_and_not_in_gaps_or_code() -> None:
    text = "Tick it: the {lurch} of a Lurch, <b title='lurch'>lurches</b>, lurch_points and `lurch`"
    assert BIN["exchanged"](text, WORDS) == (
        "Check it: the {lurch} of a Skunk, <b title='lurch'>skunks</b>, lurch_points and `lurch`"
    )


# Dates


def test_every_way_of_writing_a_day_is_one_that_catalogues_order() -> None:
    asked = re.compile(r"\|\s*date:\"([^\"]+)\"")
    ways = {way for path in (ROOT / "templates").rglob("*.*") for way in asked.findall(path.read_text())}
    machines = {"c", "Ymd", "Y-m-d", "Y-m-d H:i:s"}
    assert ways - machines <= set(DAYS)


@pytest.mark.parametrize("path", [FOLDER / "fr/LC_MESSAGES/django.po", FOLDER / "en_US/LC_MESSAGES/django.po"])
def test_a_catalogue_orders_every_day_and_tells_the_clock(path: Path) -> None:
    known = {entry.msgid for entry in catalogue(path) if entry.msgctxt == "date" and entry.msgstr}
    assert known == {*DAYS, "{weekday} {day} {month}"}
    clocks = {entry.msgid for entry in catalogue(path) if entry.msgid.startswith("{hour}") and entry.msgstr}
    assert clocks == {"{hour} am", "{hour} pm", "{hour}.{minutes} am", "{hour}.{minutes} pm"}


# A further language


def test_a_folder_without_a_catalogue_or_of_no_language_is_none(tmp_path: Path) -> None:
    for name in ("eo", "nothing", "X_files"):
        (tmp_path / name / "LC_MESSAGES").mkdir(parents=True)
    (tmp_path / "eo/LC_MESSAGES/django.mo").write_bytes(b"")
    (tmp_path / "X_files/LC_MESSAGES/django.mo").write_bytes(b"")
    assert read_languages(tmp_path) == {ENGLISH: "British English", "eo": "eo"}


def test_a_text_with_a_gap_that_is_not_filled_is_shown_in_english(monkeypatch: Any) -> None:
    with override("fr"):
        monkeypatch.setattr("league.translation.gettext", lambda text: "{nothing}")
        assert translated(Text("{team} is late", team="Bell")) == "Bell is late"


@pytest.mark.long
def test_no_two_plurals_have_the_same_singular() -> None:
    # A catalogue can have but one of them.
    found: dict[str, set[str]] = {}
    for folder in ("scoring", "timetable", "league", "cardroom"):
        for path in (ROOT / folder).rglob("*.py"):
            for call in (node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)):
                said = [each.value for each in call.args[:2] if isinstance(each, ast.Constant)]
                if getattr(call.func, "attr", "") == "plural" and len(said) == 2:
                    found.setdefault(str(said[0]), set()).add(str(said[1]))
    assert {one: many for one, many in found.items() if len(many) > 1} == {}


# French: what stands behind an article must be a figure or a date. A noun has a gender, and brings its own article
# ("la partie 2 du match 1"): behind "au" or "le" it would be "au la partie".
FRENCH = FOLDER / "fr/LC_MESSAGES/django.po"
DETERMINERS = (
    "au aux du des le la les un une ce cet cette ces son sa ses leur leurs votre vos notre nos tout toute tous toutes "
    "quel quelle l’ d’ qu’ n’ s’"
)
BEHIND_ONE = re.compile(
    rf"(?<![\w’])(?:{'|'.join(DETERMINERS.split())})[ \xa0]?(?:<\w+>|[“«]\s?)?(\{{\w+\}}|%\(\w+\)s)", re.IGNORECASE
)
FIGURES = (
    "again all before began confirm_by date day days dealt declared due ended evening first games kept last mine "
    "missed most n now number other penalty played points sent shown theirs then there time until week weekday weeks "
    "when"
)
ORDINAL = "%(place)s"
# Nouns with their article; "sur" and "dans" melt into none.
NOUNS = frozenset({"{about}", "{what}", "{place}", "%(about)s", "%(what)s"})
MELTING = re.compile(r"(?<![\w’])(?:de|à|en|que|du|au)[ \xa0](?:<\w+>)?(\{\w+\}|%\(\w+\)s)", re.IGNORECASE)


def test_no_french_sentence_has_a_noun_in_a_gap_behind_an_article() -> None:
    wrong = {
        form
        for entry in catalogue(FRENCH)
        if not entry.obsolete
        for _, form in forms(entry)
        for gap in BEHIND_ONE.findall(form)
        if gap != ORDINAL and re.findall(r"\w+", gap)[0] not in FIGURES.split()
    }
    assert wrong == set(), "make it a whole sentence, or put the noun behind a colon or between brackets"


def test_no_french_preposition_melts_with_the_article_of_a_noun_in_a_gap() -> None:
    found = [form for entry in catalogue(FRENCH) if not entry.obsolete for _, form in forms(entry)]
    assert {form for form in found for gap in MELTING.findall(form) if gap in NOUNS} == set()


@pytest.mark.parametrize(
    ("form", "gaps"),
    [
        ("une annonce au {place}", ["{place}"]),
        ("Personne ne voit cette %(kind)s.", ["%(kind)s"]),
        ("le <b>{what}</b>", ["{what}"]),
        ("le {day}", ["{day}"]),
        ("Faites un choix : {seat}.", []),
        ("dans {place}", []),
    ],
)
def test_what_stands_behind_a_french_article(form: str, gaps: list[str]) -> None:
    assert BEHIND_ONE.findall(form) == gaps
