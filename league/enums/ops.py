"""The reasons for silence of the work that recurs."""

from django.db.models import TextChoices

from league.translation import N_


class OutageKind(TextChoices):
    """The reason for which the work that recurs was silent."""

    GAP = "gap", N_("Outage")
    JUMP = "jump", N_("Jump of the clock")
