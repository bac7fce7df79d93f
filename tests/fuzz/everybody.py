"""A town with something in every state, and everybody who may ask about it."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.db.models import Model

from league.access import Grants, grants, may
from league.api.etags import tag_of
from league.enums import NoticeKind, RoleKind, Scope
from league.models import (
    CalendarFeed,
    ConductCase,
    Dispute,
    Entry,
    Evidence,
    Fixture,
    Invitation,
    LateCard,
    League,
    LotsDrawn,
    MatchReport,
    Photograph,
    Player,
    Registration,
    Result,
    Role,
    Team,
    User,
)
from league.queries.availability import availability_of
from league.queries.calls.conduct import find_case
from league.queries.dates.postponements import open_with_offers
from league.queries.disputes.disputes import find_appeal, find_dispute, find_ruling
from league.queries.fixtures import find_fixture, open_dispute
from league.queries.leagues import versions_of
from league.queries.results.versions import live_result, proposed_correction
from league.rules.sheets import GameScore
from league.services import notices
from league.services.calls import conduct
from league.services.calls.rule import rule
from league.services.dates import postpone
from league.services.disputes.appeal import appeal
from league.services.disputes.evidence import add_statement
from league.services.people import invite
from league.services.people.accounts.keys import make_token
from league.services.results import confirm, handover, submit
from league.services.standings import adjustments
from tests import factories
from tests.factories import Town, result_sheet
from tests.services.draft_season import timetable_of
from tests.services.evenings import overcall

ROLES = ("anonymous", "player", "captain", "other captain", "referee", "secretary", "secretary abroad")
# A Wednesday: weeks 1 and 2 are played, the catch-up week comes next, and week 4 can be brought forward into it.
NOW = dt.datetime(2026, 9, 23, 11, tzinfo=dt.UTC)
OFFERED = dt.datetime(2026, 9, 30, 19, tzinfo=dt.UTC)
# What stands in the league's memory for some people alone: it is looked for in every answer.
REASON, DRAFT, ADDRESS, NUMBER = "Wisteria-reason", "Wisteria-draft", "@private.example", "01632 960"
CALENDAR = "Wisteria-secret"
EVIDENCE, CONDUCT, INVITED = "Wisteria-evidence", "Wisteria-conduct", f"invited{ADDRESS}"


@dataclass(eq=False)
class Everybody:
    """The town, the league abroad, and a token for each role.

    Attributes:
        fixtures: one of each state: begun, submitted, confirmed, disputed, asked to be put off, to come.
        there: what addresses name by a number, a thing of each kind by its name there; all of the town's.
        private: what stands in the memory for some alone, and which roles may read it.
        link: the last part of the link in the mail about the submitted one.
    """

    town: Town
    abroad: Town
    now: dt.datetime
    users: dict[str, User | None] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    fixtures: dict[str, Fixture] = field(default_factory=dict)
    there: dict[str, Model] = field(default_factory=dict)
    private: dict[str, frozenset[str]] = field(default_factory=dict)
    link: str = field(init=False)

    def headers(self, role: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[role]}"} if role in self.tokens else {}

    def tag(self, fixture: Fixture) -> str:
        return tag_of(fixture, versions_of(fixture))

    def standing(self, fixture: Fixture | None) -> dict[str, int]:
        """Return the preconditions of a write to a fixture; all noughts if it is none of the town's."""
        if fixture is None:
            return dict.fromkeys(("sequence", "version", "seen"), 0)
        live, asked = live_result(fixture), open_with_offers(fixture)
        return {
            "sequence": fixture.sequence,
            "version": live.version if live is not None else 0,
            "seen": asked.seen if asked is not None else 0,
        }

    def may(self, role: str, actions: Iterable[str], places: Mapping[str, Any], body: Any = None) -> bool:
        """Return True if `access`, and nothing else, lets the role do one of these actions there."""
        found = League.objects.filter(slug=places.get("league", "town")).first()
        if found is None:
            return False
        held = grants(self.users[role] or AnonymousUser(), found, now=self.now)
        return any(
            may(held, action, thing) for action in actions for thing in _objects_of(action, found, places, body, held)
        )


NUMBERED: Mapping[str, Callable[[League, int], Any]] = {
    "dispute": find_dispute,
    "ruling": find_ruling,
    "appeal": find_appeal,
}
OF_A_TEAM = ("team.history", "team.charges", "team.colour", "player.register", "role.invite")
OF_A_PLAYER = ("player.history", "player.charges", "person.change", "person.export", "person.erase", "conduct.see")


def _objects_of(action: str, league: League, places: Mapping[str, Any], body: Any, held: Grants) -> list[Any]:
    """Return the things that an action may be about: of who can play the players of a fixture whom the asker is."""
    if action == "availability.answer":
        teams = availability_of(find_fixture(league, places["fixture"])).values()
        return [one.player for team in teams for one in team.candidates if one.player.pk in held.players]
    if action == "availability.manage":
        fixture = find_fixture(league, places["fixture"])
        return [fixture.home, fixture.away]
    return [_object_of(action, league, places, body)]


def _object_of(action: str, league: League, places: Mapping[str, Any], body: Any) -> Any:
    """Return the thing an action is about, by its address; for an invitation, the team that the body names."""
    if action in OF_A_TEAM:
        return _team(league, places, body)
    if action in OF_A_PLAYER:
        return Player.objects.filter(league=league, pk=places.get("player", 0)).first()
    if action == "conduct.decide":
        return find_case(league, places["case"])
    for name, find in NUMBERED.items():
        if name in places:
            return find(league, places[name])
    if "fixture" not in places:
        return None
    return _of_fixture(action, find_fixture(league, places["fixture"]), places)


def _of_fixture(action: str, fixture: Any, places: Mapping[str, Any]) -> Any:
    """Return the thing of a fixture that an action is about; the fixture itself, where it is about no other."""
    if action in ("result.answer", "result.uphold", "result.hand_over"):
        return live_result(fixture)
    if action in ("correction.answer", "result.change"):
        return proposed_correction(fixture)
    if action == "dispute.accept":
        return open_dispute(fixture)
    if action == "report.write":
        return MatchReport(fixture=fixture, side=places["side"])
    return fixture


def _team(league: League, places: Mapping[str, Any], body: Any) -> Team | None:
    teams = Team.objects.filter(league=league)
    if "invitation" in places:
        return teams.filter(pk__in=Invitation.objects.filter(pk=places["invitation"]).values("team")).first()
    named = body.get("team") if isinstance(body, dict) else None
    return teams.filter(slug=places.get("team", named) or "").first()


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
    _make_pending_work(made, now)
    _keep_private(made)
    return made


def _states(made: Everybody, now: dt.datetime) -> None:
    town = made.town
    bell, castle, duke = (town.captains[name] for name in ("Bell", "Castle", "Duke of York"))
    submitted, disputed = town.fixture("Duke of York", "Anchor"), town.fixture("Bell", "Castle")
    begun, confirmed = town.fixture("Anchor", "Bell"), town.fixture("Castle", "Duke of York")
    asked, coming = town.fixture("Bell", "Duke of York"), town.fixture("Anchor", "Castle")
    submit.save_draft(begun, {"m1-g1-loser": DRAFT}, by=bell, now=now)
    submit.submit(submitted, result_sheet(town, "Duke of York", "Anchor"), by=duke, now=now)
    submit.submit(disputed, result_sheet(town, "Bell", "Castle"), by=bell, now=now)
    mine = result_sheet(town, "Bell", "Castle", first=GameScore(88, 121))
    made.there["dispute"] = confirm.dispute(disputed, 1, reason="Game 1.", sheet=mine, by=castle, now=now)
    submit.submit(confirmed, result_sheet(town, "Castle", "Duke of York"), by=town.secretary, now=now)
    called = {"cards": "AC 7D 8H 3S", "starter": "7C", "crib": False, "declared": 6, "claimed": 8, "takes": True}
    made.there["ruling"] = rule(
        confirmed, match_number=1, game_number=1, counter="home", by=town.referee, now=now, **called
    )
    postpone.request(asked, slots=[OFFERED], reason=REASON, by=bell, now=now)
    notices.queue_notice(town.league, [bell], NoticeKind.RULING_MADE, "1", text="A ruling.", now=now)
    CalendarFeed.objects.create(user=bell, league=town.league, token=CALENDAR, created_at=now)
    made.fixtures = {
        "begun": begun,
        "submitted": submitted,
        "disputed": disputed,
        "confirmed": confirmed,
        "asked": asked,
        "coming": coming,
    }
    made.link = handover.token_for(Result.objects.get(fixture=submitted), town.captains["Anchor"])


def _make_pending_work(made: Everybody, now: dt.datetime) -> None:
    """A timetable, a case of conduct and a decided one, an appeal, evidence, and what the secretary has in hand."""
    town, there = made.town, made.there
    anchor, member = town.teams["Anchor"], town.squads["Anchor"][1]
    begun, confirmed = made.fixtures["begun"], made.fixtures["confirmed"]
    for match_number in (2, 3):
        for _ in range(3):
            overcall(town, begun, member, now, match_number=match_number)
    there["case"], decided = ConductCase.objects.order_by("match_number")
    conduct.decide(decided, award=False, reason=CONDUCT, by=town.referee, now=now)
    dispute = there["dispute"]
    assert isinstance(dispute, Dispute)
    add_statement(dispute, text=EVIDENCE, by=town.captains["Castle"], now=now)
    shown = Evidence.objects.create(dispute=dispute, kind="photo", side="away", added_at=now)
    there["photograph"] = Photograph.objects.create(
        evidence=shown, content=b"a picture", sha256="0" * 64, width=1, height=1
    )
    against = overcall(town, confirmed, None, now)
    there["appeal"] = appeal(against, reason="The starter was a six.", by=town.captains["Castle"], now=now)
    there["timetable"] = timetable_of(town.season)
    there["role"] = Role.objects.get(user=made.users["player"])
    there["registration"] = Registration.objects.get(player=member)
    there["invitation"] = invite.invite(
        town.league, INVITED, RoleKind.PLAYER, anchor, by=town.secretary, now=now - dt.timedelta(days=2)
    )
    there["lots"] = LotsDrawn.objects.create(
        division=town.division, drawn_on=now.date(), recorded_by=town.secretary, recorded_at=now
    )
    there["card"] = LateCard.objects.create(
        fixture=confirmed, side="home", points=1, due_at=now - dt.timedelta(days=1), sent_at=now
    )
    there["adjustment"] = adjustments.adjust_points(
        Entry.objects.select_related("season__league", "division__season", "team").get(team=anchor),
        Decimal(-1), reason="A late card.", date=now.date(), by=town.secretary, now=now,
    )  # fmt: skip


def _keep_private(made: Everybody) -> None:
    """Note who may read each private thing; anybody else who does is a fault."""
    secretaries = {made.town.league.pk: "secretary", made.abroad.league.pk: "secretary abroad"}
    roles = {user.pk: role for role, user in made.users.items() if user is not None}
    for player in Player.objects.all():
        readers = {secretaries[player.league_id], *([roles[player.user_id]] if player.user_id in roles else [])}
        made.private |= dict.fromkeys((player.email, player.phone), frozenset(readers))
    for user in User.objects.filter(roles__isnull=False).distinct():
        leagues = {role.league_id for role in user.roles.all()}
        own = [roles[user.pk]] if user.pk in roles else []
        made.private[user.email] = frozenset({*own, *(secretaries[league] for league in leagues)})
    made.private |= {
        # A captain reads whom their team has invited.
        INVITED: frozenset({"secretary", "captain"}),
        # It stands in the fixture's history, which referees read too.
        REASON: frozenset({"other captain", "referee", "secretary"}),
        DRAFT: frozenset({"other captain"}),
        CALENDAR: frozenset({"other captain"}),
        EVIDENCE: frozenset({"other captain", "referee", "secretary"}),
        CONDUCT: frozenset({"player", "referee", "secretary"}),
    }
