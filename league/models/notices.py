"""The outbox: one row is one message owed to one person."""

from django.db import models

from league.enums import NoticeKind


class Notice(models.Model):
    """A message owed to a user. `key` makes it once, however often the service that owes it runs."""

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="notices")
    recipient = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=30, choices=NoticeKind)
    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    key = models.CharField(max_length=120, help_text="What makes it once for its recipient, e.g. result:12:1.")
    text = models.CharField(max_length=250)
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("recipient", "kind", "key"), name="notice_once"),)

    def __str__(self) -> str:
        return f"{self.get_kind_display()} to {self.recipient}"
