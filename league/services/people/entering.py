"""Ask captains to confirm their team's entry in a season: by a signed link in their mail, or on their page.

An answer may change until the timetable is published.
"""

import datetime as dt

from django.db import transaction

from league import access
from league.enums import EntryAnswer, JournalKind, NoticeKind
from league.errors import Invalid, WrongState
from league.models import Entry, League, Season, User
from league.queries.people.people import captains_of
from league.queries.seasons.entries import find_entry, unanswered_entries
from league.rules.problems import Problem
from league.services.journal import record_numbered
from league.services.locks import lock_season
from league.services.notices import cancel_by_key, queue_notice
from league.services.people.accounts.keys import read_link, sign_link
from league.translation import N_, Text

SALT = "muggins.entry"


@transaction.atomic
def ask_captains(season: Season, *, by: User, now: dt.datetime) -> int:
    """Ask the captains of all teams without an answer, each once a day; return how many teams have one to ask."""
    access.require(by, "season.close", season.league, now=now)
    lock_season(season)
    _require_open(season)
    return queue_questions(season, now=now)


def queue_questions(season: Season, *, now: dt.datetime) -> int:
    """Ask the captains of a season that is locked, or that nobody else sees yet."""
    asked = 0
    for entry in unanswered_entries(season):
        league = entry.season.league
        today = now.astimezone(league.tz).date()
        captains = captains_of(entry.team_id, on=today)
        params = {"team": entry.team.name, "season": entry.season.name, "division": entry.division.name}
        text = Text("Does {team} enter {season}? You are in {division}.", **params)
        key = f"{entry.pk}:{today.isoformat()}"
        queue_notice(league, captains, NoticeKind.ENTRY_TO_CONFIRM, key, text=text, now=now)
        asked += bool(captains)
    return asked


def token_for(entry: Entry, user: User) -> str:
    return sign_link(user, SALT, entry.pk)


def open_link(league: League, token: str, *, now: dt.datetime) -> tuple[Entry, User] | None:
    """Return the entry that a link is about and whose link it is; None where it is none of this league, its team has
    been taken out, or its owner speaks for the team no more."""
    link = read_link(token, SALT)
    if link is None:
        return None
    user, (pk,) = link
    entry = find_entry(league, pk)
    if entry is None or not access.may(access.grants(user, league, now=now), "entry.answer", entry.team):
        return None
    return entry, user


def why_closed(season: Season) -> str:
    """Return why nobody can answer any more; blank where they can."""
    if season.published_at is not None:
        return Text(
            "The timetable of {season} is published. Tell the secretary if anything changes.", season=season.name
        )
    return ""


def _require_open(season: Season) -> None:
    if why := why_closed(season):
        raise WrongState(why)


@transaction.atomic
def answer_entry(entry: Entry, answer: str, *, by: User, now: dt.datetime) -> Entry:
    """Record whether a team enters a draft; the same again changes nothing.

    Raises:
        NotAllowed: neither captain of the team nor secretary.
        WrongState: the timetable is published, or the team was taken out.
        Invalid: neither yes nor no.
    """
    league = entry.season.league
    access.require(by, "entry.answer", league, entry.team, now=now)
    lock_season(entry.season)
    locked = find_entry(league, entry.pk)
    if locked is None:
        raise WrongState(Text("{team} has been taken out of this season.", team=entry.team.name))
    _require_open(locked.season)
    if answer not in EntryAnswer.values:
        raise Invalid([Problem("answer", N_("Answer yes or no."), "answer")])
    if locked.answer == answer:
        return locked
    locked.answer, locked.answered_at, locked.answered_by = answer, now, by
    locked.save(update_fields=["answer", "answered_at", "answered_by"])
    cancel_by_key(league, [NoticeKind.ENTRY_TO_CONFIRM], f"{locked.pk}:", prefix=True)
    what = N_("said that {team} enters {season}")
    if answer == EntryAnswer.NO:
        what = N_("said that {team} does not enter {season}")
    what = Text(what, team=locked.team.name, season=locked.season.name)
    key = f"{locked.pk}:"
    record_numbered(league, JournalKind.ENTRY_ANSWERED, key, what, by=by, now=now, team=locked.team)
    return locked
