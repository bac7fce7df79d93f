"""The world that the pages of the web are asked about: two leagues, a visitor of each role, a fixture in each state."""

import datetime as dt
from pathlib import Path

import pytest

from cardroom.models import GameAnalysis
from cardroom.rules.play.analysis import kept_analysis, played_record
from league.enums import CompetitionKind, DisputeState, DisputeSubject, RoleKind
from league.models import (
    Adjustment,
    Appeal,
    CalendarFeed,
    Call,
    CardPhotograph,
    Charge,
    ConductCase,
    Dispute,
    Evidence,
    Fixture,
    HighHand,
    Invitation,
    LateCard,
    Lot,
    LotsDrawn,
    MatchReport,
    Notice,
    Photograph,
    Player,
    Registration,
    Role,
    Ruling,
    Sitting,
    User,
)
from league.rules.sheets import GameScore
from league.services.calls.hands import check_hand
from league.services.competitions import sittings
from league.services.competitions.club_nights import NewSeries, make_series
from league.services.competitions.score_cards import write_result
from league.services.honours.winners import record_winner
from league.services.news import NewPage, NewPost, write_page, write_post
from league.services.people.captains import make_codes
from league.services.results import confirm, correct, submit
from league.services.seasons.rulesets import make_ruleset
from tests import factories
from tests.cardroom.services.tables import played_out
from tests.factories import Town, result_sheet
from tests.services.competitions.singles import make_singles
from tests.services.cups.worlds import cup, drawn, leg_of
from tests.services.draft_season import timetable_of
from tests.web.addresses import OWN_CALENDAR, Case, World


def _disputed_call(town: Town, now: dt.datetime, game: int, state: DisputeState) -> Dispute:
    fixture = town.fixture("Anchor", "Bell")
    call = Call.objects.create(
        fixture=fixture, match_number=2, game_number=game, counter="home", cards="AC 7D 8H 3S", starter="7C",
        declared=6, claimed=8, recorded_by=town.captains["Bell"], recorded_at=now,
    )  # fmt: skip
    return Dispute.objects.create(
        fixture=fixture, subject=DisputeSubject.CALL, call=call, match_number=2, game_number=game, side="away",
        reason="It was eight.", state=state, opened_by=town.captains["Bell"], opened_at=now,
    )  # fmt: skip


def _verdict() -> dict[str, object]:
    found = check_hand(
        cards="AC 7D 8H 3S", starter="7C", crib=False, declared=6, claimed=None, takes=True, ruleset="league"
    ).verdict
    assert found is not None
    return found.to_dict()


def _record(dispute: Dispute, now: dt.datetime) -> Evidence:
    """A written game, looked through; its players are called as those at the table are."""
    text = (Path(__file__).parents[1] / "scoring" / "records" / "short.txt").read_text().replace("Ben", "Maple")
    record = Evidence.objects.create(dispute=dispute, kind="record", side="away", text=text, added_at=now)
    found = kept_analysis(played_record(text))
    GameAnalysis.objects.create(evidence=record, found=found, made_at=now)
    return record


def _case(town: Town, now: dt.datetime) -> Case:
    dispute, *settled = (
        _disputed_call(town, now, game, state)
        for game, state in ((1, DisputeState.OPEN), (2, DisputeState.SETTLED), (3, DisputeState.SETTLED))
    )
    shown = Evidence.objects.create(dispute=dispute, kind="photo", side="away", added_at=now)
    first, second = (
        Ruling.objects.create(dispute=d, referee=town.referee, decided_at=now, reason="So.", outcome="stands")
        for d in settled
    )
    return Case(
        dispute,
        Photograph.objects.create(evidence=shown, content=b"a picture", sha256="0" * 64, width=1, height=1),
        _record(dispute, now),
        first,
        Appeal.objects.create(ruling=second, side="away", reason="No.", opened_by=town.captains["Bell"], opened_at=now),
        Ruling.objects.create(
            call=Call.objects.create(
                fixture=town.fixture("Castle", "Duke of York"),
                match_number=2,
                game_number=1,
                counter="home",
                cards="AC 7D 8H 3S",
                starter="7C",
                declared=6,
                recorded_at=now,
            ),
            referee=town.referee,
            decided_at=now,
            verdict=_verdict(),
        ),
    )


def cup_tie(town: Town, now: dt.datetime) -> Fixture:
    """The final of a cup of two teams that the world's fixture is not about."""
    teams = [town.teams["Castle"], town.teams["Duke of York"]]
    (final,) = drawn(cup(town, now=now, teams=teams), town, now=now)
    # Nobody of the tables has a message before somebody sends a sheet.
    Notice.objects.all().delete()
    return leg_of(final)


def club_night(town: Town, now: dt.datetime) -> Sitting:
    """A club's night in its second game, with two who have an account and one who has none."""
    competition = make_series(
        town.season, CompetitionKind.CLUB_NIGHT, NewSeries("Tuesdays"), by=town.secretary, now=now
    )
    night = sittings.open_sitting(competition, now.date(), by=town.secretary, now=now)
    for name, number in (("Anchor", 0), ("Bell", 0), ("Castle", 1)):
        sittings.note_arrival(night, town.squads[name][number], by=town.secretary, now=now)
    for number in (1, 2):
        for game in sittings.pair_next_game(night, number, by=town.secretary, now=now):
            if game.second_id is not None and number == 1:
                write_result(game, 33, by=town.secretary, now=now)
    return night


@pytest.fixture
def world(town: Town, now: dt.datetime) -> World:
    abroad = factories.town("Abroad League", "abroad")
    fixture = town.fixture("Anchor", "Bell")
    conduct = ConductCase.objects.create(
        fixture=fixture, match_number=2, game_number=1, side="home", threshold=3, overcalls=3, proposed_at=now
    )
    anchor = town.teams["Anchor"]
    taken = Adjustment.objects.create(
        entry=anchor.entries.get(), points=-1, reason="A late card", date=now.date(), made_at=now
    )
    late = LateCard.objects.create(fixture=fixture, side="home", points=1, due_at=now - dt.timedelta(1), sent_at=now)
    hand = HighHand.objects.create(
        fixture=fixture, player=town.squads["Anchor"][0], points=29, cards="5C 5H 5S JD", starter="5D", side="home",
        recorded_at=now,
    )  # fmt: skip
    owed = Charge.objects.create(
        season=town.season, team=anchor, kind="fee", amount=20, reason="Entry fee", date=now.date(), made_at=now
    )
    invited = Invitation.objects.create(
        user=User.objects.create_user("invited@town.example"), league=town.league, kind=RoleKind.PLAYER, team=anchor,
        invited_by=town.secretary, invited_at=now, expires_at=now + dt.timedelta(days=14),
    )  # fmt: skip
    lots = LotsDrawn.objects.create(
        division=town.division, drawn_on=now.date(), recorded_by=town.secretary, recorded_at=now
    )
    Lot.objects.bulk_create(Lot(drawn=lots, place=n, team=town.teams[name]) for n, name in ((1, "Bell"), (2, "Anchor")))
    captaincy = Role.objects.get(user=town.captains["Anchor"])
    case, timetable = _case(town, now), timetable_of(town.season)
    made = World(town, abroad, fixture, timetable, case, conduct, taken, late, lots, owed, invited, captaincy)
    made.hand = hand
    made.winner = record_winner(
        town.league, competition="Pairs Cup", year="1987", name="Anchor", by=town.secretary, now=now
    )
    made.individual = make_singles(town, now)
    made.card = CardPhotograph.objects.create(
        fixture=fixture, side="home", content=b"a picture", sha256="0" * 64, width=1, height=1, added_at=now
    )
    made.post = write_post(town.league, NewPost("Finals night", "On Friday.", "published"), by=town.secretary, now=now)
    contacts = NewPage("contacts", "Contacts", "Sally Secretary", state="published")
    made.own_page = write_page(town.league, contacts, by=town.secretary, now=now)
    MatchReport.objects.create(fixture=fixture, side="away", text="A close night.", written_at=now, changed_at=now)
    made.night = club_night(town, now)
    made.tie = cup_tie(town, now)
    made.table = played_out(now)
    made.ruleset = make_ruleset(town.league, "House rules", {}, by=town.secretary, now=now)
    playing = factories.user("refhome@town.example")
    factories.role(playing, town.league, RoleKind.REFEREE)
    player = Player.objects.create(league=town.league, name="Whistling Anchor", user=playing)
    Registration.objects.create(season=town.season, team=anchor, player=player, starts_on=factories.FIRST_WEEK)
    CalendarFeed.objects.create(
        user=town.captains["Anchor"], league=town.league, token=OWN_CALENDAR, created_at=factories.PUBLISHED
    )
    former = factories.user("ex@town.example")
    yesterday = now.date() - dt.timedelta(days=1)
    factories.role(former, town.league, RoleKind.CAPTAIN, anchor, ends_on=yesterday)
    made.visitors = {
        "anon": None,
        "nobody": factories.user("nobody@town.example"),
        "home": town.captains["Anchor"],
        "away": town.captains["Bell"],
        "other": town.captains["Castle"],
        "abroad": abroad.captains["Anchor"],
        "ref": town.referee,
        "ref-home": playing,
        "secr": town.secretary,
        "secr-abroad": abroad.secretary,
        "ex": former,
        "super": factories.user("super@town.example", is_superuser=True, is_staff=True),
    }
    return made


@pytest.fixture
def submitted(world: World, now: dt.datetime) -> World:
    submit.submit(world.fixture, result_sheet(world.town, "Anchor", "Bell"), by=world.town.captains["Anchor"], now=now)
    for team in (world.fixture.home, world.fixture.away):
        make_codes(team, world.town.season, by=world.town.secretary, now=now)
    return world


@pytest.fixture
def disputed(submitted: World, now: dt.datetime) -> World:
    mine = result_sheet(submitted.town, "Anchor", "Bell", first=GameScore(121, 99))
    by = submitted.town.captains["Bell"]
    confirm.dispute(submitted.fixture, 1, reason="Game 1", sheet=mine, by=by, now=now)
    return submitted


@pytest.fixture
def corrected(submitted: World, now: dt.datetime) -> World:
    confirm.confirm(submitted.fixture, 1, by=submitted.town.captains["Bell"], now=now)
    right = result_sheet(submitted.town, "Anchor", "Bell", first=GameScore(121, 99))
    by = submitted.town.captains["Bell"]
    correct.propose(submitted.fixture, 1, right, reason="It was 99.", by=by, now=now)
    return submitted
