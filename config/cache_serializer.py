"""How values stand in Redis: as JSON. Django would store pickles, which run whatever code somebody put into them."""

import json
from typing import Any


class JsonSerializer:
    """Numbers as they are, so that Redis can count with them; all else as JSON."""

    def dumps(self, value: Any) -> int | bytes:
        """Return a value as it is stored.

        Raises:
            TypeError: JSON cannot hold it, or would give it back as something else.
        """
        if type(value) is int:
            return value
        text = json.dumps(value)
        if json.loads(text) != (list(value) if isinstance(value, tuple) else value):
            raise TypeError(f"The cache holds no {type(value).__name__} that JSON changes.")
        return text.encode()

    def loads(self, data: bytes) -> Any:
        """Return a stored value; None for what is no JSON: an older version's, or a stranger's."""
        try:
            return json.loads(data)
        except ValueError:
            return None
