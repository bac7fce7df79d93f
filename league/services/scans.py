"""Recurring scans: what is due is decided item by item, each independently."""

from collections.abc import Callable, Iterable
from typing import TypeVar

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import InterfaceError, OperationalError

from league.errors import WrongState

log = structlog.get_logger(__name__)
Item = TypeVar("Item")


def process_each(items: Iterable[Item], decide: Callable[[Item], int]) -> int:
    """Process each item; return the sum of what `decide` returned, each in its own transaction.

    What was hidden or settled since the query is skipped. A fault is logged and retried by the next scan, except
    OperationalError, InterfaceError and SoftTimeLimitExceeded, which the next item would meet too.
    """
    total = 0
    for item in items:
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
