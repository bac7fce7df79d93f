"""The registrations of a season: registering a player for a team, transferring them, ending their registration.

The league's row is locked while it is decided where somebody plays, as it is while spreadsheets are loaded, and then
the player's: of two captains who register them at once the second is told who was first, and nobody decides on what a
spreadsheet is about to change. What a registration lets them do is the affair of `rules.eligibility`.
"""

import datetime as dt
from typing import Any

from django.db import IntegrityError, transaction

from league import access
from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import PRESENT, Entry, JournalEntry, League, Player, Registration, Season, Team, User
from league.queries.results.eligibility import last_played, person_of, transfer_rules_of
from league.rules.eligibility import check_transfer
from league.rules.problems import Problem
from league.rules.wording import spelt
from league.services.journal import record
from league.services.people.roles import lock

LONGEST_NAME = 120
# A season is over by then; a day that nobody meant is refused.
SEASON = dt.timedelta(days=400)


def register(
    team: Team,
    season: Season,
    player: Player | None = None,
    *,
    name: str = "",
    another: bool = False,
    starts_on: dt.date,
    by: User,
    now: dt.datetime,
) -> Registration:
    """Register a player for a team: one whom the league knows, or a new one by their name.

    Args:
        player: somebody of the league; None for somebody new.
        name: of somebody new.
        another: the new one is another person than the player of that name whom the league has.
        starts_on: the first day on which they play for it; a captain registers nobody for a day that is past.

    Raises:
        NotAllowed: neither that team's captain nor the secretary.
        Invalid: no name, a name that the league has already, a day that cannot be.
        WrongState: they are registered already, by whom and where it says; or the team is not in the season.
    """
    held = access.require(by, "player.register", team.league, team, now=now)
    today = now.astimezone(team.league.tz).date()
    problems = _day_problems(season, starts_on, today=None if held.secretary else today)
    if season.registration_until is not None and starts_on > season.registration_until:
        message = f"The last day of new registrations is {spelt(season.registration_until)}."
        problems.append(Problem("registration-late", message, "starts_on"))
    with transaction.atomic():
        # Of two who write the same new name at once, the second is told that there is one.
        lock(team.league)
        _entered(team, season)
        chosen = _locked(player) if player is not None else None
        if chosen is None:
            problems += _name_problems(team.league, name.strip(), another=another)
        if problems:
            raise Invalid(problems)
        if chosen is None:
            chosen = Player.objects.create(league=team.league, name=name.strip())
        else:
            _free_for(team, season, chosen, starts_on)
        made = _begin(season, team, chosen, starts_on)
        what = f"registered {{player}} for {team} in {season}, from {spelt(starts_on)}"
        _record(JournalKind.PLAYER_REGISTERED, made, team, by=by, now=now, what=what)
    return made


@transaction.atomic
def transfer(
    player: Player,
    season: Season,
    to: Team,
    *,
    starts_on: dt.date,
    anyway: bool = False,
    reason: str = "",
    by: User,
    now: dt.datetime,
) -> Registration:
    """Let a player change their team: with the one it ends on the day before, with the other it begins.

    Args:
        starts_on: their first day with the new team.
        anyway: although the season's limit or last day speaks against it; then there must be a reason.

    Raises:
        NotAllowed: not the secretary.
        Invalid: a day or a team that cannot be; beyond the season's limit or last day, unless `anyway` with a reason.
        WrongState: they have no registration in the season, or the team is not in it.
    """
    access.require(by, "player.transfer", season.league, now=now)
    lock(season.league)
    _entered(to, season)
    player = _locked(player)
    last = _last(player, season)
    if last is None:
        raise WrongState(f"{player} has not been registered this season: register them instead.")
    problems = _day_problems(season, starts_on)
    if last.team_id == to.pk:
        problems.append(Problem("same-team", f"{player} is registered for {to} already.", "team"))
    problems += _order_problems(player, last, starts_on)
    against = check_transfer(person_of(player, season), starts_on, transfer_rules_of(season))
    if against and not anyway:
        problems += against
    if against and anyway and not reason.strip():
        problems.append(Problem("no-reason", "Say why it is allowed anyway.", "reason"))
    if problems:
        raise Invalid(problems)
    if last.ends_on is None or last.ends_on >= starts_on:
        last.ends_on = starts_on - dt.timedelta(days=1)
        last.save(update_fields=["ends_on"])
    made = _begin(season, to, player, starts_on)
    what = f"transferred {{player}} from {last.team} to {to}, from {spelt(starts_on)}"
    if against:
        what += ", against the season's rule"
    data = {"from": last.team_id, "against": [problem.code for problem in against]}
    _record(JournalKind.PLAYER_TRANSFERRED, made, to, by=by, now=now, what=what, why=reason.strip(), data=data)
    return made


@transaction.atomic
def release(registration: Registration, *, ends_on: dt.date, by: User, now: dt.datetime) -> Registration:
    """End a player's registration; `ends_on` is their last day. Saying the same again changes nothing.

    Raises:
        NotAllowed: not the secretary.
        Invalid: a day before it began, or before they last played.
        WrongState: it has ended.
    """
    season = registration.season
    access.require(by, "player.transfer", season.league, now=now)
    lock(season.league)
    player = _locked(registration.player)
    current = Registration.objects.select_related("team").get(pk=registration.pk)
    if current.ends_on is not None:
        if current.ends_on == ends_on:
            return current
        raise WrongState(f"This registration ends on {spelt(current.ends_on)} already.")
    problems = _day_problems(season, ends_on, field="ends_on")
    if ends_on < current.starts_on:
        message = f"It began on {spelt(current.starts_on)}; its last day cannot be before."
        problems.append(Problem("too-early", message, "ends_on"))
    played = last_played(player, current.team, season)
    if played is not None and ends_on < played:
        message = f"{player} played for {current.team} on {spelt(played)}; their last day is that one at the earliest."
        problems.append(Problem("played", message, "ends_on"))
    if problems:
        raise Invalid(problems)
    current.ends_on = ends_on
    current.save(update_fields=["ends_on"])
    what = f"ended the registration of {{player}} for {current.team}, on {spelt(ends_on)}"
    _record(JournalKind.PLAYER_RELEASED, current, current.team, by=by, now=now, what=what)
    return current


def _record(
    kind: JournalKind, made: Registration, team: Team, *, by: User, now: dt.datetime, what: str, **more: Any
) -> None:
    league = made.season.league
    record(league, kind, str(made.pk), by=by, now=now, what=what, team=team, player=made.player, **more)


def _locked(player: Player) -> Player:
    """The player's row, locked until the transaction ends; rows that only refer to them may still be written."""
    return Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)


def _begin(season: Season, team: Team, player: Player, starts_on: dt.date) -> Registration:
    """Make a registration, inside the transaction of whoever decides it.

    Raises:
        WrongState: somebody who locks nothing, such as an administrator in the admin, was quicker.
    """
    try:
        with transaction.atomic():
            return Registration.objects.create(season=season, team=team, player=player, starts_on=starts_on)
    except IntegrityError:
        raise WrongState("This player was registered meanwhile. Open the page again to see where.") from None


def _last(player: Player, season: Season) -> Registration | None:
    """A player's present registration of a season, or the one that ended last."""
    found = Registration.objects.filter(player=player, season=season).select_related("team", "season__league")
    return found.order_by("-starts_on", "-pk").first()


def _entered(team: Team, season: Season) -> None:
    entry = Entry.objects.filter(team=team, season=season).first()
    if entry is None:
        raise WrongState(f"{team} is not entered in {season}.")
    if entry.withdrawn_on is not None:
        raise WrongState(f"{team} has withdrawn from {season}.")


def _free_for(team: Team, season: Season, player: Player, starts_on: dt.date) -> None:
    """Refuse to register somebody whom a team has or, if it was another one, had.

    Raises:
        WrongState: says which team, since when, and who registered them.
    """
    if player.erased_at is not None or player.merged_into_id is not None:
        raise WrongState("This player is no longer with the league.")
    last = _last(player, season)
    if last is None:
        return
    if last.ends_on is None or last.ends_on >= starts_on:
        raise WrongState(f"{player} {_registered(last)}. A player has one team at a time.")
    if last.team_id != team.pk:
        raise WrongState(
            f"{player} was registered for {last.team} until {spelt(last.ends_on)}. "
            "To change teams in a season is a transfer; ask the secretary."
        )


def _registered(found: Registration) -> str:
    entry = JournalEntry.objects.filter(
        league=found.season.league_id,
        kind__in=(JournalKind.PLAYER_REGISTERED, JournalKind.PLAYER_TRANSFERRED),
        key=str(found.pk),
        imported=False,
    )
    first = entry.filter(player_id=found.player_id).select_related("by").first()
    who = f" by {first.by_name}" if first is not None else ""
    when = f" until {spelt(found.ends_on)}" if found.ends_on is not None else ""
    return f"is registered for {found.team} from {spelt(found.starts_on)}{when}{who}"


def _name_problems(league: League, name: str, *, another: bool) -> list[Problem]:
    if not name:
        return [Problem("no-name", "Choose a player, or write the name of a new one.", "name")]
    if len(name) > LONGEST_NAME or "\0" in name:
        return [Problem("wrong-name", f"Write a name of {LONGEST_NAME} letters at most.", "name")]
    if not another and Player.objects.filter(PRESENT, league=league, name__iexact=name).exists():
        message = (
            f"The league has a player called {name} already. Choose them from the list, or say that this is another."
        )
        return [Problem("same-name", message, "name")]
    return []


def _day_problems(
    season: Season, day: dt.date, *, today: dt.date | None = None, field: str = "starts_on"
) -> list[Problem]:
    """What is wrong with a day: not of the season, or for a captain (`today` given) one that is past."""
    if not season.first_week - SEASON <= day <= season.first_week + SEASON:
        return [Problem("wrong-day", f"{spelt(day)} is not a day of {season}.", field)]
    if today is not None and day < today:
        return [Problem("past", "Only the secretary registers a player for a day that is past.", field)]
    return []


def _order_problems(player: Player, last: Registration, starts_on: dt.date) -> list[Problem]:
    """What is wrong with a transfer's day: it comes before the registration, or a fixture, that it is to follow."""
    if starts_on <= last.starts_on:
        message = f"{player} is registered for {last.team} from {spelt(last.starts_on)}; a transfer comes later."
        return [Problem("too-early", message, "starts_on")]
    played = last_played(player, last.team, last.season)
    if played is not None and starts_on <= played:
        message = f"{player} played for {last.team} on {spelt(played)}; a transfer comes later."
        return [Problem("played", message, "starts_on")]
    return []
