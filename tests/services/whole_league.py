"""A league with a row of everything that a league can have, and what of it must be the same wherever it is."""

import datetime as dt
import hashlib
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django.apps import apps
from django.db.models import ForeignKey, Model

from league.enums import (
    AppealsBy,
    ChargeKind,
    ConductState,
    DisputeState,
    DisputeSubject,
    EvidenceKind,
    FixtureState,
    JournalKind,
    NoticeKind,
    Outcome,
    PostponementState,
    ResultKind,
    ResultState,
    RoleKind,
    Settlement,
    WeekKind,
)
from league.models import (
    Adjustment,
    Appeal,
    AppealVote,
    Attendance,
    Availability,
    Blackout,
    CalendarFeed,
    Call,
    CardPhotograph,
    Charge,
    ConductCase,
    Dispute,
    Division,
    Draw,
    Entrant,
    Evidence,
    Fixture,
    HighHand,
    IndividualLeague,
    Invitation,
    JournalEntry,
    KnockOut,
    KnockOutRound,
    LateCard,
    Lot,
    LotsDrawn,
    MailSettings,
    MatchReport,
    Notice,
    Offer,
    OwnPage,
    Photograph,
    Post,
    Postponement,
    Preference,
    Result,
    RuleChange,
    Ruling,
    SheetDraft,
    Sitting,
    SittingGame,
    SittingRules,
    Team,
    TeamMember,
    Tie,
    Timetable,
    VenueClosure,
    Week,
    Winner,
    WinnerPlayer,
)
from league.queries.mail.letters import start_key
from league.rules.sheets import GameScore
from league.services.journal import record
from league.services.results import confirm, store, submit
from league.services.seasons.rulesets import make_ruleset, set_rulesets
from league.translation import Text, text_parts
from tests import factories
from tests.factories import Town, result_sheet
from tests.security.pictures import frame, jpeg_header

DAY = dt.date(2026, 10, 6)
REGISTERED = Text("registered {player} – “{name}”", player="{player}", name="Zoë")


def whole_league(now: dt.datetime) -> Town:
    """A league in which everything has happened that can."""
    town = factories.town("Ünder “the” Hill", "hill")
    _people(town, now)
    _season(town, now)
    _rulesets(town, now)
    _results(town, now)
    _postponed(town, now)
    _disputed(town, now)
    _conduct(town, now)
    _notices(town, now)
    _cup(town, now)
    return town


def _rulesets(town: Town, now: dt.datetime) -> None:
    own = make_ruleset(town.league, "Hill rules {", {"runs_upwards": True}, by=town.secretary, now=now)
    set_rulesets(town.division, {"doubles": f"{own.name}:1"}, reason="Agreed.", by=town.secretary, now=now)
    town.division.refresh_from_db()


def _people(town: Town, now: dt.datetime) -> None:
    anchor = town.teams["Anchor"]
    Team.objects.create(league=town.league, name="Anchor A", slug="anchor-a", hidden_at=now, merged_into=anchor)
    town.league.shorten_names, town.league.currency = True, "EUR"
    town.league.save()
    player = town.squads["Anchor"][1]
    player.email, player.phone, player.name = "zoe@hill.example", "+44 1234", "Zoë \u2028 =Dwyer"
    player.save()
    Preference.objects.create(user=town.referee, kind=NoticeKind.RULING_MADE, delivery="digest")
    MailSettings.objects.create(user=town.referee, quiet_from=dt.time(22), quiet_until=dt.time(7, 30))
    CalendarFeed.objects.create(user=town.referee, league=town.league, token="secret-address", created_at=now)
    guest = factories.user("invited@hill.example")
    Invitation.objects.create(
        user=guest, email=guest.email, league=town.league, kind=RoleKind.VICE_CAPTAIN, team=anchor, player=player,
        invited_by=town.secretary, invited_at=now, expires_at=now + dt.timedelta(days=14), accepted_at=now,
    )  # fmt: skip
    factories.role(guest, town.league, RoleKind.REFEREE, ends_on=DAY, ended_at=now)


def _season(town: Town, now: dt.datetime) -> None:
    entry = town.season.entries.get(team=town.teams["Bell"])
    Blackout.objects.create(entry=entry, date=DAY)
    VenueClosure.objects.create(venue=town.venues["Bell"], date=DAY)
    Week.objects.create(
        season=town.season, round=town.weeks[0].round, starts_on=DAY + dt.timedelta(weeks=9), kind=WeekKind.NO_PLAY
    )
    made = Adjustment.objects.create(
        entry=entry, points=Decimal("-1.50"), reason="A late card.", date=DAY, made_by=town.secretary, made_at=now
    )
    Adjustment.objects.create(
        entry=entry, points=Decimal("1.50"), reason="It was in time.", date=DAY, made_at=now, takes_back=made
    )
    changed = {"points_per_match": {"from": "0.00", "to": "2.00"}}
    rules = RuleChange.objects.create(
        season=town.season, division=town.division, data=changed, reason="Ünder the old count…",
        made_by=town.secretary, made_at=now,
    )  # fmt: skip
    queue(town, NoticeKind.RULES_CHANGED, f"{rules.pk}", fixture=None, now=now)
    late = {
        "fixture": town.fixture("Anchor", "Bell"),
        "points": 1,
        "due_at": now - dt.timedelta(days=1),
        "sent_at": now,
    }
    LateCard.objects.create(side="away", adjustment=made, decided_at=now, decided_by=town.secretary, **late)
    LateCard.objects.create(
        side="home", decided_at=now, decided_by=town.secretary, dismissed_why="It was in the post.", **late
    )
    for player, cards, starter in (("Anchor", "5C 5H 5S JD", "5D"), ("Bell", "", "")):
        HighHand.objects.create(
            fixture=late["fixture"], player=town.squads[player][0], match_number=1, points=29, cards=cards,
            starter=starter, side="away", recorded_by=town.secretary, recorded_at=now, removed_by=town.secretary,
            removed_at=now,
        )  # fmt: skip
    _news(town, now)
    _sitting(town, now)
    drawn = LotsDrawn.objects.create(
        division=town.division, drawn_on=DAY, note="At the AGM.", recorded_by=town.secretary, recorded_at=now,
        withdrawn_at=now, withdrawn_by=town.secretary, withdrawn_why="It was too early.",
    )  # fmt: skip
    for place, name in enumerate(("Bell", "Anchor"), start=1):
        Lot.objects.create(drawn=drawn, place=place, team=town.teams[name])
    Availability.objects.create(
        fixture=town.fixtures[-1], player=town.squads["Bell"][0], side="away", starts_at=town.fixtures[-1].starts_at,
        answer="maybe", answered_at=now, answered_by=town.captains["Bell"], places="m1-away-1", told="m1-away-1",
    )  # fmt: skip
    charged = {"season": town.season, "date": DAY, "made_at": now, "made_by": town.secretary}
    fee = Charge.objects.create(
        team=town.teams["Bell"], kind=ChargeKind.FEE, amount=Decimal("20.00"), reason="Entry fee – Ünder", paid_on=DAY,
        **charged,
    )  # fmt: skip
    Charge.objects.create(
        player=town.squads["Anchor"][1], through=town.teams["Anchor"], kind=ChargeKind.PENNIES, amount=Decimal("0.50"),
        reason="=A nineteen hand", cancelled_at=now, cancelled_because="It was a twenty.", **charged,
    )  # fmt: skip
    queue(town, NoticeKind.CHARGED, f"{fee.pk}", fixture=None, now=now)
    queue(town, NoticeKind.CHARGE_CHANGED, f"{fee.pk}:1", fixture=None, now=now)
    Timetable.objects.create(season=town.season, brief={"rounds": 1}, asked_by=town.secretary, asked_at=now)


def _cup(town: Town, now: dt.datetime) -> None:
    cup = Division.competitions.create(
        season=town.season, name="Ünder Cup", slug="under-cup", kind="knock-out", fixture_format="D"
    )
    knock_out = KnockOut.objects.create(
        competition=cup, entrant_kind="pair", third_place=True, venue=town.venues["Bell"], entries_close=DAY, places=4
    )
    KnockOutRound.objects.create(
        knock_out=knock_out, number=1, name="Finals night", play_by=DAY, starts_at=now, venue=town.venues["Anchor"]
    )
    entrants = []
    for place, name in enumerate(("Bell", "Anchor"), start=1):
        pair = Team.every.create(league=town.league, name=f"Pair of {name}", slug=f"side-{place}", kind="pair")
        for player in town.squads[name][:2]:
            TeamMember.objects.create(team=pair, player=player)
        entrants.append(
            Entrant.objects.create(
                competition=cup, team=pair, venue=town.venues[name], seed=place, handicap=-5, place=place,
                withdrawn_at=now, entered_at=now,
            )
        )  # fmt: skip
    Draw.objects.create(
        knock_out=knock_out, seed="s", commitment="c", entrants=[[1, None, 2, 1, "Zoë"]], said="“7”", committed_at=now,
        drawn_at=now, drawn_by=town.secretary, revealed=1, void_because="Ünder-drawn.",
    )  # fmt: skip
    tie = Tie.objects.create(
        knock_out=knock_out, number=1, round=1, top_from="P1", bottom_from="P2", top=entrants[0], bottom=entrants[1],
        winner=entrants[1], ending="decision", why="A lot.", bottom_at_home=True,
    )  # fmt: skip
    Fixture.objects.create(
        division=cup, week=town.weeks[0], home=entrants[1].team, away=entrants[0].team, venue=town.venues["Bell"],
        starts_at=now, original_starts_at=now, play_off=True, tie=tie, leg=1,
    )  # fmt: skip
    won = Winner.objects.create(
        league=town.league, season=town.season, competition="Ünder Cup", slug="under-cup", year="1998–99", place=2,
        name="=Zoë", team=town.teams["Bell"], note="After a replay.", recorded_by=town.secretary, recorded_at=now,
    )  # fmt: skip
    WinnerPlayer.objects.create(winner=won, player=town.squads["Bell"][0])
    singles = Division.competitions.create(
        season=town.season, name="Sïngles", slug="singles", kind="individual", fixture_format="S"
    )
    IndividualLeague.objects.create(
        competition=singles, opens_on=DAY, closes_on=DAY, meetings=2, venue=town.venues["Bell"]
    )
    side = Team.every.create(league=town.league, name="=Zoë", slug="side-9", kind="player")
    TeamMember.objects.create(team=side, player=town.squads["Bell"][2])
    Entrant.objects.create(competition=singles, team=side, entered_at=now, withdrawn_at=now)


def _sitting(town: Town, now: dt.datetime) -> None:
    said = {"name": "Tuesdays – Ünder", "slug": "tuesdays", "kind": "club-night", "fixture_format": "S1"}
    competition = Division.competitions.create(season=town.season, **said)
    SittingRules.objects.create(competition=competition, games=7, best=20, qualifiers=4, prizes="=£5\n£3")
    night = Sitting.objects.create(
        competition=competition, date=DAY, seed="5eed", opened_by=town.secretary, opened_at=now, closed_at=now
    )
    first, second, third = (town.squads[name][0] for name in ("Anchor", "Bell", "Castle"))
    for player in (first, second, third):
        Attendance.objects.create(sitting=night, player=player, arrived_at=now, left_at=now)
    SittingGame.objects.create(
        sitting=night, number=1, table=1, first=first, second=second, first_margin=31, second_margin=-30,
        first_by=town.secretary, second_by=town.captains["Bell"], first_at=now, second_at=now,
    )  # fmt: skip
    SittingGame.objects.create(sitting=night, number=1, table=0, first=third)


def _news(town: Town, now: dt.datetime) -> None:
    said = {"written_by": town.secretary, "written_at": now, "changed_at": now, "text": "# Ünder\n\n<b>=the</b> “hill”"}
    Post.objects.create(
        league=town.league, title="Finals – Zoë", state="published", pinned=True, version=3, published_at=now, **said
    )
    OwnPage.objects.create(league=town.league, slug="contacts", title="Contacts", order=2, **said)
    report = MatchReport.objects.create(
        fixture=town.fixture("Anchor", "Bell"), side="away", version=2, hidden_by=town.secretary, hidden_at=now,
        hidden_because="It calls a player names.", **said,
    )  # fmt: skip
    queue(town, NoticeKind.REPORT_HIDDEN, f"{report.pk}:7", fixture=report.fixture, now=now)


def _results(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    sheet = result_sheet(town, "Anchor", "Bell")
    captain, other = town.captains["Anchor"], town.captains["Bell"]
    submit.submit(fixture, sheet, by=captain, now=now)
    confirm.confirm(fixture, 1, by=other, now=now)
    before = Result.objects.select_related("fixture__division").get(fixture=fixture)
    awarded = result_sheet(town, "Anchor", "Bell", first=GameScore(awarded="away"))
    after = store.replace(
        before, awarded, settlement=Settlement.SECRETARY, by=town.secretary, now=now, reason="Game 1 was not played."
    )
    after.breaches = [{"code": "late", "player": town.squads["Anchor"][1].pk, "message": "", "field": "", "where": ""}]
    after.save()
    after.appearances.filter(seat=1).update(guest=True)
    walkover = town.fixture("Castle", "Duke of York")
    store.append_walkover(walkover, to="away", settlement=Settlement.SECRETARY, now=now, by=None, note="Nobody came.")
    void = town.fixture("Bell", "Castle")
    Fixture.objects.filter(pk=void.pk).update(play_off=True)
    Result.objects.create(
        fixture=void, format=factories.format_of(void), version=1, kind=ResultKind.VOID, state=ResultState.CONFIRMED,
        submitted_at=now, settled_at=now, settlement=Settlement.SECRETARY, home_games=0, away_games=0, confirm_by=now,
    )  # fmt: skip
    typed = {"m1-home-1": str(town.squads["Anchor"][2].pk), "m1-home-2": "999999", "m1-g1-winner": "home"}
    SheetDraft.objects.create(fixture=fixture, user=captain, sheet=typed, updated_at=now)


def _postponed(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Bell", "Duke of York")
    fixture.state, fixture.sequence, fixture.changed_at = FixtureState.POSTPONED, 1, now
    fixture.save()
    asked = Postponement.objects.create(
        fixture=fixture, side="home", reason="Away.", state=PostponementState.OWED, requested_at=now,
        requested_by=town.captains["Bell"],
    )  # fmt: skip
    Offer.objects.create(postponement=asked, number=1, side="home", made_at=now, slots=[now.isoformat()])
    queue(town, NoticeKind.POSTPONEMENT_ASKED, f"{asked.pk}:1", fixture=fixture, now=now)


def _disputed(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Bell")
    first, second = Result.objects.filter(fixture=fixture).order_by("version")
    call = Call.objects.create(
        fixture=fixture, match_number=2, game_number=1, counter="home", cards="AC 7D 8H 3S", starter="7C", declared=6,
        claimed=8, recorded_by=town.referee, recorded_at=now, counter_player=town.squads["Anchor"][0],
    )  # fmt: skip
    dispute = Dispute.objects.create(
        fixture=fixture, subject=DisputeSubject.GAME, result=first, match_number=1, game_number=1, side="away",
        reason="They left.", state=DisputeState.SETTLED, opened_by=town.captains["Bell"], opened_at=now,
        assigned_to=town.referee, assigned_at=now,
    )  # fmt: skip
    photo = Evidence.objects.create(
        dispute=dispute, kind=EvidenceKind.PHOTO, side="away", text="The card.", added_at=now, hand={"declared": 6}
    )
    content = jpeg_header(frame(0xC0, 64, 40)) + bytes(range(256)) * 40
    sha256 = hashlib.sha256(content).hexdigest()
    Photograph.objects.create(evidence=photo, content=content, sha256=sha256, width=64, height=40)
    CardPhotograph.objects.create(
        fixture=photo.dispute.fixture, side="away", added_by=town.captains["Bell"], added_at=now,
        content=content, sha256=sha256, width=64, height=40,
    )  # fmt: skip
    ruling = Ruling.objects.create(
        dispute=dispute, referee=town.referee, decided_at=now, outcome=Outcome.AWARDED, awarded_to="away", rule="R43",
        reason="So it is.", before=first, after=second,
    )  # fmt: skip
    Ruling.objects.create(call=call, decided_at=now, ruleset="league", verdict={"points": 8})
    appeal = Appeal.objects.create(
        ruling=ruling, side="home", reason="No.", opened_at=now, opened_by=town.captains["Anchor"],
        player=town.squads["Anchor"][0], goes_to=AppealsBy.COMMITTEE, vote_days=5,
    )  # fmt: skip
    AppealVote.objects.create(appeal=appeal, user=town.secretary, allow=True, reason="No.", voted_at=now)
    queue(town, NoticeKind.APPEAL_TO_DECIDE, f"{appeal.pk}:vote", fixture=fixture, now=now)
    queue(town, NoticeKind.RULING_MADE, f"ruling:{ruling.pk}", fixture=fixture, now=now)


def _conduct(town: Town, now: dt.datetime) -> None:
    case = ConductCase.objects.create(
        fixture=town.fixture("Anchor", "Bell"), match_number=1, game_number=2, side="home", overcalls=3, threshold=3,
        player=town.squads["Anchor"][0], state=ConductState.AWARDED, proposed_at=now,
    )  # fmt: skip
    Ruling.objects.create(case=case, referee=town.referee, decided_at=now, reason="Persistent.")


def _notices(town: Town, now: dt.datetime) -> None:
    fixture = town.fixture("Anchor", "Castle")
    queue(town, NoticeKind.FIXTURE_REMINDER, f"{start_key(fixture)}:7", fixture=fixture, now=now)
    queue(town, NoticeKind.CONDUCT_PROPOSED, "not-a-key-that-is-known", fixture=None, now=now)
    record(
        town.league, JournalKind.PLAYER_REGISTERED, "1", by=town.secretary, now=now, what=REGISTERED,
        why="Ünder", player=town.squads["Anchor"][0], team=town.teams["Anchor"], fixture=fixture, data={"of": [1, "ü"]},
    )  # fmt: skip


def queue(town: Town, kind: NoticeKind, key: str, *, fixture: Any, now: dt.datetime) -> Notice:
    return Notice.objects.create(
        league=town.league, recipient=town.captains["Anchor"], kind=kind, fixture=fixture, key=key, text="Said.",
        made_of=text_parts(Text("{what}.", what="Said")), created_at=now, send_at=now,
    )  # fmt: skip


# What is the same on two servers. Told by looking at the models alone, so that it judges the export and not itself.

NOT_COMPARED = {
    "User": {"password", "last_login", "is_staff", "is_superuser"},
    "JournalEntry": {"imported"},
    # The numbers in them are other ones; tests look at each.
    "Notice": {"key"},
    "SheetDraft": {"sheet"},
    "Result": {"breaches"},
}
NOT_TAKEN = {"ApiToken", "CalendarFeed", "FirstCode", "IdempotencyKey", "Heartbeat", "Outage", "Pulse", "SiteMail"}


def models() -> list[type[Model]]:
    return [model for model in apps.get_app_config("league").get_models() if model.__name__ not in NOT_TAKEN]


Known = dict[type[Model], set[Any]]


def primary_keys() -> Known:
    """Return the primary keys of all rows, by model."""
    return {model: set(model._base_manager.values_list("pk", flat=True)) for model in models()}


def everything(database: str = "default", *, but: Known | None = None) -> dict[str, list[dict[str, Any]]]:
    """Return every row of every model by primary key, with each key replaced by its place in that order."""
    places = places_of(database, but=but)
    return {model.__name__: [*told_rows(model, places, database)] for model in models()}


Places = dict[type[Model], dict[Any, Any]]


def places_of(database: str = "default", *, but: Known | None = None) -> Places:
    """Return what replaces each row's primary key: its uid, or its place in the order of keys."""
    places: Places = {}
    for model in models():
        rows = model._base_manager.using(database).exclude(pk__in=(but or {}).get(model, ())).order_by("pk")
        names = "uid" if "uid" in {field.name for field in model._meta.concrete_fields} else "pk"
        found = rows.values_list("pk", names)
        places[model] = {pk: (name if names == "uid" else place) for place, (pk, name) in enumerate(found)}
    return places


def told_rows(model: type[Model], places: Places, database: str) -> Iterator[dict[str, Any]]:
    """Yield a model's rows by primary key, with only those values that are the same on two servers."""
    left = NOT_COMPARED.get(model.__name__, set()) | {"id"}
    fields = [field for field in model._meta.concrete_fields if field.name not in left]
    for row in model._base_manager.using(database).order_by("pk").iterator(2000):
        if row.pk not in places[model]:
            continue
        told = {}
        for field in fields:
            value = getattr(row, field.attname)
            if isinstance(field, ForeignKey) and value is not None:
                value = places[field.related_model][value]  # type: ignore[index]
            told[field.name] = bytes(value) if isinstance(value, memoryview) else value
        yield told


def chained(entries: list[JournalEntry]) -> bool:
    """Return True if each entry has the hash of the one before."""
    return [entry.previous for entry in entries] == ["", *(entry.hash for entry in entries[:-1])]
