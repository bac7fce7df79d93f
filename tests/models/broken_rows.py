"""Rows for the tests of what the database refuses: one of each kind but of sheets and disputes."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from cardroom.models import (
    DailyName,
    DailyVote,
    GameAnalysis,
    LessonDone,
    PlayEntry,
    PlayGame,
    PlayShuffle,
    PlayTable,
    Practice,
    PracticeWeek,
)
from league.enums import (
    CompetitionKind,
    Delivery,
    JournalKind,
    NoticeKind,
    OutageKind,
    PostponementState,
    RoleKind,
    TimetableState,
)
from league.models import (
    Adjustment,
    Attendance,
    Availability,
    Blackout,
    CalendarFeed,
    CardPhotograph,
    Charge,
    Division,
    Draw,
    Entrant,
    Entry,
    Fixture,
    FixtureFormat,
    HighHand,
    IdempotencyKey,
    IndividualLeague,
    Invitation,
    JournalEntry,
    KnockOut,
    KnockOutRound,
    LateCard,
    Lot,
    LotsDrawn,
    MatchReport,
    Notice,
    Offer,
    Outage,
    OwnPage,
    OwnRuleset,
    Player,
    Post,
    Postponement,
    Preference,
    Registration,
    Role,
    Sitting,
    SittingGame,
    SittingRules,
    TeamCode,
    TeamMember,
    Tie,
    Timetable,
    WaitingFile,
    Week,
    Winner,
    WinnerPlayer,
)
from scoring import LEAGUE
from tests.factories import Town

NOW = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
DAY = dt.date(2026, 10, 1)


def postponed(town: Town, **fields: Any) -> Postponement:
    return Postponement.objects.create(fixture=town.fixture("Anchor", "Bell"), requested_at=NOW, **fields)


def notice(town: Town, **fields: Any) -> Notice:
    fields = {"kind": NoticeKind.RESULT_TO_CONFIRM, "key": "1:1", "text": "x", **fields}
    return Notice.objects.create(league=town.league, recipient=town.referee, created_at=NOW, send_at=NOW, **fields)


def journal(town: Town, **fields: Any) -> JournalEntry:
    fields = {
        "kind": JournalKind.RESULT_SUBMITTED,
        "key": "1:1",
        "what": "x",
        "number": JournalEntry.objects.count() + 1,
        **fields,
    }
    return JournalEntry.objects.create(league=town.league, at=NOW, **fields)


def role(town: Town, kind: RoleKind, team: str | None = None, **fields: Any) -> Role:
    held = town.teams[team] if team else None
    fields = {"starts_on": DAY, "user": town.captains["Bell"], **fields}
    return Role.objects.create(league=town.league, kind=kind, team=held, **fields)


def registration(town: Town, **fields: Any) -> Registration:
    fields = {"player": town.squads["Anchor"][0], "team": town.teams["Bell"], "starts_on": DAY, **fields}
    return Registration.objects.create(season=town.season, **fields)


def week(town: Town, **fields: Any) -> Week:
    fields = {"number": 9, "starts_on": dt.date(2027, 1, 4), **fields}
    return Week.objects.create(season=town.season, round=town.weeks[0].round, **fields)


def fixture(town: Town, week: int, home: str, away: str) -> Fixture:
    return Fixture.objects.create(
        division=town.division,
        week=town.weeks[week],
        home=town.teams[home],
        away=town.teams[away],
        venue=town.venues[home],
        starts_at=NOW,
        original_starts_at=NOW,
    )


def division(town: Town, **fields: Any) -> Division:
    fields = {"name": "Division 2", "slug": "division-2", "fixture_format": "S", **fields}
    return Division.objects.create(season=town.season, points_per_game=Decimal(1), **fields)


def entry(town: Town, **fields: Any) -> Entry:
    fields = {"team": town.teams["Bell"], "venue": town.venues["Bell"], "division": town.division, **fields}
    return Entry.objects.create(season=town.season, home_night=1, start_time=dt.time(20), **fields)


def twice(make: Callable[[Town], Any]) -> Callable[[Town], None]:
    """Making the same row again."""

    def both(town: Town) -> None:
        make(town)
        make(town)

    return both


def adjustment(town: Town, **fields: Any) -> Adjustment:
    fields = {"points": Decimal(-2), "reason": "A late card.", **fields}
    return Adjustment.objects.create(entry=town.season.entries.first(), date=DAY, made_at=NOW, **fields)


def late_card(town: Town, **fields: Any) -> LateCard:
    said = {"side": "home", "points": 1, "due_at": NOW - dt.timedelta(days=1), "sent_at": NOW, **fields}
    return LateCard.objects.create(fixture=town.fixture("Anchor", "Bell"), **said)


def card_photograph(town: Town, **fields: Any) -> CardPhotograph:
    said = {"side": "home", "content": b"a picture", "sha256": "0" * 64, "width": 1, "height": 1, "added_at": NOW}
    return CardPhotograph.objects.create(fixture=town.fixture("Anchor", "Bell"), **{**said, **fields})


def availability(town: Town, **fields: Any) -> Availability:
    about = {"fixture": town.fixture("Anchor", "Bell"), "player": town.squads["Anchor"][0]}
    return Availability.objects.create(**{"side": "home", "starts_at": NOW, **about, **fields})


def high_hand(town: Town, **fields: Any) -> HighHand:
    said = {"points": 29, "cards": "5C 5H 5S JD", "starter": "5D", "recorded_at": NOW, **fields}
    return HighHand.objects.create(fixture=town.fixture("Anchor", "Bell"), player=town.squads["Bell"][0], **said)


def sitting(town: Town, **fields: Any) -> Sitting:
    made = Division.competitions.first() or competition(town, kind=CompetitionKind.CLUB_NIGHT)
    return Sitting.objects.create(competition=made, date=NOW.date(), seed="a", opened_at=NOW, **fields)


def sitting_rules(town: Town, **fields: Any) -> SittingRules:
    return SittingRules.objects.create(competition=sitting(town).competition, **fields)


def sitting_game(town: Town, **fields: Any) -> SittingGame:
    first, second = town.squads["Bell"][:2]
    row = Sitting.objects.first() or sitting(town)
    return SittingGame.objects.create(
        **{"sitting": row, "number": 1, "table": 1, "first": first, "second": second, **fields}
    )


def attendance(town: Town) -> Attendance:
    row = Sitting.objects.first() or sitting(town)
    return Attendance.objects.create(sitting=row, player=town.squads["Bell"][0], arrived_at=NOW)


def post(town: Town, **fields: Any) -> Post:
    said = {"title": "Finals night", "text": "On Friday.", "written_at": NOW, "changed_at": NOW, **fields}
    return Post.objects.create(league=town.league, **said)


def own_page(town: Town, **fields: Any) -> OwnPage:
    said = {"slug": "contacts", "title": "Contacts", "text": "Us.", "written_at": NOW, "changed_at": NOW, **fields}
    return OwnPage.objects.create(league=town.league, **said)


def match_report(town: Town, **fields: Any) -> MatchReport:
    said = {"side": "home", "text": "A close night.", "written_at": NOW, "changed_at": NOW, **fields}
    return MatchReport.objects.create(fixture=town.fixture("Anchor", "Bell"), **said)


def team_code(t: Town, **fields: Any) -> TeamCode:
    said = {"sheet": 1, "number": 1, "code_hash": "0", "made_at": NOW, **fields}
    return TeamCode.objects.create(team=t.teams["Anchor"], season=t.season, **said)


def own_ruleset(town: Town, **fields: Any) -> OwnRuleset:
    said = {"name": "ours", "version": 1, "title": "Ours", "value": LEAGUE.to_dict(), "made_at": NOW}
    return OwnRuleset.objects.create(league=town.league, **{**said, **fields})


def kept_format(town: Town, **fields: Any) -> FixtureFormat:
    said = {"text": "S S", "value": {"singles": LEAGUE.to_dict()}, "made_at": NOW}
    return FixtureFormat.objects.create(league=town.league, **{**said, **fields})


def lots(town: Town, *places: tuple[int, str], **fields: Any) -> LotsDrawn:
    drawn = LotsDrawn.objects.create(division=town.division, drawn_on=DAY, recorded_at=NOW, **fields)
    for place, name in places:
        Lot.objects.create(drawn=drawn, place=place, team=town.teams[name])
    return drawn


def charge(town: Town, **fields: Any) -> Charge:
    said = {"team": town.teams["Bell"], "kind": "fine", "amount": Decimal(5), "reason": "A late card.", **fields}
    return Charge.objects.create(season=town.season, date=DAY, made_at=NOW, **said)


def invitation(town: Town, kind: RoleKind, **fields: Any) -> Invitation:
    held = {"user": town.referee, "email": town.referee.email, "invited_at": NOW, "expires_at": NOW, **fields}
    held["league"] = town.league
    return Invitation.objects.create(kind=kind, **held)


def idempotency_key(town: Town) -> IdempotencyKey:
    return IdempotencyKey.objects.create(owner="user:1", key="a", request_hash="b", created_at=NOW)


def jump(town: Town) -> Outage:
    return Outage.objects.create(kind=OutageKind.JUMP, began_at=NOW, ended_at=NOW)


def journal_number_twice(town: Town) -> None:
    journal(town, number=1)
    journal(town, key="1:2", number=1)


def two_open_postponements(town: Town) -> None:
    postponed(town)
    postponed(town, state=PostponementState.OWED)


def play_game(number: int = 1, share: str = "a", **fields: Any) -> PlayGame:
    """A game at the one table to play at, which is made with it if need be."""
    said = {"ruleset": {}, "seats": [], "created_at": NOW, "used_at": NOW}
    table, _ = PlayTable.objects.get_or_create(slug="table", defaults=said)
    return PlayGame.objects.create(table=table, number=number, share=share, begun_at=NOW, **fields)


def two_play_entries() -> None:
    game = play_game()
    for _ in range(2):
        PlayEntry.objects.create(game=game, number=1, said={}, at=NOW)


def two_play_shuffles() -> None:
    game = play_game()
    for _ in range(2):
        PlayShuffle.objects.create(game=game, number=1, deal=1, seed="a")


def game_analysis(**of: Any) -> GameAnalysis:
    return GameAnalysis.objects.create(found={}, made_at=NOW, **of)


def practice(town: Town, **fields: Any) -> Practice:
    """The boxes of a secretary in the trainer for counting."""
    return Practice.objects.create(**{"user": town.secretary, "trainer": "count", **fields})


def practice_week(town: Town, **fields: Any) -> PracticeWeek:
    return PracticeWeek.objects.create(**{"user": town.secretary, "trainer": "count", "starts_on": DAY, **fields})


def lesson_done(town: Town) -> LessonDone:
    return LessonDone.objects.create(user=town.secretary, lesson="values", done_at=NOW)


def daily_vote(town: Town, **fields: Any) -> DailyVote:
    said = {"day": DAY, "laid_away": "2C KD", "points": 3, "voted_at": NOW, **fields}
    return DailyVote.objects.create(league=town.league, user=town.secretary, **said)


def daily_name(town: Town) -> DailyName:
    return DailyName.objects.create(league=town.league, user=town.secretary, since=NOW)


def player(town: Town, **fields: Any) -> Player:
    return Player.objects.create(league=town.league, **{"name": "Somebody", **fields})


def email_in_another_case(town: Town) -> None:
    player(town, email="a@b.example")
    player(town, email="A@B.example")


def blackout(town: Town) -> Blackout:
    return Blackout.objects.create(entry=Entry.objects.get(team=town.teams["Bell"]), date=DAY)


def timetable(town: Town) -> Timetable:
    return Timetable.objects.create(season=town.season, state=TimetableState.PUBLISHED, brief={}, asked_at=NOW)


def waiting_file(town: Town) -> WaitingFile:
    return WaitingFile.objects.create(
        league=town.league, user=town.secretary, token="a" * 22, name="teams.csv", data=b"x", size=1, expires_at=NOW
    )


def offer(town: Town) -> Offer:
    held, _ = Postponement.objects.get_or_create(fixture=town.fixture("Anchor", "Bell"), requested_at=NOW)
    return Offer.objects.create(postponement=held, number=1, side="home", made_at=NOW, slots=[])


def preference(town: Town) -> Preference:
    return Preference.objects.create(user=town.referee, kind=NoticeKind.RESULT_DUE, delivery=Delivery.NONE)


def feed(town: Town) -> CalendarFeed:
    token = str(CalendarFeed.objects.count())
    return CalendarFeed.objects.create(user=town.referee, league=town.league, token=token, created_at=NOW)


def competition(town: Town, **fields: Any) -> Division:
    fields = {"name": "Cup", "slug": "cup", "kind": CompetitionKind.KNOCK_OUT, "fixture_format": "S", **fields}
    return Division.competitions.create(season=town.season, **fields)


def knock_out(town: Town, **fields: Any) -> KnockOut:
    return KnockOut.objects.create(competition=competition(town), **fields)


def cup_round(town: Town) -> KnockOutRound:
    cup = KnockOut.objects.first() or knock_out(town)
    return KnockOutRound.objects.create(knock_out=cup, number=1)


def entrant(town: Town, team: str = "Anchor", **fields: Any) -> Entrant:
    cup = KnockOut.objects.first() or knock_out(town)
    return Entrant.objects.create(competition=cup.competition, team=town.teams[team], entered_at=NOW, **fields)


def cup_draw(town: Town) -> Draw:
    cup = KnockOut.objects.first() or knock_out(town)
    return Draw.objects.create(knock_out=cup, seed="x", commitment="x", committed_at=NOW)


def tie(town: Town, **fields: Any) -> Tie:
    cup = KnockOut.objects.first() or knock_out(town)
    fields = {"number": 1, "round": 1, "top_from": "P1", "bottom_from": "P2", **fields}
    return Tie.objects.create(knock_out=cup, **fields)


def team_member(town: Town) -> TeamMember:
    return TeamMember.objects.create(team=town.teams["Bell"], player=town.squads["Bell"][0])


def winner(town: Town, **fields: Any) -> Winner:
    fields = {"competition": "Cup", "slug": "cup", "year": "1998", "name": "Bell", **fields}
    return Winner.objects.create(league=town.league, recorded_at=NOW, **fields)


def winner_player(town: Town) -> WinnerPlayer:
    row = Winner.objects.first() or winner(town)
    return WinnerPlayer.objects.create(winner=row, player=town.squads["Bell"][0])


def individual(town: Town, **fields: Any) -> IndividualLeague:
    division = competition(town, name="Singles", slug="singles", kind=CompetitionKind.INDIVIDUAL)
    fields = {"opens_on": NOW.date(), "closes_on": NOW.date(), "venue": town.venues["Bell"], **fields}
    return IndividualLeague.objects.create(competition=division, **fields)
