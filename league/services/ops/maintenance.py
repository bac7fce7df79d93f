"""Begin and end planned maintenance: a file, which every process of this machine looks at before anything else."""

import datetime as dt
import json
from pathlib import Path

from django.conf import settings

from league.errors import WrongState
from league.queries.maintenance import Maintenance


def begin_maintenance(*, until: dt.datetime | None, reason: str, closed: bool, now: dt.datetime) -> Maintenance:
    """Refuse whatever is entered from now on, and where `closed` whatever is read too. Again: what is told changes.

    Raises:
        WrongState: it should be over already, or the file cannot be written.
    """
    if until is not None and until <= now:
        raise WrongState(f"{until:%Y-%m-%d %H:%M} UTC is past.")
    path = Path(settings.MAINTENANCE_FILE)
    told = {"since": now.isoformat(), "until": until and until.isoformat(), "reason": reason, "closed": closed}
    scratch = path.with_name(f"{path.name}.new")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        scratch.write_text(json.dumps(told))
        scratch.replace(path)
    except OSError as error:
        raise WrongState(f"{path} cannot be written: {error.strerror}.") from error
    return Maintenance(now, until, reason, closed)


def end_maintenance() -> bool:
    """Let people enter again; return whether they could not before."""
    path = Path(settings.MAINTENANCE_FILE)
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise WrongState(f"{path} cannot be removed: {error.strerror}.") from error
    return True
