"""Who may do what, in one place. What is not allowed here is forbidden.

`grants` reads once what a user may speak for in a league on a day; a *predicate* answers from these and the object
alone, without a query. The same action name guards the service (`require`) and hides the button (`may`).
"""

import datetime as dt
from dataclasses import dataclass
from typing import Any

import rules
from django.contrib.auth.models import AnonymousUser
from django.db.models import FilteredRelation, Q

from league.enums import RoleKind, Side
from league.errors import NotAllowed
from league.models import (
    Appeal,
    Call,
    ConductCase,
    Dispute,
    Evidence,
    Fixture,
    League,
    Offer,
    Player,
    Postponement,
    Result,
    Role,
    Ruling,
    Team,
    User,
)

CAPTAINS = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN)


@dataclass(frozen=True, slots=True)
class Grants:
    """What one user may speak for in one league on one day.

    Attributes:
        user_id: None for a visitor who has not signed in.
        captain_of: ids of the teams he is captain or vice-captain of.
        teams: ids of the teams he belongs to in any way; he is not neutral about these.
        players: ids of the league's players that he is.
        shorten_names: whether the league shortens everybody's name for those who hold no role in it.
    """

    league_id: int
    user_id: int | None = None
    secretary: bool = False
    referee: bool = False
    captain_of: frozenset[int] = frozenset()
    teams: frozenset[int] = frozenset()
    players: frozenset[int] = frozenset()
    shorten_names: bool = False

    def side_of(self, fixture: Fixture) -> str:
        """The side he is captain of in a fixture: "home", "away" or ""."""
        if fixture.home_id in self.captain_of:
            return "home"
        return "away" if fixture.away_id in self.captain_of else ""


def anybody(league: League) -> Grants:
    """What everybody may see and do in a league, signed in or not."""
    return Grants(league.pk, shorten_names=league.shorten_names)


def held_on(day: dt.date, *, role: str = "") -> Q:
    """Roles that are held today, or will be on a later `day`: those that run then and were not taken back at once.

    Args:
        role: how the query reaches the role, such as "roles__" from a user.
    """
    begun = Q(**{f"{role}starts_on__lte": day, f"{role}ended_at": None})
    return begun & (Q(**{f"{role}ends_on": None}) | Q(**{f"{role}ends_on__gte": day}))


def grants(user: User | AnonymousUser, league: League, *, now: dt.datetime) -> Grants:
    """What `user` may speak for in `league` at `now` (two queries; none for a visitor)."""
    if not isinstance(user, User) or not user.is_active:
        return anybody(league)
    today = now.astimezone(league.tz).date()
    running = Q(starts_on__lte=today) & (Q(ends_on=None) | Q(ends_on__gte=today))
    kept = Q(ended_at=None) | Q(ended_at__gt=now)
    held = list(Role.objects.filter(running, kept, user=user, league=league).values_list("kind", "team_id"))
    his = Q(registrations__starts_on__lte=today) & (
        Q(registrations__ends_on=None) | Q(registrations__ends_on__gte=today)
    )
    playing = list(
        Player.objects.filter(user=user, league=league)
        .annotate(running=FilteredRelation("registrations", condition=his))
        .values_list("pk", "running__team_id")
    )
    kinds = {kind for kind, _ in held}
    return Grants(
        league_id=league.pk,
        user_id=user.pk,
        secretary=RoleKind.SECRETARY in kinds or user.is_superuser,
        referee=RoleKind.REFEREE in kinds,
        captain_of=frozenset(team for kind, team in held if kind in CAPTAINS and team),
        teams=frozenset(team for _, team in [*held, *playing] if team),
        players=frozenset(player for player, _ in playing),
        shorten_names=league.shorten_names,
    )


def _fixture_of(thing: Any) -> Fixture:
    if isinstance(thing, Fixture):
        return thing
    if isinstance(thing, Result | Call | Dispute | Postponement | ConductCase):
        return thing.fixture
    if isinstance(thing, Evidence):
        return thing.dispute.fixture
    if isinstance(thing, Appeal):
        return _fixture_of(thing.ruling)
    if isinstance(thing, Ruling):
        return _fixture_of(thing.call or thing.dispute or thing.case)
    raise TypeError(f"no fixture behind {thing!r}")


def _players_in(thing: Any) -> set[int | None]:
    """Whose call or conduct it is about, by their ids as players."""
    if isinstance(thing, Call):
        return {thing.counter_player_id, thing.challenger_player_id}
    if isinstance(thing, ConductCase):
        return {thing.player_id}
    if isinstance(thing, Dispute):
        return _players_in(thing.call)
    if isinstance(thing, Ruling):
        return _players_in(thing.call or thing.dispute or thing.case)
    return _players_in(thing.ruling) if isinstance(thing, Appeal) else set()


@rules.predicate
def anyone(grants: Grants, thing: Any) -> bool:
    """Everybody, signed in or not."""
    return True


@rules.predicate
def is_signed_in(grants: Grants, thing: Any) -> bool:
    """Anybody with an account who has signed in."""
    return grants.user_id is not None


@rules.predicate
def is_secretary(grants: Grants, thing: Any) -> bool:
    """The league's secretary."""
    return grants.secretary


@rules.predicate
def is_referee(grants: Grants, thing: Any) -> bool:
    """A referee of the league."""
    return grants.referee


@rules.predicate
def is_a_captain(grants: Grants, thing: Any) -> bool:
    """Captain or vice-captain of any team of the league."""
    return bool(grants.captain_of)


@rules.predicate
def is_captain_of_a_side(grants: Grants, thing: Any) -> bool:
    """Captain or vice-captain of the home or away team."""
    return bool(grants.side_of(_fixture_of(thing)))


@rules.predicate
def is_captain_of_the_other_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side that did not send this result; nobody confirms his own sheet, nor his own side's."""
    if not isinstance(thing, Result) or grants.user_id in (None, thing.submitted_by_id):
        return False
    fixture = thing.fixture
    if thing.side:
        answering = {fixture.away_id if thing.side == "home" else fixture.home_id}
    else:
        answering = {fixture.home_id, fixture.away_id}
    # Somebody who is captain of both sides cannot agree with himself.
    own = fixture.team_id(thing.side) if thing.side else None
    return bool(answering & grants.captain_of) and own not in grants.captain_of


@rules.predicate
def is_captain_of_the_sending_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side that sent this result."""
    return isinstance(thing, Result) and bool(thing.side) and thing.fixture.team_id(thing.side) in grants.captain_of


def _speaks_for_one_side(grants: Grants, fixture: Fixture) -> bool:
    return len({fixture.home_id, fixture.away_id} & grants.captain_of) == 1


@rules.predicate
def is_captain_of_the_disputed_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side whose sheet is disputed, who did not send the other one himself."""
    if not isinstance(thing, Dispute) or thing.result is None or not _speaks_for_one_side(grants, thing.fixture):
        return False
    counter = thing.counter_result
    if counter is not None and counter.submitted_by_id == grants.user_id:
        return False
    return grants.side_of(thing.fixture) == thing.result.side != ""


@rules.predicate
def is_captain_of_the_counter_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side that sent a sheet against the disputed one, and who did not send that one himself."""
    if not isinstance(thing, Dispute) or thing.result is None or thing.counter_result is None:
        return False
    if thing.result.submitted_by_id == grants.user_id or not _speaks_for_one_side(grants, thing.fixture):
        return False
    return grants.side_of(thing.fixture) == thing.counter_result.side != ""


@rules.predicate
def is_captain_of_the_asked_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side to which these dates were offered; nobody agrees with himself."""
    if not isinstance(thing, Offer):
        return False
    fixture = thing.postponement.fixture
    asked = fixture.team_id(Side(thing.side).other)
    return asked in grants.captain_of and fixture.team_id(thing.side) not in grants.captain_of


@rules.predicate
def is_captain_of_the_asking_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side that asked for a postponement."""
    return (
        isinstance(thing, Postponement)
        and bool(thing.side)
        and (thing.fixture.team_id(thing.side) in grants.captain_of)
    )


@rules.predicate
def is_captain_of_the_disputing_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side that opened this dispute."""
    return isinstance(thing, Dispute) and grants.side_of(thing.fixture) == thing.side != ""


@rules.predicate
def is_captain_of_the_team(grants: Grants, thing: Any) -> bool:
    """Captain or vice-captain of this team."""
    return isinstance(thing, Team) and thing.pk in grants.captain_of


@rules.predicate
def is_that_player(grants: Grants, thing: Any) -> bool:
    """The player himself."""
    return isinstance(thing, Player) and thing.pk in grants.players


@rules.predicate
def is_never_shortened(grants: Grants, thing: Any) -> bool:
    """Anybody, where neither the player nor the league has his name shortened, or he has none any more."""
    if not isinstance(thing, Player):
        return False
    return thing.erased_at is not None or not (thing.shorten_name or grants.shorten_names)


@rules.predicate
def is_the_player_ruled_on(grants: Grants, thing: Any) -> bool:
    """The player whose conduct this ruling is about."""
    return isinstance(thing, Ruling) and thing.case is not None and thing.case.player_id in grants.players


@rules.predicate
def did_not_send(grants: Grants, thing: Any) -> bool:
    """Did not send this result himself."""
    return isinstance(thing, Result) and grants.user_id not in (None, thing.submitted_by_id)


@rules.predicate
def did_not_rule(grants: Grants, thing: Any) -> bool:
    """Did not make the ruling that this appeal is against, nor the appeal itself."""
    return isinstance(thing, Appeal) and grants.user_id not in (None, thing.ruling.referee_id, thing.opened_by_id)


@rules.predicate
def is_free_to_rule(grants: Grants, thing: Any) -> bool:
    """It is given to no referee, or to him."""
    return isinstance(thing, Dispute) and thing.assigned_to_id in (None, grants.user_id)


@rules.predicate
def is_neutral(grants: Grants, thing: Any) -> bool:
    """Belongs to neither side, is nobody in the matter, and did not bring it himself: nobody judges his own case."""
    fixture = _fixture_of(thing)
    if {fixture.home_id, fixture.away_id} & grants.teams or grants.user_id is None:
        return False
    if isinstance(thing, Dispute) and thing.opened_by_id == grants.user_id:
        return False
    return not _players_in(thing) & grants.players


ACTIONS: dict[str, tuple[rules.predicates.Predicate, str]] = {
    "league.view": (anyone, "Everybody may read the league's pages."),
    "hand.check": (anyone, "Everybody may use the hand checker."),
    "captain.work": (is_a_captain, "Only captains and vice-captains have fixtures of their own here."),
    "result.submit": (
        is_captain_of_a_side | is_secretary,
        "Only the two captains of this fixture (or their vice-captains) and the secretary may enter its result.",
    ),
    "result.answer": (
        is_captain_of_the_other_side,
        "Only the captain of the other side may confirm or dispute this sheet; nobody confirms his own.",
    ),
    "result.hand_over": (
        is_captain_of_the_sending_side,
        "Only the captain whose side sent this sheet hands his phone over for it; the other one confirms it there.",
    ),
    "result.correct": (
        is_captain_of_a_side | is_secretary,
        "Only the two captains of this fixture (or their vice-captains) and the secretary may correct its result.",
    ),
    "correction.answer": (
        is_captain_of_the_other_side | (is_secretary & did_not_send & ~is_captain_of_the_sending_side),
        "Only the captain of the other side or the secretary may answer this correction; nobody confirms his own.",
    ),
    "result.decide": (is_secretary, "Only the league's secretary decides about a result that was not played out."),
    "points.adjust": (is_secretary, "Only the league's secretary gives or takes points."),
    "dispute.open": (
        is_captain_of_a_side,
        "Only the two captains of this fixture (or their vice-captains) may open a dispute about it.",
    ),
    "dispute.see": (
        is_captain_of_a_side | is_secretary | (is_referee & is_neutral),
        "Only the two captains, the secretary and neutral referees see a dispute and its evidence.",
    ),
    "evidence.add": (
        is_captain_of_a_side | ((is_secretary | is_referee) & is_neutral & is_free_to_rule),
        "Only the two captains and whoever rules on this dispute may add evidence.",
    ),
    "dispute.withdraw": (
        is_captain_of_the_disputing_side,
        "Only the captain of the side that opened this dispute may take it back.",
    ),
    "dispute.assign": (is_secretary, "Only the league's secretary gives a dispute to a referee."),
    "dispute.settle": (
        (is_secretary | is_referee) & is_neutral & is_free_to_rule,
        "Only the secretary or a referee who belongs to neither team, and to whom it was given, may settle this.",
    ),
    "dispute.accept": (
        is_captain_of_the_disputed_side | is_captain_of_the_counter_side,
        "Only the captains of the sides whose sheets differ may accept the other one; nobody accepts his own.",
    ),
    "ruling.appeal": (
        is_captain_of_a_side | is_the_player_ruled_on,
        "Only the two captains, and the player whose conduct was ruled on, may appeal.",
    ),
    "appeal.decide": (
        is_secretary & is_neutral & did_not_rule,
        "Only the league's secretary decides an appeal, and not about a team or a ruling of his own.",
    ),
    "conduct.decide": (is_referee & is_neutral, "Only a referee who belongs to neither team decides about conduct."),
    "conduct.see": (
        is_referee | is_secretary | is_that_player,
        "Only the player himself, the league's referees and its secretary see his record of conduct.",
    ),
    "player.register": (
        is_secretary | is_captain_of_the_team,
        "Only the team's captain (or vice-captain) and the secretary may register players.",
    ),
    "player.transfer": (is_secretary, "Only the league's secretary transfers a player or ends his registration."),
    "role.manage": (is_secretary, "Only the league's secretary gives and ends roles."),
    "role.invite": (
        is_secretary | is_captain_of_the_team,
        "Only the league's secretary, and a captain for his own team, may invite.",
    ),
    "fixture.history": (
        is_captain_of_a_side | is_referee | is_secretary,
        "Only the two captains, the referees and the secretary see a fixture's history.",
    ),
    "team.history": (
        is_captain_of_the_team | is_referee | is_secretary,
        "Only the team's captain, the referees and the secretary see a team's history.",
    ),
    "player.history": (
        is_that_player | is_referee | is_secretary,
        "Only the player himself, the referees and the secretary see a player's history.",
    ),
    "journal.see": (is_secretary, "Only the league's secretary reads the whole journal."),
    "person.export": (is_that_player | is_secretary, "Only the person himself and the secretary export his data."),
    "person.erase": (is_that_player | is_secretary, "Only the person himself and the secretary may have him erased."),
    "person.change": (is_that_player | is_secretary, "Only the person himself and the secretary change his details."),
    "player.name": (
        is_never_shortened | is_that_player | is_a_captain | is_referee | is_secretary,
        "A shortened name is shown in full to the player himself and to captains, referees and the secretary only.",
    ),
    "account.own": (is_signed_in, "Sign in to see what is yours."),
    "league.settings": (is_secretary, "Only the league's secretary changes its settings."),
    "league.export": (is_secretary, "Only the league's secretary exports the whole league."),
    "walkover.give": (is_secretary, "Only the league's secretary may give a walkover."),
    "call.rule": (is_referee & is_neutral, "Only a referee who belongs to neither team may rule on a call."),
    "referee.work": (is_referee, "Only the league's referees have this page."),
    "league.oversee": (is_secretary, "Only the league's secretary has this page."),
    "season.import": (is_secretary, "Only the league's secretary may load a season."),
    "season.make": (is_secretary, "Only the league's secretary makes a season and its timetable."),
    "team.withdraw": (is_secretary, "Only the league's secretary adds and withdraws teams."),
    "postponement.ask": (
        is_captain_of_a_side,
        "Only the two captains of this fixture (or their vice-captains) may ask to postpone it.",
    ),
    "postponement.answer": (
        is_captain_of_the_asked_side,
        "Only the captain of the side that was asked may answer; nobody agrees with himself.",
    ),
    "postponement.withdraw": (
        is_captain_of_the_asking_side,
        "Only the captain of the side that asked may take the request back.",
    ),
    "fixture.move": (is_secretary, "Only the league's secretary may move a fixture without the captains."),
    "mail.own": (is_signed_in, "Sign in to see the messages that were sent to you."),
    "mail.oversee": (is_secretary, "Only the league's secretary sees which messages could not be delivered."),
    "calendar.own": (is_signed_in, "Sign in to have a calendar of your own."),
}
_RULES = rules.RuleSet()
for _action, (_predicate, _) in ACTIONS.items():
    _RULES.add_rule(_action, _predicate)


def may(grants: Grants, action: str, thing: Any = None) -> bool:
    """Whether these grants allow `action` on `thing`. An action that is not in `ACTIONS` is a KeyError, not a yes."""
    ACTIONS[action]
    return bool(_RULES.test_rule(action, grants, thing))


def require(user: User | AnonymousUser, action: str, league: League, thing: Any = None, *, now: dt.datetime) -> Grants:
    """The user's grants if they allow `action`.

    Raises:
        NotAllowed: they do not; its message says who may.
    """
    held = grants(user, league, now=now)
    if not may(held, action, thing):
        raise NotAllowed(ACTIONS[action][1])
    return held
