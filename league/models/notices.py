"""The outbox: one row is one message to one person; and their preferences."""

from django.db import models
from django.db.models import Q

from league.enums import Delivery, NoticeKind, NoticeState
from league.models.checked import CheckedList, are_reminder_days
from league.translation import read_back

LONGEST = 250


class Notice(models.Model):
    """A message to a user, unique by `key` however often its service runs."""

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="notices")
    recipient = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="notices")
    kind = models.CharField(max_length=30, choices=NoticeKind)
    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    key = models.CharField(max_length=120, help_text="What makes it once for its recipient, e.g. result:12:1.")
    text = models.CharField(max_length=LONGEST)
    made_of = models.JSONField(
        default=dict, blank=True, help_text="What the text was made of, for other languages; {}: nothing is known."
    )
    created_at = models.DateTimeField()
    read_at = models.DateTimeField(null=True, blank=True)
    # As mail:
    state = models.CharField(max_length=12, choices=NoticeState, default=NoticeState.WAITING)
    send_at = models.DateTimeField(help_text="Not before: quiet hours, a digest or a retry put it off.")
    digest = models.BooleanField(default=False, help_text="To be sent together with others.")
    stale_at = models.DateTimeField(null=True, blank=True, help_text="A reminder that is later than this helps nobody.")
    attempts = models.PositiveSmallIntegerField(default=0)
    leased_until = models.DateTimeField(null=True, blank=True, help_text="A worker is sending it until then.")
    sent_at = models.DateTimeField(null=True, blank=True)
    error = models.CharField(max_length=250, blank=True, help_text="What the mail server said last.")

    class Meta:
        ordering = ("-created_at", "-pk")
        constraints = (models.UniqueConstraint(fields=("recipient", "kind", "key"), name="notice_once"),)
        indexes = (
            models.Index(fields=("send_at", "id"), condition=Q(state=NoticeState.WAITING), name="notice_due"),
            # A few of all that were ever sent; each look at the server's health counts them.
            models.Index(fields=("league", "-created_at"), condition=Q(state=NoticeState.FAILED), name="notice_failed"),
            # Each look at the metrics counts those of an hour.
            models.Index(fields=("sent_at",), condition=Q(state=NoticeState.SENT), name="notice_sent"),
        )

    def __str__(self) -> str:
        return f"{self.get_kind_display()} to {self.recipient}"

    @property
    def message(self) -> str:
        """Its text, translatable; plain English where its parts are not known."""
        return read_back(self.made_of, self.text, LONGEST)


class Preference(models.Model):
    """How a user wants notices of one kind. Without a row: as the kind says."""

    user = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="preferences")
    kind = models.CharField(max_length=30, choices=NoticeKind)
    delivery = models.CharField(max_length=10, choices=Delivery, default=Delivery.MAIL)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("user", "kind"), name="preference_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()} {self.get_delivery_display().lower()}"


def default_reminder_days() -> list[int]:
    return [7, 1]


class MailSettings(models.Model):
    """When a user wants mail, in the league's time zone. Without a row: the defaults."""

    user = models.OneToOneField("league.User", on_delete=models.CASCADE, related_name="mail_settings")
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    digest_at = models.TimeField(default="21:00")
    officer_digest = models.BooleanField(
        default=True, help_text="As secretary or referee: what is not urgent comes in the daily mail."
    )
    reminder_days = CheckedList(
        default=default_reminder_days, blank=True, validators=[are_reminder_days],
        help_text="Days before a fixture; none: no reminder.",
    )  # fmt: skip

    class Meta:
        verbose_name_plural = "mail settings"
        constraints = (
            models.CheckConstraint(
                condition=Q(quiet_from=None, quiet_until=None) | Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="mail_settings_quiet_hours_whole",
            ),
        )

    def __str__(self) -> str:
        return f"Mail settings of {self.user}"


class CalendarFeed(models.Model):
    """A secret address of a user's own calendar of a league, until they revoke it."""

    user = models.ForeignKey("league.User", on_delete=models.CASCADE, related_name="calendar_feeds")
    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="+")
    token = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at",)
        constraints = (
            models.UniqueConstraint(fields=("user", "league"), condition=Q(revoked_at=None), name="feed_one_live"),
        )

    def __str__(self) -> str:
        return f"Calendar of {self.user}"


class Heartbeat(models.Model):
    """The last run of a recurring job."""

    job = models.CharField(max_length=60, primary_key=True)
    ran_at = models.DateTimeField()
    told = models.CharField(max_length=250, blank=True)

    def __str__(self) -> str:
        return f"{self.job} at {self.ran_at:%Y-%m-%d %H:%M}"
