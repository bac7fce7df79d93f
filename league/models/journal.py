"""The journal: who decided what, when and why. Rows are added and never changed."""

from django.db import models

from league.enums import JournalKind


class JournalEntry(models.Model):
    """One decision. `key` names the decision, so that it is written once."""

    league = models.ForeignKey("league.League", on_delete=models.PROTECT, related_name="journal")
    at = models.DateTimeField()
    by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    by_name = models.CharField(max_length=120, help_text="As it was then: a user may go, the entry stays.")
    kind = models.CharField(max_length=30, choices=JournalKind)
    key = models.CharField(max_length=120)
    fixture = models.ForeignKey(
        "league.Fixture", on_delete=models.PROTECT, null=True, blank=True, related_name="journal"
    )
    what = models.CharField(max_length=250)
    why = models.TextField(blank=True)
    data = models.JSONField(default=dict, blank=True)

    class Meta:
        ordering = ("-at", "-pk")
        verbose_name_plural = "journal entries"
        constraints = (models.UniqueConstraint(fields=("league", "kind", "key"), name="journal_one_entry_a_decision"),)

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.by_name}: {self.what}"
