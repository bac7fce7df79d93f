"""The stylesheets and the script that pages link, each joined from its sources: one request, and a file a subject to
edit. They are made when they are first asked for, and again once a source has changed, so there is no step to forget:
`collectstatic` finds them like any other file, and so does a server that serves static files from where they lie.
"""

import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.checks import CheckMessage
from django.core.files.storage import FileSystemStorage

# No string of ours holds what looks like a comment (tests/web/test_styles.py).
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)


class StylesheetFinder(BaseFinder):
    """Find what is joined of `settings.STYLESHEETS` and `settings.SCRIPTS`: a path below `static/` for its sources."""

    def __init__(self, app_names: Iterable[str] | None = None, *args: Any, **kwargs: Any) -> None:
        self._storage = FileSystemStorage(location=settings.STYLESHEETS_ROOT)
        super().__init__(*args, **kwargs)

    def check(self, **kwargs: Any) -> list[CheckMessage]:
        """Return no problem: a source that is missing is told when its stylesheet is made."""
        return []

    def find(self, path: str, find_all: bool = False, **kwargs: Any) -> Any:
        """Return where what is joined is, freshly made if need be; an empty list for any other path."""
        if path not in _bundles():
            return []
        bundle = str(_write_bundle(path))
        return [bundle] if find_all else bundle

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterator[tuple[str, FileSystemStorage]]:
        """Make every file that is joined, and return each with the storage that holds it."""
        for path in _bundles():
            _write_bundle(path)
            yield path, self._storage


def _bundles() -> dict[str, tuple[str, ...]]:
    return {**settings.STYLESHEETS, **settings.SCRIPTS}


def joined(path: str) -> str:
    """Return the text of what is joined: its sources in order, a stylesheet's without comments and indentation."""
    if path in settings.SCRIPTS:
        return "\n".join(
            (settings.ROOT / "static" / "js" / f"{name}.js").read_text() for name in settings.SCRIPTS[path]
        )
    texts = ((settings.STYLES / f"{name}.css").read_text() for name in settings.STYLESHEETS[path])
    lines = (line.strip() for line in COMMENT.sub("", "\n".join(texts)).splitlines())
    return "".join(f"{line}\n" for line in lines if line)


def _write_bundle(path: str) -> Path:
    """Write a stylesheet unless it is there as it should be; whoever reads meanwhile reads the old one or the new."""
    file: Path = settings.STYLESHEETS_ROOT / path
    text = joined(path)
    if not file.exists() or file.read_text() != text:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=file.parent, delete=False) as made:
            made.write(text)
        Path(made.name).chmod(0o644)
        Path(made.name).replace(file)
    return file
