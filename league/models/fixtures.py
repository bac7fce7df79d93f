"""Fixtures and what moves them."""

from django.db import models
from django.db.models import F, Q

from league.enums import FixtureState, PostponementState, Side


class Fixture(models.Model):
    """Home team v away team, at a venue, at a time. Its row is the first lock of every write about it."""

    division = models.ForeignKey("league.Division", on_delete=models.CASCADE, related_name="fixtures")
    week = models.ForeignKey("league.Week", on_delete=models.PROTECT, related_name="fixtures")
    home = models.ForeignKey("league.Team", on_delete=models.PROTECT, related_name="home_fixtures")
    away = models.ForeignKey("league.Team", on_delete=models.PROTECT, related_name="away_fixtures")
    venue = models.ForeignKey("league.Venue", on_delete=models.PROTECT, related_name="fixtures")
    starts_at = models.DateTimeField()
    original_starts_at = models.DateTimeField(help_text="The date the timetable gave; never changed.")
    state = models.CharField(max_length=12, choices=FixtureState, default=FixtureState.SCHEDULED)

    class Meta:
        ordering = ("starts_at", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(home=F("away")), name="fixture_two_teams"),
            models.UniqueConstraint(fields=("week", "home"), name="fixture_home_once_a_week"),
            models.UniqueConstraint(fields=("week", "away"), name="fixture_away_once_a_week"),
        )
        indexes = (models.Index(fields=("division", "starts_at"), name="fixture_division_time"),)

    def __str__(self) -> str:
        return f"{self.home} v {self.away}"

    def team_id(self, side: str) -> int:
        """The home or away team's id."""
        return self.home_id if side == Side.HOME else self.away_id


class Postponement(models.Model):
    """A fixture that was put off: who asked, why, and what came of it."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="postponements")
    side = models.CharField(max_length=4, choices=Side, blank=True, help_text="Who asked; blank if not recorded.")
    reason = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=PostponementState, default=PostponementState.REQUESTED)
    requested_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    requested_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True, blank=True, help_text="The new date, once there is one.")

    class Meta:
        ordering = ("-requested_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("fixture",),
                condition=Q(state__in=(PostponementState.REQUESTED, PostponementState.OWED)),
                name="postponement_one_open_a_fixture",
            ),
            models.CheckConstraint(
                condition=~Q(state__in=(PostponementState.AGREED, PostponementState.PLACED))
                | Q(starts_at__isnull=False),
                name="postponement_moved_has_a_date",
            ),
        )

    def __str__(self) -> str:
        return f"{self.fixture}: {self.get_state_display()}"
