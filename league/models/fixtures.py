import datetime as dt
import uuid

from django.db import models
from django.db.models import F, Q

from league.enums import OPEN_POSTPONEMENTS, FixtureState, PostponementState, Side
from league.models.clubs import League, Team
from league.models.former_names import name_then, read_by_former_name

# One that is cancelled with its team's withdrawal comes back with it; any other that is cancelled is over.
HOLDS_ITS_WEEK = Q(play_off=False) & ~Q(state=FixtureState.CANCELLED, withdrawal=None)


class Fixture(models.Model):
    """Home team v away team, at a venue, at a time. Its row is the first lock of every write about it."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    division = models.ForeignKey("league.Division", on_delete=models.CASCADE, related_name="fixtures")
    week = models.ForeignKey("league.Week", on_delete=models.PROTECT, related_name="fixtures")
    home = models.ForeignKey("league.Team", on_delete=models.PROTECT, related_name="home_fixtures")
    away = models.ForeignKey("league.Team", on_delete=models.PROTECT, related_name="away_fixtures")
    venue = models.ForeignKey("league.Venue", on_delete=models.PROTECT, related_name="fixtures")
    home_called, away_called, venue_called = name_then(), name_then(), name_then()
    starts_at = models.DateTimeField()
    original_starts_at = models.DateTimeField(help_text="The date the timetable gave; never changed.")
    state = models.CharField(max_length=12, choices=FixtureState, default=FixtureState.SCHEDULED)
    sequence = models.PositiveIntegerField(default=0, help_text="Grows whenever its time, place or state changes.")
    changed_at = models.DateTimeField(null=True, blank=True, help_text="When that was last.")
    withdrawal = models.ForeignKey(
        "league.Entry",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="cancelled_fixtures",
        help_text="The team whose withdrawal cancelled it; it comes back when that is reversed.",
    )
    format = models.ForeignKey(
        "league.FixtureFormat", on_delete=models.PROTECT, null=True, blank=True, editable=False, related_name="+",
        help_text="What its live result was played by; none: it is played as its division plays.",
    )  # fmt: skip
    play_off = models.BooleanField(
        default=False,
        help_text="Made between level teams: it decides their order and counts for nothing else.",
    )
    tie = models.ForeignKey(
        "league.Tie", on_delete=models.RESTRICT, null=True, blank=True, editable=False, related_name="fixtures",
        help_text="Of a knock-out, whose tie it is; then it is a play-off too.",
    )  # fmt: skip
    leg = models.PositiveSmallIntegerField(null=True, blank=True, editable=False, help_text="Which one of the tie’s.")
    before_withdrawal = models.CharField(
        max_length=12, choices=FixtureState, blank=True, help_text="The state it had until then."
    )

    class Meta:
        ordering = ("starts_at", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(home=F("away")), name="fixture_two_teams"),
            models.UniqueConstraint(fields=("week", "home"), condition=HOLDS_ITS_WEEK, name="fixture_home_once_a_week"),
            models.UniqueConstraint(fields=("week", "away"), condition=HOLDS_ITS_WEEK, name="fixture_away_once_a_week"),
            models.UniqueConstraint(fields=("tie", "leg"), name="fixture_leg_once"),
            models.CheckConstraint(
                condition=Q(tie=None, leg=None) | Q(tie__isnull=False, leg__isnull=False, play_off=True),
                name="fixture_of_a_tie",
            ),
        )
        indexes = (
            models.Index(fields=("division", "starts_at"), name="fixture_division_time"),
            models.Index(fields=("venue", "starts_at"), name="fixture_venue_time"),
            # A page of the API's list reads its fixtures alone, however many there are.
            models.Index(fields=("starts_at", "id"), name="fixture_time"),
        )

    def __str__(self) -> str:
        return f"{self.home} v {self.away}"

    @property
    def league(self) -> League:
        """No query where division, season and league are joined."""
        return self.division.season.league

    @property
    def sides(self) -> tuple[Team, Team]:
        return self.home, self.away

    @property
    def began_before_publication(self) -> bool:
        """Whether its evening was past when it was published: then no deadline runs from it."""
        published = self.division.season.published_at
        # One that was added to a published season says when; later changes are no reason.
        since = published if self.sequence else self.changed_at or published
        return since is not None and self.starts_at <= since

    def team_id(self, side: str) -> int:
        return self.home_id if side == Side.HOME else self.away_id

    def team_name(self, side: str) -> str:
        return self.home.name if side == Side.HOME else self.away.name


read_by_former_name(Fixture, "home", "away", "venue")


class Postponement(models.Model):
    """A fixture that was put off: who asked, why, and what came of it. What was offered is its `Offer`s."""

    fixture = models.ForeignKey(Fixture, on_delete=models.CASCADE, related_name="postponements")
    side = models.CharField(max_length=4, choices=Side, blank=True, help_text="Who asked; blank if not recorded.")
    reason = models.TextField(blank=True)
    short_notice = models.TextField(blank=True, help_text="Why it was asked for so late.")
    state = models.CharField(max_length=10, choices=PostponementState, default=PostponementState.REQUESTED)
    awaiting = models.CharField(max_length=4, choices=Side, blank=True, help_text="Whose answer is awaited.")
    requested_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    requested_at = models.DateTimeField()
    starts_at = models.DateTimeField(null=True, blank=True, help_text="The new date, once there is one.")
    decided_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    decided_at = models.DateTimeField(null=True, blank=True)
    why = models.TextField(blank=True, help_text="Why it was refused, or could not be placed, or was overridden.")

    class Meta:
        ordering = ("-requested_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("fixture",), condition=Q(state__in=OPEN_POSTPONEMENTS), name="postponement_one_open_a_fixture"
            ),
            models.CheckConstraint(
                condition=~Q(state__in=(PostponementState.AGREED, PostponementState.PLACED))
                | Q(starts_at__isnull=False),
                name="postponement_moved_has_a_date",
            ),
            models.CheckConstraint(
                condition=Q(awaiting="") | Q(state=PostponementState.REQUESTED),
                name="postponement_awaits_while_requested",
            ),
        )

    def __str__(self) -> str:
        return f"{self.fixture}: {self.get_state_display()}"


class Offer(models.Model):
    """Up to three dates that one side of a postponed fixture offers the other. The last one is on the table."""

    postponement = models.ForeignKey(Postponement, on_delete=models.CASCADE, related_name="offers")
    number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=4, choices=Side)
    made_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField()
    slots = models.JSONField(help_text="The dates: a list of ISO 8601 times in UTC.")
    note = models.TextField(blank=True)

    class Meta:
        ordering = ("number",)
        constraints = (models.UniqueConstraint(fields=("postponement", "number"), name="offer_number_once"),)

    def __str__(self) -> str:
        return f"Offer {self.number} of {self.postponement}"

    @property
    def dates(self) -> tuple[dt.datetime, ...]:
        return tuple(dt.datetime.fromisoformat(slot) for slot in self.slots)
