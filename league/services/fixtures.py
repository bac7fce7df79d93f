"""Change the state and format of a fixture, and the states of its postponement and dispute: one function each."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from league.enums import (
    DISPUTE_MOVES,
    OPEN_POSTPONEMENTS,
    POSTPONEMENT_MOVES,
    DisputeState,
    FixtureState,
    JournalKind,
    NoticeKind,
    PostponementState,
)
from league.errors import WrongState
from league.models import Dispute, Division, Fixture, FixtureFormat, League, Postponement, User, Venue
from league.queries.disputes.disputes import describe_disputed
from league.queries.mail.kinds import ABOUT_A_DATE
from league.queries.results.sheets import has_results
from league.queries.seasons.rulesets import terms_by
from league.rules.formats import kept_terms, kept_value, terms
from league.rules.match_terms import Terms
from league.services.journal import hold_journal, record
from league.services.notices import cancel, queue_notice, tell
from league.translation import Text, in_a_sentence


def move_fixture(fixture: Fixture, starts_at: dt.datetime, *, venue: Venue | None = None, now: dt.datetime) -> Fixture:
    """Give a locked fixture a new date and venue; its original date stays. Rules and permissions are the caller's.

    Pending notices about its old date are cancelled.
    """
    fixture.starts_at = starts_at.astimezone(dt.UTC)
    fixture.state = FixtureState.SCHEDULED
    if venue is not None:
        fixture.venue = venue
    return _changed(fixture, now)


def take_date(fixture: Fixture, *, now: dt.datetime) -> Fixture:
    """Leave a locked fixture without a date; `starts_at` keeps the last one, for its place in lists."""
    fixture.state = FixtureState.POSTPONED
    return _changed(fixture, now)


def cancel_fixture(fixture: Fixture, *, by: User | None, now: dt.datetime) -> Fixture:
    """Cancel a locked fixture and close its disputes; `by` is None for the league's own rule."""
    fixture.state = FixtureState.CANCELLED
    lapse_disputes([fixture], by=by, now=now)
    return _changed(fixture, now)


def lapse_disputes(fixtures: Iterable[Fixture], *, by: User | None, now: dt.datetime) -> None:
    """Close the open disputes of locked, cancelled fixtures (one query if there are none).

    They have division, season, league and teams joined.
    """
    known = {fixture.pk: fixture for fixture in fixtures}
    for dispute in Dispute.objects.filter(fixture__in=known, state=DisputeState.OPEN).select_related(
        "assigned_to", "call"
    ):
        dispute.fixture = fixture = known[dispute.fixture_id]
        close_dispute(dispute, DisputeState.LAPSED)
        said = {"fixture": str(fixture), "what": describe_disputed(dispute)}
        what = Text("closed the dispute about {what} of {fixture}: it is cancelled", **said)
        text = Text(
            "{fixture}: the dispute about {what} is closed: the fixture is cancelled and counts for nothing.", **said
        )
        announce_settled(dispute, what=what, text=text, by=by, now=now)


def raise_sequence(fixture: Fixture, *, now: dt.datetime) -> None:
    """Raise a locked fixture's sequence, for calendars, because its evening is filled or free now."""
    fixture.sequence += 1
    fixture.changed_at = now
    fixture.save(update_fields=["sequence", "changed_at"])


def _changed(fixture: Fixture, now: dt.datetime) -> Fixture:
    fixture.sequence += 1
    fixture.changed_at = now
    fixture.save(update_fields=["starts_at", "state", "venue", "sequence", "changed_at"])
    cancel(fixture, ABOUT_A_DATE)
    return fixture


def open_postponement(fixture: Fixture) -> Postponement | None:
    """The open postponement of a fixture (one query)."""
    found = Postponement.objects.filter(fixture=fixture, state__in=OPEN_POSTPONEMENTS).first()
    if found is not None:
        found.fixture = fixture
    return found


def turn(postponement: Postponement, to: PostponementState, **fields: Any) -> None:
    """Move a postponement along its table; its fixture is locked. ValueError for a move that is the caller's bug."""
    if to not in POSTPONEMENT_MOVES[PostponementState(postponement.state)]:
        raise ValueError(f"a postponement does not go from {postponement.state} to {to}")
    fields = {"state": to, "awaiting": "", **fields}
    for name, value in fields.items():
        setattr(postponement, name, value)
    postponement.save(update_fields=list(fields))


def close_dispute(dispute: Dispute, to: DisputeState) -> None:
    """Move a dispute along its table; its fixture is locked. WrongState if it is closed."""
    came_from = DisputeState(dispute.state)
    if to not in DISPUTE_MOVES[came_from]:
        state = in_a_sentence(
            came_from.label,
        )
        raise WrongState(Text("This dispute is {state} already.", state=state))
    dispute.state = to
    dispute.save(update_fields=["state"])


def settlement_key(dispute: Dispute) -> str:
    """Key of a dispute's end in the journal and in notices; each reopening makes it a new one."""
    again = dispute.times_reopened
    return f"{dispute.pk}:{again}" if again else str(dispute.pk)


def announce_settled(
    dispute: Dispute,
    kind: JournalKind = JournalKind.DISPUTE_SETTLED,
    *,
    what: Text,
    text: Text,
    by: User | None,
    now: dt.datetime,
    why: str = "",
    data: Mapping[str, Any] | None = None,
) -> None:
    """Journal how a dispute has ended, and notify both captains, the secretary and its referee."""
    fixture, key = dispute.fixture, settlement_key(dispute)
    record(fixture.league, kind, key, by=by, now=now, what=what, why=why, fixture=fixture, data=data)
    tell(fixture, NoticeKind.DISPUTE_SETTLED, key, text, now=now, but=by, secretary=True)
    if dispute.assigned_to is not None and dispute.assigned_to != by:
        league = fixture.league
        queue_notice(
            league, [dispute.assigned_to], NoticeKind.DISPUTE_SETTLED, key, text=text, now=now, fixture=fixture
        )


def close_when_entered(fixture: Fixture, to: PostponementState, *, by: User | None, now: dt.datetime) -> bool:
    """Close what is open about a locked fixture's date because its result came in; return whether there was anything.

    A fixture without a date is SCHEDULED again at the one it had, or if that is to come at this evening.
    """
    put_off = open_postponement(fixture)
    if put_off is not None:
        turn(put_off, to, decided_by=by, decided_at=now)
    if fixture.state == FixtureState.POSTPONED:
        played = to == PostponementState.PLAYED
        move_fixture(fixture, _played_at(fixture, now) if played else fixture.starts_at, now=now)
    return put_off is not None


def _played_at(fixture: Fixture, now: dt.datetime) -> dt.datetime:
    if fixture.starts_at <= now:
        return fixture.starts_at
    tz = fixture.league.tz
    tonight = dt.datetime.combine(now.astimezone(tz).date(), fixture.starts_at.astimezone(tz).time(), tzinfo=tz)
    return min(tonight, now.replace(second=0, microsecond=0))


_SAYS_A_FORMAT = (
    *("fixture_format", "games_per_match", "format"),
    *(f"{kind}_{what}" for kind in ("singles", "doubles") for what in ("ruleset", "own")),
)


def kept_format(division: Division, *, now: dt.datetime, alone: bool = False) -> FixtureFormat:
    """Return the row of a division's present format, created if needed, and point the division to it.

    Season and league must be joined. `alone`: the league is just being created and may have no journal.
    """
    said = terms(division)
    text, value = str(said), kept_value(said)
    if division.format is not None and kept_terms(division.format) == said:
        return division.format
    row = _row_of(division.season.league, text, value, now=now, alone=alone)
    # Only where it still says this: whoever changes its format meanwhile holds its row, and says so themselves. They
    # may wait for the journal that is held here, so nobody waits for them.
    same = {name: getattr(division, name) for name in _SAYS_A_FORMAT}
    free = Division.objects.select_for_update(skip_locked=True, no_key=True).filter(pk=division.pk, **same)
    if list(free.order_by().values_list("pk", flat=True)):
        Division.objects.filter(pk=division.pk).update(format=row)
    division.format = row
    return row


def _row_of(league: League, text: str, value: Mapping[str, Any], *, now: dt.datetime, alone: bool) -> FixtureFormat:
    said = {"league": league, "text": text, "value": value}
    found = FixtureFormat.objects.filter(**said).order_by("pk").first()
    if found is not None:
        return found
    # Of two who make the same row the second waits for the first: so each holds the journal before, as for its entry.
    if not alone:
        hold_journal(league)
    return FixtureFormat.objects.get_or_create(**said, defaults={"made_at": now})[0]


def change_format(division: Division, before: Terms, *, now: dt.datetime) -> list[str]:
    """Point a locked division, not saved, to its present format if that differs from `before`; return changed fields.

    Fixtures with a result keep theirs.
    """
    if terms(division) == before:
        return []
    if not has_results(division):
        division.format = None
        return ["format"]
    division.format, division.format_since = kept_format(division, now=now), now
    return ["format", "format_since"]


def format_of_its_own(division: Division, text: str, *, now: dt.datetime) -> FixtureFormat:
    """Return the row of a format that one fixture plays by, with its division's rulesets; season and league joined."""
    said = terms_by(division, text)
    return _row_of(division.season.league, str(said), kept_value(said), now=now, alone=False)


def take_format(fixture: Fixture, of: FixtureFormat | None = None, *, now: dt.datetime) -> FixtureFormat:
    """Return the format of a locked fixture's next version, and set it: `of`, its result's, or its division's."""
    played = of or fixture.format or kept_format(fixture.division, now=now)
    set_format(fixture, played)
    return played


def set_format(fixture: Fixture, played: FixtureFormat | None) -> None:
    """Set a locked fixture's format, by default the division's. A play-off keeps the one that it was arranged with."""
    if played is None and fixture.play_off:
        return
    if fixture.format_id != (played.pk if played is not None else None):
        fixture.format = played
        fixture.save(update_fields=["format"])
