"""A town with something in every state, and everybody who may ask about it."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import AnonymousUser

from league.access import grants, may
from league.api.etags import tag_of
from league.enums import NoticeKind, RoleKind, Scope
from league.models import CalendarFeed, Dispute, Fixture, League, Player, Result, Ruling, Team, User
from league.queries.disputes import find_appeal, find_dispute, find_ruling
from league.queries.fixtures import find_fixture, open_dispute
from league.queries.listings import versions_of
from league.rules.sheets import GameScore
from league.services import confirming, drafts, notices, postponements, results
from league.services.tokens import make_token
from league.services.verification import rule
from league.services.versions import live_result, proposed_correction
from tests import factories
from tests.factories import Town, result_sheet

ROLES = ("anonymous", "player", "captain", "other captain", "referee", "secretary", "secretary abroad")
# A Wednesday: weeks 1 and 2 are played, the catch-up week comes next, and week 4 can be brought forward into it.
NOW = dt.datetime(2026, 9, 23, 11, tzinfo=dt.UTC)
OFFERED = dt.datetime(2026, 9, 30, 19, tzinfo=dt.UTC)
# What stands in the league's memory for some people alone: it is looked for in every answer.
REASON, DRAFT, ADDRESS, NUMBER, CALENDAR = "Wisteria-reason", "4711", "@private.example", "01632 960", "Wisteria-secret"


@dataclass(eq=False)
class Everybody:
    """The town, the league abroad, and a token for each role.

    Attributes:
        fixtures: one of each state: begun, submitted, confirmed, disputed, asked to be put off, to come.
        link: the last part of the link in the mail about the submitted one.
    """

    town: Town
    abroad: Town
    now: dt.datetime
    users: dict[str, User | None] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    fixtures: dict[str, Fixture] = field(default_factory=dict)
    dispute: Dispute = field(init=False)
    ruling: Ruling = field(init=False)
    link: str = field(init=False)

    def headers(self, role: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[role]}"} if role in self.tokens else {}

    def tag(self, fixture: Fixture) -> str:
        return tag_of(fixture, versions_of(fixture))

    def may(self, role: str, actions: Iterable[str], places: Mapping[str, Any]) -> bool:
        """Whether the role may do one of these actions there, by `access` and by nothing else."""
        found = League.objects.filter(slug=places.get("league", "town")).first()
        if found is None:
            return False
        held = grants(self.users[role] or AnonymousUser(), found, now=self.now)
        return any(may(held, action, _thing(action, found, places)) for action in actions)


NUMBERED: Mapping[str, Callable[[League, int], Any]] = {
    "dispute": find_dispute,
    "ruling": find_ruling,
    "appeal": find_appeal,
}


def _thing(action: str, league: League, places: Mapping[str, Any]) -> Any:
    """What an action is about, by the address alone."""
    if action.startswith("team."):
        return Team.objects.filter(league=league, slug=places.get("team", "")).first()
    if action.startswith("player."):
        return Player.objects.filter(league=league, pk=places.get("player", 0)).first()
    for name, find in NUMBERED.items():
        if name in places:
            return find(league, places[name])
    if "fixture" not in places:
        return None
    fixture = find_fixture(league, places["fixture"])
    if action in ("result.answer", "result.hand_over"):
        return live_result(fixture)
    if action == "correction.answer":
        return proposed_correction(fixture)
    if action == "dispute.accept":
        return open_dispute(fixture)
    return fixture


def everybody(now: dt.datetime = NOW) -> Everybody:
    """Both leagues, with something private about everybody in them."""
    town, abroad = factories.town(), factories.town("Abroad League", "abroad")
    made = Everybody(town, abroad, now)
    for player in Player.objects.all():
        player.email, player.phone = f"player-{player.pk}{ADDRESS}", f"{NUMBER} {player.pk:03}"
        player.save()
    member = factories.user("player@town.example", name="Pam Player")
    Player.objects.filter(pk=town.squads["Anchor"][1].pk).update(user=member)
    factories.role(member, town.league, RoleKind.PLAYER, town.teams["Anchor"])
    made.users = {
        "anonymous": None,
        "player": member,
        "captain": town.captains["Anchor"],
        "other captain": town.captains["Bell"],
        "referee": town.referee,
        "secretary": town.secretary,
        "secretary abroad": abroad.secretary,
    }
    for role, user in made.users.items():
        if user is not None:
            made.tokens[role] = make_token(user, role, Scope.values, None, now=now)[1]
    _states(made, now)
    return made


def _states(made: Everybody, now: dt.datetime) -> None:
    town = made.town
    bell, castle, duke = (town.captains[name] for name in ("Bell", "Castle", "Duke of York"))
    submitted, disputed = town.fixture("Duke of York", "Anchor"), town.fixture("Bell", "Castle")
    begun, confirmed = town.fixture("Anchor", "Bell"), town.fixture("Castle", "Duke of York")
    asked, coming = town.fixture("Bell", "Duke of York"), town.fixture("Anchor", "Castle")
    drafts.save_draft(begun, {"m1-g1-loser": DRAFT}, by=bell, now=now)
    results.submit(submitted, result_sheet(town, "Duke of York", "Anchor"), by=duke, now=now)
    results.submit(disputed, result_sheet(town, "Bell", "Castle"), by=bell, now=now)
    mine = result_sheet(town, "Bell", "Castle", first=GameScore(88, 121))
    made.dispute = results.dispute(disputed, 1, reason="Game 1.", sheet=mine, by=castle, now=now)
    results.submit(confirmed, result_sheet(town, "Castle", "Duke of York"), by=town.secretary, now=now)
    called = {"cards": "AC 7D 8H 3S", "starter": "7C", "crib": False, "declared": 6, "claimed": 8, "takes": True}
    made.ruling = rule(confirmed, match_number=1, game_number=1, counter="home", by=town.referee, now=now, **called)
    postponements.request(asked, slots=[OFFERED], reason=REASON, by=bell, now=now)
    notices.owe(town.league, [bell], NoticeKind.RULING_MADE, "1", text="A ruling.", now=now)
    CalendarFeed.objects.create(user=bell, league=town.league, token=CALENDAR, created_at=now)
    made.fixtures = {
        "begun": begun,
        "submitted": submitted,
        "disputed": disputed,
        "confirmed": confirmed,
        "asked": asked,
        "coming": coming,
    }
    made.link = confirming.token_for(Result.objects.get(fixture=submitted), town.captains["Anchor"])


# Who may read each private thing; everybody else who does is one too many. An address or a number: nobody.
PRIVATE: dict[str, frozenset[str]] = {
    ADDRESS: frozenset(),
    NUMBER: frozenset(),
    "@town.example": frozenset(),
    REASON: frozenset({"other captain", "secretary"}),
    DRAFT: frozenset({"other captain"}),
    CALENDAR: frozenset({"other captain"}),
}
