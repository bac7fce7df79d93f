from decimal import Decimal

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from league.enums import ChargeKind
from league.models.checked import choices_q
from league.models.clubs import Team
from league.rules.money import LEAST, MOST
from league.rules.problems import LONGEST_REASON


class Charge(models.Model):
    """A fee, a fine or pennies that a team or a player owes the league. None is deleted; no money moves here."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="charges")
    team = models.ForeignKey(
        "league.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="charges",
        help_text="The team that is charged; none where it is a player.",
    )  # fmt: skip
    player = models.ForeignKey(
        "league.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="charges",
        help_text="The player who is charged; none where it is a team.",
    )  # fmt: skip
    through = models.ForeignKey(
        "league.Team", on_delete=models.PROTECT, null=True, blank=True, related_name="charges_of_players",
        help_text="The team that the player was registered for that day: its captain sees the charge.",
    )  # fmt: skip
    kind = models.CharField(max_length=10, choices=ChargeKind)
    amount: "models.DecimalField[Decimal, Decimal]" = models.DecimalField(
        max_digits=7, decimal_places=2, validators=[MinValueValidator(LEAST), MaxValueValidator(MOST)],
        help_text="In the league’s currency.",
    )  # fmt: skip
    reason = models.CharField(max_length=LONGEST_REASON)
    date = models.DateField(help_text="The day for which it is charged, by the league’s own clock.")
    paid_on = models.DateField(null=True, blank=True, help_text="The day on which it was paid.")
    made_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField()
    cancelled_at = models.DateTimeField(null=True, blank=True, help_text="Since then it is owed no more.")
    cancelled_because = models.CharField(max_length=LONGEST_REASON, blank=True)

    class Meta:
        ordering = ("date", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(team__isnull=False, player__isnull=True, through__isnull=True)
                | Q(team__isnull=True, player__isnull=False),
                name="charge_of_a_team_or_a_player",
            ),
            models.CheckConstraint(condition=choices_q(kind=ChargeKind), name="charge_kind"),
            models.CheckConstraint(condition=Q(amount__gte=LEAST, amount__lte=MOST), name="charge_amount"),
            models.CheckConstraint(condition=~Q(reason=""), name="charge_has_a_reason"),
            models.CheckConstraint(
                condition=Q(cancelled_at=None, cancelled_because="")
                | (Q(cancelled_at__isnull=False, paid_on=None) & ~Q(cancelled_because="")),
                name="charge_cancelled_is_unpaid_and_says_why",
            ),
        )
        indexes = (models.Index(fields=("season", "paid_on"), name="charge_of_a_season"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.who}"

    @property
    def who(self) -> str:
        """The name of the team or player charged; both must be joined."""
        return str(self.team if self.team is not None else self.player)

    @property
    def standing(self) -> str:
        """A word that changes with each payment and cancellation."""
        if self.cancelled_at is not None:
            return "cancelled"
        return f"paid-{self.paid_on.isoformat()}" if self.paid_on is not None else "owed"

    @property
    def through_shown(self) -> Team | None:
        """The team that the player was registered for, unless it is hidden."""
        return self.through if self.through is not None and self.through.hidden_at is None else None
