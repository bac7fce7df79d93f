"""Keep what the doctor finds, for the operator's page: a check may wait ten seconds for a server, and no page does."""

import datetime as dt
from collections import Counter
from dataclasses import asdict

from django.conf import settings

from league.models import DoctorReport
from league.services.ops.doctor import Examination, Level, examine


def store_report(*, now: dt.datetime) -> str:
    """Look at everything, the proxy too where there is one, and store it in place of the last; return it counted."""
    examination = Examination(now)
    if not examination.embedded:
        examination.url = settings.BASE_URL
    findings = examine(examination)
    rows = [asdict(finding) for finding in findings]
    DoctorReport.objects.update_or_create(pk=1, defaults={"at": now, "findings": rows})
    counts = Counter(finding.level for finding in findings)
    return ", ".join(f"{counts[level]} {level}" for level in reversed(Level))
