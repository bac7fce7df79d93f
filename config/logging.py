"""Structured logs: one event a line, as JSON where machines read them and in columns where people do."""

import re
from typing import Any

import structlog

# Addresses whose end is a key: whoever reads the log shall not have it.
SECRET_ADDRESS = re.compile(
    r"(/(?:calendars/my|mail/stop|accounts/confirm-email|accounts/password/reset/key)/)[^/?\s]+"
)


def without_secrets(_logger: Any, _method: str, event: dict[str, Any]) -> dict[str, Any]:
    """The event with the keys in addresses left out."""
    return {k: SECRET_ADDRESS.sub(r"\1…", value) if isinstance(value, str) else value for k, value in event.items()}


SHARED: list[Any] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    without_secrets,
]
# Each says at INFO what goes by every few seconds.
TALKATIVE = ("django.server", "celery.app.trace", "celery.beat", "celery.worker.request", "celery.worker.strategy")


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
                    renderer,
                ],
                "foreign_pre_chain": SHARED,
            }
        },
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {"gunicorn.error": {"level": "INFO"}, **{name: {"level": "WARNING"} for name in TALKATIVE}},
    }
