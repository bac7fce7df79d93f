"""Texts for people: English sentences that still know what they were made of, so that others can be made of them.

A `Text` is a `str`: it compares, prints and is stored as the English sentence. Beside that it keeps the sentence with
its gaps (`msgid`) and what fills them (`params`), the two things a catalogue of translations is asked with. Whoever
shows it in another language calls `rendered`; this package translates nothing itself and knows no catalogue.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Self

_NONE: Mapping[str, object] = MappingProxyType({})
_WRITTEN: Mapping[str, str] = MappingProxyType({"": "", "upper": ".capitalised()", "lower": ".lowered()"})


class Text(str):
    """A sentence, or a name for a thing, in English and ready for translation: `Text("{team} is late", team=name)`.

    A gap is filled with what `str.format` makes of the value. A value that is a Text is translated too, and braces in
    a value are just braces. Without params nothing is formatted, so a sentence may be about braces.
    """

    __slots__ = ("first", "msgid", "n", "params", "plural_msgid")

    msgid: str
    """The sentence with its gaps; of a plural the one for one."""
    plural_msgid: str
    """The sentence for any other number; empty where the sentence has no number that changes it."""
    n: int
    """The number that chooses the plural."""
    params: Mapping[str, object]
    """The values that fill the gaps."""
    first: str
    """The case of the first letter where it is not the msgid's: "upper" or "lower"; otherwise empty."""

    def __new__(cls, msgid: str, /, **params: object) -> Self:
        """The sentence `msgid` with its gaps filled."""
        return cls._make(str(msgid), "", 0, params, "")

    @classmethod
    def plural(cls, one: str, many: str, /, n: int, **params: object) -> Self:
        """The sentence `one` if `n` is 1, otherwise `many`; both may say `{n}`, and have the same other gaps."""
        return cls._make(one, many, n, params, "")

    @classmethod
    def joined(cls, separator: str, texts: Iterable[str]) -> Self:
        """Texts in a row with the same separator between them; each is translated, the separator is not."""
        parts = {f"part{place}": text for place, text in enumerate(texts)}
        separator = separator.replace("{", "{{").replace("}", "}}")
        return cls._make(separator.join(f"{{{name}}}" for name in parts), "", 0, parts, "")

    @classmethod
    def _make(cls, msgid: str, plural_msgid: str, n: int, params: Mapping[str, object], first: str) -> Self:
        text = super().__new__(cls, _filled(msgid, plural_msgid, n, params, first))
        put_first, put_msgid, put_n, put_params, put_plural = _SLOTS  # a text sets nothing of itself
        put_first(text, first)
        put_msgid(text, msgid)
        put_n(text, n)
        put_params(text, MappingProxyType(params) if params else _NONE)
        put_plural(text, plural_msgid)
        return text

    def capitalised(self) -> Self:
        """The same text as the beginning of a sentence: its first letter is a capital, in any language."""
        return self._make(self.msgid, self.plural_msgid, self.n, self.params, "upper")

    def lowered(self) -> Self:
        """The same text inside a sentence, where a name has no capital: its first letter is small."""
        return self._make(self.msgid, self.plural_msgid, self.n, self.params, "lower")

    def with_params(self, **params: object) -> Self:
        """The same text with some gaps filled otherwise, its own and those of the texts that fill others.

        A param that there is no gap for is left out.
        """
        changed = {
            name: params.get(name, value.with_params(**params) if isinstance(value, Text) else value)
            for name, value in self.params.items()
        }
        return self._make(self.msgid, self.plural_msgid, self.n, changed, self.first)

    def rendered(self, gettext: Callable[[str], str], ngettext: Callable[[str, str, int], str]) -> str:
        """The sentence in the language of these two functions, its gaps filled with translated values."""
        if self.plural_msgid:
            sentence = ngettext(self.msgid, self.plural_msgid, self.n)
        else:
            # Of nothing a catalogue makes its own heading, and a row of texts is nothing but gaps.
            sentence = gettext(self.msgid) if self.msgid else ""
            if sentence == self.msgid and not any(isinstance(value, Text) for value in self.params.values()):
                return str.__str__(self)
        params = {
            name: value.rendered(gettext, ngettext) if isinstance(value, Text) else value
            for name, value in self.params.items()
        }
        return _filled(sentence, self.plural_msgid and sentence, self.n, params, self.first)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a text cannot be changed: {name}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a text cannot be changed: {name}")

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (type(self), self.msgid, self.plural_msgid, self.n, dict(self.params), self.first)

    def __repr__(self) -> str:
        made = [repr(self.msgid), *(f"{name}={value!r}" for name, value in self.params.items())]
        if self.plural_msgid:
            made[1:1] = [repr(self.plural_msgid), f"n={self.n!r}"]
        name = f"{type(self).__name__}{'.plural' if self.plural_msgid else ''}"
        return f"{name}({', '.join(made)}){_WRITTEN[self.first]}"


_SLOTS: tuple[Callable[[Text, Any], None], ...] = tuple(getattr(Text, name).__set__ for name in Text.__slots__)


@cache
def N_(msgid: str) -> Text:
    """The text of a constant, marked so that catalogues take it in."""
    return Text(msgid)


def _filled(msgid: str, plural_msgid: str, n: int, params: Mapping[str, object], first: str) -> str:
    if plural_msgid:
        sentence = (msgid if n == 1 else plural_msgid).format_map({"n": n, **params})
    else:
        sentence = msgid.format_map(params) if params else msgid
    if first:
        return (sentence[:1].upper() if first == "upper" else sentence[:1].lower()) + sentence[1:]
    return sentence


def _rebuilt(kind: type[Text], msgid: str, plural_msgid: str, n: int, params: Mapping[str, object], first: str) -> Text:
    return kind._make(msgid, plural_msgid, n, params, first)


NOTHING = Text.joined("", ())
"""The empty text, which no catalogue has."""


def join_names(names: Sequence[str]) -> Text:
    """Names in a sentence: ``A, B and C``."""
    if len(names) < 2:
        return Text.joined("", names)
    return Text("{names} and {last}", names=Text.joined(", ", names[:-1]), last=names[-1])
