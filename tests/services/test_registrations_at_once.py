"""Two captains register one player at the same second."""

import datetime as dt

import pytest

from league.errors import Invalid
from league.models import JournalEntry, Player, Registration
from league.services.registrations import register, transfer
from tests.factories import Town
from tests.services.test_results_at_once import TIMES, at_once, sorted_out

pytestmark = pytest.mark.django_db(transaction=True)
TODAY = dt.date(2026, 11, 3)


def test_of_two_captains_who_register_a_player_one_is_told_who_was_first(town: Town, now: dt.datetime) -> None:
    for go in range(TIMES):
        olive = Player.objects.create(league=town.league, name=f"Olive {go}")
        made, late = sorted_out(
            at_once(
                *[
                    lambda name=name, who=olive: register(
                        town.teams[name], town.season, who, starts_on=TODAY, by=town.captains[name], now=now
                    )
                    for name in ("Anchor", "Bell")
                ]
            )
        )
        first = "Anchor" if made.team == town.teams["Anchor"] else "Bell"
        assert f"is registered for {first} from 3 November 2026 by {first} 1" in late.message
        assert Registration.objects.get(player=olive) == made


def test_a_new_name_written_twice_at_once_is_one_player(town: Town, now: dt.datetime) -> None:
    for go in range(TIMES):
        ended = at_once(
            *[
                lambda name=name, go=go: register(
                    town.teams[name],
                    town.season,
                    name=f"Ned {go}",
                    starts_on=TODAY,
                    by=town.captains[name],
                    now=now,
                )
                for name in ("Anchor", "Bell")
            ]
        )
        refused = [answer for answer in ended if isinstance(answer, Invalid)]
        assert [problem.code for answer in refused for problem in answer.problems] == ["same-name"]
        assert Player.objects.filter(name=f"Ned {go}").count() == 1


def test_of_two_transfers_at_once_one_is_refused(town: Town, now: dt.datetime) -> None:
    for player in town.squads["Castle"]:
        ended = at_once(
            *[
                lambda to=to, who=player: transfer(
                    who, town.season, town.teams[to], starts_on=TODAY, by=town.secretary, now=now
                )
                for to in ("Anchor", "Bell")
            ]
        )
        assert sum(isinstance(answer, Registration) for answer in ended) == 1
        assert sum(isinstance(answer, Invalid) for answer in ended) == 1
        assert Registration.objects.filter(player=player, ends_on=None).count() == 1
    assert JournalEntry.objects.count() == 6
