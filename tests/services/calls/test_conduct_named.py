"""The player whom a ruling on a call names, a guest too, and what the captain's and the player's history say of it."""

import datetime as dt
from typing import Any

import pytest
from django.db.models import Q

from league.enums import GuestPolicy, JournalKind, NoticeKind, ResultState
from league.errors import Invalid
from league.models import ConductCase, Fixture, JournalEntry, Player, Result
from league.queries.calls.conduct import season_lines
from league.queries.mail.letters import with_everything
from league.queries.people.people import may_be_named
from league.services.calls.conduct import decide
from league.services.mail.letters import letter_of
from league.services.results import submit
from tests import factories
from tests.factories import Town
from tests.rules.sheetmaker import with_seat
from tests.services.calls.conduct_cases import olive, played
from tests.services.evenings import agreed, false_challenge, overcall

__all__ = ["olive", "played"]


def test_a_false_challenge_stands_in_the_history_of_who_challenged(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    bell = town.squads["Bell"][2]
    false_challenge(town, played, olive, now, counter_player_id=bell.pk)
    overcall(town, played, olive, now, challenger_player_id=bell.pk)
    false_challenge(town, played, None, now, counter_player_id=bell.pk)
    noted = JournalEntry.objects.filter(kind=JournalKind.CALL_RULED).order_by("number")
    assert [entry.player for entry in noted] == [olive, olive, None]


@pytest.mark.parametrize("who", ["a player with an account", "a player without", "nobody named"])
def test_the_captain_reads_who_can_appeal(
    town: Town, played: Fixture, olive: Player, now: dt.datetime, who: str
) -> None:
    agreed(town, played, now)
    named = {"a player with an account": olive, "a player without": town.squads["Anchor"][3], "nobody named": None}[who]
    # In singles the only possible player is filled in.
    match = 2 if named else 1
    for _ in range(3):
        overcall(town, played, named, now, match_number=match)
    decide(ConductCase.objects.get(), award=True, reason="Ten too many.", by=town.referee, now=now)
    [notice] = with_everything(Q(kind=NoticeKind.CAPTAIN_INFORMED))
    until = "can appeal against it once, by Tuesday 10 November 2026, 8 pm GMT."
    assert letter_of(notice).paragraphs[-1].endswith(f"You or they {until}" if named == olive else f"You {until}")


def test_against_an_award_with_a_ruling_on_a_call_only_captains_appeal(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    agreed(town, played, now)
    overcall(town, played, olive, now, award_to="away", reason="They said so themselves.")
    [notice] = with_everything(Q(kind=NoticeKind.CAPTAIN_INFORMED))
    assert "You can appeal against it once, by Tuesday 10 November 2026, 8 pm GMT." in letter_of(notice).paragraphs[-1]


def test_the_overcalls_of_a_guest_are_counted(town: Town, played: Fixture, now: dt.datetime) -> None:
    season, castle = town.season, town.squads["Castle"][0]
    season.guests = GuestPolicy.OTHER_TEAMS
    season.save()
    sheet = with_seat(factories.result_sheet(town, "Anchor", "Bell"), 2, "home", 1, castle.pk)
    submit.submit(played, sheet, by=town.captains["Anchor"], now=now)
    for _ in range(3):
        overcall(town, played, castle, now)
    case = ConductCase.objects.get()
    assert (case.player, case.side, case.overcalls) == (castle, "home", 3)
    assert [line.player for line in season_lines(season)] == [castle]
    # Castle's player was in match 2, for the home side.
    for called in (
        {"match_number": 1},
        {"counter": "away"},
        {"counter_player_id": None, "challenger_player_id": castle.pk},
    ):
        with pytest.raises(Invalid) as refused:
            overcall(town, played, castle, now, **called)
        assert [problem.code for problem in refused.value.problems] == ["wrong-player"]
    false_challenge(town, played, castle, now)
    # A sheet that another one replaced says nothing of who played.
    Result.objects.update(live=False, state=ResultState.SUPERSEDED)
    with pytest.raises(Invalid, match="Choose a player from the side that counted"):
        overcall(town, played, castle, now)


@pytest.mark.parametrize("guests", [1, 2])
def test_whom_a_call_may_name_takes_two_queries(
    town: Town, played: Fixture, now: dt.datetime, guests: int, django_assert_num_queries: Any
) -> None:
    town.season.guests = GuestPolicy.OTHER_TEAMS
    town.season.save()
    sheet = factories.result_sheet(town, "Anchor", "Bell")
    for number in range(guests):
        sheet = with_seat(sheet, number + 2, "away", 1, town.squads["Castle"][number].pk)
    submit.submit(played, sheet, by=town.captains["Anchor"], now=now)
    with django_assert_num_queries(2):
        home, away = may_be_named(played)
    assert (home, away) == (town.squads["Anchor"], town.squads["Bell"] + town.squads["Castle"][:guests])
    assert may_be_named(played, match_number=2)[1] == town.squads["Bell"] + town.squads["Castle"][:1]


def test_what_nobody_is_named_for_is_in_no_line_of_the_season(
    town: Town, played: Fixture, olive: Player, now: dt.datetime
) -> None:
    overcall(town, played, None, now, match_number=1)
    assert season_lines(town.season) == []
    overcall(town, played, olive, now)
    assert [(line.player, line.total) for line in season_lines(town.season)] == [(olive, 1)]
