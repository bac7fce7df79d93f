"""Who plays for whom: a captain registers, the secretary transfers and releases, the season's rules hold."""

import datetime as dt
from typing import Any

import pytest

from league.enums import JournalKind, Registering
from league.errors import Invalid, NotAllowed, WrongState
from league.models import Entry, JournalEntry, Player, Registration
from league.queries.results.eligibility import players_to_register, squad_dates
from league.queries.teams import squad_of
from league.services.people.register import register, register_all, release, transfer
from league.services.results import submit
from tests import factories
from tests.factories import FIRST_WEEK, Town, result_sheet

TODAY = dt.date(2026, 11, 3)


@pytest.fixture
def olive(town: Town) -> Player:
    """A player of the league whom no team has."""
    return Player.objects.create(league=town.league, name="Olive Bell")


def joins(town: Town, who: Player | None, now: dt.datetime, team: str = "Anchor", **said: Any) -> Registration:
    said = {"starts_on": TODAY, "by": town.captains[team], **said}
    return register(town.teams[team], town.season, who, now=now, **said)


def moves(town: Town, who: Player, to: str, now: dt.datetime, **said: Any) -> Registration:
    said = {"starts_on": TODAY, "by": town.secretary, **said}
    return transfer(who, town.season, town.teams[to], now=now, **said)


def problems(refused: pytest.ExceptionInfo[Invalid]) -> list[tuple[str, str]]:
    return [(problem.code, problem.field) for problem in refused.value.problems]


def test_a_captain_registers_a_player_for_their_own_team(town: Town, olive: Player, now: dt.datetime) -> None:
    made = joins(town, olive, now)
    assert (made.team, made.starts_on, made.ends_on) == (town.teams["Anchor"], TODAY, None)
    entry = JournalEntry.objects.get()
    assert (entry.kind, entry.player, entry.team) == (JournalKind.PLAYER_REGISTERED, olive, town.teams["Anchor"])
    assert entry.what == "registered {player} for Anchor in 2026-27, from 3 November 2026"
    assert olive in [line.player for line in squad_of(town.teams["Anchor"], town.season, on=TODAY)]
    for who in (town.captains["Bell"], town.referee, factories.user("nobody@town.example")):
        with pytest.raises(NotAllowed):
            joins(town, None, now, name="Ned New", by=who)


def test_a_new_player_is_made_and_a_name_that_the_league_has_is_asked_about(town: Town, now: dt.datetime) -> None:
    made = joins(town, None, now, name="  Ned New ")
    assert (made.player.name, made.player.email, made.player.user) == ("Ned New", "", None)
    with pytest.raises(Invalid, match="has a player called Ned New already") as refused:
        joins(town, None, now, team="Bell", name="ned new")
    assert problems(refused) == [("same-name", "name")]
    other = joins(town, None, now, team="Bell", name="Ned New", another=True)
    assert other.player != made.player


def test_a_player_has_one_team_and_the_second_captain_is_told_who_was_first(
    town: Town, olive: Player, now: dt.datetime
) -> None:
    joins(town, olive, now)
    with pytest.raises(WrongState) as late:
        joins(town, olive, now, team="Bell")
    assert late.value.message == (
        "Olive Bell is registered for Anchor from 3 November 2026 by Anchor 1. A player has one team at a time."
    )
    assert Registration.objects.filter(player=olive).count() == 1


def test_everything_wrong_is_told_at_once(town: Town, now: dt.datetime) -> None:
    town.season.registration_until = dt.date(2026, 10, 31)
    town.season.save()
    with pytest.raises(Invalid) as refused:
        joins(town, None, now, name=" ")
    assert problems(refused) == [("registration-late", "starts_on"), ("no-name", "name")]
    for day, code in ((dt.date(2026, 10, 30), "past"), (dt.date.min, "wrong-day"), (dt.date.max, "wrong-day")):
        with pytest.raises(Invalid) as refused:
            joins(town, None, now, name="Ned", starts_on=day)
        assert (code, "starts_on") in problems(refused)
    # The secretary catches up on what was agreed in time.
    assert joins(town, None, now, name="Ned", starts_on=dt.date(2026, 10, 30), by=town.secretary)
    for name in ("x" * 121, "a\0b"):
        with pytest.raises(Invalid):
            joins(town, None, now, name=name, by=town.secretary, starts_on=FIRST_WEEK)


def test_a_team_that_is_not_in_the_season_has_no_players(town: Town, olive: Player, now: dt.datetime) -> None:
    Entry.objects.filter(team=town.teams["Bell"]).update(withdrawn_on=TODAY)
    with pytest.raises(WrongState, match="Bell has withdrawn"):
        joins(town, olive, now, team="Bell")
    Entry.objects.filter(team=town.teams["Bell"]).delete()
    with pytest.raises(WrongState, match="Bell is not entered"):
        joins(town, olive, now, team="Bell")


def test_a_transfer_ends_one_registration_and_begins_another(town: Town, now: dt.datetime) -> None:
    castle = town.squads["Castle"][0]
    made = moves(town, castle, "Bell", now)
    dates = Registration.objects.filter(player=castle).order_by("starts_on")
    assert [(r.team.name, r.starts_on, r.ends_on) for r in dates] == [
        ("Castle", FIRST_WEEK, dt.date(2026, 11, 2)),
        ("Bell", TODAY, None),
    ]
    entry = JournalEntry.objects.get()
    assert (entry.kind, entry.key, entry.player) == (JournalKind.PLAYER_TRANSFERRED, str(made.pk), castle)
    assert entry.what == "transferred {player} from Castle to Bell, from 3 November 2026"
    with pytest.raises(NotAllowed):
        moves(town, castle, "Anchor", now, by=town.captains["Anchor"])


def test_a_transfer_beyond_the_season_s_limit_takes_a_reason(town: Town, now: dt.datetime) -> None:
    town.season.transfer_until = dt.date(2026, 10, 31)
    town.season.save()
    castle = town.squads["Castle"][0]
    moves(town, castle, "Bell", now, starts_on=dt.date(2026, 10, 1))
    with pytest.raises(Invalid) as refused:
        moves(town, castle, "Anchor", now)
    assert problems(refused) == [("transfer-limit", "team"), ("transfer-late", "starts_on")]
    with pytest.raises(Invalid) as refused:
        moves(town, castle, "Anchor", now, anyway=True, reason=" ")
    assert problems(refused) == [("no-reason", "reason")]
    moves(town, castle, "Anchor", now, anyway=True, reason="Bell has folded.")
    entry = JournalEntry.objects.latest("number")
    assert (entry.why, entry.data["against"]) == ("Bell has folded.", ["transfer-limit", "transfer-late"])
    assert entry.what.endswith(", against the season's rule")


def test_a_transfer_comes_after_what_they_played_for_the_other_team(town: Town, now: dt.datetime) -> None:
    played = town.fixture("Anchor", "Bell")
    submit.submit(played, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    evening = played.starts_at.date()
    anchor = town.squads["Anchor"][0]
    with pytest.raises(Invalid, match="played for Anchor on 15 September 2026; a transfer comes later"):
        moves(town, anchor, "Castle", now, starts_on=evening)
    with pytest.raises(Invalid, match="is registered for Anchor from 14 September 2026; a transfer comes later"):
        moves(town, anchor, "Castle", now, starts_on=FIRST_WEEK)
    with pytest.raises(Invalid, match="is registered for Anchor already"):
        moves(town, anchor, "Anchor", now)
    assert moves(town, anchor, "Castle", now, starts_on=evening + dt.timedelta(days=1))


def test_to_leave_and_join_another_team_is_a_transfer_too(town: Town, now: dt.datetime) -> None:
    castle = town.squads["Castle"][0]
    release(Registration.objects.get(player=castle), ends_on=dt.date(2026, 10, 31), by=town.secretary, now=now)
    with pytest.raises(WrongState, match="To change teams in a season is a transfer; ask the secretary"):
        joins(town, castle, now, team="Bell")
    assert castle not in players_to_register(town.teams["Bell"], town.season)
    assert castle in players_to_register(town.teams["Castle"], town.season)
    assert joins(town, castle, now, team="Castle").starts_on == TODAY
    assert moves(town, castle, "Bell", now, starts_on=dt.date(2026, 11, 10)).team == town.teams["Bell"]


def test_a_registration_ends_once_and_not_before_they_last_played(town: Town, now: dt.datetime) -> None:
    played = town.fixture("Anchor", "Bell")
    submit.submit(played, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now)
    registration = Registration.objects.select_related("season__league").get(player=town.squads["Anchor"][0])
    with pytest.raises(NotAllowed):
        release(registration, ends_on=TODAY, by=town.captains["Anchor"], now=now)
    with pytest.raises(Invalid) as refused:
        release(registration, ends_on=FIRST_WEEK - dt.timedelta(days=1), by=town.secretary, now=now)
    assert problems(refused) == [("too-early", "ends_on"), ("played", "ends_on")]
    ended = release(registration, ends_on=TODAY, by=town.secretary, now=now)
    assert release(registration, ends_on=TODAY, by=town.secretary, now=now) == ended
    with pytest.raises(WrongState, match="ends on 3 November 2026 already"):
        release(registration, ends_on=dt.date(2026, 11, 4), by=town.secretary, now=now)
    assert JournalEntry.objects.filter(kind=JournalKind.PLAYER_RELEASED).count() == 1


def test_a_squad_goes_by_the_day(town: Town, olive: Player, now: dt.datetime) -> None:
    anchor = town.teams["Anchor"]
    joins(town, olive, now, starts_on=dt.date(2026, 11, 10))
    leaving = Registration.objects.select_related("season__league").get(player=town.squads["Anchor"][0])
    release(leaving, ends_on=TODAY, by=town.secretary, now=now)

    def names(day: dt.date) -> list[str]:
        return [line.player.name for line in squad_of(anchor, town.season, on=day)]

    everybody = [f"Anchor {n}" for n in range(1, 7)]
    assert names(dt.date(2026, 8, 1)) == names(TODAY) == everybody
    assert names(dt.date(2026, 11, 4)) == everybody[1:]
    assert names(dt.date(2026, 11, 10)) == [*everybody[1:], "Olive Bell"]
    found = squad_dates(anchor, town.season, on=dt.date(2026, 11, 5))
    assert [len(found.running), len(found.coming), len(found.ended)] == [5, 1, 1]


def several(town: Town, names: str, now: dt.datetime, **said: Any) -> list[str]:
    said = {"starts_on": TODAY, "by": town.captains["Anchor"], **said}
    return [one.player.name for one in register_all(town.teams["Anchor"], town.season, names, now=now, **said)]


def test_a_list_registers_known_and_new_players_and_again_nobody(town: Town, olive: Player, now: dt.datetime) -> None:
    assert several(town, "Ned New\n\n  olive   bell \nNora Nixon\n", now) == ["Ned New", "Olive Bell", "Nora Nixon"]
    assert JournalEntry.objects.filter(kind=JournalKind.PLAYER_REGISTERED).count() == 3
    assert several(town, "Ned New\nOlive Bell\nNora Nixon", now) == []
    assert Player.objects.filter(name="Ned New").count() == 1


def test_a_list_takes_its_players_by_their_numbers_and_not_by_its_lines(town: Town, now: dt.datetime) -> None:
    """So does whoever sends a sheet: neither waits for the other (tests/lock_order.py looks, on PostgreSQL)."""
    known = [Player.objects.create(league=town.league, name=f"Known {n}") for n in range(3)]
    names = "\n".join(player.name for player in reversed(known))
    made = register_all(town.teams["Anchor"], town.season, names, starts_on=TODAY, by=town.secretary, now=now)
    assert [row.player for row in made] == known[::-1]


def test_every_line_that_is_wrong_is_told_and_nobody_is_registered(town: Town, now: dt.datetime) -> None:
    Player.objects.create(league=town.league, name="Sam Same")
    Player.objects.create(league=town.league, name="Sam Same")
    names = "Ned New\nned  new\nSam Same\nBell 1\n12"
    with pytest.raises(Invalid) as refused:
        several(town, names, now, starts_on=TODAY - dt.timedelta(days=1))
    assert [(str(one.where), one.code, one.field) for one in refused.value.problems] == [
        ("", "past", "starts_on"),
        ("line 2", "line", "names"),
        ("line 5", "line", "names"),
        ("line 3", "line", "names"),
        ("line 4", "line", "names"),
    ]
    assert "Bell 1 is registered for Bell" in str(refused.value.problems[4].message)
    assert not Player.objects.filter(name="Ned New").exists()


@pytest.mark.parametrize(
    "names", ["", " \n ", "\n".join(f"Player {letter * 3}" for letter in map(chr, range(200, 270)))]
)
def test_a_list_has_one_to_sixty_names(town: Town, now: dt.datetime, names: str) -> None:
    with pytest.raises(Invalid, match="Write the names of 1 to 60 players"):
        several(town, names, now)


def test_only_its_captain_and_the_secretary_register_a_list(town: Town, now: dt.datetime) -> None:
    for who in (town.captains["Bell"], town.referee):
        with pytest.raises(NotAllowed):
            several(town, "Ned New", now, by=who)
    assert several(town, "Ned New", now, by=town.secretary, starts_on=FIRST_WEEK) == ["Ned New"]


def test_who_was_never_registered_is_registered_and_not_transferred(
    town: Town, olive: Player, now: dt.datetime
) -> None:
    with pytest.raises(WrongState, match="Olive Bell has not been registered this season: register them instead"):
        moves(town, olive, "Castle", now)


def test_a_registration_that_ends_later_is_told_with_its_last_day_and_who_made_it(
    town: Town, olive: Player, now: dt.datetime
) -> None:
    ends = dt.date(2026, 11, 30)
    Registration.objects.filter(player=town.squads["Bell"][1]).update(ends_on=ends)
    with pytest.raises(WrongState) as refused:
        joins(town, town.squads["Bell"][1], now)
    assert refused.value.message == (
        "Bell 2 is registered for Bell from 14 September 2026 until 30 November 2026. A player has one team at a time."
    )
    joins(town, olive, now)
    Registration.objects.filter(player=olive).update(ends_on=ends)
    with pytest.raises(WrongState) as refused:
        joins(town, olive, now, team="Bell")
    assert refused.value.message == (
        "Olive Bell is registered for Anchor from 3 November 2026 until 30 November 2026 by Anchor 1. "
        "A player has one team at a time."
    )


def first_evening(town: Town) -> dt.date:
    return town.fixture("Anchor", "Bell").starts_at.date()


def test_a_captain_registers_for_the_first_card_though_its_evening_is_past(town: Town, now: dt.datetime) -> None:
    evening = first_evening(town)
    Registration.objects.filter(team=town.teams["Anchor"]).delete()
    made = register_all(
        town.teams["Anchor"],
        town.season,
        "Ann Archer\nAl Allen",
        starts_on=evening,
        by=town.captains["Anchor"],
        now=now,
    )
    assert {one.starts_on for one in made} == {evening}
    # One more from the sheet itself: there are still too few.
    assert joins(town, None, now, name="Abe Ash", starts_on=evening).starts_on == evening
    with pytest.raises(Invalid) as refused:
        joins(town, None, now, name="Ava Ayre", starts_on=evening - dt.timedelta(days=1))
    assert problems(refused) == [("past", "starts_on")]


def test_a_team_with_players_enough_or_a_card_is_past_that(town: Town, now: dt.datetime) -> None:
    evening = first_evening(town)
    for team in ("Anchor", "Bell"):
        with pytest.raises(Invalid) as refused:
            joins(town, None, now, team=team, name="Ned New", starts_on=evening)
        assert problems(refused) == [("past", "starts_on")]
    submit.submit(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.captains["Bell"], now=now
    )
    Registration.objects.filter(team=town.teams["Anchor"]).delete()
    with pytest.raises(Invalid):
        joins(town, None, now, name="Ned New", starts_on=evening)


def test_where_names_are_written_on_sheets_a_captain_registers_for_the_last_evening(
    town: Town, now: dt.datetime
) -> None:
    town.season.registration = Registering.OPEN
    town.season.save()
    last = max(
        f.starts_at
        for f in town.fixtures
        if f.home_id == town.teams["Anchor"].pk or f.away_id == town.teams["Anchor"].pk
    )
    evening = last.date()
    assert evening < now.date()
    assert joins(town, None, now, name="Ned New", starts_on=evening).starts_on == evening
    with pytest.raises(Invalid):
        joins(town, None, now, name="Nan New", starts_on=evening - dt.timedelta(days=1))
