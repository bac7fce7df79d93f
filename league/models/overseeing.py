"""What an operator of the server sets for one league; none of it travels with a league's file."""

from django.db import models
from django.db.models import Q

from league.models.checked import LineField


class LeagueQuota(models.Model):
    """A league's own limits. An empty one, or no row: the server's (`settings.QUOTAS`)."""

    league = models.OneToOneField("league.League", on_delete=models.CASCADE, primary_key=True, related_name="quota")
    photograph_megabytes = models.PositiveIntegerField(null=True, blank=True, help_text="0: no limit.")
    teams = models.PositiveIntegerField(null=True, blank=True, help_text="0: no limit.")
    mails_a_day = models.PositiveIntegerField(null=True, blank=True, help_text="0: no limit.")

    def __str__(self) -> str:
        return f"Quota of {self.league}"


class LeagueSender(models.Model):
    """The address that a league's mail comes from, or is answered to; no row: the server's, and its secretaries'.

    It is there only once somebody who reads its mail has confirmed it, or the operator has set it.
    """

    league = models.OneToOneField("league.League", on_delete=models.CASCADE, primary_key=True, related_name="sender")
    address = models.EmailField(max_length=254)
    name = LineField(max_length=60, blank=True, help_text="Empty: the league's.")
    as_from = models.BooleanField(
        default=False, help_text="Mail comes from it; otherwise from the server's address, and replies go to it."
    )
    set_at = models.DateTimeField()

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(address=""), name="league_sender_has_an_address"),)

    def __str__(self) -> str:
        return f"Sender of {self.league}"


class LeagueDomain(models.Model):
    """A host of the league's own, on which nothing but it is there; no row: it is at the server's alone."""

    league = models.OneToOneField("league.League", on_delete=models.CASCADE, primary_key=True, related_name="domain")
    host = models.CharField(max_length=253, unique=True, help_text="Lower case, with letters beyond ASCII as punycode.")
    set_at = models.DateTimeField()

    class Meta:
        constraints = (models.CheckConstraint(condition=~Q(host=""), name="league_domain_has_a_host"),)

    def __str__(self) -> str:
        return self.host


class MailDay(models.Model):
    """How many messages a league has sent on a day (UTC)."""

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="mail_days")
    day = models.DateField()
    sent = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("league", "day"), name="mail_day_once"),)

    def __str__(self) -> str:
        return f"{self.league}: {self.sent} sent on {self.day}"


class DoctorReport(models.Model):
    """What the doctor's checks that ask other servers last found: one row."""

    at = models.DateTimeField()
    findings = models.JSONField(default=list)

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(pk=1), name="doctor_report_one_row"),)

    def __str__(self) -> str:
        return f"Findings of {self.at:%Y-%m-%d %H:%M}"
