"""The door of photographs: what an attacker gains who sends a picture that was made to break its decoder."""

import ast
import json
import signal
import sys
import threading
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from PIL import Image

from league.errors import Invalid
from league.models import Evidence, Photograph
from league.rules.picture_headers import PictureHeader, PictureKind
from league.services import photograph_decoder, photographs
from league.services.sandbox import AT_ONCE
from tests.factories import Town
from tests.security.pictures import frame, jpeg_header, lossless_jpeg, segment
from tests.services import dispute_cases as cases
from tests.services.test_photographs import photograph

ROOT = Path(__file__).resolve().parents[2]
HEADER = PictureHeader(PictureKind.BASELINE, 400, 300)
# What every test of a hostile decoder does first. It has the limits that the real one has.
BEGINNING = "import os, signal, sys, time\nsent = sys.stdin.buffer.read()\n"


@pytest.fixture
def no_decoder(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no decoder start: the picture's header alone must decide."""
    monkeypatch.setattr(sys, "executable", "/nonexistent/python")


@pytest.fixture
def run_hostile_decoder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Put an attacker's program in the decoder's place, under the same limits, as a picture that broke it would."""

    def become(program: str) -> None:
        hostile = tmp_path / "hostile.py"
        hostile.write_text(BEGINNING + program)
        monkeypatch.setattr(photographs.DECODER, "program", hostile)

    return become


def refused(content: bytes) -> str:
    with pytest.raises(Invalid) as wrong:
        photographs.clean_photograph(content)
    (problem,) = wrong.value.problems
    assert (problem.code, problem.field) == ("wrong-photograph", "photograph")
    return problem.message


@pytest.mark.usefixtures("no_decoder")
def test_a_lossless_jpeg_reaches_no_decoder() -> None:
    """Gains the web process: CVE-2026-112403, a heap overflow by 750 KB that anybody's captain could send."""
    sent = lossless_jpeg(60_000, 100)
    assert len(sent) == 750_049
    assert "unusual kind (neither baseline nor progressive)" in refused(sent)


def test_the_lossless_jpeg_of_these_tests_is_a_real_one() -> None:
    """The test above shows that lossless JPEGs are refused only if its JPEG is not a broken one."""
    with Image.open(BytesIO(lossless_jpeg(64, 8))) as found:
        found.load()
        assert (found.size, found.getpixel((3, 3))) == ((64, 8), 128)


@pytest.mark.usefixtures("no_decoder")
@pytest.mark.parametrize("marker", sorted(set(range(0xC1, 0xD0)) - {0xC2, 0xC4, 0xC8, 0xCC}))
def test_no_jpeg_but_baseline_and_progressive_reaches_a_decoder(marker: int) -> None:
    """Gains a decoder's least tried paths: arithmetic, hierarchical, extended and lossless coding."""
    assert "unusual kind" in refused(jpeg_header(frame(marker, 400, 300)))
    assert "unusual kind" in refused(jpeg_header(frame(marker, 400, 300), frame(0xC0, 400, 300)))
    assert refused(jpeg_header(frame(0xC0, 400, 300), frame(marker, 400, 300))) == photographs.DAMAGED


@pytest.mark.usefixtures("no_decoder")
def test_a_header_that_lies_reaches_no_decoder() -> None:
    """Gains a buffer overflow: memory is reserved for one size, and pixels of another are written."""
    good = frame(0xC0, 400, 300)
    for content in (
        jpeg_header(good, good),
        jpeg_header(),
        jpeg_header(frame(0xC0, 0, 300)),
        jpeg_header(frame(0xC0, 400, 0)),
        jpeg_header(frame(0xC0, 400, 300, components=2)),
        jpeg_header(segment(0xC0, b"\x08\x00\x10")),
        jpeg_header(good, before=segment(0xFE, b"") + b"\x00\x00"),
        jpeg_header(good, before=b"\xff\xd8"),
        jpeg_header(good, before=b"\xff\xe0\x00\x01"),
        jpeg_header(good, before=b"\xff\xe0\xff\xff"),
        b"\xff\xd8" + b"\xff" * 100_000,
        b"\xff\xd8" + segment(0xFE, b"") * 100_000 + jpeg_header(good)[2:],
        jpeg_header(good)[:20],
    ):
        assert refused(content) == photographs.DAMAGED
    assert "unusual kind" in refused(jpeg_header(frame(0xC0, 400, 300, precision=12)))
    assert refused(jpeg_header(frame(0xC0, 60_000, 100))) == photographs.TOO_MANY
    assert refused(jpeg_header(frame(0xC0, 8192, 6144))) == photographs.TOO_MANY
    assert refused(jpeg_header(frame(0xC2, 4001, 4000))) == photographs.TOO_MANY


def test_a_jpeg_with_many_segments_is_read_as_before() -> None:
    """A panorama has its depth in a hundred segments before its pixels."""
    plain = photograph()
    padded = plain[:2] + segment(0xE2, b"x" * 60_000) * 60 + b"\xff\xff\xff" + plain[3:]
    assert photographs.clean_photograph(padded).width == 400


@pytest.mark.parametrize(
    "program",
    [
        pytest.param("os.kill(os.getpid(), signal.SIGSEGV)", id="crashes"),
        pytest.param("os.kill(os.getpid(), signal.SIGKILL)", id="is killed"),
        pytest.param(f"bytearray({photograph_decoder.MEMORY})", id="takes memory"),
        pytest.param("time.sleep(60)", id="sleeps"),
        pytest.param("os.fork(); os.fork()", id="starts others"),
        pytest.param("sys.stdout.buffer.write(b'x' * 50_000_000)", id="floods"),
        pytest.param("sys.stdout.buffer.write(b'GIF89a')", id="answers nonsense"),
        pytest.param("sys.stdout.buffer.write(sent)", id="answers what was sent"),
        pytest.param("sys.exit(0)", id="answers nothing"),
        pytest.param("sys.exit(77)", id="fails"),
    ],
)
def test_a_decoder_that_is_taken_over_harms_nobody(
    program: str, run_hostile_decoder: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gains the web process, its memory, its time or its disk; or a file of their own among the photographs."""
    monkeypatch.setattr(photographs.DECODER, "seconds", 2.0)
    run_hostile_decoder(program)
    # Larger than what is kept, so that handing it back as it came is noticed; and larger than a pipe holds.
    assert refused(photograph((2400, 1800), quality=100)) == photographs.DAMAGED


def test_a_decoder_that_reads_nothing_ends_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Gains a thread of the web process for ever: it would wait to hand over the file."""
    hostile = tmp_path / "deaf.py"
    hostile.write_text("import time; time.sleep(60)")
    monkeypatch.setattr(photographs.DECODER, "program", hostile)
    monkeypatch.setattr(photographs.DECODER, "seconds", 1.0)
    assert refused(photograph((2400, 1800), quality=100)) == photographs.DAMAGED


def test_limits_are_the_decoder_s_own(
    run_hostile_decoder: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gains the site's secrets from the environment, its folder, or its open connections."""
    monkeypatch.setenv("MUGGINS_SECRET_KEY", "the-key")
    run_hostile_decoder(
        "import json, resource\n"
        "limits = [resource.getrlimit(getattr(resource, 'RLIMIT_' + n)) for n in ('AS', 'CPU', 'CORE', 'FSIZE')]\n"
        "files = [n for n in range(3, 32) if os.path.exists(f'/proc/self/fd/{n}') and not"
        " os.readlink(f'/proc/self/fd/{n}').startswith('/proc/')]\n"
        "print(json.dumps([sorted(set(os.environ) - {'LC_CTYPE'}), os.getcwd(), limits, files]))"
    )
    status, said = photographs.DECODER.run("400", "300", "2000", sent=b"")
    assert status == 0
    assert json.loads(said) == [
        [],
        "/",
        [[photograph_decoder.MEMORY] * 2, [10] * 2, [0, 0], [photograph_decoder.LARGEST_OUTPUT] * 2],
        [],
    ]


def test_a_decoder_that_computes_for_ever_is_ended(
    run_hostile_decoder: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gains the processor. The clock on the wall alone would let many of them share it for as long."""
    monkeypatch.setattr(photographs.DECODER, "cpu_seconds", 1)
    run_hostile_decoder("while True: pass")
    status, _ = photographs.DECODER.run("400", "300", "2000", sent=b"")
    assert status in (-signal.SIGXCPU, -signal.SIGKILL)


def test_the_decoder_believes_no_other_size_than_the_header_s() -> None:
    """Gains memory: a header that says 1 pixel before a picture of many."""
    with pytest.raises(photographs.NotDecoded):
        photographs.decode(photograph(), PictureHeader(PictureKind.BASELINE, 40, 30), longest=2000)


def test_a_few_pictures_are_decoded_at_a_time(
    run_hostile_decoder: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gains the machine's memory: a hundred photographs sent at once were a hundred decoders."""
    monkeypatch.setattr(photographs.DECODER, "seconds", 2.0)
    monkeypatch.setattr(photographs.DECODER, "patience", 0.2)
    run_hostile_decoder("time.sleep(60)")
    told: list[str] = []
    senders = [threading.Thread(target=lambda: told.append(refused(photograph()))) for _ in range(AT_ONCE + 3)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert sorted(told) == sorted([photographs.BUSY] * 3 + [photographs.DAMAGED] * AT_ONCE)
    # Their turns are given back.
    run_hostile_decoder(f"sys.exit({photograph_decoder.DAMAGED})")
    assert refused(photograph()) == photographs.DAMAGED


@pytest.mark.usefixtures("no_decoder")
def test_a_machine_that_starts_no_process_says_so() -> None:
    """Gains a 500: on a machine with no memory to spare, the decoder cannot be started."""
    assert refused(photograph()) == photographs.BUSY


def test_nothing_but_the_decoder_knows_a_decoder() -> None:
    """Gains the web process: one place that opens a picture in it is enough."""
    knows = []
    folders = ("cardroom", "config", "league", "scoring")
    for path in sorted(path for folder in folders for path in ROOT.glob(f"{folder}/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.partition(".")[0] == "PIL" for name in names):
                knows.append(path.relative_to(ROOT).as_posix())
    assert knows == ["league/services/photograph_decoder.py"]


@pytest.mark.django_db
def test_the_uploader_is_told_and_nobody_else_notices(
    town: Town, now: object, run_hostile_decoder: Callable[[str], None]
) -> None:
    """Gains everybody's evening: the web process died, and whatever others were sending with it."""
    with time_machine.travel(now, tick=False):  # type: ignore[arg-type]
        cases.counting(town, now)  # type: ignore[arg-type]
        dispute = cases.of_a_game(town, now)  # type: ignore[arg-type]
        bell = Client()
        bell.force_login(town.captains["Bell"])
        address = f"/leagues/town/disputes/{dispute.pk}/"
        for content, why in (
            (lossless_jpeg(60_000, 100), "unusual kind"),
            (photograph(file_format="WEBP"), "This is a WebP picture."),
        ):
            card = SimpleUploadedFile("card.jpg", content, "image/jpeg")
            page = bell.post(address, {"do": "photograph", "photograph": card})
            assert page.status_code == 422
            assert why in page.content.decode()
        run_hostile_decoder("os.kill(os.getpid(), signal.SIGSEGV)")
        card = SimpleUploadedFile("card.jpg", photograph(), "image/jpeg")
        page = bell.post(address, {"do": "photograph", "photograph": card})
        assert page.status_code == 422
        assert "This photograph can&#x27;t be read" in page.content.decode()
        assert Client().get("/leagues/town/").status_code == 200
    assert (Evidence.objects.count(), Photograph.objects.count()) == (0, 0)


def test_a_death_is_told_to_the_operator(
    run_hostile_decoder: Callable[[str], None], capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Gains time: an attack that nobody reads of is tried until it works. A file that is only damaged is no news."""
    told: list[dict[str, object]] = []

    class Log:
        def warning(self, event: str, **said: object) -> None:
            told.append({"event": event, **said})

    monkeypatch.setattr(photographs, "log", Log())
    run_hostile_decoder("os.kill(os.getpid(), signal.SIGSEGV)")
    refused(photograph())
    assert told == [
        {"event": "picture_decoder_failed", "status": -signal.SIGSEGV, "kind": "baseline JPEG", "pixels": 120_000}
    ]
    run_hostile_decoder(f"sys.exit({photograph_decoder.DAMAGED})")
    refused(photograph())
    assert len(told) == 1
