"""A season's shape: divisions, the teams entered in them, rounds and weeks."""

import datetime as dt
from dataclasses import replace
from decimal import Decimal
from typing import Any, ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from league.enums import (
    CompetitionKind,
    EntryAnswer,
    NextMove,
    Night,
    RulesetName,
    TimetableState,
    WeekKind,
    WithdrawalPolicy,
)
from league.models.checked import (
    CheckedList,
    CheckedSlug,
    CheckedText,
    CheckedValue,
    LineField,
    are_rulesets,
    are_tie_breaks,
    choices_q,
    column,
    is_format,
    is_ruleset,
    limits_q,
    worded,
)
from league.models.clubs import HIDDEN
from league.models.former_names import name_then, read_by_former_name
from league.models.unique_names import UniquelyNamed
from league.rules.rulesets import LONGEST_TITLE
from league.rules.scheme_columns import COLUMNS
from league.rules.settings import HOURS, DivisionSettings, LeagueSettings, SeasonSettings, stored
from league.rules.tie_breaks import DEFAULT_TIE_BREAKS
from league.translation import N_, Text


def default_catch_up_nights() -> list[int]:
    return list(SeasonSettings().catch_up_nights)


def default_tie_breaks() -> list[str]:
    return list(DEFAULT_TIE_BREAKS)


class Season(UniquelyNamed):
    SCOPE = ("league",)

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="seasons")
    name = LineField(max_length=60)
    slug = CheckedSlug(max_length=60)
    first_week = models.DateField(help_text="The Monday of the first week.")
    published_at = models.DateTimeField(
        null=True, blank=True, help_text="When its fixtures became public; a season without is its secretary's draft."
    )
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False, help_text=HIDDEN)
    closed_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Since then its tables and results stay as they are."
    )
    closed_by = models.ForeignKey(
        "league.User", on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )
    second_half = models.CharField(max_length=10, **column(SeasonSettings, "second_half"))
    last_round = models.CharField(max_length=10, **column(SeasonSettings, "last_round"))
    weeks_apart = models.PositiveSmallIntegerField(**column(SeasonSettings, "weeks_apart"))
    evening = models.CharField(max_length=10, **column(SeasonSettings, "evening"))
    catch_up = models.CharField(max_length=12, **column(SeasonSettings, "catch_up"))
    catch_up_weeks = CheckedList(default=list, blank=True, **column(SeasonSettings, "catch_up_weeks"))
    new_dates = models.CharField(max_length=10, **column(SeasonSettings, "new_dates"))
    play_within = models.PositiveSmallIntegerField(null=True, **column(SeasonSettings, "play_within"))
    play_until = models.DateField(null=True, **column(SeasonSettings, "play_until"))
    short_notice_hours = models.PositiveSmallIntegerField(**column(SeasonSettings, "short_notice_hours"))
    place_days = models.PositiveSmallIntegerField(**column(SeasonSettings, "place_days"))
    catch_up_nights = CheckedList(default=default_catch_up_nights, **column(SeasonSettings, "catch_up_nights"))
    unplayed_policy = models.CharField(max_length=10, **column(SeasonSettings, "unplayed_policy"))
    withdrawal_policy = models.CharField(max_length=20, **column(SeasonSettings, "withdrawal_policy"))
    eligibility = models.CharField(max_length=10, **column(SeasonSettings, "eligibility"))
    registration = models.CharField(max_length=10, **column(SeasonSettings, "registration"))
    registration_days = models.PositiveSmallIntegerField(**column(SeasonSettings, "registration_days"))
    registration_until = models.DateField(null=True, **column(SeasonSettings, "registration_until"))
    transfer_limit = models.PositiveSmallIntegerField(null=True, **column(SeasonSettings, "transfer_limit"))
    transfer_until = models.DateField(null=True, **column(SeasonSettings, "transfer_until"))
    guests = models.CharField(max_length=12, **column(SeasonSettings, "guests"))
    guest_limit = models.PositiveSmallIntegerField(null=True, **column(SeasonSettings, "guest_limit"))
    guests_at_once = models.PositiveSmallIntegerField(null=True, **column(SeasonSettings, "guests_at_once"))
    halves = models.BooleanField(**column(SeasonSettings, "halves"))
    no_show_limit = models.PositiveSmallIntegerField(null=True, **column(SeasonSettings, "no_show_limit"))
    no_show_sanction = models.CharField(max_length=10, **column(SeasonSettings, "no_show_sanction"))
    no_show_points = models.DecimalField(**column(SeasonSettings, "no_show_points"))
    reports = models.CharField(max_length=10, **column(SeasonSettings, "reports"))
    result_hours = models.PositiveSmallIntegerField(null=True, **column(SeasonSettings, "result_hours"))
    score_only = models.BooleanField(**column(SeasonSettings, "score_only"))
    card_days = models.PositiveSmallIntegerField(null=True, **column(SeasonSettings, "card_days"))
    late_card = models.CharField(max_length=10, **column(SeasonSettings, "late_card"))
    late_card_points = models.DecimalField(**column(SeasonSettings, "late_card_points"))

    class Meta:
        ordering = ("-first_week",)
        constraints = (
            models.UniqueConstraint(fields=("league", "name_key"), name="season_name_once"),
            models.UniqueConstraint(fields=("league", "slug"), name="season_slug_once"),
            models.CheckConstraint(condition=~Q(name=""), name="season_has_a_name"),
            models.CheckConstraint(condition=limits_q(SeasonSettings), name="season_numbers"),
            models.CheckConstraint(condition=worded(SeasonSettings), name="season_policies"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def league_settings(self) -> LeagueSettings:
        """The league's settings, with the hours for a result that are the season's own."""
        settings = stored(LeagueSettings, self.league)
        if self.result_hours is None:
            return settings
        return replace(settings, result_day=HOURS, result_hours=self.result_hours)

    def result_due(self, start: dt.datetime) -> dt.datetime:
        """When the result of a fixture with that start is due, outages aside."""
        return self.league_settings.result_due(start, self.league.evenings)

    @property
    def is_public(self) -> bool:
        return self.published_at is not None and self.hidden_at is None


def _counts(name: str) -> dict[str, Any]:
    """Arguments of a points column from its declaration."""
    column = COLUMNS[name]
    options: dict[str, Any] = {"verbose_name": str(column.label), "help_text": column.about}
    if column.default is None:
        options["blank"] = True
    else:
        options["default"] = column.default if column.whole else Decimal(column.default)
    if not column.whole:
        options |= {"max_digits": 5, "decimal_places": 2}
    return options | {
        "validators": [MinValueValidator(column.least), *([MaxValueValidator(999)] if column.whole else [])]
    }


def _points_in_range() -> Q:
    """Constraint that no points are below their least."""
    limits = Q()
    for name, rule in COLUMNS.items():
        least = Q(**{f"{name}__gte": rule.least})
        limits &= least if rule.default is not None else least | Q(**{f"{name}__isnull": True})
    return limits


class OwnRuleset(models.Model):
    """An immutable version of a ruleset that a league made."""

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="rulesets")
    name = CheckedSlug(max_length=40)
    version = models.PositiveSmallIntegerField()
    title = models.CharField(max_length=LONGEST_TITLE)
    value = CheckedValue(validators=[is_ruleset], help_text="Every field of it.")
    made_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("name", "-version")
        verbose_name = "own ruleset"
        constraints = (
            models.UniqueConstraint(fields=("league", "name", "version"), name="own_ruleset_version_once"),
            models.CheckConstraint(condition=Q(version__gte=1) & ~Q(title=""), name="own_ruleset_has_a_title"),
        )

    def __str__(self) -> str:
        return f"{self.title}, version {self.version}"


def _own_ruleset() -> "models.ForeignKey[OwnRuleset | None, OwnRuleset | None]":
    return models.ForeignKey(
        OwnRuleset, on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+",
        help_text="The league’s own ruleset that is played by in place of the named one.",
    )  # fmt: skip


def _copy_of_own() -> CheckedValue:
    # A copy of what never changes: whoever reads a division has its rules, without a row more.
    return CheckedValue(default=dict, blank=True, editable=False, validators=[is_ruleset], help_text="The whole of it.")


class DivisionManager(models.Manager["Division"]):
    """Divisions alone, so that whatever does not ask for cups leaves them out (docs/decisions/competitions.md)."""

    def get_queryset(self) -> "models.QuerySet[Division]":
        return super().get_queryset().filter(kind=CompetitionKind.LEAGUE)


class CompetitionManager(models.Manager["Division"]):
    """Competitions that are no league. What keeps its address from season to season is the slug."""

    def get_queryset(self) -> "models.QuerySet[Division]":
        return super().get_queryset().exclude(kind=CompetitionKind.LEAGUE)


class Division(UniquelyNamed):
    """Teams that all meet, and how their fixtures are played and counted; or another competition (`kind`)."""

    SCOPE = ("season",)

    objects: ClassVar[DivisionManager] = DivisionManager()
    competitions: ClassVar[CompetitionManager] = CompetitionManager()
    every: ClassVar["models.Manager[Division]"] = models.Manager()

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="divisions")
    name = LineField(max_length=60)
    slug = CheckedSlug(max_length=60)
    kind = models.CharField(
        max_length=10, choices=CompetitionKind, default=CompetitionKind.LEAGUE, db_default=CompetitionKind.LEAGUE,
        editable=False,
    )  # fmt: skip
    order = models.PositiveSmallIntegerField(default=1)
    fixture_format = CheckedText(
        max_length=400, validators=[is_format],
        help_text=(
            "The matches of a fixture in order: S singles, D doubles, T trebles, 6P six a side. S5: five games; Sb3: "
            "the best of three; Sf2: until one side has won two; a w behind it: only winners are written down, "
            "a t: only how many games each side won, a p: and the points it pegged. "
            "D@five-card: that match by another ruleset. 6E1: six a side, each plays each of the other side; 6ED1: "
            "six pairs a side. "
            "Behind a slash how often one player may play: 1S 1D, and what a short side does: short-twice."
        ),
    )  # fmt: skip
    games_per_match = models.PositiveSmallIntegerField(
        default=3, validators=[MinValueValidator(1), MaxValueValidator(9)]
    )
    points_per_game = models.DecimalField(**_counts("points_per_game"))
    points_per_match = models.DecimalField(**_counts("points_per_match"))
    points_per_win = models.DecimalField(**_counts("points_per_win"))
    points_per_draw = models.DecimalField(**_counts("points_per_draw"))
    points_per_loss = models.DecimalField(**_counts("points_per_loss"))
    points_per_close_loss = models.DecimalField(**_counts("points_per_close_loss"))
    points_per_match_drawn = models.DecimalField(**_counts("points_per_match_drawn"))
    points_per_whole_match = models.DecimalField(**_counts("points_per_whole_match"))
    points_per_whole_fixture = models.DecimalField(**_counts("points_per_whole_fixture"))
    points_per_lurch = models.DecimalField(**_counts("points_per_lurch"))
    points_per_double_lurch = models.DecimalField(**_counts("points_per_double_lurch"))
    merit_minimum = models.PositiveSmallIntegerField(**_counts("merit_minimum"))
    close_loss_games = models.PositiveSmallIntegerField(**_counts("close_loss_games"))
    walkover_games = models.PositiveSmallIntegerField(null=True, **_counts("walkover_games"))
    walkover_games_against = models.PositiveSmallIntegerField(**_counts("walkover_games_against"))
    walkover_points = models.DecimalField(null=True, **_counts("walkover_points"))
    absent_points = models.DecimalField(null=True, **_counts("absent_points"))
    tie_breaks = CheckedList(default=default_tie_breaks, validators=[are_tie_breaks])
    own_evening = models.CharField(max_length=10, **column(DivisionSettings, "own_evening"))
    own_start = models.TimeField(null=True, **column(DivisionSettings, "own_start"))
    won_by = models.CharField(max_length=10, **column(DivisionSettings, "won_by"))
    promoted_teams = models.PositiveSmallIntegerField(**column(DivisionSettings, "promoted_teams"))
    relegated_teams = models.PositiveSmallIntegerField(**column(DivisionSettings, "relegated_teams"))
    singles_ruleset = models.CharField(max_length=40, choices=RulesetName, default=RulesetName.LEAGUE)
    doubles_ruleset = models.CharField(max_length=40, choices=RulesetName, default=RulesetName.LEAGUE)
    singles_own = _own_ruleset()
    doubles_own = _own_ruleset()
    singles_rules = _copy_of_own()
    doubles_rules = _copy_of_own()
    match_rules = CheckedValue(
        default=dict, blank=True, editable=False, validators=[are_rulesets],
        help_text="The whole of each of the league’s own rulesets that matches of its format name, by its word.",
    )  # fmt: skip
    format = models.ForeignKey(
        "league.FixtureFormat", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+",
        help_text="The row that says the same; none until a fixture has a result.",
    )  # fmt: skip
    format_since = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="When its format last changed while it had results."
    )

    class Meta:
        ordering = ("order", "name")
        constraints = (
            models.UniqueConstraint(
                fields=("season", "name_key"), condition=Q(kind=CompetitionKind.LEAGUE), name="division_name_once"
            ),
            models.UniqueConstraint(
                fields=("season", "slug"), condition=Q(kind=CompetitionKind.LEAGUE), name="division_slug_once"
            ),
            models.UniqueConstraint(
                fields=("season", "name_key"), condition=~Q(kind=CompetitionKind.LEAGUE), name="competition_name_once"
            ),
            models.UniqueConstraint(
                fields=("season", "slug"), condition=~Q(kind=CompetitionKind.LEAGUE), name="competition_slug_once"
            ),
            models.CheckConstraint(condition=choices_q(kind=CompetitionKind), name="division_kind"),
            models.CheckConstraint(
                condition=Q(games_per_match__gte=1, games_per_match__lte=9), name="division_games_per_match"
            ),
            models.CheckConstraint(condition=~Q(name=""), name="division_has_a_name"),
            models.CheckConstraint(condition=_points_in_range(), name="division_points"),
            models.CheckConstraint(condition=worded(DivisionSettings), name="division_policies"),
            models.CheckConstraint(condition=limits_q(DivisionSettings), name="division_numbers"),
            models.CheckConstraint(
                condition=choices_q(singles_ruleset=RulesetName, doubles_ruleset=RulesetName), name="division_rulesets"
            ),
        )

    def __str__(self) -> str:
        return self.name


class Entry(models.Model):
    """A team in a division for a season: where and when it plays at home."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entries")
    division = models.ForeignKey(Division, on_delete=models.CASCADE, related_name="entries")
    team = models.ForeignKey("league.Team", on_delete=models.CASCADE, related_name="entries")
    venue = models.ForeignKey("league.Venue", on_delete=models.PROTECT, related_name="entries")
    team_called, venue_called = name_then(), name_then()
    home_night = models.PositiveSmallIntegerField(choices=Night)
    start_time = models.TimeField()
    withdrawn_on = models.DateField(null=True, blank=True, help_text="From this day it no longer plays.")
    withdrawal_policy = models.CharField(
        max_length=20,
        choices=WithdrawalPolicy,
        blank=True,
        help_text="What became of its results, whatever the season's policy is now.",
    )
    no_shows_settled = models.PositiveSmallIntegerField(
        default=0, editable=False, help_text="Up to so many no-shows the secretary has decided on their consequence."
    )

    move = models.CharField(
        max_length=20, choices=NextMove, blank=True, default="", db_default="", editable=False,
        help_text="What the end of the season decided about it; blank until then.",
    )  # fmt: skip
    moves_to = models.ForeignKey(
        Division, on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+",
        help_text="The division of this season in which it plays next season.",
    )  # fmt: skip
    answer = models.CharField(
        max_length=3, choices=EntryAnswer, blank=True, default="", db_default="", editable=False,
        help_text="Whether its captain confirmed that it enters; blank: not yet.",
    )  # fmt: skip
    answered_at = models.DateTimeField(null=True, blank=True, editable=False)
    answered_by = models.ForeignKey(
        "league.User", on_delete=models.SET_NULL, null=True, blank=True, editable=False, related_name="+"
    )

    class Meta:
        verbose_name_plural = "entries"
        ordering = ("team__name",)
        constraints = (
            models.UniqueConstraint(fields=("season", "team"), name="entry_one_division_a_season"),
            models.CheckConstraint(condition=Q(home_night__in=Night.values), name="entry_home_night"),
            models.CheckConstraint(condition=Q(move__in=("", *NextMove.values)), name="entry_move"),
            models.CheckConstraint(
                condition=Q(answer="", answered_at=None) | Q(answer__in=EntryAnswer.values, answered_at__isnull=False),
                name="entry_answered",
            ),
        )

    def __str__(self) -> str:
        return f"{self.team} in {self.division}"


read_by_former_name(Entry, "team", "venue")


class Blackout(models.Model):
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="blackouts")
    date = models.DateField()

    class Meta:
        ordering = ("date",)
        constraints = (models.UniqueConstraint(fields=("entry", "date"), name="blackout_once"),)

    def __str__(self) -> str:
        return f"{self.entry.team}: not on {self.date}"


class Round(models.Model):
    """One half of a season, in which every pair of teams of a division meets once. All divisions share its weeks."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("season", "number"), name="round_number_once"),)

    def __str__(self) -> str:
        return str(self.label)

    @property
    def label(self) -> Text:
        return Text("Round {number}", number=self.number)


class Week(models.Model):
    """A week of a round. It keeps its number when its date moves; a week without play has none."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="weeks")
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="weeks")
    number = models.PositiveSmallIntegerField(null=True, blank=True)
    starts_on = models.DateField(help_text="Its Monday.")
    kind = models.CharField(max_length=10, choices=WeekKind, default=WeekKind.PLAY)

    class Meta:
        ordering = ("starts_on",)
        constraints = (
            models.UniqueConstraint(fields=("round", "number"), name="week_number_once"),
            models.UniqueConstraint(fields=("season", "starts_on"), name="week_date_once"),
            models.CheckConstraint(
                condition=Q(kind=WeekKind.NO_PLAY, number__isnull=True)
                | (~Q(kind=WeekKind.NO_PLAY) & Q(number__isnull=False)),
                name="week_has_a_number_unless_no_play",
            ),
        )

    def __str__(self) -> str:
        return str(self.label)

    @property
    def label(self) -> Text:
        if self.kind == WeekKind.NO_PLAY:
            return N_("No play")
        if self.kind == WeekKind.CATCH_UP:
            return Text("Week {number} (catch-up)", number=self.number)
        return Text("Week {number}", number=self.number)


class VenueClosure(models.Model):
    venue = models.ForeignKey("league.Venue", on_delete=models.CASCADE, related_name="closures")
    date = models.DateField()

    class Meta:
        ordering = ("date",)
        constraints = (models.UniqueConstraint(fields=("venue", "date"), name="closure_once"),)

    def __str__(self) -> str:
        return f"{self.venue}: closed on {self.date}"


class Timetable(models.Model):
    """A timetable being made: the request, and what came of it. Publishing makes fixtures of it."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="timetables")
    state = models.CharField(max_length=10, choices=TimetableState, default=TimetableState.WAITING)
    brief = models.JSONField(help_text="What the secretary asks besides teams, venues and weeks.")
    made = models.JSONField(default=dict, blank=True, help_text="The timetable and its quality; see timetable.plain.")
    version = models.PositiveIntegerField(default=1, help_text="Grows with each edit; an edit names the one it saw.")
    progress = models.CharField(max_length=250, blank=True)
    asked_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    asked_at = models.DateTimeField()
    leased_until = models.DateTimeField(null=True, blank=True, help_text="Whoever makes it must be done by then.")
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-asked_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("season",), condition=models.Q(state=TimetableState.PUBLISHED), name="timetable_one_published"
            ),
        )

    def __str__(self) -> str:
        return f"Timetable of {self.season}: {self.get_state_display()}"
