from django.db import models
from django.db.models import Q

from league.enums import CanPlay, Side


class Availability(models.Model):
    """A player and a coming fixture: can they play, and in which seats does their captain want them.

    It is about the start that the fixture had then; once it is moved it says nothing.
    """

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="availability")
    player = models.ForeignKey("league.Player", on_delete=models.CASCADE, related_name="availability")
    side = models.CharField(max_length=4, choices=Side)
    starts_at = models.DateTimeField(help_text="The fixture's start that it is about.")
    answer = models.CharField(max_length=5, choices=CanPlay, blank=True, help_text="Blank: no answer yet.")
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.ForeignKey(
        "league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+",
        help_text="Whoever answered: the player, or a captain for them.",
    )  # fmt: skip
    places = models.CharField(
        max_length=700, blank=True, help_text="Their seats in the line-up, such as “m1-home-1 m6-home-1”."
    )
    told = models.CharField(max_length=700, blank=True, help_text="The seats that they were told of last.")

    class Meta:
        verbose_name_plural = "availability"
        constraints = (
            models.UniqueConstraint(fields=("fixture", "player"), name="availability_once_a_fixture"),
            models.CheckConstraint(condition=Q(answer__in=("", *CanPlay.values)), name="availability_answer"),
            models.CheckConstraint(condition=Q(side__in=Side.values), name="availability_side"),
            models.CheckConstraint(
                condition=Q(answer="") | Q(answered_at__isnull=False), name="availability_answer_has_a_moment"
            ),
        )

    def __str__(self) -> str:
        return f"{self.player} in {self.fixture}: {self.get_answer_display() or 'no answer'}"
