"""The rows of the dispute pages and the fixture's page: lines, buttons, evidence with the engine's word."""

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from league.access import Grants, may
from league.enums import DisputeSubject, EvidenceKind, FixtureState, Outcome, ResultState
from league.models import Dispute, Fixture, League, Player, Result, Ruling
from league.queries.calls.calls import ruling_pegs
from league.queries.disputes.disputes import (
    Piece,
    PublicRuling,
    about_of,
    appeal_of,
    describe_decision,
    describe_disputed,
    dispute_deadline,
    evidence_of,
    open_disputes_of,
    place_of,
    public_rulings,
)
from league.queries.fixtures import matches_of
from league.queries.outages import appeal_until
from league.queries.people.people import squads
from league.queries.people.personal_data import public_name
from league.queries.results.sheets import sheet_of
from league.rules.deadlines import Gap
from league.rules.formats import result_terms
from league.rules.sheet_fields import differences
from league.rules.written_games import WrittenGame, read_game
from league.services.calls.hands import Verification
from league.services.disputes.effect import OUTCOMES
from league.services.disputes.evidence import count_evidence, rulesets_of
from league.services.disputes.revoke import is_revocable
from league.translation import N_, Text
from league.web.cards import Action, DifferenceView, MatchView, difference_views, match_view, url_of
from league.web.disputes.forms import matches_of_dispute


@dataclass(frozen=True, slots=True)
class Line:
    dispute: Dispute
    what: Text
    team: str
    url: str


def lines(disputes: Sequence[Dispute], league: League) -> list[Line]:
    return [line(dispute, league) for dispute in disputes]


def line(dispute: Dispute, league: League) -> Line:
    fixture = dispute.fixture
    team = fixture.away.name if dispute.side == "away" else fixture.home.name
    address = url_of("dispute-case", league, dispute=dispute.pk)
    return Line(dispute, describe_disputed(dispute).capitalised(), team, address)


@dataclass(frozen=True, slots=True)
class RulingView:
    public: PublicRuling
    appeal_url: str  # for those who may still appeal, until `appeal_until`
    appeal_until: dt.datetime
    case_url: str  # the appeal's page, for those who may see it


@dataclass(frozen=True, slots=True)
class FixtureDisputes:
    open: list[Line]  # those nobody has ruled on; a visitor who may see the case has its address
    rulings: list[RulingView]  # what was ruled, the latest first
    actions: list[Action]


def of_fixture(
    fixture: Fixture, result: Result | None, grants: Grants, league: League, away: Sequence[Gap], *, now: dt.datetime
) -> FixtureDisputes:
    """The disputes of a fixture for its page (two queries); `away`: when nobody could open one."""
    open_ones = []
    seen: list[Action] = []
    open_disputes = open_disputes_of(fixture)
    closed = fixture.division.season.closed_at is not None
    for dispute in open_disputes:
        visible = may(grants, "dispute.see", dispute)
        shown = line(dispute, league)
        open_ones.append(shown if visible else Line(dispute, shown.what, shown.team, ""))
        if visible:
            mine = not closed and may(grants, "dispute.settle", dispute)
            label = N_("Rule on the dispute") if mine else N_("See the dispute")
            seen.append(Action(label, shown.url, primary=mine))
    ruled = [
        RulingView(
            public,
            appeal_url(public.ruling, grants, league, away, now=now),
            appeal_until(public.ruling, league, away),
            appeal_case_url(public.ruling, grants, league),
        )
        for public in public_rulings(fixture)
    ]
    return FixtureDisputes(
        open_ones, ruled, [*seen, *_opening(fixture, result, open_disputes, grants, league, away, now=now)]
    )


def _opening(
    fixture: Fixture,
    result: Result | None,
    disputes: Iterable[Dispute],
    grants: Grants,
    league: League,
    away: Sequence[Gap],
    *,
    now: dt.datetime,
) -> list[Action]:
    over = fixture.state == FixtureState.CANCELLED or fixture.division.season.closed_at is not None
    if over or not may(grants, "dispute.open", fixture):
        return []
    begun = fixture.starts_at <= now or result is not None
    if not begun or now > dispute_deadline(fixture, result, away):
        return []
    here = url_of("dispute-open", league, fixture=fixture.pk)
    if result is not None and not sheet_disputable(result, grants.side_of(fixture), disputes):
        return [Action(N_("Dispute a called hand"), f"{here}?about=call")]
    return [Action(N_("Open a dispute"), here)]


def sheet_disputable(result: Result | None, side: str, disputes: Iterable[Dispute]) -> bool:
    """Return True if a side can dispute the live sheet or a game; its own waiting one it changes instead."""
    if result is None or (result.state == ResultState.SUBMITTED and result.side in ("", side)):
        return False
    return all(dispute.subject != DisputeSubject.SHEET for dispute in disputes)


def appeal_url(ruling: Ruling, grants: Grants, league: League, away: Sequence[Gap], *, now: dt.datetime) -> str:
    """Return the address at which this visitor can appeal against a ruling; blank where they cannot, or no longer."""
    if not may(grants, "ruling.appeal", ruling) or appeal_of(ruling) is not None or ruling.revoked_at is not None:
        return ""
    if ruling.fixture.division.season.closed_at is not None or now > appeal_until(ruling, league, away):
        return ""
    return url_of("appeal", league, ruling=ruling.pk)


def appeal_case_url(ruling: Ruling, grants: Grants, league: League) -> str:
    """Return the address of the appeal against a ruling; blank where there is none, or this visitor may not see it."""
    appeal = appeal_of(ruling)
    if appeal is None:
        return ""
    appeal.ruling = ruling
    return url_of("appeal-case", league, appeal=appeal.pk) if may(grants, "appeal.see", appeal) else ""


def case_url(ruling: Ruling, grants: Grants, league: League) -> str:
    """Return the address of the case that was ruled on; blank where there is none, or it is not for this visitor."""
    dispute = ruling.dispute
    if dispute is None or not may(grants, "dispute.see", dispute):
        return ""
    return url_of("dispute-case", league, dispute=dispute.pk)


def with_appeals(
    rulings: list[Ruling], fixture: Fixture, grants: Grants, league: League, away: Sequence[Gap], *, now: dt.datetime
) -> list[Ruling]:
    """Rulings on calls of a fixture, each with `appeal_url` where this visitor can still appeal, and `revoke_url`."""
    for ruling in rulings:
        if ruling.call is not None:
            ruling.call.fixture = fixture
        ruling.appeal_url = appeal_url(ruling, grants, league, away, now=now)  # type: ignore[attr-defined]
        ruling.appeal_until = appeal_until(ruling, league, away)  # type: ignore[attr-defined]
        ruling.appeal_case_url = appeal_case_url(ruling, grants, league)  # type: ignore[attr-defined]
        ruling.revoke_url = revoke_url(ruling, grants, league, now=now)  # type: ignore[attr-defined]
    return rulings


def revoke_url(ruling: Ruling, grants: Grants, league: League, *, now: dt.datetime) -> str:
    """Return the address to revoke this visitor's own ruling on a call; blank where they cannot, or no longer."""
    closed = ruling.fixture.division.season.closed_at is not None
    if closed or not may(grants, "ruling.revoke", ruling) or not is_revocable(ruling, now=now):
        return ""
    return url_of("ruling-revoke", league, ruling=ruling.pk)


@dataclass(frozen=True, slots=True)
class PieceView:
    piece: Piece
    team: str
    verification: Verification | None
    game: WrittenGame | None
    url: str


def evidence_views(dispute: Dispute, league: League) -> list[PieceView]:
    """Return the evidence of a dispute (two queries), each hand counted and each written game gone through."""
    return [_piece(dispute, piece, league) for piece in evidence_of(dispute)]


def _piece(dispute: Dispute, piece: Piece, league: League) -> PieceView:
    evidence, fixture = piece.evidence, dispute.fixture
    teams = {"home": fixture.home.name, "away": fixture.away.name}
    photograph = piece.photograph
    return PieceView(
        piece,
        teams.get(evidence.side, N_("the referee")),
        count_evidence(dispute, evidence) if evidence.kind == EvidenceKind.HAND else None,
        read_game(evidence.text, rulesets_of(dispute)) if evidence.kind == EvidenceKind.RECORD else None,
        url_of("photograph", league, dispute=dispute.pk, photograph=photograph.pk) if photograph else "",
    )


def players_of(dispute: Dispute, result: Result | None) -> list[Player]:
    """The players of the disputed match as a written game names them: clockwise, partners opposite each other."""
    if result is None or dispute.match_number is None:
        return []
    line_row = next((line for line in matches_of(result) if line.match.number == dispute.match_number), None)
    if line_row is None:
        return []
    pairs = zip(line_row.home_players, line_row.away_players, strict=False)
    return [player for pair in pairs for player in pair]


def subjects(
    result: Result | None, side: str, league: League, fixture: Fixture, disputes: Iterable[Dispute]
) -> list[tuple[str, Text, str]]:
    """Return the subjects that can be disputed now: the word, the label and the form's address."""
    here = url_of("dispute-open", league, fixture=fixture.pk)
    choices, whole = [], N_("The whole sheet")
    objects = sheet_disputable(result, side, disputes)
    if objects and result is not None and not result.score_only:
        choices.append((str(DisputeSubject.GAME), N_("A game"), f"{here}?about=game"))
    choices.append((str(DisputeSubject.CALL), N_("A called hand"), f"{here}?about=call"))
    if objects and result is not None and result.state == ResultState.CONFIRMED:
        choices.append((str(DisputeSubject.SHEET), whole, f"{here}?about=sheet"))
    if objects and result is not None and result.state == ResultState.SUBMITTED:
        choices.append((str(DisputeSubject.SHEET), whole, url_of("dispute", league, fixture=fixture.pk)))
    return choices


def outcomes(dispute: Dispute, result: Result | None, *, award_to: Collection[str]) -> list[tuple[str, Text]]:
    """Return the possible outcomes; `award_to` holds the sides that R43 lets the game be awarded to."""
    words = {
        Outcome.STANDS: N_("The call is ruled on; the score sheet stays as it is")
        if dispute.subject == DisputeSubject.CALL
        else N_("The score sheet stands"),
        Outcome.SHEET: N_("One of the two sheets counts"),
        Outcome.SCORE: N_("The game’s score is corrected")
        if not any(match.counted for match in matches_of_dispute(dispute))
        else N_("The score is corrected"),
        Outcome.AWARDED: N_("The game is awarded"),
        Outcome.VOID: N_("The whole result is void"),
    }
    allowed = OUTCOMES[dispute.subject] if result is not None else (Outcome.STANDS,)
    if dispute.counter_result is None:
        allowed = tuple(outcome for outcome in allowed if outcome != Outcome.SHEET)
    if result is not None and result.score_only:
        # Its games have to be added before one of them can be ruled on.
        allowed = tuple(outcome for outcome in allowed if outcome not in (Outcome.SCORE, Outcome.AWARDED))
    if not award_to:
        allowed = tuple(outcome for outcome in allowed if outcome != Outcome.AWARDED)
    return [(outcome, words[outcome]) for outcome in allowed]


@dataclass(frozen=True, slots=True)
class SheetView:
    keep: str
    team: str
    result: Result
    matches: list[MatchView]


def sheet_views(dispute: Dispute, league: League, grants: Grants) -> list[SheetView]:
    versions = [("result", dispute.result), ("counter", dispute.counter_result)]
    views = []
    for keep, version in versions:
        if version is None:
            continue
        version.fixture = dispute.fixture
        played = result_terms(version)
        views.append(
            SheetView(
                keep,
                _sender(dispute.fixture, version.side),
                version,
                [match_view(line, league, played, grants) for line in matches_of(version)],
            )
        )
    return views


def _sender(fixture: Fixture, side: str) -> str:
    return {"home": fixture.home.name, "away": fixture.away.name}.get(side, N_("The secretary"))


def senders_of(dispute: Dispute) -> tuple[str, str]:
    sender = dispute.result.side if dispute.result else ""
    return _sender(dispute.fixture, sender), _sender(dispute.fixture, dispute.side)


def differences_of(dispute: Dispute) -> list[DifferenceView]:
    if dispute.result is None or dispute.counter_result is None:
        return []
    apart = differences(sheet_of(dispute.result), sheet_of(dispute.counter_result))
    return difference_views(apart, squads(dispute.fixture))


def ruling_facts(ruling: Ruling, grants: Grants) -> dict[str, Any]:
    fixture, place = ruling.fixture, place_of(ruling)
    decided: str
    if ruling.dispute is not None:
        decided = describe_decision(ruling)
    elif ruling.awarded_to:
        winner = fixture.home.name if ruling.awarded_to == "home" else fixture.away.name
        decided = Text("the game is awarded to {team}", team=winner)
    elif ruling.call is not None:
        decided = str(ruling.verdict.get("reason", "")).rstrip(".")
    else:
        decided = N_("nothing is awarded")
    if (pegs := ruling_pegs(ruling, partial(public_name, grants=grants))) is not None:
        decided = Text("{decided}; {pegs}", decided=decided, pegs=pegs)
    match = place[0] if place else None
    return {
        "ruling": ruling,
        "fixture": fixture,
        "about": about_of(ruling),
        "match_number": match,
        "decision_text": decided,
    }
