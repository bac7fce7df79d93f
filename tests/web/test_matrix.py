"""Who gets what from every page: a table for each state of the fixture (`matrix/`), a row a page and method, a column a
role.

302 for a refused GET is the way to the sign-in page; a refused visitor otherwise reads 403, a wrong state 409, a bad
form 422, another league's things 404. A new page that is in no table fails `test_every_page_is_in_the_table`.
"""

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
import time_machine
from django.conf import settings
from django.test import Client

from league.enums import DisputeState, DisputeSubject, RoleKind
from league.models import (
    Adjustment,
    Appeal,
    CalendarFeed,
    Call,
    ConductCase,
    Dispute,
    Evidence,
    Fixture,
    Invitation,
    Photograph,
    Player,
    Registration,
    Result,
    Role,
    Ruling,
    Timetable,
    User,
)
from league.rules.sheets import GameScore
from league.services.calls.hands import check_hand
from league.services.mail.unsubscribe import token_for
from league.services.people.invite import token_for as invitation_token
from league.services.results import confirm, correct, handover, submit
from league.web import urls
from tests import factories
from tests.factories import Town, result_sheet
from tests.matrix import ROLES, rows_of, undone
from tests.routes import routes
from tests.services.draft_season import timetable_of

# A world takes as long to make as several pages: so many rows share one, each of them undone.
TOGETHER = 20


def _rows(state: str) -> list[tuple[str, str, list[int]]]:
    return [(page, method, [int(status) for status in told]) for page, method, *told in rows_of(__file__, state)]


def _tables(state: str) -> Any:
    """Parametrize a test with the rows of a state, some at a time."""
    rows = _rows(state)
    parts = [rows[start : start + TOGETHER] for start in range(0, len(rows), TOGETHER)]
    return pytest.mark.parametrize("rows", parts, ids=[f"{part[0][0]}-to-{part[-1][0]}" for part in parts])


@dataclass
class Case:
    """An open dispute about a called hand with a photograph, a ruling on another, one appealed against, and one on a
    call in another fixture, made this hour.
    """

    dispute: Dispute
    photograph: Photograph
    ruling: Ruling
    appeal: Appeal
    called: Ruling


@dataclass
class World:
    """Two leagues, the fixture that all pages are about, and a visitor of each role."""

    town: Town
    abroad: Town
    fixture: Fixture
    timetable: Timetable
    case: Case
    conduct: ConductCase
    adjustment: Adjustment
    invitation: Invitation
    role: Role
    visitors: dict[str, User | None] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    addresses: dict[str, dict[str, str]] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """A browser of somebody of a role. They sign in once: what it does after that is undone."""
        client, visitor = Client(), self.visitors[role]
        if visitor is not None:
            if role not in self.sessions:
                client.force_login(visitor)
                self.sessions[role] = client.cookies[settings.SESSION_COOKIE_NAME].value
            client.cookies[settings.SESSION_COOKIE_NAME] = self.sessions[role]
        return client

    def address(self, page: str, league: str = "town") -> str:
        """Return the address of a page about the town's own things."""
        if league not in self.addresses:
            self.addresses[league] = self._addresses(league)
        return self.addresses[league][page]

    def _addresses(self, league: str) -> dict[str, str]:
        own = f"/leagues/{league}/"
        pk = self.fixture.pk
        of_fixture = {name: f"{own}fixtures/{pk}/{name}/" for name in FIXTURE_PAGES}
        return {
            "start": "/",
            "health": "/health/",
            "hand": "/hand/",
            "league": own,
            "division": f"{own}tables/2026-27/division-1/",
            "fixtures": f"{own}fixtures/",
            "fixture": f"{own}fixtures/{pk}/",
            "team": f"{own}teams/anchor/",
            "player": f"{own}players/{self.town.squads['Anchor'][0].pk}/",
            "fixture-history": f"{own}fixtures/{pk}/history/",
            "team-history": f"{own}teams/anchor/history/",
            "player-history": f"{own}players/{self.town.squads['Anchor'][0].pk}/history/",
            "journal": f"{own}secretary/journal/",
            "registrations": f"{own}teams/anchor/players/",
            "transfer": f"{own}players/{self.town.squads['Anchor'][0].pk}/transfer/",
            "player-conduct": f"{own}players/{self.town.squads['Anchor'][0].pk}/conduct/",
            "conduct": f"{own}calls/conduct/",
            "conduct-case": f"{own}calls/conduct/{self.conduct.pk}/",
            "rules": f"{own}rules/",
            "league-hand": f"{own}hand/",
            "my-fixtures": f"{own}my/",
            "calls": f"{own}calls/",
            "rule": f"{own}calls/new/?fixture={pk}",
            "dispute-open": f"{own}fixtures/{pk}/disputes/new/",
            "disputes": f"{own}disputes/",
            "dispute-case": f"{own}disputes/{self.case.dispute.pk}/",
            "dispute-record": f"{own}disputes/{self.case.dispute.pk}/record/",
            "dispute-rule": f"{own}disputes/{self.case.dispute.pk}/rule/",
            "photograph": f"{own}disputes/{self.case.dispute.pk}/photographs/{self.case.photograph.pk}/",
            "appeal": f"{own}rulings/{self.case.ruling.pk}/appeal/",
            "ruling-revoke": f"{own}rulings/{self.case.called.pk}/revoke/",
            "appeal-decide": f"{own}secretary/appeals/{self.case.appeal.pk}/",
            "secretary": f"{own}secretary/",
            "import": f"{own}secretary/import/",
            "upkeep": f"{own}secretary/upkeep/",
            "upkeep-one": f"{own}secretary/upkeep/venue/{self.town.venues['Anchor'].pk}/",
            "team-return": f"{own}secretary/seasons/2026-27/teams/bell/return/",
            "export": f"{own}secretary/export/",
            "division-file": f"{own}tables/2026-27/division-1/table.csv",
            "season-file": f"{own}tables/2026-27/players.json",
            "tokens": "/account/tokens/",
            "security": "/account/security/",
            "health-web": "/health/web/",
            "metrics": "/metrics",
            "calendars": f"{own}calendars/",
            "team-calendar": f"{own}calendars/team/anchor.ics",
            "player-calendar": f"{own}calendars/player/{self.town.squads['Anchor'][0].pk}.ics",
            "division-calendar": f"{own}calendars/division/division-1.ics",
            "venue-calendar": f"{own}calendars/venue/{self.town.venues['Anchor'].pk}.ics",
            "own-calendar": f"{own}calendars/my/{OWN_CALENDAR}.ics",
            "messages": f"{own}messages/",
            "confirm-link": f"{own}confirm/{self.link()}/",
            "version": f"{own}fixtures/{pk}/versions/1/",
            "league-settings": f"{own}secretary/settings/",
            "message": f"{own}messages/1/",
            "mail-settings": f"{own}messages/settings/",
            "deliveries": f"{own}secretary/mail/",
            "mail-previews": f"{own}secretary/mail/previews/",
            "mail-preview": f"{own}secretary/mail/previews/ruling-made/",
            "unsubscribe": f"/mail/stop/{token_for(self.town.captains['Anchor'].pk, ('ruling-made',), 'mail')}/",
            "owed": f"{own}secretary/owed/",
            "decide": f"{own}secretary/owed/{pk}/",
            "receipt": f"{own}tables/2026-27/division-1/anchor/",
            "decide-result": f"{own}secretary/fixtures/{pk}/decide/",
            "uphold": f"{own}secretary/fixtures/{pk}/uphold/",
            "points": f"{own}secretary/seasons/2026-27/points/",
            "points-back": f"{own}secretary/points/{self.adjustment.pk}/back/",
            "people": f"{own}secretary/people/",
            "team-people": f"{own}teams/anchor/people/",
            "invitation-change": f"{own}invitations/{self.invitation.pk}/",
            "role-end": f"{own}secretary/people/roles/{self.role.pk}/",
            "person": f"{own}secretary/people/{self.town.squads['Anchor'][0].pk}/",
            "person-export": f"{own}secretary/people/{self.town.squads['Anchor'][0].pk}/export/",
            "namesakes": f"{own}secretary/people/same-name/",
            "person-merge": f"{own}secretary/people/{self.town.squads['Anchor'][0].pk}/merge/",
            "person-erase": f"{own}secretary/people/{self.town.squads['Anchor'][0].pk}/erase/",
            "me": f"{own}me/",
            "me-export": f"{own}me/export/",
            "me-erase": f"{own}me/erase/",
            "invitation": f"/invitations/{invitation_token(self.invitation.pk)}/",
            "seasons": f"{own}secretary/seasons/",
            "season-new": f"{own}secretary/make-season/",
            "season": f"{own}secretary/seasons/2026-27/",
            "season-settings": f"{own}secretary/seasons/2026-27/settings/",
            "team-add": f"{own}secretary/seasons/2026-27/teams/add/",
            "team-withdraw": f"{own}secretary/seasons/2026-27/teams/bell/withdraw/",
            "timetable-ask": f"{own}secretary/seasons/2026-27/timetables/new/",
            "timetable": f"{own}secretary/timetables/{self.timetable.pk}/",
            **{f"timetable-{do}": f"{own}secretary/timetables/{self.timetable.pk}/{do}/" for do in TIMETABLE_PAGES},
            **of_fixture,
        }

    def link(self) -> str:
        """The away captain's link to confirm the first version, whether there is one or not."""
        first = Result.objects.filter(fixture=self.fixture, version=1).first() or Result(pk=0, version=1)
        return handover.token_for(first, self.town.captains["Bell"])

    def asked(self, role: str, method: str, address: str) -> tuple[int, str]:
        """Return the status and redirect that a role is answered, and undo what the request changed."""
        client = self.client(role)
        sent = {"fixture": str(self.fixture.pk), "version": "1"} if method == "POST" else None
        with undone():
            answer = getattr(client, method.lower())(address, sent)
            body = b"".join(answer)  # a file that is sent in pieces is closed with the last
        assert b'href=""' not in body, f"{address}: a link of it leads nowhere"
        return answer.status_code, answer.headers.get("Location", "")


OWN_CALENDAR = "a-secret-address"
BY_NUMBER = re.compile(r"<int:|:token>")
TIMETABLE_PAGES = ("change", "undo", "discard", "publish")
FIXTURE_PAGES = (
    "sheet", "draft", "confirm", "confirm-here", "dispute", "accept", "correct", "correction", "versions",
    "postpone", "answer", "move",
)  # fmt: skip


@pytest.fixture(autouse=True)
def _today(now: dt.datetime) -> Iterator[None]:
    with time_machine.travel(now, tick=False):
        yield


def _disputed_call(town: Town, now: dt.datetime, game: int, state: DisputeState) -> Dispute:
    fixture = town.fixture("Anchor", "Bell")
    call = Call.objects.create(
        fixture=fixture, match_number=2, game_number=game, counter="home", cards="AC 7D 8H 3S", starter="7C",
        declared=6, claimed=8, recorded_by=town.captains["Bell"], recorded_at=now,
    )  # fmt: skip
    return Dispute.objects.create(
        fixture=fixture, subject=DisputeSubject.CALL, call=call, match_number=2, game_number=game, side="away",
        reason="It was eight.", state=state, opened_by=town.captains["Bell"], opened_at=now,
    )  # fmt: skip


def _verdict() -> dict[str, object]:
    found = check_hand(
        cards="AC 7D 8H 3S", starter="7C", crib=False, declared=6, claimed=None, takes=True, ruleset="league"
    ).verdict
    assert found is not None
    return found.to_dict()


def _case(town: Town, now: dt.datetime) -> Case:
    dispute, *settled = (
        _disputed_call(town, now, game, state)
        for game, state in ((1, DisputeState.OPEN), (2, DisputeState.SETTLED), (3, DisputeState.SETTLED))
    )
    shown = Evidence.objects.create(dispute=dispute, kind="photo", side="away", added_at=now)
    first, second = (
        Ruling.objects.create(dispute=d, referee=town.referee, decided_at=now, reason="So.", outcome="stands")
        for d in settled
    )
    return Case(
        dispute,
        Photograph.objects.create(evidence=shown, content=b"a picture", sha256="0" * 64, width=1, height=1),
        first,
        Appeal.objects.create(ruling=second, side="away", reason="No.", opened_by=town.captains["Bell"], opened_at=now),
        Ruling.objects.create(
            call=Call.objects.create(
                fixture=town.fixture("Castle", "Duke of York"),
                match_number=2,
                game_number=1,
                counter="home",
                cards="AC 7D 8H 3S",
                starter="7C",
                declared=6,
                recorded_at=now,
            ),
            referee=town.referee,
            decided_at=now,
            verdict=_verdict(),
        ),
    )


@pytest.fixture
def world(town: Town, now: dt.datetime) -> World:
    abroad = factories.town("Abroad League", "abroad")
    fixture = town.fixture("Anchor", "Bell")
    conduct = ConductCase.objects.create(
        fixture=fixture, match_number=2, game_number=1, side="home", threshold=3, overcalls=3, proposed_at=now
    )
    anchor = town.teams["Anchor"]
    taken = Adjustment.objects.create(
        entry=anchor.entries.get(), points=-1, reason="A late card", date=now.date(), made_at=now
    )
    invited = Invitation.objects.create(
        user=User.objects.create_user("invited@town.example"), league=town.league, kind=RoleKind.PLAYER, team=anchor,
        invited_by=town.secretary, invited_at=now, expires_at=now + dt.timedelta(days=14),
    )  # fmt: skip
    captaincy = Role.objects.get(user=town.captains["Anchor"])
    made = World(town, abroad, fixture, timetable_of(town.season), _case(town, now), conduct, taken, invited, captaincy)
    playing = factories.user("refhome@town.example")
    factories.role(playing, town.league, RoleKind.REFEREE)
    player = Player.objects.create(league=town.league, name="Whistling Anchor", user=playing)
    Registration.objects.create(season=town.season, team=anchor, player=player, starts_on=factories.FIRST_WEEK)
    CalendarFeed.objects.create(
        user=town.captains["Anchor"], league=town.league, token=OWN_CALENDAR, created_at=factories.PUBLISHED
    )
    former = factories.user("ex@town.example")
    yesterday = now.date() - dt.timedelta(days=1)
    factories.role(former, town.league, RoleKind.CAPTAIN, anchor, ends_on=yesterday)
    made.visitors = {
        "anon": None,
        "nobody": factories.user("nobody@town.example"),
        "home": town.captains["Anchor"],
        "away": town.captains["Bell"],
        "other": town.captains["Castle"],
        "abroad": abroad.captains["Anchor"],
        "ref": town.referee,
        "ref-home": playing,
        "secr": town.secretary,
        "secr-abroad": abroad.secretary,
        "ex": former,
        "super": factories.user("super@town.example", is_superuser=True, is_staff=True),
    }
    return made


@pytest.fixture
def submitted(world: World, now: dt.datetime) -> World:
    submit.submit(world.fixture, result_sheet(world.town, "Anchor", "Bell"), by=world.town.captains["Anchor"], now=now)
    return world


@pytest.fixture
def disputed(submitted: World, now: dt.datetime) -> World:
    mine = result_sheet(submitted.town, "Anchor", "Bell", first=GameScore(121, 99))
    by = submitted.town.captains["Bell"]
    confirm.dispute(submitted.fixture, 1, reason="Game 1", sheet=mine, by=by, now=now)
    return submitted


@pytest.fixture
def corrected(submitted: World, now: dt.datetime) -> World:
    confirm.confirm(submitted.fixture, 1, by=submitted.town.captains["Bell"], now=now)
    right = result_sheet(submitted.town, "Anchor", "Bell", first=GameScore(121, 99))
    by = submitted.town.captains["Bell"]
    correct.propose(submitted.fixture, 1, right, reason="It was 99.", by=by, now=now)
    return submitted


Rows = list[tuple[str, str, list[int]]]


def _check(world: World, rows: Rows) -> None:
    """Rows of a table; a refused GET of somebody who has not signed in leads to the sign-in page and back here."""
    told, astray = [], []
    for page, method, _ in rows:
        address = world.address(page)
        got = {role: world.asked(role, method, address) for role in ROLES}
        told.append((page, method, [status for status, _ in got.values()]))
        status, to = got["anon"]
        sign_in = f"/accounts/login/?next={address.partition('?')[0]}"
        if status == 302 and page != "confirm-link" and not to.startswith(sign_in):
            astray.append((page, to))
    assert told == rows
    assert astray == []


@_tables("begun")
def test_a_fixture_begun(world: World, rows: Rows) -> None:
    _check(world, rows)


@_tables("submitted")
def test_a_sheet_that_waits(submitted: World, rows: Rows) -> None:
    _check(submitted, rows)


@_tables("peace")
def test_a_sheet_that_waits_and_nothing_in_dispute(submitted: World, rows: Rows) -> None:
    Dispute.objects.filter(fixture=submitted.fixture).update(state=DisputeState.WITHDRAWN)
    _check(submitted, rows)


@_tables("disputed")
def test_a_disputed_sheet(disputed: World, rows: Rows) -> None:
    _check(disputed, rows)


@_tables("corrected")
def test_a_correction_that_waits(corrected: World, rows: Rows) -> None:
    _check(corrected, rows)


PAGES = sorted({page for page, _, _ in _rows("begun")})


@pytest.mark.parametrize("method", ["PUT", "DELETE"])
def test_no_page_takes_put_or_delete_from_anybody(world: World, method: str) -> None:
    roles = ("anon", "home", "super")
    got = {(page, role): world.asked(role, method, world.address(page))[0] for page in PAGES for role in roles}
    assert got == dict.fromkeys(got, 405)


def test_every_page_is_in_the_table() -> None:
    by_method = [{page for page, listed, _ in _rows("begun") if listed == method} for method in ("GET", "POST")]
    assert by_method == [{pattern.name for _, pattern in routes(urls.urlpatterns)}] * 2


# Every page about a thing that its number, or a secret, names: a new one is crossed without being written down.
OF_A_LEAGUE = [
    str(pattern.name) for route, pattern in routes(urls.urlpatterns) if "slug:slug" in route and BY_NUMBER.search(route)
]


@pytest.mark.parametrize("name", [*OF_A_LEAGUE, "rule"])
def test_what_belongs_to_one_league_is_not_found_in_another(disputed: World, name: str) -> None:
    """A thing of the town is not found through the other league, even by those who may do everything there."""
    role = {"rule": "ref-abroad", "ruling-revoke": "ref-abroad", "player": "anon", "fixture": "anon"}.get(name, "super")
    disputed.visitors["ref-abroad"] = disputed.abroad.referee
    for league in ("abroad", "nowhere"):
        address = disputed.address(name, league)
        read = disputed.asked(role, "GET", address)[0]
        # What only takes something in is asked to.
        assert (disputed.asked(role, "POST", address)[0] if read == 405 else read) == 404
