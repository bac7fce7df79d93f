from django.conf import settings
from django.db import models

from league.models.clubs import League


class WaitingFile(models.Model):
    """A file uploaded for preview and not imported yet. Those sent together have one token."""

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    token = models.CharField(max_length=22)
    name = models.CharField(max_length=255)
    data = models.BinaryField()
    size = models.PositiveIntegerField(help_text="Of the data, in bytes.")
    expires_at = models.DateTimeField(help_text="From then on nobody is given it, and it is deleted.")

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("expires_at",), name="waiting_file_expiry"),)
        constraints = (models.UniqueConstraint(fields=("token", "name"), name="waiting_file_once"),)

    def __str__(self) -> str:
        return f"{self.name}, {self.size} bytes"
