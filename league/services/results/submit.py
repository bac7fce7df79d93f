"""Submit a result, and keep a captain's draft until then."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from django.db import transaction

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind, PostponementState, ResultState, Settlement
from league.errors import WrongState
from league.models import Fixture, LateCard, Result, SheetDraft, User
from league.queries.calls.conduct import as_awarded
from league.queries.results import eligibility
from league.queries.results.card_photographs import card_was_sent
from league.queries.results.dashboards import draft_of
from league.queries.results.sheets import name_players, sheet_of
from league.queries.results.versions import (
    Examined,
    beside,
    key_of,
    live_result,
    not_enterable,
    require_not_cancelled,
    score_of,
)
from league.queries.standings.decisions import result_due
from league.rules.formats import fixture_terms
from league.rules.problems import Problem
from league.rules.settings.season import late_card_sides
from league.rules.sheet_fields import Difference, Fields, differences, parse_sheet
from league.rules.sheets import UNSAID, GameScore, ResultSheet, ScoreOnly, Totals
from league.rules.typed_names import with_numbers
from league.rules.wording import clock, day_of_year, plural_of, points_told
from league.services.fixtures import close_when_entered
from league.services.journal import record
from league.services.live import end_live
from league.services.locks import lock_fixture
from league.services.notices import notify
from league.services.results import store
from league.services.results.awaiting import ask, question
from league.services.results.complete import add_card, append_card, completes
from league.services.results.confirm import append_counter, contest, settle_confirmed
from league.services.results.correct import change_waiting_sheet
from league.services.results.store import check_sheet
from league.translation import N_, Text


@transaction.atomic
def submit(fixture: Fixture, sheet: ResultSheet, *, by: User, now: dt.datetime) -> Result:
    """Enter a fixture's result; return the version it became, or the one it agrees with.

    A captain's sheet waits for the other side, until the league's hours are over; the secretary's counts at once. Where
    the other side's sheet waits already, an equal one confirms it, another one disputes it. The whole card of a score
    alone completes it. A double click is one result.

    Raises:
        NotAllowed: neither captain of a side nor secretary.
        WrongState: the fixture has not begun, or its result is no longer open to this person.
        Invalid: with every problem of the sheet.
    """
    fixture = lock_fixture(fixture)
    # Under the lock: a role may end while it is waited for.
    grants = access.require(by, "result.submit", fixture.league, fixture, now=now)
    there = beside(fixture)
    before = live_result(fixture) if there.version else None
    if before is not None:
        # What was awarded for conduct on a sheet before stays so on this one, and both captains see it there.
        sheet = as_awarded(fixture, sheet)
        named = store.lock_names(fixture, sheet)
        sent = _version_already_sent(before, named, by=by)
        if sent is None and completes(before, sheet):
            return add_card(before, sheet, grants, by=by, now=now)
        return sent or _answer_with(before, sheet, grants, by=by, now=now)
    early = not_enterable(fixture, now=now)
    if early:
        raise WrongState(early)
    examined = check_sheet(fixture, sheet, awards=None if there.case or there.call else ())
    # Messages, drafts, then the journal: whoever erases a person locks in this order too.
    put_off = fixture.state == FixtureState.POSTPONED
    scored = there.live_score and end_live(fixture, now=now)
    closed = (put_off or there.postponement) and close_when_entered(fixture, PostponementState.PLAYED, by=by, now=now)
    if there.draft or examined.newcomers:
        examined = store.register_typed_players(fixture, examined, by=by, now=now)
    result = _append_first(fixture, examined, grants.side_of(fixture), first=not there.version, by=by, now=now)
    if not put_off:
        _propose_late_cards(result, by=by, now=now)
    params = {"fixture": str(fixture), "score": score_of(result)}
    what = Text("entered {fixture}: {score}", **params)
    if closed:
        what = Text("entered {fixture}: {score}, although it had been put off", **params)
    record(fixture.league, JournalKind.RESULT_SUBMITTED, key_of(result), by=by, now=now, what=what, fixture=fixture)
    if scored:
        what, kind = (
            Text("ended the live score of {fixture}: the result is {score}", **params),
            JournalKind.LIVE_BECAME_RESULT,
        )
        record(fixture.league, kind, key_of(result), by=by, now=now, what=what, fixture=fixture)
    return result


def _append_first(
    fixture: Fixture, examined: Examined, side: str, *, first: bool, by: User, now: dt.datetime
) -> Result:
    """Append the sheet and tell whom it concerns: a captain's asks the other side, the secretary's counts."""
    if side:
        asked = question(fixture, side, sent_by=by.pk, now=now)
        result = store.append_result(
            fixture, examined, state=ResultState.SUBMITTED, now=now, by=by, side=side, first=first,
            confirm_by=asked.confirm_by,
        )  # fmt: skip
        text = Text("{fixture}: {score} was entered.", fixture=str(fixture), score=score_of(result))
        ask(result, asked, text, by=by, now=now)
        return result
    result = store.append_result(
        fixture, examined, state=ResultState.CONFIRMED, now=now, by=by, first=first,
        settlement=Settlement.SECRETARY, settled_by=by, settled_at=now,
    )  # fmt: skip
    text = Text("{fixture}: {score} was entered by the secretary.", fixture=str(fixture), score=score_of(result))
    notify(fixture, NoticeKind.RESULT_ENTERED, key_of(result), text, now=now, but=by)
    return result


def _propose_late_cards(result: Result, *, by: User, now: dt.datetime) -> None:
    """Propose the season's penalty for a result first sent after its deadline; nothing is taken by it.

    Not for a fixture put off, or published after its evening (its hours could not have run), nor for a play-off, which
    counts for nothing in the table.
    """
    fixture, season = result.fixture, result.fixture.division.season
    sides = late_card_sides(season.late_card, season.reports, result.winning_side)
    if not sides or result.version > 1 or fixture.play_off or fixture.began_before_publication:
        return
    due = result_due(fixture)
    # A card that was handed in as a photograph in time is not late because the secretary typed it later.
    if now > due and not (result.side == "" and card_was_sent(fixture, by=due)):
        columns = {"fixture": fixture, "points": season.late_card_points, "due_at": due, "sent_at": now}
        for card in LateCard.objects.bulk_create([LateCard(side=side, **columns) for side in sides]):
            _tell_of_late_card(card, by=by, now=now)


def _tell_of_late_card(card: LateCard, *, by: User, now: dt.datetime) -> None:
    """Tell the secretaries, and nobody else until they have decided."""
    fixture, points = card.fixture, Fraction(card.points)
    due, sent = (at.astimezone(fixture.league.tz) for at in (card.due_at, card.sent_at))
    text = Text.plural(
        "{fixture}: the result was due on {due} at {due_time} and sent on {sent} at {sent_time}. {team} may lose "
        "{points} point.",
        "{fixture}: the result was due on {due} at {due_time} and sent on {sent} at {sent_time}. {team} may lose "
        "{points} points.",
        n=plural_of(points), points=points_told(points), fixture=str(fixture), team=card.team.name,
        due=day_of_year(due), due_time=clock(due.time()), sent=day_of_year(sent), sent_time=clock(sent.time()),
    )  # fmt: skip
    kind = NoticeKind.LATE_CARD_PROPOSED
    notify(fixture, kind, str(card.pk), text, now=now, sides=(), secretary=True, but=by)


def _version_already_sent(before: Result, sheet: ResultSheet, *, by: User) -> Result | None:
    """Return the version that this very sheet of this person became already, if any."""
    agreed = before.settlement == Settlement.AGREED and before.settled_by_id == by.pk
    same = not differences(sheet_of(before), sheet) and (sheet.score is not None or not before.score_only)
    if agreed and same:
        return before
    theirs = [before] if before.submitted_by_id == by.pk else []
    theirs += Result.objects.filter(fixture=before.fixture, state=ResultState.COUNTER, submitted_by=by)
    return next((version for version in theirs if sheet_of(version) == sheet), None)


def _answer_with(before: Result, sheet: ResultSheet, grants: access.Grants, *, by: User, now: dt.datetime) -> Result:
    """Confirm or dispute a waiting sheet by the other side's own."""
    fixture = before.fixture
    waits = before.state == ResultState.SUBMITTED
    if waits and before.score_only and sheet.score is None and access.may(grants, "result.change", before):
        return change_waiting_sheet(before, sheet, "", by=by, now=now)
    if not waits or not access.may(grants, "result.answer", before):
        raise WrongState(
            _already_sent_message(before),
            on_page=N_("Open the fixture to see how it stands; what you filled in is kept."),
        )
    require_not_cancelled(fixture)
    examined = store.register_typed_players(fixture, check_sheet(fixture, sheet), by=by, now=now)
    apart = differences(sheet_of(before), examined.sheet)
    if not apart:
        params = {"fixture": str(fixture), "score": score_of(before)}
        what = Text("sent the same sheet of {fixture}: {score}", **params)
        text = Text("{fixture}: both captains sent the same sheet; {score} counts.", **params)
        result = settle_confirmed(before, Settlement.AGREED, by=by, now=now, what=what, text=text)
        if completes(result, examined.sheet):
            return append_card(result, examined, grants.side_of(fixture), by=by, now=now)
        return result
    side = grants.side_of(fixture)
    counter = append_counter(fixture, examined, side, by=by, now=now)
    reason = Text(
        "The two sheets differ: {places}.", places=Text.joined("; ", (difference.where for difference in apart))
    )
    contest(before, counter, side, reason, by=by, now=now, surprised=True)
    return counter


def _already_sent_message(before: Result) -> Text:
    local = before.submitted_at.astimezone(before.fixture.league.tz)
    return Text(
        "{name} sent a sheet for this fixture on {day} at {time} ({score}).",
        name=(before.submitted_by.name if before.submitted_by else "") or N_("Somebody"),
        day=day_of_year(local),
        time=clock(local.time()),
        score=score_of(before),
    )


@transaction.atomic
def save_draft(
    fixture: Fixture, fields: Mapping[str, str], *, seen: str | None = None, by: User, now: dt.datetime
) -> SheetDraft:
    """Save the fields as their writer's draft of the fixture.

    Args:
        seen: the `draft_stamp` of the draft that the page rests on ("" for none), so that a page left open on another
            device does not overwrite a newer one. None skips the check: the sheet has been sent.

    Raises:
        NotAllowed: they may not enter this fixture's result.
        WrongState: there is a newer draft; nothing is written.
    """
    access.require(by, "result.submit", fixture.league, fixture, now=now)
    lock_fixture(fixture)
    if seen is not None:
        kept = SheetDraft.objects.filter(fixture=fixture, user=by).first()
        if kept is not None and draft_stamp(kept) != seen and dict(kept.sheet) != dict(fields):
            raise WrongState(
                N_("More of this sheet has been filled in on another device."), on_page=N_("Open the page again.")
            )
    draft, _ = SheetDraft.objects.update_or_create(
        fixture=fixture, user=by, defaults={"sheet": dict(fields), "updated_at": now}
    )
    return draft


def draft_stamp(draft: SheetDraft | None) -> str:
    """Return when a draft was saved, as a page remembers it; blank without one."""
    return draft.updated_at.astimezone(dt.UTC).isoformat() if draft is not None else ""


def drafted_sheet(fixture: Fixture, user: User) -> ResultSheet | None:
    draft = draft_of(fixture, user)
    return sheet_from(fixture, draft.sheet) if draft is not None and draft.sheet else None


def sheet_from(fixture: Fixture, fields: Fields) -> ResultSheet:
    """Return the sheet that fields say as far as they can be read, with players for the names in it."""
    named = name_players(fixture, parse_sheet(fields, fixture_terms(fixture))[0])
    # Nobody has a number yet who would be made by this very sheet.
    return with_numbers(named.sheet, dict.fromkeys(named.newcomers))


def draft_differences(mine: ResultSheet | None, live: Result) -> list[Difference]:
    """Return where somebody's draft contradicts the sheet that waits; what they left empty is no objection."""
    return [difference for difference in differences(mine, sheet_of(live)) if _is_filled_in(difference)] if mine else []


def _is_filled_in(difference: Difference) -> bool:
    mine, theirs = difference.mine, difference.theirs
    if isinstance(mine, ScoreOnly):
        # A card that is still being filled in has a lower score.
        return isinstance(theirs, ScoreOnly) and mine.home + mine.away >= theirs.home + theirs.away
    if isinstance(mine, Totals):
        pegged = theirs.pegged if isinstance(theirs, Totals) else UNSAID
        home, away = (its if own is None else own for own, its in zip(mine.pegged, pegged, strict=True))
        return mine != Totals() and replace(mine, pegged=(home, away)) != theirs
    return not mine.blank if isinstance(mine, GameScore) else any(mine)


def breaches_of(fixture: Fixture, fields: Fields) -> list[Problem]:
    """Return the breaches of eligibility on a sheet so far, and who is meant by a typed name."""
    named = name_players(fixture, parse_sheet(fields, fixture_terms(fixture))[0])
    return [*named.problems, *eligibility.look(fixture, named.sheet, named.newcomers).problems]
