"""Photographs of score cards: checked by their header and encoded anew from their pixels by a sandboxed process.

Metadata (place, time, device) is not kept and no uploaded file is ever served. This process opens no picture:
`photograph_decoder` does.
"""

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import structlog

from league.errors import Invalid
from league.rules.picture_headers import PictureHeader, PictureKind, Unreadable, read_picture_header
from league.rules.problems import Problem
from league.services import photograph_decoder
from league.services.sandbox import Busy, Sandbox
from league.translation import N_, Text

LARGEST_FILE = 8 * 1024 * 1024
# What telephones take. A baseline JPEG is decoded at a half, a quarter or an eighth of its size, which costs what a
# small one does; a progressive one is not, nor is a PNG: their pixels are all held in memory.
MOST_PIXELS = 50_000_000
MOST_PIXELS_AT_FULL_SIZE = 16_000_000
# A panorama is long, but not as long as this.
MOST_PIXELS_OF_A_SIDE = 30_000
LONGEST_SIDE = 2000


@dataclass(frozen=True, slots=True)
class Picture:
    content: bytes
    width: int
    height: int

    @property
    def sha256(self) -> str:
        return sha256(self.content).hexdigest()


TOO_LARGE = N_("This photograph is larger than 8 MB. Take it again at a lower setting, or send a screenshot of it.")
TOO_MANY = N_(
    "This photograph has too many pixels: the limit is 50 million for a JPEG from a phone and 16 million for anything "
    "else. Make it smaller, or take it again at a lower setting."
)
DAMAGED = N_("This photograph can't be read: the file is damaged. Take or save it again.")
BUSY = N_("Other photographs are being read at the moment. Try again in a minute.")
_WHY = {
    Unreadable.UNKNOWN: N_("This isn't a photograph we can read. Send a JPEG or PNG file."),
    Unreadable.HEIF: N_(
        "This is a HEIC photograph, which most browsers can't show. On an iPhone choose Settings, Camera, Formats, "
        "“Most compatible” and take it again; or open it, take a screenshot, and send that."
    ),
    Unreadable.WEBP: N_("This is a WebP picture. Save it as JPEG or PNG, or take a screenshot of it, and send that."),
    Unreadable.UNUSUAL: N_(
        "This is a JPEG of an unusual kind (neither baseline nor progressive). Save it as an ordinary JPEG or PNG, "
        "then send it."
    ),
    Unreadable.DAMAGED: DAMAGED,
}


def clean_photograph(sent: bytes) -> Picture:
    """Return a photograph upright, 2000 pixels long at most, without metadata; raise Invalid for `photograph`."""
    header = check_header(sent)
    try:
        content, kept = decode(sent, header, longest=LONGEST_SIDE)
    except NotDecoded:
        raise _invalid(DAMAGED) from None
    except Busy:
        raise _invalid(BUSY) from None
    return Picture(content, kept.width, kept.height)


def _invalid(message: Text) -> Invalid:
    return Invalid([Problem("wrong-photograph", message, "photograph")])


def check_header(sent: bytes) -> PictureHeader:
    """Return the header of a file that may be handed to a decoder, else raise Invalid for `photograph`."""
    if not sent:
        raise _invalid(N_("Choose a photograph."))
    if len(sent) > LARGEST_FILE:
        raise _invalid(TOO_LARGE)
    header = read_picture_header(sent)
    if isinstance(header, Unreadable):
        raise _invalid(_WHY[header])
    if header.pixels > _most_pixels(header) or max(header.width, header.height) > MOST_PIXELS_OF_A_SIDE:
        raise _invalid(TOO_MANY)
    return header


def _most_pixels(header: PictureHeader) -> int:
    return MOST_PIXELS if header.kind is PictureKind.BASELINE else MOST_PIXELS_AT_FULL_SIZE


log = structlog.get_logger(__name__)

DECODER = Sandbox(
    Path(photograph_decoder.__file__).resolve(),
    memory=photograph_decoder.MEMORY,
    largest_output=photograph_decoder.LARGEST_OUTPUT,
    cpu_seconds=10,
    seconds=20.0,
    patience=5.0,
)


class NotDecoded(Exception):
    """The picture could not be decoded: it is damaged, or the decoder died of it."""


def decode(sent: bytes, header: PictureHeader, *, longest: int) -> tuple[bytes, PictureHeader]:
    """Return a picture as a plain JPEG, upright and with at most `longest` pixels a side, and its header.

    Raises:
        NotDecoded: no picture, or it took more memory or time than any photograph does.
        Busy: nothing was done; it may be tried again.
    """
    try:
        status, written = DECODER.run(str(header.width), str(header.height), str(longest), sent=sent)
    except Busy:
        log.warning("picture_decoder_not_started")
        raise
    if status == 0:
        result = read_picture_header(written)
        if isinstance(result, PictureHeader) and result.kind is PictureKind.BASELINE and _fits(result, longest):
            return written, result
    if status != photograph_decoder.DAMAGED:
        # A signal, a limit, or an answer that is none: the operator's to know. The picture itself is nobody's.
        log.warning("picture_decoder_failed", status=status, kind=header.kind.value, pixels=header.pixels)
    raise NotDecoded


def _fits(header: PictureHeader, longest: int) -> bool:
    return max(header.width, header.height) <= longest
