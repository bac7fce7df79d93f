"""A knock-out as its pages show it: rounds of ties, where each side comes from, and who won."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from league.enums import CompetitionKind, DisputeState, DrawnWhen, FixtureState, JournalKind, ResultState
from league.models import (
    Dispute,
    Division,
    Draw,
    Entrant,
    Fixture,
    JournalEntry,
    KnockOut,
    KnockOutRound,
    League,
    Result,
    Season,
    Tie,
    Winner,
)
from league.queries.visibility import not_hidden, public
from league.rules.competitions import brackets, draws
from league.rules.competitions.brackets import Bracket, Side, Source
from league.rules.competitions.draws import Entrant as DrawnEntrant
from league.rules.competitions.draws import bracket_for
from league.rules.competitions.rounds import label_round
from league.rules.competitions.ties import DecidedBy, IfLevel, LegScore, TieRules, score_tie
from league.rules.verifiable_shuffle import commitment
from league.translation import N_, Text

CUP = "competition__season__league"


def rules_of_ties(knock_out: KnockOut) -> TieRules:
    return TieRules(knock_out.legs, DecidedBy(knock_out.decided_by), IfLevel(knock_out.if_level))


def drawn_entrants(knock_out: KnockOut, entrants: Sequence[Entrant]) -> list[DrawnEntrant]:
    """Entrants for the rules of draws: keys are those of their teams, and groups those of their venues."""
    return [
        DrawnEntrant(one.team_id, one.seed, one.venue_id if knock_out.keep_apart else None, one.enters)
        for one in entrants
    ]


def _read_tie(tie: Tie) -> brackets.Tie:
    top, bottom = Side.parse(tie.top_from), Side.parse(tie.bottom_from)
    return brackets.Tie(tie.number, tie.round, top, bottom, tie.third_place)


def bracket_of(ties: Sequence[Tie]) -> Bracket:
    """The bracket of stored ties, in the order of their numbers."""
    rows = tuple(map(_read_tie, ties))
    rounds = {side.number: tie.round for tie in rows for side in tie.sides if side.source is Source.PLACE}
    return Bracket(tuple(rounds[place] for place in sorted(rounds)), rows)


def label_of_round(tie: Tie, round_: KnockOutRound | None) -> Text | str:
    """What the round of a tie is called (two queries at most; none where it has a name of its own)."""
    if tie.third_place:
        return N_("Third place")
    if round_ is not None and round_.name:
        return round_.name
    ties = list(Tie.objects.filter(knock_out=tie.knock_out_id).order_by("number"))
    if tie.knock_out.drawn == DrawnWhen.EACH_ROUND:
        drawn = Draw.objects.filter(knock_out=tie.knock_out_id, round=tie.round, void_because="").first()
        return _label_by_size(tie.round, len(drawn.entrants) if drawn is not None else 0)
    return label_round(bracket_of(ties), tie.round)


_BY_SIZE = ((2, N_("Final")), (4, N_("Semi-finals")), (8, N_("Quarter-finals")))


def _label_by_size(number: int, entrants: int) -> Text:
    found = next((label for most, label in _BY_SIZE if 0 < entrants <= most), None)
    return found or Text("Round {number}", number=number)


class Sign(NamedTuple):
    """A side of a tie on a page: who it is, or where it comes from.

    Attributes:
        key: of its team, or of the player in a tournament's knock-out; None while it is not known.
    """

    name: Text | str
    entrant: Entrant | None = None
    points: Fraction | None = None
    won: bool = False
    key: int | None = None


@dataclass(frozen=True, slots=True)
class TieView:
    """Attributes:
    fixture: the leg to open: the next one, or the last.
    due: both sides are known, and nobody has won.
    disputed: a dispute about one of its results is open; its winner stands until that is settled.
    """

    tie: Tie
    top: Sign
    bottom: Sign
    legs: tuple[Fixture, ...]
    fixture: Fixture | None

    @property
    def due(self) -> bool:
        return self.tie.winner_id is None and None not in (self.top.entrant, self.bottom.entrant)

    @property
    def disputed(self) -> bool:
        return any(leg.disputed for leg in self.legs)  # type: ignore[attr-defined]

    @property
    def sides(self) -> tuple[Sign, Sign]:
        return self.top, self.bottom


@dataclass(frozen=True, slots=True)
class RoundView:
    number: int
    label: Text | str
    round: KnockOutRound | None
    ties: tuple[TieView, ...]
    byes: tuple[Entrant, ...] = ()

    @property
    def is_over(self) -> bool:
        return all(shown.tie.winner is not None for shown in self.ties)


def has_result(leg: Fixture) -> bool:
    """Whether a leg of a `TieView` has a live result."""
    return bool(leg.live_results)  # type: ignore[attr-defined]


@dataclass(frozen=True)
class CupView:
    """A cup's edition of a season.

    Attributes:
        draws: those that count, in order; `showing` is the one whose balls are being told.
        bracket: None where each round is drawn anew.
    """

    knock_out: KnockOut
    entrants: tuple[Entrant, ...]
    rounds: tuple[RoundView, ...]
    draws: tuple[Draw, ...]
    bracket: Bracket | None

    @property
    def competition(self) -> Division:
        return self.knock_out.competition

    @property
    def closed_at(self) -> dt.datetime | None:
        return self.competition.season.closed_at

    @property
    def drawn(self) -> bool:
        return any(draw.drawn_at for draw in self.draws)

    @property
    def showing(self) -> Draw | None:
        return next((draw for draw in self.draws if draw.revealed is not None), None)

    @property
    def committed(self) -> Draw | None:
        """The draw that is announced by its hash and still to come."""
        return next((draw for draw in self.draws if draw.drawn_at is None), None)

    @property
    def voidable(self) -> Draw | None:
        """The last draw, before the first result of its ties."""
        last = next((draw for draw in reversed(self.draws) if draw.drawn_at), None)
        theirs = [shown for row in self.rounds if last and row.number >= last.round for shown in row.ties]
        return None if any(shown.tie.winner or any(map(has_result, shown.legs)) for shown in theirs) else last

    @cached_property
    def final(self) -> TieView | None:
        ties = {view.tie: view for round_ in self.rounds for view in round_.ties}
        final = final_of(self.knock_out, list(ties), self.draws)
        return ties[final] if final is not None else None

    @property
    def champion(self) -> Entrant | None:
        return self.final.tie.winner if self.final is not None else None

    @property
    def next_round(self) -> int:
        """The round to be drawn next where each is drawn anew."""
        return max((draw.round for draw in self.draws if draw.drawn_at), default=0) + 1

    @property
    def round_open(self) -> bool:
        """Whether a tie of the last round drawn is still to be won."""
        return any(view.tie.winner_id is None for view in (self.rounds[-1].ties if self.rounds else ()))


def final_of(knock_out: KnockOut, ties: Sequence[Tie], draws: Sequence[Draw]) -> Tie | None:
    """The tie whose winner wins the cup; None while it is not known (no query).

    Args:
        draws: those that count, in order.
    """
    whole = knock_out.drawn == DrawnWhen.ONCE or (draws and len(draws[-1].entrants) == 2)
    latest = max((tie.round for tie in ties), default=0)
    last = [tie for tie in ties if tie.round == latest and not tie.third_place]
    return last[0] if len(last) == 1 and whole else None


def cups_of(season: Season) -> list[KnockOut]:
    """The knock-outs of a season, by their order and name (one query)."""
    rows = KnockOut.objects.filter(competition__season=season).select_related(CUP)
    return list(rows.order_by("competition__order", "competition__name"))


def editions_of(league: League, slug: str, *, drafts: bool = False) -> list[KnockOut]:
    """The published editions of a cup, the newest first (one query); with `drafts` those of seasons being made too."""
    shown = not_hidden if drafts else public
    rows = KnockOut.objects.filter(
        shown("competition__season__"), competition__season__league=league, competition__slug=slug
    )
    return list(
        rows.select_related(CUP, "venue", "plate_of__competition").order_by("-competition__season__first_week", "-pk")
    )


def winners_of(league: League, slug: str) -> QuerySet[Winner]:
    return Winner.objects.filter(league=league, slug=slug).order_by("-year", "place", "name")


def cup_view(knock_out: KnockOut) -> CupView:
    """Everything that a cup's page shows (six queries, however large it is)."""
    entrants = tuple(
        knock_out.competition.entrants.select_related("team", "venue").order_by("seed", "team__name", "pk")
    )
    by_pk = {one.pk: one for one in entrants}
    ties = list(Tie.objects.filter(knock_out=knock_out).order_by("number"))
    rounds = {row.number: row for row in KnockOutRound.objects.filter(knock_out=knock_out).select_related("venue")}
    made = tuple(Draw.objects.filter(knock_out=knock_out, void_because="").order_by("round", "pk"))
    hidden = _hidden_sides(ties, made)
    legs = _fetch_legs(ties)
    views: dict[int, list[TieView]] = defaultdict(list)
    for tie in ties:
        tie.knock_out = knock_out
        for name in ("top", "bottom", "winner"):
            pk = getattr(tie, f"{name}_id")
            setattr(tie, name, by_pk[pk] if pk and (tie.number, name) not in hidden else None)
        views[tie.round].append(_tie_view(tie, legs.get(tie.pk, ()), knock_out))
    for shown in views.values():
        shown.sort(key=lambda view: view.tie.third_place)
    bracket = _build_bracket(knock_out, ties, entrants)
    labels = _make_round_labels(knock_out, bracket, made, rounds)
    in_order = tuple(
        RoundView(
            number, labels(number), rounds.get(number), tuple(views[number]),
            _find_byes(knock_out, made, number, entrants, views[number]),
        )
        for number in sorted(views)
    )  # fmt: skip
    return CupView(knock_out, entrants, in_order, made, bracket if knock_out.drawn == DrawnWhen.ONCE else None)


def _find_byes(
    knock_out: KnockOut, made: Sequence[Draw], number: int, entrants: Sequence[Entrant], views: Sequence[TieView]
) -> tuple[Entrant, ...]:
    """Who goes through a round that is drawn anew without a tie; a bracket shows them in the next one."""
    drawn = next((draw for draw in made if draw.round == number and draw.drawn_at and draw.revealed is None), None)
    if drawn is None or knock_out.drawn == DrawnWhen.ONCE:
        return ()
    playing = {side.entrant.pk for view in views for side in view.sides if side.entrant is not None}
    teams = {key for key, *_ in drawn.entrants}
    return tuple(row for row in entrants if row.team_id in teams and row.pk not in playing)


def _build_bracket(knock_out: KnockOut, ties: Sequence[Tie], entrants: Sequence[Entrant]) -> Bracket | None:
    """The bracket of the draw; before it that of who has entered, or of as many as are expected."""
    if ties:
        return bracket_of(ties) if knock_out.drawn == DrawnWhen.ONCE else None
    if knock_out.places:
        return brackets.make_bracket([1] * knock_out.places, third_place=knock_out.third_place)
    if len(entrants) < brackets.LEAST_ENTRANTS or all(one.enters > 1 for one in entrants):
        return None
    return bracket_for(drawn_entrants(knock_out, entrants), third_place=knock_out.third_place)


def _make_round_labels(
    knock_out: KnockOut, bracket: Bracket | None, made: Sequence[Draw], rounds: Mapping[int, KnockOutRound]
) -> Callable[[int], Text | str]:
    own = {number: row.name for number, row in rounds.items()}
    sizes = {draw.round: len(draw.entrants) for draw in made}

    def label(number: int) -> Text | str:
        if bracket is not None:
            return label_round(bracket, number, own)
        return own.get(number) or _label_by_size(number, sizes.get(number, 0))

    return label


def places_in_order(ties: Sequence[Tie]) -> list[tuple[int, str]]:
    """The sides that were drawn, ball by ball: number of the tie, and "top" or "bottom"."""
    return [
        (tie.number, name)
        for tie in sorted(ties, key=lambda tie: (tie.round, tie.number))
        for name in ("top", "bottom")
        if Side.parse(getattr(tie, f"{name}_from")).source is Source.PLACE
    ]


def _hidden_sides(ties: Sequence[Tie], made: Sequence[Draw]) -> set[tuple[int, str]]:
    showing = next((draw for draw in made if draw.revealed is not None), None)
    if showing is None:
        return set()
    theirs = [tie for tie in ties if tie.round >= showing.round]
    order = places_in_order(theirs)
    return set(order[showing.revealed :]) | {(tie.number, "winner") for tie in theirs}


def _fetch_legs(ties: Sequence[Tie]) -> dict[int, tuple[Fixture, ...]]:
    """Legs that count of ties, with their live result as `live_results`, and whether it is `disputed` (two queries)."""
    live = Prefetch("results", Result.objects.filter(live=True), to_attr="live_results")
    rows = Fixture.objects.filter(tie__in=[tie.pk for tie in ties]).exclude(state=FixtureState.CANCELLED)
    rows = rows.annotate(disputed=Exists(Dispute.objects.filter(fixture=OuterRef("pk"), state=DisputeState.OPEN)))
    found: dict[int, list[Fixture]] = defaultdict(list)
    for fixture in rows.select_related("home", "away", "venue").prefetch_related(live).order_by("leg"):
        found[fixture.tie_id or 0].append(fixture)
    return {tie: tuple(legs) for tie, legs in found.items()}


def _tie_view(tie: Tie, legs: Sequence[Fixture], knock_out: KnockOut) -> TieView:
    scores = []
    for leg in legs:
        result = next((row for row in leg.live_results if row.state == ResultState.CONFIRMED), None)  # type: ignore[attr-defined]
        if result is not None and result.scored:
            games = (Fraction(result.home_games), Fraction(result.away_games))
            scores.append(LegScore(games if tie.top and leg.home_id == tie.top.team_id else games[::-1]))
    score = score_tie(scores, rules_of_ties(knock_out)) if scores else None
    points: tuple[Fraction | None, Fraction | None] = (None, None)
    if score is not None:
        wins = knock_out.decided_by == DecidedBy.WINS and knock_out.legs > 1
        points = (Fraction(score.wins[0]), Fraction(score.wins[1])) if wins else score.totals
    open_leg = next((leg for leg in legs if not has_result(leg)), None)
    signs = [_build_sign(tie, name, number) for name, number in zip(("top", "bottom"), points, strict=True)]
    return TieView(tie, signs[0], signs[1], tuple(legs), open_leg or (legs[-1] if legs else None))


def _build_sign(tie: Tie, name: str, points: Fraction | None) -> Sign:
    entrant: Entrant | None = getattr(tie, name)
    if entrant is not None:
        won = tie.winner is not None and tie.winner.pk == entrant.pk
        return Sign(entrant.team.name, entrant, points, won, entrant.team_id)
    return Sign(describe_source(Side.parse(getattr(tie, f"{name}_from"))))


def describe_source(side: Side) -> Text:
    if side.source is Source.WINNER:
        return Text("Winner of tie {number}", number=side.number)
    if side.source is Source.LOSER:
        return Text("Loser of tie {number}", number=side.number)
    return N_("To be drawn")


def cups_listed(league: League, seasons: Sequence[int]) -> list[KnockOut]:
    """The newest published edition of each cup of a league (one query)."""
    rows = KnockOut.objects.filter(
        public("competition__season__"), competition__season__league=league,
        competition__kind=CompetitionKind.KNOCK_OUT, competition__season__in=seasons,
    )  # fmt: skip
    newest: dict[str, KnockOut] = {}
    for row in rows.select_related(CUP).order_by("-competition__season__first_week", "competition__order", "pk"):
        newest.setdefault(row.competition.slug, row)
    return list(newest.values())


def sets_own_date(fixture: Fixture) -> bool:
    """Whether a fixture's sides set its date themselves: a tie, or a game of an individual league."""
    return fixture.tie_id is not None or fixture.division.kind == CompetitionKind.INDIVIDUAL


def disputes_before(fixture: Fixture) -> list[Dispute]:
    """Open disputes about ties whose winner or loser plays this one (two queries; none for another fixture)."""
    tie = Tie.objects.filter(pk=fixture.tie_id).first() if fixture.tie_id else None
    if tie is None:
        return []
    sides = [Side.parse(text) for text in (tie.top_from, tie.bottom_from)]
    numbers = [side.number for side in sides if side.source in (Source.WINNER, Source.LOSER)]
    here = {"fixture__tie__knock_out": tie.knock_out_id, "fixture__tie__number__in": numbers}
    rows = Dispute.objects.filter(state=DisputeState.OPEN, **here)
    return list(rows.select_related("fixture__home", "fixture__away").order_by("pk"))


def losers_of(knock_out: KnockOut) -> brackets.Plate:
    """Who lost the first tie they played in, by their teams (two queries)."""
    ties = Tie.objects.filter(knock_out=knock_out).select_related("top", "bottom", "winner").order_by("number")
    left = knock_out.competition.entrants.filter(withdrawn_at__isnull=False).values_list("team", flat=True)
    found = [
        brackets.Meeting(
            _read_tie(tie),
            tie.top.team_id if tie.top else None,
            tie.bottom.team_id if tie.bottom else None,
            brackets.Decided(tie.winner.team_id) if tie.winner else None,
        )
        for tie in ties
    ]
    return brackets.find_plate_entrants(found, frozenset(left))


def make_draw_again(knock_out: KnockOut, entrants: Sequence[DrawnEntrant], seed: str, said: str) -> draws.Draw:
    """The draw that follows from a seed and what was said: of the bracket, or of one round."""
    if knock_out.drawn == DrawnWhen.EACH_ROUND:
        return draws.draw_round(entrants, seed=seed, said=said)
    return draws.draw(entrants, seed=seed, said=said, third_place=knock_out.third_place)


def check_draw(knock_out: KnockOut, row: Draw) -> list[Text]:
    """What speaks against a draw that was made: another hash, or another order than the journal has (one query)."""
    faults = []
    if commitment(row.seed) != row.commitment:
        faults.append(N_("The seed does not have the hash that was published."))
    again = make_draw_again(knock_out, [DrawnEntrant(*one[:4]) for one in row.entrants], row.seed, row.said)
    league = knock_out.competition.season.league_id
    entry = JournalEntry.objects.filter(league=league, kind=JournalKind.CUP_DRAWN, key=str(row.pk)).first()
    if entry is None or entry.data.get("order") != list(again.entrants):
        faults.append(N_("Another order follows from the seed and what was said."))
    return faults
