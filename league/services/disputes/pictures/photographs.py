"""Photographs of score cards: checked by their header and encoded anew from their pixels.

Metadata (place, time, device) is not kept and no uploaded file is ever served. This process opens no picture:
`pictures.sandbox` does.
"""

from dataclasses import dataclass
from hashlib import sha256

from league.errors import Invalid
from league.rules.picture_headers import PictureHeader, PictureKind, Unreadable, read_picture_header
from league.rules.problems import Problem
from league.services.disputes.pictures import sandbox
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


TOO_LARGE = N_("This file is larger than 8 MB. Make the photograph smaller, then send it.")
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


def clean(sent: bytes) -> Picture:
    """Return a photograph upright, 2000 pixels long at most, without metadata; raise Invalid for `photograph`."""
    header = look_at(sent)
    try:
        content, kept = sandbox.decode(sent, header, longest=LONGEST_SIDE)
    except sandbox.NotDecoded:
        raise _wrong(DAMAGED) from None
    except sandbox.Busy:
        raise _wrong(BUSY) from None
    return Picture(content, kept.width, kept.height)


def _wrong(message: Text) -> Invalid:
    return Invalid([Problem("wrong-photograph", message, "photograph")])


def look_at(sent: bytes) -> PictureHeader:
    """Return the header of a file that may be handed to a decoder, else raise Invalid for `photograph`."""
    if not sent:
        raise _wrong(N_("Choose a photograph."))
    if len(sent) > LARGEST_FILE:
        raise _wrong(TOO_LARGE)
    found = read_picture_header(sent)
    if isinstance(found, Unreadable):
        raise _wrong(_WHY[found])
    if found.pixels > _most_pixels(found) or max(found.width, found.height) > MOST_PIXELS_OF_A_SIDE:
        raise _wrong(TOO_MANY)
    return found


def _most_pixels(found: PictureHeader) -> int:
    return MOST_PIXELS if found.kind is PictureKind.BASELINE else MOST_PIXELS_AT_FULL_SIZE
