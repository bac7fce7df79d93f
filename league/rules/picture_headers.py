"""A picture's header, read without a decoder.

A decoder is a large program that reads strangers' bytes. So a file reaches one only if its markers are those of a
baseline or progressive JPEG or of a PNG (ISO/IEC 10918-1, annex B; the PNG specification, chapter 5). Lossless,
arithmetic, hierarchical and 12-bit JPEGs are written by no telephone, and refused.
"""

from dataclasses import dataclass
from enum import StrEnum

# A photograph has a few dozen segments before its pixels; each is a step of the walk.
MOST_SEGMENTS = 1000
# A progressive one has ten scans. Each goes over every pixel, and may be fourteen bytes long.
MOST_SCANS = 100
# A PNG has one colour profile. A decoder unpacks each, wherever it stands.
MOST_PROFILES = 10
_PNG = b"\x89PNG\r\n\x1a\n"
_BASELINE, _PROGRESSIVE = 0xC0, 0xC2
# Every start of a frame there is: C4, C8 and CC among them are tables and a reserved one.
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SCAN, _FILL = 0xDA, 0xFF
# Markers without a length: restarts, and those that begin or end a file. None stands before the first scan.
_BARE = frozenset(range(0xD0, 0xDA))
# The depths of each colour type of a PNG.
_DEPTHS = {0: (1, 2, 4, 8, 16), 2: (8, 16), 3: (1, 2, 4, 8), 4: (8, 16), 6: (8, 16)}
_HEIF = (b"heic", b"heix", b"hevc", b"heim", b"heis", b"mif1", b"msf1", b"avif", b"avis")


class PictureKind(StrEnum):
    BASELINE = "baseline JPEG"
    PROGRESSIVE = "progressive JPEG"
    PNG = "PNG"


class Unreadable(StrEnum):
    """Why a file is refused."""

    UNKNOWN = "neither a JPEG nor a PNG"
    HEIF = "a HEIC or AVIF photograph"
    WEBP = "a WebP picture"
    UNUSUAL = "a JPEG that is neither baseline nor progressive"
    DAMAGED = "a header that is damaged"


@dataclass(frozen=True, slots=True)
class PictureHeader:
    """Width and height are in pixels, never 0."""

    kind: PictureKind
    width: int
    height: int

    @property
    def pixels(self) -> int:
        return self.width * self.height


def read_picture_header(content: bytes) -> PictureHeader | Unreadable:
    """Return a file's header, or why it is refused. Takes time by segments and bytes, never by pixels."""
    if content.startswith(b"\xff\xd8\xff"):
        return _jpeg(content)
    if content.startswith(_PNG):
        return _png(content)
    if content[4:8] == b"ftyp" and content[8:12] in _HEIF:
        return Unreadable.HEIF
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return Unreadable.WEBP
    return Unreadable.UNKNOWN


def _jpeg(content: bytes) -> PictureHeader | Unreadable:
    """Walk the markers up to the first scan; there must be one supported frame, and not too many scans."""
    frame: PictureHeader | None = None
    place = 2
    for _ in range(MOST_SEGMENTS):
        marker, place = _marker(content, place)
        if marker < _BASELINE or marker in _BARE or place + 2 > len(content):
            return Unreadable.DAMAGED
        end = place + int.from_bytes(content[place : place + 2])
        if end < place + 2 or end > len(content):
            return Unreadable.DAMAGED
        if marker == _SCAN:
            # Nothing else in a scan is written like that: an FF of its own has a 00 behind it.
            many = content.count(bytes((_FILL, _SCAN)), place) >= MOST_SCANS
            return Unreadable.DAMAGED if frame is None or many else frame
        if marker in _FRAMES:
            found = _frame(marker, content[place + 2 : end])
            if frame is not None or isinstance(found, Unreadable):
                return Unreadable.DAMAGED if frame is not None else found
            frame = found
        place = end
    return Unreadable.DAMAGED


def _marker(content: bytes, place: int) -> tuple[int, int]:
    """The marker at a place, after fill bytes, and its end; 0 for none."""
    if content[place : place + 1] != b"\xff":
        return 0, place
    limit = min(len(content), place + MOST_SEGMENTS)
    while place < limit and content[place] == _FILL:
        place += 1
    return (content[place], place + 1) if place < limit else (0, place)


def _frame(marker: int, said: bytes) -> PictureHeader | Unreadable:
    """Read a start of frame: precision, height, width, and three bytes for each component."""
    if marker not in (_BASELINE, _PROGRESSIVE) or said[:1] not in (b"\x08", b""):
        return Unreadable.UNUSUAL
    height, width, components = int.from_bytes(said[1:3]), int.from_bytes(said[3:5]), int.from_bytes(said[5:6])
    # A height of 0 is told after the pixels (DNL), where no header has it.
    if not height or not width or components not in (1, 3, 4) or len(said) != 6 + 3 * components:
        return Unreadable.DAMAGED
    return PictureHeader(PictureKind.BASELINE if marker == _BASELINE else PictureKind.PROGRESSIVE, width, height)


def _png(content: bytes) -> PictureHeader | Unreadable:
    """Walk the chunks up to the first pixels: IHDR comes first, and once."""
    header = content[16:29]
    if content[8:16] != b"\x00\x00\x00\x0dIHDR" or len(header) != 13:
        return Unreadable.DAMAGED
    width, height = int.from_bytes(header[:4]), int.from_bytes(header[4:8])
    depth, colour, compression, filtering, interlaced = header[8:]
    if not 0 < width < 2**31 or not 0 < height < 2**31 or depth not in _DEPTHS.get(colour, ()):
        return Unreadable.DAMAGED
    if compression or filtering or interlaced > 1 or content.count(b"iCCP") > MOST_PROFILES:
        return Unreadable.DAMAGED
    place = 33
    for _ in range(MOST_SEGMENTS):
        length, kind = int.from_bytes(content[place : place + 4]), content[place + 4 : place + 8]
        if len(kind) != 4 or kind == b"IHDR" or place + 12 + length > len(content):
            return Unreadable.DAMAGED
        if kind == b"IDAT":
            return PictureHeader(PictureKind.PNG, width, height)
        place += 12 + length
    return Unreadable.DAMAGED
