"""The kinds of charges."""

from django.db.models import TextChoices

from league.translation import N_


class ChargeKind(TextChoices):
    """The kinds of what a league charges."""

    FEE = "fee", N_("Fee")
    FINE = "fine", N_("Fine")
    PENNIES = "pennies", N_("Pennies")
