"""Register players for teams, transfer them, and end registrations.

The league's row is locked first, as it is while spreadsheets are imported, then the player's: of two captains who
register one player at once the second learns who was first. What a registration allows is up to `rules.eligibility`.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import IntegrityError, transaction

from league import access
from league.enums import JournalKind
from league.errors import Invalid, WrongState
from league.models import PRESENT, Entry, JournalEntry, League, Player, Registration, Season, Team, User
from league.queries.results.eligibility import captain_registers_from, last_played, person_of, transfer_rules_of
from league.rules.eligibility import check_transfer
from league.rules.names import check_name, clean_line, folded, read_names
from league.rules.problems import Problem
from league.rules.wording import spelt
from league.services.journal import record
from league.services.people.roles import lock_roles
from league.translation import N_, Text

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
        another: the new one is another person than the league's player of that name.
        starts_on: the first day; a captain may go back to `captain_registers_from`.

    Raises:
        NotAllowed: neither that team's captain nor the secretary.
        Invalid: no name, a name that the league has already, a day that cannot be.
        WrongState: they are registered already, by whom and where it says; or the team is not in the season.
    """
    given: dict[str, Any] = {"player": player, "name": name, "another": another, "starts_on": starts_on}
    access.require(by, "player.register", team.league, team, now=now)
    with transaction.atomic():
        # Of two who write the same new name at once, the second is told that there is one.
        lock_roles(team.league)
        _require_entered(team, season)
        chosen = _lock_player(player) if player is not None else None
        problems = problems_of_registration(team, season, given, by=by, now=now)
        if problems:
            raise Invalid(problems)
        if chosen is None:
            chosen = Player.objects.create(league=team.league, name=clean_line(name))
        else:
            _require_free(team, chosen, _last_registration(chosen, season), starts_on)
        return _register_and_record(season, team, chosen, starts_on, by=by, now=now)


def problems_of_registration(
    team: Team, season: Season, given: Mapping[str, Any], *, by: User, now: dt.datetime
) -> list[Problem]:
    """Return what is wrong with those arguments of `register` that are given; NotAllowed as there."""
    problems = []
    if "starts_on" in given:
        problems += _first_day_problems(team, season, given["starts_on"], by=by, now=now)
    if given.keys() >= {"player", "name", "another"} and given["player"] is None:
        problems += _name_problems(team.league, clean_line(given["name"]), another=given["another"])
    return problems


def register_all(
    team: Team, season: Season, names: str, *, starts_on: dt.date, by: User, now: dt.datetime
) -> list[Registration]:
    """Register a list of known or new players for a team, all or nobody; those it has already are skipped.

    `names` has one a line. Raises as `register`; Invalid names each line.
    """
    problems = _first_day_problems(team, season, starts_on, by=by, now=now)
    with transaction.atomic():
        lock_roles(team.league)
        _require_entered(team, season)
        lines, wrong = read_names(names)
        chosen, refused = _resolve_names(team, season, lines, starts_on)
        problems += wrong + refused
        if problems:
            raise Invalid(problems)
        return [
            _register_and_record(
                season, team, who if isinstance(who, Player) else Player.objects.create(league=team.league, name=who),
                starts_on, by=by, now=now,
            )
            for who in chosen
        ]  # fmt: skip


def _resolve_names(
    team: Team, season: Season, lines: Mapping[int, str], starts_on: dt.date
) -> tuple[list[Player | str], list[Problem]]:
    """Return players, or names of new ones, that lines mean and the team does not have; and problems.

    Three queries, and one for each who cannot be registered.
    """
    by_name: dict[str, list[Player]] = {}
    for player in Player.objects.filter(PRESENT, league=team.league).order_by("pk"):
        by_name.setdefault(folded(player.name), []).append(player)
    named = {name: by_name.get(folded(name), []) for name in lines.values()}
    # All at once, those of the lower number first, as whoever sends a sheet locks them.
    ids = [player.pk for namesakes in named.values() for player in namesakes]
    players = Player.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=ids).order_by("pk")
    locked = {player.pk: player for player in players}
    rows = Registration.objects.filter(season=season, player__in=locked).select_related("team", "season__league")
    lasts = {row.player_id: row for row in rows.order_by("starts_on", "pk")}
    chosen: list[Player | str] = []
    problems: list[Problem] = []
    for number, name in lines.items():
        namesakes = [locked[player.pk] for player in named[name]]
        last = lasts.get(namesakes[0].pk) if namesakes else None
        if len(namesakes) == 1 and last is not None and last.team_id == team.pk and last.ends_on is None:
            continue
        try:
            if len(namesakes) > 1:
                raise WrongState(Text("The league has several players called {name}: register them apart.", name=name))
            if namesakes:
                _require_free(team, namesakes[0], last, starts_on)
        except WrongState as refused:
            problems.append(Problem("line", refused.message, "names", Text("line {number}", number=number)))
        chosen.append(namesakes[0] if namesakes else name)
    return chosen, problems


def _first_day_problems(team: Team, season: Season, starts_on: dt.date, *, by: User, now: dt.datetime) -> list[Problem]:
    """Return what is wrong with a registration's first day; NotAllowed for neither that team's captain nor the
    secretary."""
    grants = access.require(by, "player.register", team.league, team, now=now)
    today = now.astimezone(team.league.tz).date()
    first = None if grants.secretary else captain_registers_from(team, season, today=today)
    problems = _day_problems(season, starts_on, first=first)
    if season.registration_until is not None and starts_on > season.registration_until:
        message = Text("The last day of new registrations is {day}.", day=spelt(season.registration_until))
        problems.append(Problem("registration-late", message, "starts_on"))
    return problems


def _register_and_record(
    season: Season, team: Team, player: Player, starts_on: dt.date, *, by: User, now: dt.datetime
) -> Registration:
    made = _insert_registration(season, team, player, starts_on)
    what = Text(
        "registered {player} for {team} in {season}, from {day}",
        player="{player}", team=team.name, season=season.name, day=spelt(starts_on),
    )  # fmt: skip
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
    """Transfer a player: the old registration ends on the day before the new one begins.

    Args:
        anyway: against the season's limit or last day, with a reason.

    Raises:
        NotAllowed: not the secretary.
        Invalid: a day or a team that cannot be; beyond the season's limit or last day, unless `anyway` with a reason.
        WrongState: they have no registration in the season, or the team is not in it.
    """
    access.require(by, "player.transfer", season.league, now=now)
    lock_roles(season.league)
    _require_entered(to, season)
    player = _lock_player(player)
    last = _last_registration(player, season)
    if last is None:
        message = Text("{player} has not been registered this season: register them instead.", player=player.name)
        raise WrongState(message)
    against = check_transfer(person_of(player, season), starts_on, transfer_rules_of(season))
    given = {"team": to.slug, "starts_on": starts_on, "anyway": anyway, "reason": reason}
    if problems := _transfer_problems(player, season, last, against, given):
        raise Invalid(problems)
    if last.ends_on is None or last.ends_on >= starts_on:
        last.ends_on = starts_on - dt.timedelta(days=1)
        last.save(update_fields=["ends_on"])
    made = _insert_registration(season, to, player, starts_on)
    params = {"player": "{player}", "old": last.team.name, "new": to.name, "day": spelt(starts_on)}
    if against:
        what = Text("transferred {player} from {old} to {new}, from {day}, against the season's rule", **params)
    else:
        what = Text("transferred {player} from {old} to {new}, from {day}", **params)
    data = {"from": last.team_id, "against": [problem.code for problem in against]}
    _record(JournalKind.PLAYER_TRANSFERRED, made, to, by=by, now=now, what=what, why=reason.strip(), data=data)
    return made


def problems_of_transfer(player: Player, season: Season, given: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with those parts of a transfer that can be read; `team` is a slug."""
    last = _last_registration(player, season)
    if last is None:
        return []
    starts_on = given.get("starts_on")
    rules = transfer_rules_of(season)
    against = check_transfer(person_of(player, season), starts_on, rules) if starts_on is not None else []
    return _transfer_problems(player, season, last, against, given)


def _transfer_problems(
    player: Player, season: Season, last: Registration, against: list[Problem], given: Mapping[str, Any]
) -> list[Problem]:
    problems = []
    if "starts_on" in given:
        problems += _day_problems(season, given["starts_on"])
    if last.team.slug == given.get("team"):
        message = Text("{player} is registered for {team} already.", player=player.name, team=last.team.name)
        problems.append(Problem("same-team", message, "team"))
    if "starts_on" in given:
        problems += _order_problems(player, last, given["starts_on"])
    if against and not given.get("anyway", True):
        problems += against
    if against and given.get("anyway") and not given.get("reason", "–").strip():
        problems.append(Problem("no-reason", N_("Say why it is allowed anyway."), "reason"))
    return problems


@transaction.atomic
def release(registration: Registration, *, ends_on: dt.date, by: User, now: dt.datetime) -> Registration:
    """End a player's registration with the day `ends_on`; the same again changes nothing.

    Raise Invalid for a day before it began, or before they last played; WrongState if it has ended.
    """
    season = registration.season
    access.require(by, "player.transfer", season.league, now=now)
    lock_roles(season.league)
    player = _lock_player(registration.player)
    current = Registration.objects.select_related("team").get(pk=registration.pk)
    if current.ends_on is not None:
        if current.ends_on == ends_on:
            return current
        raise WrongState(Text("This registration ends on {day} already.", day=spelt(current.ends_on)))
    problems = _day_problems(season, ends_on, field="ends_on")
    if ends_on < current.starts_on:
        message = Text("It began on {day}; its last day cannot be before.", day=spelt(current.starts_on))
        problems.append(Problem("too-early", message, "ends_on"))
    played = last_played(player, current.team, season)
    if played is not None and ends_on < played:
        message = Text(
            "{player} played for {team} on {day}; their last day is that one at the earliest.",
            player=player.name, team=current.team.name, day=spelt(played),
        )  # fmt: skip
        problems.append(Problem("played", message, "ends_on"))
    if problems:
        raise Invalid(problems)
    current.ends_on = ends_on
    current.save(update_fields=["ends_on"])
    what = Text(
        "ended the registration of {player} for {team}, on {day}",
        player="{player}", team=current.team.name, day=spelt(ends_on),
    )  # fmt: skip
    _record(JournalKind.PLAYER_RELEASED, current, current.team, by=by, now=now, what=what)
    return current


def _record(
    kind: JournalKind, made: Registration, team: Team, *, by: User, now: dt.datetime, what: Text, **more: Any
) -> None:
    league = made.season.league
    record(league, kind, str(made.pk), by=by, now=now, what=what, team=team, player=made.player, **more)


def _lock_player(player: Player) -> Player:
    """Lock the player's row without its key, so that referring rows may still be inserted."""
    return Player.objects.select_for_update(of=("self",), no_key=True).get(pk=player.pk)


def _insert_registration(season: Season, team: Team, player: Player, starts_on: dt.date) -> Registration:
    """Insert a registration; WrongState if somebody without locks, e.g. an administrator, was quicker."""
    try:
        with transaction.atomic():
            return Registration.objects.create(season=season, team=team, player=player, starts_on=starts_on)
    except IntegrityError:
        raise WrongState(
            N_("This player was registered meanwhile."), on_page=N_("Open the page again to see where.")
        ) from None


def _last_registration(player: Player, season: Season) -> Registration | None:
    """The player's present registration of a season, or the one that ended last."""
    registrations = Registration.objects.filter(player=player, season=season).select_related("team", "season__league")
    return registrations.order_by("-starts_on", "-pk").first()


def _require_entered(team: Team, season: Season) -> None:
    entry = Entry.objects.filter(team=team, season=season).first()
    if entry is None:
        raise WrongState(Text("{team} is not entered in {season}.", team=team.name, season=season.name))
    if entry.withdrawn_on is not None:
        raise WrongState(Text("{team} has withdrawn from {season}.", team=team.name, season=season.name))


def _require_free(team: Team, player: Player, last: Registration | None, starts_on: dt.date) -> None:
    """Raise WrongState, with team, day and registrar, if a team has the player or another one had."""
    if player.erased_at is not None or player.merged_into_id is not None:
        raise WrongState(N_("This player is no longer with the league."))
    if last is None:
        return
    if last.ends_on is None or last.ends_on >= starts_on:
        raise WrongState(_registered_message(player, last))
    if last.team_id != team.pk:
        message = Text(
            "{player} was registered for {team} until {last}. "
            "To change teams in a season is a transfer; ask the secretary.",
            player=player.name, team=last.team.name, last=spelt(last.ends_on),
        )  # fmt: skip
        raise WrongState(message)


def _registered_message(player: Player, registration: Registration) -> Text:
    entry = JournalEntry.objects.filter(
        league=registration.season.league_id,
        kind__in=(JournalKind.PLAYER_REGISTERED, JournalKind.PLAYER_TRANSFERRED),
        key=str(registration.pk),
        imported=False,
    )
    first = entry.filter(player_id=registration.player_id).select_related("by").first()
    params: dict[str, str] = {
        "player": player.name,
        "team": registration.team.name,
        "first": spelt(registration.starts_on),
    }
    if registration.ends_on is not None:
        params["last"] = spelt(registration.ends_on)
    if first is not None:
        params["name"] = first.by_name
    if registration.ends_on is None and first is None:
        return Text("{player} is registered for {team} from {first}. A player has one team at a time.", **params)
    if registration.ends_on is None:
        return Text(
            "{player} is registered for {team} from {first} by {name}. A player has one team at a time.", **params
        )
    if first is None:
        return Text(
            "{player} is registered for {team} from {first} until {last}. A player has one team at a time.", **params
        )
    return Text(
        "{player} is registered for {team} from {first} until {last} by {name}. A player has one team at a time.",
        **params,
    )


def _name_problems(league: League, name: str, *, another: bool) -> list[Problem]:
    if not name:
        return [Problem("no-name", N_("Choose a player, or write the name of a new one."), "name")]
    if wrong := check_name(name):
        return wrong
    names = () if another else Player.objects.filter(PRESENT, league=league).values_list("name", flat=True)
    namesake = next((existing for existing in names if folded(existing) == folded(name)), None)
    if namesake is not None:
        message = Text(
            "The league has a player called {player} already. Choose them from the list, or say that this is another.",
            player=namesake,
        )
        return [Problem("same-name", message, "name")]
    return []


def _day_problems(
    season: Season, day: dt.date, *, first: dt.date | None = None, field: str = "starts_on"
) -> list[Problem]:
    """Problems of a day: not of the season, or before the first for which a captain registers."""
    if not season.first_week - SEASON <= day <= season.first_week + SEASON:
        message = Text("{day} is not a day of {season}.", day=spelt(day), season=season.name)
        return [Problem("wrong-day", message, field)]
    if first is not None and day < first:
        return [Problem("past", N_("Ask the secretary to register players for a past date."), field)]
    return []


def _order_problems(player: Player, last: Registration, starts_on: dt.date) -> list[Problem]:
    """Problems of a transfer's day: before the registration, or a fixture, that it must follow."""
    if starts_on <= last.starts_on:
        message = Text(
            "{player} is registered for {team} from {day}; a transfer comes later.",
            player=player.name, team=last.team.name, day=spelt(last.starts_on),
        )  # fmt: skip
        return [Problem("too-early", message, "starts_on")]
    played = last_played(player, last.team, last.season)
    if played is not None and starts_on <= played:
        message = Text(
            "{player} played for {team} on {day}; a transfer comes later.",
            player=player.name, team=last.team.name, day=spelt(played),
        )  # fmt: skip
        return [Problem("played", message, "starts_on")]
    return []
