"""For every page, the operations of the API that do the same. A new page without one fails here.

What has none is listed with the reason.
"""

from collections.abc import Mapping

from league.web import urls
from tests.api.test_matrix import operations
from tests.routes import routes

SAME: Mapping[str, str] = {
    "start": "start_read leagues_list",
    "league": "league_read standings_list weeks_list fixtures_list results_list",
    "division": "standings_read divisions_list",
    "merit": "merits_list",
    "receipt": "receipt_read",
    "fixtures": "fixtures_list weeks_list",
    "fixture": "fixture_read result_read calls_list fixture_rulings_list postponements_list",
    "team": "team_read fixtures_list",
    "player": "player_read",
    "rules": "rules_list rule_changes_list",
    "hand": "hand_check",
    "league-hand": "hand_check",
    "calendars": "calendars_list my_calendar_read my_calendar_make my_calendar_revoke",
    # A captain's evening.
    "my-fixtures": "my_fixtures_read messages_list messages_mark_read",
    "sheet": "fixture_squads result_submit",
    "draft": "draft_read draft_save",
    "confirm": "result_read result_confirm",
    "dispute": "result_dispute",
    "accept": "result_accept",
    "confirm-here": "confirmers_list result_confirm_here",
    "confirm-code": "result_read result_confirm_code",
    "confirm-link": "link_read link_confirm",
    "uphold": "result_uphold",
    "correct": "result_correct",
    "correction": "correction_answer",
    "versions": "result_read",
    "version": "result_version_read",
    "postpone": "slots_list postponement_ask postponement_withdraw",
    "answer": "postponements_list postponement_offer postponement_agree postponement_refuse",
    "move": "fixture_move fixture_put_off fixture_cancel postponement_overrule",
    "registrations": "registrations_list player_register player_release",
    "transfer": "player_read player_transfer",
    "team-people": "team_roles_read invite",
    "season-codes": "codes_list",
    "team-codes": "codes_list codes_make codes_revoke",
    "invitation-change": "invitation_remind invitation_revoke",
    # Money.
    "charges": "charges_list accounts_list",
    "charge-add": "charge_make",
    "charges-file": "charges_list",
    "charge": "charge_read charge_pay charge_unpay charge_cancel",
    "team-charges": "team_charges_list",
    "player-charges": "player_charges_list",
    "my-charges": "player_charges_list team_charges_list",
    # Calls, conduct and disputes.
    "calls": "rulings_list docket_read",
    "rule": "call_check call_rule",
    "conduct": "conduct_read",
    "conduct-case": "conduct_case_read conduct_decide",
    "player-conduct": "conduct_record_read",
    "dispute-open": "dispute_open",
    "disputes": "docket_read",
    "dispute-case": "dispute_read evidence_add dispute_take dispute_assign judges_list dispute_withdraw",
    "dispute-record": "evidence_add",
    "dispute-rule": "quotables_list ruling_preview dispute_rule",
    "photograph": "photograph_read",
    "appeal": "appeal_make",
    "ruling-revoke": "ruling_revoke_preview ruling_revoke",
    "appeal-case": "appeal_panel_read appeal_vote",
    "appeal-decide": "appeal_preview appeal_decide",
    # Histories.
    "fixture-history": "fixture_history_list",
    "team-history": "team_history_list",
    "player-history": "player_history_list",
    "journal": "journal_list",
    # The secretary.
    "secretary": "secretary_read",
    "import": "season_import",
    "export": "league_export season_export",
    "settings": "league_settings_read season_settings_read division_settings_read",
    "league-settings": "league_settings_read league_settings_try league_settings_change",
    "deliveries": "mail_read mail_retry",
    "owed": "owed_list owed_try owed_place",
    "decide": "owed_leave slots_list fixture_move fixture_cancel result_decide",
    "decide-result": "result_decide",
    "points": "adjustments_list points_adjust late_cards_list late_card_accept",
    "late-card": "late_cards_list late_card_accept late_card_dismiss",
    "points-back": "adjustment_take_back",
    "rulesets": "rulesets_list",
    "ruleset-new": "ruleset_make",
    "ruleset": "ruleset_make",
    "season-rulesets": "play_by",
    "season-formats": "division_format",
    "play-offs": "play_offs_read play_off_make",
    "lots": "lots_read lots_record",
    "lots-withdraw": "lots_withdraw",
    "seasons": "seasons_list",
    "upkeep": "upkeep_list",
    "upkeep-one": (
        "upkeep_read upkeep_change venue_merge_preview venue_merge team_merge_preview team_merge "
        "upkeep_hide upkeep_restore upkeep_delete"
    ),
    "venue-new": "venue_make",
    "team-home": "team_home_change",
    "team-division": "team_division_preview team_division_change",
    "team-return": "team_return_preview team_return",
    "season-new": "season_make",
    "season-start": "season_start",
    "season-setup": "season_setup_read",
    "setup-teams": "season_teams_enter",
    "setup-plan": "season_plan",
    "setup-deal": "season_deal",
    "setup-captains": "team_roles_read invitations_list invite",
    "season": "season_read season_settings_read timetables_list divisions_list entries_list",
    "season-settings": "season_settings_read season_settings_try season_settings_change",
    "division-settings": "division_settings_read division_settings_try division_settings_change",
    "team-add": "team_add",
    "team-withdraw": "team_withdraw_preview team_withdraw",
    "timetable-ask": "timetable_ask",
    "timetable": "timetable_read",
    "timetable-change": "timetable_try timetable_change",
    "timetable-undo": "timetable_undo",
    "timetable-discard": "timetable_discard",
    "timetable-publish": "timetable_publish",
    # Roles and personal data.
    "people": "roles_list role_give invitations_list invite personal_data_find",
    "role-end": "role_end",
    "person": "personal_data_read personal_data_change",
    "person-export": "personal_data_export",
    "person-erase": "personal_data_erase",
    "namesakes": "namesakes_list",
    "new-players": "new_players_list player_merge",
    "person-merge": "personal_data_read player_merge",
    "me": "me_read my_details_read my_details_change",
    "me-export": "my_data_export",
    "me-erase": "my_data_erase",
    "messages": "messages_list messages_mark_read",
    "mail-settings": "mail_settings_read mail_settings_change",
}
NONE: Mapping[str, str] = {
    "division-file": "A file by itself: its address stands in the division’s shape.",
    "season-file": "A file by itself: its address stands in the season’s shape.",
    "team-calendar": "A file by itself: its address stands in calendars_list.",
    "division-calendar": "A file by itself: its address stands in calendars_list.",
    "venue-calendar": "A file by itself: its address stands in calendars_list.",
    "own-calendar": "A file by itself: its address stands in my_calendar_read.",
    "player-calendar": "A file by itself: its address stands in player_read.",
    "message": "The letter holds links and codes that open doors: a token that only reads must not have them.",
    "import-template": "A spreadsheet to be filled in by hand.",
    "card": "Paper: the matches that are on it stand in fixture_squads.",
    "setup-example": "A sheet to try by hand; nothing of it is kept.",
    "first-visit": "Nobody has an account yet that a token could be of.",
    "league-new": "A league begins with a person at its page, who becomes its secretary; a program has no part in it.",
    "invitation": "Who accepts has a link, and no account yet that a token could be of.",
    "unsubscribe": "Mail programs post to it by themselves (RFC 8058).",
    "tokens": "A token makes no tokens.",
    "security": "It tells where its owner signs in from: whoever has found a token must not have that.",
    "mail-previews": "How mail looks, where an installation is being set up.",
    "mail-preview": "How mail looks, where an installation is being set up.",
    "health": "For machines already, and about the server.",
    "health-web": "For machines already, and about the server.",
    "metrics": "For machines already, and about the server.",
}
# What programs have and no page needs: lists to find things by, and a shorter way to rule on a disputed sheet.
OF_PROGRAMS = {"teams_list", "players_list"}


def test_every_page_has_its_operations_or_a_reason() -> None:
    pages = {pattern.name for _, pattern in routes(urls.urlpatterns)}
    listed = [*SAME, *NONE]
    assert len(listed) == len(set(listed))
    assert set(listed) == pages


def test_every_operation_that_is_named_is_there_and_each_is_some_page_s() -> None:
    named = {operation for operations_of in SAME.values() for operation in operations_of.split()}
    assert named - set(operations()) == set()
    assert set(operations()) - named - OF_PROGRAMS == set()
