import datetime as dt

from league import access
from league.enums import AppealBody, AppealsBy, NoticeKind
from league.models import Fixture, User
from league.queries.disputes.disputes import about_of
from league.queries.disputes.panels import Panel
from league.rules.deadlines import AWAKE
from league.rules.wording import moment_spelt
from league.services.notices import queue_notice, secretaries
from league.translation import N_, Text

DAY = dt.timedelta(days=1)


def ask_panel(panel: Panel, *, now: dt.datetime) -> None:
    """Queue a notice to each who decides an open appeal now and has not voted; asked once, and reminded once.

    Whoever it passes on to after a deadline is asked by day.
    """
    fixture, appeal = panel.appeal.ruling.fixture, panel.appeal
    if panel.of_the_secretary:
        if appeal.goes_to != AppealsBy.SECRETARY and _by_day(now, fixture):
            people = _secretaries(panel, fixture, now=now)
            _queue_notices(panel, fixture, people, "secretary", _passed_on(panel, fixture), now=now)
        return
    body, until = panel.standing.body, panel.standing.until
    if until is None:
        if _by_day(now, fixture):
            _queue_notices(panel, fixture, panel.asks, body, _passed_on(panel, fixture), now=now)
        return
    third = bool(panel.standing.reason)
    text = _invitation_text(panel, fixture, until, third=third)
    stage = "third" if third else "vote"
    _queue_notices(panel, fixture, panel.asks, stage, text, now=now, stale_at=until)
    evening = fixture.league.evenings.day_before(until)
    # With a day or less to vote, the first notice is reminder enough.
    if now >= evening > _first_asked_at(panel, third=third) + DAY:
        text = _reminded(panel, fixture, until)
        _queue_notices(panel, fixture, panel.asks, f"{stage}:reminder", text, now=now, stale_at=until)


def _first_asked_at(panel: Panel, *, third: bool) -> dt.datetime:
    """Return when those who decide now were first asked; a third judge, when the two came to differ."""
    return max(vote.voted_at for vote in panel.counted) if third else panel.appeal.opened_at


def _queue_notices(
    panel: Panel,
    fixture: Fixture,
    people: list[User],
    stage: str,
    text: Text,
    *,
    now: dt.datetime,
    stale_at: dt.datetime | None = None,
) -> None:
    key = f"{panel.appeal.pk}:{stage}"
    queue_notice(
        fixture.league, people, NoticeKind.APPEAL_TO_DECIDE, key, text=text, now=now, fixture=fixture, stale_at=stale_at
    )  # fmt: skip


def _by_day(now: dt.datetime, fixture: Fixture) -> bool:
    opens, closes = AWAKE
    return opens <= now.astimezone(fixture.league.tz).time() < closes


def _secretaries(panel: Panel, fixture: Fixture, *, now: dt.datetime) -> list[User]:
    """The secretaries who may decide it; all of them where none may, since another has to be found."""
    league = fixture.league
    found = secretaries(league, now=now)
    may = [u for u in found if access.may(access.grants(u, league, now=now), "appeal.decide", panel.appeal)]
    return may or found


def _passed_on(panel: Panel, fixture: Fixture) -> Text:
    said = {"fixture": str(fixture), "about": about_of(panel.appeal.ruling)}
    yours = {
        AppealBody.SECRETARY: N_("{fixture}: the appeal against the ruling on {about} is for the secretary to decide."),
        AppealBody.CHAIR: N_("{fixture}: the appeal against the ruling on {about} is for you, as chair, to decide."),
        AppealBody.LONGEST: N_(
            "{fixture}: the appeal against the ruling on {about} is for you to decide, who have served longest on the "
            "committee."
        ),
    }
    return Text.joined(" ", [Text(yours[AppealBody(panel.standing.body)], **said), panel.standing.reason])


def _invitation_text(panel: Panel, fixture: Fixture, until: dt.datetime, *, third: bool) -> Text:
    said = {"fixture": str(fixture), "about": about_of(panel.appeal.ruling), "time": moment_spelt(until)}
    if third:
        sentence = N_(
            "{fixture}: two judges differ about the appeal against the ruling on {about}; your vote decides, by {time}."
        )
        return Text(sentence, **said)
    return Text("{fixture}: the appeal against the ruling on {about} awaits your vote by {time}.", **said)


def _reminded(panel: Panel, fixture: Fixture, until: dt.datetime) -> Text:
    said = {"fixture": str(fixture), "about": about_of(panel.appeal.ruling), "time": moment_spelt(until)}
    sentence = N_("{fixture}: your vote on the appeal against the ruling on {about} is awaited by {time}.")
    return Text(sentence, **said)
