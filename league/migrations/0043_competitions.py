"""Competitions beside the divisions. SQLite makes the tables of teams and divisions anew, and with them loses the triggers
of 0007_search: what they keep is made again around it.
"""

from importlib import import_module

import django.core.validators
import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


SEARCH = import_module("league.migrations.0007_search")


def unindex(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        SEARCH.unindex(apps, schema_editor)


def index(apps, schema_editor):
    if schema_editor.connection.vendor == "sqlite":
        SEARCH.index(apps, schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("league", "0042_league_domain"),
    ]

    operations = [
        migrations.RunPython(unindex, index),
        migrations.CreateModel(
            name="Draw",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "round",
                    models.PositiveSmallIntegerField(
                        default=1, help_text="The round drawn; 1 for a bracket drawn once."
                    ),
                ),
                ("seed", models.CharField(editable=False, max_length=64)),
                ("commitment", models.CharField(help_text="SHA-256 of the seed, public beforehand.", max_length=64)),
                (
                    "entrants",
                    models.JSONField(
                        default=list, help_text="As they were drawn: key, seed, group, round and name of each."
                    ),
                ),
                (
                    "said",
                    models.CharField(blank=True, help_text="What was said in public at the draw.", max_length=200),
                ),
                ("committed_at", models.DateTimeField()),
                ("drawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "revealed",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="Balls told so far of a draw that is being shown; none: all.", null=True
                    ),
                ),
                ("void_because", models.CharField(blank=True, default="", max_length=250)),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Entrant",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "team_called",
                    models.CharField(
                        blank=True,
                        default="",
                        editable=False,
                        help_text="What it was called then, where it was renamed since the season was over.",
                        max_length=120,
                    ),
                ),
                (
                    "seed",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="Knock-outs only: its place in the bracket; drawn if none.", null=True
                    ),
                ),
                (
                    "enters",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="Knock-outs only: its first round.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(6),
                        ],
                    ),
                ),
                (
                    "handicap",
                    models.SmallIntegerField(
                        default=0, help_text="Knock-outs only: the hole at which it starts each game."
                    ),
                ),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="Knock-outs only: from the draw of the whole bracket.", null=True
                    ),
                ),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("entered_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("seed", "team__name"),
            },
        ),
        migrations.CreateModel(
            name="KnockOut",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "entrant_kind",
                    models.CharField(
                        choices=[("team", "Teams"), ("pair", "Pairs"), ("player", "Single players")],
                        default="team",
                        max_length=6,
                    ),
                ),
                (
                    "drawn",
                    models.CharField(
                        choices=[("once", "Once: the whole bracket"), ("each-round", "Each round anew")],
                        default="once",
                        max_length=10,
                    ),
                ),
                ("third_place", models.BooleanField(default=False, help_text="The losers of the semi-finals meet.")),
                (
                    "keep_apart",
                    models.BooleanField(default=False, help_text="Entrants of one venue meet as late as can be."),
                ),
                (
                    "legs",
                    models.PositiveSmallIntegerField(
                        default=1,
                        help_text="Fixtures of a tie.",
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(9),
                        ],
                    ),
                ),
                (
                    "decided_by",
                    models.CharField(
                        choices=[("total", "the points of all legs together"), ("wins", "legs won")],
                        default="total",
                        max_length=5,
                    ),
                ),
                (
                    "if_level",
                    models.CharField(
                        choices=[
                            ("replay", "it is played again"),
                            ("decision", "the secretary says who goes on: a decider on the night, a lot"),
                        ],
                        default="replay",
                        max_length=8,
                    ),
                ),
                ("entries_close", models.DateField(blank=True, null=True)),
                (
                    "places",
                    models.PositiveSmallIntegerField(
                        blank=True, help_text="Entrants expected: the bracket that is shown before the draw.", null=True
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="KnockOutRound",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("name", models.CharField(blank=True, max_length=60)),
                ("play_by", models.DateField(blank=True, null=True)),
                (
                    "starts_at",
                    models.DateTimeField(
                        blank=True, help_text="When all its ties begin, as on a finals night.", null=True
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="TeamMember",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Tie",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("third_place", models.BooleanField(default=False)),
                ("top_from", models.CharField(max_length=8)),
                ("bottom_from", models.CharField(max_length=8)),
                (
                    "ending",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("played", "Played"),
                            ("conceded", "Conceded"),
                            ("decision", "Decided by the secretary"),
                            ("withdrawn", "The other side withdrew"),
                        ],
                        max_length=9,
                    ),
                ),
                ("why", models.CharField(blank=True, help_text="Public.", max_length=250)),
                ("bottom_at_home", models.BooleanField(default=False, help_text="The lower side was drawn first.")),
            ],
            options={
                "ordering": ("number",),
            },
        ),
        migrations.CreateModel(
            name="Winner",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("competition", models.CharField(max_length=60)),
                ("slug", models.SlugField(max_length=60)),
                ("year", models.CharField(help_text="As its season is called.", max_length=60)),
                (
                    "place",
                    models.PositiveSmallIntegerField(
                        default=1,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(4),
                        ],
                    ),
                ),
                ("name", models.CharField(help_text="As it was called then.", max_length=120)),
                ("note", models.CharField(blank=True, max_length=200)),
                ("recorded_at", models.DateTimeField()),
            ],
            options={
                "ordering": ("competition", "-year", "place", "name"),
            },
        ),
        migrations.CreateModel(
            name="WinnerPlayer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="division",
            name="division_slug_once",
        ),
        migrations.RemoveConstraint(
            model_name="division",
            name="division_name_once",
        ),
        migrations.RemoveConstraint(
            model_name="team",
            name="team_name_once",
        ),
        migrations.AddField(
            model_name="division",
            name="kind",
            field=models.CharField(
                choices=[
                    ("league", "League"),
                    ("knock-out", "Knock-out"),
                    ("individual", "Individual league"),
                    ("club-night", "Club nights"),
                    ("tournament", "One-day tournament"),
                ],
                db_default="league",
                default="league",
                editable=False,
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="leg",
            field=models.PositiveSmallIntegerField(
                blank=True, editable=False, help_text="Which one of the tie’s.", null=True
            ),
        ),
        migrations.AddField(
            model_name="team",
            name="kind",
            field=models.CharField(
                choices=[("team", "Teams"), ("pair", "Pairs"), ("player", "Single players")],
                db_default="team",
                default="team",
                editable=False,
                max_length=6,
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "league")), fields=("season", "name_key"), name="division_name_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "league")), fields=("season", "slug"), name="division_slug_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "league"), _negated=True),
                fields=("season", "name_key"),
                name="competition_name_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "league"), _negated=True),
                fields=("season", "slug"),
                name="competition_slug_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="division",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["league", "knock-out", "individual", "club-night", "tournament"])),
                name="division_kind",
            ),
        ),
        migrations.AddField(
            model_name="draw",
            name="drawn_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="team",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="entrants", to="league.team"
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="venue",
            field=models.ForeignKey(
                blank=True,
                help_text="Where it is at home, and kept apart from others.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="league.venue",
            ),
        ),
        migrations.AddField(
            model_name="knockout",
            name="competition",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE, related_name="knock_out", to="league.division"
            ),
        ),
        migrations.AddField(
            model_name="knockout",
            name="plate_of",
            field=models.OneToOneField(
                blank=True,
                help_text="Whose losers of a first tie play in this one.",
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="plate",
                to="league.knockout",
            ),
        ),
        migrations.AddField(
            model_name="knockout",
            name="venue",
            field=models.ForeignKey(
                blank=True,
                help_text="Where all ties are played; none: first drawn is at home.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="league.venue",
            ),
        ),
        migrations.AddField(
            model_name="entrant",
            name="competition",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="entrants", to="league.division"
            ),
        ),
        migrations.AddField(
            model_name="draw",
            name="knock_out",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="draws", to="league.knockout"
            ),
        ),
        migrations.AddField(
            model_name="knockoutround",
            name="knock_out",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="rounds", to="league.knockout"
            ),
        ),
        migrations.AddField(
            model_name="knockoutround",
            name="venue",
            field=models.ForeignKey(
                blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="league.venue"
            ),
        ),
        migrations.AddField(
            model_name="teammember",
            name="player",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="team_members", to="league.player"
            ),
        ),
        migrations.AddField(
            model_name="teammember",
            name="team",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="team_members", to="league.team"
            ),
        ),
        migrations.AddField(
            model_name="team",
            name="members",
            field=models.ManyToManyField(
                blank=True,
                help_text="Of a pair or a single player.",
                related_name="own_sides",
                through="league.TeamMember",
                to="league.player",
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "team")), fields=("league", "name_key"), name="team_name_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="team",
            constraint=models.CheckConstraint(
                condition=models.Q(("kind__in", ["team", "pair", "player"])), name="team_kind"
            ),
        ),
        migrations.AddField(
            model_name="tie",
            name="bottom",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="league.entrant",
            ),
        ),
        migrations.AddField(
            model_name="tie",
            name="knock_out",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="ties", to="league.knockout"
            ),
        ),
        migrations.AddField(
            model_name="tie",
            name="top",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="+",
                to="league.entrant",
            ),
        ),
        migrations.AddField(
            model_name="tie",
            name="winner",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="ties_won",
                to="league.entrant",
            ),
        ),
        migrations.AddField(
            model_name="fixture",
            name="tie",
            field=models.ForeignKey(
                blank=True,
                editable=False,
                help_text="Of a knock-out, whose tie it is; then it is a play-off too.",
                null=True,
                on_delete=django.db.models.deletion.RESTRICT,
                related_name="fixtures",
                to="league.tie",
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.UniqueConstraint(fields=("tie", "leg"), name="fixture_leg_once"),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("leg", None), ("tie", None)),
                    models.Q(("leg__isnull", False), ("play_off", True), ("tie__isnull", False)),
                    _connector="OR",
                ),
                name="fixture_of_a_tie",
            ),
        ),
        migrations.AddField(
            model_name="winner",
            name="league",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="winners", to="league.league"
            ),
        ),
        migrations.AddField(
            model_name="winner",
            name="recorded_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="winner",
            name="season",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="winners",
                to="league.season",
            ),
        ),
        migrations.AddField(
            model_name="winner",
            name="team",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="titles",
                to="league.team",
            ),
        ),
        migrations.AddField(
            model_name="winnerplayer",
            name="player",
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="+", to="league.player"),
        ),
        migrations.AddField(
            model_name="winnerplayer",
            name="winner",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="winner_players", to="league.winner"
            ),
        ),
        migrations.AddField(
            model_name="winner",
            name="players",
            field=models.ManyToManyField(
                blank=True, related_name="titles", through="league.WinnerPlayer", to="league.player"
            ),
        ),
        migrations.AddConstraint(
            model_name="knockout",
            constraint=models.CheckConstraint(
                condition=models.Q(("legs__gte", 1), ("legs__lte", 9)), name="knock_out_legs"
            ),
        ),
        migrations.AddConstraint(
            model_name="knockout",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("places", None), models.Q(("places__gte", 2), ("places__lte", 512)), _connector="OR"
                ),
                name="knock_out_places",
            ),
        ),
        migrations.AddConstraint(
            model_name="knockout",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("decided_by__in", ["total", "wins"]),
                    ("drawn__in", ["once", "each-round"]),
                    ("entrant_kind__in", ["team", "pair", "player"]),
                    ("if_level__in", ["replay", "decision"]),
                ),
                name="knock_out_words",
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("competition", "team"), name="entrant_once"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("competition", "seed"), name="entrant_seed_once"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(fields=("competition", "place"), name="entrant_place_once"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("enters__gte", 1), ("enters__lte", 6)), name="entrant_enters"
            ),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.CheckConstraint(
                condition=models.Q(("handicap__gte", -60), ("handicap__lte", 60)), name="entrant_handicap"
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.UniqueConstraint(
                condition=models.Q(("void_because", "")), fields=("knock_out", "round"), name="draw_of_a_round_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="knockoutround",
            constraint=models.UniqueConstraint(fields=("knock_out", "number"), name="knock_out_round_once"),
        ),
        migrations.AddConstraint(
            model_name="teammember",
            constraint=models.UniqueConstraint(fields=("team", "player"), name="team_member_once"),
        ),
        migrations.AddConstraint(
            model_name="tie",
            constraint=models.UniqueConstraint(fields=("knock_out", "number"), name="tie_number_once"),
        ),
        migrations.AddConstraint(
            model_name="tie",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("top", None),
                    ("bottom", None),
                    models.Q(("top", models.F("bottom")), _negated=True),
                    _connector="OR",
                ),
                name="tie_two_entrants",
            ),
        ),
        migrations.AddConstraint(
            model_name="tie",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("ending", ""), ("winner", None)),
                    models.Q(
                        ("winner__isnull", False), ("ending__in", ["played", "conceded", "decision", "withdrawn"])
                    ),
                    _connector="OR",
                ),
                name="tie_ended_somehow",
            ),
        ),
        migrations.AddConstraint(
            model_name="tie",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("winner", None),
                    models.Q(("top__isnull", False), ("winner", models.F("top"))),
                    models.Q(("bottom__isnull", False), ("winner", models.F("bottom"))),
                    _connector="OR",
                ),
                name="tie_won_by_a_side",
            ),
        ),
        migrations.AddConstraint(
            model_name="winnerplayer",
            constraint=models.UniqueConstraint(fields=("winner", "player"), name="winner_player_once"),
        ),
        migrations.AddConstraint(
            model_name="winner",
            constraint=models.UniqueConstraint(fields=("league", "slug", "year", "place", "name"), name="winner_once"),
        ),
        migrations.AddConstraint(
            model_name="winner",
            constraint=models.CheckConstraint(
                condition=models.Q(("place__gte", 1), ("place__lte", 4)), name="winner_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="winner",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("name", ""), _negated=True),
                    models.Q(("competition", ""), _negated=True),
                    models.Q(("year", ""), _negated=True),
                ),
                name="winner_has_names",
            ),
        ),
        migrations.RunPython(index, unindex),
    ]
