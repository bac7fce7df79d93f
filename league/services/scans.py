"""Scans that recur: what is due is decided item by item, and none of them stands in the way of the others."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError

from league.errors import WrongState

log = structlog.get_logger(__name__)
Item = TypeVar("Item")


def each(found: Iterable[Item], decide: Callable[[Item], int]) -> int:
    """Decide about each item that a scan has found, whatever becomes of the others.

    What was hidden or settled between the scan's query and the item's lock is passed over; the next scan does not find
    it. A fault in an item is logged, and the next scan tries it again: its deadline is not worth everybody else's.

    Args:
        decide: does it in a transaction of its own and returns how many it was.

    Returns:
        The sum of what `decide` returned.

    Raises:
        OperationalError, InterfaceError, SoftTimeLimitExceeded: no fault of the item's, and the next has it too.
    """
    total = 0
    for item in found:
        about = {"item": type(item).__name__, "pk": getattr(item, "pk", item)}
        try:
            total += decide(item)
        except WrongState as overtaken:
            log.info("scan_passed_over", **about, why=overtaken.message)
        except (OperationalError, InterfaceError, SoftTimeLimitExceeded):
            raise
        except Exception:
            log.exception("scan_item_failed", **about)
    return total
