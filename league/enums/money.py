from django.db.models import TextChoices

from league.translation import N_


class ChargeKind(TextChoices):
    FEE = "fee", N_("Fee")
    FINE = "fine", N_("Fine")
    PENNIES = "pennies", N_("Pennies")
