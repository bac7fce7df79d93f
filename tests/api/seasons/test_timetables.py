"""A timetable that was asked for: what can be tried on it by program, and what is refused."""

from typing import Any

import pytest

from league.services.seasons.timetables import make_waiting
from tests.api.program import Program, problems
from tests.api.seasons.test_secretary import DRAFT, NOW, program, said  # noqa: F401 - a fixture
from tests.factories import Town

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked(town: Town, program: Program) -> dict[str, Any]:  # noqa: F811
    said(program.post("drafts/", {"files": dict(DRAFT)}), 201)
    wishes = [{"kind": "apart", "team": "Ash", "other": "Elm"}]
    return dict(said(program.post("seasons/2027-28/timetables/", {"limit": 5, "wishes": wishes}), 201))


def test_nothing_is_tried_on_one_that_is_not_made_yet(asked: dict[str, Any], program: Program) -> None:  # noqa: F811
    address = f"timetables/{asked['id']}/"
    read = program.get(address).headers["ETag"]
    answer = program.post(f"{address}try/", {"do": "reverse", "fixture": 0}, If_Match=read)
    assert (answer.status_code, [code for code, _ in problems(answer)]) == (409, ["wrong-state"])


def test_a_change_that_says_too_little_or_cannot_be_is_refused(
    asked: dict[str, Any], program: Program,  # noqa: F811
) -> None:  # fmt: skip
    make_waiting(now=NOW)
    address = f"timetables/{asked['id']}/"
    read = program.get(address).headers["ETag"]

    def tried(**edit: Any) -> tuple[int, list[tuple[str, str]]]:
        answer = program.post(f"{address}try/", edit, If_Match=read)
        return answer.status_code, [] if answer.status_code == 200 else problems(answer)

    assert tried(do="swap", fixture=0) == (422, [("required", "/other")])
    assert tried(do="move", fixture=0) == (422, [("required", "/round"), ("required", "/week")])
    assert tried(do="reverse", fixture=999)[0] == 422
    assert 200 in {tried(do="swap", fixture=0, other=other)[0] for other in range(1, 12)}
    said(program.post(f"{address}change/", {"do": "reverse", "fixture": 0}, If_Match=read))
    assert tried(do="reverse", fixture=0)[0] == 412


def test_a_wish_to_meet_says_in_which_round_and_week(town: Town, program: Program) -> None:  # noqa: F811
    said(program.post("drafts/", {"files": dict(DRAFT)}), 201)
    wish = {"kind": "meet", "team": "Ash", "other": "Dogwood"}
    short = program.post("seasons/2027-28/timetables/", {"limit": 5, "wishes": [wish]})
    assert (short.status_code, [at for _, at in problems(short)]) == (422, ["/wishes/0/week"])
    made = said(
        program.post("seasons/2027-28/timetables/", {"limit": 5, "wishes": [wish | {"round": 1, "week": 1}]}), 201
    )
    make_waiting(now=NOW)
    (first,) = [
        one for one in said(program.get(f"timetables/{made['id']}/"))["fixtures"]
        if {one["home"], one["away"]} == {"Ash", "Dogwood"} and one["round"] == 1
    ]  # fmt: skip
    assert first["week"] == 1
