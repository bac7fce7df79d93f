"""Every text of a page and of a mail goes through gettext (docs/decisions): told from the templates and scripts.

A script says nothing of its own: its template gives it the words, translated, in data attributes of the element that
it speaks at, with gaps such as ``{n}``.
"""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.template.base import Lexer, Token, TokenType

TEMPLATES = Path(__file__).parents[1] / "templates"
NAMES = sorted(str(path.relative_to(TEMPLATES)) for path in TEMPLATES.rglob("*") if path.suffix in (".html", ".txt"))
# The software's own name is the same in every language; so are cards, as they are typed.
WORD = re.compile(r"\b(?!Muggins\b)[A-Za-z]{2,}")
CARDS = re.compile(r"(?:(?:[A2-9TJQK][CDHS]|go) ?)+")
SAID = {"alt", "aria-label", "aria-description", "placeholder", "title"}
NOT_READ = {"script", "style"}
# Tags whose strings name something else than a text.
SILENT = {
    "url",
    "static",
    "load",
    "extends",
    "block",
    "endblock",
    "translate",
    "blocktranslate",
    "plural",
    "comment",
    "rule_url",
    "learn_link",
    "hand",
}
# The block that holds the names of CSS classes.
CLASSES = "block main_class"
# Filters and props that take a word for the machine.
FORMATS = re.compile(r"\|(?:date|time|stringformat|add|cut|divisibleby|join|truncatechars|json_script):\"[^\"]*\"")
PROP = re.compile(r"([a-z_]+)=$")
MACHINE = {
    "name",
    "tone",
    "kind",
    "prefix",
    "id",
    "url",
    "icon",
    "class",
    "type",
    "method",
    "autocomplete",
    "form",
    "key",
}
LITERAL = re.compile(r"\"([^\"]*)\"|'([^']*)'")
SCRIPTS = sorted((TEMPLATES.parent / "static" / "js").glob("*.js"))
COMMENT_OR_LITERAL = re.compile(
    r"//[^\n]*|/\*.*?\*/|\"(?P<double>(?:\\.|[^\"\\\n])*)\"|'(?P<single>(?:\\.|[^'\\\n])*)'"
    r"|`(?P<template>(?:\\.|[^`\\])*)`",
    re.DOTALL,
)
FILLED = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
# What a script does with a string that is a selector or the names of classes, and with one that is shown.
FOR_THE_BROWSER = re.compile(r"(?:\b(?:querySelector|querySelectorAll|closest|matches)\(|\bclassName = )$")
SHOWN = re.compile(r"\b(?:textContent|innerText|innerHTML|title|placeholder|ariaLabel) = (?:[^;\n]*[?:+] )?$")
MACHINE_STRINGS = {"use strict", "Escape", "Enter"}


def test_every_template_is_looked_at() -> None:
    assert len(NAMES) > 200


def test_every_text_of_a_template_is_marked_for_translation() -> None:
    assert [f"{name}: {text}" for name in NAMES for text in _unmarked(TEMPLATES / name)] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Send result</p>", ["Send result"]),
        ("<p>{% translate 'Send result' %}</p>", []),
        ("{% blocktranslate %}Send {{ result }}{% endblocktranslate %}", []),
        ('<a title="Send result" class="button quiet">{{ name }}</a>', ["Send result"]),
        ('<p data-saved="Saved" data-left="3 games left" data-tone="good"></p>', ["Saved", "3 games left"]),
        ('{% include "components/badge.html" with text="Due" tone="wait" %}', ["Due"]),
        ('{% include "components/badge.html" with text=_("Due") tone="wait" %}', []),
        ('{{ name|default:"Nobody" }}{{ day|date:"l j F" }}', ["Nobody"]),
        ("{{ games }} {{ games|pluralize }}", ["pluralize"]),
        ('<input placeholder="4C 8C go TD"><a>Muggins</a>{% rule_url fixture "R43" %}', []),
        ("{% block main_class %}narrow{% endblock %}", []),
        ("{% comment %}What this is{% endcomment %}<script>const here = 1</script>", []),
    ],
)
def test_what_counts_as_a_text(tmp_path: Path, source: str, found: list[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(source)
    assert list(_unmarked(page)) == found


def test_no_prose_stands_in_a_script() -> None:
    assert [f"{path.name}: {text}" for path in SCRIPTS for text in _prose(path.read_text())] == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('say("No connection: kept here", "bad");', ["No connection: kept here"]),
        ("say('Saving…', 'quiet');", ["Saving…"]),
        ("said.textContent = `${n} of ${limit} chosen`;", ["${n} of ${limit} chosen"]),
        ("said.textContent = `${filled(words.left, { n })} `;", []),
        ('line.textContent = n ? "more" : "";', ["more"]),
        ('"use strict"; // This is prose, "as it were" here', []),
        ('/* Two words */ said.textContent = words.saved; say(words.saved, "good");', []),
        ('line.className = "quiet small"; form.querySelector("form[data-hand] #result");', []),
        ('next?.querySelector("input, select"); if (event.key === "Escape") release();', []),
        ('fetch(url, { method: "POST" }); localStorage.getItem(`muggins:${key}`);', []),
    ],
)
def test_what_counts_as_prose_in_a_script(source: str, found: list[str]) -> None:
    assert list(_prose(source)) == found


def _prose(source: str) -> Iterator[str]:
    """Yield the strings of a script that are words for a reader."""
    for match in COMMENT_OR_LITERAL.finditer(source):
        literal = next((text for text in match.groups() if text is not None), "")
        before = source[: match.start()]
        if literal in MACHINE_STRINGS or literal[:1] in (".", "#", "[") or FOR_THE_BROWSER.search(before):
            continue
        said = FILLED.sub("00", literal)
        several = WORD.search(said) and re.search(r"\w[^\w\s]* +[^\w\s]*\w", said)
        if several or re.match(r"[A-Z][a-z]", said) or (SHOWN.search(before) and WORD.search(said)):
            yield literal


def _unmarked(path: Path) -> Iterator[str]:
    """Yield the texts of a template that nothing translates, as they stand in it."""
    tokens = list(_outside(Lexer(path.read_text()).tokenize()))
    for token in tokens:
        yield from _literals(token)
    bare = "".join(token.contents if token.token_type is TokenType.TEXT else " " for token in tokens)
    if path.suffix == ".html":
        reader = _Reader()
        reader.feed(bare)
        reader.close()
        yield from reader.texts
    else:
        yield from (line.strip() for line in bare.splitlines() if WORD.search(line))


def _outside(tokens: list[Token]) -> Iterator[Token]:
    """Yield the tokens that stand in no comment and in no text that is translated as one."""
    until = ""
    for token in tokens:
        word = token.contents.split()[0] if token.token_type is TokenType.BLOCK and token.contents else ""
        if until:
            until = "" if word == until else until
        elif word in ("comment", "blocktranslate"):
            until = f"end{word}"
        elif token.contents == CLASSES:
            until = "endblock"
        elif token.token_type is not TokenType.COMMENT:
            yield token


def _literals(token: Token) -> Iterator[str]:
    """Yield the strings inside a tag that are a text and are not marked."""
    if token.token_type is TokenType.TEXT or token.contents.split()[0] in SILENT:
        return
    if "|pluralize" in token.contents or "|yesno" in token.contents:
        yield "pluralize" if "|pluralize" in token.contents else "yesno"
    contents = FORMATS.sub("", token.contents)
    for match in LITERAL.finditer(contents):
        before, text = contents[: match.start()], match[1] or match[2] or ""
        prop = PROP.search(before)
        if before.endswith("_(") or (prop and prop[1] in MACHINE) or before.rstrip().endswith(("==", "!=", " in")):
            continue
        if text[:1].isupper() or (" " in text and WORD.search(text)):
            yield text


def _says(value: str) -> bool:
    """Return True if a text has words that another language has other words for."""
    return bool(WORD.search(value)) and not CARDS.fullmatch(value)


def _has_value(name: str, value: str) -> bool:
    """Return True if an attribute gives a script something to say."""
    return name.startswith("data-") and (value[0].isupper() or bool(re.search(r"\w +\w", value)))


class _Reader(HTMLParser):
    """The texts of a piece of HTML: what stands between tags, and in attributes that are read out."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in NOT_READ:
            self.inside = tag
        self.texts += [
            value for name, value in attrs if value and _says(value) and (name in SAID or _has_value(name, value))
        ]

    def handle_endtag(self, tag: str) -> None:
        if tag == self.inside:
            self.inside = ""

    def handle_data(self, data: str) -> None:
        if not self.inside and WORD.search(data):
            self.texts.append(" ".join(data.split()))
