"""Permissions: who may do what. What is not allowed here is forbidden.

`grants` reads once what a user may speak for in a league on a day; a *predicate* answers from these and the object
alone, without a query. The same action name guards the service (`require`) and hides the button (`may`).
"""

import datetime as dt
from dataclasses import replace
from typing import Any

import rules
from django.contrib.auth.models import AnonymousUser

from league.access.freshness import is_fresh
from league.access.grants import (
    CAPTAINS,
    ON_THE_COMMITTEE,
    Grants,
    anybody,
    grants,
    has_factor,
    held_role_q,
    is_operator,
    makes_leagues,
)
from league.access.predicates import (
    anyone,
    did_not_rule,
    did_not_send,
    has_public_averages,
    is_a_captain,
    is_administrator,
    is_captain_of_a_side,
    is_captain_of_the_asked_side,
    is_captain_of_the_asking_side,
    is_captain_of_the_counter_side,
    is_captain_of_the_disputed_side,
    is_captain_of_the_disputing_side,
    is_captain_of_the_other_side,
    is_captain_of_the_recording_side,
    is_captain_of_the_reporting_side,
    is_captain_of_the_sending_side,
    is_captain_of_the_side_ruled_on,
    is_captain_of_the_team,
    is_free_to_rule,
    is_neutral,
    is_never_shortened,
    is_of_the_league,
    is_on_a_panel,
    is_on_its_panel,
    is_referee,
    is_secretary,
    is_signed_in,
    is_that_player,
    is_the_player_ruled_on,
    is_told_of,
    made_the_ruling_on_a_call,
    was_of_a_side,
)
from league.access.suspension import READS, WRITES, require_not_suspended, suspension_message
from league.errors import FactorMissing, LeagueError, NotAllowed, Suspended
from league.models import League, User
from league.translation import N_, Text

__all__ = [
    "ACTIONS",
    "CAPTAINS",
    "MAKES_NO_LEAGUES",
    "NO_OPERATOR",
    "ON_THE_COMMITTEE",
    "Grants",
    "anybody",
    "anyone",
    "grants",
    "has_factor",
    "held_role_q",
    "is_fresh",
    "is_operator",
    "makes_leagues",
    "may",
    "refusal",
    "require",
    "require_not_suspended",
    "suspension_message",
    "was_of_a_side",
]

ACTIONS: dict[str, tuple[rules.predicates.Predicate, Text]] = {
    "league.view": (anyone, N_("Everybody may read the league's pages.")),
    "hand.check": (anyone, N_("Everybody may use the hand checker.")),
    "daily.see": (anyone, N_("Everybody may read a league’s daily hand.")),
    "daily.vote": (
        is_of_the_league,
        N_("Only the league’s players, captains and officials vote on its daily hand, and stand in its table."),
    ),
    "captain.work": (is_a_captain, N_("Only captains and vice-captains have fixtures of their own here.")),
    "result.submit": (
        is_captain_of_a_side | is_secretary,
        N_("Only the two captains of this fixture (or their vice-captains) and the secretary may enter its result."),
    ),
    "card.photograph": (
        is_captain_of_a_side | is_secretary,
        N_("Only the two captains of this fixture (or their vice-captains) and the secretary photograph its card."),
    ),
    "card.see_photograph": (
        is_captain_of_a_side | is_secretary | is_referee,
        N_("Only the two captains of this fixture (or their vice-captains), the secretary and referees see its card."),
    ),
    "result.answer": (
        is_captain_of_the_other_side,
        N_("Only the captain of the other side may confirm or dispute this sheet; nobody confirms their own."),
    ),
    "result.uphold": (
        is_secretary & did_not_send & is_neutral,
        N_("Only a secretary of neither team can confirm a result for the other side; nobody confirms their own."),
    ),
    "result.hand_over": (
        is_captain_of_the_sending_side,
        N_(
            "Only the captain whose side sent this sheet hands their phone over for it; "
            "the other one confirms it there."
        ),
    ),
    "result.change": (
        is_captain_of_the_sending_side,
        N_("Only the captain whose side sent a sheet may change it before it is confirmed, or withdraw a correction."),
    ),
    "result.correct": (
        is_captain_of_a_side | is_secretary,
        N_("Only the two captains of this fixture (or their vice-captains) and the secretary may correct its result."),
    ),
    "correction.answer": (
        is_captain_of_the_other_side | (is_secretary & did_not_send & is_neutral),
        N_("Only the other side's captain, or a secretary of neither team, answers it; nobody confirms their own."),
    ),
    "result.decide": (is_secretary, N_("Only the league's secretary decides about a result that was not played out.")),
    "live.follow": (anyone, N_("Everybody may follow a score while it is played.")),
    "live.score": (
        is_captain_of_a_side | is_secretary,
        N_("Only the two captains of this fixture (or their vice-captains) and the secretary may score it live."),
    ),
    "high_hand.record": (
        is_captain_of_a_side | is_secretary,
        N_("Only the two captains of this fixture (or their vice-captains) and the secretary may record high hands."),
    ),
    "high_hand.remove": (
        is_captain_of_the_recording_side | is_secretary,
        N_("Only the captain whose side recorded a high hand, and the secretary, may remove it."),
    ),
    "high_hand.complete": (
        is_captain_of_the_recording_side | is_secretary,
        N_("Only the captain whose side recorded a high hand, and the secretary, may add its cards."),
    ),
    "winner.record": (is_secretary, N_("Only the league's secretary records who won its competitions.")),
    "news.write": (is_secretary, N_("Only the league's secretary writes its news and its pages.")),
    "report.write": (
        is_captain_of_the_reporting_side,
        N_("Only the captain of a side of this fixture (or their vice-captain) writes that side's match report."),
    ),
    "report.hide": (is_secretary, N_("Only the league's secretary hides a match report, or shows it again.")),
    "player.averages": (
        has_public_averages | is_that_player | is_secretary,
        N_("A player who keeps their averages off public pages, and the secretary, see them."),
    ),
    "points.adjust": (is_secretary, N_("Only the league's secretary gives or takes points.")),
    "play_off.make": (is_secretary, N_("Only the league's secretary arranges play-offs.")),
    "cup.manage": (is_secretary, N_("Only the league's secretary makes, draws and decides cups.")),
    "tie.move": (
        is_captain_of_a_side | is_secretary,
        N_("Only the two sides of this fixture and the secretary set its date."),
    ),
    "individual.manage": (
        is_secretary,
        N_("Only the league's secretary makes individual leagues and enters players for them."),
    ),
    "individual.play": (
        is_captain_of_the_team | is_secretary,
        N_("Only the players of this individual league, and the secretary, arrange and record its games."),
    ),
    "lots.record": (is_secretary, N_("Only the league's secretary records lots that were drawn.")),
    "charge.manage": (is_secretary, N_("Only the league's secretary charges teams and players and notes payments.")),
    "team.charges": (
        is_captain_of_the_team | is_secretary,
        N_("Only the team's captain (or vice-captain) and the secretary see what the team and its players owe."),
    ),
    "team.colour": (
        is_captain_of_the_team | is_secretary,
        N_("Only the team's captain (or vice-captain) and the secretary choose the team's colour."),
    ),
    "player.charges": (
        is_that_player | is_secretary,
        N_("Only the player, their captain and the secretary see what they owe."),
    ),
    "dispute.open": (
        is_captain_of_a_side,
        N_("Only the two captains of this fixture (or their vice-captains) may open a dispute about it."),
    ),
    "dispute.see": (
        is_captain_of_a_side | is_secretary | ((is_referee | is_on_a_panel) & is_neutral),
        N_(
            "Only the two captains, the secretary, and neutral referees, committee members and judges see a dispute "
            "and its evidence."
        ),
    ),
    "evidence.add": (
        is_captain_of_a_side | ((is_secretary | is_referee) & is_neutral & is_free_to_rule),
        N_("Only the two captains and whoever rules on this dispute may add evidence."),
    ),
    "dispute.withdraw": (
        is_captain_of_the_disputing_side,
        N_("Only the captain of the side that opened this dispute may withdraw it."),
    ),
    "dispute.assign": (is_secretary, N_("Only the league's secretary gives a dispute to a referee.")),
    "dispute.settle": (
        (is_secretary | is_referee) & is_neutral & is_free_to_rule,
        N_(
            "Only the secretary or a referee of neither team who did not play, and to whom it was given, "
            "may settle this."
        ),
    ),
    "dispute.accept": (
        is_captain_of_the_disputed_side | is_captain_of_the_counter_side,
        N_("Only the captains of the sides whose sheets differ may accept the other one; nobody accepts their own."),
    ),
    "ruling.appeal": (
        (is_captain_of_the_side_ruled_on | is_the_player_ruled_on) & is_told_of,
        N_("Only the two captains may appeal; where a game is awarded for conduct, the player and their own captain."),
    ),
    "ruling.revoke": (
        is_referee & made_the_ruling_on_a_call & is_neutral,
        N_("Only the referee who made a ruling on a call may revoke it, for an hour."),
    ),
    "appeal.decide": (
        is_secretary & is_neutral & did_not_rule,
        N_("Only the league's secretary decides an appeal, and not about a team or a ruling of their own."),
    ),
    "appeal.see": (
        is_captain_of_a_side | is_the_player_ruled_on | is_referee | is_secretary | is_on_a_panel,
        N_("Only the two captains, the player ruled on, and the league’s officials see an appeal."),
    ),
    "appeal.vote": (
        is_on_its_panel & is_neutral & did_not_rule,
        N_("Only the committee or the judges to whom an appeal goes vote on it, and nobody in their own case."),
    ),
    "conduct.decide": (
        is_referee & is_neutral,
        N_("Only a referee of neither team who did not play there decides about conduct."),
    ),
    "conduct.see": (
        is_referee | is_secretary | is_that_player,
        N_("Only the player, the league's referees and its secretary see a player's record of conduct."),
    ),
    "player.register": (
        is_secretary | is_captain_of_the_team,
        N_("Only the team's captain (or vice-captain) and the secretary may register players."),
    ),
    "availability.manage": (
        is_captain_of_the_team | is_secretary,
        N_("Only the team's captain (or vice-captain) and the secretary see who can play, and choose the line-up."),
    ),
    "availability.answer": (
        is_that_player,
        N_("Only the player themselves, their captain and the secretary say whether they can play."),
    ),
    "club_night.run": (
        is_secretary,
        N_("Only the league's secretary runs club nights and tournaments: who is here, who plays whom, results."),
    ),
    "club_night.card": (
        is_that_player | is_secretary,
        N_("Only the player themselves and the secretary write on a player's card."),
    ),
    "player.transfer": (is_secretary, N_("Only the league's secretary transfers a player or ends their registration.")),
    "player.merge": (is_secretary, N_("Only the league's secretary merges two players who are one person.")),
    "role.manage": (is_secretary, N_("Only the league's secretary gives and ends roles.")),
    "role.invite": (
        is_secretary | is_captain_of_the_team,
        N_("Only the league's secretary, and a captain for their own team, may invite."),
    ),
    "codes.make": (is_secretary, N_("Only the league's secretary prints and revokes a team's codes.")),
    "fixture.history": (
        is_captain_of_a_side | is_referee | is_secretary,
        N_("Only the two captains, the referees and the secretary see a fixture's history."),
    ),
    "team.history": (
        is_captain_of_the_team | is_referee | is_secretary,
        N_("Only the team's captain, the referees and the secretary see a team's history."),
    ),
    "player.history": (
        is_that_player | is_referee | is_secretary,
        N_("Only the player, the referees and the secretary see a player's history."),
    ),
    "journal.see": (is_secretary, N_("Only the league's secretary reads the whole journal.")),
    "person.export": (
        is_that_player | is_secretary,
        N_("Only the person concerned and the secretary export their data."),
    ),
    "person.erase": (
        is_that_player | is_secretary,
        N_("Only the person concerned and the secretary may have them erased."),
    ),
    "person.change": (
        is_that_player | is_secretary,
        N_("Only the person concerned and the secretary change their details."),
    ),
    "player.name": (
        is_never_shortened | is_that_player | is_a_captain | is_referee | is_secretary,
        N_("A shortened name is shown in full to the player and to captains, referees and the secretary only."),
    ),
    "account.own": (is_signed_in, N_("Sign in to see what is yours.")),
    "league.settings": (is_secretary, N_("Only the league's secretary changes its settings.")),
    "league.upkeep": (
        is_secretary,
        N_("Only the league's secretary changes, hides and deletes its seasons, venues and teams."),
    ),
    "league.keep": (
        is_administrator,
        N_("Only an administrator of this server makes, renames, hides and deletes leagues."),
    ),
    "league.operate": (
        is_administrator,
        N_("Only an administrator of this server suspends leagues and decides what they may use."),
    ),
    "league.export": (is_secretary, N_("Only the league's secretary exports the whole league.")),
    "call.rule": (
        is_referee & is_neutral,
        N_("Only a referee of neither team who did not play there may rule on a call."),
    ),
    "referee.work": (is_referee, N_("Only the league's referees may see this.")),
    "league.oversee": (is_secretary, N_("Only the league's secretary may see this.")),
    "season.import": (is_secretary, N_("Only the league's secretary may load a season.")),
    "season.make": (is_secretary, N_("Only the league's secretary makes a season and its timetable.")),
    "season.close": (is_secretary, N_("Only the league's secretary closes a season, and begins the next.")),
    "entry.answer": (
        is_captain_of_the_team | is_secretary,
        N_("Only the team's captain (or vice-captain) and the secretary say whether it enters a season."),
    ),
    "ruleset.make": (is_secretary, N_("Only the league's secretary makes rulesets and decides who plays by them.")),
    "team.withdraw": (is_secretary, N_("Only the league's secretary adds and withdraws teams.")),
    "postponement.ask": (
        is_captain_of_a_side,
        N_("Only the two captains of this fixture (or their vice-captains) may ask to postpone it."),
    ),
    "postponement.answer": (
        is_captain_of_the_asked_side,
        N_("Only the captain of the side that was asked may answer; nobody agrees with themselves."),
    ),
    "postponement.withdraw": (
        is_captain_of_the_asking_side,
        N_("Only the captain of the side that asked may withdraw the request."),
    ),
    "fixture.move": (is_secretary, N_("Only the league's secretary may move a fixture without the captains.")),
    "mail.own": (is_signed_in, N_("Sign in to see the messages that were sent to you.")),
    "mail.oversee": (is_secretary, N_("Only the league's secretary sees which messages could not be delivered.")),
    "calendar.own": (is_signed_in, N_("Sign in to have a calendar of your own.")),
}
FACTOR_MISSING = N_(
    "This league asks you for a second factor before you act in this role. "
    "Set up an authenticator app or a passkey under your name, Second factor."
)
# Belongs to no league, and so is no action: `makes_leagues` answers it.
MAKES_NO_LEAGUES = N_("Only those whom this server’s operator lets make leagues may make one.")
# Of the server's pages and operations, which belong to no league.
NO_OPERATOR = N_("Only an administrator of this server oversees its leagues.")
_RULES = rules.RuleSet()
for _action, (_predicate, _) in ACTIONS.items():
    _RULES.add_rule(_action, _predicate)


def may(grants: Grants, action: str, thing: Any = None) -> bool:
    """Whether these grants allow `action` on `thing`; KeyError for an unknown action."""
    ACTIONS[action]
    if grants.suspended and action not in READS | WRITES:
        return False
    return bool(_RULES.test_rule(action, grants, thing))


def refusal(grants: Grants, action: str, thing: Any = None) -> LeagueError:
    """Return the error for who may not: its message says who may, that the league is suspended, or that a second
    factor is missing.

    Each of these is mentioned only where it would make the difference.
    """
    if grants.suspended and may(replace(grants, suspended=""), action, thing):
        return Suspended(suspension_message(grants.suspended))
    if missing := grants.without_factor:
        whole = replace(
            grants,
            secretary=grants.secretary or "secretary" in missing,
            referee=grants.referee or "referee" in missing,
            committee=grants.committee or not missing.isdisjoint(ON_THE_COMMITTEE),
            judge=grants.judge or "judge" in missing,
        )
        if may(whole, action, thing):
            return FactorMissing(FACTOR_MISSING)
    return NotAllowed(ACTIONS[action][1])


def ensure(grants: Grants, action: str, thing: Any = None) -> None:
    """Raise NotAllowed; Suspended or FactorMissing where that makes the difference."""
    if not may(grants, action, thing):
        raise refusal(grants, action, thing)


def require(user: User | AnonymousUser, action: str, league: League, thing: Any = None, *, now: dt.datetime) -> Grants:
    """Return the user's grants if they allow `action`. Raises as `ensure`."""
    held = grants(user, league, now=now)
    ensure(held, action, thing)
    return held
