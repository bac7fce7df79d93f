"""Posts, pages and match reports: their Markdown as safe HTML, and their checks.

CommonMark without HTML, pictures and references; a picture becomes a link, as pages load nothing from other hosts
(docs/decisions/news.md). The output goes through a sanitiser with the tags, attributes and addresses below.
"""

import datetime as dt
import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

import nh3
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

from league.rules.deadlines import Evenings
from league.rules.names import check_line
from league.rules.problems import Problem
from scoring.text import N_, Text

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


LONGEST_TITLE, LONGEST_POST, LONGEST_REPORT, LONGEST_SLUG = 120, 20_000, 5_000, 50
# More are kept by nobody who runs a league for fun, and each costs a row of a list.
MOST_POSTS, MOST_PAGES, MOST_PINNED = 2000, 20, 3
MOST_ORDER = 99
# Each bracket may begin a link: what has very many takes seconds to read, and is no text.
MOST_LINKS = 1000
# A report is changed more often than that by no honest captain; each change is an entry of the journal.
MOST_VERSIONS = 50
# So long after a fixture's start its captains write about it.
REPORT_DAYS = 28
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def clean_text(text: str) -> str:
    """Normalise a text for storage: LF line ends, no surrounding blanks."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def clean_title(title: str) -> str:
    return " ".join(title.split())


def check_title(title: str) -> list[Problem]:
    if not title:
        return [Problem("no-title", N_("Write a title."), "title")]
    if len(title) > LONGEST_TITLE:
        message = Text("Write a title of at most {most} characters.", most=LONGEST_TITLE)
        return [Problem("title", message, "title")]
    return check_line(title, "title")


def check_text(text: str, most: int = LONGEST_POST) -> list[Problem]:
    """Problems of a clean text; the caller checks that there is one."""
    if len(text) > most:
        message = Text(
            "Write {most} characters at most; this has {count}. Pictures can't be pasted in: link to them.",
            most=most, count=len(text),
        )  # fmt: skip
        return [Problem("text", message, "text")]
    if "\0" in text:
        return [Problem("text", N_("The text has an invisible character. Type it again."), "text")]
    if text.count("[") > MOST_LINKS:
        return [Problem("links", Text("Write {most} links at most.", most=MOST_LINKS), "text")]
    if pictures_within(text):
        message = N_("A picture can't be pasted into the text. Put it where others can open it, and link to it.")
        return [Problem("picture", message, "text")]
    return []


def check_post(title: str, text: str) -> list[Problem]:
    missing = [] if text else [Problem("no-text", N_("Write something."), "text")]
    return [*check_title(title), *missing, *check_text(text)]


def check_slug(slug: str) -> list[Problem]:
    if len(slug) > LONGEST_SLUG or not _SLUG.fullmatch(slug):
        message = Text(
            "Write a word for the address of small letters, digits and hyphens, such as “contacts”; {most} characters "
            "at most.",
            most=LONGEST_SLUG,
        )
        return [Problem("slug", message, "slug")]
    return []


def check_order(order: int) -> list[Problem]:
    if not 0 <= order <= MOST_ORDER:
        return [Problem("order", Text("Choose a number from 0 to {most}.", most=MOST_ORDER), "order")]
    return []


def closes_at(starts_at: dt.datetime, evenings: Evenings) -> dt.datetime:
    """Until when a fixture's report may be written and changed."""
    return evenings.days_after(starts_at, REPORT_DAYS)
