"""The kinds of notices, declared once. Their letters are `templates/email/<kind>.txt`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from django.db.models import Model

from league.enums import Delivery, NoticeKind
from league.models import (
    Adjustment,
    Appeal,
    Charge,
    ConductCase,
    Dispute,
    Entry,
    Fixture,
    Invitation,
    LateCard,
    LotsDrawn,
    MatchReport,
    Player,
    Postponement,
    RuleChange,
    Ruling,
    Season,
    Tie,
    Timetable,
)
from league.translation import N_, Text

FIXTURES, POSTPONEMENTS, RESULTS = N_("Fixtures"), N_("Postponements"), N_("Results")
MONEY = N_("Money")
DISPUTES = N_("Disputes and rulings")
DISPUTE_PAGE, APPEAL_PAGE, LATE_CARD_PAGE = "dispute-case", "appeal-case", "late-card"
OPEN_FIXTURE = N_("Open the fixture")
FIXTURES_PAGE, SEE_FIXTURES = "fixtures", N_("See the fixtures")
NO_SHOWS_PAGE, TABLES_PAGE = "no-shows", "archive"
CHARGES_PAGE, SEE_OWED = "my-charges", N_("See what is owed")

# The models whose rows a key may name, by the word for each in braces.
NAMED: Mapping[str, type[Model]] = {
    model.__name__.lower(): model
    for model in (
        Adjustment, Appeal, Charge, ConductCase, Dispute, Entry, Fixture, Invitation, LateCard, LotsDrawn, MatchReport,
        Player, Postponement, RuleChange, Ruling, Season, Tie, Timetable,
    )
}  # fmt: skip
KEY_PART = re.compile(r"\{(\w+)\}|(\*)|([^{}*]+)")


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of notice.

    Attributes:
        keys: how the services that owe it make its keys: what each number in one is of, and * for whatever else. A
            league's file is read by them.
        fixture: it is about a fixture.
        page: the page its letter leads to, of the fixture or of the league; `button` says so. An invitation leads to
            its own secret address.
        calendar: a phone's calendar should follow it, or hold its evening: the fixture goes with it as an entry.
        of_a_date: it is about a fixture at the date it has, and is called off where that changes.
        together: several that are due to one person are one mail.
        at_once: neither quiet hours nor the daily mail keep it back; whoever wants none of them gets none.
        usual: how it reaches whoever has chosen nothing.
        officers: it is not urgent for secretaries and referees, who have it in their daily mail: `only` they get it, or
            they do `too`; who is captain of a side as well gets that at once.
        asks: its recipient has something to do; the daily mail begins with it.
    """

    keys: tuple[str, ...]
    fixture: bool = True
    page: str = "fixture"
    button: Text = OPEN_FIXTURE
    calendar: bool = False
    of_a_date: bool = False
    together: bool = False
    at_once: bool = False
    usual: Delivery = Delivery.MAIL
    officers: Literal["", "only", "too"] = ""
    asks: bool = False

    def __post_init__(self) -> None:
        """Raise ValueError for a key that a league's import could not read: it has to name models of `NAMED`."""
        for key in self.keys:
            parts = [*KEY_PART.finditer(key)]
            unknown = {part[1] for part in parts if part[1]} - NAMED.keys()
            if unknown or "".join(part[0] for part in parts) != key:
                raise ValueError(
                    f"The key {key!r} of a notice may name {', '.join(NAMED)} in braces, and nothing else."
                )


_OF_A_DATE = ("fixture:{fixture}:*",)
_OF_A_VERSION = ("{fixture}:*",)
_OF_POSTPONEMENT = ("{postponement}:*", "{postponement}")
_OF_DISPUTE = ("{dispute}:*", "{dispute}")
_OF_APPEAL = ("{appeal}:*", "{appeal}")
_OF_CASE = ("{conductcase}:conduct:{player}", "{conductcase}:conduct")
_OF_RULING = ("ruling:{ruling}", "revoked:{ruling}", *_OF_CASE)
_MOVED = (
    "added:{entry}",
    "home:{entry}:*",
    "starts:{entry}:*",
    "division:{entry}:*",
    "returned:{entry}",
    "returned:{entry}:*",
    *_OF_A_VERSION,
)
_CANCELLED = ("withdrawn:{entry}", "withdrawn:{entry}:*", *_OF_A_VERSION)

# By the headings of the mail settings, in their order.
GROUPS: Mapping[Text, Mapping[NoticeKind, Kind]] = {
    FIXTURES: {
        NoticeKind.FIXTURE_REMINDER: Kind(_OF_A_DATE, calendar=True, of_a_date=True),
        NoticeKind.CAN_YOU_PLAY: Kind(_OF_A_DATE, page="availability", button=N_("Answer"), of_a_date=True, asks=True),
        NoticeKind.PLAYERS_SHORT: Kind(
            _OF_A_DATE, page="availability", button=N_("See who can play"), of_a_date=True, asks=True
        ),
        NoticeKind.LINE_UP_TOLD: Kind(_OF_A_DATE, calendar=True, of_a_date=True),
        NoticeKind.FIXTURE_MOVED: Kind(_MOVED, calendar=True),
        NoticeKind.FIXTURE_CANCELLED: Kind(_CANCELLED, calendar=True, officers="too"),
        NoticeKind.PLAY_OFF_ARRANGED: Kind(_OF_A_VERSION, calendar=True),
        NoticeKind.TIE_SET: Kind(_OF_A_VERSION, calendar=True),
        NoticeKind.TIE_DECIDED: Kind(_OF_A_VERSION, officers="too"),
        NoticeKind.TIE_TO_PLAY: Kind(("{tie}:*",), asks=True),
        NoticeKind.GAME_ARRANGED: Kind(_OF_A_VERSION, calendar=True),
        NoticeKind.TIMETABLE_PUBLISHED: Kind(
            ("timetable:{timetable}",), fixture=False, page=FIXTURES_PAGE, button=SEE_FIXTURES
        ),
        NoticeKind.SEASON_CLOSED: Kind(
            ("{season}:*",), fixture=False, page=TABLES_PAGE, button=N_("See the tables"), officers="too"
        ),
        NoticeKind.ENTRY_TO_CONFIRM: Kind(
            ("{entry}:*",), fixture=False, page="my-fixtures", button=N_("Confirm your entry"), asks=True
        ),
        NoticeKind.RULES_CHANGED: Kind(("{rulechange}",), fixture=False, page="rules", button=N_("See the rules")),
    },
    POSTPONEMENTS: {
        NoticeKind.POSTPONEMENT_ASKED: Kind(_OF_POSTPONEMENT, page="answer", button=N_("Answer"), asks=True),
        NoticeKind.POSTPONEMENT_AGREED: Kind(_OF_POSTPONEMENT, calendar=True),
        NoticeKind.POSTPONEMENT_REFUSED: Kind(_OF_POSTPONEMENT),
        NoticeKind.POSTPONEMENT_PLACED: Kind(_OF_POSTPONEMENT, calendar=True),
        NoticeKind.POSTPONEMENT_OWED: Kind(_OF_POSTPONEMENT, calendar=True, officers="too", asks=True),
        NoticeKind.DATE_TO_SET: Kind(
            _OF_POSTPONEMENT, page="move", button=N_("Set the date"), officers="only", asks=True
        ),
        NoticeKind.TIME_RUNNING_OUT: Kind(_OF_POSTPONEMENT, page="answer", button=N_("Offer dates"), asks=True),
    },
    RESULTS: {
        NoticeKind.RESULT_TO_CONFIRM: Kind(_OF_A_VERSION, page="confirm", button=N_("View the sheet"), asks=True),
        NoticeKind.DEADLINE_MOVED: Kind(_OF_A_VERSION),
        NoticeKind.RESULT_CONFIRMED: Kind(_OF_A_VERSION),
        NoticeKind.RESULT_ENTERED: Kind(_OF_A_VERSION, usual=Delivery.DIGEST),
        NoticeKind.RESULT_DUE: Kind(
            _OF_A_DATE, page="score", button=N_("Enter the result"), of_a_date=True, together=True, asks=True
        ),
        NoticeKind.RESULT_OVERDUE: Kind(
            _OF_A_DATE,
            page="score",
            button=N_("Enter the result"),
            of_a_date=True,
            together=True,
            officers="too",
            asks=True,
        ),
        NoticeKind.RESULT_CHASED: Kind(
            _OF_A_DATE, page="score", button=N_("Enter the result"), of_a_date=True, asks=True
        ),
        NoticeKind.CORRECTION_TO_CONFIRM: Kind(
            _OF_A_VERSION, page="correction", button=N_("View the correction"), officers="too", asks=True
        ),
        NoticeKind.CORRECTION_ANSWERED: Kind(_OF_A_VERSION, officers="too"),
        NoticeKind.RESULT_UNANSWERABLE: Kind(
            _OF_A_VERSION, page="uphold", button=N_("View the sheet"), officers="only", asks=True
        ),
        NoticeKind.RESULT_DECIDED: Kind(_OF_A_VERSION),
        NoticeKind.POINTS_ADJUSTED: Kind(("{adjustment}",), fixture=False, page=FIXTURES_PAGE, button=SEE_FIXTURES),
        NoticeKind.LATE_CARD_PROPOSED: Kind(
            ("{latecard}",), page=LATE_CARD_PAGE, button=N_("Decide about it"), officers="only", asks=True
        ),
        NoticeKind.NO_SHOWS_DUE: Kind(
            ("{entry}:*",),
            fixture=False,
            page=NO_SHOWS_PAGE,
            button=N_("Decide about them"),
            officers="only",
            asks=True,
        ),
        NoticeKind.LATE_CARD_DISMISSED: Kind(("{latecard}",)),
        NoticeKind.REPORT_HIDDEN: Kind(("{matchreport}:*",)),
        NoticeKind.LOTS_RECORDED: Kind(
            ("lots-withdrawn:{lotsdrawn}", "{lotsdrawn}"), fixture=False, page=FIXTURES_PAGE, button=SEE_FIXTURES
        ),
    },
    DISPUTES: {
        NoticeKind.RESULT_DISPUTED: Kind(_OF_A_VERSION, asks=True),
        NoticeKind.DISPUTE_SETTLED: Kind(_OF_DISPUTE, officers="too"),
        NoticeKind.RULING_MADE: Kind(_OF_RULING),
        NoticeKind.CAPTAIN_INFORMED: Kind(_OF_RULING),
        NoticeKind.DISPUTE_OPENED: Kind(_OF_DISPUTE, page=DISPUTE_PAGE, button=N_("See the dispute"), asks=True),
        NoticeKind.DISPUTE_ASSIGNED: Kind(_OF_DISPUTE, page=DISPUTE_PAGE, button=N_("See the dispute"), asks=True),
        NoticeKind.APPEAL_OPENED: Kind(_OF_APPEAL, officers="too", asks=True),
        NoticeKind.APPEAL_TO_DECIDE: Kind(_OF_APPEAL, page=APPEAL_PAGE, button=N_("See the appeal"), asks=True),
        NoticeKind.APPEAL_DECIDED: Kind(_OF_APPEAL, officers="too"),
        NoticeKind.CONDUCT_PROPOSED: Kind(_OF_CASE, officers="only", asks=True),
    },
    MONEY: {
        NoticeKind.CHARGED: Kind(("{charge}",), fixture=False, page=CHARGES_PAGE, button=SEE_OWED),
        NoticeKind.CHARGE_CHANGED: Kind(("{charge}:*",), fixture=False, page=CHARGES_PAGE, button=SEE_OWED),
    },
    N_("Your place in the league"): {
        NoticeKind.INVITATION: Kind(
            ("invitation:{invitation}:*", "invitation:{invitation}"),
            fixture=False,
            button=N_("See the invitation"),
            at_once=True,
            asks=True,
        ),
    },
    N_("Running the league"): {
        # The league by its slug, and a day: the same wherever it is kept.
        NoticeKind.JOURNAL_HEAD: Kind(
            ("head:*",),
            fixture=False,
            page="journal",
            button=N_("See the journal"),
            usual=Delivery.NONE,
            officers="only",
        ),
    },
}
KINDS: Mapping[str, Kind] = {kind: one for kinds in GROUPS.values() for kind, one in kinds.items()}


def usual_delivery(kind: str) -> Delivery:
    """How notices of a kind reach whoever has chosen nothing."""
    return KINDS[kind].usual if kind in KINDS else Delivery.MAIL


AT_ONCE = tuple(kind for kind in NoticeKind if KINDS[kind].at_once)
# No quota of a league holds these back: silence decides, or somebody would travel in vain.
BEYOND_QUOTA = frozenset((
    NoticeKind.RESULT_TO_CONFIRM, NoticeKind.CORRECTION_TO_CONFIRM, NoticeKind.DEADLINE_MOVED,
    NoticeKind.RESULT_DISPUTED, NoticeKind.POSTPONEMENT_ASKED, NoticeKind.POSTPONEMENT_AGREED,
    NoticeKind.POSTPONEMENT_PLACED, NoticeKind.TIME_RUNNING_OUT, NoticeKind.FIXTURE_MOVED,
    NoticeKind.FIXTURE_CANCELLED, NoticeKind.RULING_MADE, NoticeKind.APPEAL_TO_DECIDE,
))  # fmt: skip
TOGETHER = tuple(kind for kind in NoticeKind if KINDS[kind].together)
ABOUT_A_DATE = tuple(kind for kind in NoticeKind if KINDS[kind].of_a_date)
