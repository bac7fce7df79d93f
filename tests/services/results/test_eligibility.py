"""What becomes of a sheet with somebody on it who may not play: refused, or taken and listed, as the season has it."""

import datetime as dt
from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from league import access
from league.enums import Enforcement, GuestPolicy, Settlement
from league.errors import Invalid
from league.models import Appearance, Fixture, Player, Registration, Result
from league.queries.results import versions
from league.queries.results.eligibility import breaches_told, candidates, guest_fixtures, taken_with_breaches
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.results import confirm, correct, store, submit
from league.services.results.decide import examine_abandoned
from tests import factories
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat


def ask(town: Town, **settings: Any) -> None:
    """Let the season ask that of its players."""
    for name, value in settings.items():
        setattr(town.season, name, value)
    town.season.save()


def helped(town: Town, home: str = "Anchor", away: str = "Bell", *, by: str = "Castle") -> ResultSheet:
    """A sheet on which the first player of another team plays match 3 for the home side."""
    return with_seat(result_sheet(town, home, away), 3, "home", 1, town.squads[by][0].pk)


def refused(town: Town, sheet: ResultSheet, now: dt.datetime) -> list[tuple[str, str]]:
    with pytest.raises(Invalid) as found:
        submit.submit(town.fixture("Anchor", "Bell"), sheet, by=town.captains["Anchor"], now=now)
    return [(problem.field, problem.message) for problem in found.value.problems]


def submitted(town: Town, sheet: ResultSheet, now: dt.datetime) -> Result:
    return submit.submit(town.fixture("Anchor", "Bell"), sheet, by=town.captains["Anchor"], now=now)


def test_a_league_that_blocks_refuses_the_sheet_at_the_seat(town: Town, now: dt.datetime) -> None:
    message = "Castle 1 is registered for Castle; this season a player plays for their own team only."
    assert refused(town, helped(town), now) == [("m3-home-1", message)]
    assert not Result.objects.exists()


def test_a_league_that_warns_takes_the_sheet_and_lists_the_breach(town: Town, now: dt.datetime) -> None:
    ask(town, eligibility=Enforcement.WARN)
    result = submitted(town, helped(town), now)
    castle = town.squads["Castle"][0]
    assert [(b["code"], b["player"], b["where"]) for b in result.breaches] == [
        ("other-team", castle.pk, "match 3, home player")
    ]
    assert castle.name not in result.breaches[0]["message"]
    assert list(Appearance.objects.filter(guest=True).values_list("player__name", flat=True)) == ["Castle 1"]
    secretary = access.grants(town.secretary, town.league, now=now)
    told = breaches_told([result], secretary)[result.pk]
    assert told[0].message == ("Castle 1 is registered for Castle; this season a player plays for their own team only.")
    assert taken_with_breaches(town.league) == [result]
    castle.shorten_name = True
    castle.name = "Olive Bell"
    castle.save()
    public = access.grants(AnonymousUser(), town.league, now=now)
    assert breaches_told([result], public)[result.pk][0].message.startswith("Olive B. is registered for Castle")


def test_nobody_of_another_league_is_taken_even_where_breaches_are(town: Town, now: dt.datetime) -> None:
    ask(town, eligibility=Enforcement.WARN, guests=GuestPolicy.ANYBODY)
    stranger = factories.town("Abroad", "abroad").squads["Anchor"][0]
    for nobody in (stranger.pk, 10**9, 2**70, -1):
        sheet = with_seat(result_sheet(town, "Anchor", "Bell"), 3, "home", 1, nobody)
        message = "The home player is not a player of this league: choose one from the list."
        assert refused(town, sheet, now) == [("m3-home-1", message)]


def test_it_is_judged_as_of_the_fixture_s_day_and_not_of_the_sheet_s(town: Town, now: dt.datetime) -> None:
    anchor = town.squads["Anchor"][3]
    evening = town.fixture("Anchor", "Bell").starts_at.date()
    Registration.objects.filter(player=anchor).update(ends_on=evening)
    result = submitted(town, result_sheet(town, "Anchor", "Bell"), now)
    assert (result.breaches, Appearance.objects.filter(guest=True).count()) == ([], 0)


def test_guests_are_counted_by_fixture_before_this_one(town: Town, now: dt.datetime) -> None:
    ask(town, guests=GuestPolicy.OTHER_TEAMS, guest_limit=1)
    castle = town.squads["Castle"][0]
    first, second = town.fixture("Anchor", "Bell"), town.fixture("Duke of York", "Anchor")
    submitted(town, helped(town), now)
    assert guest_fixtures(second, [castle.pk]) == {castle.pk: 1}
    assert guest_fixtures(first, [castle.pk]) == {}
    again = helped(town, "Duke of York", "Anchor")
    with pytest.raises(Invalid, match="Castle 1 has been a guest in 1 fixture of the season already; 1 is allowed"):
        submit.submit(second, again, by=town.captains["Anchor"], now=now)
    # What is cancelled, such as a fixture of a team that has withdrawn, does not count.
    Fixture.objects.filter(pk=first.pk).update(state="cancelled")
    assert guest_fixtures(second, [castle.pk]) == {}


def test_a_guest_too_many_is_told_at_the_seat_or_listed(town: Town, now: dt.datetime) -> None:
    ask(town, guests=GuestPolicy.OTHER_TEAMS, guests_at_once=1)
    sheet = with_seat(helped(town), 2, "home", 1, town.squads["Castle"][1].pk)
    told = "Castle 1 is one guest too many: a team has 1 guest in a fixture at most."
    assert refused(town, sheet, now) == [("m3-home-1", told)]
    ask(town, eligibility=Enforcement.WARN)
    result = submitted(town, sheet, now)
    assert [breach["code"] for breach in result.breaches] == ["guests-at-once"]
    confirm.confirm(result.fixture, 1, by=town.captains["Bell"], now=now)
    # What a sheet was taken with is no reason to refuse its correction.
    ask(town, eligibility=Enforcement.BLOCK)
    first, *rest = sheet.matches
    better = ResultSheet((replace(first, games=(GameScore(121, 77), *first.games[1:])), *rest))
    by = town.captains["Anchor"]
    proposed = correct.propose(result.fixture, 1, better, reason="Miscopied.", by=by, now=now)
    assert [breach["code"] for breach in proposed.breaches] == ["guests-at-once"]


def test_a_corrected_sheet_does_not_count_its_own_guest_twice(town: Town, now: dt.datetime) -> None:
    ask(town, guests=GuestPolicy.OTHER_TEAMS, guest_limit=1)
    result = submitted(town, helped(town), now)
    confirm.confirm(result.fixture, 1, by=town.captains["Bell"], now=now)
    live = Result.objects.select_related("fixture__division__season__league", "fixture__home", "fixture__away").get()
    again = store.replace(live, helped(town), settlement=Settlement.SECRETARY, by=town.secretary, now=now)
    assert again.breaches == []
    assert Appearance.objects.filter(result=again, guest=True).count() == 1


def test_who_may_be_chosen_besides_the_squads(town: Town) -> None:
    fixture = town.fixture("Anchor", "Bell")
    free = Player.objects.create(league=town.league, name="Fay Free")

    def offered(**settings: Any) -> tuple[list[str], list[str]]:
        ask(town, **settings)
        found = candidates(Fixture.objects.select_related("division__season__league").get(pk=fixture.pk))
        return tuple([f"{p} ({team})" for p, team in group] for group in (found.guests, found.others))  # type: ignore[return-value]

    others = [f"{team} {n} ({team})" for team in ("Castle", "Duke of York") for n in range(1, 7)]
    assert offered(guests=GuestPolicy.NONE) == ([], [])
    assert offered(guests=GuestPolicy.OTHER_TEAMS) == (others, [])
    assert offered(guests=GuestPolicy.ANYBODY) == ([*others, f"{free} ()"], [])
    assert offered(guests=GuestPolicy.OTHER_TEAMS, eligibility=Enforcement.WARN) == (others, [f"{free} ()"])
    assert offered(guests=GuestPolicy.NONE, eligibility=Enforcement.WARN) == ([], [*others, f"{free} ()"])


@pytest.mark.parametrize("guests", [1, 3])
def test_a_sheet_is_looked_at_in_as_many_queries_whoever_is_on_it(
    town: Town, guests: int, django_assert_num_queries: Any
) -> None:
    ask(town, guests=GuestPolicy.ANYBODY)
    sheet = result_sheet(town, "Anchor", "Bell")
    for match in range(1, guests + 1):
        sheet = with_seat(sheet, match, "home", 1, town.squads["Castle"][match].pk)
    fixture = town.fixture("Anchor", "Bell")
    with django_assert_num_queries(5):
        assert versions.examine(fixture, sheet).problems == []
    empty = ResultSheet(tuple(replace(m, home_players=(), away_players=()) for m in sheet.matches))
    with django_assert_num_queries(2):
        versions.examine(fixture, empty)


def test_a_sheet_is_looked_at_once_when_it_is_sent(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    with CaptureQueriesContext(connection) as asked:
        submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    registrations = [query for query in asked.captured_queries if 'FROM "league_registration"' in query["sql"]]
    assert len(registrations) == 2, "the squads, and the breaches, whose rows tell who is a guest too"


def test_an_abandoned_fixture_s_sheet_is_looked_at_too(town: Town, now: dt.datetime) -> None:
    stranger = factories.town("Abroad", "abroad").squads["Anchor"][0]
    sheet = with_seat(result_sheet(town, "Anchor", "Bell"), 3, "home", 1, stranger.pk)
    found = examine_abandoned(town.fixture("Anchor", "Bell"), sheet).problems
    assert [(p.code, p.field) for p in found] == [("wrong-player", "m3-home-1")]


def test_who_has_left_a_team_by_that_day_is_offered_as_a_free_agent(town: Town) -> None:
    fixture, gone = town.fixture("Anchor", "Bell"), town.squads["Castle"][2]
    Registration.objects.filter(player=gone).update(ends_on=fixture.week.starts_on)
    ask(town, guests=GuestPolicy.FREE_AGENTS)
    found = candidates(Fixture.objects.select_related("division__season__league").get(pk=fixture.pk))
    assert found.guests == ((gone, ""),)


def test_of_a_line_up_that_meets_a_whole_team_each_player_is_named_once(db: None, now: dt.datetime) -> None:
    town = factories.town(match_format="2E1")
    castle, *others = (town.squads[name][0].pk for name in ("Castle", "Anchor", "Bell"))
    own, mates = others[0], (others[1], town.squads["Bell"][1].pk)
    # Castle's player is the first of the home side, who meets both of the away side.
    sheet = ResultSheet(
        tuple(
            MatchSheet(number, "singles", (home,), (away,), (GameScore(121, 60 + number),))
            for number, (home, away) in enumerate(((h, a) for h in (castle, own) for a in mates), start=1)
        )
    )
    message = "Castle 1 is registered for Castle; this season a player plays for their own team only."
    assert refused(town, sheet, now) == [("m1-home-1", message)]
