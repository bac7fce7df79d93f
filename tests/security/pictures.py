"""Pictures built by hand, byte by byte, as an attacker builds them."""


def segment(marker: int, content: bytes) -> bytes:
    """A JPEG's segment: its marker, the length of what follows with itself, and what follows."""
    return bytes((0xFF, marker)) + (len(content) + 2).to_bytes(2) + content


def frame(marker: int, width: int, height: int, *, precision: int = 8, components: int = 1) -> bytes:
    """A start of frame; 0xC0 is baseline, 0xC2 progressive, 0xC3 lossless."""
    said = bytes((precision,)) + height.to_bytes(2) + width.to_bytes(2) + bytes((components,))
    return segment(marker, said + b"".join(bytes((n, 0x11, 0)) for n in range(1, components + 1)))


def lossless_jpeg(width: int, height: int) -> bytes:
    """A whole, valid grey JPEG of the lossless process (SOF3): each pixel is a difference of 0, which is one bit of 0.

    60000 by 100 pixels are 750 KB, and were a heap overflow in Pillow 12.3 (CVE-2026-112403).
    """
    # One code of one bit, for a difference of category 0.
    table = segment(0xC4, bytes((0x00, 1, *([0] * 15), 0)))
    # Predictor 1, the pixel to the left.
    scan = segment(0xDA, bytes((1, 1, 0x00, 1, 0, 0)))
    pixels = bytes((width * height + 7) // 8)
    return b"\xff\xd8" + frame(0xC3, width, height) + table + scan + pixels + b"\xff\xd9"


def jpeg_header(*frames: bytes, before: bytes = b"") -> bytes:
    """A JPEG up to its scan, with whatever frames."""
    return b"\xff\xd8" + before + b"".join(frames) + segment(0xDA, bytes((1, 1, 0x00, 0, 63, 0))) + b"\0" * 64
