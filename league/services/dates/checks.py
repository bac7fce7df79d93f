import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from league.enums import FixtureState, Side
from league.errors import Changed, Invalid, WrongState
from league.models import Fixture, Offer, Postponement, Result
from league.queries.dates.postponements import moving_of
from league.rules import slots as rules
from league.rules.problems import Problem
from league.rules.wording import moment_spelt
from league.services.fixtures import open_postponement
from league.translation import N_, Text, in_a_sentence

MOST = 3
# How often a side may say within a day when it can play a fixture, whoever sets the date.
A_DAY = 4


def format_day_of(fixture: Fixture, moment: dt.datetime) -> Text:
    return rules.format_moment(moment, fixture.league.tz)


def require_open_to_change(fixture: Fixture) -> None:
    """Raise WrongState for a fixture that is played or cancelled."""
    if fixture.play_off:
        raise WrongState(N_("A play-off is not postponed: ask the secretary, who can move it."))
    if Result.objects.filter(fixture=fixture, live=True).exists():
        raise WrongState(N_("This fixture has its result; it can no longer be postponed."))
    if fixture.state == FixtureState.CANCELLED:
        raise WrongState(N_("This fixture will not be played; only the secretary can give it a date."))


def require_not_begun(fixture: Fixture, moving: rules.Moving, *, now: dt.datetime) -> None:
    """Raise WrongState unless the fixture is still to come and an evening is left."""
    if fixture.starts_at <= now:
        raise WrongState(N_("Too late: this fixture has already started."))
    if not any(evening.allowed for evening in rules.evenings(moving, now=now)):
        until = rules.format_day(moving.until)
        raise WrongState(Text("No evening is left: it must be played by {day}. Ask the secretary.", day=until))


def require_not_too_often(fixture: Fixture, side: Side, *, now: dt.datetime) -> None:
    """Raise Invalid for a side that has sent dates of a fixture too often within a day: each is a mail to somebody.

    A request counts, also a withdrawn one; agreeing and refusing do not.
    """
    sent = Offer.objects.filter(postponement__fixture=fixture, side=side, made_at__gt=now - dt.timedelta(days=1))
    if sent.count() >= A_DAY:
        message = Text("Your team has sent dates {most} times within a day; send others tomorrow.", most=A_DAY)
        raise Invalid([Problem("too-many", message)])


def last_offer(postponement: Postponement) -> Offer | None:
    offer = Offer.objects.filter(postponement=postponement).order_by("-number").first()
    if offer is not None:
        offer.postponement = postponement
    return offer


def is_short_notice(fixture: Fixture, *, now: dt.datetime) -> bool:
    return fixture.state == FixtureState.SCHEDULED and now >= short_notice_from(fixture)


def short_notice_from(fixture: Fixture) -> dt.datetime:
    """Return when a request starts to need a reason for coming late."""
    return fixture.league.evenings.short_notice(fixture.starts_at, fixture.division.season.short_notice_hours)


def problems_of_words(fixture: Fixture, *, reason: str, short_notice: str, now: dt.datetime) -> Iterator[Problem]:
    """Yield a problem for each reason that a request lacks."""
    if not reason.strip():
        yield Problem("no-reason", N_("Say why you cannot play then."), "reason")
    if not short_notice.strip() and is_short_notice(fixture, now=now):
        message = Text(
            "Requests after {time} are at short notice: say why yours comes so late.",
            time=moment_spelt(short_notice_from(fixture).astimezone(fixture.league.tz)),
        )
        yield Problem("short-notice", message, "short_notice")


def problems_of_dates(
    moving: rules.Moving, dates: Sequence[dt.datetime], *, now: dt.datetime, least: int = 0
) -> Iterator[Problem]:
    """Yield everything that is wrong with dates to be offered."""
    if len(dates) < least:
        yield Problem("no-date", N_("Choose at least one date."), "slot-1")
    if len(dates) > MOST:
        yield Problem("dates", Text("Offer {most} dates at the most.", most=MOST), f"slot-{MOST}")
    days: set[dt.date] = set()
    for number, date in enumerate(dates[:MOST], start=1):
        evening = rules.judge(moving, date, now=now)
        where = rules.format_day(evening.date)
        for reason in evening.reasons:
            yield Problem(reason.code, reason.message, f"slot-{number}", where)
        if evening.date in days:
            yield Problem("twice", N_("You offer this evening twice."), f"slot-{number}", where)
        days.add(evening.date)


def problems_of_request(fixture: Fixture, given: Mapping[str, Any], *, now: dt.datetime) -> list[Problem]:
    """Return what is wrong with those reasons and dates of a request that are given."""
    problems: list[Problem] = []
    if given.keys() >= {"reason", "short_notice"}:
        words = {name: given[name] for name in ("reason", "short_notice")}
        problems += problems_of_words(fixture, **words, now=now)
    if "slots" in given:
        problems += problems_of_dates(moving_of(fixture, now=now), given["slots"], now=now)
    return problems


def require_open_postponement(fixture: Fixture, seen: int | None = None) -> tuple[Postponement, Offer | None]:
    """The open postponement of a locked fixture and the offer on the table; WrongState if none, or not the offer
    `seen`."""
    require_open_to_change(fixture)
    postponement = open_postponement(fixture)
    if postponement is None:
        raise WrongState(describe_outcome(fixture))
    offer = last_offer(postponement)
    if seen is not None and seen != (offer.number if offer else 0):
        raise Changed(N_("Other dates were offered since this page was opened. Open it again to see them."))
    return postponement, offer


def describe_outcome(fixture: Fixture) -> Text:
    last = Postponement.objects.filter(fixture=fixture).order_by("-pk").first()
    if last is None:
        return N_("Nobody has asked to postpone this fixture.")
    if last.starts_at is not None:
        return Text("It has a new date already: {day}.", day=format_day_of(fixture, last.starts_at))
    state = in_a_sentence(last.get_state_display())
    return Text("This postponement is no longer open: {state}.", state=state)
