"""The switches of a table: as usual by its rules, and as they were chosen last."""

from dataclasses import replace

import pytest

from cardroom.rules.play.seats import Seat, Switches, chosen_last, kept_switches, seats_of, usual_switches
from scoring import RULESETS

CHOSEN = Switches(count=False, peg=True, pace="1", sound=True, chosen="2026-11-03T12:00:00+00:00")


def test_by_the_rules_of_source_a_all_three_are_on() -> None:
    moving_on = {name for name, rules in RULESETS.items() if usual_switches(rules).pace != "off"}
    assert moving_on == {"six-card", "six-card-61", "five-card", "seven-card"}
    assert usual_switches(RULESETS["six-card"]) == Switches(count=True, peg=True, pace="3", sound=False)
    assert usual_switches(RULESETS["league"]) == Switches(count=True, peg=True, pace="off", sound=False)


def test_switches_are_read_from_a_seat_and_by_themselves() -> None:
    seat = Seat("Ann").switched(CHOSEN)
    assert kept_switches(CHOSEN.stored()) == kept_switches(seat.stored()) == CHOSEN
    assert kept_switches({"chosen": CHOSEN.chosen, "gone": True}) == Switches(chosen=CHOSEN.chosen)
    assert kept_switches(Seat("Ann").stored()) is None
    assert kept_switches({}) is None


def test_those_chosen_last_count() -> None:
    later = replace(CHOSEN, pace="3", chosen="2026-11-03T12:00:00.500000+00:00")
    assert chosen_last(later, None, CHOSEN) == chosen_last(CHOSEN, later) == later
    assert chosen_last(None) is chosen_last() is None


@pytest.mark.parametrize("pace", ["", "2", "x", "0"])
def test_a_pace_that_there_is_none_of_is_off(pace: str) -> None:
    assert Seat("Ann").switched(replace(CHOSEN, pace=pace)).pace == "off"


def test_a_seat_stored_before_switches_were_kept_is_read() -> None:
    stored = Seat("Ann").stored()
    del stored["chosen"]
    assert seats_of([stored]) == (Seat("Ann"),)
