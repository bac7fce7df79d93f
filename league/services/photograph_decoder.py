"""The program that opens strangers' pictures: bytes in, a plain JPEG out, and nothing of the site anywhere near.

`sandbox.decode` starts it as a process of its own with limits. It imports neither Django nor the site, and is given no
environment. It trusts nobody and is not trusted: whoever starts it looks at what it writes.

Usage: python -I decoder.py WIDTH HEIGHT LONGEST < picture > jpeg
    WIDTH, HEIGHT: what the header said; a decoder that sees another size stops.
    LONGEST: pixels of the longer side of what is written.
Ends with 0; with DAMAGED where the picture cannot be read; or is killed by a limit.
"""

import sys
from io import BytesIO

DAMAGED = 10
# Measured: 50 million pixels in a JPEG, or 16 million in a PNG with transparency, take less than two thirds of this.
MEMORY = 384 * 1024 * 1024
# Of what is written; two thousand pixels of noise, the worst there is, take 4 MB.
LARGEST_OUTPUT = 8 * 1024 * 1024
FORMATS = ("JPEG", "PNG")


def main(arguments: list[str]) -> int:
    width, height, longest = map(int, arguments)
    sent = sys.stdin.buffer.read()
    try:
        written = rewrite_picture(sent, (width, height), longest)
    except Exception:  # noqa: BLE001 - whatever a decoder stumbles over, there is no picture
        return DAMAGED
    sys.stdout.buffer.write(written)
    sys.stdout.buffer.flush()
    return 0


def rewrite_picture(sent: bytes, size: tuple[int, int], longest: int) -> bytes:
    """Return a picture upright and shrunk as a JPEG without metadata; ValueError for another size than the header's."""
    # Imported under the limits.
    from PIL import Image, ImageOps

    with Image.open(BytesIO(sent), formats=FORMATS) as checked:
        if checked.size != size:
            raise ValueError("the header said another size")
        checked.verify()
    # `verify` leaves nothing to read from: it is opened anew.
    with Image.open(BytesIO(sent), formats=FORMATS) as found:
        # Shrunk before anything else is done with it: each further step copies what there is.
        shrink = min(1, longest / max(found.size))
        found.draft(None, (max(1, int(found.width * shrink)), max(1, int(found.height * shrink))))
        found.thumbnail((longest, longest))
        upright = ImageOps.exif_transpose(found)
        bare = Image.new("RGB", upright.size, "white")
        if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
            covering = upright.convert("RGBA")
            bare.paste(covering, mask=covering.getchannel("A"))
        else:
            bare.paste(upright.convert("RGB"))
    out = BytesIO()
    bare.save(out, "JPEG", quality=85, optimize=True, exif=b"", icc_profile=None, comment=b"")
    return out.getvalue()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
