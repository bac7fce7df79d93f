"""Checks of posts, pages and match reports."""

import datetime as dt
import re

from league.rules.deadlines import Evenings
from league.rules.markdown import pictures_within
from league.rules.names import check_line
from league.rules.problems import Problem
from scoring.text import N_, Text

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
        return [Problem("text", N_("The text has a character that cannot be kept. Type it anew."), "text")]
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
