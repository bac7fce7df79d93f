"""Individual leagues: players who arrange their own games within a window."""

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from league.models.seasons import Division
from league.rules.competitions.individual import MOST_MEETINGS


class IndividualLeague(models.Model):
    """When an individual league is played, and how often two of its players may meet."""

    competition = models.OneToOneField(Division, on_delete=models.CASCADE, related_name="individual")
    opens_on = models.DateField(help_text="The first day on which its games are played.")
    closes_on = models.DateField(help_text="The last day.")
    meetings = models.PositiveSmallIntegerField(
        default=1, validators=[MinValueValidator(1), MaxValueValidator(MOST_MEETINGS)],
        help_text="How often two players may meet.",
    )  # fmt: skip
    venue = models.ForeignKey(
        "league.Venue", on_delete=models.PROTECT, related_name="+", help_text="Where games are listed unless moved."
    )

    class Meta:
        constraints = (
            models.CheckConstraint(condition=Q(closes_on__gte=F("opens_on")), name="individual_window"),
            models.CheckConstraint(
                condition=Q(meetings__gte=1, meetings__lte=MOST_MEETINGS), name="individual_meetings"
            ),
        )

    def __str__(self) -> str:
        return self.competition.name
