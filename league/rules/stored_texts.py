"""Store what a sentence was made of as JSON, so that it can be read in another language later.

The English sentence is what counts; this is used only where it makes that very sentence. It may come from another
server's file, so nothing is trusted: no gap but a plain name, and no sentence beyond all bounds.
"""

from collections.abc import Mapping
from string import Formatter
from typing import Any

from scoring.text import Text

LONGEST, DEEPEST = 2000, 8
_WHOLE_NUMBERS = range(-(2**63), 2**63)


def text_parts(text: str) -> dict[str, Any]:
    """Return a text's parts as JSON; nothing of a plain `str`, or of what could not be read back the same."""
    made_of = _to_plain(text) if isinstance(text, Text) else {}
    return made_of if isinstance(read_back(made_of, str(text)), Text) else {}


def blank_names(text: str, names: Mapping[str, str]) -> Any:
    """Return a text with these names replaced in what fills its gaps; of a plain `str` wherever they stand."""
    if isinstance(text, Text) and text.params:
        return text.with_params(
            **{
                name: blank_names(value, names) if isinstance(value, str) else value
                for name, value in text.params.items()
            }
        )
    for name in sorted(names, key=len, reverse=True):
        text = text.replace(name, names[name])
    return text


def read_back(made_of: object, english: str, longest: int | None = None) -> str:
    """Return a sentence as translatable text, or `english` where the parts do not make it; it was cut at `longest`."""
    try:
        text = _read(made_of, DEEPEST)
    except ValueError:
        return english
    return text if text[:longest] == english else english


def _to_plain(text: Text) -> dict[str, Any]:
    params = {name: _kept_value(value) for name, value in text.params.items()}
    made_of = {"msgid": text.msgid, "plural": text.plural_msgid, "n": text.n, "params": params, "first": text.first}
    return {name: value for name, value in made_of.items() if value or name == "msgid"}


def _kept_value(value: object) -> Any:
    """A value for a gap: an object is a text, anything else plain."""
    if isinstance(value, Text):
        return _to_plain(value)
    return value if type(value) is int else format(value)


def _read(made_of: object, depth: int) -> Text:
    """Read stored parts; ValueError if they are of no text."""
    if not isinstance(made_of, Mapping) or not depth:
        raise ValueError("no text")
    msgid, plural, first = (made_of.get(name, "") for name in ("msgid", "plural", "first"))
    n, params = made_of.get("n", 0), made_of.get("params", {})
    if "msgid" not in made_of or not all(isinstance(said, str) for said in (msgid, plural, first)):
        raise ValueError("no sentence")
    if type(n) is not int or n not in _WHOLE_NUMBERS or not isinstance(params, Mapping):
        raise ValueError("no params")
    values = {name: _read_value(value, depth - 1) for name, value in params.items()}
    text = _plural(msgid, plural, n, values) if plural else _sentence(msgid, values)
    if first not in ("", "upper", "lower"):
        raise ValueError("no way to write a first letter")
    return text.capitalised() if first == "upper" else text.lowered() if first else text


def _read_value(value: object, depth: int) -> object:
    if isinstance(value, Mapping):
        return _read(value, depth)
    if isinstance(value, str) or (type(value) is int and value in _WHOLE_NUMBERS):
        return value
    raise ValueError("no value")


def _plural(one: str, many: str, n: int, values: Mapping[str, Any]) -> Text:
    if "n" in values:
        raise ValueError("two numbers")
    # Other languages may choose the other sentence.
    for sentence in (one, many):
        _check(sentence, {"n": n, **values})
    return Text.plural(one, many, n=n, **values)


def _sentence(msgid: str, values: Mapping[str, Any]) -> Text:
    if values or len(msgid) > LONGEST:
        _check(msgid, values)
    return Text(msgid, **values)


def _check(sentence: str, values: Mapping[str, object]) -> None:
    """Refuse gaps for anything but plain values, and sentences that would be too long."""
    length = len(sentence)
    if length <= LONGEST:
        for _, gap, how, conversion in Formatter().parse(sentence):
            if gap is None:
                continue
            if how or conversion or not gap.isidentifier() or gap not in values:
                raise ValueError("no gap to be filled")
            length += len(str(values[gap]))
    if length > LONGEST:
        raise ValueError("too long")
