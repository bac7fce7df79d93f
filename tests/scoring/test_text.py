"""A text is its English sentence, and still knows what it was made of."""

import copy
import json
import pickle

import pytest

from scoring import Text
from scoring.text import N_

GAMES = Text.plural("{n} game", "{n} games", n=3)
LATE = Text("{team} has {games} to play", team="Anchor {A}", games=GAMES)
FRENCH = {
    "{team} has {games} to play": "{games} pour {team}",
    "{n} game": "{n} jeu",
    "{n} games": "{n} jeux",
    "a crib": "un talon",
    "; ": "?",
}


def in_french(text: Text) -> str:
    """Render a text by a catalogue of two languages, whose word for none is the singular."""
    return text.rendered(
        lambda msgid: FRENCH.get(msgid, msgid), lambda one, many, n: FRENCH[one] if n < 2 else FRENCH[many]
    )


def test_text_is_its_english_sentence() -> None:
    assert LATE == "Anchor {A} has 3 games to play"
    assert (str(LATE), f"{LATE}", json.dumps(LATE)) == (LATE, LATE, f'"{LATE}"')
    assert hash(LATE) == hash(str(LATE))
    assert (LATE.msgid, LATE.params["team"]) == ("{team} has {games} to play", "Anchor {A}")


def test_text_without_params_is_not_formatted() -> None:
    assert Text("names have none of {}") == "names have none of {}"


@pytest.mark.parametrize(("n", "said"), [(0, "0 games"), (1, "1 game"), (2, "2 games")])
def test_plural_is_chosen_by_its_number(n: int, said: str) -> None:
    assert Text.plural("{n} game", "{n} games", n=n) == said


def test_text_is_rendered_with_everything_in_it() -> None:
    assert in_french(LATE) == "3 jeux pour Anchor {A}"
    assert in_french(Text.plural("{n} game", "{n} games", n=0)) == "0 jeu"


def test_texts_in_a_row_are_rendered_each() -> None:
    row = Text.joined("; ", [GAMES, "{plain}", N_("a crib")])
    assert row == "3 games; {plain}; a crib"
    assert in_french(row) == "3 jeux; {plain}; un talon"
    assert Text.joined("; ", []) == in_french(Text.joined("; ", [])) == ""


def test_capital_letter_is_that_of_the_language() -> None:
    assert N_("a crib").capitalised() == "A crib"
    assert in_french(N_("a crib").capitalised()) == "Un talon"
    assert N_("A crib").lowered() == "a crib"


def test_params_are_changed_only_where_there_is_a_gap() -> None:
    other = LATE.with_params(team="Bell", place=3)
    assert other == "Bell has 3 games to play"
    assert "place" not in other.params


@pytest.mark.parametrize(
    "text",
    [LATE, GAMES, N_("a crib"), N_("a crib").capitalised(), N_("A crib").lowered(), Text.joined("{}", "ab")],
)
def test_text_can_be_copied_and_rebuilt(text: Text) -> None:
    for again in (pickle.loads(pickle.dumps(text)), copy.deepcopy(text), eval(repr(text))):  # noqa: S301, S307
        assert type(again) is Text
        assert again == text
        assert (again.msgid, again.plural_msgid, again.n, again.params) == (
            text.msgid,
            text.plural_msgid,
            text.n,
            text.params,
        )
        assert in_french(again) == in_french(text)


def test_text_cannot_be_changed() -> None:
    with pytest.raises(AttributeError, match="cannot be changed: msgid"):
        LATE.msgid = "x"
    with pytest.raises(AttributeError, match="cannot be changed: n"):
        del LATE.n
    with pytest.raises(TypeError):
        LATE.params["team"] = "Bell"  # type: ignore[index]
