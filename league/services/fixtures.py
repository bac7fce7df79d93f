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
from league.models import Dispute, Division, Fixture, FixtureFormat, League, Postponement, Season, User, Venue, Week
from league.queries.dates.postponements import without_a_date
from league.queries.disputes.disputes import describe_disputed
from league.queries.mail.kinds import ABOUT_A_DATE
from league.queries.results.sheets import has_results
from league.queries.seasons.rulesets import terms_by
from league.rules.formats import kept_terms, kept_value, terms
from league.rules.match_terms import Terms
from league.rules.slots import format_moment
from league.services.journal import lock_journal, record
from league.services.notices import announce, cancel_notices, notify, queue_notice
from league.translation import N_, Text, in_a_sentence


def move_fixture(fixture: Fixture, starts_at: dt.datetime, *, venue: Venue | None = None, now: dt.datetime) -> Fixture:
    """Give a locked fixture a new date and venue; its original date stays. Rules and permissions are the caller's.

    Pending notices about its old date are cancelled.
    """
    fixture.starts_at = starts_at.astimezone(dt.UTC)
    fixture.state = FixtureState.SCHEDULED
    if venue is not None:
        fixture.venue = venue
    return _save_date(fixture, now)


def remove_date(fixture: Fixture, *, now: dt.datetime) -> Fixture:
    """Leave a locked fixture without a date; `starts_at` keeps the last one, for its place in lists."""
    fixture.state = FixtureState.POSTPONED
    return _save_date(fixture, now)


def cancel_fixture(fixture: Fixture, *, by: User | None, now: dt.datetime) -> Fixture:
    """Cancel a locked fixture and close its disputes; `by` is None for the league's own rule."""
    fixture.state = FixtureState.CANCELLED
    lapse_disputes([fixture], by=by, now=now)
    return _save_date(fixture, now)


def lapse_disputes(fixtures: Iterable[Fixture], *, by: User | None, now: dt.datetime) -> None:
    """Close the open disputes of locked, cancelled fixtures (one query if there are none).

    They have division, season, league and teams joined.
    """
    by_pk = {fixture.pk: fixture for fixture in fixtures}
    for dispute in Dispute.objects.filter(fixture__in=by_pk, state=DisputeState.OPEN).select_related(
        "assigned_to", "call"
    ):
        dispute.fixture = fixture = by_pk[dispute.fixture_id]
        close_dispute(dispute, DisputeState.LAPSED)
        params = {"fixture": str(fixture), "what": describe_disputed(dispute)}
        what = Text("closed the dispute about {what} of {fixture}: it is cancelled", **params)
        text = Text(
            "{fixture}: the dispute about {what} is closed: the fixture is cancelled and counts for nothing.", **params
        )
        announce_settled(dispute, what=what, text=text, by=by, now=now)


def find_week(season: Season, day: dt.date) -> Week:
    """Return the week that lists what the timetable does not have: that of its day, or the last one before it.

    Raise WrongState where the season has no weeks.
    """
    weeks = list(Week.objects.filter(season=season).select_related("round").order_by("starts_on"))
    if not weeks:
        raise WrongState(N_("The season has no weeks yet: publish its timetable first."))
    return next((week for week in reversed(weeks) if week.starts_on <= day), weeks[0])


def raise_sequence(fixture: Fixture, *, now: dt.datetime) -> None:
    """Raise a locked fixture's sequence, for calendars, because its evening is filled or free now."""
    fixture.sequence += 1
    fixture.changed_at = now
    fixture.save(update_fields=["sequence", "changed_at"])


def _save_date(fixture: Fixture, now: dt.datetime) -> Fixture:
    fixture.sequence += 1
    fixture.changed_at = now
    fixture.save(update_fields=["starts_at", "state", "venue", "sequence", "changed_at"])
    cancel_notices(fixture, ABOUT_A_DATE)
    return fixture


def open_postponement(fixture: Fixture) -> Postponement | None:
    """The open postponement of a fixture (one query)."""
    postponement = Postponement.objects.filter(fixture=fixture, state__in=OPEN_POSTPONEMENTS).first()
    if postponement is not None:
        postponement.fixture = fixture
    return postponement


def move_postponement(postponement: Postponement, to: PostponementState, **fields: Any) -> None:
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
    notify(fixture, NoticeKind.DISPUTE_SETTLED, key, text, now=now, but=by, secretary=True)
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
        move_postponement(put_off, to, decided_by=by, decided_at=now)
    if fixture.state == FixtureState.POSTPONED:
        played = to == PostponementState.PLAYED
        move_fixture(fixture, _evening_played(fixture, now) if played else fixture.starts_at, now=now)
    return put_off is not None


def _evening_played(fixture: Fixture, now: dt.datetime) -> dt.datetime:
    if fixture.starts_at <= now:
        return fixture.starts_at
    tz = fixture.league.tz
    tonight = dt.datetime.combine(now.astimezone(tz).date(), fixture.starts_at.astimezone(tz).time(), tzinfo=tz)
    return min(tonight, now.replace(second=0, microsecond=0))


_SAYS_A_FORMAT = (
    *("fixture_format", "games_per_match", "format"),
    *(f"{kind}_{what}" for kind in ("singles", "doubles") for what in ("ruleset", "own")),
)


def stored_format(division: Division, *, now: dt.datetime, alone: bool = False) -> FixtureFormat:
    """Return the row of a division's present format, created if needed, and point the division to it.

    Season and league must be joined. `alone`: the league is just being created and may have no journal.
    """
    now_terms = terms(division)
    text, value = str(now_terms), kept_value(now_terms)
    if division.format is not None and kept_terms(division.format) == now_terms:
        return division.format
    row = _format_row(division.season.league, text, value, now=now, alone=alone)
    # Only where it still says this: whoever changes its format meanwhile holds its row, and says so themselves. They
    # may wait for the journal that is held here, so nobody waits for them.
    same = {name: getattr(division, name) for name in _SAYS_A_FORMAT}
    free = Division.every.select_for_update(skip_locked=True, no_key=True).filter(pk=division.pk, **same)
    if list(free.order_by().values_list("pk", flat=True)):
        Division.every.filter(pk=division.pk).update(format=row)
    division.format = row
    return row


def _format_row(league: League, text: str, value: Mapping[str, Any], *, now: dt.datetime, alone: bool) -> FixtureFormat:
    columns = {"league": league, "text": text, "value": value}
    row = FixtureFormat.objects.filter(**columns).order_by("pk").first()
    if row is not None:
        return row
    # Of two who make the same row the second waits for the first: so each holds the journal before, as for its entry.
    if not alone:
        lock_journal(league)
    return FixtureFormat.objects.get_or_create(**columns, defaults={"made_at": now})[0]


def change_format(division: Division, before: Terms, *, now: dt.datetime) -> list[str]:
    """Point a locked division, not saved, to its present format if that differs from `before`; return changed fields.

    Fixtures with a result keep theirs.
    """
    if terms(division) == before:
        return []
    if not has_results(division):
        division.format = None
        return ["format"]
    division.format, division.format_since = stored_format(division, now=now), now
    return ["format", "format_since"]


def own_format_row(division: Division, text: str, *, now: dt.datetime) -> FixtureFormat:
    """Return the row of a format that one fixture plays by, with its division's rulesets; season and league joined."""
    own_terms = terms_by(division, text)
    return _format_row(division.season.league, str(own_terms), kept_value(own_terms), now=now, alone=False)


def use_format(fixture: Fixture, of: FixtureFormat | None = None, *, now: dt.datetime) -> FixtureFormat:
    """Return the format of a locked fixture's next version, and set it: `of`, its result's, or its division's."""
    played = of or fixture.format or stored_format(fixture.division, now=now)
    set_format(fixture, played)
    return played


def set_format(fixture: Fixture, played: FixtureFormat | None) -> None:
    """Set a locked fixture's format, by default the division's. A play-off keeps the one that it was arranged with."""
    if played is None and fixture.play_off:
        return
    if fixture.format_id != (played.pk if played is not None else None):
        fixture.format = played
        fixture.save(update_fields=["format"])


LONGEST_TEXT = 2000


def owe_date(put_off: Postponement, *, what: Text, why: str = "", by: User | None, now: dt.datetime) -> None:
    """Leave a postponement's fixture without a date and tell both captains and the secretary."""
    fixture = put_off.fixture
    move_postponement(put_off, PostponementState.OWED, decided_by=by, decided_at=now, why=why)
    remove_date(fixture, now=now)
    text = without_a_date(fixture)
    announce(
        fixture, JournalKind.FIXTURE_POSTPONED, NoticeKind.POSTPONEMENT_OWED, str(put_off.pk), what=what,
        text=text, by=by, now=now, why=why, secretary=True,
    )  # fmt: skip


def turn_down(put_off: Postponement, *, reason: str, by: User, now: dt.datetime) -> None:
    """Refuse a postponement; both captains are told, but not who did it."""
    fixture = put_off.fixture
    move_postponement(
        put_off, PostponementState.REFUSED, decided_by=by, decided_at=now, why=reason.strip()[:LONGEST_TEXT]
    )
    params = {"fixture": str(fixture), "day": format_moment(fixture.starts_at, fixture.league.tz)}
    what = Text("refused to postpone {fixture}; it stays on {day}", **params)
    text = Text("{fixture} is not postponed: it stays on {day}. {reason}", **params, reason=put_off.why)
    announce(
        fixture, JournalKind.POSTPONEMENT_REFUSED, NoticeKind.POSTPONEMENT_REFUSED, str(put_off.pk), what=what,
        text=text, by=by, now=now, why=put_off.why,
    )  # fmt: skip
