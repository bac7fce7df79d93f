from django.db import models
from django.db.models import Q

from league.enums import Side
from league.rules.high_hands import HIGHEST, LEAST


class HighHand(models.Model):
    """A high hand or crib of a player in a fixture; without cards it is a claim the engine has not counted.

    It is on the honours board while a confirmed sheet of its fixture has the player on it. None is deleted: a removed
    one stays for the journal.
    """

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="high_hands")
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, related_name="high_hands")
    match_number = models.PositiveSmallIntegerField(null=True, blank=True, help_text="Where that is known.")
    points = models.PositiveSmallIntegerField()
    cards = models.CharField(
        max_length=20, blank=True, help_text="Without the starter, as the engine writes them; blank: its score alone."
    )
    starter = models.CharField(max_length=3, blank=True)
    crib = models.BooleanField(default=False, help_text="It was the crib, not the hand.")
    side = models.CharField(max_length=4, choices=Side, blank=True, help_text="Who recorded it; blank: the secretary.")
    recorded_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    recorded_at = models.DateTimeField()
    removed_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    removed_at = models.DateTimeField(null=True, blank=True, help_text="Since then it counts for nothing.")

    class Meta:
        ordering = ("recorded_at", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("fixture", "player", "cards", "starter"),
                condition=Q(removed_at=None) & ~Q(cards=""),
                name="high_hand_cards_once",
            ),
            models.CheckConstraint(
                condition=Q(cards="", starter="") | (~Q(cards="") & ~Q(starter="")), name="high_hand_has_a_starter"
            ),
            models.CheckConstraint(condition=Q(points__gte=LEAST, points__lte=HIGHEST), name="high_hand_points"),
            models.CheckConstraint(condition=Q(side__in=("", *Side.values)), name="high_hand_side"),
        )
        indexes = (
            models.Index(fields=("player", "fixture"), condition=Q(removed_at=None), name="high_hand_of_player"),
        )

    def __str__(self) -> str:
        return f"{self.points} by {self.player}"

    @property
    def verified(self) -> bool:
        """Whether its cards are known, and so counted by the engine."""
        return bool(self.cards)

    @property
    def codes(self) -> list[str]:
        """Its cards, the starter last."""
        return [*self.cards.split(), self.starter] if self.cards else []
