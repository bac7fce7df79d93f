"""Sample visitors and things, to ask `access` about: one of each kind, held in memory only.

Anchor (team 1) is at home to Bell (team 2). The home captain sent the sheet, the away captain disputed it; the referee
ruled on player 11 of Anchor. Everything is about that fixture unless its name says otherwise.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from league.access import Grants
from league.models import (
    Appeal,
    Call,
    ConductCase,
    Dispute,
    Fixture,
    HighHand,
    League,
    MatchReport,
    Offer,
    Player,
    Postponement,
    Result,
    Ruling,
    Team,
)

HOME, AWAY, ELSEWHERE = 1, 2, 3
CAPTAIN, OTHER_CAPTAIN, REFEREE, SECRETARY = 1, 2, 4, 6


def _grants(
    user: int | None = None,
    *,
    secretary: bool = False,
    referee: bool = False,
    captain_of: Iterable[int] = (),
    teams: Iterable[int] = (),
    players: Iterable[int] = (),
    played_in: Iterable[int] = (),
    committee: bool = False,
    judge: bool = False,
) -> Grants:
    own, belonging, players_own = frozenset(captain_of), frozenset(teams), frozenset(players)
    seen = frozenset(played_in)
    return Grants(1, user, secretary, referee, own, belonging, players_own, seen, committee=committee, judge=judge)


VISITORS: Mapping[str, Grants] = {
    "anybody": _grants(),
    "signed in": _grants(100),
    "player": _grants(111, teams={HOME}, players={11}),
    "captain": _grants(CAPTAIN, captain_of={HOME}, teams={HOME}, players={12}),
    "other captain": _grants(OTHER_CAPTAIN, captain_of={AWAY}, teams={AWAY}, players={21}),
    "third captain": _grants(3, captain_of={ELSEWHERE}, teams={ELSEWHERE}, players={31}),
    "captain of both": _grants(9, captain_of={HOME, AWAY}, teams={HOME, AWAY}),
    "referee": _grants(REFEREE, referee=True),
    "second referee": _grants(5, referee=True),
    "own referee": _grants(8, referee=True, teams={HOME}, players={13}),
    "calling referee": _grants(10, referee=True, players={11}),
    "former referee": _grants(11, referee=True, players={14}, played_in={1}),
    "secretary": _grants(SECRETARY, secretary=True),
    "own secretary": _grants(7, secretary=True, teams={AWAY}, players={22}),
    "ruling secretary": _grants(REFEREE, secretary=True),
    "member": _grants(12, committee=True),
    "own member": _grants(13, committee=True, teams={HOME}, players={15}),
    "ruling member": _grants(REFEREE, committee=True),
    "judge": _grants(14, judge=True),
}
MEANING: Mapping[str, str] = {
    "anybody": "not signed in",
    "signed in": "with an account, and no role in this league",
    "player": "the player; plays for the home team",
    "captain": "captain or vice-captain of the home team; sent the sheet, asked for the postponement",
    "other captain": "of the away team; opened the dispute and the appeal",
    "third captain": "of a team that does not play here",
    "captain of both": "of the home and the away team, who sent nothing themselves",
    "referee": "neutral; the one to whom the dispute was given and who made the ruling",
    "second referee": "neutral, with nothing to do with it so far",
    "own referee": "plays for the home team",
    "calling referee": "belongs to no team, but counted the hand that was called, as a guest",
    "former referee": "of no team now, but played in the fixture, or was registered for one of its sides on its day",
    "secretary": "belongs to neither team",
    "own secretary": "plays for the away team",
    "ruling secretary": "made the ruling, as a referee before",
    "member": "of the committee that decides appeals; belongs to neither team",
    "own member": "of the committee; plays for the home team",
    "ruling member": "of the committee; made the ruling, as a referee before",
    "judge": "one of the judges of appeals; belongs to neither team",
}


def _sample_objects() -> dict[str, Any]:
    fixture = Fixture(pk=1, home_id=HOME, away_id=AWAY)
    sheet = Result(pk=1, fixture=fixture, side="home", submitted_by_id=CAPTAIN)
    postponement = Postponement(pk=1, fixture=fixture, side="home")
    call = Call(pk=1, fixture=fixture, counter="home", counter_player_id=11, challenger_player_id=21)
    dispute = Dispute(pk=1, fixture=fixture, result=sheet, side="away", opened_by_id=OTHER_CAPTAIN)
    given = Dispute(
        pk=2, fixture=fixture, result=sheet, side="away", opened_by_id=OTHER_CAPTAIN, assigned_to_id=REFEREE
    )
    of_a_call = Dispute(pk=3, fixture=fixture, call=call, side="away", opened_by_id=OTHER_CAPTAIN)
    ruling = Ruling(pk=1, dispute=dispute, referee_id=REFEREE)
    case = ConductCase(pk=1, fixture=fixture, side="home", player_id=11)
    on_conduct = Ruling(pk=2, case=case, referee_id=REFEREE, awarded_to="away")
    dismissed = Ruling(pk=3, case=case, referee_id=REFEREE)
    return {
        "": None,
        "fixture": fixture,
        "sheet": sheet,
        "secretary’s sheet": Result(pk=2, fixture=fixture, side="", submitted_by_id=SECRETARY),
        "postponement": postponement,
        "offer": Offer(pk=1, postponement=postponement, side="home"),
        "call": call,
        "dispute": dispute,
        "dispute given to a referee": given,
        "dispute of a call": of_a_call,
        "ruling": ruling,
        "ruling on a call": Ruling(pk=4, call=call, referee_id=REFEREE),
        "ruling on conduct": on_conduct,
        "ruling that nothing follows": dismissed,
        "appeal on conduct": Appeal(pk=2, ruling=on_conduct, opened_by_id=111),
        "appeal": Appeal(pk=1, ruling=ruling, opened_by_id=OTHER_CAPTAIN),
        "appeal to the committee": Appeal(pk=3, ruling=ruling, opened_by_id=OTHER_CAPTAIN, goes_to="committee"),
        "appeal to judges": Appeal(pk=4, ruling=ruling, opened_by_id=OTHER_CAPTAIN, goes_to="judges"),
        "case": case,
        "high hand": HighHand(pk=1, fixture=fixture, player_id=11, side="home"),
        "secretary’s high hand": HighHand(pk=2, fixture=fixture, player_id=11),
        "match report": MatchReport(pk=1, fixture=fixture, side="home"),
        "team": Team(pk=HOME, league=League(pk=1)),
        "player": Player(pk=11, name="Olive Baker"),
        "player, shortened": Player(pk=11, name="Olive Baker", shorten_name=True),
        "player, averages hidden": Player(pk=11, name="Olive Baker", hide_averages=True),
    }


THINGS: Mapping[str, Any] = _sample_objects()
# What each action is about; an action that is not here is about the league as a whole.
ABOUT: Mapping[str, tuple[str, ...]] = {
    "result.submit": ("fixture",),
    "card.photograph": ("fixture",),
    "card.see_photograph": ("fixture",),
    "result.answer": ("fixture", "sheet", "secretary’s sheet"),
    "result.hand_over": ("fixture", "sheet", "secretary’s sheet"),
    "result.change": ("sheet", "secretary’s sheet"),
    "result.correct": ("fixture",),
    "result.uphold": ("sheet", "secretary’s sheet"),
    "live.score": ("fixture",),
    "tie.move": ("fixture",),
    "individual.play": ("team",),
    "high_hand.record": ("fixture",),
    "high_hand.remove": ("high hand", "secretary’s high hand"),
    "high_hand.complete": ("high hand", "secretary’s high hand"),
    "report.write": ("fixture", "match report"),
    "report.hide": ("match report",),
    "correction.answer": ("fixture", "sheet", "secretary’s sheet"),
    "dispute.open": ("fixture",),
    "dispute.see": ("dispute",),
    "evidence.add": ("dispute", "dispute given to a referee"),
    "dispute.withdraw": ("dispute",),
    "dispute.settle": ("dispute", "dispute given to a referee", "dispute of a call"),
    "dispute.accept": ("fixture", "dispute", "dispute of a call"),
    "ruling.appeal": ("ruling", "ruling on conduct", "ruling that nothing follows"),
    "ruling.revoke": ("ruling", "ruling on a call", "ruling on conduct"),
    "appeal.decide": ("appeal", "appeal on conduct"),
    "appeal.see": ("appeal", "appeal on conduct"),
    "appeal.vote": ("appeal", "appeal to the committee", "appeal to judges"),
    "conduct.decide": ("case",),
    "conduct.see": ("player",),
    "team.charges": ("team",),
    "team.colour": ("team",),
    "entry.answer": ("team",),
    "player.charges": ("player",),
    "club_night.card": ("player",),
    "player.register": ("team",),
    "availability.manage": ("team",),
    "availability.answer": ("player",),
    "role.invite": ("", "team"),
    "fixture.history": ("fixture",),
    "team.history": ("team",),
    "player.history": ("player",),
    "person.export": ("player",),
    "person.erase": ("player",),
    "person.change": ("player",),
    "player.name": ("player", "player, shortened"),
    "player.averages": ("player", "player, averages hidden"),
    "call.rule": ("fixture", "call"),
    "postponement.ask": ("fixture",),
    "postponement.answer": ("offer",),
    "postponement.withdraw": ("postponement",),
}
