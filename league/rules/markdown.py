"""Markdown as safe HTML, and its first words for a list.

CommonMark without HTML, pictures and references; a picture becomes a link, as pages load nothing from other hosts
(docs/decisions/news.md). The output goes through a sanitiser with the tags, attributes and addresses below.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

TAGS = {
    "a", "blockquote", "br", "code", "em", "h2", "h3", "h4", "h5", "h6", "hr", "li", "ol", "p", "pre", "strong", "ul",
}  # fmt: skip
ATTRIBUTES = {"a": {"href", "title"}, "ol": {"start"}}
SCHEMES = {"http", "https", "mailto", "tel"}
# Search engines give nothing for such a link, and the page that it opens cannot reach this one.
REL = "nofollow ugc noopener"
LEAST_LEVEL, MOST_LEVEL = 2, 6
# So much of a text is read for the words of it in a list.
READ_FOR_WORDS = 1000


def _as_links(state: StateCore) -> None:
    """Replace each picture by a link; within a link by its words."""
    for token in state.tokens:
        if token.children:
            token.children = [*_without_pictures(token.children)]


def _without_pictures(tokens: Iterable[Token]) -> Iterator[Token]:
    within = 0
    for token in tokens:
        within += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.type != "image":
            yield token
            continue
        address = str(token.attrGet("src") or "")
        words = Token("text", "", 0, content=token.content or address)
        if within or not address:
            yield words
        else:
            yield Token("link_open", "a", 1, attrs={"href": address})
            yield words
            yield Token("link_close", "a", -1)


def _parser() -> MarkdownIt:
    # A line's end is kept: addresses and teams are written one below the other.
    parser = MarkdownIt("commonmark", {"html": False, "breaks": True, "maxNesting": 20})
    # One long address, referred to two thousand times, would make a page of 24 MB.
    parser.disable("reference")
    parser.core.ruler.push("pictures_as_links", _as_links)
    return parser


_PARSER = _parser()


@lru_cache(maxsize=256)
def to_html(text: str, level: int = LEAST_LEVEL) -> str:
    """Render a text whose length was checked; `level` is that of its highest heading, 2 below a page's title."""
    tokens = _PARSER.parse(text)
    _lower_headings(tokens, level)
    made = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return nh3.clean(made, tags=TAGS, attributes=ATTRIBUTES, url_schemes=SCHEMES, link_rel=REL)


def _lower_headings(tokens: Sequence[Token], level: int) -> None:
    """Renumber headings so that levels follow each other, whatever the writer skipped."""
    used = sorted({token.tag for token in tokens if token.type == "heading_open"})
    before = level - 1
    for token in tokens:
        if token.type == "heading_open":
            before = min(level + used.index(token.tag), before + 1, MOST_LEVEL)
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{before}"


def first_words(text: str, length: int) -> str:
    """The beginning of a text without marks, on one line, with … where it goes on."""
    whole = " ".join(_words_of(_PARSER.parse(text[:READ_FOR_WORDS])).split())
    if len(whole) <= length and len(text) <= READ_FOR_WORDS:
        return whole
    cut = whole[:length]
    return f"{cut.rpartition(' ')[0] or cut} …"


def _words_of(tokens: Iterable[Token]) -> str:
    return " ".join(
        "".join(
            " " if child.type in ("softbreak", "hardbreak") else child.content for child in token.children or [token]
        )
        for token in tokens
    )


def pictures_within(text: str) -> bool:
    """Whether a text embeds a picture as a ``data:`` address, which would not be shown."""
    return any(
        child.type == "link_open" and str(child.attrGet("href")).lower().startswith("data:")
        for token in _PARSER.parse(text)
        for child in token.children or ()
    )
