"""Notices as mail: text and HTML that say the same, with the headers a mail program needs.

Each kind has one template, `templates/email/<kind>.txt`: its subject, then its paragraphs. Facts of the fixture, link
and footer are shared.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from email.encoders import encode_base64
from email.mime.base import MIMEBase
from email.utils import formataddr, parseaddr

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.mail import EmailMultiAlternatives
from django.core.validators import validate_email
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from league.enums import FixtureState, NoticeKind, Side
from league.models import Dispute, Entry, Fixture, League, Notice, Result
from league.queries.dates.calendars import event_of, week_of
from league.queries.dates.postponements import by_committee
from league.queries.domains import base_url_of
from league.queries.mail.kinds import (
    APPEAL_PAGE,
    DISPUTE_PAGE,
    FIXTURES_PAGE,
    KINDS,
    LATE_CARD_PAGE,
    NO_SHOWS_PAGE,
    OPEN_FIXTURE,
    SEE_FIXTURES,
)
from league.queries.mail.letters import (
    NOTHING,
    Facts,
    appeal_goes_to,
    decides_the_appeal,
    the_player_may_appeal,
    time_to_appeal,
)
from league.queries.seasons.closing import find_closed_season
from league.rules.ics import calendar_bytes
from league.rules.languages import spoken
from league.rules.wording import moment_spelt
from league.services.availability.answer import token_for as can_play_token
from league.services.mail import preferences
from league.services.mail.smtp import site_host
from league.services.people import invite
from league.services.people.entering import token_for as entry_token
from league.services.results.handover import code_for, token_for
from league.translation import N_, Text, addressed_in, in_a_sentence, speaking, translated

DAILY = "digest"
ABOUT_AN_ENTRY = (NoticeKind.NO_SHOWS_DUE, NoticeKind.ENTRY_TO_CONFIRM)
# The pages that a notice's key leads to, and what its number is of.
BY_NUMBER = {DISPUTE_PAGE: "dispute", APPEAL_PAGE: "appeal", LATE_CARD_PAGE: "card"}


@dataclass(frozen=True, slots=True)
class Letter:
    """A notice as mail, before it is rendered as HTML or text.

    Attributes:
        facts: of the fixture, as (label, value).
        dates: offered ones.
        until: when it can be answered no more, as a sentence.
        action: the label of the link to `url`.
    """

    subject: str
    paragraphs: tuple[str, ...]
    facts: tuple[tuple[Text, str], ...]
    dates: tuple[Text, ...]
    action: Text
    url: str
    until: Text | str = ""


@dataclass(frozen=True, slots=True)
class Section:
    """Rows of a mail with several notices, under a heading."""

    heading: Text
    rows: tuple[Letter, ...]


def base_url() -> str:
    """The address of this installation, without a trailing slash."""
    return str(settings.BASE_URL).rstrip("/")


def _link(name: str, league: League, **kwargs: int | str) -> str:
    return base_url_of(league) + reverse(name, kwargs={"slug": league.slug, **kwargs})


def moment(at: dt.datetime, league: League) -> Text:
    """Format a moment in the league's time zone, named: "Tuesday 3 November 2026, 8 pm GMT"."""
    local = at.astimezone(league.tz)
    return Text("{moment} {zone}", moment=moment_spelt(local), zone=local.tzname())


def letter_of(notice: Notice, facts: Facts = NOTHING) -> Letter:
    """Return a notice as mail; it has league, recipient and everything about its fixture joined."""
    league, fixture = notice.league, notice.fixture
    deadlines = _deadlines(notice, facts)
    context = {
        "notice": notice,
        "league": league,
        "fixture": fixture,
        "result": facts.result,
        "postponement": facts.postponement,
        "offer": facts.offer,
        "dispute": _dispute(notice, facts),
        "team": _offering_team(fixture, facts),
        "entry": _entry_of(notice) if notice.kind in ABOUT_AN_ENTRY else None,
        "ending": find_closed_season(league, notice.key) if notice.kind == NoticeKind.SEASON_CLOSED else None,
        "answered": _is_answered(fixture, facts),
        "code": code_for(facts.result, notice.recipient) if _asks_to_confirm(notice, facts) and facts.result else "",
        "player_may_appeal": notice.kind == NoticeKind.CAPTAIN_INFORMED and the_player_may_appeal(notice),
        "goes_to": appeal_goes_to(notice) if notice.kind == NoticeKind.APPEAL_OPENED else "",
        **deadlines,
    }
    with timezone.override(league.tz):
        rendered = render_to_string(f"email/{_body(notice)}.txt", context)
    subject, *paragraphs = [" ".join(part.split()) for part in rendered.strip().split("\n\n")]
    action, url = _action(notice, facts)
    return Letter(
        subject=subject,
        paragraphs=tuple(part for part in paragraphs if part),
        facts=_facts(fixture, facts.result, league) if fixture is not None else (),
        dates=_dates(notice, facts),
        action=action,
        url=url,
        until=_until(notice, deadlines),
    )


def _until(notice: Notice, deadlines: Mapping[str, str]) -> Text | str:
    if notice.kind == NoticeKind.RESULT_TO_CONFIRM and "confirm_by" in deadlines:
        return Text("Answer by {time}.", time=deadlines["confirm_by"])
    return Text("Appeal by {time}.", time=deadlines["appeal_by"]) if "appeal_by" in deadlines else ""


def _body(notice: Notice) -> str:
    """The template of a notice's body; the generic one for kinds without."""
    if notice.fixture_id is None and KINDS[notice.kind].fixture:
        return "plain"
    return notice.kind


def _dispute(notice: Notice, facts: Facts) -> Dispute | None:
    """The dispute of a notice; None where the fixture's last one is another."""
    number = notice.key.partition(":")[0]
    named = KINDS[notice.kind].page == DISPUTE_PAGE or notice.kind == NoticeKind.DISPUTE_SETTLED
    if facts.dispute is not None and named and number.isdigit() and int(number) != facts.dispute.pk:
        return None
    return facts.dispute


def _offering_team(fixture: Fixture | None, facts: Facts) -> str:
    """The team that asked for a postponement, or answered last with dates."""
    side = facts.offer.side if facts.offer else ""
    if facts.postponement is not None and (not side or (fixture is not None and by_committee(fixture))):
        side = facts.postponement.side
    if fixture is None or not side:
        return ""
    return fixture.home.name if side == Side.HOME else fixture.away.name


def _is_answered(fixture: Fixture | None, facts: Facts) -> bool:
    """Whether dates answer a request; not where the secretary sets them."""
    return facts.offer is not None and facts.offer.number > 1 and not (fixture is not None and by_committee(fixture))


def _deadlines(notice: Notice, facts: Facts) -> dict[str, str]:
    league, deadlines = notice.league, {}
    if notice.fixture is not None:
        due = notice.fixture.division.season.result_due(notice.fixture.starts_at)
        deadlines["due"] = translated(moment(due, league))
    # A sheet that only somebody can confirm has no deadline, and its letter names none.
    if facts.result is not None and facts.result.confirm_by is not None:
        deadlines["confirm_by"] = translated(moment(facts.result.confirm_by, league))
    until = time_to_appeal(notice, facts)
    if until is not None:
        deadlines["appeal_by"] = translated(moment(until, league))
    return deadlines


def _asks_to_confirm(notice: Notice, facts: Facts) -> bool:
    """Whether it asks its recipient to confirm the live sheet."""
    live = facts.result
    if notice.kind != NoticeKind.RESULT_TO_CONFIRM or live is None or live.pk is None:
        return False
    return notice.key == f"{live.fixture_id}:{live.version}"


def _action_about_the_league(notice: Notice) -> tuple[Text, str]:
    about = KINDS[notice.kind]
    if notice.kind == NoticeKind.INVITATION:
        return about.button, base_url_of(notice.league) + invite.address_of(notice)
    if notice.kind == NoticeKind.NO_SHOWS_DUE:
        return about.button, _no_shows_url(notice)
    if notice.kind == NoticeKind.ENTRY_TO_CONFIRM and (entry := _entry_of(notice)) is not None:
        # Whoever has the mail answers with it, without signing in.
        return about.button, _link("enter", notice.league, token=entry_token(entry, notice.recipient))
    if notice.kind == NoticeKind.SEASON_CLOSED and (ending := find_closed_season(notice.league, notice.key)):
        return about.button, _link("season-tables", notice.league, season=ending.season.slug)
    if about.fixture:
        return SEE_FIXTURES, _link(FIXTURES_PAGE, notice.league)
    return about.button, _link(about.page, notice.league)


def _entry_of(notice: Notice) -> Entry | None:
    """The team in its season that a notice's key names first (one query)."""
    number = notice.key.partition(":")[0]
    entries = Entry.objects.filter(season__league=notice.league, pk=int(number) if number.isdigit() else 0)
    return entries.select_related("season", "division", "team").first()


def _no_shows_url(notice: Notice) -> str:
    entry = _entry_of(notice)
    if entry is None:
        return _link("secretary", notice.league)
    return _link(NO_SHOWS_PAGE, notice.league, season=entry.season.slug, team=entry.team.slug)


def _action(notice: Notice, facts: Facts) -> tuple[Text, str]:
    if notice.fixture_id is None or not KINDS[notice.kind].fixture:
        return _action_about_the_league(notice)
    if _asks_to_confirm(notice, facts) and facts.result is not None:
        # Whoever has the mail may confirm with it, without signing in.
        token = token_for(facts.result, notice.recipient)
        return N_("View the sheet"), _link("confirm-link", notice.league, token=token)
    if notice.kind == NoticeKind.CAN_YOU_PLAY:
        # Whoever has the mail answers with it, without signing in.
        token = can_play_token(notice.fixture_id, notice.recipient)
        return N_("Answer"), _link("can-play", notice.league, token=token)
    if notice.kind == NoticeKind.CONDUCT_PROPOSED:
        return N_("Look into it"), _link("conduct", notice.league)
    if ":conduct:" in notice.key:
        return N_("Your record"), _link("player-conduct", notice.league, player=int(notice.key.rpartition(":")[2]))
    if notice.kind == NoticeKind.APPEAL_OPENED and decides_the_appeal(notice):
        return N_("Decide the appeal"), _link("appeal-decide", notice.league, appeal=int(notice.key))
    about, number = KINDS[notice.kind], notice.key.partition(":")[0]
    if about.page in BY_NUMBER and number.isdigit():
        return about.button, _link(about.page, notice.league, **{BY_NUMBER[about.page]: int(number)})
    if about.page in BY_NUMBER or (about.page == "correction" and facts.proposed is None):
        return OPEN_FIXTURE, _link("fixture", notice.league, fixture=notice.fixture_id)
    return about.button, _link(about.page, notice.league, fixture=notice.fixture_id)


def _facts(fixture: Fixture, result: Result | None, league: League) -> tuple[tuple[Text, str], ...]:
    rows: list[tuple[Text, str]]
    when = moment(fixture.starts_at, league)
    if fixture.state == FixtureState.POSTPONED:
        rows = [(N_("When"), N_("no date yet")), (N_("It was"), moment(fixture.original_starts_at, league))]
    elif fixture.state == FixtureState.CANCELLED or (result is not None and result.not_played):
        rows = [(N_("When"), Text("not played; it was {moment}", moment=when))]
    elif fixture.starts_at != fixture.original_starts_at:
        rows = [(N_("When"), when), (N_("Instead of"), moment(fixture.original_starts_at, league))]
    else:
        rows = [(N_("When"), when)]
    return (
        (N_("Fixture"), f"{fixture.home.name} v {fixture.away.name}"),
        *rows,
        (N_("Where"), fixture.venue.where),
        (N_("In"), week_of(fixture)),
    )


def _dates(notice: Notice, facts: Facts) -> tuple[Text, ...]:
    if notice.kind != NoticeKind.POSTPONEMENT_ASKED or facts.offer is None:
        return ()
    slots = [dt.datetime.fromisoformat(slot) for slot in facts.offer.slots]
    return tuple(moment(slot, notice.league) for slot in slots)


def notice_mail(notice: Notice, facts: Facts = NOTHING, *, secretaries: Sequence[str] = ()) -> EmailMultiAlternatives:
    """Return the mail of one notice; replies go to the `secretaries`, or else to the sender's address."""
    with _in_language_of(notice):
        return _notice_mail(notice, facts, secretaries)


def _notice_mail(notice: Notice, facts: Facts, secretaries: Sequence[str]) -> EmailMultiAlternatives:
    letter = letter_of(notice, facts)
    stop = _unsubscribe_url(notice, (notice.kind,), to="mail")
    stops = translated(in_a_sentence(notice.get_kind_display()))
    mail = _mail(notice, letter.subject, [Section(N_("To read"), (letter,))], stop, stops=stops)
    mail.reply_to = _reply_addresses(notice, secretaries)
    mail.extra_headers["Message-ID"] = message_id(notice)
    fixture = notice.fixture
    if fixture is not None and (KINDS[notice.kind].calendar or _frees_the_evening(notice, facts)):
        mail.attach(_calendar([(fixture, facts.result)], notice.league))
    return mail


def digest_mail(
    notices: Sequence[Notice],
    facts: Mapping[int, Facts],
    *,
    daily: Notice | None = None,
    secretaries: Sequence[str] = (),
) -> EmailMultiAlternatives:
    """Return one mail of several notices of one person in one league, of one kind due at once; or their daily one,
    which is named after `daily`, the first that waited for it.
    """
    with _in_language_of(notices[0]):
        return _digest_mail(notices, facts, daily, secretaries)


def _digest_mail(
    notices: Sequence[Notice], facts: Mapping[int, Facts], daily: Notice | None, secretaries: Sequence[str]
) -> EmailMultiAlternatives:
    ordered = sorted(notices, key=lambda notice: (notice.created_at, notice.pk))
    first = ordered[0]
    letters = {notice: letter_of(notice, facts.get(notice.fixture_id or 0, NOTHING)) for notice in ordered}
    to_do = tuple(letter for notice, letter in letters.items() if KINDS[notice.kind].asks)
    to_read = tuple(letter for notice, letter in letters.items() if not KINDS[notice.kind].asks)
    subject = letters[first].subject if len(letters) == 1 else translated(_subject(first.league, to_do, to_read))
    sections = [Section(N_("To do"), to_do), Section(N_("To read"), to_read)]
    kinds = tuple(sorted({notice.kind for notice in ordered}))
    stops = translated(N_("these daily messages") if daily else in_a_sentence(first.get_kind_display()))
    stop = _unsubscribe_url(first, kinds, to=DAILY if daily else "mail")
    mail = _mail(first, subject, sections, stop, stops=stops)
    mail.reply_to = _reply_addresses(first, secretaries)
    # Named after the first of them: the rest may change before a second attempt.
    mail.extra_headers["Message-ID"] = message_id(daily or min(notices, key=lambda notice: notice.pk), DAILY)
    about = [(n, n.fixture, facts.get(n.fixture_id or 0, NOTHING)) for n in ordered]
    fixtures = {
        fixture.pk: (fixture, stands.result)
        for notice, fixture, stands in about
        if fixture is not None and (KINDS[notice.kind].calendar or _frees_the_evening(notice, stands))
    }
    if fixtures:
        mail.attach(_calendar(list(fixtures.values()), first.league))
    return mail


def _subject(league: League, to_do: Sequence[Letter], to_read: Sequence[Letter]) -> Text:
    if to_do:
        return Text.plural(
            "{n} thing to do in {league}", "{n} things to do in {league}", n=len(to_do), league=league.name
        )
    return Text.plural("{n} message from {league}", "{n} messages from {league}", n=len(to_read), league=league.name)


@contextmanager
def _in_language_of(notice: Notice) -> Iterator[None]:
    """Activate the recipient's language, and links to pages in it."""
    own, usual = notice.recipient.language, notice.league.language
    language = spoken([own, usual])
    with speaking(language), addressed_in("" if language == spoken([usual]) else language):
        yield


def message_id(notice: Notice, what: str = "notice") -> str:
    """The Message-ID of a notice: the same however often it is sent, and unique anywhere."""
    about = f"{what}:{notice.pk}:{notice.recipient_id}:{notice.kind}:{notice.key}"
    return f"<{what}-{notice.pk}.{salted_hmac('muggins.message-id', about).hexdigest()[:16]}@{site_host()}>"


def _unsubscribe_url(notice: Notice, kinds: tuple[str, ...], *, to: str) -> str:
    token = preferences.unsubscribe_token(notice.recipient, kinds, to)
    return base_url_of(notice.league) + reverse("unsubscribe", kwargs={"token": token})


def _mail(
    notice: Notice, subject: str, sections: Sequence[Section], stop: str, *, stops: str
) -> EmailMultiAlternatives:
    """One letter in full, or rows that lead to several."""
    league = notice.league
    letters = [letter for section in sections for letter in section.rows]
    context = {
        "league": league,
        "person": notice.recipient,
        "subject": subject,
        "letter": letters[0] if len(letters) == 1 else None,
        "sections": [section for section in sections if section.rows],
        "league_url": _link("league", league),
        "settings_url": _link("mail-settings", league),
        "unsubscribe_url": stop,
        "stops": stops,
    }
    mail = EmailMultiAlternatives(
        subject=subject,
        body=render_to_string("email/letter.txt", context).strip() + "\n",
        from_email=_sender(league),
        to=[notice.recipient.email],
        headers={
            "List-Unsubscribe": f"<{stop}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "List-Id": f"<{league.slug}.{site_host()}>",
            "Auto-Submitted": "auto-generated",
        },
    )
    mail.attach_alternative(render_to_string("email/letter.html", context), "text/html")
    return mail


def _sender(league: League) -> str:
    return formataddr((league.name, parseaddr(settings.DEFAULT_FROM_EMAIL)[1]))


def _reply_addresses(notice: Notice, secretaries: Sequence[str]) -> list[str]:
    """Reply addresses: the league's secretaries, but nobody's own twice.

    An invalid address is left out, as it must not keep everybody's mail back.
    """
    name = " ".join(translated(Text("{league}, secretary", league=notice.league.name)).split())
    own = notice.recipient.email.lower()
    return [formataddr((name, address)) for address in secretaries if address.lower() != own and _is_address(address)]


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def _frees_the_evening(notice: Notice, facts: Facts) -> bool:
    """Whether a notice tells that its fixture was decided without play, for calendars."""
    decided = facts.result is not None and not facts.result.scored
    return decided and notice.kind in (
        NoticeKind.RESULT_DECIDED,
        NoticeKind.RESULT_CONFIRMED,
        NoticeKind.RESULT_ENTERED,
        NoticeKind.RULING_MADE,
    )


def _calendar(fixtures: Sequence[tuple[Fixture, Result | None]], league: League) -> MIMEBase:
    events = [event_of(fixture, result, base_url=base_url()) for fixture, result in fixtures]
    part = MIMEBase("text", "calendar", charset="utf-8", method="PUBLISH", name="fixture.ics")
    part.set_payload(calendar_bytes(events, name=league.name, time_zone=league.tz.key))
    encode_base64(part)
    part.add_header("Content-Disposition", "attachment", filename="fixture.ics")
    return part
