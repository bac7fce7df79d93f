"""Briefs to make timetables of: a folder of spreadsheets, given sizes, and random ones."""

import csv
import datetime as dt
from pathlib import Path
from random import Random
from typing import Any

from hypothesis import strategies as st

from timetable.values import Brief, Division, MeetInWeek, NeverBothAtHome, Team, Venue, Wish

SEASON = Path(__file__).parents[1] / "data" / "season"
FIRST = dt.date(2026, 9, 14)
EIGHT = dt.time(20)
NIGHTS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def division(name: str, size: int, *, pairs: int = 0, night: int = 0, pubs: str = "") -> Division:
    """So many teams, the first ones two by two at one pub."""
    return Division(
        name,
        tuple(
            Team(f"{name}{place + 1}", f"{pubs or name} pub {place // 2 if place < 2 * pairs else place}", night, EIGHT)
            for place in range(size)
        ),
    )


def brief(*divisions: Division, **more: Any) -> Brief:
    """A brief of these divisions; every venue has one board and is open."""
    named = {team.venue: Venue(team.venue) for each in divisions for team in each.teams}
    venues = {**named, **{venue.name: venue for venue in more.pop("venues", ())}}
    return Brief(divisions, tuple(venues.values()), **{"first_week": FIRST, **more})


def shared(sizes: tuple[int, ...], pubs: int, *, seed: int) -> Brief:
    """Divisions that all play on Mondays; so many pubs are home to a team each of two of them."""
    random = Random(seed)
    free = [(number, place) for number, size in enumerate(sizes) for place in range(size)]
    random.shuffle(free)
    home: dict[tuple[int, int], str] = {}
    for pub in range(pubs):
        one = free.pop()
        other = next(each for each in free if each[0] != one[0])
        free.remove(other)
        home[one] = home[other] = f"pub {pub}"
    return brief(
        *(
            Division(
                f"Division {number + 1}",
                tuple(
                    Team(f"T{number}.{place}", home.get((number, place), f"own {number}.{place}"), 0, EIGHT)
                    for place in range(size)
                ),
            )
            for number, size in enumerate(sizes)
        )
    )


def folder(path: Path = SEASON, **more: Any) -> Brief:
    """The season in a folder of spreadsheets."""
    divisions: dict[str, list[Team]] = {}
    for row in _rows(path / "teams.csv"):
        night, start = NIGHTS.index(row["home night"]), dt.time.fromisoformat(row["start"])
        team = Team(row["team"], row["home venue"], night, start, _days(row["cannot play on"]))
        divisions.setdefault(row["division"], []).append(team)
    season = _rows(path / "season.csv")[0]
    return brief(
        *(Division(name, tuple(teams)) for name, teams in divisions.items()),
        venues=[Venue(row["venue"], int(row["fixtures at once"])) for row in _rows(path / "venues.csv")],
        first_week=dt.date.fromisoformat(season["first week"]),
        rounds=int(season["rounds"]),
        no_play=_days(season["weeks with no play"]),
        **more,
    )


@st.composite
def briefs(draw: st.DrawFn, *, largest: int = 8, divisions: int = 3) -> Brief:
    """Any brief, most of them with more conditions than a season has."""
    rounds = draw(st.integers(1, 3))
    sizes = draw(st.lists(st.integers(1, largest), min_size=1, max_size=divisions))
    pubs = [f"pub {number}" for number in range(max(2, sum(sizes)))]
    days = st.frozensets(st.integers(0, 7 * 2 * largest).map(lambda days: FIRST + dt.timedelta(days)), max_size=2)
    rarely = st.one_of(st.just(frozenset[dt.date]()), st.just(frozenset[dt.date]()), days)
    nights = st.sampled_from(draw(st.sampled_from([[0], [0, 1], [0, 1, 3]])))
    made = tuple(
        Division(
            f"Division {number}",
            tuple(
                Team(f"T{number}.{place}", draw(st.sampled_from(pubs)), draw(nights), EIGHT, draw(rarely))
                for place in range(size)
            ),
        )
        for number, size in enumerate(sizes)
    )
    used = sorted({team.venue for each in made for team in each.teams})
    venues = [Venue(name, draw(st.integers(1, 3)), draw(rarely)) for name in used]
    return brief(
        *made,
        venues=venues,
        rounds=rounds,
        second_half=draw(st.sampled_from(["mirrored", "french"])),
        no_play=draw(rarely),
        wishes=tuple(draw(_wishes(made, rounds))),
        seed=draw(st.integers(0, 9)),
    )


def _wishes(divisions: tuple[Division, ...], rounds: int) -> st.SearchStrategy[list[Wish]]:
    teams = [team.name for each in divisions for team in each.teams]
    if len(teams) < 2:
        return st.just([])
    two = st.lists(st.sampled_from(teams), min_size=2, max_size=2, unique=True)
    apart = two.map(lambda pair: NeverBothAtHome(*pair))
    meet = st.builds(
        lambda pair, number, week: MeetInWeek(*pair, number, week), two, st.integers(1, rounds), st.integers(1, 6)
    )
    return st.lists(st.one_of(apart, meet), max_size=2)


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def _days(text: str) -> frozenset[dt.date]:
    return frozenset(dt.date.fromisoformat(day.strip()) for day in text.split(";") if day.strip())
