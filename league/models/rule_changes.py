from django.db import models
from django.db.models import Q

from league.rules.problems import LONGEST_REASON


class RuleChange(models.Model):
    """A change of a running season's points, tie-breaks or settings, for its rules page. None is changed or deleted."""

    season = models.ForeignKey("league.Season", on_delete=models.PROTECT, related_name="rule_changes")
    division = models.ForeignKey(
        "league.Division", on_delete=models.PROTECT, null=True, blank=True, related_name="rule_changes",
        help_text="The one that it is of; none where it holds for the whole season.",
    )  # fmt: skip
    data = models.JSONField(help_text="Old and new value of each field, as the journal has them.")
    reason = models.CharField(max_length=LONGEST_REASON, help_text="Public.")
    made_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("made_at", "pk")
        verbose_name = "rule change"
        constraints = (models.CheckConstraint(condition=~Q(reason=""), name="rule_change_has_a_reason"),)

    def __str__(self) -> str:
        return f"{self.division or self.season}: {self.reason}"
