"""A league, its venues and its teams: what outlives a season."""

import uuid
import zoneinfo
from functools import cache
from typing import ClassVar

from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import F, Q

from league.enums import TeamColour, TeamKind
from league.models.checked import CheckedSlug, CheckedText, LineField, choices_q, column, limits_q, worded
from league.models.unique_names import UniquelyNamed
from league.rules.deadlines import Evenings
from league.rules.languages import LONGEST_LANGUAGE
from league.rules.names import LONGEST_NAME
from league.rules.settings import LeagueSettings

HIDDEN = "Since when it is hidden from everybody; see services.upkeep."
NOWHERE = zoneinfo.ZoneInfo("UTC")


@cache
def time_zones() -> frozenset[str]:
    """Names of all time zones, cached: it reads a whole tree of files."""
    return frozenset(zoneinfo.available_timezones())


def check_time_zone(name: str) -> None:
    if name not in time_zones():
        raise ValidationError(f"“{name}” is not a time zone; write one like Europe/London.")


class League(UniquelyNamed):
    """One league. Everything else belongs to exactly one and is only ever reached through it."""

    name = LineField(max_length=LONGEST_NAME)
    slug = CheckedSlug(unique=True)
    time_zone = CheckedText(max_length=50, default="Europe/London", validators=[check_time_zone])
    deadline_hour = models.PositiveSmallIntegerField(**column(LeagueSettings, "deadline_hour"))
    result_day = models.CharField(max_length=10, **column(LeagueSettings, "result_day"))
    result_time = models.TimeField(null=True, **column(LeagueSettings, "result_time"))
    result_hours = models.PositiveSmallIntegerField(**column(LeagueSettings, "result_hours"))
    confirm_hours = models.PositiveSmallIntegerField(**column(LeagueSettings, "confirm_hours"))
    high_hand = models.PositiveSmallIntegerField(**column(LeagueSettings, "high_hand"))
    dispute_days = models.PositiveSmallIntegerField(**column(LeagueSettings, "dispute_days"))
    appeal_days = models.PositiveSmallIntegerField(**column(LeagueSettings, "appeal_days"))
    appeals_by = models.CharField(max_length=12, **column(LeagueSettings, "appeals_by"))
    vote_days = models.PositiveSmallIntegerField(**column(LeagueSettings, "vote_days"))
    language = CheckedText(max_length=LONGEST_LANGUAGE, **column(LeagueSettings, "language"))
    shorten_names = models.BooleanField(**column(LeagueSettings, "shorten_names"))
    ask_days = models.PositiveSmallIntegerField(null=True, **column(LeagueSettings, "ask_days"))
    second_factor = models.CharField(max_length=12, **column(LeagueSettings, "second_factor"))
    currency = models.CharField(max_length=3, **column(LeagueSettings, "currency"))
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False, help_text=HIDDEN)
    suspended_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="Since when the operator lets it only be read."
    )
    suspended_because = models.CharField(
        max_length=500, blank=True, default="", db_default="", editable=False, help_text="Public."
    )

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("name_key",), name="league_name_once"),
            models.CheckConstraint(
                condition=Q(suspended_at=None, suspended_because="")
                | (Q(suspended_at__isnull=False) & ~Q(suspended_because="")),
                name="league_suspended_for_a_reason",
            ),
            models.CheckConstraint(condition=worded(LeagueSettings), name="league_policies"),
            models.CheckConstraint(condition=limits_q(LeagueSettings), name="league_hours_and_days"),
            models.CheckConstraint(condition=~Q(name=""), name="league_has_a_name"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def tz(self) -> zoneinfo.ZoneInfo:
        """The league's time zone; UTC where this machine does not know it, so that its pages still answer."""
        try:
            return zoneinfo.ZoneInfo(self.time_zone)
        except (zoneinfo.ZoneInfoNotFoundError, ValueError, OSError):
            return NOWHERE

    @property
    def evenings(self) -> Evenings:
        return Evenings(self.tz, self.deadline_hour)


class Venue(UniquelyNamed):
    SCOPE = ("league",)
    # The present name, of a row that is read by a former one.
    now_called = ""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="venues")
    name = LineField(max_length=LONGEST_NAME)
    address = LineField(max_length=250, blank=True)
    boards = models.PositiveSmallIntegerField("fixtures at once", default=1, validators=[MinValueValidator(1)])
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False, help_text=HIDDEN)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("league", "name_key"), name="venue_name_once"),
            models.CheckConstraint(condition=Q(boards__gte=1), name="venue_holds_a_fixture"),
            models.CheckConstraint(condition=~Q(name=""), name="venue_has_a_name"),
        )

    def __str__(self) -> str:
        return self.name

    @property
    def where(self) -> str:
        """Name and address on one line; a name with which the address begins is said once."""
        return where(self.name, self.address)


def where(name: str, address: str) -> str:
    if address.casefold().startswith(name.casefold()):
        return address
    return ", ".join(part for part in (name, address) if part)


class TeamManager(models.Manager["Team"]):
    """Teams alone, without the pairs and players of other competitions."""

    def get_queryset(self) -> "models.QuerySet[Team]":
        return super().get_queryset().filter(kind=TeamKind.TEAM)


class Team(UniquelyNamed):
    """A team, season after season. What changes with the season is its `Entry`.

    A pair, or a player who plays alone, is a side of fixtures too: a row of another `kind`, with its `members`.
    """

    SCOPE = ("league",)

    objects: ClassVar[TeamManager] = TeamManager()
    every: ClassVar["models.Manager[Team]"] = models.Manager()
    # The present name, of a row that is read by a former one.
    now_called = ""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="teams")
    name = LineField(max_length=LONGEST_NAME)
    slug = CheckedSlug(max_length=120)
    kind = models.CharField(
        max_length=6, choices=TeamKind, default=TeamKind.TEAM, db_default=TeamKind.TEAM, editable=False
    )
    members = models.ManyToManyField(
        "league.Player", through="league.TeamMember", related_name="own_sides", blank=True,
        help_text="Of a pair or a single player.",
    )  # fmt: skip
    note = LineField(
        max_length=200, blank=True,
        help_text="Public: what the secretary wants known of it, such as a club or an age limit; nothing judges by it.",
    )  # fmt: skip
    colour = models.CharField(max_length=6, choices=TeamColour, blank=True, default="", help_text="Blank: none.")
    hidden_at = models.DateTimeField(null=True, blank=True, editable=False, help_text=HIDDEN)
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="merged",
        help_text="Entered twice: all it played is that team's now; the journal and old links still name this row.",
    )  # fmt: skip

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(
                fields=("league", "name_key"), condition=Q(kind=TeamKind.TEAM), name="team_name_once"
            ),
            models.UniqueConstraint(fields=("league", "slug"), name="team_slug_once"),
            models.CheckConstraint(condition=choices_q(kind=TeamKind), name="team_kind"),
            models.CheckConstraint(condition=~Q(name=""), name="team_has_a_name"),
            models.CheckConstraint(condition=Q(colour__in=("", *TeamColour.values)), name="team_colour_known"),
            models.CheckConstraint(
                condition=Q(merged_into=None) | (~Q(merged_into=F("pk")) & Q(hidden_at__isnull=False)),
                name="team_merged_is_hidden",
            ),
        )

    def __str__(self) -> str:
        return self.name
