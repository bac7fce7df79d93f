"""What a league's home page asks of a visitor, the most urgent first: the first is its one button."""

from collections.abc import Iterator

from league.access import may
from league.queries.availability import NextFixture
from league.queries.desk.oversight import not_entered, unanswered
from league.queries.disputes.disputes import disputes_to_settle, open_appeals
from league.queries.mail.messages import count_unread
from league.queries.results.card_photographs import cards_to_type
from league.queries.results.dashboards import fixtures_of_captain
from league.translation import N_, Text
from league.web import cards
from league.web.cards import Action, url_of
from league.web.requests import LeagueRequest


def list_actions_due(request: LeagueRequest, can_play: NextFixture | None) -> list[Action]:
    """Those that are `primary` may be a page's button. No query for strangers, and a fixed number for others."""
    if not request.user.is_authenticated:
        return []
    return [
        *_of_captain(request),
        *_of_player(request, can_play),
        *_of_referee(request),
        *_of_secretary(request),
        *_unread(request),
    ]


def _of_captain(request: LeagueRequest) -> Iterator[Action]:
    if request.grants.captain_of:
        fixtures = fixtures_of_captain(request.league, request.grants.captain_of, now=request.now, to_do=True)
        for item in cards.captains_view(fixtures, request.league, now=request.now).to_do:
            yield Action(item.label, item.url, primary=True)


def _of_player(request: LeagueRequest, can_play: NextFixture | None) -> Iterator[Action]:
    if can_play is not None and can_play.mine is not None and not can_play.mine.answer:
        fixture = can_play.team.fixture
        label = Text("Can you play? {home} v {away}", home=fixture.home.name, away=fixture.away.name)
        yield Action(label, url_of("availability", request.league, fixture=fixture.pk), primary=True)


def _of_referee(request: LeagueRequest) -> Iterator[Action]:
    held, league = request.grants, request.league
    if held.referee:
        for dispute in disputes_to_settle(league, held):
            fixture = dispute.fixture
            label = Text("Rule on {home} v {away}", home=fixture.home.name, away=fixture.away.name)
            yield Action(label, url_of("dispute-case", league, dispute=dispute.pk), primary=True)
    if held.committee or held.judge:
        for appeal in open_appeals(league):
            if may(held, "appeal.vote", appeal):
                fixture = appeal.ruling.fixture
                label = Text("Vote on the appeal: {home} v {away}", home=fixture.home.name, away=fixture.away.name)
                yield Action(label, url_of("appeal-case", league, appeal=appeal.pk), primary=True)


def _of_secretary(request: LeagueRequest) -> Iterator[Action]:
    held, league = request.grants, request.league
    if not held.secretary:
        return
    desk = url_of("secretary", league)
    late = len(not_entered(league, now=request.now)) + len(unanswered(league, now=request.now)[0])
    if late:
        yield Action(Text.plural("{n} result overdue", "{n} results overdue", n=late), f"{desk}#overdue", primary=True)
    cards_waiting = len(cards_to_type(league))
    if cards_waiting:
        label = Text.plural("{n} photographed card to type up", "{n} photographed cards to type up", n=cards_waiting)
        yield Action(label, f"{desk}#photographed", primary=True)
    disputes = 0 if held.referee else len(disputes_to_settle(league, held))
    if disputes:
        label = Text.plural("{n} dispute to settle", "{n} disputes to settle", n=disputes)
        yield Action(label, f"{desk}#disagreements", primary=True)
    if not late and not disputes and not cards_waiting:
        yield Action(N_("Secretary’s desk"), desk, primary=True)
    yield Action(N_("Settings"), url_of("settings", league))


def _unread(request: LeagueRequest) -> Iterator[Action]:
    unread = count_unread(request.league, request.user)
    if unread:
        url = url_of("my-fixtures" if request.grants.captain_of else "messages", request.league)
        yield Action(Text.plural("{n} unread message", "{n} unread messages", n=unread), url)
