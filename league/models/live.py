from django.db import models
from django.db.models import Q

from league.enums import Side
from league.rules.sheet_fields import Fields


class LiveScore(models.Model):
    """The score of a fixture in play. It counts nowhere, and is cleared when there is a result.

    One device writes it at a time; `phone` identifies its session and is never shown.
    """

    fixture = models.OneToOneField("league.Fixture", on_delete=models.CASCADE, related_name="live_score")
    league = models.ForeignKey(
        "league.League", on_delete=models.CASCADE, related_name="live_scores",
        help_text="That of its fixture: followers ask for the scores of a league every half second.",
    )  # fmt: skip
    sheet = models.JSONField(default=dict, help_text="The fields of the sheet, as they were typed.")
    home_games = models.PositiveSmallIntegerField(default=0)
    away_games = models.PositiveSmallIntegerField(default=0)
    latest = models.CharField(max_length=8, blank=True, help_text="Where the last entry was, m2-g3 or m2.")
    writer = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    side = models.CharField(max_length=4, choices=Side, blank=True, help_text="The writer’s; blank for the secretary.")
    phone = models.CharField(max_length=64, blank=True)
    turn = models.PositiveIntegerField(default=1, help_text="Grows whenever somebody begins or takes over.")
    sequence = models.PositiveBigIntegerField(default=1, help_text="Grows with every change that followers see.")
    begun_at = models.DateTimeField()
    changed_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True, help_text="When its fixture got a result.")

    class Meta:
        indexes = (models.Index(fields=("changed_at",), name="live_score_changed"),)
        constraints = (
            # What is over has nothing left of what was written.
            models.CheckConstraint(
                condition=Q(ended_at__isnull=True) | Q(phone="", home_games=0, away_games=0),
                name="live_score_ended_is_empty",
            ),
        )

    def __str__(self) -> str:
        return f"{self.fixture}: {self.home_games}–{self.away_games}"

    @property
    def fields(self) -> Fields:
        return dict(self.sheet)

    @property
    def going(self) -> bool:
        return self.ended_at is None
