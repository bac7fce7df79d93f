"""The invariants that the database itself holds."""

import django.db.models.expressions
import django.db.models.functions.text
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('league', '0001_tables'),
    ]

    operations = [
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), name='user_email_any_case_once', violation_error_message='This address has an account already.'),
        ),
        migrations.AddConstraint(
            model_name='blackout',
            constraint=models.UniqueConstraint(fields=('entry', 'date'), name='blackout_once'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(('points', 0), _negated=True), name='adjustment_of_something'),
        ),
        migrations.AddConstraint(
            model_name='adjustment',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='adjustment_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='calendarfeed',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at', None)), fields=('user', 'league'), name='feed_one_live'),
        ),
        migrations.AddConstraint(
            model_name='mailsettings',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_until', None)), models.Q(('quiet_from__isnull', False), ('quiet_until__isnull', False)), _connector='OR'), name='mail_settings_quiet_hours_whole'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.UniqueConstraint(fields=('match', 'number'), name='game_number_once'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1), ('number__lte', 9)), name='game_number'),
        ),
        migrations.AddConstraint(
            model_name='game',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('awarded', True), ('winner__in', ['home', 'away'])), models.Q(('away_score__isnull', False), ('home_score__isnull', False), ('away_score__gte', 0), ('away_score__lt', models.F('target')), ('home_score__gte', models.F('target')), ('winner', 'home')), models.Q(('away_score__isnull', False), ('home_score__isnull', False), ('away_score__gte', models.F('target')), ('home_score__gte', 0), ('home_score__lt', models.F('target')), ('winner', 'away')), _connector='OR'), name='game_score_makes_sense'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(fields=('recipient', 'kind', 'key'), name='notice_once'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('merged_into', None), models.Q(models.Q(('merged_into', models.F('pk')), _negated=True), ('email', ''), ('user', None)), _connector='OR'), name='player_merged_is_nobody_else'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='player_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(models.F('league'), django.db.models.functions.text.Lower('email'), condition=models.Q(('email', ''), _negated=True), name='player_email_once'),
        ),
        migrations.AddConstraint(
            model_name='player',
            constraint=models.UniqueConstraint(condition=models.Q(('user', None), _negated=True), fields=('league', 'user'), name='player_user_once'),
        ),
        migrations.AddConstraint(
            model_name='conductcase',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'lapsed'), _negated=True), fields=('fixture', 'match_number', 'game_number', 'player'), name='conduct_case_of_a_player_once'),
        ),
        migrations.AddConstraint(
            model_name='conductcase',
            constraint=models.UniqueConstraint(condition=models.Q(('player', None), models.Q(('state', 'lapsed'), _negated=True)), fields=('fixture', 'match_number', 'game_number', 'side'), name='conduct_case_of_a_side_once'),
        ),
        migrations.AddConstraint(
            model_name='call',
            constraint=models.CheckConstraint(condition=models.Q(('game_number__gte', 1), ('match_number__gte', 1)), name='call_in_a_game'),
        ),
        migrations.AddConstraint(
            model_name='postponement',
            constraint=models.UniqueConstraint(condition=models.Q(('state__in', ('requested', 'owed'))), fields=('fixture',), name='postponement_one_open_a_fixture'),
        ),
        migrations.AddConstraint(
            model_name='postponement',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state__in', ('agreed', 'placed')), _negated=True), ('starts_at__isnull', False), _connector='OR'), name='postponement_moved_has_a_date'),
        ),
        migrations.AddConstraint(
            model_name='postponement',
            constraint=models.CheckConstraint(condition=models.Q(('awaiting', ''), ('state', 'requested'), _connector='OR'), name='postponement_awaits_while_requested'),
        ),
        migrations.AddConstraint(
            model_name='offer',
            constraint=models.UniqueConstraint(fields=('postponement', 'number'), name='offer_number_once'),
        ),
        migrations.AddConstraint(
            model_name='preference',
            constraint=models.UniqueConstraint(fields=('user', 'kind'), name='preference_once'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(fields=('fixture', 'version'), name='result_version_once'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(condition=models.Q(('live', True)), fields=('fixture',), name='result_one_live_a_fixture'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'proposed')), fields=('fixture',), name='result_one_proposed_a_fixture'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('live', True), ('state__in', ('submitted', 'confirmed', 'disputed'))), models.Q(('live', False), models.Q(('state__in', ('submitted', 'confirmed', 'disputed')), _negated=True)), _connector='OR'), name='result_live_says_its_state'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('state', 'confirmed'), _negated=True), models.Q(('settled_at__isnull', False), models.Q(('settlement', ''), _negated=True)), _connector='OR'), name='result_confirmed_says_how'),
        ),
        migrations.AddConstraint(
            model_name='result',
            constraint=models.CheckConstraint(condition=models.Q(('away_awarded__lte', models.F('away_games')), ('home_awarded__lte', models.F('home_games'))), name='result_awarded_games_are_games'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.UniqueConstraint(fields=('result', 'number'), name='match_number_once'),
        ),
        migrations.AddConstraint(
            model_name='match',
            constraint=models.CheckConstraint(condition=models.Q(('games_to_play', django.db.models.expressions.CombinedExpression(models.F('home_games'), '+', models.F('away_games')))), name='match_all_games_played'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open'), ('subject', 'sheet')), fields=('fixture',), name='dispute_one_open_of_a_sheet'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open'), ('subject', 'game')), fields=('fixture', 'match_number', 'game_number'), name='dispute_one_open_of_a_game'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'open')), fields=('call',), name='dispute_one_open_of_a_call'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='dispute_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='dispute',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('call__isnull', True), ('result__isnull', False), ('subject', 'sheet'), ('game_number__isnull', True), ('match_number__isnull', True)), models.Q(('call__isnull', True), ('result__isnull', False), ('subject', 'game'), ('game_number__gte', 1), ('game_number__isnull', False), ('match_number__gte', 1), ('match_number__isnull', False)), models.Q(('call__isnull', False), ('subject', 'call'), ('game_number__gte', 1), ('game_number__isnull', False), ('match_number__gte', 1), ('match_number__isnull', False)), _connector='OR'), name='dispute_says_of_what'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.UniqueConstraint(fields=('result', 'player'), name='appearance_player_once_a_sheet'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.UniqueConstraint(fields=('match', 'side', 'seat'), name='appearance_seat_once'),
        ),
        migrations.AddConstraint(
            model_name='appearance',
            constraint=models.CheckConstraint(condition=models.Q(('seat__gte', 1), ('seat__lte', 2)), name='appearance_seat'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('call__isnull', False), ('case__isnull', True), ('dispute__isnull', True)), models.Q(('call__isnull', True), ('case__isnull', True), ('dispute__isnull', False)), models.Q(('call__isnull', True), ('case__isnull', False), ('dispute__isnull', True)), _connector='OR'), name='ruling_on_one_thing'),
        ),
        migrations.AddConstraint(
            model_name='ruling',
            constraint=models.UniqueConstraint(condition=models.Q(('revoked_at', None)), fields=('dispute',), name='ruling_one_standing_a_dispute'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='appeal_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='appeal',
            constraint=models.CheckConstraint(condition=models.Q(('state', 'open'), models.Q(('decided_at__isnull', False), models.Q(('decision', ''), _negated=True)), _connector='OR'), name='appeal_decided_says_why'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('league', 'name'), name='season_name_once'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.UniqueConstraint(fields=('league', 'slug'), name='season_slug_once'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='season_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('short_notice_hours__gte', 0), ('short_notice_hours__lte', 336), ('place_days__gte', 0), ('place_days__lte', 28), ('registration_days__gte', 0), ('registration_days__lte', 365), models.Q(models.Q(('transfer_limit__gte', 0), ('transfer_limit__lte', 20)), ('transfer_limit__isnull', True), _connector='OR'), models.Q(models.Q(('guest_limit__gte', 0), ('guest_limit__lte', 200)), ('guest_limit__isnull', True), _connector='OR')), name='season_numbers'),
        ),
        migrations.AddConstraint(
            model_name='season',
            constraint=models.CheckConstraint(condition=models.Q(('eligibility__in', ['block', 'warn']), ('guests__in', ['none', 'other-teams', 'anybody']), ('second_half__in', ['mirrored', 'french']), ('unplayed_policy__in', ['secretary', 'nil', 'awarded']), ('withdrawal_policy__in', ['void', 'void-before-half', 'stand'])), name='season_policies'),
        ),
        migrations.AddConstraint(
            model_name='round',
            constraint=models.UniqueConstraint(fields=('season', 'number'), name='round_number_once'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('season', 'name'), name='division_name_once'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.UniqueConstraint(fields=('season', 'slug'), name='division_slug_once'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('games_per_match__gte', 1), ('games_per_match__lte', 9)), name='division_games_per_match'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='division_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('points_per_draw__gte', 0), ('points_per_game__gte', 0), ('points_per_match__gte', 0), ('points_per_win__gte', 0)), name='division_points'),
        ),
        migrations.AddConstraint(
            model_name='division',
            constraint=models.CheckConstraint(condition=models.Q(('doubles_ruleset__in', ['league', 'hoyle', 'six-card', 'six-card-61', 'five-card', 'five-card-starter-first', 'seven-card', 'three-handed', 'home-computer']), ('singles_ruleset__in', ['league', 'hoyle', 'six-card', 'six-card-61', 'five-card', 'five-card-starter-first', 'seven-card', 'three-handed', 'home-computer'])), name='division_rulesets'),
        ),
        migrations.AddConstraint(
            model_name='sheetdraft',
            constraint=models.UniqueConstraint(fields=('fixture', 'user'), name='draft_once_a_captain'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('league', 'name'), name='team_name_once'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.UniqueConstraint(fields=('league', 'slug'), name='team_slug_once'),
        ),
        migrations.AddConstraint(
            model_name='team',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='team_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='role',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind__in', ('captain', 'vice-captain', 'player')), ('team__isnull', False)), models.Q(models.Q(('kind__in', ('captain', 'vice-captain', 'player')), _negated=True), ('team__isnull', True)), _connector='OR'), name='role_has_a_team_when_it_needs_one'),
        ),
        migrations.AddConstraint(
            model_name='role',
            constraint=models.UniqueConstraint(condition=models.Q(('ends_on', None)), fields=('user', 'league', 'kind', 'team'), name='role_of_a_team_once'),
        ),
        migrations.AddConstraint(
            model_name='role',
            constraint=models.UniqueConstraint(condition=models.Q(('ends_on', None), ('team', None)), fields=('user', 'league', 'kind'), name='role_of_a_league_once'),
        ),
        migrations.AddConstraint(
            model_name='role',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='role_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.UniqueConstraint(condition=models.Q(('ends_on', None)), fields=('season', 'player'), name='registration_one_team_a_season'),
        ),
        migrations.AddConstraint(
            model_name='registration',
            constraint=models.CheckConstraint(condition=models.Q(('ends_on', None), ('ends_on__gte', models.F('starts_on')), _connector='OR'), name='registration_ends_after_it_starts'),
        ),
        migrations.AddConstraint(
            model_name='journalentry',
            constraint=models.UniqueConstraint(condition=models.Q(('imported', False)), fields=('league', 'kind', 'key'), name='journal_one_entry_a_decision'),
        ),
        migrations.AddConstraint(
            model_name='journalentry',
            constraint=models.UniqueConstraint(fields=('league', 'number'), name='journal_number_once'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(condition=models.Q(('accepted_at', None), ('revoked_at', None)), fields=('user', 'league', 'kind', 'team'), name='invitation_one_open_to_a_team'),
        ),
        migrations.AddConstraint(
            model_name='invitation',
            constraint=models.UniqueConstraint(condition=models.Q(('accepted_at', None), ('revoked_at', None), ('team', None)), fields=('user', 'league', 'kind'), name='invitation_one_open_to_a_league'),
        ),
        migrations.AddConstraint(
            model_name='timetable',
            constraint=models.UniqueConstraint(condition=models.Q(('state', 'published')), fields=('season',), name='timetable_one_published'),
        ),
        migrations.AddConstraint(
            model_name='venue',
            constraint=models.UniqueConstraint(fields=('league', 'name'), name='venue_name_once'),
        ),
        migrations.AddConstraint(
            model_name='venue',
            constraint=models.CheckConstraint(condition=models.Q(('boards__gte', 1)), name='venue_holds_a_fixture'),
        ),
        migrations.AddConstraint(
            model_name='venue',
            constraint=models.CheckConstraint(condition=models.Q(('name', ''), _negated=True), name='venue_has_a_name'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.UniqueConstraint(fields=('season', 'team'), name='entry_one_division_a_season'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('home_night__in', [0, 1, 2, 3, 4, 5, 6])), name='entry_home_night'),
        ),
        migrations.AddConstraint(
            model_name='venueclosure',
            constraint=models.UniqueConstraint(fields=('venue', 'date'), name='closure_once'),
        ),
        migrations.AddConstraint(
            model_name='week',
            constraint=models.UniqueConstraint(fields=('round', 'number'), name='week_number_once'),
        ),
        migrations.AddConstraint(
            model_name='week',
            constraint=models.UniqueConstraint(fields=('season', 'starts_on'), name='week_date_once'),
        ),
        migrations.AddConstraint(
            model_name='week',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'no-play'), ('number__isnull', True)), models.Q(models.Q(('kind', 'no-play'), _negated=True), ('number__isnull', False)), _connector='OR'), name='week_has_a_number_unless_no_play'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.CheckConstraint(condition=models.Q(('home', models.F('away')), _negated=True), name='fixture_two_teams'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(fields=('week', 'home'), name='fixture_home_once_a_week'),
        ),
        migrations.AddConstraint(
            model_name='fixture',
            constraint=models.UniqueConstraint(fields=('week', 'away'), name='fixture_away_once_a_week'),
        ),
    ]
