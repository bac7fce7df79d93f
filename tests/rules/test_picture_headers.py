"""The header of a picture: what is read from it, and why a file is not."""

import pytest

from league.rules.picture_headers import PictureHeader, PictureKind, Unreadable, read_picture_header
from tests.security.pictures import frame, jpeg_header, segment
from tests.services.test_photographs import bomb, plain


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (plain((40, 30), "JPEG"), PictureKind.BASELINE),
        (plain((40, 30), "JPEG", progressive=True), PictureKind.PROGRESSIVE),
        (plain((40, 30), "PNG"), PictureKind.PNG),
        (jpeg_header(frame(0xC0, 40, 30, components=3)), PictureKind.BASELINE),
        (jpeg_header(frame(0xC2, 40, 30, components=4), before=segment(0xE1, b"Exif")), PictureKind.PROGRESSIVE),
        (jpeg_header(b"\xff\xff\xff" + frame(0xC0, 40, 30)), PictureKind.BASELINE),
    ],
)
def test_a_picture_is_told_by_its_header(content: bytes, kind: PictureKind) -> None:
    assert read_picture_header(content) == PictureHeader(kind, 40, 30)


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", Unreadable.UNKNOWN),
        (b"\xff\xd8", Unreadable.UNKNOWN),
        (b"GIF89a", Unreadable.UNKNOWN),
        (b"BM" + b"\0" * 60, Unreadable.UNKNOWN),
        (b"\0\0\0\x18ftypheic", Unreadable.HEIF),
        (b"\0\0\0\x18ftypavif", Unreadable.HEIF),
        (b"RIFF\0\0\0\0WEBPVP8 ", Unreadable.WEBP),
        (jpeg_header(frame(0xC1, 40, 30)), Unreadable.UNUSUAL),
        (jpeg_header(frame(0xC3, 40, 30)), Unreadable.UNUSUAL),
        (jpeg_header(frame(0xC0, 40, 30, precision=12)), Unreadable.UNUSUAL),
        (jpeg_header(b"\xff\x02\x00\x02", frame(0xC0, 40, 30)), Unreadable.DAMAGED),
    ],
)
def test_why_a_file_is_not_read(content: bytes, why: Unreadable) -> None:
    assert read_picture_header(content) is why


def test_a_picture_that_is_scanned_without_end_is_damaged() -> None:
    """Of 374 KB, whose scans all go over sixteen million pixels, a decoder read for six seconds."""
    scan = segment(0xDA, b"\x01\x01\x00\x3f\x3f\x00") + b"\x7f"
    picture = jpeg_header(frame(0xC2, 4000, 3990))
    assert read_picture_header(picture + scan * 90) == PictureHeader(PictureKind.PROGRESSIVE, 4000, 3990)
    assert read_picture_header(picture + scan * 101) is Unreadable.DAMAGED


def png(**changed: bytes) -> bytes:
    """A PNG with parts of its header (at 8, of 25 bytes) replaced."""
    whole = bytearray(bomb(40, 30))
    for place, content in changed.items():
        at = int(place.removeprefix("at_"))
        whole[at : at + len(content)] = content
    return bytes(whole)


@pytest.mark.parametrize(
    "content",
    [
        png(at_12=b"IDAT"),
        # Nine hundred profiles that unpack to a megabyte each took a decoder four seconds.
        png() + b"\0\0\0\0iCCP\0\0\0\0" * 11,
        png(at_8=b"\0\0\0\x0e"),
        png(at_16=b"\0\0\0\0"),
        png(at_20=b"\xff\xff\xff\xff"),
        png(at_24=b"\x04"),
        png(at_25=b"\x01"),
        png(at_26=b"\x01"),
        png(at_27=b"\x01"),
        png(at_28=b"\x02"),
        png(at_33=b"\xff\xff\xff\xff"),
        png(at_37=b"IHDR"),
        png()[:30],
        png()[:36],
        b"\x89PNG\r\n\x1a\n",
        png()[:33] + b"\0\0\0\0tEXt\0\0\0\0" * 2000 + png()[33:],
    ],
)
def test_a_png_whose_chunks_do_not_add_up_is_damaged(content: bytes) -> None:
    assert read_picture_header(png()) == PictureHeader(PictureKind.PNG, 40, 30)
    assert read_picture_header(content) is Unreadable.DAMAGED


def test_no_end_of_a_file_breaks_the_walk() -> None:
    for whole in (plain((40, 30), "JPEG"), plain((40, 30), "PNG")):
        seen = {type(read_picture_header(whole[:length])) for length in range(len(whole) + 1)}
        assert seen == {PictureHeader, Unreadable}
