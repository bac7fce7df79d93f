"""Names typed on a sheet, where no player need be registered: who is linked, asked about, made."""

import datetime as dt
from dataclasses import replace

import pytest

from league.enums import JournalKind, Registering, ResultState
from league.errors import Invalid
from league.models import Appearance, Fixture, JournalEntry, Player, Registration, Result, Season, Team
from league.queries.people.namesakes import new_players
from league.queries.people.people import squads
from league.rules.sheets import HOME, ResultSheet, Side, TypedName
from league.services.people.erasing import erase
from league.services.people.merge import merge_players
from league.services.results import confirm, correct, decide, submit
from league.services.results.submit import breaches_of, drafted_sheet, save_draft
from tests import factories
from tests.factories import Town, result_sheet
from tests.rules.sheetmaker import with_seat

pytestmark = pytest.mark.django_db


@pytest.fixture
def open_town(town: Town) -> Town:
    town.season.registration = Registering.OPEN
    town.season.save()
    return town


def naming(
    town: Town, name: str, *, said: int | None = None, match: int = 3, side: Side = HOME, pair: str = "Anchor Bell"
) -> ResultSheet:
    """A sheet of the town with a name in the place of one player: of match 3, a singles."""
    sheet = with_seat(result_sheet(town, *pair.split()), match, side, 1, None)
    return replace(sheet, typed=(TypedName(match, side, 1, name, said),))


def send(town: Town, sheet: ResultSheet, now: dt.datetime, *, by: str = "Anchor", home: str = "Anchor") -> Result:
    away = "Bell" if home == "Anchor" else "Castle"
    return submit.submit(town.fixture(home, away), sheet, by=town.captains[by], now=now)


def problems_asking(town: Town, sheet: ResultSheet, now: dt.datetime, **by: str) -> list[tuple[str, str]]:
    before = Player.objects.count()
    with pytest.raises(Invalid) as refused:
        send(town, sheet, now, **by)
    assert Player.objects.count() == before
    return [(problem.code, str(problem.message)) for problem in refused.value.problems]


def test_a_new_name_is_a_player_from_then_on_with_the_sheet_and_the_journal(open_town: Town, now: dt.datetime) -> None:
    result = send(open_town, naming(open_town, "Ida Moss"), now)
    ida = Player.objects.get(name="Ida Moss")
    assert (ida.user, ida.email, ida.registrations.count()) == (None, "", 0)
    seat = Appearance.objects.get(player=ida)
    assert (seat.result, seat.side, seat.guest, result.breaches) == (result, "home", False, [])
    entry = JournalEntry.objects.get(kind=JournalKind.PLAYER_NAMED)
    assert (entry.by, entry.player, str(entry.what)) == (
        open_town.captains["Anchor"], ida, "wrote {player} on the sheet of Anchor v Bell, a new player"
    )  # fmt: skip


def test_where_players_are_registered_no_name_is_taken(town: Town, now: dt.datetime) -> None:
    assert problems_asking(town, naming(town, "Ida Moss"), now) == [
        ("not-open", "Choose the home player from the list: players are registered.")
    ]


def test_a_sheet_that_is_refused_makes_nobody(open_town: Town, now: dt.datetime) -> None:
    wrong = with_seat(naming(open_town, "Ida Moss"), 1, "away", 1, None)
    assert problems_asking(open_town, wrong, now) == [("no-player", "Choose the first away player.")]


def test_the_same_sheet_sent_twice_is_one_and_makes_one_player(open_town: Town, now: dt.datetime) -> None:
    for said in (None, 0):
        sheet = naming(open_town, "Ida Moss", said=said)
        assert send(open_town, sheet, now).version == send(open_town, sheet, now).version == 1
    assert Player.objects.filter(name="Ida Moss").count() == 1


def test_both_captains_who_write_the_same_new_name_agree(open_town: Town, now: dt.datetime) -> None:
    send(open_town, naming(open_town, "Ida Moss"), now)
    second = send(open_town, naming(open_town, "ida  moss", said=0), now, by="Bell")
    assert (second.version, second.state) == (1, ResultState.CONFIRMED)
    assert Player.objects.filter(name__iexact="ida moss").count() == 1


def test_a_captain_names_somebody_of_the_other_side_and_that_captain_disputes_it(
    open_town: Town, now: dt.datetime
) -> None:
    """A sheet has both sides; whoever is written for the other one is theirs to confirm, or to say who it was."""
    sent = send(open_town, naming(open_town, "Ida Moss", side="away"), now)
    assert Appearance.objects.get(player__name="Ida Moss").side == "away"
    opened = confirm.dispute(
        sent.fixture, 1, reason="It was Jan Moss.", sheet=naming(open_town, "Jan Fell", side="away"),
        by=open_town.captains["Bell"], now=now,
    )  # fmt: skip
    assert Appearance.objects.get(player__name="Jan Fell").result == opened.counter_result


def test_a_correction_names_somebody_new(open_town: Town, now: dt.datetime) -> None:
    sent = send(open_town, naming(open_town, "Ida Moss"), now)
    changed = correct.propose(
        sent.fixture, 1, naming(open_town, "Jan Fell"), reason="", by=open_town.captains["Anchor"], now=now
    )
    again = correct.propose(
        sent.fixture, 1, naming(open_town, "Jan Fell"), reason="", by=open_town.captains["Anchor"], now=now
    )
    assert (changed.version, again.version) == (2, 2)
    confirm.confirm(sent.fixture, 2, by=open_town.captains["Bell"], now=now)
    secretary = correct.propose(
        sent.fixture, 2, naming(open_town, "Kay Orr"), reason="She said so.", by=open_town.secretary, now=now
    )
    assert Appearance.objects.get(player__name="Kay Orr").result == secretary
    assert Player.objects.filter(name__in=("Ida Moss", "Jan Fell", "Kay Orr")).count() == 3


def test_the_secretary_writes_a_name_of_an_abandoned_fixture(open_town: Town, now: dt.datetime) -> None:
    fixture = open_town.fixture("Anchor", "Bell")
    result = decide.abandon(
        fixture,
        naming(open_town, "Ida Moss"),
        version=0,
        reason="The lights went out.",
        by=open_town.secretary,
        now=now,
    )
    assert Appearance.objects.get(player__name="Ida Moss").result == result


def test_who_is_registered_for_another_team_is_asked_about_and_is_still_a_guest(
    open_town: Town, now: dt.datetime
) -> None:
    castle = open_town.squads["Castle"][0]
    assert problems_asking(open_town, naming(open_town, "castle 1"), now) == [
        ("which-player", "Did you mean Castle 1 (Castle)? Choose, or say that “castle 1” is somebody new.")
    ]
    assert problems_asking(open_town, naming(open_town, "castle 1", said=castle.pk), now) == [
        ("other-team", "Castle 1 is registered for Castle; this season a player plays for their own team only.")
    ]
    send(open_town, naming(open_town, "castle 1", said=0), now)
    assert Player.objects.filter(name__iexact="castle 1").count() == 2


def test_a_name_of_the_other_side_is_asked_about_too(open_town: Town, now: dt.datetime) -> None:
    [(code, message)] = problems_asking(open_town, naming(open_town, "Bell 2"), now)
    assert (code, message.startswith("Did you mean Bell 2 (Bell)?")) == ("which-player", True)


def test_no_answer_names_somebody_of_another_league(open_town: Town, now: dt.datetime) -> None:
    stranger = factories.town("Abroad", "abroad").squads["Anchor"][0]
    merged = Player.objects.create(league=open_town.league, name="Ida Mos", merged_into=open_town.squads["Anchor"][0])
    for nobody in (stranger.pk, merged.pk, 10**9):
        send(open_town, naming(open_town, "Ida Moss", said=nobody), now)
    assert Appearance.objects.filter(player__name="Ida Moss").count() == 1
    assert not Appearance.objects.filter(player__in=(stranger, merged)).exists()


def test_nobody_is_given_away_who_is_hidden_erased_merged_or_elsewhere(open_town: Town, now: dt.datetime) -> None:
    """A name typed for a trial tells a captain nothing that no page tells: there is no question, only a new player."""
    league, anchor = open_town.league, open_town.teams["Anchor"]
    hidden = Season.objects.create(
        league=league, name="Hidden", slug="hidden", first_week=open_town.season.first_week, published_at=now,
        hidden_at=now,
    )  # fmt: skip
    draft = Season.objects.create(league=league, name="Next", slug="next", first_week=open_town.season.first_week)
    for season, name in ((hidden, "Hid Denby"), (draft, "Dra Fting")):
        player = Player.objects.create(league=league, name=name)
        Registration.objects.create(season=season, team=anchor, player=player, starts_on=season.first_week)
    gone = Player.objects.create(league=league, name="Era Sedley")
    erase(gone, by=open_town.secretary, now=now)
    stays = Player.objects.create(league=league, name="Mer Gedham")
    merged = Player.objects.create(league=league, name="Mer Gedhams")
    merge_players(stays, merged, reason="One person.", by=open_town.secretary, now=now)
    secret = Team.objects.create(league=league, name="Secret", slug="secret", hidden_at=now)
    theirs = Player.objects.create(league=league, name="Sec Rett")
    Registration.objects.create(season=open_town.season, team=secret, player=theirs, starts_on=hidden.first_week)
    abroad = factories.town("Abroad", "abroad")
    Player.objects.filter(pk=abroad.squads["Anchor"][0].pk).update(name="For Eigner")
    fixture = open_town.fixture("Anchor", "Bell")
    for name in ("Hid Denby", "Dra Fting", "Era Sedley", "former player", "Mer Gedham", "Sec Rett", "For Eigner"):
        for typed in (name, f"{name}s"):
            assert breaches_of(fixture, {"m3-home-1-name": typed}) == [], typed


def test_a_player_of_years_ago_is_known_by_the_name(open_town: Town, now: dt.datetime) -> None:
    last = Season.objects.create(
        league=open_town.league, name="2025-26", slug="2025-26", first_week=dt.date(2025, 9, 15), published_at=now
    )
    ida = Player.objects.create(league=open_town.league, name="Ida Moss")
    Registration.objects.create(
        season=last, team=open_town.teams["Anchor"], player=ida, starts_on=last.first_week, ends_on=dt.date(2026, 5, 1)
    )
    assert ida in squads(open_town.fixture("Anchor", "Bell"))[0]
    send(open_town, naming(open_town, "IDA MOSS"), now)
    assert Appearance.objects.get(player=ida).side == "home"


def test_a_draft_asks_and_makes_nobody(open_town: Town, now: dt.datetime) -> None:
    fixture, captain = open_town.fixture("Anchor", "Bell"), open_town.captains["Anchor"]
    fields = {"m3-home-1-name": "Anchor Twelve", "m2-home-1-name": "Ida Moss", "m1-home-1-name": "ANCHOR 3"}
    Player.objects.filter(pk=open_town.squads["Anchor"][4].pk).update(name="Anchor Twelv")
    save_draft(fixture, fields, by=captain, now=now)
    assert [(found.code, found.field) for found in breaches_of(fixture, fields)] == [("which-player", "m3-home-1")]
    sheet = drafted_sheet(fixture, captain)
    assert sheet is not None
    third = open_town.squads["Anchor"][2].pk
    assert [match.home_players[0] for match in sheet.matches] == [third, None, None]
    assert not Player.objects.filter(name="Ida Moss").exists()


def test_the_secretary_finds_who_is_new_until_they_are_registered_or_merged(open_town: Town, now: dt.datetime) -> None:
    send(open_town, naming(open_town, "Anchor Threes", said=0), now)
    three = open_town.squads["Anchor"][2]
    Player.objects.filter(pk=three.pk).update(name="Anchor Three")
    since = now - dt.timedelta(weeks=8)
    [found] = new_players(open_town.league, since=since)
    assert (found.player.name, found.team.name, str(found.fixture), found.alike) == (
        "Anchor Threes", "Anchor", "Anchor v Bell", (three,)
    )  # fmt: skip
    assert new_players(open_town.league, since=now + dt.timedelta(days=1)) == []
    Registration.objects.create(
        season=open_town.season, team=open_town.teams["Anchor"], player=found.player, starts_on=now.date()
    )
    assert new_players(open_town.league, since=since) == []


def test_who_was_written_on_a_sheet_is_erased_like_everybody(open_town: Town, now: dt.datetime) -> None:
    send(open_town, naming(open_town, "Ida Moss"), now)
    ida = Player.objects.get(name="Ida Moss")
    erase(ida, by=open_town.secretary, now=now)
    ida.refresh_from_db()
    assert ida.name == "former player"
    assert "Ida" not in "".join(str(row) for row in JournalEntry.objects.values_list("what", "data", "why"))
    # The name is nobody's then: whoever bears it is somebody new.
    assert breaches_of(open_town.fixture("Bell", "Castle"), {"m3-home-1-name": "Ida Moss"}) == []


def test_who_is_registered_plays_at_once_where_nobody_need_be(open_town: Town, now: dt.datetime) -> None:
    Season.objects.update(registration_days=30, registration_until=open_town.season.first_week)
    open_town.season.refresh_from_db()
    day = Fixture.objects.get(pk=open_town.fixtures[0].pk).starts_at.date()
    Registration.objects.filter(player=open_town.squads["Anchor"][5]).update(starts_on=day)
    assert send(open_town, result_sheet(open_town, "Anchor", "Bell"), now).breaches == []


def test_a_name_of_the_team_that_was_registered_after_the_evening_is_that_player(
    open_town: Town, now: dt.datetime
) -> None:
    player = open_town.squads["Anchor"][5]
    Registration.objects.filter(player=player).update(starts_on=now.date())
    fixture = open_town.fixture("Anchor", "Bell")
    assert fixture.starts_at < now
    assert player in squads(fixture)[0]
    result = send(open_town, naming(open_town, player.name.upper()), now)
    assert Appearance.objects.filter(result=result, player=player).exists()
    assert result.breaches == []


def test_one_registered_later_for_another_team_is_asked_about(open_town: Town, now: dt.datetime) -> None:
    player = open_town.squads["Bell"][5]
    Registration.objects.filter(player=player).update(starts_on=now.date(), team=open_town.teams["Castle"])
    ((code, message),) = problems_asking(open_town, naming(open_town, player.name), now)
    assert code == "which-player"
    assert "(Castle)" in message


def test_who_was_with_another_team_on_the_evening_is_not_the_later_team_s(open_town: Town, now: dt.datetime) -> None:
    player = open_town.squads["Castle"][5]
    Registration.objects.filter(player=player).update(ends_on=now.date() - dt.timedelta(days=1))
    Registration.objects.create(
        season=open_town.season, team=open_town.teams["Anchor"], player=player, starts_on=now.date()
    )
    assert player not in squads(open_town.fixture("Anchor", "Bell"))[0]
