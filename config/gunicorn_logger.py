"""gunicorn's own log with every secret left out: what `--access-logfile` writes, and requests that cannot be read."""

import logging
from typing import Any

from gunicorn.glogging import Logger

from config.redaction import LEFT_OUT, SECRET_HEADERS, redacted, redacted_address


class _Redacting(logging.Formatter):
    """Another formatter's line, with every secret left out."""

    def __init__(self, plain: logging.Formatter) -> None:
        super().__init__()
        self._plain = plain

    def format(self, record: logging.LogRecord) -> str:
        return redacted(self._plain.format(record))


class RedactingLogger(Logger):
    """gunicorn's logger: addresses lose their keys and secret headers are left out, whatever the format asks for."""

    def setup(self, cfg: Any) -> None:
        super().setup(cfg)
        for log in (self.error_log, self.access_log):
            for handler in log.handlers:
                handler.setFormatter(_Redacting(handler.formatter or logging.Formatter()))

    def atoms(self, resp: Any, req: Any, environ: Any, request_time: Any) -> dict[str, Any]:
        atoms = super().atoms(resp, req, environ, request_time)
        return {name: _redact(name, value) for name, value in atoms.items()}


def _redact(name: str, value: Any) -> Any:
    """Return one value of an access log's line; `name` is `r`, `{cookie}i`, `{http_cookie}e` and the like."""
    about = name.partition("{")[2].partition("}")[0].replace("_", "-").removeprefix("http-")
    if about in SECRET_HEADERS:
        return LEFT_OUT
    return redacted_address(value) if isinstance(value, str) else value
