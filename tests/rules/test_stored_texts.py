"""A sentence keeps its parts as JSON, and is read back from them only where they make that very sentence."""

import datetime as dt
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league.rules.stored_texts import DEEPEST, LONGEST, read_back, text_parts
from league.rules.wording import weekday_spelt
from scoring.text import N_, NOTHING, Text

GAMES = Text.plural("{n} game", "{n} games", n=3)
CRIB = N_("a crib")
SHAPES = [
    N_("The sheet was confirmed."),
    N_("names have none of {}"),
    Text("{team} is late", team="Anchor {A} {{B}}"),
    Text("{{{team}}} is late", team="Anchor"),
    GAMES,
    Text.plural("one game of {team}", "{n} games of {team}", n=1, team="Bell"),
    Text("{team} has {games} to play: {why}", team="Bell", games=GAMES, why=CRIB),
    Text("{a} and {b}", a=CRIB.capitalised(), b=GAMES.lowered()).capitalised(),
    N_("A crib").lowered(),
    Text.joined("; {}", [GAMES, "{plain}", CRIB]),
    NOTHING,
    Text("registered {player} for {team}", player="{player}", team="Bell"),
    Text("{day} {points}", day=weekday_spelt(dt.date(2026, 11, 3)), points=-4),
]


def pseudo(text: str) -> str:
    """Render a text in capitals but for its params."""
    assert isinstance(text, Text)
    return text.rendered(lambda msgid: f"<{msgid}>", lambda one, many, n: f"<{one}|{many}>")


@pytest.mark.parametrize("text", SHAPES, ids=str)
def test_a_text_of_every_shape_comes_back(text: Text) -> None:
    again = read_back(json.loads(json.dumps(text_parts(text))), str(text))
    assert isinstance(again, Text)
    assert again == text
    assert pseudo(again) == pseudo(text)
    assert text_parts(again) == text_parts(text)


words = st.text(alphabet='ab {}é"\\', max_size=8)
numbers = st.integers(-(2**40), 2**40)
texts = st.recursive(
    st.builds(N_, words),
    lambda inner: st.one_of(
        st.builds(lambda a, b: Text("{a}: {b}", a=a, b=b), inner | words | numbers, inner | words),
        st.builds(lambda n, a: Text.plural("{n} game {a}", "{n} games {a}", n=n, a=a), numbers, inner | words),
        st.builds(lambda row: Text.joined(", ", row), st.lists(inner | words, max_size=3)),
        inner.map(Text.capitalised),
        inner.map(Text.lowered),
    ),
    max_leaves=5,
)


@given(texts)
def test_any_text_comes_back_or_is_kept_in_english(text: Text) -> None:
    made_of = text_parts(text)
    again = read_back(json.loads(json.dumps(made_of)), str(text))
    assert again == text
    if made_of:
        assert pseudo(again) == pseudo(text)


def test_what_is_no_text_number_or_string_is_kept_as_it_is_written() -> None:
    text = Text("{a} {b} {c}", a=True, b=None, c=1.5)
    assert text_parts(text)["params"] == {"a": "True", "b": "None", "c": "1.5"}
    assert read_back(text_parts(text), "True None 1.5") == text


def test_nothing_is_kept_of_a_plain_string_nor_of_what_would_not_come_back() -> None:
    assert text_parts("plain") == {}
    assert text_parts(Text("{n:,} bytes", n=1000)) == {}
    assert text_parts(Text("{reason}", reason="x" * (LONGEST + 1))) == {}
    assert text_parts(Text("{n}", n=2**80)) == {}


def test_a_sentence_that_was_cut_comes_back_whole() -> None:
    text = Text("{reason}.", reason="x" * 300)
    assert read_back(text_parts(text), text[:250], 250) == text
    assert read_back(text_parts(text), text[:250]) == text[:250]
    assert not isinstance(read_back(text_parts(text), text[:249], 250), Text)


@pytest.mark.parametrize("english", ["Bell is late", "{team} is late", ""])
def test_another_sentence_than_the_one_that_stands_there_is_not_shown(english: str) -> None:
    again = read_back(text_parts(Text("{team} is late", team="Anchor")), english)
    assert (type(again), again) == (str, english)


def nested(depth: int) -> Any:
    return {"msgid": "{a}", "params": {"a": nested(depth - 1)}} if depth else "late"


STRANGE = [
    None, 7, "late", [], [1], {}, {"params": {}}, {"msgid": 7}, {"msgid": None}, {"msgid": ["late"]},
    {"msgid": "late", "params": []}, {"msgid": "late", "params": None}, {"msgid": "late", "first": "title"},
    {"msgid": "late", "first": []}, {"msgid": "late", "plural": 3}, {"msgid": "late", "n": "3"},
    {"msgid": "late", "n": 1.0}, {"msgid": "late", "n": True}, {"msgid": "late", "n": 2**70},
    {"msgid": "{a}", "params": {"a": None}}, {"msgid": "{a}", "params": {"a": ["late"]}},
    {"msgid": "{a}", "params": {"a": {}}}, {"msgid": "{a}", "params": {"a": 10**5000}},
    {"msgid": "{b}", "params": {"a": "late"}}, {"msgid": "{", "params": {"a": "late"}},
    {"msgid": "{}", "params": {"": "late"}}, {"msgid": "{0}", "params": {"0": "late"}},
    {"msgid": "{a!r}", "params": {"a": "late"}}, {"msgid": "{a:>9999999999}", "params": {"a": "late"}},
    {"msgid": "{a:{b}}", "params": {"a": "late", "b": ">9"}},
    {"msgid": "{a.rendered.__globals__}", "params": {"a": {"msgid": "late"}}},
    {"msgid": "{a.b}", "params": {"a.b": "late"}}, {"msgid": "{a[0]}", "params": {"a": "late"}},
    {"msgid": "late", "plural": "{who} late", "n": 1}, {"msgid": "{who} late", "plural": "late", "n": 2},
    {"msgid": "{n} late", "plural": "late", "n": 2, "params": {"n": 2}},
    {"msgid": "{a}" * 600, "params": {"a": "x" * 1900}}, {"msgid": "x" * 5000},
    {"msgid": "x" * 5000, "params": {"a": "x"}}, nested(DEEPEST + 1), nested(400),
]  # fmt: skip


@pytest.mark.parametrize("made_of", STRANGE)
def test_strange_json_leaves_the_english(made_of: Any) -> None:
    again = read_back(made_of, "late")
    assert (type(again), again) == (str, "late")


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["msgid", "plural", "n", "params", "first", "a"]) | st.text(max_size=3), inner
        )
    ),
    max_leaves=12,
)


@given(anything, st.text(max_size=5))
def test_any_json_leaves_the_english(made_of: Any, english: str) -> None:
    assert read_back(made_of, english) == english
