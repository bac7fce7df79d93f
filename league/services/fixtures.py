"""The state of a fixture, of its postponement and of its dispute: each is moved by one function alone.

And the format that it is played by: a row that is made when it is first needed, and never changed.
"""

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
from league.queries.disputes.disputes import what_of
from league.queries.mail.kinds import ABOUT_A_DATE
from league.queries.results.sheets import has_results
from league.queries.seasons.rulesets import terms_by
from league.rules.formats import terms
from league.rules.kept_formats import kept_terms, kept_value
from league.rules.match_terms import Terms
from league.services.journal import hold_journal, record
from league.services.notices import cancel, owe, tell
from league.translation import Text, in_a_sentence


def move_fixture(fixture: Fixture, starts_at: dt.datetime, *, venue: Venue | None = None, now: dt.datetime) -> Fixture:
    """Give a locked fixture a new date, and a new venue if one is named; its original date stays.

    What waits to be sent about its old date is cancelled. Neither rules nor permissions are looked at here.
    """
    fixture.starts_at = starts_at.astimezone(dt.UTC)
    fixture.state = FixtureState.SCHEDULED
    if venue is not None:
        fixture.venue = venue
    return _changed(fixture, now)


def take_date(fixture: Fixture, *, now: dt.datetime) -> Fixture:
    """A locked fixture has no date from now on. `starts_at` keeps the last one, as a place in lists."""
    fixture.state = FixtureState.POSTPONED
    return _changed(fixture, now)


def cancel_fixture(fixture: Fixture, *, by: User | None, now: dt.datetime) -> Fixture:
    """A locked fixture will not be played. What is disputed about it is closed.

    Args:
        by: who cancels it; None for the league's own rule.
    """
    fixture.state = FixtureState.CANCELLED
    lapse_disputes([fixture], by=by, now=now)
    return _changed(fixture, now)


def lapse_disputes(fixtures: Iterable[Fixture], *, by: User | None, now: dt.datetime) -> None:
    """Close the open disputes of locked fixtures that are cancelled: no result of them counts (a query if none are).

    Args:
        fixtures: with division, season, league and teams joined.
    """
    known = {fixture.pk: fixture for fixture in fixtures}
    for dispute in Dispute.objects.filter(fixture__in=known, state=DisputeState.OPEN).select_related(
        "assigned_to", "call"
    ):
        dispute.fixture = fixture = known[dispute.fixture_id]
        close_dispute(dispute, DisputeState.LAPSED)
        said = {"fixture": str(fixture), "what": what_of(dispute)}
        what = Text("closed the dispute about {what} of {fixture}: it is cancelled", **said)
        text = Text(
            "{fixture}: the dispute about {what} is closed: the fixture is cancelled and counts for nothing.", **said
        )
        announce_settled(dispute, what=what, text=text, by=by, now=now)


def raise_sequence(fixture: Fixture, *, now: dt.datetime) -> None:
    """Let calendars read a locked fixture anew, whose evening is filled or free from now on; its date stays."""
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
    """Return the open postponement of a fixture, or None (one query)."""
    found = Postponement.objects.filter(fixture=fixture, state__in=OPEN_POSTPONEMENTS).first()
    if found is not None:
        found.fixture = fixture
    return found


def turn(postponement: Postponement, to: PostponementState, **fields: Any) -> None:
    """Move a postponement to another state, by the one table of allowed moves. Its fixture is locked.

    Raises:
        ValueError: the table has no such move; a bug of the caller, not of a person.
    """
    if to not in POSTPONEMENT_MOVES[PostponementState(postponement.state)]:
        raise ValueError(f"a postponement does not go from {postponement.state} to {to}")
    fields = {"state": to, "awaiting": "", **fields}
    for name, value in fields.items():
        setattr(postponement, name, value)
    postponement.save(update_fields=list(fields))


def close_dispute(dispute: Dispute, to: DisputeState) -> None:
    """Move a dispute to another state, by the one table of allowed moves. Its fixture is locked.

    Raises:
        WrongState: it is closed already.
    """
    came_from = DisputeState(dispute.state)
    if to not in DISPUTE_MOVES[came_from]:
        state = in_a_sentence(
            came_from.label,
        )
        raise WrongState(Text("This dispute is {state} already.", state=state))
    dispute.state = to
    dispute.save(update_fields=["state"])


def settlement_key(dispute: Dispute) -> str:
    """Return the key of a dispute's end in the journal and in notices; each reopening makes it a new one."""
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
    """Write down how a dispute has ended, and owe both captains, the secretary and its referee a notice of it."""
    fixture, key = dispute.fixture, settlement_key(dispute)
    record(fixture.league, kind, key, by=by, now=now, what=what, why=why, fixture=fixture, data=data)
    tell(fixture, NoticeKind.DISPUTE_SETTLED, key, text, now=now, but=by, secretary=True)
    if dispute.assigned_to is not None and dispute.assigned_to != by:
        league = fixture.league
        owe(league, [dispute.assigned_to], NoticeKind.DISPUTE_SETTLED, key, text=text, now=now, fixture=fixture)


def close_when_entered(fixture: Fixture, to: PostponementState, *, by: User | None, now: dt.datetime) -> bool:
    """A result has come in for a locked fixture: what was open about its date is so no longer.

    A fixture without a date is SCHEDULED again and keeps the one it had. One that was played before that date was
    played this evening, as far as anybody knows.

    Returns:
        Whether there was anything to close.
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
    """Return the row of the format that a division plays by, made if the league has none that says the same.

    The division points to it from now on. Its season and league must be joined.

    Args:
        alone: nobody else knows the league yet, whose journal may not be there.
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
    """Let a locked division point to the format that its settings say now, where that is no longer `before`.

    It is not saved; fixtures with a result keep theirs.

    Returns:
        The fields that differ.
    """
    if terms(division) == before:
        return []
    if not has_results(division):
        division.format = None
        return ["format"]
    division.format, division.format_since = kept_format(division, now=now), now
    return ["format", "format_since"]


def format_of_its_own(division: Division, text: str, *, now: dt.datetime) -> FixtureFormat:
    """Return the row of a format that one fixture of a division is played by, with the division's rulesets.

    Its season and league must be joined.
    """
    said = terms_by(division, text)
    return _row_of(division.season.league, str(said), kept_value(said), now=now, alone=False)


def take_format(fixture: Fixture, of: FixtureFormat | None = None, *, now: dt.datetime) -> FixtureFormat:
    """Return the format of a locked fixture's next version, by which the fixture is played from now on.

    It is that of the result that it has, or else its division's.

    Args:
        of: another one: that of an older version which counts again.
    """
    played = of or fixture.format or kept_format(fixture.division, now=now)
    set_format(fixture, played)
    return played


def set_format(fixture: Fixture, played: FixtureFormat | None) -> None:
    """Let a locked fixture be played by a format from now on; by its division's where none is given.

    A play-off keeps the one that it was arranged with.
    """
    if played is None and fixture.play_off:
        return
    if fixture.format_id != (played.pk if played is not None else None):
        fixture.format = played
        fixture.save(update_fields=["format"])
