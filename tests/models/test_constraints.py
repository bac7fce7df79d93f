"""What the database itself refuses, whoever writes: a row that breaks an invariant fails by the invariant's name."""

import datetime as dt
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction

from league import models as league_models
from league.enums import DisputeState, OutageKind, PostponementState, RoleKind, WeekKind
from league.models import (
    Dispute,
    Division,
    DoctorReport,
    FirstCode,
    Fixture,
    Game,
    League,
    LeagueDomain,
    LeagueSender,
    MailDay,
    MailSettings,
    Outage,
    Player,
    Pulse,
    Registration,
    Round,
    RuleChange,
    Season,
    SiteMail,
    Team,
    User,
    Venue,
    VenueClosure,
    Week,
)
from tests.factories import Town
from tests.models.broken_rows import (
    DAY,
    NOW,
    adjustment,
    attendance,
    availability,
    blackout,
    card_photograph,
    charge,
    competition,
    cup_draw,
    cup_round,
    division,
    email_in_another_case,
    entrant,
    entry,
    feed,
    fixture,
    high_hand,
    idempotency_key,
    individual,
    invitation,
    journal,
    journal_number_twice,
    jump,
    kept_format,
    knock_out,
    late_card,
    lots,
    match_report,
    notice,
    offer,
    own_page,
    own_ruleset,
    player,
    post,
    postponed,
    preference,
    registration,
    role,
    sitting,
    sitting_game,
    sitting_rules,
    team_code,
    team_member,
    tie,
    timetable,
    twice,
    two_open_postponements,
    waiting_file,
    week,
    winner,
    winner_player,
)
from tests.models.broken_sheets import dispute, game, match
from tests.models.sheet_breaks import OF_SHEETS


def bell_player(town: Town, number: int) -> Player:
    return town.squads["Bell"][number]


BREAKS: list[tuple[str, Callable[[Town], Any]]] = [
    *OF_SHEETS,
    # fixtures
    ("fixture_two_teams", lambda t: fixture(t, 2, "Bell", "Bell")),
    ("fixture_home_once_a_week", lambda t: fixture(t, 0, "Anchor", "Castle")),
    ("fixture_away_once_a_week", lambda t: fixture(t, 0, "Bell", "Duke of York")),
    ("postponement_one_open_a_fixture", two_open_postponements),
    ("postponement_moved_has_a_date", lambda t: postponed(t, state=PostponementState.AGREED)),
    ("postponement_awaits_while_requested", lambda t: postponed(t, state=PostponementState.OWED, awaiting="home")),
    ("offer_number_once", twice(offer)),
    # the season
    ("timetable_one_published", twice(timetable)),
    ("waiting_file_once", twice(waiting_file)),
    ("closure_once", twice(lambda t: VenueClosure.objects.create(venue=t.venues["Bell"], date=DAY))),
    ("week_number_once", lambda t: week(t, number=1)),
    ("week_date_once", lambda t: week(t, starts_on=t.weeks[0].starts_on)),
    ("week_has_a_number_unless_no_play", lambda t: week(t, number=None)),
    ("week_has_a_number_unless_no_play", lambda t: week(t, kind=WeekKind.NO_PLAY)),
    ("round_number_once", lambda t: Round.objects.create(season=t.season, number=1)),
    ("season_name_once", lambda t: Season.objects.create(league=t.league, name="2026-27", slug="x", first_week=DAY)),
    ("season_slug_once", lambda t: Season.objects.create(league=t.league, name="x", slug="2026-27", first_week=DAY)),
    ("division_name_once", lambda t: division(t, name="Division 1")),
    ("division_slug_once", lambda t: division(t, slug="division-1")),
    ("division_games_per_match", lambda t: division(t, games_per_match=0)),
    ("division_has_a_name", lambda t: division(t, name="")),
    ("division_points", lambda t: division(t, points_per_draw=Decimal(-1))),
    ("division_numbers", lambda t: division(t, promoted_teams=21)),
    ("division_numbers", lambda t: division(t, relegated_teams=21)),
    ("division_policies", lambda t: division(t, own_evening="doomsday")),
    ("division_rulesets", lambda t: division(t, doubles_ruleset="bogus")),
    ("entry_home_night", lambda t: t.season.entries.update(home_night=7)),
    ("entry_move", lambda t: t.season.entries.update(move="sideways")),
    ("entry_answered", lambda t: t.season.entries.update(answer="yes")),
    ("season_has_a_name", lambda t: Season.objects.filter(pk=t.season.pk).update(name="")),
    ("season_numbers", lambda t: Season.objects.filter(pk=t.season.pk).update(place_days=29)),
    ("season_numbers", lambda t: Season.objects.filter(pk=t.season.pk).update(guest_limit=201)),
    ("season_policies", lambda t: Season.objects.filter(pk=t.season.pk).update(guests="everybody")),
    ("entry_one_division_a_season", lambda t: entry(t, division=division(t))),
    ("blackout_once", twice(blackout)),
    ("adjustment_of_something", lambda t: adjustment(t, points=0)),
    ("adjustment_has_a_reason", lambda t: adjustment(t, reason="")),
    (
        "rule_change_has_a_reason",
        lambda t: RuleChange.objects.create(season=t.season, data={}, reason="", made_at=NOW),
    ),
    ("high_hand_cards_once", twice(high_hand)),
    ("high_hand_has_a_starter", lambda t: high_hand(t, starter="")),
    ("high_hand_has_a_starter", lambda t: high_hand(t, cards="")),
    ("high_hand_points", lambda t: high_hand(t, points=11)),
    ("high_hand_points", lambda t: high_hand(t, points=47)),
    ("high_hand_side", lambda t: high_hand(t, side="both")),
    ("sitting_date_once", twice(sitting)),
    ("sitting_rules_games", lambda t: sitting_rules(t, games=0)),
    ("sitting_rules_games", lambda t: sitting_rules(t, games=23)),
    ("sitting_rules_best", lambda t: sitting_rules(t, best=0)),
    ("attendance_once", twice(attendance)),
    (
        "sitting_game_table_once",
        lambda t: (sitting_game(t), sitting_game(t, first=bell_player(t, 2), second=bell_player(t, 3))),
    ),
    ("sitting_game_first_once", lambda t: (sitting_game(t), sitting_game(t, table=2, second=bell_player(t, 2)))),
    ("sitting_game_second_once", lambda t: (sitting_game(t), sitting_game(t, table=2, first=bell_player(t, 2)))),
    ("sitting_game_two_players", lambda t: sitting_game(t, second=bell_player(t, 0))),
    ("sitting_game_two_players", lambda t: sitting_game(t, number=0)),
    ("sitting_game_margins", lambda t: sitting_game(t, first_margin=0)),
    ("sitting_game_margins", lambda t: sitting_game(t, second_margin=-122)),
    ("sitting_game_margins", lambda t: sitting_game(t, second=None, table=0, first_margin=5)),
    ("sitting_game_margins", lambda t: sitting_game(t, second=None)),
    ("post_state", lambda t: post(t, state="lost", published_at=NOW)),
    ("post_says_something", lambda t: post(t, title="")),
    ("post_says_something", lambda t: post(t, text="")),
    ("post_published_has_a_moment", lambda t: post(t, state="published")),
    ("post_pinned_is_not_withdrawn", lambda t: post(t, state="withdrawn", pinned=True, published_at=NOW)),
    ("own_page_slug_once", twice(own_page)),
    ("own_page_state", lambda t: own_page(t, state="lost", published_at=NOW)),
    ("own_page_says_something", lambda t: own_page(t, text="")),
    ("own_page_published_has_a_moment", lambda t: own_page(t, state="withdrawn")),
    ("match_report_once_a_side", twice(match_report)),
    ("match_report_side", lambda t: match_report(t, side="both")),
    ("match_report_hidden_says_why", lambda t: match_report(t, hidden_at=NOW)),
    ("match_report_hidden_says_why", lambda t: match_report(t, hidden_because="It calls a player names.")),
    ("late_card_once_a_side", twice(late_card)),
    ("card_photograph_once_a_side", twice(card_photograph)),
    ("card_photograph_of_a_side", lambda t: card_photograph(t, side="both")),
    ("availability_once_a_fixture", lambda t: [availability(t), availability(t)]),
    ("availability_answer", lambda t: availability(t, answer="often", answered_at=NOW)),
    ("availability_side", lambda t: availability(t, side="both")),
    ("availability_answer_has_a_moment", lambda t: availability(t, answer="yes")),
    ("late_card_of_something", lambda t: late_card(t, points=0)),
    ("late_card_of_something", lambda t: late_card(t, side="both")),
    ("late_card_is_late", lambda t: late_card(t, sent_at=NOW - dt.timedelta(days=1))),
    ("late_card_is_decided_once", lambda t: late_card(t, decided_at=NOW)),
    ("late_card_is_decided_once", lambda t: late_card(t, dismissed_why="It was in the post.")),
    ("late_card_is_decided_once", lambda t: late_card(t, adjustment=adjustment(t))),
    ("lots_withdrawn_for_a_reason", lambda t: lots(t, withdrawn_at=NOW)),
    ("lots_withdrawn_for_a_reason", lambda t: lots(t, withdrawn_why="They were read wrongly.")),
    ("first_code_one_row", lambda t: FirstCode.objects.create(pk=2)),
    ("format_once_a_league", lambda t: [kept_format(t), kept_format(t)]),
    ("team_code_place_once", lambda t: [team_code(t, code_hash="1"), team_code(t, code_hash="2")]),
    ("team_code_used_or_revoked", lambda t: team_code(t, used_at=NOW, revoked_at=NOW)),
    ("own_ruleset_version_once", lambda t: [own_ruleset(t), own_ruleset(t)]),
    ("own_ruleset_has_a_title", lambda t: own_ruleset(t, title="")),
    ("own_ruleset_has_a_title", lambda t: own_ruleset(t, version=0)),
    ("lot_place_once", lambda t: lots(t, (1, "Anchor"), (1, "Bell"))),
    ("lot_team_once", lambda t: lots(t, (1, "Anchor"), (2, "Anchor"))),
    ("lot_place", lambda t: lots(t, (0, "Anchor"))),
    # money
    ("charge_of_a_team_or_a_player", lambda t: charge(t, team=None)),
    ("charge_of_a_team_or_a_player", lambda t: charge(t, player=t.squads["Bell"][0])),
    ("charge_of_a_team_or_a_player", lambda t: charge(t, through=t.teams["Bell"])),
    ("charge_kind", lambda t: charge(t, kind="loan")),
    ("charge_amount", lambda t: charge(t, amount=0)),
    ("charge_amount", lambda t: charge(t, amount=-1)),
    ("charge_amount", lambda t: charge(t, amount="10000.01")),
    ("charge_has_a_reason", lambda t: charge(t, reason="")),
    ("charge_cancelled_is_unpaid_and_says_why", lambda t: charge(t, cancelled_at=NOW)),
    ("charge_cancelled_is_unpaid_and_says_why", lambda t: charge(t, cancelled_because="No.")),
    (
        "charge_cancelled_is_unpaid_and_says_why",
        lambda t: charge(t, cancelled_at=NOW, cancelled_because="No.", paid_on=DAY),
    ),
    # people and clubs
    ("league_policies", lambda t: League.objects.create(name="x", slug="x", currency="XXX")),
    ("registration_one_team_a_season", registration),
    ("registration_ends_after_it_starts", lambda t: registration(t, ends_on=DAY - dt.timedelta(days=1))),
    ("role_has_a_team_when_it_needs_one", lambda t: role(t, RoleKind.CAPTAIN)),
    ("role_has_a_team_when_it_needs_one", lambda t: role(t, RoleKind.SECRETARY, "Bell")),
    ("role_of_a_team_once", lambda t: role(t, RoleKind.CAPTAIN, "Bell")),
    ("role_of_a_league_once", lambda t: role(t, RoleKind.SECRETARY, user=t.secretary)),
    ("role_ends_after_it_starts", lambda t: role(t, RoleKind.REFEREE, ends_on=DAY - dt.timedelta(days=1))),
    ("player_has_a_name", lambda t: player(t, name="")),
    ("player_email_once", email_in_another_case),
    (
        "player_merged_is_nobody_else",
        lambda t: player(t, email="x@town.example", merged_into=t.squads["Bell"][0]),
    ),
    ("player_user_once", lambda t: player(t, user=t.captains["Bell"])),
    ("user_email_any_case_once", lambda t: User.objects.create(email="REFEREE@town.example")),
    ("team_name_once", lambda t: Team.objects.create(league=t.league, name="Bell", slug="x")),
    (
        "team_merged_is_hidden",
        lambda t: Team.objects.filter(pk=t.teams["Bell"].pk).update(merged_into=t.teams["Anchor"]),
    ),
    ("team_slug_once", lambda t: Team.objects.create(league=t.league, name="x", slug="bell")),
    ("league_policies", lambda t: League.objects.create(name="x", slug="x", second_factor="all")),
    ("league_name_once", lambda t: League.objects.create(name=f" {t.league.name.upper()} ", slug="x")),
    ("league_has_a_name", lambda t: League.objects.filter(pk=t.league.pk).update(name="")),
    ("league_hours_and_days", lambda t: League.objects.filter(pk=t.league.pk).update(appeal_days=0)),
    ("league_hours_and_days", lambda t: League.objects.filter(pk=t.league.pk).update(result_hours=673)),
    ("team_colour_known", lambda t: Team.objects.filter(pk=t.teams["Bell"].pk).update(colour="puce")),
    ("team_has_a_name", lambda t: Team.objects.filter(pk=t.teams["Bell"].pk).update(name="")),
    ("venue_has_a_name", lambda t: Venue.objects.filter(pk=t.venues["Bell"].pk).update(name="")),
    ("venue_name_once", lambda t: Venue.objects.create(league=t.league, name="Bell")),
    ("venue_holds_a_fixture", lambda t: Venue.objects.create(league=t.league, name="x", boards=0)),
    # competitions
    ("team_kind", lambda t: Team.objects.filter(pk=t.teams["Bell"].pk).update(kind="trio")),
    ("division_kind", lambda t: Division.objects.filter(pk=division(t).pk).update(kind="duel")),
    ("competition_name_once", twice(lambda t: competition(t, slug=f"cup-{Division.competitions.count()}"))),
    ("competition_slug_once", twice(lambda t: competition(t, name=f"Cup {Division.competitions.count()}"))),
    ("knock_out_legs", lambda t: knock_out(t, legs=10)),
    ("knock_out_places", lambda t: knock_out(t, places=1)),
    ("knock_out_words", lambda t: knock_out(t, drawn="never")),
    ("knock_out_round_once", twice(cup_round)),
    ("entrant_once", twice(entrant)),
    ("entrant_seed_once", lambda t: (entrant(t, seed=1), entrant(t, "Bell", seed=1))),
    ("entrant_place_once", lambda t: (entrant(t, place=1), entrant(t, "Bell", place=1))),
    ("entrant_enters", lambda t: entrant(t, enters=7)),
    ("entrant_handicap", lambda t: entrant(t, handicap=61)),
    ("draw_of_a_round_once", twice(cup_draw)),
    ("tie_number_once", twice(tie)),
    ("tie_two_entrants", lambda t: tie(t, top=(bell := entrant(t, "Bell")), bottom=bell)),
    ("tie_ended_somehow", lambda t: tie(t, ending="played")),
    ("tie_won_by_a_side", lambda t: tie(t, winner=entrant(t), ending="played")),
    ("fixture_leg_once", lambda t: Fixture.objects.update(tie=tie(t), leg=1, play_off=True)),
    ("fixture_of_a_tie", lambda t: Fixture.objects.filter(pk=t.fixture("Anchor", "Bell").pk).update(tie=tie(t))),
    ("team_member_once", twice(team_member)),
    ("winner_once", twice(winner)),
    ("winner_place", lambda t: winner(t, place=5)),
    ("winner_has_names", lambda t: winner(t, year="")),
    ("winner_player_once", twice(winner_player)),
    ("individual_window", lambda t: individual(t, closes_on=dt.date(2020, 1, 1))),
    ("individual_meetings", lambda t: individual(t, meetings=21)),
    # what is written once
    ("journal_one_entry_a_decision", twice(journal)),
    ("journal_number_once", journal_number_twice),
    ("notice_once", twice(notice)),
    ("invitation_one_open_to_a_team", twice(lambda t: invitation(t, RoleKind.CAPTAIN, team=t.teams["Bell"]))),
    ("invitation_one_open_to_a_league", twice(lambda t: invitation(t, RoleKind.REFEREE))),
    ("idempotency_key_once", twice(idempotency_key)),
    ("pulse_one_row", lambda t: Pulse.objects.create(pk=2, at=NOW)),
    ("outage_ends_after_it_began", lambda t: Outage.objects.create(kind=OutageKind.GAP, began_at=NOW, ended_at=NOW)),
    ("outage_one_jump_open", twice(jump)),
    (
        "site_mail_is_short_lived",
        lambda t: SiteMail.objects.create(to="x@town.example", created_at=NOW, send_at=NOW, expires_at=NOW),
    ),
    ("preference_once", twice(preference)),
    ("feed_one_live", twice(feed)),
    ("league_suspended_for_a_reason", lambda t: League.objects.filter(pk=t.league.pk).update(suspended_at=NOW)),
    ("league_sender_has_an_address", lambda t: LeagueSender.objects.create(league=t.league, address="", set_at=NOW)),
    ("league_domain_has_a_host", lambda t: LeagueDomain.objects.create(league=t.league, host="", set_at=NOW)),
    ("mail_day_once", twice(lambda t: MailDay.objects.create(league=t.league, day=DAY))),
    ("doctor_report_one_row", lambda _: DoctorReport.objects.create(pk=2, at=NOW)),
    (
        "mail_settings_quiet_hours_whole",
        lambda t: MailSettings.objects.create(user=t.referee, quiet_from=dt.time(22)),
    ),
]


def _columns(constraint: models.UniqueConstraint, model: type[models.Model]) -> str:
    """Return the columns by which SQLite names a plain unique constraint; it does not use its name."""
    return ", ".join(f"{model._meta.db_table}.{model._meta.get_field(f).column}" for f in constraint.fields)


def _our_constraints() -> dict[str, tuple[type[models.Model], models.BaseConstraint]]:
    ours = [model for label in ("league", "cardroom") for model in apps.get_app_config(label).get_models()]
    return {c.name: (model, c) for model in ours for c in model._meta.constraints}


def _is_about(name: str, error: IntegrityError) -> bool:
    """Return True if the database's complaint is about this constraint."""
    model, constraint = _our_constraints()[name]
    told = str(error)
    if name in told:
        return True
    plain = isinstance(constraint, models.UniqueConstraint) and constraint.fields
    return bool(connection.vendor == "sqlite" and plain and _columns(constraint, model) in told)


@pytest.mark.parametrize(("name", "breaks"), BREAKS, ids=[f"{name}-{n}" for n, (name, _) in enumerate(BREAKS)])
def test_the_database_refuses_by_name(town: Town, name: str, breaks: Callable[[Town], Any]) -> None:
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        breaks(town)
    assert _is_about(name, refused.value), str(refused.value)


def test_every_constraint_has_its_test() -> None:
    assert league_models.Result in {model for model, _ in _our_constraints().values()}
    assert set(_our_constraints()) == {name for name, _ in BREAKS}


def test_an_awarded_game_may_have_any_score_or_none(town: Town) -> None:
    held = match(town)
    game(town, match=held, number=1, awarded=True, winner="away")
    game(town, match=held, number=2, awarded=True, home_score=None, away_score=None)
    assert Game.objects.filter(match=held, awarded=True).count() == 2


def test_a_settled_dispute_makes_room_for_another(town: Town) -> None:
    first = dispute(town, state=DisputeState.SETTLED)
    dispute(town, result=first.result)
    assert Dispute.objects.count() == 2


def test_a_registration_that_ended_makes_room_for_another_team(town: Town) -> None:
    open_one = Registration.objects.get(player=town.squads["Anchor"][0])
    open_one.ends_on = DAY
    open_one.save()
    registration(town)
    assert Registration.objects.filter(player=town.squads["Anchor"][0]).count() == 2


def test_two_weeks_without_play_have_no_number(town: Town) -> None:
    for monday in (dt.date(2026, 12, 21), dt.date(2026, 12, 28)):
        week(town, number=None, kind=WeekKind.NO_PLAY, starts_on=monday)
    assert Week.objects.filter(number=None).count() == 2
