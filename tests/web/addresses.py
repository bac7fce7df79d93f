"""The things that the pages of the web are about, the address of each page, and a browser for each visitor."""

from dataclasses import dataclass, field

from django.conf import settings
from django.test import Client
from django.test.client import ClientHandler

from cardroom.models import PlayTable
from league.models import (
    Adjustment,
    Appeal,
    CardPhotograph,
    Charge,
    ConductCase,
    Dispute,
    Entry,
    Evidence,
    Fixture,
    HighHand,
    IndividualLeague,
    Invitation,
    LateCard,
    LotsDrawn,
    OwnPage,
    OwnRuleset,
    Photograph,
    Post,
    Result,
    Role,
    Ruling,
    Sitting,
    Timetable,
    User,
    Winner,
)
from league.services.availability.answer import token_for as can_play_token
from league.services.mail.preferences import unsubscribe_token
from league.services.people.entering import token_for as entry_token
from league.services.people.invite import token_for as invitation_token
from league.services.results import handover
from tests.factories import Town
from tests.matrix import undone

SETUP_STEPS = ("night", "teams", "homes", "players", "plan", "deal", "captains", "example")

# What lies before every page is made once, not for each browser.
HANDLER = ClientHandler(enforce_csrf_checks=False)


@dataclass
class Case:
    """An open dispute about a called hand with a photograph, a ruling on another, one appealed against, and one on a
    call in another fixture, made this hour.
    """

    dispute: Dispute
    photograph: Photograph
    record: Evidence
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
    late_card: LateCard
    lots: LotsDrawn
    charge: Charge
    invitation: Invitation
    role: Role
    hand: HighHand = field(default=None)  # type: ignore[assignment]
    winner: Winner = field(default=None)  # type: ignore[assignment]
    individual: IndividualLeague = field(default=None)  # type: ignore[assignment]
    night: Sitting = field(default=None)  # type: ignore[assignment]
    tie: Fixture = field(default=None)  # type: ignore[assignment]
    card: CardPhotograph = field(default=None)  # type: ignore[assignment]
    table: PlayTable = field(default=None)  # type: ignore[assignment]
    ruleset: OwnRuleset = field(default=None)  # type: ignore[assignment]
    post: Post = field(default=None)  # type: ignore[assignment]
    own_page: OwnPage = field(default=None)  # type: ignore[assignment]
    visitors: dict[str, User | None] = field(default_factory=dict)
    sessions: dict[str, str] = field(default_factory=dict)
    addresses: dict[str, dict[str, str]] = field(default_factory=dict)

    def client(self, role: str) -> Client:
        """A browser of somebody of a role. They sign in once: what it does after that is undone."""
        client, visitor = Client(), self.visitors[role]
        client.handler = HANDLER
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
        night = f"{own}club-nights/tuesdays/{self.night.pk}/"
        of_fixture = {name: f"{own}fixtures/{pk}/{name}/" for name in FIXTURE_PAGES}
        return {
            "start": "/",
            "live": f"{own}live/",
            "live-parts": f"{own}live/parts/",
            "live-tv": f"{own}tv/",
            "live-score": f"{own}fixtures/{pk}/live/",
            "live-entry": f"{own}fixtures/{pk}/live/entry/",
            "first-visit": "/setup/",
            "league-new": "/new-league/",
            "season-start": f"{own}secretary/start-season/",
            "season-setup": f"{own}secretary/seasons/2026-27/setup/",
            **{f"season-{page}": f"{own}secretary/seasons/2026-27/{page}/" for page in ("end", "next", "entries")},
            **{f"setup-{step}": f"{own}secretary/seasons/2026-27/setup/{step}/" for step in SETUP_STEPS},
            "sender": f"{own}secretary/mail/sender/",
            "sender-confirm": "/mail/sender/forged/",
            "operator": "/operator/",
            "operator-doctor": "/operator/doctor/",
            "operator-league": f"/operator/leagues/{league}/",
            "health": "/health/",
            "hand": "/hand/",
            "play": "/play/",
            "league-play": f"{own}play/",
            "live-board": f"{own}fixtures/{pk}/live/board/1/1/",
            "play-position": "/play/position/",
            "play-table": f"/play/{self.table.slug}/",
            "play-deal": f"/play/{self.table.slug}/games/1/deals/1/",
            "play-game": f"/play/games/{self.table.games.get(number=1).share}/",
            "play-analysis": f"/play/games/{self.table.games.get(number=1).share}/analysis/",
            "play-file": f"/play/games/{self.table.games.get(number=1).share}/game.txt",
            "learn": "/play/lessons/",
            "lesson": "/play/lessons/muggins/",
            "trainer": "/play/trainers/count/",
            "progress": "/play/progress/",
            "daily-leagues": "/play/daily/",
            "daily": f"{own}play/daily/",
            "manifest": "/manifest.webmanifest",
            "worker": "/worker.js",
            "offline": "/offline/",
            "outbox": "/outbox/",
            "league-manifest": f"{own}manifest.webmanifest",
            "league": own,
            "division": f"{own}tables/2026-27/division-1/",
            "fixtures": f"{own}fixtures/",
            "fixture": f"{own}fixtures/{pk}/",
            "availability": f"{own}fixtures/{pk}/players/",
            "can-play": f"{own}can-play/{can_play_token(pk, self.town.captains['Anchor'])}/",
            "enter": f"{own}enter/{self.entry_link()}/",
            "team": f"{own}teams/anchor/",
            "player": f"{own}players/{self.town.squads['Anchor'][0].pk}/",
            "fixture-history": f"{own}fixtures/{pk}/history/",
            "card": f"{own}fixtures/{pk}/card/",
            "search": f"{own}search/?q=anchor",
            "honours": f"{own}honours/",
            "winners": f"{own}winners/",
            "competition-winners": f"{own}winners/{self.winner.slug}/",
            "winner-new": f"{own}secretary/winners/new/",
            "winners-load": f"{own}secretary/winners/load/",
            "winner": f"{own}secretary/winners/{self.winner.pk}/",
            "individuals": f"{own}individual/",
            "individual": f"{own}individual/{self.individual.competition.slug}/",
            "game-record": f"{own}individual/{self.individual.competition.slug}/record/",
            "game-call-off": f"{own}fixtures/{pk}/call-off/",
            "individual-new": f"{own}secretary/seasons/2026-27/individual/new/",
            "individual-edit": f"{own}secretary/individual/{self.individual.pk}/",
            "cups": f"{own}cups/",
            "cup-newest": f"{own}cups/town-cup/",
            "cup": f"{own}cups/town-cup/2026-27/",
            "cup-drawn": f"{own}cups/town-cup/2026-27/draw/",
            "tie-date": f"{own}fixtures/{self.tie.pk}/tie-date/",
            "cup-make": f"{own}secretary/seasons/2026-27/cups/new/",
            **{
                f"cup-{page}": f"{own}secretary/cups/{self.tie.division.knock_out.pk}/{path}"
                for page, path in (
                    ("settings", ""),
                    ("entrants", "entrants/"),
                    ("rounds", "rounds/"),
                    ("draw", "draw/"),
                )
            },
            "tie": f"{own}secretary/ties/{self.tie.tie_id}/",
            "sittings": f"{own}club-nights/",
            "sittings-new": f"{own}secretary/club-nights/new/",
            "sitting-series": f"{own}club-nights/tuesdays/",
            "sitting-series-change": f"{own}secretary/club-nights/tuesdays/",
            "sitting": night,
            "sitting-players": f"{night}here/",
            "sitting-card": f"{night}cards/{self.town.squads['Anchor'][0].pk}/",
            "sitting-screen": f"{night}screen/",
            "sitting-results": f"{night}results/",
            "sitting-file": f"{night}results.csv",
            "news": f"{own}news/",
            "post": f"{own}news/{self.post.pk}/",
            "own-page": f"{own}pages/contacts/",
            "newsroom": f"{own}secretary/news/",
            "post-new": f"{own}secretary/news/new/",
            "post-edit": f"{own}secretary/news/{self.post.pk}/",
            "page-new": f"{own}secretary/pages/new/",
            "page-edit": f"{own}secretary/pages/{self.own_page.pk}/",
            "match-report": f"{own}fixtures/{pk}/report/",
            "card-photograph": f"{own}fixtures/{pk}/card-photographs/{self.card.pk}/",
            "high-hand": f"{own}fixtures/{pk}/high-hands/{self.hand.pk}/",
            "hand-picture": f"{own}honours/hands/{self.hand.pk}.svg",
            "hand-preview": f"{own}honours/hands/{self.hand.pk}.png",
            "hand-page": f"{own}honours/hands/{self.hand.pk}/",
            "put-on-site": f"{own}widgets/",
            "table-widget": f"{own}widgets/table/division-1/",
            "division-widget": f"{own}widgets/fixtures/division/division-1/",
            "team-widget": f"{own}widgets/fixtures/team/anchor/",
            "player-widget": f"{own}widgets/player/{self.town.squads['Anchor'][0].pk}/",
            "results-feed": f"{own}feeds/results.atom",
            "news-feed": f"{own}feeds/news.atom",
            "team-feed": f"{own}feeds/teams/anchor.atom",
            "division-feed": f"{own}feeds/tables/2026-27/division-1.atom",
            "league-sitemap": f"{own}sitemap.xml",
            "robots": "/robots.txt",
            "sitemap": "/sitemap.xml",
            "favicon": "/favicon.ico",
            "touch-icon": "/apple-touch-icon.png",
            "table-picture": f"{own}pictures/tables/2026-27/division-1.png",
            "result-picture": f"{own}pictures/fixtures/{pk}.png",
            "team-history": f"{own}teams/anchor/history/",
            "player-history": f"{own}players/{self.town.squads['Anchor'][0].pk}/history/",
            "journal": f"{own}secretary/journal/",
            "registrations": f"{own}teams/anchor/players/",
            "transfer": f"{own}players/{self.town.squads['Anchor'][0].pk}/transfer/",
            "player-conduct": f"{own}players/{self.town.squads['Anchor'][0].pk}/conduct/",
            "conduct": f"{own}calls/conduct/",
            "conduct-case": f"{own}calls/conduct/{self.conduct.pk}/",
            "rules": f"{own}rules/",
            "more": f"{own}more/",
            "league-hand": f"{own}hand/",
            "my-fixtures": f"{own}my/",
            "calls": f"{own}calls/",
            "rule": f"{own}calls/new/?fixture={pk}",
            "dispute-open": f"{own}fixtures/{pk}/disputes/new/",
            "disputes": f"{own}disputes/",
            "dispute-case": f"{own}disputes/{self.case.dispute.pk}/",
            "dispute-record": f"{own}disputes/{self.case.dispute.pk}/record/",
            "record-analysis": f"{own}disputes/{self.case.dispute.pk}/records/{self.case.record.pk}/",
            "dispute-rule": f"{own}disputes/{self.case.dispute.pk}/rule/",
            "photograph": f"{own}disputes/{self.case.dispute.pk}/photographs/{self.case.photograph.pk}/",
            "appeal": f"{own}rulings/{self.case.ruling.pk}/appeal/",
            "ruling-revoke": f"{own}rulings/{self.case.called.pk}/revoke/",
            "appeal-case": f"{own}appeals/{self.case.appeal.pk}/",
            "appeal-decide": f"{own}secretary/appeals/{self.case.appeal.pk}/",
            "secretary": f"{own}secretary/",
            **{f"desk-{button}": f"{own}secretary/{button}/" for button in ("remind", "cards", "scores", "confirm")},
            "desk-section": f"{own}secretary/desk/overdue/",
            "import": f"{own}secretary/import/",
            "import-template": f"{own}secretary/import/season.xlsx",
            "upkeep": f"{own}secretary/upkeep/",
            "upkeep-one": f"{own}secretary/upkeep/venue/{self.town.venues['Anchor'].pk}/",
            "team-return": f"{own}secretary/seasons/2026-27/teams/bell/return/",
            "export": f"{own}secretary/export/",
            "division-file": f"{own}tables/2026-27/division-1/table.csv",
            "season-file": f"{own}tables/2026-27/players.json",
            "account": "/account/",
            "language": "/account/language/",
            "tokens": "/account/tokens/",
            "security": "/account/security/",
            "health-domain": "/health/domain/",
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
            "confirm-link-photograph": f"{own}confirm/{self.link()}/cards/{self.card.pk}/",
            "version": f"{own}fixtures/{pk}/versions/1/",
            "settings": f"{own}secretary/settings/",
            "league-settings": f"{own}secretary/settings/league/",
            "message": f"{own}messages/1/",
            "mail-settings": f"{own}messages/settings/",
            "deliveries": f"{own}secretary/mail/",
            "mail-previews": f"{own}secretary/mail/previews/",
            "mail-preview": f"{own}secretary/mail/previews/ruling-made/",
            "unsubscribe": f"/mail/stop/{unsubscribe_token(self.town.captains['Anchor'], ('ruling-made',), 'mail')}/",
            "owed": f"{own}secretary/owed/",
            "decide": f"{own}secretary/owed/{pk}/",
            "tables": f"{own}tables/",
            "following": f"{own}following/?team=anchor",
            "merit": f"{own}merit/2026-27/division-1/",
            "paper-fixtures": f"{own}paper/2026-27/fixtures/",
            "paper-tables": f"{own}paper/2026-27/tables/",
            "paper-card": f"{own}paper/2026-27/division-1/card/",
            "race": f"{own}race/2026-27/division-1/",
            "archive": f"{own}archive/",
            "season-tables": f"{own}archive/2026-27/",
            "cross-table": f"{own}cross-table/2026-27/division-1/",
            "meetings": f"{own}teams/anchor/against/bell/",
            "what-if": f"{own}what-if/2026-27/division-1/",
            "receipt": f"{own}tables/2026-27/division-1/anchor/",
            "decide-result": f"{own}secretary/fixtures/{pk}/decide/",
            "uphold": f"{own}secretary/fixtures/{pk}/uphold/",
            "points": f"{own}secretary/seasons/2026-27/points/",
            "points-back": f"{own}secretary/points/{self.adjustment.pk}/back/",
            "no-shows": f"{own}secretary/seasons/2026-27/no-shows/bell/",
            "late-card": f"{own}secretary/late-cards/{self.late_card.pk}/",
            "rulesets": f"{own}secretary/rulesets/",
            "ruleset-new": f"{own}secretary/rulesets/new/",
            "ruleset": f"{own}secretary/rulesets/{self.ruleset.pk}/",
            "season-rulesets": f"{own}secretary/seasons/2026-27/rulesets/",
            "season-formats": f"{own}secretary/seasons/2026-27/formats/",
            "play-offs": f"{own}secretary/seasons/2026-27/play-offs/",
            "lots": f"{own}secretary/seasons/2026-27/lots/",
            "lots-withdraw": f"{own}secretary/lots/{self.lots.pk}/withdraw/",
            "charges": f"{own}secretary/seasons/2026-27/charges/",
            "charge-add": f"{own}secretary/seasons/2026-27/charges/new/",
            "charges-file": f"{own}secretary/seasons/2026-27/charges/file/",
            "charge": f"{own}secretary/charges/{self.charge.pk}/",
            "team-charges": f"{own}teams/anchor/charges/",
            "team-colour": f"{own}teams/anchor/colour/",
            "player-charges": f"{own}players/{self.town.squads['Anchor'][0].pk}/charges/",
            "my-charges": f"{own}my/charges/",
            "people": f"{own}secretary/people/",
            "season-codes": f"{own}secretary/seasons/2026-27/codes/",
            "team-codes": f"{own}secretary/seasons/2026-27/codes/anchor/",
            "team-people": f"{own}teams/anchor/people/",
            "invitation-change": f"{own}invitations/{self.invitation.pk}/",
            "role-end": f"{own}secretary/people/roles/{self.role.pk}/",
            "person": f"{own}secretary/people/{self.town.squads['Anchor'][0].pk}/",
            "person-export": f"{own}secretary/people/{self.town.squads['Anchor'][0].pk}/export/",
            "namesakes": f"{own}secretary/people/same-name/",
            "new-players": f"{own}secretary/people/new/",
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
            "division-settings": f"{own}secretary/seasons/2026-27/divisions/division-1/settings/",
            "venue-new": f"{own}secretary/upkeep/venue/new/",
            "team-home": f"{own}secretary/seasons/2026-27/teams/bell/home/",
            "team-division": f"{own}secretary/seasons/2026-27/teams/bell/division/",
            "team-add": f"{own}secretary/seasons/2026-27/teams/add/",
            "team-withdraw": f"{own}secretary/seasons/2026-27/teams/bell/withdraw/",
            "timetable-ask": f"{own}secretary/seasons/2026-27/timetables/new/",
            "timetable": f"{own}secretary/timetables/{self.timetable.pk}/",
            **{f"timetable-{do}": f"{own}secretary/timetables/{self.timetable.pk}/{do}/" for do in TIMETABLE_PAGES},
            **of_fixture,
        }

    def entry_link(self) -> str:
        """The link of Anchor's captain to confirm that the team enters."""
        entry = Entry.objects.get(team=self.town.teams["Anchor"], season=self.town.season)
        return entry_token(entry, self.town.captains["Anchor"])

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
            b"".join(answer)  # a file that is sent in pieces is closed with the last
        return answer.status_code, answer.headers.get("Location", "")


OWN_CALENDAR = "a-secret-address"
TIMETABLE_PAGES = ("change", "undo", "discard", "publish")
FIXTURE_PAGES = (
    "sheet", "score", "card-photographs", "high-hands", "delivery", "draft", "thank-you", "confirm", "confirm-here",
    "confirm-code", "dispute", "accept", "correct", "correction", "versions", "postpone", "answer", "move",
)  # fmt: skip
