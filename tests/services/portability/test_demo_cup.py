"""The demo's cup, and that a cup changes nothing of the league in whose season it is played."""

import datetime as dt
import re

import time_machine
from django.core.cache import cache
from django.test import Client

from league.enums import NoticeState
from league.models import KnockOut, Notice, Season
from league.queries.cups import cup_view
from league.queries.leagues import current_season
from league.services.portability.demo.cup import play_cup
from league.services.portability.demo.marlbury import load_marlbury

NOW = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
BASE = "/leagues/marlbury/"
WEEKS = ("fixtures/", "fixtures/?season=2026-27&week=2026-10-19")


def read_pages(client: Client) -> dict[str, str]:
    """The public pages of the season, of its divisions and of its fixtures."""
    kinds = ("tables", "cross-table", "merit", "race")
    divisions = Season.objects.get().divisions.order_by("order")
    paths = [f"{kind}/2026-27/{division.slug}/" for division in divisions for kind in kinds]
    of_season = ("", "tables/", "archive/", "archive/2026-27/", "tables/2026-27/players.csv", *WEEKS)
    return {path: client.get(f"{BASE}{path}").content.decode() for path in (*of_season, *paths)}


def rows(page: str) -> list[str]:
    return re.findall(r'<li class="fx">.*?</li>', page, re.DOTALL)


def test_a_cup_changes_nothing(db: None, client: Client) -> None:
    league = load_marlbury(NOW, None)
    with time_machine.travel(NOW, tick=False):
        before, season = read_pages(client), current_season(league, now=NOW)
        cup = play_cup(league, NOW)
        cache.clear()
        after = read_pages(client)
        page = client.get(f"{BASE}cups/marlbury-cup/").content.decode()
    assert current_season(league, now=NOW) == season == cup.competition.season
    assert [path for path in before if before[path] != after[path]] == [*WEEKS]
    for path in WEEKS:
        assert len(rows(before[path])) >= 20
        of_the_cup = [row for row in rows(after[path]) if "Marlbury Cup" in row]
        assert len(of_the_cup) >= 2
        assert [row for row in rows(after[path]) if row not in of_the_cup] == rows(before[path])
    check_cup(cup)
    assert "Swan" in page
    assert "Winner of tie" in page


def check_cup(cup: KnockOut) -> None:
    """Two ties of the first round are played and two due, the captain's among them; four teams have a bye."""
    first, second, *_ = cup_view(cup).rounds
    due = [tie for tie in first.ties if tie.due]
    assert (len(first.ties), len(due)) == (4, 2)
    assert "Swan" in {str(sign.name) for tie in due for sign in tie.sides}
    assert first.round is not None
    assert first.round.play_by == dt.date(2026, 11, 15)
    assert sorted(tie.due for tie in second.ties) == [False, False, True, True]
    waiting = Notice.objects.filter(fixture__division=cup.competition, state=NoticeState.WAITING)
    assert waiting.filter(send_at__lt=NOW).count() == 0
