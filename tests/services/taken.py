"""A league that was taken along: its file, and the ways to spoil it."""

import datetime as dt
import hashlib
import io
import json
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from league.errors import Invalid
from league.models import (
    JournalHead,
)
from league.queries.standings.standings import division_table
from league.services.portability.exports import export_league
from league.services.portability.imports import format_problem
from league.services.portability.league_import import Report, import_league
from tests.services.whole_league import everything, primary_keys, whole_league

NOW = dt.datetime(2026, 11, 3, 12, tzinfo=dt.UTC)
LATER = dt.datetime(2026, 12, 1, 9, tzinfo=dt.UTC)
Rows = list[dict[str, Any]]
Change = Callable[[dict[str, bytes]], None]


class Taken:
    """A league as it was on the server that exported it, which is gone now, and its file."""

    def __init__(self, now: dt.datetime) -> None:
        out = io.BytesIO()
        with transaction.atomic():
            town = whole_league(now)
            export_league(town.league, out, by=town.secretary, now=now)
            self.everything = everything()
            self.table = [(row.team.name, row.row.points) for row in division_table(town.division).rows]
            self.head = JournalHead.objects.get(league=town.league).hash
            self.secretary = town.secretary
            transaction.set_rollback(True)
        self.file = out.getvalue()

    def rows(self, table: str) -> Rows:
        return [json.loads(line) for line in self.members()[f"{table}.jsonl"].splitlines()]

    def members(self) -> dict[str, bytes]:
        with zipfile.ZipFile(io.BytesIO(self.file)) as archive:
            return {name: archive.read(name) for name in archive.namelist()}

    def changed(self, change: Change, *, hashes: bool = True) -> bytes:
        """The file with something changed in it; with `hashes`, the manifest agrees."""
        members = self.members()
        change(members)
        if hashes:
            members = promised(members)
        return zipped(members)


def zipped(members: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content)
    return out.getvalue()


def promised(members: dict[str, bytes]) -> dict[str, bytes]:
    manifest = json.loads(members["manifest.json"])
    for entry in manifest["tables"]:
        content = members.get(entry["file"], b"")
        entry["rows"], entry["sha256"] = len(content.splitlines()), hashlib.sha256(content).hexdigest()
        entry["rows"] = content.count(b"\n")
    return {**members, "manifest.json": json.dumps(manifest).encode()}


def take_in(file: bytes, **options: Any) -> Report:
    return import_league(io.BytesIO(file), now=LATER, **options)


def said(file: bytes, **options: Any) -> list[str]:
    """Return what is wrong with a file, of which nothing is written."""
    before = primary_keys()
    with pytest.raises(Invalid) as refused:
        take_in(file, **options)
    assert primary_keys() == before
    return [format_problem(problem) for problem in refused.value.problems]


def edited(table: str, old: bytes, new: bytes) -> Change:
    def change(members: dict[str, bytes]) -> None:
        file = f"{table}.jsonl"
        assert old in members[file], members[file][:400]
        members[file] = members[file].replace(old, new, 1)

    return change


def without_file(name: str) -> Change:
    return lambda members: members.__delitem__(name)


def with_file(name: str, content: bytes) -> Change:
    return lambda members: members.__setitem__(name, content)


def manifest(**changed: Any) -> Change:
    def change(members: dict[str, bytes]) -> None:
        members["manifest.json"] = json.dumps({**json.loads(members["manifest.json"]), **changed}).encode()

    return change
