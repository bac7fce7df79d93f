"""The security log of the ways into an account, append-only by a trigger of the database.

It is kept for a stated time and goes when the person is erased, unlike a league's journal.
"""

from django.db import models

from league.enums import SecurityKind


class SecurityEvent(models.Model):
    """One event, without any password, code, token or link."""

    user = models.ForeignKey(
        "league.User", on_delete=models.CASCADE, null=True, blank=True, related_name="security_events",
        help_text="Whose account it is about; nobody’s where an unknown address was tried.",
    )  # fmt: skip
    by = models.ForeignKey(
        "league.User", on_delete=models.CASCADE, null=True, blank=True, related_name="+",
        help_text="Who did it, where that was somebody else.",
    )  # fmt: skip
    kind = models.CharField(max_length=30, choices=SecurityKind)
    at = models.DateTimeField()
    address = models.GenericIPAddressField(
        "from", null=True, blank=True, help_text="Where the request came from, unless somebody else did it."
    )
    agent = models.CharField("browser", max_length=150, blank=True, help_text="The browser, as it calls itself.")
    tried = models.CharField(max_length=90, blank=True, help_text="The address that was tried, shortened.")
    detail = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("-at", "-pk")
        indexes = (
            models.Index(fields=("user", "-at"), name="security_event_of_user"),
            models.Index(fields=("at",), name="security_event_age"),
        )

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.get_kind_display()}"
