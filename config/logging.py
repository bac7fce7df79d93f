"""Structured logs: one event a line, as JSON where machines read them and in columns where people do."""

from contextvars import ContextVar
from typing import Any

import structlog

from config.redaction import redacted_field


def without_secrets(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """Return the event with every secret left out; the last thing done to it before it is written."""
    return {name: redacted_field(name, value) for name, value in event.items()}


REQUEST_ID: ContextVar[str] = ContextVar("request_id")


def with_request_id(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    if request_id := REQUEST_ID.get(""):
        event["request_id"] = request_id
    return event


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    with_request_id,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
]
# Each says at INFO what goes by every few seconds.
TALKATIVE = ("django.server", "celery.app.trace", "celery.beat", "celery.worker.request", "celery.worker.strategy")
# Each would write, or mail, by a handler of its own, which leaves nothing out: named here, it has none.
OUTSPOKEN = ("django", "celery", "celery.task", "celery.redirected", "multiprocessing")


def logging_config(*, json: bool, level: str = "INFO") -> dict[str, Any]:
    """The LOGGING setting.

    Args:
        json: write JSON lines (production) instead of coloured columns.
        level: the lowest level written.
    """
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.PositionalArgumentsFormatter(),
            structlog.processors.StackInfoRenderer(),
            structlog.processors.format_exc_info,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: Any = structlog.processors.JSONRenderer() if json else structlog.dev.ConsoleRenderer(colors=False)
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {
            "structured": {
                "()": structlog.stdlib.ProcessorFormatter,
                "processors": [
                    structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                    structlog.processors.format_exc_info,
                    # Last: a traceback quotes what was asked for, too.
                    without_secrets,
                    renderer,
                ],
                "foreign_pre_chain": SHARED,
            },
            # As config.request_log wrote it: a tenth of what the chain above costs.
            "line": {"format": "%(message)s"},
        },
        "handlers": {
            "stderr": {"class": "logging.StreamHandler", "formatter": "structured"},
            "requests": {"class": "logging.StreamHandler", "formatter": "line"},
        },
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            **{name: {"propagate": True} for name in OUTSPOKEN},
            "gunicorn.error": {"level": "INFO", "propagate": True},
            "muggins.request": {"handlers": ["requests"], "propagate": False, "level": level if json else "CRITICAL"},
            # A refusal has its line there; a fault has its traceback here too.
            "django.request": {"level": "ERROR" if json else "WARNING", "propagate": True},
            # It would write a traceback for whoever asks for a strange host.
            "django.security.DisallowedHost": {"level": "CRITICAL" if json else "WARNING", "propagate": True},
            **{name: {"level": "WARNING", "propagate": True} for name in TALKATIVE},
        },
    }
