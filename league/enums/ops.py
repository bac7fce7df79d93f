from django.db.models import TextChoices

from league.translation import N_


class OutageKind(TextChoices):
    GAP = "gap", N_("Outage")
    JUMP = "jump", N_("Jump of the clock")
