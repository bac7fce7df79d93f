"""A league, its venues and its teams: what outlives a season."""

import uuid
import zoneinfo

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q


def check_time_zone(name: str) -> None:
    """Refuse a time zone that this machine does not know."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(f"“{name}” is no time zone; write one like Europe/London.")


class League(models.Model):
    """One league. Everything else belongs to exactly one and is only ever reached through it."""

    name = models.CharField(max_length=120, unique=True)
    slug = models.SlugField(unique=True)
    time_zone = models.CharField(max_length=50, default="Europe/London", validators=[check_time_zone])
    result_hours = models.PositiveSmallIntegerField(
        default=48, help_text="Hours after the start of a fixture by which its result is due."
    )
    confirm_hours = models.PositiveSmallIntegerField(
        default=48,
        help_text="Hours the other captain has to confirm a result or object; then it is confirmed by itself.",
    )
    dispute_days = models.PositiveSmallIntegerField(
        default=5, help_text="Days after a fixture's start, or its result, within which a captain may open a dispute."
    )
    appeal_days = models.PositiveSmallIntegerField(
        default=7, help_text="Days after a ruling within which it may be appealed, once."
    )
    shorten_names = models.BooleanField(
        default=False, help_text="Public pages give first names and an initial only, such as Olive B."
    )

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name

    @property
    def tz(self) -> zoneinfo.ZoneInfo:
        return zoneinfo.ZoneInfo(self.time_zone)


class Venue(models.Model):
    """Where fixtures are played, and how many of them it holds at once."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(max_length=120)
    address = models.CharField(max_length=250, blank=True)
    boards = models.PositiveSmallIntegerField("fixtures at once", default=1)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("league", "name"), name="venue_name_once"),
            models.CheckConstraint(condition=Q(boards__gte=1), name="venue_holds_a_fixture"),
        )

    def __str__(self) -> str:
        return self.name


class Team(models.Model):
    """A team, season after season. What changes with the season is its `Entry`."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="teams")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=120)

    class Meta:
        ordering = ("name",)
        constraints = (
            models.UniqueConstraint(fields=("league", "name"), name="team_name_once"),
            models.UniqueConstraint(fields=("league", "slug"), name="team_slug_once"),
        )

    def __str__(self) -> str:
        return self.name
