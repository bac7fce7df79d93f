"""Photographs of score cards: what is sent is looked at by its content, and made anew from its pixels alone.

What a telephone writes into a photograph besides (where it was taken, when, by whose telephone) is not kept, and
nothing of the file that was sent is ever served.
"""

from dataclasses import dataclass
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageOps

from league.errors import Invalid
from league.rules.problems import Problem

LARGEST_FILE = 8 * 1024 * 1024
# What telephones take. A JPEG is decoded at a half, a quarter or an eighth of its size, which costs what a small one
# does; a progressive one is not, nor is a PNG or WebP: their pixels are all held in memory, at four bytes each.
MOST_PIXELS = 50_000_000
MOST_PIXELS_AT_FULL_SIZE = 16_000_000
LONGEST_SIDE = 2000
FORMATS = ("JPEG", "PNG", "WEBP")
_HEIF = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis")


@dataclass(frozen=True, slots=True)
class Picture:
    """A photograph as it is kept: a JPEG with nothing in it but its pixels."""

    content: bytes
    width: int
    height: int

    @property
    def sha256(self) -> str:
        return sha256(self.content).hexdigest()


def clean(sent: bytes) -> Picture:
    """A photograph that was sent, the right way up, at most 2000 pixels long, without anything but its pixels.

    Raises:
        Invalid: it is none that can be read, or too large; with the field `photograph`.
    """
    _look_at(sent)
    try:
        picture = _turned(sent)
    except Invalid:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _wrong(TOO_MANY) from None
    except Exception:  # noqa: BLE001 - whatever a decoder stumbles over, it is no photograph
        raise _wrong("This file is damaged: no photograph can be read from it. Take or save it again.") from None
    out = BytesIO()
    picture.save(out, "JPEG", quality=85, optimize=True, exif=b"", icc_profile=None, comment=b"")
    return Picture(out.getvalue(), picture.width, picture.height)


TOO_MANY = (
    "This photograph has too many pixels: a JPEG as telephones write it may have 50 million, any other 16 million. "
    "Make it smaller, or take it again with a lower setting."
)
HEIF = (
    "This is a HEIC photograph, which most browsers cannot show. On an iPhone choose Settings, Camera, Formats, “Most "
    "compatible” and take it again; or open it, take a screenshot, and send that."
)


def _wrong(message: str) -> Invalid:
    return Invalid([Problem("wrong-photograph", message, "photograph")])


def _look_at(sent: bytes) -> None:
    if not sent:
        raise _wrong("Choose a photograph.")
    if len(sent) > LARGEST_FILE:
        raise _wrong("This file is larger than 8 MB: make the photograph smaller, and send that.")
    if sent[4:8] == b"ftyp" and sent[8:12] in _HEIF:
        raise _wrong(HEIF)
    try:
        with Image.open(BytesIO(sent), formats=FORMATS) as found:
            width, height = found.size
            if width * height > _most_pixels(found):
                raise _wrong(TOO_MANY)
            found.verify()
    except Invalid:
        raise
    except (Image.DecompressionBombError, Image.DecompressionBombWarning):
        raise _wrong(TOO_MANY) from None
    except Exception:  # noqa: BLE001 - as above
        raise _wrong("This is no photograph: send a JPEG, PNG or WebP file.") from None


def _most_pixels(found: Image.Image) -> int:
    in_steps = found.format in ("JPEG", "MPO") and not found.info.get("progressive")
    return MOST_PIXELS if in_steps else MOST_PIXELS_AT_FULL_SIZE


def _turned(sent: bytes) -> Image.Image:
    """The pixels alone, upright, shrunk, on white where they let through."""
    # `verify` leaves nothing to read from: it is opened anew.
    with Image.open(BytesIO(sent), formats=FORMATS) as found:
        # Shrunk before anything else is done with it: each further step copies what there is.
        shrink = min(1, LONGEST_SIDE / max(found.size))
        found.draft(None, (max(1, int(found.width * shrink)), max(1, int(found.height * shrink))))
        found.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
        upright = ImageOps.exif_transpose(found)
        bare = Image.new("RGB", upright.size, "white")
        if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
            covering = upright.convert("RGBA")
            bare.paste(covering, mask=covering.getchannel("A"))
        else:
            bare.paste(upright.convert("RGB"))
    return bare
