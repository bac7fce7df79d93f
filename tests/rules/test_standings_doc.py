"""The worked example of docs/standings-rules.md, read from the page and computed."""

import re
from pathlib import Path

from league.rules.scheme import PointsScheme
from league.rules.standings import TIE_BREAKS, Entrant, FixtureTotals, table

PAGE = (Path(__file__).parents[2] / "docs" / "standings-rules.md").read_text()
FIXTURE = re.compile(r"^\| (\w+) v (\w+) \| (\d+)–(\d+) \|$", re.MULTILINE)
PLACE = re.compile(r"^\| (\d) \| (\w+) \| (\d+) \| (.*?) ?\|$", re.MULTILINE)


def test_worked_example_is_what_the_code_computes() -> None:
    fixtures = FIXTURE.findall(PAGE)
    ids = {name: n for n, name in enumerate(sorted({team for f in fixtures for team in f[:2]}), start=1)}
    totals = [
        FixtureTotals(n, ids[home], ids[away], int(won), int(lost), 0, 0, order=n)
        for n, (home, away, won, lost) in enumerate(fixtures)
    ]
    rows = table([Entrant(n, name) for name, n in ids.items()], totals, scheme=PointsScheme()).rows
    computed = [(str(r.position), r.entrant.name, str(r.points), r.decided_text) for r in rows]
    assert len(fixtures) == 6
    assert PLACE.findall(PAGE) == computed


def test_every_tie_break_is_on_the_page() -> None:
    assert re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE) == list(TIE_BREAKS)
