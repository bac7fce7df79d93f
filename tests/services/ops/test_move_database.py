"""The whole installation into another database: every row, every table and every page as it was, or nothing at all."""

import datetime as dt
import re
import shutil
from collections.abc import Iterator
from contextlib import closing, contextmanager
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from django.utils import timezone

from league import tasks
from league.enums import NoticeState, Scope
from league.models import ApiToken, Fixture, Heartbeat, JournalEntry, League, Notice, Team, User
from league.queries.mail.hold import mail_hold
from league.services.ops.backups import engines, picture
from league.services.ops.heartbeats import beat
from league.services.ops.moves import move, rows
from league.services.people.accounts.keys import make_token
from league.services.portability.demo import load_demo
from league.services.results import submit
from tests import databases, second_factors
from tests.factories import Town, result_sheet

pytestmark = pytest.mark.django_db(transaction=True)
CHANGES_EACH_TIME = re.compile(
    rb'(name="csrfmiddlewaretoken" value|csrf-token" content|nonce|X-CSRFToken&quot;: &quot;)="?[\w-]+'
)
LINKS = re.compile(r'href="(/leagues/[^"?#]+/)"')


def ran(*args: object) -> str:
    out = StringIO()
    call_command(*map(str, args), stdout=out, stderr=StringIO())
    return out.getvalue()


def contents(path: Path) -> dict[str, int]:
    with on(path):
        return dict(engines.contents_of_database().counts)


@contextmanager
def on(where: Path | str) -> Iterator[None]:
    """Within, everything is on another database."""
    _, other = move._open(where if isinstance(where, str) else f"sqlite:///{where}")
    with closing(other), engines.acting_on(other):
        yield


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory, django_db_setup: None, django_db_blocker: Any) -> Path:
    """A migrated database of SQLite, in which there is nothing yet."""
    made = tmp_path_factory.mktemp("template") / "migrated.sqlite3"
    with django_db_blocker.unblock():
        if connection.vendor == "sqlite":
            databases.copy_migrated(made)
        else:
            with on(made):
                call_command("migrate", verbosity=0)
    return made


@pytest.fixture
def to(template: Path, tmp_path: Path) -> Path:
    return Path(shutil.copyfile(template, tmp_path / "new.sqlite3"))


@pytest.fixture
def played(town: Town) -> Town:
    """A town with a result, a journal and a message that waits."""
    fixture = town.fixture("Anchor", "Bell")
    submit.submit(fixture, result_sheet(town, "Anchor", "Bell"), by=town.captains["Anchor"], now=timezone.now())
    return town


@contextmanager
def new_database(folder: Path) -> Iterator[str]:
    """The address of a new, empty database of the kind that the tests run on."""
    with engines.new_database(f"{Path(connection.settings_dict['NAME']).stem}_moved", folder) as made:
        if connection.vendor == "sqlite":
            yield f"sqlite:///{made['NAME']}"
        else:
            yield f"postgresql://{made['USER']}:{made['PASSWORD']}@{made['HOST']}:{made['PORT']}/{made['NAME']}"


def read(client: Client, addresses: list[str]) -> dict[str, tuple[int, bytes]]:
    cache.clear()
    return {address: _normal(client.get(address)) for address in addresses}


def _normal(answer: Any) -> tuple[int, bytes]:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    return answer.status_code, CHANGES_EACH_TIME.sub(b"", content)


def linked_from(client: Client, *addresses: str) -> list[str]:
    pages = (client.get(address).content.decode() for address in addresses)
    return sorted({link for page in pages for link in LINKS.findall(page)})


@pytest.mark.long
def test_pages_of_the_demo_are_byte_equal_there_and_back(tmp_path: Path, now: dt.datetime) -> None:
    """From the tests' database to SQLite, and from there to one of the tests' kind: with the services PostgreSQL."""
    with time_machine.travel(now, tick=False):
        demo = load_demo(now=now)
        home = f"/leagues/{demo.league.slug}/"
        always = ["/", *(f"{home}{page}" for page in ("", "more/", "tables/", "fixtures/", "rules/", "my/", "me/"))]
        always.append(f"{home}secretary/journal/")
        people: dict[str, Client] = {"": Client()}
        for name in ("captain", "secretary"):
            people[name] = Client()
            people[name].force_login(User.objects.get(email=f"{name}@demo.example"))
        addresses = {name: [*always, *linked_from(client, *always)[::6]] for name, client in people.items()}
        before = {name: read(client, addresses[name]) for name, client in people.items()}
        assert min(len(pages) for pages in before.values()) > 20
        assert {b"Swan" in page for address, (_, page) in before["captain"].items() if address == home} == {True}
        assert {status for pages in before.values() for status, _ in pages.values()} <= {200, 302, 403}
        with new_database(tmp_path) as other:
            first = tmp_path / "moved.sqlite3"
            assert "5 divisions’ tables, 2 journals" in ran("move_database", f"sqlite:///{first}")
            with on(first):
                assert {name: read(client, addresses[name]) for name, client in people.items()} == before
                assert "5 divisions’ tables, 2 journals" in ran("move_database", other)
            with on(other):
                assert {name: read(client, addresses[name]) for name, client in people.items()} == before
                assert not mail_hold()


def test_everything_that_opens_an_account_goes_along(played: Town, to: Path) -> None:
    captain = played.captains["Anchor"]
    captain.set_password("correct horse 29")
    captain.save()
    secret = second_factors.add_app(captain)
    token, _ = make_token(captain, "Mine", {Scope.READ}, None, now=timezone.now())
    client = Client()
    client.force_login(played.secretary)
    told = ran("move_database", f"sqlite:///{to}")
    key = Path(f"{to}.secret-key")
    assert (key.stat().st_mode & 0o777, key.read_text().strip()) == (0o600, settings.SECRET_KEY)
    assert settings.SECRET_KEY not in told
    with on(to):
        assert User.objects.get(pk=captain.pk).check_password("correct horse 29")
        assert ApiToken.objects.get().token_hash == token.token_hash
        assert Authenticator.objects.get(user=captain.pk, type="totp").wrap().validate_code(second_factors.code(secret))
        assert client.get("/leagues/town/secretary/").status_code == 200
        with pytest.raises(DatabaseError, match="The journal stands as written"):
            JournalEntry.objects.update(why="")


def test_mail_goes_from_the_new_database_alone(played: Town, to: Path, mailoutbox: list[Any]) -> None:
    waiting = Notice.objects.filter(state=NoticeState.WAITING).count()
    assert waiting
    assert f"{waiting} messages wait in the new one alone" in ran("move_database", f"sqlite:///{to}")
    # Everybody may read it.
    assert mail_hold() == "Moved to another database, SQLite."
    tasks.deliver()
    assert mailoutbox == []
    with on(to):
        assert not mail_hold()
        tasks.deliver()
    assert mailoutbox


def test_numbers_of_rows_that_are_gone_are_not_given_again(town: Town, to: Path, tmp_path: Path) -> None:
    last = Team.objects.create(league=town.league, name="Gone", slug="gone")
    gone = last.pk
    last.delete()
    ran("move_database", f"sqlite:///{to}")
    with on(to):
        assert Team.objects.create(league=League.objects.get(), name="New", slug="new").pk == gone + 1


# What is refused, with nothing of it left


def test_a_database_that_holds_something_is_refused(town: Town, to: Path, tmp_path: Path) -> None:
    ran("move_database", f"sqlite:///{to}")
    held = contents(to)
    Heartbeat.objects.all().delete()
    with pytest.raises(CommandError, match=r"is not empty: .* has rows, and nothing is overwritten"):
        ran("move_database", f"sqlite:///{to}")
    assert contents(to) == held
    with on(tmp_path / "foreign.sqlite3"), connection.cursor() as cursor:
        cursor.execute("CREATE TABLE accounts (id integer)")
    with pytest.raises(CommandError, match="it holds “accounts”, which is not of Muggins"):
        ran("move_database", f"sqlite:///{tmp_path}/foreign.sqlite3")
    assert not Heartbeat.objects.exists()


def test_a_database_of_another_version_is_refused(town: Town, to: Path, tmp_path: Path) -> None:
    with on(to):
        MigrationRecorder.Migration.objects.create(app="league", name="0999_later")
    with pytest.raises(CommandError, match="is of another version of Muggins"):
        ran("move_database", f"sqlite:///{to}")
    with on(to):
        MigrationRecorder.Migration.objects.filter(app="league", name__gte="0037").delete()
        with pytest.raises(CommandError, match="has migrations pending"):
            ran("move_database", f"sqlite:///{tmp_path}/other.sqlite3")
    with pytest.raises(CommandError, match="is of another version of Muggins"):
        ran("move_database", f"sqlite:///{to}")
    assert list(tmp_path.iterdir()) == [to]


ADDRESSES = [
    ("postgresql://owner:hunter/2@host/name", "This is no address"),
    ("postgresql://owner:12/hunter@host/name", "This is no address"),
    ("postgresql://owner:hunter#2@host/name", "This is no address"),
    ("mysql://owner:hunter@host/name", "This is no address"),
    ("hunter", "This is no address"),
    ("sqlite://", "This is no address"),
    ("sqlite://:memory:", "This is no address"),
    ("postgresql://owner:hunter@127.0.0.1:1/name", "Connection refused"),
    ("sqlite:////nowhere/hunter2.sqlite3", "cannot be made: No such file"),
]


@pytest.mark.parametrize(("url", "why"), ADDRESSES)
def test_an_address_that_cannot_be_used_is_told_without_its_password(town: Town, url: str, why: str) -> None:
    with pytest.raises(CommandError, match=why) as refused:
        ran("move_database", url)
    assert "hunter@" not in str(refused.value)
    assert url.startswith("sqlite:////") or "hunter" not in str(refused.value)
    assert not mail_hold()


def test_what_is_no_database_stays_as_it_is(town: Town, tmp_path: Path) -> None:
    text, link = tmp_path / "text", tmp_path / "link"
    text.write_text("league,team\n" * 100)
    link.symlink_to(tmp_path / "nowhere" / "else")
    for path, why in ((text, "file is not a database"), (link, "cannot be made"), (tmp_path, "unable to open")):
        with pytest.raises(CommandError, match=why):
            ran("move_database", f"sqlite:///{path}")
    assert text.read_text() == "league,team\n" * 100


def test_an_installation_that_runs_is_not_moved(town: Town, to: Path) -> None:
    beat("mail", now=timezone.now(), summary="")
    with pytest.raises(CommandError, match=r"“mail” ran within 30 seconds. Stop web"):
        ran("move_database", f"sqlite:///{to}")


def _harm(*args: Any) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE league_venue SET address = 'Elsewhere'")


def _add_to(old: Any) -> None:
    with engines.acting_on(old):
        ContentType.objects.create(app_label="late", model="late")


def test_a_difference_leaves_no_row(town: Town, to: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty, compare = contents(to), move._compare
    monkeypatch.setattr(move, "_compare", lambda *args: [_harm(), compare(*args)])
    with pytest.raises(CommandError, match="The new database is not as the old one: league_venue has other rows"):
        ran("move_database", f"sqlite:///{to}")
    assert contents(to) == empty
    assert not mail_hold()


def test_a_file_that_was_made_for_it_goes_where_it_fails(
    town: Town, template: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    to = tmp_path / "made.sqlite3"
    seen: list[int] = []

    def migrated(*args: Any, **options: Any) -> None:
        seen.append(to.stat().st_mode & 0o777)
        connection.close()
        shutil.copyfile(template, to)

    def interrupted(*args: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(move, "call_command", migrated)
    monkeypatch.setattr(move, "_compare", interrupted)
    with pytest.raises(KeyboardInterrupt):
        ran("move_database", f"sqlite:///{to}")
    assert seen == [0o600]
    assert list(tmp_path.iterdir()) == []


def test_a_table_that_reads_otherwise_is_told(town: Town, to: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    render, old = picture.render_tables, connections["default"]
    other = {"town/2026-27/division-1": "other"}
    monkeypatch.setattr(picture, "render_tables", lambda: render() | ({} if connections["default"] is old else other))
    with pytest.raises(CommandError, match="the table of town/2026-27/division-1 is another"):
        ran("move_database", f"sqlite:///{to}")


def test_what_was_written_meanwhile_ends_it(town: Town, to: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compare, old = move._compare, connections["default"]
    monkeypatch.setattr(move, "_compare", lambda *args: [compare(*args), _add_to(old)])
    with pytest.raises(CommandError, match="The old database was written to while it was read"):
        ran("move_database", f"sqlite:///{to}")
    ContentType.objects.filter(app_label="late").delete()
    assert not mail_hold()


def test_the_hold_is_taken_back_where_the_new_database_does_not_commit(
    town: Town, to: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(wrapper: Any) -> None:
        assert contents_held(old)
        raise DatabaseError("disk is full")

    def contents_held(database: Any) -> bool:
        with engines.acting_on(database):
            return bool(mail_hold())

    old = connections["default"]
    empty = contents(to)
    monkeypatch.setattr("django.db.backends.sqlite3.base.DatabaseWrapper.commit", full)
    with pytest.raises(CommandError, match=r"disk is full. Nothing was moved."):
        ran("move_database", f"sqlite:///{to}")
    monkeypatch.undo()
    assert not mail_hold()
    assert contents(to) == empty


def test_rows_are_written_in_batches(town: Town, to: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "BATCH", 3)
    ran("move_database", f"sqlite:///{to}")
    with on(to):
        assert Fixture.objects.count() > 3


def test_the_address_is_read_from_the_input(town: Town, to: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO(f"sqlite:///{to}\n"))
    assert "Equal:" in ran("move_database", "-")
