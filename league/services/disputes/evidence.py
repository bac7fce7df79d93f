"""Evidence in a dispute: statements, hands, written games, photographs. Only the parties and the referee see it.

The engine's verdict on a hand or a written game is not stored: it is computed whenever somebody looks.
"""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypedDict

from django.db import transaction

from league import access
from league.enums import EvidenceKind, JournalKind
from league.errors import Invalid, WrongState
from league.models import Dispute, Evidence, Photograph, User
from league.queries.disputes.disputes import describe_disputed, ruled_before, why_not_neutral
from league.rules.formats import fixture_terms
from league.rules.problems import Problem
from league.rules.written_games import lines_of, written_name
from league.services import photographs
from league.services.calls.called_hand import match_problems
from league.services.calls.conduct import ruleset_of
from league.services.calls.hands import Verification, check_hand
from league.services.disputes.dispute import lock_dispute, require_open_dispute
from league.services.journal import record
from league.services.quotas import require_room_for_photograph
from league.translation import N_, Text, in_a_sentence
from scoring import RULESETS, Ruleset

MOST_PIECES = 12
# A game fills a page or two, and is gone through again whenever somebody looks.
MOST_RECORDS = 3
LONGEST_RECORD = 20_000
# A long game of three is forty deals of ten lines.
MOST_LINES = 1000
LONGEST_STATEMENT = 4000
LONGEST_CAPTION = 200
LONGEST_HAND = 80


class Hand(TypedDict):
    match_number: int | None
    cards: str
    starter: str
    crib: bool
    declared: int | None
    claimed: int | None


@transaction.atomic
def add_statement(dispute: Dispute, *, text: str, by: User, now: dt.datetime) -> Evidence:
    """Add a statement.

    Raises:
        NotAllowed: neither a captain of the two sides nor whoever rules on it.
        WrongState: the dispute is closed, or this side has brought all it may.
        Invalid: it is empty or too long.
    """
    return _add(dispute, EvidenceKind.TEXT, text=_require_text(text, LONGEST_STATEMENT, "statement"), by=by, now=now)


def _require_text(text: str, longest: int, field: str) -> str:
    if not text.strip():
        raise Invalid([Problem("empty", N_("Write something."), field)])
    return _clean(text, longest, field)


def _clean(text: str, longest: int, field: str) -> str:
    if len(text) > longest:
        most = Text.plural("Write {n:,} character at the most.", "Write {n:,} characters at the most.", n=longest)
        raise Invalid([Problem("too-long", most, field)])
    if "\0" in text:
        raise Invalid([Problem("wrong-text", N_("It contains a character that can’t be stored: remove it."), field)])
    return text.strip()


@transaction.atomic
def add_hand(dispute: Dispute, *, hand: Hand, text: str = "", by: User, now: dt.datetime) -> Evidence:
    """Add a hand as it lay on the table. Raises as `add_statement`; Invalid with every problem of the hand."""
    problems = _match_problems(dispute, hand["match_number"])
    try:
        count_hand(dispute, hand)
    except Invalid as wrong:
        problems += wrong.problems
    if problems:
        raise Invalid(problems)
    caption = _clean(text, LONGEST_CAPTION, "about")
    return _add(dispute, EvidenceKind.HAND, text=caption, hand=dict(hand), by=by, now=now)


def problems_of_evidence(dispute: Dispute, given: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with those of `kind`, `text` and `hand` that can be read."""
    checks: list[Callable[[], object]] = []
    kind, text, hand = given.get("kind"), given.get("text"), given.get("hand")
    if kind == EvidenceKind.HAND and "hand" in given:
        if hand is None:
            return [Problem("required", N_("Send the hand."), "hand")]
        checks.append(lambda: count_hand(dispute, hand))
    if text is not None:
        if kind == EvidenceKind.TEXT:
            checks.append(lambda: _require_text(text, LONGEST_STATEMENT, "statement"))
        elif kind == EvidenceKind.RECORD:
            checks.append(lambda: check_length(text))
        elif kind is not None:
            checks.append(lambda: _clean(text, LONGEST_CAPTION, "about"))
    problems = _match_problems(dispute, hand["match_number"]) if hand is not None else []
    for check in checks:
        try:
            check()
        except Invalid as refused:
            problems += refused.problems
    return problems


def _match_problems(dispute: Dispute, number: int | None) -> list[Problem]:
    """Return what is wrong with a hand's match; it must be the disputed one, if the dispute is of one."""
    if dispute.match_number is not None or number is None:
        return []
    return match_problems(dispute.fixture, number)


def count_hand(dispute: Dispute, hand: Hand) -> Verification:
    """Count a hand with the engine, by the ruleset of its match; raise Invalid with every problem."""
    long = [name for name in ("cards", "starter") if len(hand[name]) > LONGEST_HAND]
    if long:
        raise Invalid([Problem("too-long", N_("These are not cards."), name) for name in long])
    return check_hand(
        cards=hand["cards"],
        starter=hand["starter"],
        crib=hand["crib"],
        declared=hand["declared"],
        claimed=hand["claimed"],
        takes=True,
        ruleset=ruleset_of(dispute.fixture, dispute.match_number or hand["match_number"] or 0),
    )


def count_evidence(dispute: Dispute, evidence: Evidence) -> Verification | None:
    """Count a hand brought as evidence; None where the ruleset has changed and cannot count it any more."""
    try:
        return check_called_hand(dispute, evidence.hand)
    except Invalid:
        return None


def check_called_hand(dispute: Dispute, stored: dict[str, Any]) -> Verification:
    names = ("match_number", "cards", "starter", "crib", "declared", "claimed")
    return count_hand(dispute, Hand(**{name: stored.get(name) for name in names}))  # type: ignore[typeddict-item]


@transaction.atomic
def add_record(dispute: Dispute, *, text: str, by: User, now: dt.datetime) -> Evidence:
    """Add a written game (docs/game-record.md); it may have faults. Raises as `add_statement`; Invalid if too long."""
    return _add(dispute, EvidenceKind.RECORD, text=check_length(text), by=by, now=now)


def check_length(text: str) -> str:
    """Return a written game as stored; raise Invalid if it is empty or has too many characters or lines."""
    stored = _require_text(text, LONGEST_RECORD, "record")
    if len(lines_of(stored)) > MOST_LINES:
        most = Text.plural("Write {n:,} line at the most.", "Write {n:,} lines at the most.", n=MOST_LINES)
        raise Invalid([Problem("too-long", most, "record")])
    return stored


def add_photograph(dispute: Dispute, *, content: bytes, text: str = "", by: User, now: dt.datetime) -> Evidence:
    """Add a photograph, encoded anew from its pixels. Raises as `add_statement`; Invalid if unreadable or too large."""
    return add_picture(
        dispute, picture=decode_photograph(dispute, content=content, text=text, by=by, now=now), by=by, now=now
    )


@dataclass(frozen=True, slots=True)
class CaptionedPicture:
    picture: photographs.Picture
    caption: str


def decode_photograph(dispute: Dispute, *, content: bytes, text: str, by: User, now: dt.datetime) -> CaptionedPicture:
    """Decode a photograph outside any transaction, which takes seconds and memory. Raises as `add_photograph`.

    What would be refused anyhow is not decoded. Nothing is locked meanwhile, so `add_picture` checks again.
    """
    _may_add(dispute, EvidenceKind.PHOTO, by=by, now=now)
    caption = _clean(text, LONGEST_CAPTION, "caption")
    return CaptionedPicture(photographs.clean_photograph(content), caption)


@transaction.atomic
def add_picture(dispute: Dispute, *, picture: CaptionedPicture, by: User, now: dt.datetime) -> Evidence:
    """Add a photograph decoded by `decode_photograph`. Raises as `add_statement`."""
    made = picture.picture
    require_room_for_photograph(dispute.fixture.league, len(made.content))
    added = _add(dispute, EvidenceKind.PHOTO, text=picture.caption, by=by, now=now)
    Photograph.objects.create(
        evidence=added, content=made.content, sha256=made.sha256, width=made.width, height=made.height
    )
    return added


def _add(dispute: Dispute, kind: EvidenceKind, *, by: User, now: dt.datetime, **fields: Any) -> Evidence:
    dispute = lock_dispute(dispute)
    fixture = dispute.fixture
    side = _may_add(dispute, kind, by=by, now=now)
    added = Evidence.objects.create(dispute=dispute, kind=kind, side=side, added_by=by, added_at=now, **fields)
    what = Text(
        "added {evidence} to the dispute about {about} of {fixture}",
        evidence=in_a_sentence(kind.label),
        about=describe_disputed(dispute),
        fixture=str(fixture),
    )
    league = fixture.league
    record(league, JournalKind.EVIDENCE_ADDED, str(added.pk), by=by, now=now, what=what, fixture=fixture)
    return added


def _may_add(dispute: Dispute, kind: EvidenceKind, *, by: User, now: dt.datetime) -> str:
    """Return the side that brings evidence, "" for whoever rules. Raises as `add_statement`."""
    grants = access.require(by, "evidence.add", dispute.fixture.league, dispute, now=now)
    require_open_dispute(dispute)
    side = grants.side_of(dispute.fixture)
    if not side:
        why = why_not_neutral(grants, dispute, ruled_before(dispute))
        if why:
            raise WrongState(Text("Whoever {why} brings nothing to it.", why=why))
    _require_room(dispute, side, kind)
    return side


def _require_room(dispute: Dispute, side: str, kind: EvidenceKind) -> None:
    brought = list(Evidence.objects.filter(dispute=dispute, side=side).values_list("kind", flat=True))
    if len(brought) >= MOST_PIECES:
        message = Text.plural(
            "This side has brought {n} piece of evidence already, which is the limit.",
            "This side has brought {n} pieces of evidence already, which is the limit.",
            n=MOST_PIECES,
        )
        raise WrongState(message)
    if kind == EvidenceKind.RECORD and brought.count(EvidenceKind.RECORD) >= MOST_RECORDS:
        message = Text.plural(
            "This side has brought {n} written game already, which is the limit.",
            "This side has brought {n} written games already, which is the limit.",
            n=MOST_RECORDS,
        )
        raise WrongState(message)


def rulesets_of(dispute: Dispute) -> Mapping[str, Ruleset]:
    """Return the rulesets that a written game of this dispute may name: those of its fixture too."""
    own = fixture_terms(dispute.fixture).rulesets
    return {rules.name: rules for rules in (*RULESETS.values(), *own)}


def heading_of(dispute: Dispute, names: Sequence[str]) -> str:
    """Return the first lines of a written game: its ruleset and players, the first of them dealing."""
    plain = [written_name(name) for name in names]
    rules = ruleset_of(dispute.fixture, dispute.match_number or 0).name
    return f"game\nrules: {rules}\nplayers: {', '.join(plain)}\ndealer: {plain[0] if plain else ''}\n"
