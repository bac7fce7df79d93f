from django.db import models
from django.db.models import F, Q

from league.enums import OutageKind


class FirstCode(models.Model):
    """The hashed one-time code for the first account of an empty server; one row, which concurrent visitors lock."""

    code_hash = models.CharField(max_length=64, blank=True)
    expires_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True, help_text="From then on no code opens anything.")

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(pk=1), name="first_code_one_row"),)

    def __str__(self) -> str:
        return "The code of the first visit"


class Pulse(models.Model):
    """The last heartbeat of recurring work: one row."""

    at = models.DateTimeField()
    machines = models.JSONField(
        default=dict,
        help_text="By start of a machine: its clock (ISO) and the seconds it had been up at its last sign.",
    )

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(pk=1), name="pulse_one_row"),)

    def __str__(self) -> str:
        return f"Last sign of life {self.at:%Y-%m-%d %H:%M:%S}"


class Outage(models.Model):
    """A time without recurring work, or a clock jump, which stops what cannot be undone until acknowledged."""

    kind = models.CharField(max_length=10, choices=OutageKind)
    began_at = models.DateTimeField(help_text="The last sign of life before it.")
    ended_at = models.DateTimeField(help_text="The first one after it.")
    why = models.CharField(max_length=250, blank=True, help_text="Why it is taken for a jump of the clock.")
    moved = models.PositiveIntegerField(default=0, help_text="How many deadlines it has moved.")
    acknowledged_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-pk",)
        constraints = (
            models.CheckConstraint(
                condition=Q(kind=OutageKind.JUMP) | Q(ended_at__gt=F("began_at")), name="outage_ends_after_it_began"
            ),
            models.UniqueConstraint(
                fields=("kind",), condition=Q(kind=OutageKind.JUMP, acknowledged_at=None), name="outage_one_jump_open"
            ),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()}, {self.began_at:%Y-%m-%d %H:%M} to {self.ended_at:%Y-%m-%d %H:%M} UTC"


class SiteMail(models.Model):
    """A mail that belongs to no league, e.g. a code to sign in. It may hold a secret, so it is deleted once sent."""

    to = models.EmailField(max_length=254)
    subject = models.CharField(max_length=250)
    text = models.TextField()
    html = models.TextField(blank=True)
    created_at = models.DateTimeField()
    send_at = models.DateTimeField(help_text="Not before: a retry puts it off.")
    expires_at = models.DateTimeField(help_text="Later than this it helps nobody, and is deleted unsent.")
    attempts = models.PositiveSmallIntegerField(default=0)
    leased_until = models.DateTimeField(null=True, blank=True, help_text="Somebody is sending it until then.")

    class Meta:
        ordering = ("pk",)
        indexes = (models.Index(fields=("send_at",), name="site_mail_due"),)
        constraints = (
            models.CheckConstraint(condition=Q(expires_at__gt=F("created_at")), name="site_mail_is_short_lived"),
        )

    def __str__(self) -> str:
        return f"Mail {self.pk} to {self.to}"
