"""Briefs and timetables as plain values that JSON can hold, and back."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from timetable.calendar import USUAL, Shape
from timetable.values import (
    Brief,
    Division,
    Meeting,
    MeetInWeek,
    NeverBothAtHome,
    Quality,
    Team,
    Timetable,
    Venue,
    Violation,
    Wish,
)

Plain = dict[str, Any]
WISHES: dict[str, type[MeetInWeek] | type[NeverBothAtHome]] = {"meet": MeetInWeek, "apart": NeverBothAtHome}


def brief_to_dict(brief: Brief) -> Plain:
    """A brief as strings, numbers, lists and dictionaries."""
    return {
        "divisions": [
            {"name": division.name, "teams": [_team_to_dict(team) for team in division.teams]}
            for division in brief.divisions
        ],
        "venues": [
            {"name": venue.name, "boards": venue.boards, "closed": _days(venue.closed)} for venue in brief.venues
        ],
        "first_week": brief.first_week.isoformat(),
        "rounds": brief.rounds,
        "no_play": _days(brief.no_play),
        "second_half": brief.second_half,
        "wishes": [
            {"kind": kind} | _plain(wish)
            for wish in brief.wishes
            for kind, wished in WISHES.items()
            if isinstance(wish, wished)
        ],
        "seed": brief.seed,
        "shape": {
            "blank": brief.shape.blank,
            "named": _days(brief.shape.named),
            "every": brief.shape.every,
            "half": brief.shape.half,
        },
    }


def brief_from_dict(plain: Mapping[str, Any]) -> Brief:
    """The brief that `brief_to_dict` made this of."""
    return Brief(
        divisions=tuple(
            Division(division["name"], tuple(_team_from_dict(team) for team in division["teams"]))
            for division in plain["divisions"]
        ),
        venues=tuple(Venue(v["name"], v["boards"], _dates(v["closed"])) for v in plain["venues"]),
        first_week=dt.date.fromisoformat(plain["first_week"]),
        rounds=plain["rounds"],
        no_play=_dates(plain["no_play"]),
        second_half=plain["second_half"],
        wishes=tuple(_wish_from_dict(wish) for wish in plain["wishes"]),
        seed=plain["seed"],
        shape=_shape_from_dict(plain["shape"]) if "shape" in plain else USUAL,
    )


def timetable_to_dict(timetable: Timetable) -> Plain:
    """A timetable as strings, numbers, lists and dictionaries."""
    return {
        "meetings": [_plain(meeting) | {"date": meeting.date.isoformat()} for meeting in timetable.meetings],
        "quality": [_plain(quality) for quality in timetable.quality],
        "byes": [list(bye) for bye in timetable.byes],
        "violations": [_plain(violation) | {"where": list(violation.where)} for violation in timetable.violations],
        "conflicts": list(timetable.conflicts),
        "further_conflicts": [list(conflict) for conflict in timetable.further_conflicts],
        "proven": timetable.proven,
        "method": timetable.method,
        "notes": list(timetable.notes),
        "seconds": timetable.seconds,
    }


def timetable_from_dict(plain: Mapping[str, Any]) -> Timetable:
    """The timetable that `timetable_to_dict` made this of."""
    return Timetable(
        meetings=tuple(Meeting(**m | {"date": dt.date.fromisoformat(m["date"])}) for m in plain["meetings"]),
        quality=tuple(Quality(**quality) for quality in plain["quality"]),
        byes=tuple((division, round_, week, team) for division, round_, week, team in plain["byes"]),
        violations=tuple(Violation(**v | {"where": tuple(v["where"])}) for v in plain["violations"]),
        conflicts=tuple(plain["conflicts"]),
        further_conflicts=tuple(tuple(conflict) for conflict in plain.get("further_conflicts", ())),
        proven=plain["proven"],
        method=plain["method"],
        notes=tuple(plain["notes"]),
        seconds=plain["seconds"],
    )


def _plain(value: Meeting | Quality | Violation | Wish) -> Plain:
    return {field.name: getattr(value, field.name) for field in fields(value)}


def _team_to_dict(team: Team) -> Plain:
    return {
        "name": team.name,
        "venue": team.venue,
        "night": team.night,
        "start": team.start.isoformat(),
        "blackouts": _days(team.blackouts),
    }


def _team_from_dict(plain: Mapping[str, Any]) -> Team:
    start = dt.time.fromisoformat(plain["start"])
    return Team(plain["name"], plain["venue"], plain["night"], start, _dates(plain["blackouts"]))


def _shape_from_dict(plain: Mapping[str, Any]) -> Shape:
    return Shape(plain["blank"], _dates(plain["named"]), plain["every"], plain.get("half", False))


def _wish_from_dict(plain: Mapping[str, Any]) -> Wish:
    return WISHES[plain["kind"]](**{name: value for name, value in plain.items() if name != "kind"})


def _days(days: frozenset[dt.date]) -> list[str]:
    return sorted(day.isoformat() for day in days)


def _dates(days: list[str]) -> frozenset[dt.date]:
    return frozenset(map(dt.date.fromisoformat, days))
