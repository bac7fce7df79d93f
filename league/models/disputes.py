"""Called hands, disputed sheets and what a referee ruled."""

from django.db import models
from django.db.models import Q

from league.enums import DisputeState, RulesetName, Side


class Call(models.Model):
    """The score a player announced for a hand or crib, and the opponent's counter-claim.

    Match and game are kept as numbers, not as rows: they outlive the version of the sheet they were called in.
    """

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="calls")
    match_number = models.PositiveSmallIntegerField()
    game_number = models.PositiveSmallIntegerField()
    counter = models.CharField(max_length=4, choices=Side, help_text="The side that counted the hand.")
    counter_player = models.ForeignKey(
        "league.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="calls"
    )
    challenger_player = models.ForeignKey(
        "league.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="challenges"
    )
    cards = models.CharField(max_length=20, help_text="The hand, as codes: AC 7D 8H 3S.")
    starter = models.CharField(max_length=2)
    crib = models.BooleanField(default=False)
    declared = models.PositiveSmallIntegerField()
    claimed = models.PositiveSmallIntegerField(null=True, blank=True)
    takes = models.BooleanField(default=True)
    recorded_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ("fixture", "match_number", "game_number", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(match_number__gte=1, game_number__gte=1), name="call_in_a_game"),
        )

    def __str__(self) -> str:
        return f"{self.cards} + {self.starter}: {self.declared}"


class Dispute(models.Model):
    """A captain's objection to the other side's sheet, with his own sheet if he sent one."""

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="disputes")
    result = models.ForeignKey("league.Result", on_delete=models.CASCADE, related_name="disputes")
    counter_result = models.OneToOneField(
        "league.Result", on_delete=models.PROTECT, null=True, blank=True, related_name="counter_of"
    )
    side = models.CharField(max_length=4, choices=Side)
    reason = models.TextField()
    state = models.CharField(max_length=10, choices=DisputeState, default=DisputeState.OPEN)
    opened_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, related_name="+")
    opened_at = models.DateTimeField()

    class Meta:
        ordering = ("-opened_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("fixture",), condition=Q(state=DisputeState.OPEN), name="dispute_one_open_a_fixture"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="dispute_has_a_reason"),
        )

    def __str__(self) -> str:
        return f"Dispute of {self.fixture}"


class Ruling(models.Model):
    """What the referee decided about a call or a dispute, with everything needed to recompute it years later."""

    call = models.OneToOneField(Call, on_delete=models.CASCADE, null=True, blank=True, related_name="ruling")
    dispute = models.OneToOneField(Dispute, on_delete=models.CASCADE, null=True, blank=True, related_name="ruling")
    referee = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField()
    reason = models.TextField(blank=True)
    ruleset = models.CharField(max_length=40, choices=RulesetName, blank=True)
    ruleset_value = models.JSONField(default=dict, help_text="The whole ruleset as it was, with its version.")
    verdict = models.JSONField(default=dict, help_text="What the engine said: combinations, pegs and reason.")
    awarded_to = models.CharField(max_length=4, choices=Side, blank=True, help_text="Who was awarded the game (R43).")

    class Meta:
        ordering = ("decided_at",)
        constraints = (
            models.CheckConstraint(
                condition=Q(call__isnull=False, dispute__isnull=True) | Q(call__isnull=True, dispute__isnull=False),
                name="ruling_on_one_thing",
            ),
        )

    def __str__(self) -> str:
        return f"Ruling on {self.call or self.dispute}"
