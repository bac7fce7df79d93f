"""Parse searches, rank names, and list the pages that help. The database finds candidates (`queries/search.py`)."""

import datetime as dt
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache

from league.rules.names import few_slips, folded
from league.rules.problems import Problem
from scoring.text import N_, Text

# Shorter words are too alike for a slip to be told from another word: Ann, Ian.
LEAST_FOR_A_SLIP = 4
# A word that is not typed to its end can have a slip too, where so much of it is there.
LEAST_OF_A_BEGINNING = 5
LEAST_PART = 3


class Rank(IntEnum):
    """The order of hits; within a rank names are sorted."""

    EXACT = 0
    BEGINNING = 1
    WORDS = 2
    PART = 3
    NEAR = 4


@lru_cache(maxsize=16_384)
def as_sought(name: str) -> str:
    """Normalise for search, without capitals, accents and punctuation: "O'Brien" is "obrien". Cached."""
    letters = (letter if letter.isalnum() else " " for letter in folded(name).replace("'", ""))
    return " ".join("".join(letters).split())


def rank(sought: str, name: str) -> Rank | None:
    """Rank a name against a search, both normalised; None where it does not match."""
    if not sought or not name:
        return None
    if sought == name:
        return Rank.EXACT
    if name.startswith(sought):
        return Rank.BEGINNING
    asked, words = sought.split(), name.split()
    if all(any(word.startswith(one) for word in words) for one in asked):
        return Rank.WORDS
    if len(sought) >= LEAST_PART and sought in name:
        return Rank.PART
    return Rank.NEAR if _near(sought, name) or _words_near(asked, words) else None


def best(sought: str, *names: str) -> Rank | None:
    return min((found for found in (rank(sought, name) for name in names) if found is not None), default=None)


def _near(sought: str, name: str) -> bool:
    """Whether slips of the pen, or missing blanks, turn one into the other."""
    close, whole = sought.replace(" ", ""), name.replace(" ", "")
    if len(close) > 1 and whole.startswith(close):
        return True
    return min(len(close), len(whole)) >= LEAST_FOR_A_SLIP and few_slips(sought, name)


def _words_near(asked: list[str], words: list[str]) -> bool:
    """Whether each typed word begins one of the name's, or nearly."""
    return all(any(word.startswith(one) or _word_near(one, word) for word in words) for one in asked)


def _word_near(one: str, word: str) -> bool:
    if min(len(one), len(word)) < LEAST_FOR_A_SLIP:
        return False
    begun = len(one) >= LEAST_OF_A_BEGINNING and len(word) > len(one)
    return few_slips(one, word) or (begun and few_slips(one, word[: len(one)]))


LONGEST_SEARCH = 100
# One letter may stand for eighteen: some scripts have ligatures of whole sentences.
LONGEST_FOLDED = 2 * LONGEST_SEARCH
_BETWEEN = re.compile(r"\s(?:v|vs|versus|against|[-–—])\.?\s", re.IGNORECASE)
_NUMBERS = re.compile(r"(?<![\d/])(\d{1,2})[/.](\d{1,2})(?:[/.](\d{4}|\d{2}))?(?![\d/])")
_ISO = re.compile(r"(?<!\d)(\d{4})-(\d{1,2})-(\d{1,2})(?!\d)")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|er|e)?")
# Shorter, a word may be the beginning of any.
_LEAST_OF_A_MONTH = 3


@dataclass(frozen=True, slots=True)
class DayNames:
    """A language's words for days; months and weekdays from January and Monday, each month with its names.

    `near` has yesterday, today and tomorrow, with their offset; of one or more words.
    """

    months: tuple[tuple[str, ...], ...]
    weekdays: tuple[str, ...]
    abbreviated: tuple[str, ...]
    near: tuple[tuple[str, int], ...]

    def month(self, word: str) -> int:
        """A month's number by its name or three letters or more; 0 for none."""
        if len(word) < _LEAST_OF_A_MONTH:
            return 0
        told = ([as_sought(name) for name in names] for names in self.months)
        return next((n for n, names in enumerate(told, start=1) if any(name.startswith(word) for name in names)), 0)

    def is_weekday(self, word: str) -> bool:
        return word in map(as_sought, self.weekdays)

    def is_short_for(self, word: str, day: dt.date) -> bool:
        return word == as_sought(self.abbreviated[day.weekday()])

    def near_day(self, words: Sequence[str], today: dt.date) -> tuple[int, dt.date] | None:
        """A day near today that the words begin with, and how many they take."""
        for name, away in self.near:
            said = [as_sought(part) for part in name.split()]
            if said and list(words[: len(said)]) == said:
                return len(said), today + dt.timedelta(days=away)
        return None


ENGLISH = DayNames(
    (("January",), ("February",), ("March",), ("April",), ("May",), ("June",), ("July",), ("August",), ("September",),
     ("October",), ("November",), ("December",)),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
    ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    (("yesterday", -1), ("today", 0), ("tonight", 0), ("tomorrow", 1)),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """A search; `whole` and `sides` are normalised (`as_sought`), `sides` without the day, none for a day alone."""

    text: str
    whole: str
    sides: tuple[str, ...] = ()
    day: dt.date | None = None


def read(
    text: str, *, today: dt.date, names: DayNames = ENGLISH, month_first: bool = False
) -> SearchQuery | Problem | None:
    """Parse a search; a problem, or None where nothing was typed.

    A day without a year is the nearest to `today`; English names are known besides `names`; `month_first`: "11/3" is in
    November.
    """
    if len(text.strip()) > LONGEST_SEARCH:
        return _too_long()
    seen = "".join(" " if unicodedata.category(letter) in ("Cc", "Cf", "Cs", "Co") else letter for letter in text)
    typed = " ".join(seen.split())
    if not text.strip():
        return None
    whole = as_sought(typed)
    if len(whole) > LONGEST_FOLDED:
        return _too_long()
    if not whole:
        return Problem("nothing-to-find", N_("Type a name, a date or a word: letters or numbers."), "q")
    day, rest = _day_in(typed, today, (names, ENGLISH), month_first=month_first)
    sides = tuple(side for side in map(as_sought, _BETWEEN.split(f" {rest} ", maxsplit=1)) if side)
    return SearchQuery(typed, whole, sides if sides or day else (whole,), day)


def _too_long() -> Problem:
    return Problem("too-long", Text("Search for up to {most} letters.", most=LONGEST_SEARCH), "q")


def _day_in(
    typed: str, today: dt.date, languages: Sequence[DayNames], *, month_first: bool
) -> tuple[dt.date | None, str]:
    if (match := _ISO.search(typed)) and (day := _date(*(int(part) for part in match.groups()))):
        return day, _cut_match(typed, match)
    if (match := _NUMBERS.search(typed)) and (day := _of_numbers(match, today, month_first=month_first)):
        return day, _cut_match(typed, match)
    words = typed.split()
    for place, length, day in _worded(words, today, languages):
        before = words[:place]
        # In short it is a weekday only where it is that day's: “Sun” is a pub too.
        if before and any(language.is_short_for(as_sought(before[-1]), day) for language in languages):
            before.pop()
        rest = before + words[place + length :]
        return day, " ".join(
            word for word in rest if not any(language.is_weekday(as_sought(word)) for language in languages)
        )
    return None, typed


def _cut_match(typed: str, found: re.Match[str]) -> str:
    return f"{typed[: found.start()]} {typed[found.end() :]}"


def _of_numbers(found: re.Match[str], today: dt.date, *, month_first: bool) -> dt.date | None:
    """The day of "3/11" or "3/11/26"."""
    day, month, year = found.groups()
    if month_first:
        day, month = month, day
    if year is None:
        return _nearest(int(day), int(month), today)
    return _date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))


def _worded(words: list[str], today: dt.date, languages: Sequence[DayNames]) -> Iterator[tuple[int, int, dt.date]]:
    """Yield place, length and day of each date among words."""
    plain = [as_sought(word) for word in words]
    for place, word in enumerate(plain):
        for names in languages:
            if near := names.near_day(plain[place:], today):
                yield place, *near
        following = plain[place + 1] if place + 1 < len(plain) else ""
        for one, other in ((word, following), (following, word)):
            number = _DAY.fullmatch(one)
            month = next((n for names in languages if (n := names.month(other))), 0) if number else 0
            if number is None or not month:
                continue
            if other == word and _is_weekday_of(plain[place : place + 3], today, languages):
                continue
            year = plain[place + 2] if place + 2 < len(plain) else ""
            if re.fullmatch(r"(19|20)\d\d", year) and (day := _date(int(year), month, int(number[1]))):
                yield place, 3, day
            elif day := _nearest(int(number[1]), month, today):
                yield place, 2, day


def _is_weekday_of(words: Sequence[str], today: dt.date, languages: Sequence[DayNames]) -> bool:
    """Whether the first of three words abbreviates the weekday of the day that follows: "mar 3 nov"."""
    word, number, other = [*words, "", ""][:3]
    month = next((n for names in languages if (n := names.month(other))), 0)
    found, day = _DAY.fullmatch(number), None
    if found and month:
        day = _nearest(int(found[1]), month, today)
    return day is not None and any(names.is_short_for(word, day) for names in languages)


def _nearest(day: int, month: int, today: dt.date) -> dt.date | None:
    years = (_date(today.year + more, month, day) for more in (-4, -3, -2, -1, 0, 1, 2, 3, 4))
    return min((year for year in years if year), key=lambda found: abs(found - today), default=None)


def _date(year: int, month: int, day: int) -> dt.date | None:
    try:
        return dt.date(year, month, day)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class Help:
    """A page that helps.

    Attributes:
        page: its URL name.
        action: what a visitor must be allowed to do to be led to it.
        words: what people call it besides, in the language of the catalogue.
        of_league: its URL has the league's slug.
    """

    page: str
    title: Text
    about: Text
    words: Text
    action: str = "league.view"
    fragment: str = ""
    of_league: bool = True


HELPS = (
    Help(
        "league-hand", N_("Check a hand"), N_("Count a hand or a crib, and see what it scores and why."),
        N_("score count points crib show fifteen flush nob muggins cards"),
    ),
    Help(
        "rules", N_("Rules"), N_("The rules of the season: fixtures, points, ties, disputes, and the game itself."),
        N_("rulebook laws regulations"),
    ),
    Help(
        "learn", N_("Learn"), N_("Learn cribbage: lessons, and trainers for counting and laying away."),
        N_("lessons teach beginner how to play practice trainer course"), of_league=False,
    ),
    Help(
        "daily", N_("Hand of the day"), N_("Six cards: which two would you lay away?"),
        N_("practice vote puzzle"), "daily.see",
    ),
    Help(
        "league-play", N_("Play cribbage"), N_("A game against the machine, or with a friend on another phone."),
        N_("table practice computer opponent"),
    ),
    Help(
        "play-position", N_("What to lay away or play"), N_("What the strongest machine would do with your cards."),
        N_("discard best hand odds analysis"), of_league=False,
    ),
    Help(
        "fixtures", N_("Fixtures"), N_("What is played when and where, week by week."),
        N_("dates matches schedule timetable weeks results"),
    ),
    Help("tables", N_("Tables"), N_("The table of each division."), N_("standings league position points place")),
    Help(
        "honours", N_("Honours"), N_("High hands, and nights on which somebody won every game."),
        N_("29 28 24 twenty-nine best highest hands awards"),
    ),
    Help("archive", N_("Archive"), N_("Tables of earlier seasons."), N_("history past previous seasons old champions")),
    Help(
        "calendars", N_("Calendars"), N_("Fixtures in your phone’s calendar, by team, player or venue."),
        N_("subscribe phone ics google outlook apple"), fragment="how-title",
    ),
    Help(
        "my-fixtures", N_("My fixtures"), N_("Enter, confirm and dispute results, and postpone fixtures."),
        N_("send result sheet score card postponement captain line-up"), "captain.work",
    ),
    Help(
        "messages", N_("Messages"), N_("Every message that the league has sent you."),
        N_("mail email notices inbox"), "mail.own",
    ),
    Help(
        "mail-settings", N_("Mail settings"), N_("Which mail you get, when, and how to stop it."),
        N_("email stop unsubscribe reminders digest quiet hours notifications"), "mail.own",
    ),
    Help(
        "me", N_("Your details"), N_("Your name, phone number and privacy, and all that the league keeps of you."),
        N_("profile account privacy hide name averages data erase delete export"), "account.own",
    ),
    Help(
        "account_change_password", N_("Password"), N_("Change your password."),
        N_("account sign in log in login security forgotten"), "account.own", of_league=False,
    ),
    Help(
        "mfa_index", N_("Second factor"), N_("An authenticator app or a passkey beside your password."),
        N_("account security 2fa two-factor authenticator passkey recovery codes"), "account.own", of_league=False,
    ),
    Help(
        "tokens", N_("API tokens"), N_("Keys for programs that work for you."),
        N_("api program developer key"), "account.own", of_league=False,
    ),
    Help(
        "calls", N_("Rule on a call"), N_("Count a called hand and rule on it."),
        N_("referee ruling verdict challenge muggins overcall"), "referee.work",
    ),
    Help(
        "secretary", N_("Secretary"), N_("What is late, disputed and still to be placed."),
        N_("desk office admin overdue"), "league.oversee",
    ),
    Help(
        "people", N_("People"), N_("Players, roles and invitations."),
        N_("add player captain invite role member person merge"), "role.manage",
    ),
    Help(
        "settings", N_("Settings"), N_("How the league and its seasons are run."),
        N_("configure change rules hours days points options"), "league.settings",
    ),
    Help(
        "seasons", N_("Seasons"), N_("Start a season, make its timetable, publish it."),
        N_("new season timetable draft publish divisions"), "season.make",
    ),
    Help(
        "upkeep", N_("Corrections"), N_("Rename, merge, hide and delete teams, venues and seasons."),
        N_("rename merge hide delete team venue mistake"), "league.upkeep",
    ),
    Help(
        "journal", N_("Journal"), N_("Every decision of the league, with the reason."),
        N_("history decisions log audit"), "journal.see",
    ),
    Help(
        "export", N_("Export"), N_("The league’s data to take along."),
        N_("download backup spreadsheet csv excel data"), "league.export",
    ),
)  # fmt: skip
