"""The spreadsheets of a league of four teams that play a doubles and a singles, and loading them."""

import datetime as dt
from collections.abc import Mapping

import pytest

from league.errors import Invalid
from league.models import League
from league.services.portability.imports import Report, format_problem, import_season
from tests.services.spreadsheets import counted

TEAMS = ("Anchor", "Bell", "Castle", "Duke")
Files = dict[str, str]


def players() -> str:
    rows = ["player,team,role,email"]
    for team in TEAMS:
        for number, role in enumerate(("captain", "vice-captain", "", ""), start=1):
            rows.append(f"{team} {number},{team},{role},{team.lower()}{number}@town.example")
    return "\n".join(rows) + "\n"


def games(home: str, away: str, date: str, *, first: str = "121-90") -> str:
    """The lines of a fixture: the home side wins the doubles 2–1 and the singles 3–0."""
    doubles = f"{home} 1 / {home} 2,{away} 1 / {away} 2"
    singles = f"{home} 3,{away} 3"
    lines = [
        (1, "doubles", doubles, 1, first),
        (1, "doubles", doubles, 2, "121-88"),
        (1, "doubles", doubles, 3, "77-121"),
    ]
    lines += [(2, "singles", singles, game, f"121-{60 + game}") for game in (1, 2, 3)]
    return "".join(f"One,{date},{home},{away},{m},{k},{who},{g},{s},\n" for m, k, who, g, s in lines)


HEAD = "division,date,home,away,match,format,home players,away players,game,score,note\n"
GOOD: Mapping[str, str] = {
    "venues.csv": "venue,address,fixtures at once\nThe Inn,1 High St,2\nOld Mill,2 Mill Lane,1\n",
    "season.csv": "season,first week,rounds,blank week,weeks with no play,format,points per game\n"
    "2026-27,2026-09-14,1,penultimate of each round,,D S,1\n",
    "teams.csv": "team,division,home venue,home night,start,cannot play on\n"
    "Anchor,One,The Inn,Tuesday,20:00,\nBell,One,The Inn,Tuesday,20:00,2026-10-06\n"
    "Castle,One,Old Mill,Tuesday,19:30,\nDuke,One,The Inn,Tuesday,20:00,\n",
    "players.csv": players(),
    "fixtures.csv": "division,round,week,date,home,away\n"
    "One,1,1,2026-09-15,Anchor,Bell\nOne,1,1,2026-09-15,Castle,Duke\n"
    "One,1,2,2026-09-22,Bell,Castle\nOne,1,2,2026-09-22,Duke,Anchor\n"
    "One,1,4,2026-10-06,Anchor,Castle\nOne,1,4,2026-10-06,Duke,Bell\n",
    "results.csv": HEAD + games("Anchor", "Bell", "2026-09-15") + games("Castle", "Duke", "2026-09-15"),
}


def load(league: League, files: Mapping[str, str], now: dt.datetime) -> Report:
    return import_season({name: text.encode() for name, text in files.items()}, league, by=None, now=now)


def problems_in(league: League, files: Mapping[str, str], now: dt.datetime) -> list[str]:
    """Return what is wrong with the files, of which nothing is written."""
    before = counted()
    with pytest.raises(Invalid) as refused:
        load(league, files, now)
    assert counted() == before
    return [format_problem(problem) for problem in refused.value.problems]


def changed(file: str, old: str, new: str) -> Files:
    """The good files with the first `old` in one of them replaced."""
    assert old in GOOD[file]
    return {**GOOD, file: GOOD[file].replace(old, new, 1)}
