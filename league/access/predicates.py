"""The predicates that permissions are made of; `make access-doc` prints their first lines.

Those about who answers a sheet also accept the fixture: whether they could ever do it there. Whoever could not is
refused before anybody looks whether something waits; whoever could is told that nothing does.
"""

from typing import Any

import rules

from league.access.grants import Grants
from league.enums import AppealsBy, Side
from league.models import (
    Appeal,
    Call,
    ConductCase,
    Dispute,
    Evidence,
    Fixture,
    HighHand,
    MatchReport,
    Offer,
    Player,
    Postponement,
    Result,
    Ruling,
    Team,
)


def _fixture_of(thing: Any) -> Fixture:
    if isinstance(thing, Fixture):
        return thing
    if isinstance(thing, Result | Call | Dispute | Postponement | ConductCase | Ruling):
        return thing.fixture
    if isinstance(thing, Evidence):
        return thing.dispute.fixture
    if isinstance(thing, Appeal):
        return thing.ruling.fixture
    raise TypeError(f"no fixture behind {thing!r}")


def _players_in(thing: Any) -> set[int | None]:
    """Player ids of whose call or conduct it is about."""
    if isinstance(thing, Call):
        return {thing.counter_player_id, thing.challenger_player_id}
    if isinstance(thing, ConductCase):
        return {thing.player_id}
    if isinstance(thing, Dispute):
        return _players_in(thing.call)
    if isinstance(thing, Ruling):
        return _players_in(thing.call or thing.dispute or thing.case)
    return _players_in(thing.ruling) if isinstance(thing, Appeal) else set()


def _opener_of(thing: Any) -> int | None:
    if isinstance(thing, Dispute):
        return thing.opened_by_id
    if isinstance(thing, Ruling):
        return _opener_of(thing.dispute)
    return _opener_of(thing.ruling) if isinstance(thing, Appeal) else None


@rules.predicate
def anyone(grants: Grants, thing: Any) -> bool:
    """Everybody, signed in or not."""
    return True


@rules.predicate
def is_signed_in(grants: Grants, thing: Any) -> bool:
    """Anybody with an account who has signed in."""
    return grants.user_id is not None


@rules.predicate
def is_of_the_league(grants: Grants, thing: Any) -> bool:
    """Anybody who plays in the league or holds a role in it."""
    offices = grants.secretary or grants.referee or grants.committee or grants.judge
    return grants.user_id is not None and (offices or bool(grants.players or grants.teams or grants.captain_of))


@rules.predicate
def is_secretary(grants: Grants, thing: Any) -> bool:
    """The league's secretary."""
    return grants.secretary


@rules.predicate
def is_administrator(grants: Grants, thing: Any) -> bool:
    """An administrator of this server."""
    return grants.administrator


@rules.predicate
def is_referee(grants: Grants, thing: Any) -> bool:
    """A referee of the league."""
    return grants.referee


@rules.predicate
def is_on_a_panel(grants: Grants, thing: Any) -> bool:
    """A member of the committee that decides appeals, or a judge of them."""
    return grants.committee or grants.judge


@rules.predicate
def is_on_its_panel(grants: Grants, thing: Any) -> bool:
    """A member of the committee, or a judge, where this appeal goes to the committee or the judges."""
    if not isinstance(thing, Appeal):
        return False
    return {AppealsBy.COMMITTEE: grants.committee, AppealsBy.JUDGES: grants.judge}.get(AppealsBy(thing.goes_to), False)


@rules.predicate
def is_a_captain(grants: Grants, thing: Any) -> bool:
    """Captain or vice-captain of any team of the league."""
    return bool(grants.captain_of)


@rules.predicate
def is_captain_of_a_side(grants: Grants, thing: Any) -> bool:
    """Captain or vice-captain of the home or away team."""
    return bool(grants.side_of(_fixture_of(thing)))


def _speaks_for_one_side(grants: Grants, fixture: Fixture) -> bool:
    return len({fixture.home_id, fixture.away_id} & grants.captain_of) == 1


@rules.predicate
def is_captain_of_the_other_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side that did not send this result; nobody confirms their own sheet, nor their own side's."""
    if isinstance(thing, Fixture):
        return _speaks_for_one_side(grants, thing)
    if not isinstance(thing, Result) or grants.user_id in (None, thing.submitted_by_id):
        return False
    fixture = thing.fixture
    if thing.side:
        answering = {fixture.away_id if thing.side == "home" else fixture.home_id}
    else:
        answering = {fixture.home_id, fixture.away_id}
    # Somebody who is captain of both sides cannot agree with themselves.
    own = fixture.team_id(thing.side) if thing.side else None
    return bool(answering & grants.captain_of) and own not in grants.captain_of


@rules.predicate
def is_captain_of_the_sending_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side that sent this result."""
    if isinstance(thing, Fixture):
        return bool(grants.side_of(thing))
    return isinstance(thing, Result) and bool(thing.side) and thing.fixture.team_id(thing.side) in grants.captain_of


@rules.predicate
def is_captain_of_the_recording_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side that recorded this high hand."""
    return isinstance(thing, HighHand) and bool(thing.side) and thing.fixture.team_id(thing.side) in grants.captain_of


@rules.predicate
def is_captain_of_the_reporting_side(grants: Grants, thing: Any) -> bool:
    """Captain or vice-captain of the side that this match report is of."""
    if isinstance(thing, Fixture):
        return bool(grants.side_of(thing))
    if not isinstance(thing, MatchReport) or thing.side not in Side.values:
        return False
    return thing.fixture.team_id(thing.side) in grants.captain_of


@rules.predicate
def is_captain_of_the_disputed_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side whose sheet is disputed, who did not send the other one themselves."""
    if isinstance(thing, Fixture):
        return _speaks_for_one_side(grants, thing)
    if not isinstance(thing, Dispute) or thing.result is None or not _speaks_for_one_side(grants, thing.fixture):
        return False
    counter = thing.counter_result
    if counter is not None and counter.submitted_by_id == grants.user_id:
        return False
    return grants.side_of(thing.fixture) == thing.result.side != ""


@rules.predicate
def is_captain_of_the_counter_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side that sent a sheet against the disputed one, and who did not send that one themselves."""
    if isinstance(thing, Fixture):
        return _speaks_for_one_side(grants, thing)
    if not isinstance(thing, Dispute) or thing.result is None or thing.counter_result is None:
        return False
    if thing.result.submitted_by_id == grants.user_id or not _speaks_for_one_side(grants, thing.fixture):
        return False
    return grants.side_of(thing.fixture) == thing.counter_result.side != ""


@rules.predicate
def is_captain_of_the_asked_side(grants: Grants, thing: Any) -> bool:
    """Captain of the side to which these dates were offered; nobody agrees with themselves."""
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
    """The player themselves."""
    return isinstance(thing, Player) and thing.pk in grants.players


@rules.predicate
def is_never_shortened(grants: Grants, thing: Any) -> bool:
    """Anybody, where neither the player nor the league has their name shortened, or they have none any more."""
    if not isinstance(thing, Player):
        return False
    return thing.erased_at is not None or not (thing.shorten_name or grants.shorten_names)


@rules.predicate
def has_public_averages(grants: Grants, thing: Any) -> bool:
    """Anybody, where the player does not keep their averages off public pages."""
    return isinstance(thing, Player) and not thing.hide_averages


@rules.predicate
def is_captain_of_the_side_ruled_on(grants: Grants, thing: Any) -> bool:
    """Captain of the home or away team; of a ruling on conduct, only of the side of the player that it is about."""
    if not isinstance(thing, Ruling):
        return False
    if thing.case is not None:
        return thing.case.fixture.team_id(thing.case.side) in grants.captain_of
    return bool(grants.side_of(_fixture_of(thing)))


@rules.predicate
def is_told_of(grants: Grants, thing: Any) -> bool:
    """Asks about a ruling that people are told of, not about one on conduct by which nothing follows."""
    return isinstance(thing, Ruling) and (thing.case is None or bool(thing.awarded_to))


@rules.predicate
def is_the_player_ruled_on(grants: Grants, thing: Any) -> bool:
    """The player whose conduct this ruling is about."""
    if isinstance(thing, Appeal):
        thing = thing.ruling
    return isinstance(thing, Ruling) and thing.case is not None and thing.case.player_id in grants.players


@rules.predicate
def did_not_send(grants: Grants, thing: Any) -> bool:
    """Did not send this result themselves."""
    if isinstance(thing, Fixture):
        return grants.user_id is not None
    return isinstance(thing, Result) and grants.user_id not in (None, thing.submitted_by_id)


@rules.predicate
def did_not_rule(grants: Grants, thing: Any) -> bool:
    """Did not make the ruling that this appeal is against, nor the appeal itself."""
    return isinstance(thing, Appeal) and grants.user_id not in (None, thing.ruling.referee_id, thing.opened_by_id)


@rules.predicate
def made_the_ruling_on_a_call(grants: Grants, thing: Any) -> bool:
    """Made this ruling, which is on a called hand and on no dispute."""
    if not isinstance(thing, Ruling) or thing.call is None:
        return False
    return grants.user_id is not None and thing.referee_id == grants.user_id


@rules.predicate
def is_free_to_rule(grants: Grants, thing: Any) -> bool:
    """It is given to no referee, or to them."""
    return isinstance(thing, Dispute) and thing.assigned_to_id in (None, grants.user_id)


def was_of_a_side(grants: Grants, fixture: Fixture) -> list[int]:
    """Teams of a fixture that somebody held a role of in its season, and does no more."""
    if not grants.once_of:
        return []
    season = fixture.division.season_id
    return [team for team in (fixture.home_id, fixture.away_id) if (season, team) in grants.once_of]


@rules.predicate
def is_neutral(grants: Grants, thing: Any) -> bool:
    """Of neither side, now or then, did not play, is nobody in it and did not bring it: nobody judges their own case.

    Who played as a guest is not neutral either, nor whose registration for a side has ended since, nor who held any
    role of a side in that season.
    """
    fixture = _fixture_of(thing)
    if fixture.pk in grants.played_in or was_of_a_side(grants, fixture):
        return False
    if {fixture.home_id, fixture.away_id} & grants.teams or grants.user_id is None:
        return False
    if _opener_of(thing) == grants.user_id:
        return False
    return not _players_in(thing) & grants.players
