"""Two secretaries, or two phones, at one cup at once."""

import datetime as dt
from functools import partial

import pytest

from league.enums import TieEnding
from league.errors import LeagueError
from league.models import Draw, Fixture, Tie
from league.services.cups import draws
from league.services.cups.ties import decide_tie
from league.services.results import confirm, submit
from tests.factories import Town
from tests.services.at_once import TIMES, at_once
from tests.services.cups.worlds import SAID, cup, drawn, leg_of, sheet, ties

pytestmark = pytest.mark.django_db(transaction=True)


def test_two_secretaries_who_draw_at_once_make_one_draw(town: Town, now: dt.datetime) -> None:
    for number in range(TIMES):
        made = cup(town, now=now, name=f"Cup {number}")
        draws.announce_draw(made, by=town.secretary, now=now)
        press = partial(draws.draw_ties, made, said=SAID, by=town.secretary, now=now)
        ended = at_once(press, press)
        assert sum(isinstance(one, LeagueError) for one in ended) == 1
        assert Draw.objects.filter(knock_out=made).count() == 1
        assert Tie.objects.filter(knock_out=made).count() == 3
        assert Fixture.objects.filter(tie__knock_out=made).count() == 2


def test_both_semi_finals_confirmed_at_once_make_one_final(town: Town, now: dt.datetime) -> None:
    for number in range(TIMES):
        made = cup(town, now=now, name=f"Cup {number}")
        first, second, _ = drawn(made, town, now=now)
        calls = []
        for tie in (first, second):
            fixture = leg_of(tie)
            card = sheet(fixture, town, home_wins=True)
            submit.submit(fixture, card, by=town.captains[fixture.home.name], now=fixture.starts_at)
            other = town.captains[fixture.away.name]
            calls.append(partial(confirm.confirm, fixture, 1, by=other, now=fixture.starts_at))
        assert not [one for one in at_once(*calls) if isinstance(one, LeagueError)]
        final = ties(made)[2]
        assert None not in (final.top, final.bottom)
        assert Fixture.objects.filter(tie=final).count() == 1


def test_a_tie_decided_while_its_card_is_entered_has_one_winner(town: Town, now: dt.datetime) -> None:
    for number in range(TIMES):
        made = cup(town, now=now, name=f"Cup {number}")
        first, *_ = drawn(made, town, now=now)
        fixture = leg_of(first)
        card, at = sheet(fixture, town, home_wins=True), fixture.starts_at
        conceded = {"ending": TieEnding.CONCEDED, "reason": "They are too few.", "by": town.secretary, "now": at}
        ended = at_once(
            partial(submit.submit, fixture, card, by=town.secretary, now=at),
            partial(decide_tie, first, first.bottom, **conceded),
        )
        assert not [one for one in ended if isinstance(one, Exception) and not isinstance(one, LeagueError)]
        first.refresh_from_db()
        assert first.winner is not None


def test_one_ball_is_drawn_by_two_who_press_at_once(town: Town, now: dt.datetime) -> None:
    made = cup(town, now=now)
    draws.announce_draw(made, by=town.secretary, now=now)
    row = draws.draw_ties(made, said=SAID, live=True, by=town.secretary, now=now)
    press = partial(draws.reveal_balls, row, seen=0, by=town.secretary, now=now)
    ended = at_once(press, press)
    assert sum(isinstance(one, LeagueError) for one in ended) == 1
    row.refresh_from_db()
    assert row.revealed == 1
