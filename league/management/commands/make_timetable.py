"""`manage.py make_timetable DIR`: a timetable for a folder of the secretary's spreadsheets. Nothing is written."""

import argparse
import dataclasses
import json
import sys
import textwrap
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from league.errors import Invalid
from league.services.portability.imports import files_in, format_problem
from league.services.portability.imports.timetable_input import READ, read_brief
from timetable.calendar import WeekPlan
from timetable.grid import GridWeek, grid_of, quality_lines, violations_of
from timetable.make import make_timetable
from timetable.values import Brief, Timetable
from timetable.weeks import calendar_of

WIDTH = 110


class Command(BaseCommand):
    help = "Make the timetable of a season from the secretary's spreadsheets, and print it. Nothing is written."
    # It stands on the files alone: no database is asked, nor need there be one.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("folder", type=Path, help=f"where {', '.join(READ)} are; the last may be missing")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--second-half", choices=("mirrored", "french"), help="in place of what season.csv says")
        parser.add_argument("--seed", type=int, default=0, help="another number gives another timetable as good")
        parser.add_argument("--limit", type=_seconds, default=60.0, help="seconds to look for the best (default 60)")

    def handle(self, *args: Any, folder: Path, **options: Any) -> None:
        brief = self._brief(folder, options)
        progress = None if options["json"] else self._progress
        made = make_timetable(brief, limit=options["limit"], progress=progress)
        calendar = calendar_of(brief)
        text = json.dumps(as_json(made, calendar), ensure_ascii=False, indent=1) if options["json"] else None
        self.stdout.write(text or "\n".join(as_text(brief, made, calendar)))
        if made.violations:
            count = len(made.violations)
            self.stderr.write(f"{count} condition{'s are' if count != 1 else ' is'} not kept; each is listed.")

    def _brief(self, folder: Path, options: dict[str, Any]) -> Brief:
        if not folder.exists():
            raise CommandError(f"{folder}: there is no such folder")
        files, _ = files_in(folder, READ)
        try:
            brief, warnings = read_brief(files, second_half=options["second_half"], seed=options["seed"])
        except Invalid as refused:
            for problem in refused.problems:
                self.stdout.write(format_problem(problem))
            count = len(refused.problems)
            self.stderr.write(f"{count} problem{'s' if count != 1 else ''}; no timetable was made.")
            sys.exit(1)
        for warning in warnings:
            self.stderr.write(f"warning: {format_problem(warning)}")
        return brief

    def _progress(self, text: str) -> None:
        self.stderr.write(f"  {text}")


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError("write how many seconds, at most 3600")
    return seconds


def as_json(made: Timetable, calendar: Sequence[WeekPlan]) -> dict[str, Any]:
    """The timetable as one object: names and ISO dates only."""
    fixtures = [{**dataclasses.asdict(m), "date": m.date.isoformat()} for m in made.meetings]
    quality = [
        {**dataclasses.asdict(q), "violations": [v.message for v in violations_of(made, q.division)]}
        for q in made.quality
    ]
    return {
        "fixtures": fixtures,
        "quality": quality,
        "violations": [dataclasses.asdict(violation) for violation in made.violations],
        "conflicts": list(made.conflicts),
        "further_conflicts": [list(conflict) for conflict in made.further_conflicts],
        "byes": [dict(zip(("division", "round", "week", "team"), bye, strict=True)) for bye in made.byes],
        "weeks": [
            {"round": w.round, "week": w.number, "starts": w.starts.isoformat(), "kind": w.kind} for w in calendar
        ],
        "notes": list(made.notes),
        "proven": made.proven,
        "method": made.method,
        "seconds": round(made.seconds, 3),
    }


def as_text(brief: Brief, made: Timetable, calendar: Sequence[WeekPlan]) -> list[str]:
    """The timetable to read: a grid and a quality sheet for every division, then what is not kept."""
    lines: list[str] = []
    quality = {q.division: q for q in made.quality}
    for division in brief.divisions:
        lines += ["", division.name, "=" * len(division.name)]
        grid = grid_of(brief, made, calendar, division.name)
        for number in sorted({week.round for week in grid}):
            lines += ["", f"Round {number}"]
            for week in grid:
                lines += _row(week) if week.round == number else []
        lines += ["", *(f"- {line}" for line in quality_lines(quality[division.name]))]
    for title, sentences in (
        ("Not kept", [violation.message for violation in made.violations]),
        *(("These conditions contradict each other", grid) for grid in (made.conflicts, *made.further_conflicts)),
        ("Notes", made.notes),
    ):
        if sentences:
            lines += ["", title, *(f"- {sentence}" for sentence in sentences)]
    if not made.violations:
        lines += ["", "Every condition is kept."]
    return [*lines, "", f"Made with the {made.method} in {made.seconds:.1f} s."]


def _row(week: GridWeek) -> list[str]:
    head = f"{week.number or '':>4}  {week.starts:%d %b}  "
    by_day = defaultdict(list)
    for cell in week.cells:
        by_day[cell.meeting.date].append(_unbroken(f"{cell.meeting.home} v {cell.meeting.away}"))
    parts = [f"{date:%a %d %b}: {', '.join(pairs)}" for date, pairs in sorted(by_day.items())]
    if week.free:
        parts.append(f"free: {', '.join(map(_unbroken, week.free))}")
    if week.kind == "no-play":
        parts.insert(0, "-- no play --")
    elif week.kind == "catch-up":
        parts.insert(0, "-- blank, for postponed fixtures --")
    text = "; ".join(parts) or "-- no fixtures --"
    indent = " " * len(head)
    lines = textwrap.wrap(text, WIDTH, initial_indent=head, subsequent_indent=indent, break_long_words=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]


def _unbroken(text: str) -> str:
    """Kept on one line by `textwrap`."""
    return text.replace(" ", "\N{NO-BREAK SPACE}")
