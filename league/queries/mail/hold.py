"""Whether notices are held: after a restore, until the operator lets them go."""

from league.models import Heartbeat

MAIL_HOLD = "mail-hold"
"""The row of `Heartbeat` that is there while mail is held. It says why, and since when."""


def mail_hold() -> str:
    """Return why notices are held; "" where they go (one query)."""
    return Heartbeat.objects.filter(job=MAIL_HOLD).values_list("told", flat=True).first() or ""
