"""Disputes, their evidence, who may rule on them, and the public part of rulings."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Prefetch, Q, QuerySet

from league import access
from league.enums import DisputeState, DisputeSubject, Outcome, RoleKind
from league.models import (
    Appeal,
    Call,
    ConductCase,
    Dispute,
    Evidence,
    Fixture,
    League,
    Photograph,
    Result,
    Role,
    Ruling,
    User,
)
from league.queries.calls.calls import call_teams
from league.queries.calls.conduct import call_of
from league.queries.rows import Rows
from league.queries.visibility import not_closed, not_hidden
from league.rules.deadlines import Gap
from league.rules.wording import both_of, day_of_year
from league.translation import N_, Text

LATEST = 30
OF_A_FIXTURE = ("division__season__league", "format", "home", "away", "venue", "week__round")
OF_A_DISPUTE = ("result__submitted_by", "counter_result__submitted_by", "opened_by", "assigned_to")
OF_A_PUBLIC_RULING = ("dispute__call__counter_player", "dispute__call__challenger_player", "after", "appeal")
OF_A_RULING = ("referee", "before", "after")


# What a ruling or a dispute is about is fetched by queries of its own: PostgreSQL takes a tenth of a second to plan one
# of thirty tables.
def _fixtures() -> Any:
    return Prefetch("fixture", Fixture.objects.select_related(*OF_A_FIXTURE))


def _called() -> QuerySet[Call]:
    return Call.objects.select_related("counter_player", "challenger_player")


def _calls() -> Any:
    return Prefetch("call", _called())


def _disputes(league: League) -> QuerySet[Dispute]:
    disputes = Dispute.objects.filter(
        not_hidden("fixture__division__season__"), fixture__division__season__league=league
    )
    return disputes.select_related(*OF_A_DISPUTE).prefetch_related(_fixtures(), _calls())


def all_rulings() -> QuerySet[Ruling]:
    return Ruling.objects.select_related(*OF_A_RULING).prefetch_related(
        Prefetch("call", _called().prefetch_related(_fixtures())),
        Prefetch("dispute", Dispute.objects.select_related("counter_result").prefetch_related(_fixtures(), _calls())),
        Prefetch("case", ConductCase.objects.select_related("player__user").prefetch_related(_fixtures())),
    )


def find_dispute(league: League, pk: int) -> Dispute:
    return _disputes(league).prefetch_related("rulings__appeal").get(pk=pk)


def find_ruling(league: League, pk: int) -> Ruling:
    found = all_rulings().get(pk=pk)
    season = found.fixture.division.season
    if season.league_id != league.pk or season.hidden_at is not None:
        raise Ruling.DoesNotExist
    return found


def find_ruling_told(league: League, pk: int) -> Ruling:
    """A ruling people are told of; not one on conduct without consequences, which only judges see."""
    ruling = find_ruling(league, pk)
    if ruling.case is not None and not ruling.awarded_to:
        raise Ruling.DoesNotExist
    return ruling


def find_appeal(league: League, pk: int) -> Appeal:
    appeal = Appeal.objects.select_related("opened_by", "player").get(pk=pk)
    try:
        appeal.ruling = find_ruling(league, appeal.ruling_id)
    except Ruling.DoesNotExist as elsewhere:
        raise Appeal.DoesNotExist from elsewhere
    return appeal


def of_the_ruled(lookup: str, value: Any, *, ruling: str = "") -> Q:
    """Filter rulings by a lookup on the call, dispute or case they decide; `ruling` is the prefix to the ruling."""
    here = Q()
    for way in ("call", "dispute", "case"):
        here |= Q(**{f"{ruling}{way}__{lookup}": value})
    return here


def place_of(ruling: Ruling) -> tuple[int, int] | None:
    """Match and game number of a ruling; None for a whole sheet."""
    about = ruling.about
    if about.match_number is None or about.game_number is None:
        return None
    return about.match_number, about.game_number


def the_place(match_number: int | None, game_number: int | None) -> Text:
    """Format a place for a sentence: "game 2 of match 1", "all of match 1" where games are only counted, "the sheet".

    Translated whole, for languages with articles; "match 1" alone is a heading (`rules.sheet_fields`).
    """
    if not match_number:
        return N_("the sheet")
    if not game_number:
        return Text("all of match {match}", match=match_number)
    return Text("game {game} of match {match}", game=game_number, match=match_number)


def about_of(ruling: Ruling) -> Text:
    """Format what a ruling is about, as `describe_disputed` and `the_place` do."""
    place = the_place(*(place_of(ruling) or (None, None)))
    call = call_of(ruling)
    return place if call is None else _by_team(ruling.fixture, call, place)


def describe_disputed(dispute: Dispute) -> Text:
    """Format what is disputed: "the sheet", "game 2 of match 1", "a call by Swan in game 2 of match 1"."""
    place = the_place(dispute.match_number, dispute.game_number)
    return place if dispute.call is None else _by_team(dispute.fixture, dispute.call, place)


def _by_team(fixture: Fixture, call: Call, place: Text) -> Text:
    return Text("a call by {team} in {place}", team=fixture.team_name(call.counter), place=place)


@dataclass(frozen=True, slots=True)
class Docket:
    """The disputes that concern somebody."""

    mine: list[Dispute] = field(default_factory=list)
    to_rule: list[Dispute] = field(default_factory=list)  # given to them or to nobody
    given: list[Dispute] = field(default_factory=list)  # to another
    closed: list[Dispute] = field(default_factory=list)
    appeals: list[Appeal] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.mine or self.to_rule or self.given or self.closed or self.appeals)


def docket_of(league: League, held: access.Grants) -> Docket:
    """A visitor's disputes by what they have to do (six queries; ten more for who decides appeals)."""
    found = _disputes(league)
    if not (held.secretary or held.referee):
        found = found.filter(Q(fixture__home__in=held.captain_of) | Q(fixture__away__in=held.captain_of))
    open_first = list(found.filter(state=DisputeState.OPEN).order_by("opened_at", "pk"))
    closed = list(found.exclude(state=DisputeState.OPEN).order_by("-opened_at", "-pk")[:LATEST])
    docket = Docket(closed=[dispute for dispute in closed if access.may(held, "dispute.see", dispute)])
    for dispute in open_first:
        if held.side_of(dispute.fixture):
            docket.mine.append(dispute)
        elif access.may(held, "dispute.settle", dispute):
            docket.to_rule.append(dispute)
        elif access.may(held, "dispute.see", dispute):
            docket.given.append(dispute)
    if held.secretary or held.committee or held.judge:
        appeals = open_appeals(league)
        docket.appeals.extend(appeal for appeal in appeals if held.secretary or access.may(held, "appeal.vote", appeal))
    return docket


def disputes_to_settle(league: League, held: access.Grants) -> list[Dispute]:
    """Open disputes that a visitor may rule on, the oldest first (three queries)."""
    found = (
        _disputes(league)
        .filter(not_closed("fixture__division__season__"), state=DisputeState.OPEN)
        .order_by("opened_at", "pk")
    )
    return [
        dispute
        for dispute in found
        if not held.side_of(dispute.fixture) and access.may(held, "dispute.settle", dispute)
    ]


def open_appeals(league: League) -> Rows[Appeal]:
    """Undecided appeals of a league, the oldest first (ten queries)."""
    fixtures = Fixture.objects.filter(not_closed("division__season__"), division__season__league=league).values("pk")
    here = of_the_ruled("fixture__in", fixtures, ruling="ruling__")
    appeals = Appeal.objects.filter(here, state="open").prefetch_related(Prefetch("ruling", all_rulings()))
    return Rows(appeals.order_by("opened_at", "pk"))


def dispute_deadline(fixture: Fixture, result: Result | None, away: Iterable[Gap]) -> dt.datetime:
    """Return the end of the time to dispute a fixture: the league's days after its start or sheet, the later of the
    two.

    Time in which nobody could (`away`, from `gaps_in` its season) does not count.
    """
    league = fixture.league
    since = max(fixture.starts_at, result.submitted_at) if result is not None else fixture.starts_at
    return league.evenings.after_gaps(league.evenings.days_after(since, league.dispute_days), away)


def open_disputes_of(fixture: Fixture, *, but: Dispute | None = None) -> list[Dispute]:
    """Open disputes of a fixture besides one, with their calls (one query)."""
    found = Dispute.objects.filter(fixture=fixture, state=DisputeState.OPEN).exclude(pk=but.pk if but else 0)
    disputes = list(found.select_related("call").order_by("opened_at", "pk"))
    for dispute in disputes:
        dispute.fixture = fixture
    return disputes


def ruled_before(dispute: Dispute) -> frozenset[int]:
    """Users whose own ruling is questioned: on a call or conduct in the disputed game, or on this dispute, revoked by
    an appeal (one query).
    """
    about = Q()
    for way in ("call", "case"):
        here: dict[str, int | None] = {f"{way}__fixture": dispute.fixture_id}
        if dispute.match_number is not None:
            here |= {f"{way}__match_number": dispute.match_number}
        if dispute.game_number:
            here |= {f"{way}__game_number": dispute.game_number}
        about |= Q(**here)
    question = Q(about, revoked_at=None) | Q(dispute=dispute, revoked_at__isnull=False)
    found = Ruling.objects.filter(question, referee__isnull=False).values_list("referee_id", flat=True)
    return frozenset(pk for pk in found if pk is not None)


class Judge(NamedTuple):
    """Somebody who rules in the league, and why they may not in this dispute; blank where they may."""

    user: User
    why_not: str


def judges_of(dispute: Dispute, *, now: dt.datetime) -> list[Judge]:
    """The league's referees, the neutral ones first (two or three queries each and two more; it has a handful)."""
    league = dispute.fixture.league
    today = now.astimezone(league.tz).date()
    running = Q(starts_on__lte=today) & (Q(ends_on=None) | Q(ends_on__gte=today))
    kept = Q(ended_at=None) | Q(ended_at__gt=now)
    holding = Role.objects.filter(running, kept, league=league, kind=RoleKind.REFEREE).values("user")
    ruled = ruled_before(dispute)
    judges = [
        Judge(user, why_not_neutral(access.grants(user, league, now=now), dispute, ruled))
        for user in User.objects.filter(pk__in=holding, is_active=True).order_by("name", "pk")
    ]
    return sorted(judges, key=lambda judge: bool(judge.why_not))


def of_a_side(held: access.Grants, fixture: Fixture) -> str:
    """Return the side somebody belongs to, or did this season; blank for neither."""
    teams = [team.name for team in (fixture.home, fixture.away) if team.pk in held.teams]
    if teams:
        return Text("belongs to {teams}", teams=both_of(teams))
    once = access.was_of_a_side(held, fixture)
    names = [team.name for team in (fixture.home, fixture.away) if team.pk in once]
    return Text("belonged to {teams} this season", teams=both_of(names)) if names else ""


def why_not_neutral(held: access.Grants, dispute: Dispute, ruled: frozenset[int]) -> str:
    """Return why somebody may not rule on a dispute; blank where they are neutral. `ruled` is from `ruled_before`."""
    fixture = dispute.fixture
    if own := of_a_side(held, fixture):
        return own
    if fixture.pk in held.played_in:
        return N_("played in it or was registered for a side that day")
    if held.user_id is not None and held.user_id == dispute.opened_by_id:
        return N_("opened the dispute")
    if held.user_id in ruled:
        return N_("ruled in this game before")
    return "" if access.is_neutral(held, dispute) else N_("is a party to it")


class Piece(NamedTuple):
    """A piece of evidence, with its photograph's size where it is one; the bytes are not read."""

    evidence: Evidence
    photograph: Photograph | None


def evidence_of(dispute: Dispute) -> list[Piece]:
    """Evidence of a dispute, in order (two queries)."""
    found = list(Evidence.objects.filter(dispute=dispute).select_related("added_by").order_by("added_at", "pk"))
    photographs = {
        photograph.evidence_id: photograph
        for photograph in Photograph.objects.filter(evidence__dispute=dispute).defer("content")
    }
    return [Piece(evidence, photographs.get(evidence.pk)) for evidence in found]


def find_photograph(dispute: Dispute, pk: int) -> Photograph:
    return Photograph.objects.get(pk=pk, evidence__dispute=dispute)


@dataclass(frozen=True, slots=True)
class PublicRuling:
    """The public part of a dispute that was ruled on: no evidence, no captain's reason, nobody's name."""

    ruling: Ruling
    words: Text
    appeal: Appeal | None

    @property
    def text(self) -> Text:
        if self.ruling.rule:
            return Text("{words} ({rule}).", words=self.words, rule=self.ruling.rule)
        return Text("{words}.", words=self.words)

    @property
    def match_number(self) -> int | None:
        """The disputed match; None for a whole sheet."""
        return self.ruling.dispute.match_number if self.ruling.dispute else None


def public_rulings(fixture: Fixture) -> list[PublicRuling]:
    """Rulings on disputes of a fixture, the latest first (one query)."""
    rulings = Ruling.objects.filter(dispute__fixture=fixture).select_related(*OF_A_PUBLIC_RULING)
    return [_public(ruling, fixture) for ruling in rulings.order_by("-decided_at", "-pk")]


def _public(ruling: Ruling, fixture: Fixture) -> PublicRuling:
    dispute = ruling.dispute
    assert dispute is not None, "asked for"  # noqa: S101 - the query asked for rulings on disputes
    dispute.fixture = fixture
    decision = describe_decision(ruling)
    if dispute.call is not None and "counter_pegs" in ruling.verdict:
        dispute.call.fixture = fixture
        decision = Text("{decided}; {pegs}", decided=decision, pegs=call_teams(dispute.call).pegs(ruling.verdict))
    words = Text(
        "{what} was disputed by {team}; ruled on {day}: {decision}",
        what=describe_disputed(dispute),
        team=fixture.team_name(dispute.side),
        day=day_of_year(ruling.decided_at.astimezone(fixture.league.tz).date()),
        decision=decision,
    )
    return PublicRuling(ruling, words.capitalised(), appeal_of(ruling))


def appeal_of(ruling: Ruling) -> Appeal | None:
    return getattr(ruling, "appeal", None)


def describe_decision(ruling: Ruling) -> Text:
    dispute = ruling.dispute
    assert dispute is not None, "of a dispute"  # noqa: S101 - only these have an outcome
    counted = bool(dispute.match_number) and not dispute.game_number
    if ruling.outcome == Outcome.AWARDED and counted:
        return Text("one game of it is awarded to {team}", team=dispute.fixture.team_name(ruling.awarded_to))
    if ruling.outcome == Outcome.SCORE and counted:
        return N_("its score is corrected")
    if ruling.outcome == Outcome.AWARDED:
        return Text("the game is awarded to {team}", team=dispute.fixture.team_name(ruling.awarded_to))
    if ruling.outcome == Outcome.SCORE:
        return N_("the score of the game is corrected")
    if ruling.outcome == Outcome.VOID:
        return N_("the result is void")
    if ruling.after is not None and ruling.after.side:
        return Text("{team}’s sheet counts", team=dispute.fixture.team_name(ruling.after.side))
    about_the_sheet = dispute.subject != DisputeSubject.CALL
    return N_("the sheet counts as it was") if about_the_sheet else N_("the score sheet stands")
