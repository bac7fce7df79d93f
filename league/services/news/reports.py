"""Match reports: one by each side's captain, which the secretary may hide.

It may be changed for some weeks after the fixture; without text it is removed. A hidden one can be changed and stays
hidden until the secretary shows the version that they read.
"""

import datetime as dt

from django.db import transaction

from league import access
from league.enums import FixtureState, JournalKind, NoticeKind, Side
from league.errors import Changed, Invalid, WrongState
from league.models import Fixture, MatchReport, Result, User
from league.queries.results.versions import live_result
from league.rules import news as rules
from league.rules.problems import Problem, check_reason
from league.services.journal import record_numbered
from league.services.locks import lock_fixture
from league.services.news.posts import CHANGED, fingerprint
from league.services.notices import tell
from league.translation import N_, Text

NOTHING = N_("There is no match report of this side.")


@transaction.atomic
def write_report(
    fixture: Fixture, side: Side, text: str, *, seen: int, by: User, now: dt.datetime
) -> MatchReport:  # fmt: skip
    """Write, change or remove (without text) a side's report in Markdown; the same again changes nothing.

    Raises:
        WrongState: the fixture has no result or is long ago, its season or a team is hidden, or the report was changed
            very often.
        Changed: it is not the version `seen` (0: none).
        Invalid: no text where there is no report, or too long a text.
    """
    access.require(by, "report.write", fixture.league, MatchReport(fixture=fixture, side=side), now=now)
    fixture = lock_fixture(fixture)
    access.require(by, "report.write", fixture.league, MatchReport(fixture=fixture, side=side), now=now)
    if why := closed(fixture, live_result(fixture), now=now):
        raise WrongState(why)
    row = MatchReport.objects.filter(fixture=fixture, side=side).first()
    row = row or MatchReport(fixture=fixture, side=side, version=0, written_at=now)
    if row.version != seen:
        raise Changed(CHANGED)
    cleaned = rules.clean_text(text)
    problems = rules.check_text(cleaned, rules.LONGEST_REPORT)
    if not cleaned and not row.text:
        problems = [Problem("no-text", N_("Write something."), "text")]
    if problems:
        raise Invalid(problems)
    if row.text == cleaned:
        return row
    if row.version >= rules.MOST_VERSIONS:
        raise WrongState(N_("This match report was changed so often that no more changes are taken."))
    row.fixture = fixture
    row.text, row.version, row.written_by, row.changed_at = cleaned, row.version + 1, by, now
    row.save()
    _journal(row, JournalKind.REPORT_WRITTEN, WRITTEN if cleaned else REMOVED, by=by, now=now)
    return row


@transaction.atomic
def hide_report(report: MatchReport, *, reason: str, by: User, now: dt.datetime) -> MatchReport:
    """Hide a report, whatever its version; captains are told the reason. WrongState if it was removed, or is hidden
    with its season or a team.
    """
    row = _locked(report, by=by, now=now)
    why = reason.strip()
    problems = check_reason(why, N_("Say why it is hidden; its captain reads it."))
    if problems:
        raise Invalid(problems)
    if row.hidden_at is not None:
        return row
    if not row.text:
        raise WrongState(NOTHING)
    row.hidden_at, row.hidden_by, row.hidden_because = now, by, why
    row.save(update_fields=["hidden_at", "hidden_by", "hidden_because"])
    text = Text("The secretary has hidden your match report of {fixture}: {why}", fixture=str(row.fixture), why=why)
    _tell(row, _journal(row, JournalKind.REPORT_HIDDEN, HIDDEN, by=by, now=now, why=why), text, by=by, now=now)
    return row


@transaction.atomic
def show_report(report: MatchReport, *, seen: int, by: User, now: dt.datetime) -> MatchReport:
    """Show a report again and tell its captains; Changed if its captain has written since the version `seen`."""
    row = _locked(report, by=by, now=now)
    if row.hidden_at is None:
        return row
    if row.version != seen:
        raise Changed(N_("Its captain has changed this report since you opened it. Read it before you show it."))
    row.hidden_at, row.hidden_by, row.hidden_because = None, None, ""
    row.save(update_fields=["hidden_at", "hidden_by", "hidden_because"])
    text = Text("Your match report of {fixture} is shown again.", fixture=str(row.fixture))
    _tell(row, _journal(row, JournalKind.REPORT_SHOWN, SHOWN, by=by, now=now), text, by=by, now=now)
    return row


WRITTEN = N_("wrote {team}’s match report of {fixture} (version {version})")
REMOVED = N_("removed {team}’s match report of {fixture} (version {version})")
HIDDEN = N_("hid {team}’s match report of {fixture} (version {version})")
SHOWN = N_("showed {team}’s match report of {fixture} again (version {version})")


def closed(fixture: Fixture, live: Result | None, *, now: dt.datetime) -> str:
    """Return why nobody can write about a fixture now; blank where its captains can."""
    if fixture.state == FixtureState.CANCELLED:
        return N_("This fixture is cancelled: nobody writes about it.")
    if live is None:
        return N_("There is no result yet. Write about the match once the result is sent.")
    if now > rules.closes_at(fixture.starts_at, fixture.league.evenings):
        return Text("Match reports are written and changed within {days} days of a fixture.", days=rules.REPORT_DAYS)
    return ""


def _locked(report: MatchReport, *, by: User, now: dt.datetime) -> MatchReport:
    league = report.fixture.league
    access.require(by, "report.hide", league, report, now=now)
    fixture = lock_fixture(report.fixture)
    access.require(by, "report.hide", league, report, now=now)
    row = MatchReport.objects.get(pk=report.pk)
    row.fixture = fixture
    return row


def _journal(report: MatchReport, kind: JournalKind, what: Text, *, by: User, now: dt.datetime, why: str = "") -> int:
    """Journal a decision on a report; return the entry's number."""
    fixture = report.fixture
    team = fixture.home if report.side == Side.HOME else fixture.away
    said = Text(what, team=team.name, fixture=str(fixture), version=report.version)
    data = {"report": report.pk, "version": report.version, "sha256": fingerprint(report.text)}
    entry = record_numbered(
        fixture.league, kind, f"report:{report.pk}:", said, by=by, now=now, why=why, fixture=fixture, data=data
    )
    return entry.number


def _tell(report: MatchReport, entry: int, text: Text, *, by: User, now: dt.datetime) -> None:
    """Queue a notice to the side's captains, keyed by the journal's entry."""
    key = f"{report.pk}:{entry}"
    tell(report.fixture, NoticeKind.REPORT_HIDDEN, key, text, now=now, sides=(report.side,), but=by)
