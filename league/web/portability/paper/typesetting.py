"""PDFs by typst, from the templates in templates/paper/ and the data of a page.

What people have typed is never part of a template: it is handed over as data (JSON), which typst shows as it stands and
never reads as markup. A template can reach no file but those beside it. Every text is cut to a line's length and every
list to a sheet's, so that a page takes a fraction of a second whatever the database holds.
"""

import json
import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import typst
from django.http import HttpResponse
from django.utils.translation import get_language
from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

from league.translation import translated

TEMPLATES = Path(__file__).resolve().parents[4] / "templates" / "paper"
# An address is copied off the paper letter by letter; a QR code and the faces of cards are drawings of our own.
AS_IT_IS = ("address", "qr", "drawings")
LONGEST = 120  # letters of a text
MOST = 500  # items of a list
KEPT = 64  # sheets that are kept for whoever asks for them again
# A word that is too long for its box is broken where nothing is seen of it.
UNBROKEN = re.compile(r"(\S{12})(?=\S{6})")
# Neither printed nor of any use on paper; those that direct the writing would turn the lines around them.
NEVER = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff]")


def pdf(template: str, data: Mapping[str, Any]) -> bytes:
    """Return a PDF of a template, filled with data: texts, numbers, lists and mappings of them.

    It is kept by what stands on it: whoever asks for the same sheet again and again has it set once.
    """
    return _set(template, as_text(data))


def as_text(data: Mapping[str, Any]) -> str:
    """Return data as a template is handed it, to be kept."""
    return json.dumps(handed(data), ensure_ascii=False)


def png(template: str, data: Mapping[str, Any], *, ppi: float = 150) -> list[bytes]:
    """Return the pages of the same as pictures."""
    made = _compiled(template, as_text(data), format="png", ppi=ppi)
    return [bytes(page) for page in made] if isinstance(made, list) else [bytes(made)]


def answer(template: str, data: Mapping[str, Any] | str, name: str) -> HttpResponse:
    """Return a PDF as an answer that a browser shows, and saves under a name; `data` may be what `as_text` returned."""
    content = _set(template, data) if isinstance(data, str) else pdf(template, data)
    made = HttpResponse(content, content_type="application/pdf")
    made["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    # Players' names on it are as this visitor may read them.
    made["Cache-Control"] = "private, no-store"
    return made


def qr(text: str) -> str:
    """Return a QR code of a text as an SVG, a square a module, without the quiet zone."""
    code = QRCode(error_correction=ERROR_CORRECT_M, border=0)
    code.add_data(text)
    code.make(fit=True)
    rows = code.get_matrix()
    dots = "".join(f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, dark in enumerate(row) if dark)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {len(rows)} {len(rows)}"><path d="{dots}"/></svg>'


def handed(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return data as a template is handed it: translated, printable, and no longer than a sheet."""
    return {"lang": (get_language() or "en")[:2], **_plain(data)}


@lru_cache(maxsize=KEPT)
def _set(template: str, given: str) -> bytes:
    return bytes(_compiled(template, given, format="pdf"))


def _compiled(template: str, data: str, **how: Any) -> Any:
    given = {"data": data}
    return typst.compile(TEMPLATES / f"{template}.typ", root=TEMPLATES, font_paths=_fonts(), sys_inputs=given, **how)


@lru_cache(maxsize=1)
def _fonts() -> typst.Fonts:
    """Return typst's own fonts, and those of the machine for writings that they have no letters of."""
    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=True)


def _plain(value: Any) -> Any:
    """Return data as JSON has it: texts translated and cut, lists cut."""
    if isinstance(value, Mapping):
        return {key: one if key in AS_IT_IS else _plain(one) for key, one in value.items()}
    if isinstance(value, str):
        return _printable(translated(value))
    if isinstance(value, Iterable):
        return [_plain(one) for _, one in zip(range(MOST), value, strict=False)]
    return value


def _printable(text: str) -> str:
    text = NEVER.sub("", text)
    text = text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
    return UNBROKEN.sub("\\1\u200b", text)
