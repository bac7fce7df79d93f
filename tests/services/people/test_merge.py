"""Two players who are one person become one, and nothing of either is lost; two people never do."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from league.enums import JournalKind, Side
from league.errors import Invalid, NotAllowed, WrongState
from league.models import (
    Appearance,
    Call,
    ConductCase,
    JournalEntry,
    LiveScore,
    Player,
    Registration,
    Result,
    Season,
    SheetDraft,
)
from league.queries.journal import entries_of_player
from league.queries.people.namesakes import namesakes_of, others_named, what_moves
from league.queries.teams import player_season
from league.services import journal
from league.services.money import NewCharge, charge
from league.services.people.erasing import erase
from league.services.people.merge import merge_players
from league.services.people.register import register
from league.services.results import confirm, submit
from tests import factories
from tests.factories import Town, result_sheet

WHY = "The same Olive: entered anew last year."


@pytest.fixture
def twins(town: Town, now: dt.datetime) -> tuple[Player, Player]:
    """Anchor 2, who has played this season, and the row that stands for the same person in the season before."""
    submit.submit(
        town.fixture("Anchor", "Bell"), result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=now
    )
    confirm.confirm(town.fixture("Anchor", "Bell"), 1, by=town.captains["Bell"], now=now)
    earlier = Season.objects.create(league=town.league, name="2025-26", slug="2025-26", first_week=dt.date(2025, 9, 15))
    former = Player.objects.create(league=town.league, name="anchor 2", email="two@town.example", phone="01632")
    Registration.objects.create(season=earlier, team=town.teams["Anchor"], player=former, starts_on=earlier.first_week)
    return town.squads["Anchor"][1], former


def merge(kept: Player, gone: Player, town: Town, now: dt.datetime, **more: Any) -> Player:
    return merge_players(kept, gone, **{"reason": WHY, "by": town.secretary, "now": now, **more})


def refused(kept: Player, gone: Player, town: Town, now: dt.datetime, **more: Any) -> list[str]:
    with pytest.raises(Invalid) as wrong:
        merge(kept, gone, town, now, **more)
    gone.refresh_from_db()
    assert gone.merged_into is None
    return [problem.code for problem in wrong.value.problems]


@pytest.mark.parametrize("turned", [False, True])
def test_one_player_has_all_that_two_had(
    town: Town, twins: tuple[Player, Player], now: dt.datetime, *, turned: bool
) -> None:
    kept, gone = reversed(twins) if turned else twins
    played = player_season(twins[0], town.season).total
    assert played.matches == 1
    whole = merge(kept, gone, town, now)
    assert player_season(whole, town.season).total == played
    seasons = Registration.objects.filter(player=whole).order_by("starts_on").values_list("season__name", flat=True)
    assert list(seasons) == ["2025-26", "2026-27"]
    whole.refresh_from_db()
    assert (whole.email, whole.phone) == ("two@town.example", "01632")
    gone.refresh_from_db()
    assert (gone.merged_into, gone.email, gone.phone) == (whole, "", "")
    for model in (Appearance, Registration):
        assert not model._default_manager.filter(player=gone).exists()


def test_the_journal_says_who_merged_whom_and_why_and_its_chain_is_whole(
    town: Town, twins: tuple[Player, Player], now: dt.datetime
) -> None:
    kept, gone = twins
    register(town.teams["Anchor"], town.season, gone, starts_on=now.date(), by=town.secretary, now=now)
    merge(kept, gone, town, now)
    entry = JournalEntry.objects.get(kind=JournalKind.PLAYERS_MERGED)
    assert (entry.player, entry.by, entry.why, entry.key) == (kept, town.secretary, WHY, str(gone.uid))
    assert entry.data == {"gone": str(gone.uid), "registrations": 2, "matches": 1} | {"matches": 0}
    kinds = [row.kind for row in entries_of_player(kept, hidden=True, money=True)]
    assert kinds == [JournalKind.PLAYERS_MERGED, JournalKind.PLAYER_REGISTERED]
    assert isinstance(journal.verify(town.league), journal.Whole)


def test_two_registrations_for_one_team_become_one_that_lasts_as_long_as_both(
    town: Town, twins: tuple[Player, Player], now: dt.datetime
) -> None:
    kept, gone = twins
    Registration.objects.filter(player=kept).update(ends_on=dt.date(2026, 12, 1))
    Registration.objects.create(
        season=town.season, team=town.teams["Anchor"], player=gone, starts_on=dt.date(2026, 9, 1)
    )
    merge(kept, gone, town, now)
    row = Registration.objects.get(player=kept, season=town.season)
    assert (row.starts_on, row.ends_on) == (dt.date(2026, 9, 1), None)


def test_a_draft_and_a_call_that_name_the_row_that_goes_name_the_one_that_stays(
    town: Town, twins: tuple[Player, Player], now: dt.datetime
) -> None:
    kept, gone = twins
    fixture = town.fixture("Anchor", "Castle")
    SheetDraft.objects.create(
        fixture=fixture, user=town.captains["Anchor"], updated_at=now,
        sheet={"m1-home-1": str(gone.pk), "m1-g1-loser": str(gone.pk)},
    )  # fmt: skip
    Call.objects.create(
        fixture=town.fixture("Anchor", "Bell"), match_number=1, game_number=1, counter=Side.HOME, counter_player=gone,
        cards="AC 7D 8H 3S", starter="7C", declared=6, recorded_by=town.referee, recorded_at=now,
    )  # fmt: skip
    assert what_moves(gone).calls == 1
    merge(kept, gone, town, now)
    assert SheetDraft.objects.get().sheet == {"m1-home-1": str(kept.pk), "m1-g1-loser": str(gone.pk)}
    assert Call.objects.get().counter_player == kept


def test_two_notes_are_one(town: Town, twins: tuple[Player, Player], now: dt.datetime) -> None:
    kept, gone = twins
    Player.objects.filter(pk=kept.pk).update(note="Club member")
    Player.objects.filter(pk=gone.pk).update(note="Under 18")
    assert merge(kept, gone, town, now).note == "Club member; Under 18"
    gone.refresh_from_db()
    assert gone.note == ""


def test_notes_too_long_to_be_one_are_refused_and_not_cut(
    town: Town, twins: tuple[Player, Player], now: dt.datetime
) -> None:
    kept, gone = twins
    Player.objects.filter(pk=kept.pk).update(note="A" * 120)
    Player.objects.filter(pk=gone.pk).update(note="B" * 79)
    with pytest.raises(Invalid) as refused:
        merge(kept, gone, town, now)
    assert [(one.code, one.field, str(one.message)) for one in refused.value.problems] == [
        (
            "long-notes",
            "player",
            "Shorten one of the notes first: together they have more than 200 characters.",
        )
    ]
    gone.refresh_from_db()
    assert (gone.note, gone.merged_into) == ("B" * 79, None)
    Player.objects.filter(pk=gone.pk).update(note="B" * 78)
    assert merge(kept, gone, town, now).note == "A" * 120 + "; " + "B" * 78


def test_the_same_note_twice_is_one(town: Town, twins: tuple[Player, Player], now: dt.datetime) -> None:
    kept, gone = twins
    Player.objects.filter(pk__in=(kept.pk, gone.pk)).update(note="A" * 150)
    assert merge(kept, gone, town, now).note == "A" * 150


def test_an_account_stays_with_the_player_that_its_owner_is(
    town: Town, twins: tuple[Player, Player], now: dt.datetime
) -> None:
    """Merged into another, the secretary would say whose data the account reads."""
    kept, gone = twins
    gone.user = factories.user("two@town.example")
    gone.save()
    assert refused(kept, gone, town, now) == ["account"]
    assert merge(gone, kept, town, now).user == gone.user


def test_two_on_one_sheet_are_two_people(town: Town, twins: tuple[Player, Player], now: dt.datetime) -> None:
    _, *rest = town.squads["Anchor"]
    assert refused(rest[0], rest[1], town, now) == ["both-played"]


def test_two_accounts_are_two_people(town: Town, twins: tuple[Player, Player], now: dt.datetime) -> None:
    for player in twins:
        player.user = factories.user(f"{player.pk}@town.example")
        player.save()
    assert refused(*twins, town, now) == ["two-accounts"]


def test_two_registered_for_two_teams_at_once_are_two_people(
    town: Town, twins: tuple[Player, Player], now: dt.datetime
) -> None:
    kept, gone = twins
    row = Registration.objects.create(
        season=town.season, team=town.teams["Bell"], player=gone, starts_on=dt.date(2026, 10, 1)
    )
    assert refused(kept, gone, town, now) == ["both-registered"]
    Registration.objects.filter(player=kept).update(ends_on=dt.date(2026, 9, 30))
    assert merge(kept, gone, town, now) == kept
    row.refresh_from_db()
    assert row.player == kept


def test_who_challenged_the_other_is_another(town: Town, twins: tuple[Player, Player], now: dt.datetime) -> None:
    kept, gone = twins
    Call.objects.create(
        fixture=town.fixture("Bell", "Castle"), match_number=1, game_number=1, counter=Side.HOME, counter_player=gone,
        challenger_player=kept, cards="AC 7D 8H 3S", starter="7C", declared=6, claimed=8, recorded_by=town.referee,
        recorded_at=now,
    )  # fmt: skip
    assert refused(kept, gone, town, now) == ["both-called"]


def test_who_plays_for_two_teams_in_one_season_is_not_listed(town: Town) -> None:
    Player.objects.filter(name="Bell 2").update(name="Anchor 2")
    assert namesakes_of(town.league) == []
    third = Player.objects.create(league=town.league, name="Anchor 2")
    [group] = namesakes_of(town.league)
    assert [(one.player.pk, one.played) for one in group] == [
        (town.squads["Anchor"][1].pk, ("Anchor 2026-27",)),
        (town.squads["Bell"][1].pk, ("Bell 2026-27",)),
        (third.pk, ()),
    ]


def test_everything_that_is_wrong_is_told_at_once(town: Town, twins: tuple[Player, Player], now: dt.datetime) -> None:
    assert refused(*town.squads["Anchor"][1:3], town, now, reason=" ") == ["no-reason", "both-played"]
    assert refused(twins[0], twins[0], town, now) == ["same-row"]
    assert refused(*twins, town, now, reason="x" * 251) == ["reason"]


def test_only_the_secretary_merges(town: Town, twins: tuple[Player, Player], now: dt.datetime) -> None:
    for who in (town.captains["Anchor"], town.referee):
        with pytest.raises(NotAllowed):
            merge(*twins, town, now, by=who)


def test_a_player_of_another_league_is_out_of_reach(town: Town, twins: tuple[Player, Player], now: dt.datetime) -> None:
    abroad = factories.town("Abroad", "abroad")
    stranger = abroad.squads["Anchor"][2]
    with pytest.raises(WrongState, match="one league"):
        merge(twins[0], stranger, town, now)
    with pytest.raises(NotAllowed):
        merge(stranger, twins[0], town, now)


def test_what_was_merged_or_erased_is_not_merged_again(
    town: Town, twins: tuple[Player, Player], now: dt.datetime
) -> None:
    kept, gone = twins
    merge(kept, gone, town, now)
    with pytest.raises(WrongState, match="no longer a player"):
        merge(kept, gone, town, now)
    with pytest.raises(WrongState, match="no longer a player"):
        merge(gone, town.squads["Anchor"][4], town, now)


def test_what_was_merged_is_offered_nowhere_and_erased_with_its_person(
    town: Town, twins: tuple[Player, Player], now: dt.datetime
) -> None:
    kept, gone = twins
    assert [[one.player for one in group] for group in namesakes_of(town.league)] == [[kept, gone]]
    assert [one.player for one in others_named(kept)] == [gone]
    merge(kept, gone, town, now)
    assert namesakes_of(town.league) == []
    with pytest.raises(WrongState):
        register(town.teams["Bell"], town.season, gone, starts_on=now.date(), by=town.secretary, now=now)
    erase(kept, by=town.secretary, now=now)
    gone.refresh_from_db()
    assert (gone.name, gone.erased_at) == ("former player", now)


def test_the_database_refuses_a_merged_player_with_an_account_or_merged_into_itself(
    town: Town, twins: tuple[Player, Player]
) -> None:
    kept, gone = twins
    for wrong in ({"merged_into": gone, "email": ""}, {"merged_into": kept, "email": "x@town.example"}):
        with pytest.raises(IntegrityError, match="player_merged_is_nobody_else"), transaction.atomic():
            Player.objects.filter(pk=gone.pk).update(**wrong)


def test_what_one_is_charged_is_the_others_then(town: Town, twins: tuple[Player, Player], now: dt.datetime) -> None:
    kept, gone = twins
    new = NewCharge("fine", Decimal(5), "A no-show", now.date())
    [made] = charge(town.season, [], [gone], new, by=town.secretary, now=now)
    assert what_moves(gone).charges == 1
    merge(kept, gone, town, now)
    made.refresh_from_db()
    assert made.player == kept


def test_what_a_sheet_was_taken_with_and_a_live_score_name_the_one_who_is_kept(
    town: Town, twins: tuple[Player, Player], now: dt.datetime
) -> None:
    gone, kept = twins
    Result.objects.update(breaches=[{"code": "limit", "player": gone.pk}, {"code": "limit", "player": 0}])
    fixture = town.fixture("Castle", "Duke of York")
    LiveScore.objects.create(
        league=town.league, fixture=fixture, side="home", begun_at=now, changed_at=now,
        sheet={"m1-home-1": str(gone.pk), "m1-g1-winner": "home"},
    )  # fmt: skip
    merge(kept, gone, town, now)
    assert [breach["player"] for breach in Result.objects.get(live=True).breaches] == [kept.pk, 0]
    assert LiveScore.objects.get().sheet == {"m1-home-1": str(kept.pk), "m1-g1-winner": "home"}


def test_two_reported_in_one_game_are_two_people(town: Town, twins: tuple[Player, Player], now: dt.datetime) -> None:
    kept, gone = twins
    for player in twins:
        ConductCase.objects.create(
            fixture=town.fixture("Bell", "Castle"), match_number=1, game_number=1, player=player, side=Side.HOME,
            overcalls=3, threshold=3, proposed_at=now,
        )  # fmt: skip
    assert refused(kept, gone, town, now) == ["both-reported"]
