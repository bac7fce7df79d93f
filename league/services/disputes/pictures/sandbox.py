"""Decoding a picture in a process of its own, and looking at what that wrote."""

from pathlib import Path

import structlog

from league.rules.picture_headers import PictureHeader, PictureKind, read_picture_header
from league.services.disputes.pictures import decoder
from league.services.sandbox import Busy, Sandbox

log = structlog.get_logger(__name__)

DECODER = Sandbox(
    Path(decoder.__file__).resolve(),
    memory=decoder.MEMORY,
    largest_output=decoder.LARGEST_OUTPUT,
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
        found = read_picture_header(written)
        if isinstance(found, PictureHeader) and found.kind is PictureKind.BASELINE and _fits(found, longest):
            return written, found
    if status != decoder.DAMAGED:
        # A signal, a limit, or an answer that is none: the operator's to know. The picture itself is nobody's.
        log.warning("picture_decoder_failed", status=status, kind=header.kind.value, pixels=header.pixels)
    raise NotDecoded


def _fits(found: PictureHeader, longest: int) -> bool:
    return max(found.width, found.height) <= longest
