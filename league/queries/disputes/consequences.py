"""Consequences of replacing a result, and what comes back when a ruling is revoked.

They are shown before somebody signs; `stamp` tells whether they are still the same then. What was decided since a
ruling is not touched by its end; a game's score and its award are taken back separately, since different rulings may
have changed them.
"""

from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256
from typing import NamedTuple

from league.enums import DisputeState, DisputeSubject, FixtureState, Outcome, ResultKind, ResultState, Settlement
from league.models import Dispute, Fixture, Result, Ruling
from league.queries.calls.conduct import as_awarded
from league.queries.disputes.disputes import of_the_ruled, open_disputes_of
from league.queries.results.sheets import sheet_of
from league.queries.standings.figures import of_sheet, totals_of, totals_of_sheet
from league.queries.standings.standings import DivisionTable, division_table, table_if
from league.rules.formats import result_terms
from league.rules.rulings import game_in, match_in, place_in, undone
from league.rules.scheme_columns import stored_scheme
from league.rules.sheets import AWAY, HOME, GameScore, Pegged, ResultSheet, Totals
from league.rules.standings import FixtureTotals
from league.rules.wording import points_told
from league.translation import N_, Text

Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Standing:
    """A sheet before or after, its totals, and whether the table rests on it."""

    sheet: ResultSheet
    totals: FixtureTotals
    counts: bool

    @property
    def void(self) -> bool:
        return self.totals.how == "void"

    @property
    def games(self) -> Pair:
        return self.totals.home_games, self.totals.away_games


def as_ruled(fixture: Fixture, sheet: ResultSheet, *, counts: bool, kind: ResultKind = ResultKind.PLAYED) -> Standing:
    return Standing(sheet, totals_of_sheet(fixture, sheet, kind), counts)


@dataclass(frozen=True, slots=True)
class GameChange:
    """A game that is written otherwise afterwards, and its match in games won.

    Of a match whose games are only counted, game number 0 stands for all of them.
    """

    match_number: int
    game_number: int
    before: GameScore | Totals
    after: GameScore | Totals
    match_before: Pair
    match_after: Pair

    @property
    def points(self) -> tuple[Pegged, Pegged] | None:
        """Points pegged in all its games, before and after, where they change."""
        if isinstance(self.before, GameScore) or isinstance(self.after, GameScore):
            return None
        return (self.before.pegged, self.after.pegged) if self.before.pegged != self.after.pegged else None


@dataclass(frozen=True, slots=True)
class PlaceChange:
    """A team that stands elsewhere in the table afterwards, or with other points."""

    team: str
    before: str
    after: str
    points_before: Fraction
    points_after: Fraction

    @property
    def moves(self) -> bool:
        return self.before != self.after

    @property
    def changes(self) -> bool:
        return self.moves or self.points_before != self.points_after

    @property
    def as_text(self) -> Text:
        """Format the move: "Swan place 3 → 2, 45 → 47 points"."""
        place = f"{self.before} → {self.after}" if self.moves else self.before
        sentence = N_("{team} place {place}, {points_before} → {points_after} points")
        points = {"points_before": points_told(self.points_before), "points_after": points_told(self.points_after)}
        return Text(sentence, team=self.team, place=place, **points)


@dataclass(frozen=True, slots=True)
class Consequences:
    """The consequences of replacing a result."""

    games: tuple[GameChange, ...]
    score_before: Pair | None  # games won
    score_after: Pair | None
    points_before: tuple[Fraction, Fraction]  # home, away; 0 where the sheet does not count
    points_after: tuple[Fraction, Fraction]
    places: tuple[PlaceChange, ...]  # that change, from the top
    table: tuple[PlaceChange, ...]  # those, and the fixture's own teams in any case
    counts_before: bool  # the table rests on the sheet
    counts_after: bool
    void: bool
    stamp: str  # differs as soon as any of this, or the live sheet, does
    reopens: bool = False

    @property
    def table_text(self) -> Text | None:
        """Format what teams win or lose in the table by it; None where none does."""
        moves = [place.as_text for place in self.places if place.points_before != place.points_after]
        return Text("In the table: {moves}.", moves=Text.joined("; ", moves)) if moves else None

    @property
    def nothing(self) -> bool:
        same = self.counts_before == self.counts_after and not self.void and not self.reopens
        return same and not self.games and not self.places


def standing_of(result: Result | None) -> Standing | None:
    """A stored version's standing (three queries; none without one)."""
    if result is None:
        return None
    sheet = sheet_of(result)
    terms = result_terms(result)
    return Standing(
        sheet, totals_of(result, of_sheet(sheet, terms)), result.live and result.state == ResultState.CONFIRMED
    )


def consequences(
    fixture: Fixture, live: Result | None, after: Standing | None, *, reopens: bool = False
) -> Consequences:
    """Return the consequences of `after` (None: no change) standing instead of the live result (a dozen queries)."""
    before = standing_of(live)
    if fixture.state == FixtureState.CANCELLED:
        # No result of it counts, whatever it says.
        before, after = _not_counting(before), _not_counting(after)
    then = after or before
    table = division_table(fixture.division)
    changed = (
        table if after is None else table_if(fixture.division, {fixture.pk: after.totals if after.counts else None})
    )
    games = _games(before, then)
    compared = _compare_tables(table, changed)
    own = (fixture.home.name, fixture.away.name)
    places = tuple(place for place in compared if place.changes)
    of_version = (live.version, live.state) if live else ()
    # Everything the reader is shown, and the version it is about.
    shown = (of_version, games, places, before and before.games, then and then.games, then and then.counts, reopens)
    return Consequences(
        games=games,
        score_before=before.games if before else None,
        score_after=then.games if then else None,
        points_before=_points(fixture, before),
        points_after=_points(fixture, then),
        places=places,
        table=tuple(place for place in compared if place.changes or place.team in own),
        counts_before=bool(before and before.counts),
        counts_after=bool(then and then.counts),
        void=bool(after and after.void and not (before and before.void)),
        stamp=sha256(repr(shown).encode()).hexdigest()[:16],
        reopens=reopens,
    )


def _not_counting(standing: Standing | None) -> Standing | None:
    return replace(standing, counts=False) if standing is not None else None


def _points(fixture: Fixture, standing: Standing | None) -> tuple[Fraction, Fraction]:
    if standing is None or not standing.counts or standing.void or fixture.play_off:
        return Fraction(0), Fraction(0)
    home, away = standing.totals.sources(stored_scheme(fixture.division))
    return home.total, away.total


def _games(before: Standing | None, after: Standing | None) -> tuple[GameChange, ...]:
    if before is None or after is None or before.sheet == after.sheet:
        return ()
    found = []
    for match in before.sheet.matches:
        then = match_in(after.sheet, match.number)
        if then is None:
            continue
        won = ((match.games_won(HOME), match.games_won(AWAY)), (then.games_won(HOME), then.games_won(AWAY)))
        if match.totals:
            totals, others = match.counted, then.counted
            if totals != others:
                found.append(GameChange(match.number, 0, totals, others, *won))
            continue
        for number, game in enumerate(match.games, start=1):
            other = game_in(after.sheet, match.number, number)
            if other is not None and other != game:
                found.append(GameChange(match.number, number, game, other, *won))
    return tuple(found)


def places_changed(before: DivisionTable, after: DivisionTable) -> tuple[PlaceChange, ...]:
    """Return teams whose place or points differ between two tables, in the order of the second (no query)."""
    return tuple(place for place in _compare_tables(before, after) if place.changes)


def _compare_tables(before: DivisionTable, after: DivisionTable) -> tuple[PlaceChange, ...]:
    was = {row.team.pk: row.row for row in before.rows}
    return tuple(
        PlaceChange(row.team.name, old.place, row.row.place, old.points, row.row.points)
        for row in after.rows
        if (old := was.get(row.team.pk))
    )


# What a referee or the secretary let count over the captains' heads: nobody has agreed to it.
BY_RULING = (Settlement.RULING, Settlement.APPEAL)


class Restoration(NamedTuple):
    """The result that comes back when a ruling is revoked.

    Attributes:
        version: the older version whose sheet stands again as a whole.
        sheet: else the live sheet without what the ruling changed.
        held: the live sheet counts now only because of the ruling; it is disputed again.
        reopens: the dispute is open again.
    """

    version: Result | None = None
    sheet: ResultSheet | None = None
    held: bool = False
    reopens: bool = False


def restoration_of(ruling: Ruling, live: Result | None) -> Restoration:
    """Return what comes back when a ruling is revoked; what was decided or agreed on since is not touched."""
    fixture, dispute = ruling.fixture, ruling.dispute
    if fixture.state == FixtureState.CANCELLED:
        return Restoration()
    left = ruling.after or ruling.before
    since = _since(live, left) if live is not None and left is not None else None
    if live is None or left is None or since is None or live.state == ResultState.SUBMITTED:
        # The fixture rests on another sheet, or on none; a call is open whatever the sheet says. An award for conduct
        # is in every sheet, and taken back in every one.
        reopens = dispute is not None and ruling.after is None and _can_reopen(dispute, sheets=False)
        return Restoration(sheet=_sheet_without(ruling, live) if live and dispute is None else None, reopens=reopens)
    reopens = dispute is not None and _still_as_ruled(ruling, live, left) and _can_reopen(dispute, sheets=True)
    agreed = any(version.settlement and version.settlement not in BY_RULING for version in since)
    held = reopens and live.state == ResultState.CONFIRMED and not agreed and not _counted_before(ruling)
    if ruling.before is not None and ruling.after == live != ruling.before and live.state == ResultState.CONFIRMED:
        return Restoration(version=ruling.before, held=held, reopens=reopens)
    return Restoration(sheet=_sheet_without(ruling, live), held=held, reopens=reopens)


def _since(live: Result, left: Result) -> list[Result] | None:
    """Versions after the one a ruling left, the live one first; None if that is of another sheet's line (one query)."""
    versions = Result.objects.filter(fixture=live.fixture_id).in_bulk()
    found, version = [], versions.get(live.pk)
    while version is not None and version.pk != left.pk:
        found.append(version)
        version = versions.get(version.corrects_id or 0)
    return found if version is not None else None


def _still_as_ruled(ruling: Ruling, live: Result, left: Result) -> bool:
    """Whether what was disputed still is as the ruling left it."""
    dispute = ruling.dispute
    if dispute is None or live.pk == left.pk:
        return True
    # What was awarded for conduct since, or is so no more, is no other decision about the dispute.
    now, ruled = sheet_of(live), sheet_again(left)
    if dispute.match_number is None or dispute.game_number is None:
        return now == ruled
    place = dispute.match_number, dispute.game_number
    return place_in(now, *place) == place_in(ruled, *place)


def _can_reopen(dispute: Dispute, *, sheets: bool) -> bool:
    """Whether a dispute can be reopened: it was ruled on, and nobody disputes the same anew."""
    if dispute.state != DisputeState.SETTLED or not (sheets or dispute.subject == DisputeSubject.CALL):
        return False
    about = (dispute.subject, dispute.match_number, dispute.game_number, dispute.call_id)
    others = open_disputes_of(dispute.fixture, but=dispute)
    return all((d.subject, d.match_number, d.game_number, d.call_id) != about for d in others)


def _counted_before(ruling: Ruling) -> bool:
    """Whether the sheet counted when a ruling was made; only a dispute about it or a game keeps it waiting."""
    before = ruling.before
    if before is None or ruling.dispute is None or ruling.dispute.subject == DisputeSubject.CALL:
        return True
    if ruling.after is not None and ruling.after.pk == before.pk:
        return before.settlement != Settlement.RULING
    # A version that was held by another dispute then may have come to count since.
    return before.settled_at is not None and bool(before.settlement) and before.settled_at <= ruling.decided_at


def _sheet_without(ruling: Ruling, live: Result) -> ResultSheet | None:
    """The live sheet without what a ruling changed, where newer versions or another dispute have come since.

    Only what still is as the ruling made it goes back.
    """
    if ruling.after is None or ruling.before is None:
        return None
    now, before = sheet_of(live), sheet_of(ruling.before)
    older = _without_revoked(before, ruling.before)
    sheet = undone(now, before=before, after=sheet_of(ruling.after), instead=older)
    sheet = as_awarded(ruling.fixture, sheet, but=ruling)
    return sheet if sheet != now else None


def sheet_again(version: Result, *, but: Ruling | None = None) -> ResultSheet:
    """An older version's sheet without what rulings revoked since, and `but`, had changed and awarded."""
    return as_awarded(version.fixture, _without_revoked(sheet_of(version), version), but=but)


def _without_revoked(sheet: ResultSheet, version: Result) -> ResultSheet:
    """A version's sheet without the effect of earlier rulings that were revoked after it was made."""
    about = of_the_ruled("fixture", version.fixture_id)
    revoked = Ruling.objects.filter(about, revoked_at__gte=version.submitted_at, after__version__lte=version.version)
    # One that chose between two sheets has written nothing in either.
    revoked = revoked.exclude(outcome=Outcome.SHEET)
    # The last first: one that was made on another gives way to that, and this then to the one before.
    for ruling in revoked.select_related("before", "after").order_by("-after__version", "-pk"):
        if ruling.before is not None and ruling.after is not None:
            sheet = undone(sheet, before=sheet_of(ruling.before), after=sheet_of(ruling.after))
    return sheet
