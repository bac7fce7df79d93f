"""A fixture's versions: which is live, what each changed, what is wrong with a sheet, what a reversal restores."""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.enums import OPEN_POSTPONEMENTS, Detail, FixtureState, ResultKind, ResultState, Settlement
from league.errors import Changed, Invalid, WrongState
from league.models import Call, ConductCase, Fixture, LiveScore, Player, Postponement, Result, SheetDraft
from league.prepared import Prepared
from league.queries.calls.conduct import standing_awards
from league.queries.people.people import squads
from league.queries.results.eligibility import Looked, look, refused_for
from league.queries.results.sheets import name_players, names_of, sheets_of
from league.queries.visibility import closed_season_message
from league.rules.formats import fixture_terms
from league.rules.problems import Problem, place_on_sheet
from league.rules.rulings import Award, places_awarded, with_awards
from league.rules.scheme_columns import stored_scheme
from league.rules.score_only import GAMES, WHOLE_CARDS, asks_matches, check_score, refusal, with_matches
from league.rules.sheet_checks import check
from league.rules.sheet_fields import Difference, differences
from league.rules.sheets import ResultSheet, ScoreOnly
from league.rules.typed_names import unasked
from league.translation import N_, Text, in_a_sentence, translated


def describe_outcome(fixture: Fixture, result: Result | None) -> str:
    """Format a fixture's outcome: "Bell 6–3 Castle", "Bell v Castle: walkover to Bell".

    Where matches decide it: "Bell 9–16 Castle: Bell won by 3 matches to 2".
    """
    if result is not None and result.scored:
        score = f"{fixture.home.name} {translated(result.score_text)} {fixture.away.name}"
        return f"{score}: {translated(result.by_matches)}" if result.by_matches else score
    sides = f"{fixture.home.name} v {fixture.away.name}"
    return sides if result is None else f"{sides}: {translated(result.outcome)}"


def score_of(result: Result) -> Text:
    """Format the games of both sides, "5–4", or the kind of a result not played, "walkover"."""
    return result.score_text


def state_of(result: Result) -> Text:
    """Format the state for a sentence: "awaiting confirmation"."""
    return in_a_sentence(result.get_state_display())


def key_of(result: Result) -> str:
    """Key of a version in the journal and in notices."""
    return f"{result.fixture_id}:{result.version}"


def live_result(fixture: Fixture) -> Result | None:
    """Return the live result with its players prefetched."""
    return _of_fixture(fixture, _live(fixture.pk))


def proposed_correction(fixture: Fixture) -> Result | None:
    """Return the correction awaiting an answer, with its people and the version it corrects joined (one query)."""
    return _of_fixture(fixture, _proposed(fixture.pk))


def _with_people(fixture: int) -> QuerySet[Result]:
    return Result.objects.filter(fixture=fixture).select_related("submitted_by", "settled_by").order_by()


_live = Prepared(lambda fixture: _with_people(fixture).filter(live=True))
_proposed = Prepared(
    lambda fixture: _with_people(fixture).filter(state=ResultState.PROPOSED).select_related("corrects")
)


def _of_fixture(fixture: Fixture, found: list[Result]) -> Result | None:
    """The one result that is found, if any, with its fixture."""
    result = next(iter(found), None)
    if result is not None:
        result.fixture = fixture
    return result


def require_not_cancelled(fixture: Fixture) -> None:
    """Raise WrongState if the fixture is cancelled."""
    if fixture.state == FixtureState.CANCELLED:
        raise WrongState(N_("This fixture is cancelled: no result of it counts."))


def sent_result(fixture: Fixture) -> Result:
    """Return the live result; raise WrongState if there is none."""
    result = live_result(fixture)
    if result is None:
        raise WrongState(N_("There is no sheet yet: nobody has sent one for this fixture."))
    return result


def live_version(fixture: Fixture, version: int) -> Result:
    """Return a locked fixture's live result; raise WrongState if it is not `version`, or the fixture is cancelled."""
    require_not_cancelled(fixture)
    result = sent_result(fixture)
    if result.version != version:
        raise Changed(N_("A newer sheet has come in since this page was opened. Open the fixture again to see it."))
    return result


def not_enterable(fixture: Fixture, *, now: dt.datetime) -> str:
    """Return why a fixture's result cannot be entered yet, or ever; blank where it can.

    One that was put off may have been played at any time.
    """
    if closed := closed_season_message(fixture.division.season):
        return closed
    if fixture.state == FixtureState.CANCELLED:
        return N_("This fixture will not be played: it is cancelled.")
    if fixture.state == FixtureState.SCHEDULED and fixture.starts_at > now:
        return N_("This fixture has not begun; its result can be entered from its start on.")
    return ""


@dataclass(frozen=True, slots=True)
class Examined:
    """A validated sheet of a fixture, with the games awarded that are awarded for conduct.

    Attributes:
        looked: its breaches of eligibility.
        newcomers: names of players it will create, by their numbers on it.
        squads: home and away, on the fixture's day.
    """

    sheet: ResultSheet
    problems: list[Problem]
    looked: Looked
    squads: tuple[list[Player], list[Player]]
    newcomers: Mapping[int, str] = field(default_factory=dict)

    @property
    def breaches(self) -> list[dict[str, Any]]:
        return [breach.to_dict() for breach in self.looked.breaches]


class Beside(NamedTuple):
    """Whether there is any of these of a fixture already; `postponement` is an open request."""

    version: bool
    live_score: bool
    postponement: bool
    case: bool
    call: bool
    draft: bool


_beside: Prepared[Any] = Prepared(
    lambda pk: Fixture.objects.filter(pk=pk).values_list(
        Exists(Result.objects.filter(fixture=OuterRef("pk"))),
        Exists(LiveScore.objects.filter(fixture=OuterRef("pk"), ended_at=None)),
        Exists(Postponement.objects.filter(fixture=OuterRef("pk"), state__in=OPEN_POSTPONEMENTS)),
        Exists(ConductCase.objects.filter(fixture=OuterRef("pk"))),
        Exists(Call.objects.filter(fixture=OuterRef("pk"))),
        Exists(SheetDraft.objects.filter(fixture=OuterRef("pk"))),
    )
)


def beside(fixture: Fixture) -> Beside:
    """Return what there is of a locked fixture, so that nothing else is read of it in vain (one query)."""
    return Beside(*_beside(fixture.pk)[0])


class Refused(Invalid):
    """A sheet is refused; carries what was read, so that the page that shows it again reads nothing twice."""

    def __init__(self, examined: Examined, problems: Iterable[Problem] = ()) -> None:
        super().__init__(tuple(problems) or examined.problems)
        self.examined = examined


def examine(
    fixture: Fixture,
    sheet: ResultSheet,
    *,
    unfinished: bool = False,
    taken: ResultSheet | None = None,
    known: Mapping[int, str] | None = None,
    awards: tuple[Award, ...] | None = None,
) -> Examined:
    """Validate a sheet of this fixture (five queries; three more for `taken`, where something is wrong).

    Games awarded for conduct are taken as awarded, whatever is filled in. A breach of eligibility is a problem where
    the season refuses sheets for it.

    Args:
        unfinished: the fixture was abandoned.
        taken: the sheet that it corrects; breaches and awards that this one has already may stay.
        known: names of the players on it, and `awards` of the fixture for conduct, each where it has been read.
    """
    if sheet.score is not None:
        return _examine_score(fixture, sheet.score, awards, unfinished=unfinished, taken=taken)
    both = squads(fixture)
    if awards is None:
        awards = standing_awards(fixture)
    named = name_players(fixture, with_awards(sheet, awards), both)
    sheet = named.sheet
    looked = look(fixture, sheet, named.newcomers, known)
    found = check(
        sheet,
        fixture_terms(fixture),
        home_squad={**names_of(both[0]), **named.newcomers},
        away_squad=names_of(both[1]),
        awarded={award.place for award in awards} | (places_awarded(taken) if taken else set()),
        unfinished=unfinished,
    )
    told = unasked([*found, *refused_for(fixture, looked, taken=taken)], named.problems)
    problems = sorted([*named.problems, *told], key=place_on_sheet)
    return Examined(sheet, problems, looked, both, named.newcomers)


def _examine_score(
    fixture: Fixture, score: ScoreOnly, awards: tuple[Award, ...] | None, *, unfinished: bool, taken: ResultSheet | None
) -> Examined:
    """Validate a score alone (one query at most)."""
    division, terms = fixture.division, fixture_terms(fixture)
    scheme = stored_scheme(division)
    refused = no_score_only(fixture)
    if not refused and unfinished:
        refused = N_("Fill in the games that were finished: a score alone does not say which.")
    if not refused and taken is not None and taken.score is None and taken.matches:
        refused = N_("Names and games are in already: change them there.")
    if not refused and (standing_awards(fixture) if awards is None else awards):
        refused = N_("A game of this fixture was awarded, so the whole card is needed.")
    if refused:
        problems = [Problem("score-only", refused, GAMES["home"])]
    else:
        score = with_matches(score, terms)
        problems = check_score(score, terms, matches=asks_matches(scheme, terms))
    return Examined(ResultSheet((), score=score), problems, Looked(), ([], []))


def no_score_only(fixture: Fixture) -> Text:
    """Why a fixture's result cannot be a score alone; blank where it can (no query)."""
    if not fixture.division.season.score_only:
        return WHOLE_CARDS
    return refusal(stored_scheme(fixture.division), fixture_terms(fixture))


CARD_FIRST = N_("This result is a score alone: its names and games have to be added first.")


def require_card(sheet: ResultSheet) -> None:
    """Raise WrongState for a score alone, of which no game can be told."""
    if sheet.score is not None:
        raise WrongState(CARD_FIRST, code="score-only")


def card_due(fixture: Fixture) -> dt.datetime | None:
    """When the names and games of a score alone are due; None where the season sets no day."""
    season = fixture.division.season
    if season.card_days is None:
        return None
    return season.league.evenings.days_after(fixture.starts_at, season.card_days)


def cards_to_come(which: Q) -> int:
    """How many results that count are a score alone, of which names and games are to come (one query)."""
    counting = Result.objects.filter(which, live=True, state=ResultState.CONFIRMED, detail=Detail.SCORE)
    return counting.exclude(fixture__state=FixtureState.CANCELLED).count()


def takes_card(result: Result) -> bool:
    """Whether names and games can still be added to a version."""
    return result.score_only and result.state in (ResultState.SUBMITTED, ResultState.CONFIRMED)


def given_reason(text: str, message: str) -> str:
    """Return a reason without surrounding blanks; raise Invalid with `message` if there is none."""
    reason = text.strip()
    if not reason:
        raise Invalid([Problem("no-reason", message, "reason")])
    return reason


class ComparedVersion(NamedTuple):
    """A version and the one it corrects, replaces or follows; in `apart` the older one's side is `mine`."""

    result: Result
    before: Result | None
    apart: tuple[Difference, ...]


def compared_versions(fixture: Fixture) -> list[ComparedVersion]:
    """Return the versions of a fixture with what each changed, the newest first (four queries, however many)."""
    stored = list(Result.objects.filter(fixture=fixture).order_by("version"))
    sheets = sheets_of(stored)
    by_pk = {result.pk: result for result in stored}
    found: list[ComparedVersion] = []
    for place, result in enumerate(stored):
        result.fixture = fixture
        before = by_pk.get(result.corrects_id or 0) or (stored[place - 1] if place else None)
        apart = differences(sheets[before.pk], sheets[result.pk]) if before else ()
        found.append(ComparedVersion(result, before, apart))
    return found[::-1]


def people_of(fixture: Fixture) -> list[Player]:
    """Everybody on any version of a fixture's sheet (one query)."""
    return list(Player.objects.filter(appearances__result__fixture=fixture).distinct())


# Who let a result count that a decision of the secretary may be.
BY_THE_LEAGUE = (Settlement.SECRETARY, Settlement.POLICY, Settlement.IMPORTED)


class Reversal(NamedTuple):
    """The version that stands again when the last decision is taken back; None where there was none.

    Attributes:
        possible: whether there is a decision.
        waits: nobody had confirmed that version, so it waits to be confirmed again.
    """

    possible: bool
    version: Result | None = None
    waits: bool = False


def is_decision(result: Result) -> bool:
    """Whether a live version was decided by the secretary or by the league's own rule."""
    if result.state != ResultState.CONFIRMED or result.settlement not in BY_THE_LEAGUE:
        return False
    return result.kind != ResultKind.PLAYED or (
        result.settlement == Settlement.SECRETARY and result.corrects_id is not None
    )


def reversal_of(fixture: Fixture, live: Result | None) -> Reversal:
    """Return what stood before the last decision about a fixture (one query at most)."""
    versions = Result.objects.filter(fixture=fixture).select_related("submitted_by")
    if live is None:
        # A counter-sheet that was laid aside never stood; a dispute is closed before anything is decided.
        stood = versions.filter(state=ResultState.SUPERSEDED).exclude(counter_of__isnull=False, settlement="")
        last = _with_fixture(fixture, stood.order_by("-version").first())
        return Reversal(last is not None, last, last is not None and not last.settlement)
    if not is_decision(live):
        return Reversal(False)
    before = _with_fixture(fixture, versions.filter(pk=live.corrects_id).first() if live.corrects_id else None)
    return Reversal(True, before, before is not None and not before.settlement)


def _with_fixture(fixture: Fixture, result: Result | None) -> Result | None:
    if result is not None:
        result.fixture = fixture
    return result
