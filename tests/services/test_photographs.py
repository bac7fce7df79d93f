"""A photograph is looked at by its content and made anew from its pixels: where it was taken is gone."""

import struct
import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image, ImageCms

from league.errors import Invalid
from league.services.photographs import DAMAGED, LARGEST_FILE, LONGEST_SIDE, TOO_MANY, clean_photograph

GPS = 0x8825
ORIENTATION = 0x0112


def photograph(
    size: tuple[int, int] = (400, 300), *, orientation: int = 1, file_format: str = "JPEG", **more: Any
) -> bytes:
    """A photograph with its left half red and its right half blue, taken in London by a telephone that says so."""
    picture = Image.new("RGB", size, "blue")
    picture.paste("red", (0, 0, size[0] // 2, size[1]))
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    exif[0x010F] = "Secret Telephones"
    exif.get_ifd(GPS).update({1: "N", 2: (51.0, 30.0, 26.0), 3: "W", 4: (0.0, 7.0, 39.0)})
    out = BytesIO()
    icc = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()
    picture.save(out, file_format, exif=exif, icc_profile=icc, **more)
    return out.getvalue()


def opened(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def refused(content: bytes) -> str:
    with pytest.raises(Invalid) as wrong:
        clean_photograph(content)
    (problem,) = wrong.value.problems
    assert problem.field == "photograph"
    return problem.message


@pytest.mark.parametrize("file_format", ["JPEG", "PNG"])
def test_nothing_but_the_pixels_is_kept(file_format: str) -> None:
    sent = photograph(file_format=file_format, comment="at the Anchor")
    assert opened(sent).getexif().get_ifd(GPS)
    kept = clean_photograph(sent)
    found = opened(kept.content)
    assert (found.format, found.size, (kept.width, kept.height)) == ("JPEG", (400, 300), (400, 300))
    assert dict(found.getexif()) == {}
    assert not {"exif", "icc_profile", "comment", "xmp", "photoshop"} & found.info.keys()
    for secret in (b"Exif", b"Secret", b"ICC_PROFILE", b"Anchor"):
        assert secret not in kept.content


def test_a_photograph_is_kept_the_right_way_up() -> None:
    """Orientation 6: the telephone was held upright, and the pixels lie on their side."""
    found = opened(clean_photograph(photograph(orientation=6)).content)
    assert found.size == (300, 400)
    top, bottom = found.getpixel((150, 50)), found.getpixel((150, 350))
    assert isinstance(top, tuple)
    assert isinstance(bottom, tuple)
    assert (top[0] > 200 > 60 > top[2], bottom[2] > 200 > 60 > bottom[0]) == (True, True)


@pytest.mark.parametrize("file_format", ["JPEG", "PNG"])
@pytest.mark.parametrize(
    ("orientation", "first", "last"), [(1, "left", "right"), (3, "right", "left"), (8, "bottom", "top")]
)
def test_a_large_one_is_turned_too(file_format: str, orientation: int, first: str, last: str) -> None:
    """It is made smaller first, and what says how it is to be turned is not lost by that."""
    kept = clean_photograph(photograph((3000, 2000), orientation=orientation, file_format=file_format))
    upright = orientation != 8
    assert (kept.width, kept.height) == ((2000, 1333) if upright else (1333, 2000))
    found = opened(kept.content)
    middle = {"left": (10, 600), "right": (1990, 600), "top": (600, 10), "bottom": (600, 1990)}
    red, blue = found.getpixel(middle[first]), found.getpixel(middle[last])
    assert isinstance(red, tuple)
    assert isinstance(blue, tuple)
    assert (red[0] > 200 > 60 > red[2], blue[2] > 200 > 60 > blue[0]) == (True, True)


def plain(size: tuple[int, int], file_format: str, **more: Any) -> bytes:
    out = BytesIO()
    Image.new("L", size, 200).save(out, file_format, **more)
    return out.getvalue()


@pytest.mark.long
def test_what_telephones_take_fits_and_what_unpacks_to_more_does_not() -> None:
    kept = clean_photograph(plain((8160, 6120), "JPEG"))
    assert (kept.width, kept.height) == (2000, 1500)
    assert clean_photograph(plain((1000, 25_000), "JPEG")).height == 2000
    assert refused(plain((8192, 6144), "JPEG")) == TOO_MANY
    # Neither of these can be decoded at less than its full size.
    assert refused(plain((4001, 4000), "PNG")) == TOO_MANY
    assert refused(plain((4001, 4000), "JPEG", progressive=True)) == TOO_MANY
    assert clean_photograph(plain((4000, 3000), "PNG")).width == 2000


def test_a_large_photograph_is_made_smaller() -> None:
    kept = clean_photograph(photograph((4000, 3000)))
    assert (kept.width, kept.height) == (LONGEST_SIDE, 1500)
    assert opened(kept.content).size == (2000, 1500)


def test_what_lets_through_is_shown_on_white() -> None:
    out = BytesIO()
    Image.new("RGBA", (10, 10), (0, 0, 0, 0)).save(out, "PNG")
    assert opened(clean_photograph(out.getvalue()).content).getpixel((5, 5)) == (255, 255, 255)


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that says it has so many pixels."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(b"\0" * 1000)) + chunk(b"IEND", b"")
    )


@pytest.mark.parametrize("side", [4_100, 10_000, 50_000])
def test_a_bomb_is_not_unpacked(side: int) -> None:
    assert refused(bomb(side, side)) == TOO_MANY


def test_what_is_no_photograph_is_refused_by_its_content() -> None:
    svg = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
    for content in (
        b"a score card",
        svg,
        b"GIF89a\x01\x00\x01\x00\x00\x00\x00;",
        b"%PDF-1.7",
    ):
        assert refused(content) == "This isn't a photograph we can read. Send a JPEG or PNG file."
    assert refused(b"\xff\xd8\xff\xe0 broken") == DAMAGED
    assert refused(b"") == "Choose a photograph."
    assert refused(b"\0" * (LARGEST_FILE + 1)).startswith("This photograph is larger than 8 MB")
    assert refused(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic").startswith("This is a HEIC photograph")
    assert refused(photograph(file_format="WEBP")).startswith("This is a WebP picture")
    for file_format in ("JPEG", "PNG"):
        whole = photograph((800, 600), file_format=file_format)
        for length in (10, 30, 60, 400, 2000, len(whole) // 2):
            assert refused(whole[:length]) == DAMAGED, (file_format, length)
