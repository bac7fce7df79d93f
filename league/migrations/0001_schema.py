"""The tables of the league, each with its indexes and the invariants that the database itself holds."""

import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
import league.models.checked
import league.models.clubs
import league.models.notices
import league.models.seasons
import uuid
from decimal import Decimal
from django.conf import settings
from django.db import migrations, models

from league.migrations._together import CreateModels


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        CreateModels(
            [
                migrations.CreateModel(
                    name="FirstCode",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("code_hash", models.CharField(blank=True, max_length=64)),
                        ("expires_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "used_at",
                            models.DateTimeField(
                                blank=True, help_text="From then on no code opens anything.", null=True
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(condition=models.Q(("pk", 1)), name="first_code_one_row"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Heartbeat",
                    fields=[
                        ("job", models.CharField(max_length=60, primary_key=True, serialize=False)),
                        ("ran_at", models.DateTimeField()),
                        ("told", models.CharField(blank=True, max_length=250)),
                    ],
                ),
                migrations.CreateModel(
                    name="IdempotencyKey",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("owner", models.CharField(help_text="Whose key it is: a user, or an address.", max_length=80)),
                        ("key", models.CharField(max_length=255)),
                        ("request_hash", models.CharField(help_text="Of method, address and body.", max_length=64)),
                        (
                            "status",
                            models.PositiveSmallIntegerField(
                                blank=True, help_text="None while it is being answered.", null=True
                            ),
                        ),
                        ("headers", models.JSONField(default=dict)),
                        ("body", models.BinaryField(default=bytes)),
                        ("created_at", models.DateTimeField()),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["created_at"], name="idempotency_key_age"),
                        ],
                        "constraints": [
                            models.UniqueConstraint(fields=("owner", "key"), name="idempotency_key_once"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="League",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("name", models.CharField(max_length=120, unique=True)),
                        ("slug", models.SlugField(unique=True)),
                        (
                            "time_zone",
                            models.CharField(
                                default="Europe/London", max_length=50, validators=[league.models.clubs.check_time_zone]
                            ),
                        ),
                        (
                            "result_hours",
                            models.PositiveSmallIntegerField(
                                default=48,
                                help_text="Hours after the start of a fixture by which its result is due.",
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(672),
                                ],
                            ),
                        ),
                        (
                            "confirm_hours",
                            models.PositiveSmallIntegerField(
                                default=48,
                                help_text="Hours the other captain has to confirm a result or object; then it is confirmed automatically.",
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(672),
                                ],
                            ),
                        ),
                        (
                            "dispute_days",
                            models.PositiveSmallIntegerField(
                                default=5,
                                help_text="Days after a fixture's start, or its result, within which a captain may open a dispute.",
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(90),
                                ],
                            ),
                        ),
                        (
                            "appeal_days",
                            models.PositiveSmallIntegerField(
                                default=7,
                                help_text="Days after a ruling within which it may be appealed, once.",
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(90),
                                ],
                            ),
                        ),
                        (
                            "appeals_by",
                            models.CharField(
                                choices=[
                                    ("secretary", "The secretary"),
                                    ("committee", "A committee, by more than half of its votes"),
                                    ("judges", "Two judges, and a third where they differ"),
                                ],
                                default="secretary",
                                help_text="Who decides appeals that are made from now on.",
                                max_length=12,
                            ),
                        ),
                        (
                            "vote_days",
                            models.PositiveSmallIntegerField(
                                default=7,
                                help_text="Days after an appeal within which a committee or judges vote on it.",
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(90),
                                ],
                            ),
                        ),
                        (
                            "shorten_names",
                            models.BooleanField(
                                default=False, help_text="Public pages give first names and an initial only."
                            ),
                        ),
                        (
                            "second_factor",
                            models.CharField(
                                choices=[
                                    ("nobody", "Nobody; it is offered to everybody"),
                                    ("secretaries", "Secretaries"),
                                    ("officials", "Secretaries, referees, and the committee and judges of appeals"),
                                ],
                                default="nobody",
                                help_text="Whose role counts only with a second factor.",
                                max_length=12,
                            ),
                        ),
                        (
                            "currency",
                            models.CharField(
                                choices=[
                                    ("GBP", "Pounds (£)"),
                                    ("EUR", "Euros (€)"),
                                    ("USD", "US dollars ($)"),
                                    ("CAD", "Canadian dollars ($)"),
                                    ("AUD", "Australian dollars ($)"),
                                    ("NZD", "New Zealand dollars ($)"),
                                ],
                                default="GBP",
                                help_text="The currency of all that the league charges.",
                                max_length=3,
                            ),
                        ),
                        (
                            "hidden_at",
                            models.DateTimeField(
                                blank=True,
                                editable=False,
                                help_text="Since when it is hidden from everybody; see services.upkeep.",
                                null=True,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("name",),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("appeals_by__in", ["secretary", "committee", "judges"]),
                                    ("currency__in", ["GBP", "EUR", "USD", "CAD", "AUD", "NZD"]),
                                    ("second_factor__in", ["nobody", "secretaries", "officials"]),
                                ),
                                name="league_policies",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("result_hours__gte", 1),
                                    ("result_hours__lte", 672),
                                    ("confirm_hours__gte", 1),
                                    ("confirm_hours__lte", 672),
                                    ("dispute_days__gte", 1),
                                    ("dispute_days__lte", 90),
                                    ("appeal_days__gte", 1),
                                    ("appeal_days__lte", 90),
                                    ("vote_days__gte", 1),
                                    ("vote_days__lte", 90),
                                ),
                                name="league_hours_and_days",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("name", ""), _negated=True), name="league_has_a_name"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="FixtureFormat",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="formats", to="league.league"
                            ),
                        ),
                        (
                            "text",
                            models.CharField(
                                help_text="Its matches in order, as a division’s format has it.",
                                max_length=600,
                                validators=[league.models.checked.is_format],
                            ),
                        ),
                        (
                            "value",
                            models.JSONField(
                                help_text="The rulesets that its matches are played by: of singles, of others, and those named by matches.",
                                validators=[league.models.checked.is_format_value],
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                    ],
                    options={
                        "verbose_name": "format",
                        "ordering": ("pk",),
                        "constraints": [
                            models.UniqueConstraint(
                                models.F("league"),
                                models.F("text"),
                                django.db.models.functions.text.MD5(
                                    django.db.models.functions.comparison.Cast("value", models.TextField())
                                ),
                                name="format_once_a_league",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="JournalHead",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "league",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="journal_head",
                                to="league.league",
                            ),
                        ),
                        ("number", models.PositiveBigIntegerField(default=0)),
                        ("hash", models.CharField(blank=True, max_length=64)),
                    ],
                ),
                migrations.CreateModel(
                    name="Outage",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(choices=[("gap", "Outage"), ("jump", "Jump of the clock")], max_length=10),
                        ),
                        ("began_at", models.DateTimeField(help_text="The last sign of life before it.")),
                        ("ended_at", models.DateTimeField(help_text="The first one after it.")),
                        (
                            "why",
                            models.CharField(
                                blank=True, help_text="Why it is taken for a jump of the clock.", max_length=250
                            ),
                        ),
                        ("moved", models.PositiveIntegerField(default=0, help_text="How many deadlines it has moved.")),
                        ("acknowledged_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ("-pk",),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("kind", "jump"), ("ended_at__gt", models.F("began_at")), _connector="OR"
                                ),
                                name="outage_ends_after_it_began",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("acknowledged_at", None), ("kind", "jump")),
                                fields=("kind",),
                                name="outage_one_jump_open",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Pulse",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "machines",
                            models.JSONField(
                                default=dict,
                                help_text="By start of a machine: its clock (ISO) and the seconds it had been up at its last sign.",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(condition=models.Q(("pk", 1)), name="pulse_one_row"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Season",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="seasons", to="league.league"
                            ),
                        ),
                        ("name", models.CharField(max_length=60)),
                        ("slug", models.SlugField(max_length=60)),
                        ("first_week", models.DateField(help_text="The Monday of the first week.")),
                        (
                            "published_at",
                            models.DateTimeField(
                                blank=True,
                                help_text="When its fixtures became public; a season without is its secretary's draft.",
                                null=True,
                            ),
                        ),
                        (
                            "hidden_at",
                            models.DateTimeField(
                                blank=True,
                                editable=False,
                                help_text="Since when it is hidden from everybody; see services.upkeep.",
                                null=True,
                            ),
                        ),
                        (
                            "second_half",
                            models.CharField(
                                choices=[
                                    ("mirrored", "Mirrored: the same order of weeks, home and away swapped"),
                                    ("french", "French: the first week of the half comes last; fewer breaks"),
                                ],
                                default="mirrored",
                                help_text="Not of a published season: its timetable is made.",
                                max_length=10,
                            ),
                        ),
                        (
                            "last_round",
                            models.CharField(
                                choices=[
                                    ("whole", "Whole: every two teams meet in it"),
                                    ("half", "Half: every team meets half of the others once more"),
                                ],
                                default="whole",
                                help_text="Whether the last of several rounds is half a round, as in one and a half. Not of a published season.",
                                max_length=10,
                            ),
                        ),
                        (
                            "weeks_apart",
                            models.PositiveSmallIntegerField(
                                default=1,
                                help_text="Weeks from one league week to the next: 1 weekly, 2 fortnightly. Not of a published season.",
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(4),
                                ],
                            ),
                        ),
                        (
                            "evening",
                            models.CharField(
                                choices=[
                                    ("own", "Each home team’s own"),
                                    ("monday", "Monday for everybody"),
                                    ("tuesday", "Tuesday for everybody"),
                                    ("wednesday", "Wednesday for everybody"),
                                    ("thursday", "Thursday for everybody"),
                                    ("friday", "Friday for everybody"),
                                    ("saturday", "Saturday for everybody"),
                                    ("sunday", "Sunday for everybody"),
                                ],
                                default="own",
                                help_text="The evening of the fixtures: each home team's own, or one for everybody, then the home night of every team. Not of a published season.",
                                max_length=10,
                            ),
                        ),
                        (
                            "catch_up",
                            models.CharField(
                                choices=[
                                    ("penultimate", "The penultimate week of each round"),
                                    ("last", "The last week of the season"),
                                    ("named", "The weeks named below"),
                                    ("none", "None"),
                                ],
                                default="penultimate",
                                help_text="Which weeks are left blank for postponed fixtures. Not of a published season: its weeks are laid out.",
                                max_length=12,
                            ),
                        ),
                        (
                            "catch_up_weeks",
                            models.JSONField(
                                blank=True,
                                default=list,
                                help_text="The weeks left blank where they are named, each by its Monday. Not of a published season.",
                                validators=[league.models.checked.are_weeks],
                            ),
                        ),
                        (
                            "new_dates",
                            models.CharField(
                                choices=[
                                    ("agreed", "The two captains, between them"),
                                    ("committee", "The secretary, for the committee"),
                                ],
                                default="agreed",
                                help_text="Who sets the new date of a postponed fixture: the captains, or the secretary for the committee.",
                                max_length=10,
                            ),
                        ),
                        (
                            "play_within",
                            models.PositiveSmallIntegerField(
                                blank=True,
                                default=None,
                                help_text="Days after its first date within which a postponed fixture is played; empty: any number.",
                                null=True,
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(365),
                                ],
                            ),
                        ),
                        (
                            "play_until",
                            models.DateField(
                                blank=True, help_text="The last day on which a postponed fixture is played.", null=True
                            ),
                        ),
                        (
                            "short_notice_hours",
                            models.PositiveSmallIntegerField(
                                default=24,
                                help_text="Hours before the start from which a request to postpone must say why it comes so late.",
                                validators=[
                                    django.core.validators.MinValueValidator(0),
                                    django.core.validators.MaxValueValidator(336),
                                ],
                            ),
                        ),
                        (
                            "place_days",
                            models.PositiveSmallIntegerField(
                                default=7,
                                help_text="Days before the catch-up week at which postponed fixtures without a date are placed.",
                                validators=[
                                    django.core.validators.MinValueValidator(0),
                                    django.core.validators.MaxValueValidator(28),
                                ],
                            ),
                        ),
                        (
                            "catch_up_nights",
                            models.JSONField(
                                default=league.models.seasons.default_catch_up_nights,
                                help_text="Evenings of the catch-up week besides a team's own. Monday is 0.",
                                validators=[league.models.checked.are_nights],
                            ),
                        ),
                        (
                            "unplayed_policy",
                            models.CharField(
                                choices=[
                                    ("secretary", "The secretary decides"),
                                    ("nil", "Both sides get nothing"),
                                    ("awarded", "Awarded to the side that did not postpone"),
                                ],
                                default="secretary",
                                help_text="What becomes of a fixture that is unplayed after the catch-up week, or not played in time.",
                                max_length=10,
                            ),
                        ),
                        (
                            "withdrawal_policy",
                            models.CharField(
                                choices=[
                                    ("void", "All its results are void"),
                                    (
                                        "void-before-half",
                                        "Void before half-way; after it, only those of the second half",
                                    ),
                                    ("stand", "What was played stands"),
                                ],
                                default="void",
                                help_text="What becomes of the results of a team that withdraws.",
                                max_length=20,
                            ),
                        ),
                        (
                            "eligibility",
                            models.CharField(
                                choices=[
                                    ("block", "The sheet is refused"),
                                    ("warn", "The sheet is taken, the breach is listed"),
                                ],
                                default="block",
                                help_text="What a sheet with somebody on it who may not play comes to.",
                                max_length=10,
                            ),
                        ),
                        (
                            "registration",
                            models.CharField(
                                choices=[
                                    ("required", "Players who are registered"),
                                    ("open", "Anybody: a new name is written on the sheet"),
                                ],
                                default="required",
                                help_text="Whether a player has to be registered before they play.",
                                max_length=10,
                            ),
                        ),
                        (
                            "registration_days",
                            models.PositiveSmallIntegerField(
                                default=0,
                                help_text="Days that a player is registered before they play.",
                                validators=[
                                    django.core.validators.MinValueValidator(0),
                                    django.core.validators.MaxValueValidator(365),
                                ],
                            ),
                        ),
                        (
                            "registration_until",
                            models.DateField(blank=True, help_text="The last day of new registrations.", null=True),
                        ),
                        (
                            "transfer_limit",
                            models.PositiveSmallIntegerField(
                                blank=True,
                                default=1,
                                help_text="Transfers of a player in the season; empty: any number.",
                                null=True,
                                validators=[
                                    django.core.validators.MinValueValidator(0),
                                    django.core.validators.MaxValueValidator(20),
                                ],
                            ),
                        ),
                        (
                            "transfer_until",
                            models.DateField(blank=True, help_text="The last day of transfers.", null=True),
                        ),
                        (
                            "guests",
                            models.CharField(
                                choices=[
                                    ("none", "Nobody"),
                                    ("other-teams", "Players registered for another team of the season"),
                                    ("free-agents", "Players of the league who have no team"),
                                    ("anybody", "Any player of the league, registered or not"),
                                ],
                                default="none",
                                help_text="Who may play for a team besides its own players.",
                                max_length=12,
                            ),
                        ),
                        (
                            "guest_limit",
                            models.PositiveSmallIntegerField(
                                blank=True,
                                default=4,
                                help_text="Fixtures of a guest; empty: any number.",
                                null=True,
                                validators=[
                                    django.core.validators.MinValueValidator(0),
                                    django.core.validators.MaxValueValidator(200),
                                ],
                            ),
                        ),
                        (
                            "guests_at_once",
                            models.PositiveSmallIntegerField(
                                blank=True,
                                default=None,
                                help_text="Guests of a team in one fixture; empty: any number.",
                                null=True,
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(24),
                                ],
                            ),
                        ),
                        (
                            "late_card",
                            models.CharField(
                                choices=[("nobody", "Nobody"), ("home", "The home team"), ("both", "Both teams")],
                                default="nobody",
                                help_text="For whom points are proposed to be taken where a result is first sent after its deadline.",
                                max_length=10,
                            ),
                        ),
                        (
                            "late_card_points",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("1.00"),
                                help_text="Points that are proposed to be taken for a late card.",
                                max_digits=5,
                                validators=[
                                    django.core.validators.MinValueValidator(Decimal("0.01")),
                                    django.core.validators.MaxValueValidator(Decimal("100.00")),
                                ],
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("-first_week",),
                        "constraints": [
                            models.UniqueConstraint(fields=("league", "name"), name="season_name_once"),
                            models.UniqueConstraint(fields=("league", "slug"), name="season_slug_once"),
                            models.CheckConstraint(
                                condition=models.Q(("name", ""), _negated=True), name="season_has_a_name"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("weeks_apart__gte", 1),
                                    ("weeks_apart__lte", 4),
                                    models.Q(
                                        models.Q(("play_within__gte", 1), ("play_within__lte", 365)),
                                        ("play_within__isnull", True),
                                        _connector="OR",
                                    ),
                                    ("short_notice_hours__gte", 0),
                                    ("short_notice_hours__lte", 336),
                                    ("place_days__gte", 0),
                                    ("place_days__lte", 28),
                                    ("registration_days__gte", 0),
                                    ("registration_days__lte", 365),
                                    models.Q(
                                        models.Q(("transfer_limit__gte", 0), ("transfer_limit__lte", 20)),
                                        ("transfer_limit__isnull", True),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        models.Q(("guest_limit__gte", 0), ("guest_limit__lte", 200)),
                                        ("guest_limit__isnull", True),
                                        _connector="OR",
                                    ),
                                    models.Q(
                                        models.Q(("guests_at_once__gte", 1), ("guests_at_once__lte", 24)),
                                        ("guests_at_once__isnull", True),
                                        _connector="OR",
                                    ),
                                    ("late_card_points__gte", Decimal("0.01")),
                                    ("late_card_points__lte", Decimal("100.00")),
                                ),
                                name="season_numbers",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("catch_up__in", ["penultimate", "last", "named", "none"]),
                                    ("eligibility__in", ["block", "warn"]),
                                    (
                                        "evening__in",
                                        [
                                            "own",
                                            "monday",
                                            "tuesday",
                                            "wednesday",
                                            "thursday",
                                            "friday",
                                            "saturday",
                                            "sunday",
                                        ],
                                    ),
                                    ("guests__in", ["none", "other-teams", "free-agents", "anybody"]),
                                    ("last_round__in", ["whole", "half"]),
                                    ("late_card__in", ["nobody", "home", "both"]),
                                    ("new_dates__in", ["agreed", "committee"]),
                                    ("registration__in", ["required", "open"]),
                                    ("second_half__in", ["mirrored", "french"]),
                                    ("unplayed_policy__in", ["secretary", "nil", "awarded"]),
                                    ("withdrawal_policy__in", ["void", "void-before-half", "stand"]),
                                ),
                                name="season_policies",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Round",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="league.season"
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField()),
                    ],
                    options={
                        "ordering": ("number",),
                        "constraints": [
                            models.UniqueConstraint(fields=("season", "number"), name="round_number_once"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="SiteMail",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("to", models.EmailField(max_length=254)),
                        ("subject", models.CharField(max_length=250)),
                        ("text", models.TextField()),
                        ("html", models.TextField(blank=True)),
                        ("created_at", models.DateTimeField()),
                        ("send_at", models.DateTimeField(help_text="Not before: a retry puts it off.")),
                        (
                            "expires_at",
                            models.DateTimeField(help_text="Later than this it helps nobody, and is deleted unsent."),
                        ),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        (
                            "leased_until",
                            models.DateTimeField(blank=True, help_text="Somebody is sending it until then.", null=True),
                        ),
                    ],
                    options={
                        "ordering": ("pk",),
                        "indexes": [
                            models.Index(fields=["send_at"], name="site_mail_due"),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("expires_at__gt", models.F("created_at"))),
                                name="site_mail_is_short_lived",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Team",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="teams", to="league.league"
                            ),
                        ),
                        ("name", models.CharField(max_length=120)),
                        ("slug", models.SlugField(max_length=120)),
                        (
                            "note",
                            models.CharField(
                                blank=True,
                                help_text="Public: what the secretary wants known of it, such as a club or an age limit; nothing judges by it.",
                                max_length=200,
                            ),
                        ),
                        (
                            "hidden_at",
                            models.DateTimeField(
                                blank=True,
                                editable=False,
                                help_text="Since when it is hidden from everybody; see services.upkeep.",
                                null=True,
                            ),
                        ),
                        (
                            "merged_into",
                            models.ForeignKey(
                                blank=True,
                                editable=False,
                                help_text="Entered twice: all it played is that team's now; the journal and old links still name this row.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="merged",
                                to="league.team",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("name",),
                        "constraints": [
                            models.UniqueConstraint(fields=("league", "name"), name="team_name_once"),
                            models.UniqueConstraint(fields=("league", "slug"), name="team_slug_once"),
                            models.CheckConstraint(
                                condition=models.Q(("name", ""), _negated=True), name="team_has_a_name"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("merged_into", None),
                                    models.Q(
                                        models.Q(("merged_into", models.F("pk")), _negated=True),
                                        ("hidden_at__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="team_merged_is_hidden",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="User",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("password", models.CharField(max_length=128, verbose_name="password")),
                        ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                        (
                            "is_superuser",
                            models.BooleanField(
                                default=False,
                                help_text="Designates that this user has all permissions without explicitly assigning them.",
                                verbose_name="superuser status",
                            ),
                        ),
                        ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        ("email", models.EmailField(db_index=True, max_length=254)),
                        ("name", models.CharField(blank=True, max_length=120)),
                        ("is_staff", models.BooleanField(default=False, verbose_name="may open the admin")),
                        ("is_active", models.BooleanField(default=True)),
                        (
                            "erased_at",
                            models.DateTimeField(blank=True, help_text="Their own data were erased then.", null=True),
                        ),
                        ("date_joined", models.DateTimeField(default=django.utils.timezone.now)),
                        (
                            "groups",
                            models.ManyToManyField(
                                blank=True,
                                help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                                related_name="user_set",
                                related_query_name="user",
                                to="auth.group",
                                verbose_name="groups",
                            ),
                        ),
                        (
                            "user_permissions",
                            models.ManyToManyField(
                                blank=True,
                                help_text="Specific permissions for this user.",
                                related_name="user_set",
                                related_query_name="user",
                                to="auth.permission",
                                verbose_name="user permissions",
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(
                                django.db.models.functions.text.Lower("email"),
                                name="user_email_any_case_once",
                                violation_error_message="This address has an account already.",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ApiToken",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="api_tokens",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("name", models.CharField(max_length=60)),
                        ("prefix", models.CharField(help_text="Its first letters, to know it by.", max_length=12)),
                        ("token_hash", models.CharField(max_length=64, unique=True)),
                        (
                            "scopes",
                            models.JSONField(default=list, help_text="What it may be used for; see api.tokens."),
                        ),
                        ("created_at", models.DateTimeField()),
                        ("expires_at", models.DateTimeField(blank=True, null=True)),
                        ("last_used_at", models.DateTimeField(blank=True, null=True)),
                        ("revoked_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ("-created_at", "-pk"),
                    },
                ),
                migrations.CreateModel(
                    name="CalendarFeed",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="calendar_feeds",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.league"
                            ),
                        ),
                        ("token", models.CharField(max_length=64, unique=True)),
                        ("created_at", models.DateTimeField()),
                        ("revoked_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ("-created_at",),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("revoked_at", None)),
                                fields=("user", "league"),
                                name="feed_one_live",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="MailSettings",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "user",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="mail_settings",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("quiet_from", models.TimeField(blank=True, null=True)),
                        ("quiet_until", models.TimeField(blank=True, null=True)),
                        ("digest_at", models.TimeField(default="08:00")),
                        (
                            "reminder_days",
                            models.JSONField(
                                blank=True,
                                default=league.models.notices.default_reminder_days,
                                help_text="Days before a fixture; none: no reminder.",
                                validators=[league.models.checked.are_reminder_days],
                            ),
                        ),
                    ],
                    options={
                        "verbose_name_plural": "mail settings",
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("quiet_from", None), ("quiet_until", None)),
                                    models.Q(("quiet_from__isnull", False), ("quiet_until__isnull", False)),
                                    _connector="OR",
                                ),
                                name="mail_settings_quiet_hours_whole",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="OwnRuleset",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="rulesets", to="league.league"
                            ),
                        ),
                        ("name", models.SlugField(max_length=40)),
                        ("version", models.PositiveSmallIntegerField()),
                        ("title", models.CharField(max_length=60)),
                        (
                            "value",
                            models.JSONField(
                                help_text="Every field of it.", validators=[league.models.checked.is_ruleset]
                            ),
                        ),
                        (
                            "made_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                    ],
                    options={
                        "verbose_name": "own ruleset",
                        "ordering": ("name", "-version"),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("league", "name", "version"), name="own_ruleset_version_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("version__gte", 1), models.Q(("title", ""), _negated=True)),
                                name="own_ruleset_has_a_title",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Division",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="divisions",
                                to="league.season",
                            ),
                        ),
                        ("name", models.CharField(max_length=60)),
                        ("slug", models.SlugField(max_length=60)),
                        ("order", models.PositiveSmallIntegerField(default=1)),
                        (
                            "fixture_format",
                            models.CharField(
                                help_text="The matches of a fixture in order: S singles, D doubles, T trebles, 6P six a side. S5: five games; Sb3: the best of three; Sf2: until one side has won two; a w behind it: only winners are written down, a t: only how many games each side won, a p: and the points it pegged. D@five-card: that match by another ruleset. 6E1: six a side, each plays each of the other side. Behind a slash how often one player may play: 1S 1D, and what a short side does: short-twice.",
                                max_length=400,
                                validators=[league.models.checked.is_format],
                            ),
                        ),
                        (
                            "games_per_match",
                            models.PositiveSmallIntegerField(
                                default=3,
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(9),
                                ],
                            ),
                        ),
                        (
                            "points_per_game",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("1"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per game",
                            ),
                        ),
                        (
                            "points_per_match",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("0"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per match won",
                            ),
                        ),
                        (
                            "points_per_win",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("0"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per fixture won",
                            ),
                        ),
                        (
                            "points_per_draw",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("0"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per fixture drawn",
                            ),
                        ),
                        (
                            "points_per_loss",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("0"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per fixture lost",
                            ),
                        ),
                        (
                            "points_per_close_loss",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("0"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per fixture lost narrowly",
                            ),
                        ),
                        (
                            "points_per_match_drawn",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("0"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per match drawn",
                            ),
                        ),
                        (
                            "points_per_whole_match",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("0"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per match won outright",
                            ),
                        ),
                        (
                            "points_per_whole_fixture",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("0"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per fixture won outright",
                            ),
                        ),
                        (
                            "points_per_lurch",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("0"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per lurch",
                            ),
                        ),
                        (
                            "points_per_double_lurch",
                            models.DecimalField(
                                decimal_places=2,
                                default=Decimal("0"),
                                max_digits=5,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points per double lurch",
                            ),
                        ),
                        (
                            "merit_minimum",
                            models.PositiveSmallIntegerField(
                                default=0,
                                help_text="A player who has played fewer has no place in the merit table.",
                                validators=[
                                    django.core.validators.MinValueValidator(0),
                                    django.core.validators.MaxValueValidator(999),
                                ],
                                verbose_name="games for a place among the players",
                            ),
                        ),
                        (
                            "close_loss_games",
                            models.PositiveSmallIntegerField(
                                default=0,
                                help_text="The most games by which one is narrow.",
                                validators=[
                                    django.core.validators.MinValueValidator(0),
                                    django.core.validators.MaxValueValidator(999),
                                ],
                                verbose_name="games of a narrow loss",
                            ),
                        ),
                        (
                            "walkover_games",
                            models.PositiveSmallIntegerField(
                                blank=True,
                                help_text="Empty: all games of the fixture.",
                                null=True,
                                validators=[
                                    django.core.validators.MinValueValidator(1),
                                    django.core.validators.MaxValueValidator(999),
                                ],
                                verbose_name="games of a walkover",
                            ),
                        ),
                        (
                            "walkover_games_against",
                            models.PositiveSmallIntegerField(
                                default=0,
                                help_text="The side that did not come, or conceded.",
                                validators=[
                                    django.core.validators.MinValueValidator(0),
                                    django.core.validators.MaxValueValidator(999),
                                ],
                                verbose_name="games of the absent side",
                            ),
                        ),
                        (
                            "walkover_points",
                            models.DecimalField(
                                blank=True,
                                decimal_places=2,
                                help_text="Empty: what its games, matches and win bring.",
                                max_digits=5,
                                null=True,
                                validators=[django.core.validators.MinValueValidator(0)],
                                verbose_name="points for a walkover",
                            ),
                        ),
                        (
                            "absent_points",
                            models.DecimalField(
                                blank=True,
                                decimal_places=2,
                                help_text="They may be less than nothing. Empty: what its games bring.",
                                max_digits=5,
                                null=True,
                                validators=[django.core.validators.MinValueValidator(-999)],
                                verbose_name="points of the absent side",
                            ),
                        ),
                        (
                            "tie_breaks",
                            models.JSONField(
                                default=league.models.seasons.default_tie_breaks,
                                validators=[league.models.checked.are_tie_breaks],
                            ),
                        ),
                        (
                            "own_evening",
                            models.CharField(
                                choices=[
                                    ("season", "As the season says"),
                                    ("monday", "Monday"),
                                    ("tuesday", "Tuesday"),
                                    ("wednesday", "Wednesday"),
                                    ("thursday", "Thursday"),
                                    ("friday", "Friday"),
                                    ("saturday", "Saturday"),
                                    ("sunday", "Sunday"),
                                ],
                                default="season",
                                help_text="The evening of the division's fixtures, then the home night of every team of it; or as the season says.",
                                max_length=10,
                            ),
                        ),
                        (
                            "own_start",
                            models.TimeField(
                                blank=True,
                                help_text="When the division's fixtures start, then the start of every team of it; empty: as each team says.",
                                null=True,
                            ),
                        ),
                        (
                            "singles_ruleset",
                            models.CharField(
                                choices=[
                                    ("league", "League"),
                                    ("hoyle", "Hoyle"),
                                    ("hoyle-61", "Hoyle, once around"),
                                    ("six-card", "Six-card"),
                                    ("six-card-61", "Six-card, 61 up"),
                                    ("five-card", "Five-card"),
                                    ("five-card-starter-first", "Five-card, starter first"),
                                    ("seven-card", "Seven-card"),
                                    ("three-handed", "Three-handed"),
                                    ("home-computer", "Home computer"),
                                    ("home-computer-61", "Home computer, once around"),
                                    ("acc", "American Cribbage Congress"),
                                ],
                                default="league",
                                max_length=40,
                            ),
                        ),
                        (
                            "doubles_ruleset",
                            models.CharField(
                                choices=[
                                    ("league", "League"),
                                    ("hoyle", "Hoyle"),
                                    ("hoyle-61", "Hoyle, once around"),
                                    ("six-card", "Six-card"),
                                    ("six-card-61", "Six-card, 61 up"),
                                    ("five-card", "Five-card"),
                                    ("five-card-starter-first", "Five-card, starter first"),
                                    ("seven-card", "Seven-card"),
                                    ("three-handed", "Three-handed"),
                                    ("home-computer", "Home computer"),
                                    ("home-computer-61", "Home computer, once around"),
                                    ("acc", "American Cribbage Congress"),
                                ],
                                default="league",
                                max_length=40,
                            ),
                        ),
                        (
                            "singles_own",
                            models.ForeignKey(
                                blank=True,
                                editable=False,
                                help_text="The league’s own ruleset that is played by in place of the named one.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="league.ownruleset",
                            ),
                        ),
                        (
                            "doubles_own",
                            models.ForeignKey(
                                blank=True,
                                editable=False,
                                help_text="The league’s own ruleset that is played by in place of the named one.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="league.ownruleset",
                            ),
                        ),
                        (
                            "singles_rules",
                            models.JSONField(
                                blank=True,
                                default=dict,
                                editable=False,
                                help_text="The whole of it.",
                                validators=[league.models.checked.is_ruleset],
                            ),
                        ),
                        (
                            "doubles_rules",
                            models.JSONField(
                                blank=True,
                                default=dict,
                                editable=False,
                                help_text="The whole of it.",
                                validators=[league.models.checked.is_ruleset],
                            ),
                        ),
                        (
                            "match_rules",
                            models.JSONField(
                                blank=True,
                                default=dict,
                                editable=False,
                                help_text="The whole of each of the league’s own rulesets that matches of its format name, by its word.",
                                validators=[league.models.checked.are_rulesets],
                            ),
                        ),
                        (
                            "format",
                            models.ForeignKey(
                                blank=True,
                                editable=False,
                                help_text="The row that says the same; none until a fixture has a result.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="league.fixtureformat",
                            ),
                        ),
                        (
                            "format_since",
                            models.DateTimeField(
                                blank=True,
                                editable=False,
                                help_text="When its format last changed while it had results.",
                                null=True,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("order", "name"),
                        "constraints": [
                            models.UniqueConstraint(fields=("season", "name"), name="division_name_once"),
                            models.UniqueConstraint(fields=("season", "slug"), name="division_slug_once"),
                            models.CheckConstraint(
                                condition=models.Q(("games_per_match__gte", 1), ("games_per_match__lte", 9)),
                                name="division_games_per_match",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("name", ""), _negated=True), name="division_has_a_name"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("points_per_game__gte", 0),
                                    ("points_per_match__gte", 0),
                                    ("points_per_win__gte", 0),
                                    ("points_per_draw__gte", 0),
                                    ("points_per_loss__gte", 0),
                                    ("points_per_close_loss__gte", 0),
                                    ("points_per_match_drawn__gte", 0),
                                    ("points_per_whole_match__gte", 0),
                                    ("points_per_whole_fixture__gte", 0),
                                    ("points_per_lurch__gte", 0),
                                    ("points_per_double_lurch__gte", 0),
                                    ("merit_minimum__gte", 0),
                                    ("close_loss_games__gte", 0),
                                    models.Q(
                                        ("walkover_games__gte", 1), ("walkover_games__isnull", True), _connector="OR"
                                    ),
                                    ("walkover_games_against__gte", 0),
                                    models.Q(
                                        ("walkover_points__gte", 0), ("walkover_points__isnull", True), _connector="OR"
                                    ),
                                    models.Q(
                                        ("absent_points__gte", -999), ("absent_points__isnull", True), _connector="OR"
                                    ),
                                ),
                                name="division_points",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "own_evening__in",
                                        [
                                            "season",
                                            "monday",
                                            "tuesday",
                                            "wednesday",
                                            "thursday",
                                            "friday",
                                            "saturday",
                                            "sunday",
                                        ],
                                    )
                                ),
                                name="division_policies",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "doubles_ruleset__in",
                                        [
                                            "league",
                                            "hoyle",
                                            "hoyle-61",
                                            "six-card",
                                            "six-card-61",
                                            "five-card",
                                            "five-card-starter-first",
                                            "seven-card",
                                            "three-handed",
                                            "home-computer",
                                            "home-computer-61",
                                            "acc",
                                        ],
                                    ),
                                    (
                                        "singles_ruleset__in",
                                        [
                                            "league",
                                            "hoyle",
                                            "hoyle-61",
                                            "six-card",
                                            "six-card-61",
                                            "five-card",
                                            "five-card-starter-first",
                                            "seven-card",
                                            "three-handed",
                                            "home-computer",
                                            "home-computer-61",
                                            "acc",
                                        ],
                                    ),
                                ),
                                name="division_rulesets",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LotsDrawn",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "division",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT, related_name="lots", to="league.division"
                            ),
                        ),
                        ("drawn_on", models.DateField(help_text="The day on which they were drawn.")),
                        (
                            "note",
                            models.CharField(
                                blank=True,
                                help_text="Public: how, where and before whom they were drawn.",
                                max_length=250,
                            ),
                        ),
                        (
                            "recorded_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("recorded_at", models.DateTimeField()),
                        (
                            "withdrawn_at",
                            models.DateTimeField(blank=True, help_text="From then on they count no more.", null=True),
                        ),
                        (
                            "withdrawn_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("withdrawn_why", models.CharField(blank=True, max_length=250)),
                    ],
                    options={
                        "verbose_name": "draw of lots",
                        "verbose_name_plural": "draws of lots",
                        "ordering": ("drawn_on", "pk"),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("withdrawn_at__isnull", True), ("withdrawn_why", "")),
                                    models.Q(
                                        ("withdrawn_at__isnull", False), models.Q(("withdrawn_why", ""), _negated=True)
                                    ),
                                    _connector="OR",
                                ),
                                name="lots_withdrawn_for_a_reason",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Lot",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "drawn",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="lots", to="league.lotsdrawn"
                            ),
                        ),
                        ("place", models.PositiveSmallIntegerField(help_text="1 is the best.")),
                        (
                            "team",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT, related_name="lots", to="league.team"
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("drawn", "place"),
                        "constraints": [
                            models.UniqueConstraint(fields=("drawn", "place"), name="lot_place_once"),
                            models.UniqueConstraint(fields=("drawn", "team"), name="lot_team_once"),
                            models.CheckConstraint(condition=models.Q(("place__gte", 1)), name="lot_place"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Player",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="players", to="league.league"
                            ),
                        ),
                        ("name", models.CharField(max_length=120)),
                        ("email", models.EmailField(blank=True, max_length=254)),
                        ("phone", models.CharField(blank=True, max_length=40)),
                        (
                            "shorten_name",
                            models.BooleanField(
                                default=False, help_text="Public pages give their first name and an initial only."
                            ),
                        ),
                        (
                            "note",
                            models.CharField(
                                blank=True,
                                help_text="What the secretary wants captains to know on the sheet, such as an age; nothing judges by it.",
                                max_length=200,
                            ),
                        ),
                        (
                            "erased_at",
                            models.DateTimeField(blank=True, help_text="Their own data were erased then.", null=True),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="players",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "merged_into",
                            models.ForeignKey(
                                blank=True,
                                help_text="Entered twice: all they played is that player's now, and only the journal still names this row.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="merged",
                                to="league.player",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("name", "pk"),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("merged_into", None),
                                    models.Q(
                                        models.Q(("merged_into", models.F("pk")), _negated=True),
                                        ("email", ""),
                                        ("user", None),
                                    ),
                                    _connector="OR",
                                ),
                                name="player_merged_is_nobody_else",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("name", ""), _negated=True), name="player_has_a_name"
                            ),
                            models.UniqueConstraint(
                                models.F("league"),
                                django.db.models.functions.text.Lower("email"),
                                condition=models.Q(("email", ""), _negated=True),
                                name="player_email_once",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("user", None), _negated=True),
                                fields=("league", "user"),
                                name="player_user_once",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Charge",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT, related_name="charges", to="league.season"
                            ),
                        ),
                        (
                            "team",
                            models.ForeignKey(
                                blank=True,
                                help_text="The team that is charged; none where it is a player.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="charges",
                                to="league.team",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                blank=True,
                                help_text="The player who is charged; none where it is a team.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="charges",
                                to="league.player",
                            ),
                        ),
                        (
                            "through",
                            models.ForeignKey(
                                blank=True,
                                help_text="The team that the player was registered for that day: its captain sees the charge.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="charges_of_players",
                                to="league.team",
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[("fee", "Fee"), ("fine", "Fine"), ("pennies", "Pennies")], max_length=10
                            ),
                        ),
                        (
                            "amount",
                            models.DecimalField(
                                decimal_places=2,
                                help_text="In the league’s currency.",
                                max_digits=7,
                                validators=[
                                    django.core.validators.MinValueValidator(Decimal("0.01")),
                                    django.core.validators.MaxValueValidator(Decimal("10000")),
                                ],
                            ),
                        ),
                        ("reason", models.CharField(max_length=250)),
                        (
                            "date",
                            models.DateField(help_text="The day for which it is charged, by the league’s own clock."),
                        ),
                        ("paid_on", models.DateField(blank=True, help_text="The day on which it was paid.", null=True)),
                        (
                            "made_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        (
                            "cancelled_at",
                            models.DateTimeField(blank=True, help_text="Since then it is owed no more.", null=True),
                        ),
                        ("cancelled_because", models.CharField(blank=True, max_length=250)),
                    ],
                    options={
                        "ordering": ("date", "pk"),
                        "indexes": [
                            models.Index(fields=["season", "paid_on"], name="charge_of_a_season"),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("player__isnull", True), ("team__isnull", False), ("through__isnull", True)
                                    ),
                                    models.Q(("player__isnull", False), ("team__isnull", True)),
                                    _connector="OR",
                                ),
                                name="charge_of_a_team_or_a_player",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("kind__in", ["fee", "fine", "pennies"])), name="charge_kind"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("amount__gte", Decimal("0.01")), ("amount__lte", Decimal("10000"))),
                                name="charge_amount",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True), name="charge_has_a_reason"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("cancelled_at", None), ("cancelled_because", "")),
                                    models.Q(
                                        ("cancelled_at__isnull", False),
                                        ("paid_on", None),
                                        models.Q(("cancelled_because", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="charge_cancelled_is_unpaid_and_says_why",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Invitation",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="invitations",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="invitations",
                                to="league.league",
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("secretary", "Secretary"),
                                    ("referee", "Referee"),
                                    ("chair", "Chair of the committee"),
                                    ("committee", "Committee member"),
                                    ("judge", "Judge"),
                                    ("captain", "Captain"),
                                    ("vice-captain", "Vice-captain"),
                                    ("player", "Player"),
                                ],
                                max_length=20,
                            ),
                        ),
                        (
                            "team",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="league.team",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="league.player",
                            ),
                        ),
                        (
                            "ends_on",
                            models.DateField(
                                blank=True, help_text="The last day of the role, if that is known.", null=True
                            ),
                        ),
                        (
                            "invited_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("invited_at", models.DateTimeField()),
                        ("expires_at", models.DateTimeField()),
                        ("accepted_at", models.DateTimeField(blank=True, null=True)),
                        ("revoked_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ("-invited_at",),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("accepted_at", None), ("revoked_at", None)),
                                fields=("user", "league", "kind", "team"),
                                name="invitation_one_open_to_a_team",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("accepted_at", None), ("revoked_at", None), ("team", None)),
                                fields=("user", "league", "kind"),
                                name="invitation_one_open_to_a_league",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Preference",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="preferences",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("result-to-confirm", "A result to confirm"),
                                    ("result-unanswerable", "A sheet that only the secretary can confirm"),
                                    ("deadline-moved", "More time to answer"),
                                    ("result-confirmed", "Result confirmed"),
                                    ("result-disputed", "Result disputed"),
                                    ("dispute-settled", "Dispute settled"),
                                    ("ruling-made", "A ruling on your fixture"),
                                    ("captain-informed", "The captain is informed"),
                                    ("fixture-reminder", "A fixture is coming"),
                                    ("result-due", "A result is due"),
                                    ("result-overdue", "A result is overdue"),
                                    ("postponement-asked", "A postponement is requested"),
                                    ("postponement-agreed", "A new date is agreed"),
                                    ("postponement-placed", "A fixture was placed in the catch-up week"),
                                    ("postponement-refused", "A postponement is refused or withdrawn"),
                                    ("postponement-owed", "A fixture has no date"),
                                    ("date-to-set", "A date for you to set"),
                                    ("time-running-out", "Little time is left to find a date"),
                                    ("fixture-moved", "A fixture was moved"),
                                    ("fixture-cancelled", "A fixture will not be played"),
                                    ("play-off-arranged", "A play-off is arranged"),
                                    ("timetable-published", "The timetable is published"),
                                    ("correction-to-confirm", "A correction to confirm"),
                                    ("correction-answered", "A correction was answered"),
                                    ("result-decided", "The secretary decided about a result"),
                                    ("points-adjusted", "Points were given or taken"),
                                    ("late-card-proposed", "A late card to decide"),
                                    ("late-card-dismissed", "A late card was dismissed"),
                                    ("lots-recorded", "Lots were drawn, or withdrawn"),
                                    ("rules-changed", "Settings changed during the season"),
                                    ("charged", "A charge"),
                                    ("charge-changed", "A charge was paid or cancelled"),
                                    ("dispute-opened", "A dispute was opened"),
                                    ("dispute-assigned", "A dispute for you to rule on"),
                                    ("appeal-opened", "An appeal was made"),
                                    ("appeal-decided", "An appeal was decided"),
                                    ("appeal-to-decide", "An appeal for you to decide"),
                                    ("conduct-proposed", "Conduct to decide about"),
                                    ("invitation", "An invitation"),
                                    ("journal-head", "The last entry of the journal, once a day"),
                                ],
                                max_length=30,
                            ),
                        ),
                        (
                            "delivery",
                            models.CharField(
                                choices=[
                                    ("mail", "At once"),
                                    ("digest", "Once a day, together"),
                                    ("none", "Not by mail"),
                                ],
                                default="mail",
                                max_length=10,
                            ),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("user", "kind"), name="preference_once"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Registration",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="registrations",
                                to="league.season",
                            ),
                        ),
                        (
                            "team",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="registrations",
                                to="league.team",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="registrations",
                                to="league.player",
                            ),
                        ),
                        ("starts_on", models.DateField()),
                        ("ends_on", models.DateField(blank=True, null=True)),
                    ],
                    options={
                        "indexes": [
                            models.Index(fields=["season", "team"], name="registration_squad"),
                        ],
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("ends_on", None)),
                                fields=("season", "player"),
                                name="registration_one_team_a_season",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("ends_on", None), ("ends_on__gte", models.F("starts_on")), _connector="OR"
                                ),
                                name="registration_ends_after_it_starts",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Role",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="roles",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="roles", to="league.league"
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("secretary", "Secretary"),
                                    ("referee", "Referee"),
                                    ("chair", "Chair of the committee"),
                                    ("committee", "Committee member"),
                                    ("judge", "Judge"),
                                    ("captain", "Captain"),
                                    ("vice-captain", "Vice-captain"),
                                    ("player", "Player"),
                                ],
                                max_length=20,
                            ),
                        ),
                        (
                            "team",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="roles",
                                to="league.team",
                            ),
                        ),
                        ("starts_on", models.DateField()),
                        ("ends_on", models.DateField(blank=True, help_text="The last day they have it.", null=True)),
                        (
                            "ended_at",
                            models.DateTimeField(blank=True, help_text="Ended early at that moment.", null=True),
                        ),
                    ],
                    options={
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("kind__in", ("captain", "vice-captain", "player")), ("team__isnull", False)
                                    ),
                                    models.Q(
                                        models.Q(("kind__in", ("captain", "vice-captain", "player")), _negated=True),
                                        ("team__isnull", True),
                                    ),
                                    _connector="OR",
                                ),
                                name="role_has_a_team_when_it_needs_one",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("ends_on", None)),
                                fields=("user", "league", "kind", "team"),
                                name="role_of_a_team_once",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("ends_on", None), ("team", None)),
                                fields=("user", "league", "kind"),
                                name="role_of_a_league_once",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("ends_on", None), ("ends_on__gte", models.F("starts_on")), _connector="OR"
                                ),
                                name="role_ends_after_it_starts",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="RuleChange",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rule_changes",
                                to="league.season",
                            ),
                        ),
                        (
                            "division",
                            models.ForeignKey(
                                blank=True,
                                help_text="The one that it is of; none where it holds for the whole season.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="rule_changes",
                                to="league.division",
                            ),
                        ),
                        (
                            "data",
                            models.JSONField(help_text="Old and new value of each field, as the journal has them."),
                        ),
                        ("reason", models.CharField(help_text="Public.", max_length=250)),
                        (
                            "made_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                    ],
                    options={
                        "verbose_name": "rule change",
                        "ordering": ("made_at", "pk"),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True), name="rule_change_has_a_reason"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="SecurityEvent",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                blank=True,
                                help_text="Whose account it is about; nobody’s where an unknown address was tried.",
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="security_events",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "by",
                            models.ForeignKey(
                                blank=True,
                                help_text="Who did it, where that was somebody else.",
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("signed-up", "Account made"),
                                    ("signed-in", "Signed in"),
                                    ("signed-out", "Signed out"),
                                    ("sign-in-failed", "Sign-in failed"),
                                    ("code-refused", "Wrong code"),
                                    ("password-changed", "Password changed"),
                                    ("password-reset", "Password reset by mail"),
                                    ("address-added", "Email address added"),
                                    ("address-confirmed", "Email address confirmed"),
                                    ("address-changed", "Email address changed"),
                                    ("address-removed", "Email address removed"),
                                    ("older-discarded", "Everything older made useless"),
                                    ("token-made", "API token made"),
                                    ("token-revoked", "API token revoked"),
                                    ("calendar-made", "Calendar link made"),
                                    ("calendar-revoked", "Calendar link revoked"),
                                    ("factor-added", "Second factor added"),
                                    ("factor-removed", "Second factor removed"),
                                    ("factor-renewed", "Recovery codes renewed"),
                                    ("factor-refused", "Second factor refused"),
                                    ("sessions-ended", "Signed out elsewhere"),
                                    ("role-given", "Role given"),
                                    ("role-ended", "Role ended"),
                                    ("data-exported", "Data downloaded"),
                                    ("admin-changed", "Changed by an administrator"),
                                ],
                                max_length=30,
                            ),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "address",
                            models.GenericIPAddressField(
                                blank=True,
                                help_text="Where the request came from, unless somebody else did it.",
                                null=True,
                                verbose_name="from",
                            ),
                        ),
                        (
                            "agent",
                            models.CharField(
                                blank=True,
                                help_text="The browser, as it calls itself.",
                                max_length=150,
                                verbose_name="browser",
                            ),
                        ),
                        (
                            "tried",
                            models.CharField(
                                blank=True, help_text="The address that was tried, shortened.", max_length=90
                            ),
                        ),
                        ("detail", models.CharField(blank=True, max_length=200)),
                    ],
                    options={
                        "ordering": ("-at", "-pk"),
                        "indexes": [
                            models.Index(fields=["user", "-at"], name="security_event_of_user"),
                            models.Index(fields=["at"], name="security_event_age"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Timetable",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="timetables",
                                to="league.season",
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "Waiting"),
                                    ("solving", "Being made"),
                                    ("ready", "Ready to view"),
                                    ("failed", "Could not be made"),
                                    ("published", "Published"),
                                    ("discarded", "Discarded"),
                                ],
                                default="waiting",
                                max_length=10,
                            ),
                        ),
                        (
                            "brief",
                            models.JSONField(help_text="What the secretary asks besides teams, venues and weeks."),
                        ),
                        (
                            "made",
                            models.JSONField(
                                blank=True,
                                default=dict,
                                help_text="The timetable and its quality; see timetable.plain.",
                            ),
                        ),
                        (
                            "version",
                            models.PositiveIntegerField(
                                default=1, help_text="Grows with each edit; an edit names the one it saw."
                            ),
                        ),
                        ("progress", models.CharField(blank=True, max_length=250)),
                        (
                            "asked_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("asked_at", models.DateTimeField()),
                        (
                            "leased_until",
                            models.DateTimeField(
                                blank=True, help_text="Whoever makes it must be done by then.", null=True
                            ),
                        ),
                        ("finished_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ("-asked_at", "-pk"),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("state", "published")),
                                fields=("season",),
                                name="timetable_one_published",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Venue",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="venues", to="league.league"
                            ),
                        ),
                        ("name", models.CharField(max_length=120)),
                        ("address", models.CharField(blank=True, max_length=250)),
                        (
                            "boards",
                            models.PositiveSmallIntegerField(
                                default=1,
                                validators=[django.core.validators.MinValueValidator(1)],
                                verbose_name="fixtures at once",
                            ),
                        ),
                        (
                            "hidden_at",
                            models.DateTimeField(
                                blank=True,
                                editable=False,
                                help_text="Since when it is hidden from everybody; see services.upkeep.",
                                null=True,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("name",),
                        "constraints": [
                            models.UniqueConstraint(fields=("league", "name"), name="venue_name_once"),
                            models.CheckConstraint(
                                condition=models.Q(("boards__gte", 1)), name="venue_holds_a_fixture"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("name", ""), _negated=True), name="venue_has_a_name"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Entry",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="league.season"
                            ),
                        ),
                        (
                            "division",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="entries",
                                to="league.division",
                            ),
                        ),
                        (
                            "team",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="entries", to="league.team"
                            ),
                        ),
                        (
                            "venue",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="league.venue"
                            ),
                        ),
                        (
                            "home_night",
                            models.PositiveSmallIntegerField(
                                choices=[
                                    (0, "Monday"),
                                    (1, "Tuesday"),
                                    (2, "Wednesday"),
                                    (3, "Thursday"),
                                    (4, "Friday"),
                                    (5, "Saturday"),
                                    (6, "Sunday"),
                                ]
                            ),
                        ),
                        ("start_time", models.TimeField()),
                        (
                            "withdrawn_on",
                            models.DateField(blank=True, help_text="From this day it no longer plays.", null=True),
                        ),
                        (
                            "withdrawal_policy",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("void", "All its results are void"),
                                    (
                                        "void-before-half",
                                        "Void before half-way; after it, only those of the second half",
                                    ),
                                    ("stand", "What was played stands"),
                                ],
                                help_text="What became of its results, whatever the season's policy is now.",
                                max_length=20,
                            ),
                        ),
                    ],
                    options={
                        "verbose_name_plural": "entries",
                        "ordering": ("team__name",),
                        "constraints": [
                            models.UniqueConstraint(fields=("season", "team"), name="entry_one_division_a_season"),
                            models.CheckConstraint(
                                condition=models.Q(("home_night__in", [0, 1, 2, 3, 4, 5, 6])), name="entry_home_night"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Adjustment",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="adjustments",
                                to="league.entry",
                            ),
                        ),
                        (
                            "points",
                            models.DecimalField(decimal_places=2, help_text="Below nothing: taken.", max_digits=6),
                        ),
                        ("reason", models.CharField(max_length=250)),
                        ("date", models.DateField(help_text="The day it counts from.")),
                        (
                            "made_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        (
                            "takes_back",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="taken_back_by",
                                to="league.adjustment",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("date", "pk"),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("points", 0), _negated=True), name="adjustment_of_something"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True), name="adjustment_has_a_reason"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Blackout",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "entry",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="blackouts", to="league.entry"
                            ),
                        ),
                        ("date", models.DateField()),
                    ],
                    options={
                        "ordering": ("date",),
                        "constraints": [
                            models.UniqueConstraint(fields=("entry", "date"), name="blackout_once"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="VenueClosure",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "venue",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="closures", to="league.venue"
                            ),
                        ),
                        ("date", models.DateField()),
                    ],
                    options={
                        "ordering": ("date",),
                        "constraints": [
                            models.UniqueConstraint(fields=("venue", "date"), name="closure_once"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Week",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="weeks", to="league.season"
                            ),
                        ),
                        (
                            "round",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="weeks", to="league.round"
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("starts_on", models.DateField(help_text="Its Monday.")),
                        (
                            "kind",
                            models.CharField(
                                choices=[("play", "Play"), ("catch-up", "Catch-up"), ("no-play", "No play")],
                                default="play",
                                max_length=10,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("starts_on",),
                        "constraints": [
                            models.UniqueConstraint(fields=("round", "number"), name="week_number_once"),
                            models.UniqueConstraint(fields=("season", "starts_on"), name="week_date_once"),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("kind", "no-play"), ("number__isnull", True)),
                                    models.Q(models.Q(("kind", "no-play"), _negated=True), ("number__isnull", False)),
                                    _connector="OR",
                                ),
                                name="week_has_a_number_unless_no_play",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Fixture",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        ("uid", models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                        (
                            "division",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="fixtures",
                                to="league.division",
                            ),
                        ),
                        (
                            "week",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT, related_name="fixtures", to="league.week"
                            ),
                        ),
                        (
                            "home",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="home_fixtures",
                                to="league.team",
                            ),
                        ),
                        (
                            "away",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="away_fixtures",
                                to="league.team",
                            ),
                        ),
                        (
                            "venue",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT, related_name="fixtures", to="league.venue"
                            ),
                        ),
                        ("starts_at", models.DateTimeField()),
                        (
                            "original_starts_at",
                            models.DateTimeField(help_text="The date the timetable gave; never changed."),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("scheduled", "Scheduled"),
                                    ("postponed", "Postponed"),
                                    ("cancelled", "Cancelled"),
                                ],
                                default="scheduled",
                                max_length=12,
                            ),
                        ),
                        (
                            "sequence",
                            models.PositiveIntegerField(
                                default=0, help_text="Grows whenever its time, place or state changes."
                            ),
                        ),
                        ("changed_at", models.DateTimeField(blank=True, help_text="When that was last.", null=True)),
                        (
                            "withdrawal",
                            models.ForeignKey(
                                blank=True,
                                help_text="The team whose withdrawal cancelled it; it comes back when that is reversed.",
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="cancelled_fixtures",
                                to="league.entry",
                            ),
                        ),
                        (
                            "format",
                            models.ForeignKey(
                                blank=True,
                                editable=False,
                                help_text="What its live result was played by; none: it is played as its division plays.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="league.fixtureformat",
                            ),
                        ),
                        (
                            "play_off",
                            models.BooleanField(
                                default=False,
                                help_text="Made between level teams: it decides their order and counts for nothing else.",
                            ),
                        ),
                        (
                            "before_withdrawal",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("scheduled", "Scheduled"),
                                    ("postponed", "Postponed"),
                                    ("cancelled", "Cancelled"),
                                ],
                                help_text="The state it had until then.",
                                max_length=12,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("starts_at", "pk"),
                        "indexes": [
                            models.Index(fields=["division", "starts_at"], name="fixture_division_time"),
                            models.Index(fields=["venue", "starts_at"], name="fixture_venue_time"),
                        ],
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("home", models.F("away")), _negated=True), name="fixture_two_teams"
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(
                                    ("play_off", False),
                                    models.Q(("state", "cancelled"), ("withdrawal", None), _negated=True),
                                ),
                                fields=("week", "home"),
                                name="fixture_home_once_a_week",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(
                                    ("play_off", False),
                                    models.Q(("state", "cancelled"), ("withdrawal", None), _negated=True),
                                ),
                                fields=("week", "away"),
                                name="fixture_away_once_a_week",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Call",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "fixture",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="calls", to="league.fixture"
                            ),
                        ),
                        ("match_number", models.PositiveSmallIntegerField()),
                        ("game_number", models.PositiveSmallIntegerField()),
                        (
                            "counter",
                            models.CharField(
                                choices=[("home", "Home"), ("away", "Away")],
                                help_text="The side that counted the hand.",
                                max_length=4,
                            ),
                        ),
                        (
                            "counter_player",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="calls",
                                to="league.player",
                            ),
                        ),
                        (
                            "challenger_player",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="challenges",
                                to="league.player",
                            ),
                        ),
                        ("cards", models.CharField(help_text="The hand, as codes: AC 7D 8H 3S.", max_length=20)),
                        ("starter", models.CharField(max_length=2)),
                        ("crib", models.BooleanField(default=False)),
                        ("declared", models.PositiveSmallIntegerField()),
                        ("claimed", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("takes", models.BooleanField(default=True)),
                        (
                            "recorded_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("recorded_at", models.DateTimeField()),
                    ],
                    options={
                        "ordering": ("fixture", "match_number", "game_number", "pk"),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("game_number__gte", 1), ("match_number__gte", 1)),
                                name="call_in_a_game",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="ConductCase",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "fixture",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="conduct_cases",
                                to="league.fixture",
                            ),
                        ),
                        ("match_number", models.PositiveSmallIntegerField()),
                        ("game_number", models.PositiveSmallIntegerField()),
                        ("side", models.CharField(choices=[("home", "Home"), ("away", "Away")], max_length=4)),
                        (
                            "player",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="conduct_cases",
                                to="league.player",
                            ),
                        ),
                        (
                            "overcalls",
                            models.PositiveSmallIntegerField(default=0, help_text="As counted when it was proposed."),
                        ),
                        ("false_challenges", models.PositiveSmallIntegerField(default=0)),
                        ("threshold", models.PositiveSmallIntegerField(help_text="The ruleset's, then.")),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("proposed", "To be decided"),
                                    ("awarded", "The game is awarded to the other side"),
                                    ("dismissed", "Not persistent"),
                                    ("lapsed", "Closed: a ruling it rested on was revoked"),
                                ],
                                default="proposed",
                                max_length=10,
                            ),
                        ),
                        ("proposed_at", models.DateTimeField()),
                    ],
                    options={
                        "ordering": ("-proposed_at", "-pk"),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("state", "lapsed"), _negated=True),
                                fields=("fixture", "match_number", "game_number", "player"),
                                name="conduct_case_of_a_player_once",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("player", None), models.Q(("state", "lapsed"), _negated=True)),
                                fields=("fixture", "match_number", "game_number", "side"),
                                name="conduct_case_of_a_side_once",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="JournalEntry",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT, related_name="journal", to="league.league"
                            ),
                        ),
                        (
                            "number",
                            models.PositiveBigIntegerField(help_text="Its place in the league's chain: 1, 2, 3 …"),
                        ),
                        ("at", models.DateTimeField()),
                        (
                            "by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("season-imported", "Season imported"),
                                    ("result-submitted", "Result submitted"),
                                    ("result-confirmed", "Result confirmed"),
                                    ("result-disputed", "Result disputed"),
                                    ("deadline-moved", "More time to answer"),
                                    ("guests-judged", "Guests judged again"),
                                    ("dispute-settled", "Dispute settled"),
                                    ("walkover-given", "Walkover given"),
                                    ("fixture-postponed", "Fixture postponed"),
                                    ("postponement-requested", "Postponement requested"),
                                    ("postponement-answered", "Postponement answered with other dates"),
                                    ("postponement-agreed", "New date agreed"),
                                    ("postponement-refused", "Postponement refused"),
                                    ("postponement-withdrawn", "Postponement withdrawn"),
                                    ("postponement-placed", "Placed in the catch-up week"),
                                    ("postponement-lapsed", "Not played in time"),
                                    ("fixture-moved", "Fixture moved"),
                                    ("fixture-cancelled", "Fixture cancelled"),
                                    ("season-made", "Season made"),
                                    ("season-changed", "Season’s settings changed"),
                                    ("ruleset-made", "Ruleset made"),
                                    ("timetable-published", "Timetable published"),
                                    ("team-added", "Team added"),
                                    ("team-withdrawn", "Team withdrawn"),
                                    ("team-returned", "Withdrawal reversed"),
                                    ("team-changed", "Team changed"),
                                    ("venue-changed", "Venue changed"),
                                    ("league-made", "League made"),
                                    ("hidden", "Hidden"),
                                    ("restored", "Shown again"),
                                    ("deleted", "Deleted"),
                                    ("call-ruled", "Call ruled on"),
                                    ("ruling-revoked", "Ruling revoked by its referee"),
                                    ("game-awarded", "Game awarded"),
                                    ("correction-proposed", "Correction proposed"),
                                    ("correction-answered", "Correction answered"),
                                    ("result-corrected", "Result corrected"),
                                    ("result-decided", "Result decided by the secretary"),
                                    ("points-adjusted", "Points adjusted"),
                                    ("late-card-dismissed", "Late card dismissed"),
                                    ("play-off-made", "Play-off arranged"),
                                    ("lots-recorded", "Lots recorded"),
                                    ("lots-withdrawn", "Lots withdrawn"),
                                    ("charged", "Charged"),
                                    ("charge-paid", "Payment of a charge"),
                                    ("charge-cancelled", "Charge cancelled"),
                                    ("high-hand-recorded", "High hand recorded"),
                                    ("high-hand-removed", "High hand removed"),
                                    ("dispute-opened", "Dispute opened"),
                                    ("dispute-assigned", "Dispute assigned"),
                                    ("dispute-withdrawn", "Dispute withdrawn"),
                                    ("evidence-added", "Evidence added"),
                                    ("appeal-opened", "Appeal made"),
                                    ("appeal-voted", "Vote on an appeal"),
                                    ("appeal-decided", "Appeal decided"),
                                    ("conduct-proposed", "Conduct to decide about"),
                                    ("conduct-decided", "Conduct decided"),
                                    ("player-named", "New player written on a sheet"),
                                    ("player-registered", "Player registered"),
                                    ("player-transferred", "Player transferred"),
                                    ("player-released", "Registration ended"),
                                    ("role-given", "Role given"),
                                    ("role-ended", "Role ended"),
                                    ("invited", "Invited"),
                                    ("codes-made", "Codes for a team made"),
                                    ("codes-revoked", "Codes of a team revoked"),
                                    ("settings-changed", "Settings changed"),
                                    ("person-changed", "Personal details changed"),
                                    ("person-exported", "A person's data exported"),
                                    ("person-erased", "A person erased"),
                                    ("players-merged", "Two players merged into one"),
                                    ("factors-reset", "Second factors removed"),
                                    ("league-exported", "League exported"),
                                    ("league-imported", "League imported"),
                                ],
                                max_length=30,
                            ),
                        ),
                        ("key", models.CharField(max_length=120)),
                        (
                            "fixture",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="journal",
                                to="league.fixture",
                            ),
                        ),
                        (
                            "team",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="journal",
                                to="league.team",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="journal",
                                to="league.player",
                            ),
                        ),
                        ("what", models.CharField(help_text="{player} stands for the player's name.", max_length=250)),
                        (
                            "made_of",
                            models.JSONField(
                                blank=True,
                                default=dict,
                                help_text="What the sentence was made of, for other languages; {}: nothing is known.",
                            ),
                        ),
                        ("why", models.TextField(blank=True)),
                        ("data", models.JSONField(blank=True, default=dict)),
                        (
                            "refs",
                            models.JSONField(
                                default=dict, help_text="The uid of by, fixture, team and player, where there is one."
                            ),
                        ),
                        (
                            "imported",
                            models.BooleanField(default=False, help_text="It came with a league from another server."),
                        ),
                        (
                            "previous",
                            models.CharField(
                                blank=True, help_text="The hash of the entry before; blank in the first.", max_length=64
                            ),
                        ),
                        ("hash", models.CharField(max_length=64)),
                    ],
                    options={
                        "verbose_name_plural": "journal entries",
                        "ordering": ("-at", "-pk"),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("imported", False)),
                                fields=("league", "kind", "key"),
                                name="journal_one_entry_a_decision",
                            ),
                            models.UniqueConstraint(fields=("league", "number"), name="journal_number_once"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="LateCard",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "fixture",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="late_cards",
                                to="league.fixture",
                            ),
                        ),
                        (
                            "side",
                            models.CharField(
                                choices=[("home", "Home"), ("away", "Away")],
                                help_text="The side that would lose them.",
                                max_length=4,
                            ),
                        ),
                        (
                            "points",
                            models.DecimalField(
                                decimal_places=2,
                                help_text="As many as the season said when the result came.",
                                max_digits=5,
                            ),
                        ),
                        ("due_at", models.DateTimeField(help_text="When the result was due, outages counted.")),
                        ("sent_at", models.DateTimeField(help_text="When it was first sent.")),
                        (
                            "adjustment",
                            models.OneToOneField(
                                blank=True,
                                help_text="By which the points were taken, once accepted.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="late_card",
                                to="league.adjustment",
                            ),
                        ),
                        (
                            "decided_at",
                            models.DateTimeField(blank=True, help_text="When it was accepted or dismissed.", null=True),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("dismissed_why", models.CharField(blank=True, max_length=250)),
                    ],
                    options={
                        "ordering": ("sent_at", "pk"),
                        "constraints": [
                            models.UniqueConstraint(fields=("fixture", "side"), name="late_card_once_a_side"),
                            models.CheckConstraint(
                                condition=models.Q(("points__gt", 0), ("side__in", ["home", "away"])),
                                name="late_card_of_something",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("sent_at__gt", models.F("due_at"))), name="late_card_is_late"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("adjustment", None), ("decided_at", None), ("dismissed_why", "")),
                                    models.Q(
                                        ("adjustment__isnull", False),
                                        ("decided_at__isnull", False),
                                        ("dismissed_why", ""),
                                    ),
                                    models.Q(
                                        ("adjustment", None),
                                        ("decided_at__isnull", False),
                                        models.Q(("dismissed_why", ""), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="late_card_is_decided_once",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Notice",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "league",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="notices", to="league.league"
                            ),
                        ),
                        (
                            "recipient",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="notices",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("result-to-confirm", "A result to confirm"),
                                    ("result-unanswerable", "A sheet that only the secretary can confirm"),
                                    ("deadline-moved", "More time to answer"),
                                    ("result-confirmed", "Result confirmed"),
                                    ("result-disputed", "Result disputed"),
                                    ("dispute-settled", "Dispute settled"),
                                    ("ruling-made", "A ruling on your fixture"),
                                    ("captain-informed", "The captain is informed"),
                                    ("fixture-reminder", "A fixture is coming"),
                                    ("result-due", "A result is due"),
                                    ("result-overdue", "A result is overdue"),
                                    ("postponement-asked", "A postponement is requested"),
                                    ("postponement-agreed", "A new date is agreed"),
                                    ("postponement-placed", "A fixture was placed in the catch-up week"),
                                    ("postponement-refused", "A postponement is refused or withdrawn"),
                                    ("postponement-owed", "A fixture has no date"),
                                    ("date-to-set", "A date for you to set"),
                                    ("time-running-out", "Little time is left to find a date"),
                                    ("fixture-moved", "A fixture was moved"),
                                    ("fixture-cancelled", "A fixture will not be played"),
                                    ("play-off-arranged", "A play-off is arranged"),
                                    ("timetable-published", "The timetable is published"),
                                    ("correction-to-confirm", "A correction to confirm"),
                                    ("correction-answered", "A correction was answered"),
                                    ("result-decided", "The secretary decided about a result"),
                                    ("points-adjusted", "Points were given or taken"),
                                    ("late-card-proposed", "A late card to decide"),
                                    ("late-card-dismissed", "A late card was dismissed"),
                                    ("lots-recorded", "Lots were drawn, or withdrawn"),
                                    ("rules-changed", "Settings changed during the season"),
                                    ("charged", "A charge"),
                                    ("charge-changed", "A charge was paid or cancelled"),
                                    ("dispute-opened", "A dispute was opened"),
                                    ("dispute-assigned", "A dispute for you to rule on"),
                                    ("appeal-opened", "An appeal was made"),
                                    ("appeal-decided", "An appeal was decided"),
                                    ("appeal-to-decide", "An appeal for you to decide"),
                                    ("conduct-proposed", "Conduct to decide about"),
                                    ("invitation", "An invitation"),
                                    ("journal-head", "The last entry of the journal, once a day"),
                                ],
                                max_length=30,
                            ),
                        ),
                        (
                            "fixture",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="+",
                                to="league.fixture",
                            ),
                        ),
                        (
                            "key",
                            models.CharField(
                                help_text="What makes it once for its recipient, e.g. result:12:1.", max_length=120
                            ),
                        ),
                        ("text", models.CharField(max_length=250)),
                        (
                            "made_of",
                            models.JSONField(
                                blank=True,
                                default=dict,
                                help_text="What the text was made of, for other languages; {}: nothing is known.",
                            ),
                        ),
                        ("created_at", models.DateTimeField()),
                        ("read_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("waiting", "Waiting"),
                                    ("sent", "Sent"),
                                    ("failed", "Could not be delivered"),
                                    ("cancelled", "No longer needed"),
                                    ("kept-back", "Kept back while hidden"),
                                    ("not-wanted", "Not wanted as mail"),
                                ],
                                default="waiting",
                                max_length=12,
                            ),
                        ),
                        (
                            "send_at",
                            models.DateTimeField(help_text="Not before: quiet hours, a digest or a retry put it off."),
                        ),
                        ("digest", models.BooleanField(default=False, help_text="To be sent together with others.")),
                        (
                            "stale_at",
                            models.DateTimeField(
                                blank=True, help_text="A reminder that is later than this helps nobody.", null=True
                            ),
                        ),
                        ("attempts", models.PositiveSmallIntegerField(default=0)),
                        (
                            "leased_until",
                            models.DateTimeField(blank=True, help_text="A worker is sending it until then.", null=True),
                        ),
                        ("sent_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "error",
                            models.CharField(blank=True, help_text="What the mail server said last.", max_length=250),
                        ),
                    ],
                    options={
                        "ordering": ("-created_at", "-pk"),
                        "indexes": [
                            models.Index(
                                condition=models.Q(("state", "waiting")), fields=["send_at", "id"], name="notice_due"
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(fields=("recipient", "kind", "key"), name="notice_once"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Postponement",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "fixture",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="postponements",
                                to="league.fixture",
                            ),
                        ),
                        (
                            "side",
                            models.CharField(
                                blank=True,
                                choices=[("home", "Home"), ("away", "Away")],
                                help_text="Who asked; blank if not recorded.",
                                max_length=4,
                            ),
                        ),
                        ("reason", models.TextField(blank=True)),
                        ("short_notice", models.TextField(blank=True, help_text="Why it was asked for so late.")),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("requested", "Awaiting reply"),
                                    ("owed", "No date yet"),
                                    ("agreed", "New date"),
                                    ("placed", "Placed in the catch-up week"),
                                    ("refused", "Refused"),
                                    ("withdrawn", "Withdrawn"),
                                    ("played", "Played meanwhile"),
                                    ("lapsed", "Not played in time"),
                                ],
                                default="requested",
                                max_length=10,
                            ),
                        ),
                        (
                            "awaiting",
                            models.CharField(
                                blank=True,
                                choices=[("home", "Home"), ("away", "Away")],
                                help_text="Whose answer is awaited.",
                                max_length=4,
                            ),
                        ),
                        (
                            "requested_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("requested_at", models.DateTimeField()),
                        (
                            "starts_at",
                            models.DateTimeField(blank=True, help_text="The new date, once there is one.", null=True),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("decided_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "why",
                            models.TextField(
                                blank=True, help_text="Why it was refused, or could not be placed, or was overridden."
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("-requested_at",),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("state__in", ("requested", "owed"))),
                                fields=("fixture",),
                                name="postponement_one_open_a_fixture",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("state__in", ("agreed", "placed")), _negated=True),
                                    ("starts_at__isnull", False),
                                    _connector="OR",
                                ),
                                name="postponement_moved_has_a_date",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("awaiting", ""), ("state", "requested"), _connector="OR"),
                                name="postponement_awaits_while_requested",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Offer",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "postponement",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="offers",
                                to="league.postponement",
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField()),
                        ("side", models.CharField(choices=[("home", "Home"), ("away", "Away")], max_length=4)),
                        (
                            "made_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("made_at", models.DateTimeField()),
                        ("slots", models.JSONField(help_text="The dates: a list of ISO 8601 times in UTC.")),
                        ("note", models.TextField(blank=True)),
                    ],
                    options={
                        "ordering": ("number",),
                        "constraints": [
                            models.UniqueConstraint(fields=("postponement", "number"), name="offer_number_once"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Result",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "fixture",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="results", to="league.fixture"
                            ),
                        ),
                        ("version", models.PositiveSmallIntegerField()),
                        (
                            "format",
                            models.ForeignKey(
                                help_text="What it was played by.",
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="results",
                                to="league.fixtureformat",
                            ),
                        ),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("submitted", "Awaiting confirmation"),
                                    ("confirmed", "Confirmed"),
                                    ("disputed", "Disputed"),
                                    ("counter", "The other side's sheet"),
                                    ("proposed", "A correction to be confirmed"),
                                    ("rejected", "A correction that was not accepted"),
                                    ("superseded", "Superseded"),
                                ],
                                default="submitted",
                                max_length=12,
                            ),
                        ),
                        ("live", models.BooleanField(default=True)),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("played", "Played"),
                                    ("walkover", "Walkover"),
                                    ("abandoned", "Abandoned"),
                                    ("nobody", "Neither side came"),
                                    ("void", "Void"),
                                ],
                                default="played",
                                max_length=10,
                            ),
                        ),
                        (
                            "side",
                            models.CharField(
                                blank=True,
                                choices=[("home", "Home"), ("away", "Away")],
                                help_text="Who sent it; blank for the secretary.",
                                max_length=4,
                            ),
                        ),
                        (
                            "submitted_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("submitted_at", models.DateTimeField()),
                        (
                            "settlement",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("other-side", "Confirmed by the other side"),
                                    ("code", "Confirmed with a printed code of the other side"),
                                    ("accepted", "The other side's sheet was accepted"),
                                    ("ruling", "By a ruling"),
                                    ("secretary", "Entered by the secretary"),
                                    ("imported", "Loaded from the secretary's spreadsheet"),
                                    ("policy", "By the league's rule about unplayed fixtures"),
                                    ("agreed", "Both captains sent the same sheet"),
                                    ("deadline", "By the deadline: the other side said nothing"),
                                    ("upheld", "Confirmed by the secretary: the other side did not answer"),
                                    ("appeal", "By an appeal"),
                                ],
                                max_length=12,
                            ),
                        ),
                        (
                            "settled_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("settled_at", models.DateTimeField(blank=True, null=True)),
                        ("home_games", models.PositiveSmallIntegerField()),
                        ("away_games", models.PositiveSmallIntegerField()),
                        (
                            "home_matches",
                            models.PositiveSmallIntegerField(default=0, help_text="Matches won by the home side."),
                        ),
                        ("away_matches", models.PositiveSmallIntegerField(default=0)),
                        (
                            "home_awarded",
                            models.PositiveSmallIntegerField(
                                default=0, help_text="Of home_games, those not pegged out."
                            ),
                        ),
                        ("away_awarded", models.PositiveSmallIntegerField(default=0)),
                        (
                            "finished",
                            models.BooleanField(
                                default=True,
                                help_text="Every match is over; where not, its games count, but nobody has won the fixture.",
                            ),
                        ),
                        (
                            "note",
                            models.CharField(
                                blank=True, help_text="Public: what the table's note says of it.", max_length=250
                            ),
                        ),
                        (
                            "confirm_by",
                            models.DateTimeField(
                                blank=True,
                                help_text="When a submitted one is confirmed automatically; none: never.",
                                null=True,
                            ),
                        ),
                        (
                            "corrects",
                            models.ForeignKey(
                                blank=True,
                                help_text="The version that this one corrects, or that a decision of the secretary replaces.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="corrections",
                                to="league.result",
                            ),
                        ),
                        ("reason", models.TextField(blank=True, help_text="Why it corrects or replaces that one.")),
                        (
                            "breaches",
                            models.JSONField(
                                blank=True,
                                default=list,
                                help_text="Breaches of eligibility it was taken with; see rules.eligibility.",
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("fixture", "version"),
                        "indexes": [
                            models.Index(
                                condition=models.Q(("confirm_by__isnull", False), ("state", "submitted")),
                                fields=["confirm_by"],
                                name="result_to_confirm",
                            ),
                        ],
                        "constraints": [
                            models.UniqueConstraint(fields=("fixture", "version"), name="result_version_once"),
                            models.UniqueConstraint(
                                condition=models.Q(("live", True)),
                                fields=("fixture",),
                                name="result_one_live_a_fixture",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state", "proposed")),
                                fields=("fixture",),
                                name="result_one_proposed_a_fixture",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("live", True), ("state__in", ("submitted", "confirmed", "disputed"))),
                                    models.Q(
                                        ("live", False),
                                        models.Q(("state__in", ("submitted", "confirmed", "disputed")), _negated=True),
                                    ),
                                    _connector="OR",
                                ),
                                name="result_live_says_its_state",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("state", "confirmed"), _negated=True),
                                    models.Q(
                                        ("settled_at__isnull", False), models.Q(("settlement", ""), _negated=True)
                                    ),
                                    _connector="OR",
                                ),
                                name="result_confirmed_says_how",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("away_awarded__lte", models.F("away_games")),
                                    ("home_awarded__lte", models.F("home_games")),
                                ),
                                name="result_awarded_games_are_games",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Dispute",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "fixture",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="disputes",
                                to="league.fixture",
                            ),
                        ),
                        (
                            "subject",
                            models.CharField(
                                choices=[("sheet", "The sheet"), ("game", "A game"), ("call", "A called hand")],
                                default="sheet",
                                max_length=8,
                            ),
                        ),
                        (
                            "result",
                            models.ForeignKey(
                                blank=True,
                                help_text="The version that was live when it was opened; a called hand may be disputed before there is one.",
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="disputes",
                                to="league.result",
                            ),
                        ),
                        ("match_number", models.PositiveSmallIntegerField(blank=True, null=True)),
                        (
                            "game_number",
                            models.PositiveSmallIntegerField(
                                blank=True,
                                help_text="0: the match as a whole, of which only how many games each side won is known.",
                                null=True,
                            ),
                        ),
                        (
                            "call",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="disputes",
                                to="league.call",
                            ),
                        ),
                        (
                            "counter_result",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="counter_of",
                                to="league.result",
                            ),
                        ),
                        ("side", models.CharField(choices=[("home", "Home"), ("away", "Away")], max_length=4)),
                        ("reason", models.TextField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("open", "Open"),
                                    ("settled", "Settled"),
                                    ("withdrawn", "Withdrawn"),
                                    ("lapsed", "Closed: the fixture is cancelled"),
                                ],
                                default="open",
                                max_length=10,
                            ),
                        ),
                        (
                            "opened_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("opened_at", models.DateTimeField()),
                        (
                            "assigned_to",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="disputes_to_rule_on",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("assigned_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "times_returned",
                            models.PositiveSmallIntegerField(
                                default=0, help_text="How often it is open again because a withdrawal was reversed."
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("-opened_at",),
                        "constraints": [
                            models.UniqueConstraint(
                                condition=models.Q(("state", "open"), ("subject", "sheet")),
                                fields=("fixture",),
                                name="dispute_one_open_of_a_sheet",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state", "open"), ("subject", "game")),
                                fields=("fixture", "match_number", "game_number"),
                                name="dispute_one_open_of_a_game",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("state", "open")),
                                fields=("call",),
                                name="dispute_one_open_of_a_call",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True), name="dispute_has_a_reason"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("call__isnull", True),
                                        ("result__isnull", False),
                                        ("subject", "sheet"),
                                        ("game_number__isnull", True),
                                        ("match_number__isnull", True),
                                    ),
                                    models.Q(
                                        ("call__isnull", True),
                                        ("result__isnull", False),
                                        ("subject", "game"),
                                        ("game_number__gte", 0),
                                        ("game_number__isnull", False),
                                        ("match_number__gte", 1),
                                        ("match_number__isnull", False),
                                    ),
                                    models.Q(
                                        ("call__isnull", False),
                                        ("subject", "call"),
                                        ("game_number__gte", 1),
                                        ("game_number__isnull", False),
                                        ("match_number__gte", 1),
                                        ("match_number__isnull", False),
                                    ),
                                    _connector="OR",
                                ),
                                name="dispute_says_of_what",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Evidence",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "dispute",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="evidence",
                                to="league.dispute",
                            ),
                        ),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("text", "A statement"),
                                    ("hand", "A hand"),
                                    ("record", "A written game"),
                                    ("photo", "A photograph"),
                                ],
                                max_length=8,
                            ),
                        ),
                        (
                            "side",
                            models.CharField(
                                blank=True,
                                choices=[("home", "Home"), ("away", "Away")],
                                help_text="Blank: the referee's or secretary's.",
                                max_length=4,
                            ),
                        ),
                        (
                            "text",
                            models.TextField(
                                blank=True, help_text="The statement, the written game, or what the photograph shows."
                            ),
                        ),
                        (
                            "hand",
                            models.JSONField(
                                blank=True, default=dict, help_text="Cards, starter, crib, declared and claimed."
                            ),
                        ),
                        (
                            "added_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("added_at", models.DateTimeField()),
                    ],
                    options={
                        "verbose_name_plural": "evidence",
                        "ordering": ("added_at", "pk"),
                    },
                ),
                migrations.CreateModel(
                    name="Match",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "result",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="matches", to="league.result"
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField()),
                        (
                            "kind",
                            models.CharField(
                                choices=[
                                    ("singles", "Singles"),
                                    ("doubles", "Doubles"),
                                    ("trebles", "Trebles"),
                                    ("team", "Team match"),
                                ],
                                max_length=8,
                            ),
                        ),
                        (
                            "ends",
                            models.CharField(
                                choices=[
                                    ("all", "All its games are played"),
                                    ("best", "Best of so many"),
                                    ("first", "First to win so many"),
                                ],
                                default="all",
                                max_length=5,
                            ),
                        ),
                        (
                            "written",
                            models.CharField(
                                choices=[
                                    ("scores", "The loser’s score"),
                                    ("winners", "Who won it"),
                                    ("totals", "How many each side won"),
                                    ("pegged", "How many each side won, and the points pegged"),
                                ],
                                default="scores",
                                max_length=8,
                            ),
                        ),
                        (
                            "games_most",
                            models.PositiveSmallIntegerField(default=3, help_text="The most games that it can have."),
                        ),
                        (
                            "games_needed",
                            models.PositiveSmallIntegerField(
                                default=3, help_text="Whoever has won so many has won it."
                            ),
                        ),
                        ("home_games", models.PositiveSmallIntegerField()),
                        ("away_games", models.PositiveSmallIntegerField()),
                        (
                            "home_awarded",
                            models.PositiveSmallIntegerField(
                                default=0, help_text="Of home_games, those not pegged out."
                            ),
                        ),
                        ("away_awarded", models.PositiveSmallIntegerField(default=0)),
                        (
                            "home_played",
                            models.PositiveSmallIntegerField(
                                blank=True,
                                help_text="Games won by the home side as they were played, where only totals are kept.",
                                null=True,
                            ),
                        ),
                        ("away_played", models.PositiveSmallIntegerField(blank=True, null=True)),
                        (
                            "home_pegged",
                            models.PositiveIntegerField(
                                blank=True,
                                help_text="Points of the home side in all its games as they were played, where written.",
                                null=True,
                            ),
                        ),
                        ("away_pegged", models.PositiveIntegerField(blank=True, null=True)),
                        (
                            "finished",
                            models.BooleanField(
                                default=True,
                                help_text="It was played to its end; not where both sides had nobody, or in an abandoned fixture.",
                            ),
                        ),
                    ],
                    options={
                        "verbose_name_plural": "matches",
                        "ordering": ("number",),
                        "constraints": [
                            models.UniqueConstraint(fields=("result", "number"), name="match_number_once"),
                            models.CheckConstraint(
                                condition=models.Q(
                                    (
                                        "games_most__gte",
                                        django.db.models.expressions.CombinedExpression(
                                            models.F("home_games"), "+", models.F("away_games")
                                        ),
                                    )
                                ),
                                name="match_no_game_too_many",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("finished", False),
                                    models.Q(
                                        ("ends", "all"),
                                        (
                                            "games_most",
                                            django.db.models.expressions.CombinedExpression(
                                                models.F("home_games"), "+", models.F("away_games")
                                            ),
                                        ),
                                    ),
                                    models.Q(
                                        ("ends__in", ("best", "first")),
                                        models.Q(
                                            ("home_games__gte", models.F("games_needed")),
                                            ("away_games__gte", models.F("games_needed")),
                                            _connector="OR",
                                        ),
                                    ),
                                    _connector="OR",
                                ),
                                name="match_over_as_it_ends",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("games_needed__gte", 1), ("games_needed__lte", models.F("games_most"))
                                ),
                                name="match_can_be_won",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("ends__in", ["all", "best", "first"]),
                                    ("written__in", ["scores", "winners", "totals", "pegged"]),
                                ),
                                name="match_terms",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("away_awarded__lte", models.F("away_games")),
                                    ("home_awarded__lte", models.F("home_games")),
                                ),
                                name="match_awarded_games_are_games",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        models.Q(("written__in", ("totals", "pegged")), _negated=True),
                                        ("away_played__isnull", True),
                                        ("home_played__isnull", True),
                                    ),
                                    models.Q(
                                        ("away_played__isnull", False),
                                        ("home_played__isnull", False),
                                        ("written__in", ("totals", "pegged")),
                                        (
                                            "games_most__gte",
                                            django.db.models.expressions.CombinedExpression(
                                                models.F("home_played"), "+", models.F("away_played")
                                            ),
                                        ),
                                        (
                                            "away_games__lte",
                                            django.db.models.expressions.CombinedExpression(
                                                models.F("away_played"), "+", models.F("away_awarded")
                                            ),
                                        ),
                                        (
                                            "home_games__lte",
                                            django.db.models.expressions.CombinedExpression(
                                                models.F("home_played"), "+", models.F("home_awarded")
                                            ),
                                        ),
                                        (
                                            "away_played__lte",
                                            django.db.models.expressions.CombinedExpression(
                                                django.db.models.expressions.CombinedExpression(
                                                    models.F("away_games"), "-", models.F("away_awarded")
                                                ),
                                                "+",
                                                models.F("home_awarded"),
                                            ),
                                        ),
                                        (
                                            "home_played__lte",
                                            django.db.models.expressions.CombinedExpression(
                                                django.db.models.expressions.CombinedExpression(
                                                    models.F("home_games"), "-", models.F("home_awarded")
                                                ),
                                                "+",
                                                models.F("away_awarded"),
                                            ),
                                        ),
                                    ),
                                    _connector="OR",
                                ),
                                name="match_totals_add_up",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("away_pegged__isnull", True),
                                        ("home_pegged__isnull", True),
                                        models.Q(
                                            models.Q(("written", "pegged"), _negated=True),
                                            models.Q(("away_played", 0), ("home_played", 0)),
                                            _connector="OR",
                                        ),
                                    ),
                                    models.Q(
                                        ("away_pegged__isnull", False),
                                        ("home_pegged__isnull", False),
                                        ("written", "pegged"),
                                        models.Q(("home_played__gt", 0), ("away_played__gt", 0), _connector="OR"),
                                        ("away_pegged__gte", models.F("away_played")),
                                        ("home_pegged__gte", models.F("home_played")),
                                    ),
                                    _connector="OR",
                                ),
                                name="match_points_of_games",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Appearance",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "result",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="appearances",
                                to="league.result",
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="appearances",
                                to="league.match",
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="appearances",
                                to="league.player",
                            ),
                        ),
                        ("side", models.CharField(choices=[("home", "Home"), ("away", "Away")], max_length=4)),
                        ("seat", models.PositiveSmallIntegerField()),
                        (
                            "guest",
                            models.BooleanField(
                                default=False, help_text="They were not registered for that team that day."
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("match", "side", "seat"),
                        "constraints": [
                            models.UniqueConstraint(fields=("match", "player"), name="appearance_player_once_a_match"),
                            models.UniqueConstraint(fields=("match", "side", "seat"), name="appearance_seat_once"),
                            models.CheckConstraint(
                                condition=models.Q(("seat__gte", 1), ("seat__lte", 8)), name="appearance_seat"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Game",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "match",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="games", to="league.match"
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField()),
                        ("target", models.PositiveSmallIntegerField(blank=True, default=121, null=True)),
                        ("home_score", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("away_score", models.PositiveSmallIntegerField(blank=True, null=True)),
                        ("winner", models.CharField(choices=[("home", "Home"), ("away", "Away")], max_length=4)),
                        (
                            "won",
                            models.CharField(
                                blank=True,
                                choices=[("home", "Home"), ("away", "Away")],
                                help_text="Who won it, where no more than that is written down.",
                                max_length=4,
                            ),
                        ),
                        ("awarded", models.BooleanField(default=False)),
                    ],
                    options={
                        "ordering": ("number",),
                        "constraints": [
                            models.UniqueConstraint(fields=("match", "number"), name="game_number_once"),
                            models.CheckConstraint(
                                condition=models.Q(("number__gte", 1), ("number__lte", 9)), name="game_number"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(("awarded", True), ("winner__in", ["home", "away"])),
                                    models.Q(
                                        ("away_score__isnull", False),
                                        ("home_score__isnull", False),
                                        ("target__isnull", False),
                                        ("away_score__gte", 0),
                                        ("away_score__lt", models.F("target")),
                                        ("home_score__gte", models.F("target")),
                                        ("winner", "home"),
                                    ),
                                    models.Q(
                                        ("away_score__isnull", False),
                                        ("home_score__isnull", False),
                                        ("target__isnull", False),
                                        ("away_score__gte", models.F("target")),
                                        ("home_score__gte", 0),
                                        ("home_score__lt", models.F("target")),
                                        ("winner", "away"),
                                    ),
                                    models.Q(
                                        ("away_score__isnull", True),
                                        ("home_score__isnull", True),
                                        ("target__isnull", True),
                                        ("winner", models.F("won")),
                                        ("winner__in", ["home", "away"]),
                                    ),
                                    _connector="OR",
                                ),
                                name="game_score_makes_sense",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("won", ""),
                                    models.Q(("target__isnull", True), ("won__in", ["home", "away"])),
                                    _connector="OR",
                                ),
                                name="game_won",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Photograph",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "evidence",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="photograph",
                                to="league.evidence",
                            ),
                        ),
                        ("content", models.BinaryField()),
                        ("sha256", models.CharField(max_length=64)),
                        ("width", models.PositiveSmallIntegerField()),
                        ("height", models.PositiveSmallIntegerField()),
                    ],
                ),
                migrations.CreateModel(
                    name="Ruling",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "call",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="ruling",
                                to="league.call",
                            ),
                        ),
                        (
                            "dispute",
                            models.ForeignKey(
                                blank=True,
                                help_text="One that an appeal has revoked leaves it open again, for another referee to rule on.",
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="rulings",
                                to="league.dispute",
                            ),
                        ),
                        (
                            "case",
                            models.OneToOneField(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="ruling",
                                to="league.conductcase",
                            ),
                        ),
                        (
                            "referee",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("decided_at", models.DateTimeField()),
                        ("reason", models.TextField(blank=True)),
                        ("ruleset", models.CharField(blank=True, max_length=40)),
                        (
                            "ruleset_value",
                            models.JSONField(default=dict, help_text="The whole ruleset as it was, with its version."),
                        ),
                        (
                            "verdict",
                            models.JSONField(
                                default=dict, help_text="What the engine said: combinations, pegs and reason."
                            ),
                        ),
                        (
                            "awarded_to",
                            models.CharField(
                                blank=True,
                                choices=[("home", "Home"), ("away", "Away")],
                                help_text="Who was awarded the game (R43).",
                                max_length=4,
                            ),
                        ),
                        (
                            "outcome",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("stands", "The score sheet stands"),
                                    ("sheet", "One of the two sheets counts"),
                                    ("score", "The game's score is corrected"),
                                    ("awarded", "The game is awarded"),
                                    ("void", "The result is void"),
                                ],
                                help_text="Of a dispute.",
                                max_length=8,
                            ),
                        ),
                        (
                            "rule",
                            models.CharField(blank=True, help_text="The rule it rests on, such as R43.", max_length=20),
                        ),
                        (
                            "rule_text",
                            models.TextField(blank=True, help_text="That rule as the league's rulebook had it then."),
                        ),
                        (
                            "before",
                            models.ForeignKey(
                                blank=True,
                                help_text="The version that was live before it; an appeal that succeeds goes back to it.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="league.result",
                            ),
                        ),
                        (
                            "after",
                            models.ForeignKey(
                                blank=True,
                                help_text="The version it made live, if it changed anything.",
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="+",
                                to="league.result",
                            ),
                        ),
                        (
                            "revoked_at",
                            models.DateTimeField(
                                blank=True,
                                help_text="An appeal against it succeeded then, or its referee revoked it.",
                                null=True,
                            ),
                        ),
                    ],
                    options={
                        "ordering": ("decided_at",),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(
                                    models.Q(
                                        ("call__isnull", False), ("case__isnull", True), ("dispute__isnull", True)
                                    ),
                                    models.Q(
                                        ("call__isnull", True), ("case__isnull", True), ("dispute__isnull", False)
                                    ),
                                    models.Q(
                                        ("call__isnull", True), ("case__isnull", False), ("dispute__isnull", True)
                                    ),
                                    _connector="OR",
                                ),
                                name="ruling_on_one_thing",
                            ),
                            models.UniqueConstraint(
                                condition=models.Q(("revoked_at", None)),
                                fields=("dispute",),
                                name="ruling_one_standing_a_dispute",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="Appeal",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "ruling",
                            models.OneToOneField(
                                on_delete=django.db.models.deletion.CASCADE, related_name="appeal", to="league.ruling"
                            ),
                        ),
                        (
                            "side",
                            models.CharField(
                                blank=True,
                                choices=[("home", "Home"), ("away", "Away")],
                                help_text="Whose captain made it.",
                                max_length=4,
                            ),
                        ),
                        (
                            "player",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.PROTECT,
                                related_name="appeals",
                                to="league.player",
                            ),
                        ),
                        ("reason", models.TextField()),
                        (
                            "state",
                            models.CharField(
                                choices=[
                                    ("open", "Awaiting a decision"),
                                    ("dismissed", "Dismissed: the ruling stands"),
                                    ("allowed", "Allowed: the ruling is revoked"),
                                ],
                                default="open",
                                max_length=10,
                            ),
                        ),
                        (
                            "opened_by",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("opened_at", models.DateTimeField()),
                        (
                            "goes_to",
                            models.CharField(
                                choices=[
                                    ("secretary", "The secretary"),
                                    ("committee", "A committee, by more than half of its votes"),
                                    ("judges", "Two judges, and a third where they differ"),
                                ],
                                default="secretary",
                                help_text="Who decides it, as it was when made.",
                                max_length=12,
                            ),
                        ),
                        (
                            "vote_days",
                            models.PositiveSmallIntegerField(
                                default=7, help_text="Days to vote on it, as they were when made."
                            ),
                        ),
                        (
                            "decided_by",
                            models.ForeignKey(
                                blank=True,
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        (
                            "decided_as",
                            models.CharField(
                                blank=True,
                                choices=[
                                    ("secretary", "A secretary"),
                                    ("committee", "The committee"),
                                    ("chair", "The chair of the committee"),
                                    ("longest", "The longest-serving member of the committee"),
                                    ("judges", "The judges"),
                                ],
                                help_text="As what they did; blank while it is open.",
                                max_length=12,
                            ),
                        ),
                        ("decided_at", models.DateTimeField(blank=True, null=True)),
                        ("decision", models.TextField(blank=True, help_text="The reason of the decision.")),
                    ],
                    options={
                        "ordering": ("-opened_at",),
                        "constraints": [
                            models.CheckConstraint(
                                condition=models.Q(("goes_to__in", ["secretary", "committee", "judges"])),
                                name="appeal_goes_to_somebody",
                            ),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True), name="appeal_has_a_reason"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("state", "open"),
                                    models.Q(("decided_at__isnull", False), models.Q(("decision", ""), _negated=True)),
                                    _connector="OR",
                                ),
                                name="appeal_decided_says_why",
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="AppealVote",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "appeal",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="votes", to="league.appeal"
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("allow", models.BooleanField(help_text="Whether the ruling is to be revoked.")),
                        (
                            "reason",
                            models.TextField(
                                help_text="Told with the decision, without a name, if it agrees with that."
                            ),
                        ),
                        ("voted_at", models.DateTimeField(help_text="When it was last given or changed.")),
                    ],
                    options={
                        "ordering": ("voted_at", "pk"),
                        "constraints": [
                            models.UniqueConstraint(fields=("appeal", "user"), name="appeal_vote_of_a_member_once"),
                            models.CheckConstraint(
                                condition=models.Q(("reason", ""), _negated=True), name="appeal_vote_has_a_reason"
                            ),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="SheetDraft",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "fixture",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to="league.fixture"
                            ),
                        ),
                        (
                            "user",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE,
                                related_name="drafts",
                                to=settings.AUTH_USER_MODEL,
                            ),
                        ),
                        ("sheet", models.JSONField()),
                        ("updated_at", models.DateTimeField()),
                    ],
                    options={
                        "constraints": [
                            models.UniqueConstraint(fields=("fixture", "user"), name="draft_once_a_captain"),
                        ],
                    },
                ),
                migrations.CreateModel(
                    name="TeamCode",
                    fields=[
                        (
                            "id",
                            models.BigAutoField(
                                auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                            ),
                        ),
                        (
                            "season",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="codes", to="league.season"
                            ),
                        ),
                        (
                            "team",
                            models.ForeignKey(
                                on_delete=django.db.models.deletion.CASCADE, related_name="codes", to="league.team"
                            ),
                        ),
                        (
                            "sheet",
                            models.PositiveSmallIntegerField(
                                help_text="Which of the team’s printed sheets of the season, from 1."
                            ),
                        ),
                        ("number", models.PositiveSmallIntegerField(help_text="Its place on that sheet, from 1.")),
                        ("code_hash", models.CharField(max_length=64, unique=True)),
                        ("made_at", models.DateTimeField()),
                        ("used_at", models.DateTimeField(blank=True, null=True)),
                        (
                            "used_for",
                            models.ForeignKey(
                                blank=True,
                                help_text="The result that was answered with it.",
                                null=True,
                                on_delete=django.db.models.deletion.SET_NULL,
                                related_name="+",
                                to="league.result",
                            ),
                        ),
                        ("revoked_at", models.DateTimeField(blank=True, null=True)),
                    ],
                    options={
                        "ordering": ("season", "team", "sheet", "number"),
                        "constraints": [
                            models.UniqueConstraint(
                                fields=("season", "team", "sheet", "number"), name="team_code_place_once"
                            ),
                            models.CheckConstraint(
                                condition=models.Q(
                                    ("used_at__isnull", True), ("revoked_at__isnull", True), _connector="OR"
                                ),
                                name="team_code_used_or_revoked",
                            ),
                        ],
                    },
                ),
            ]
        )
    ]
