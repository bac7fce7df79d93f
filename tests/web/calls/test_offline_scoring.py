"""The device's own counting (static/js/count.js) held to the engine: every truth file, and 100,000 random hands."""

import json
import re
import subprocess
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from django.conf import settings
from django.test import Client
from playwright._impl._driver import compute_driver_executable

from league.services.calls.hands import offline_figures, offline_phrases, offline_reasons
from scoring import PACK, Card, HandError, Ruleset, adjudicate, score_show, show_points
from scoring.show import highest_points
from tests.scoring import truth
from tests.scoring.strategies import RULES

RANDOM_HANDS = 100_000
SCRIPT = settings.ROOT / "static" / "js" / "count.js"
RUNNER = Path(__file__).parent / "offline_scoring.js"


# Runs, pairs royal and flushes are rare among 52.
CARDS = (PACK, [c for c in PACK if 3 <= c.rank <= 7], [c for c in PACK if c.suit == "H" or c.rank == 11])
told_of = cache(offline_figures)


class Case(NamedTuple):
    """A hand or crib with its starter, and a call of it; `declared` None is none."""

    hand: tuple[Card, ...]
    starter: Card | None
    crib: bool
    rules: Ruleset
    declared: int | None = None
    claimed: int | None = None
    takes: bool = True

    def spelled(self) -> dict[str, Any]:
        return {
            "hand": " ".join(map(str, self.hand)),
            "starter": None if self.starter is None else str(self.starter),
            "crib": self.crib,
            "rules": told_of(self.rules),
            "declared": self.declared,
            "claimed": self.claimed,
            "takes": self.takes,
        }


def by_the_device(cases: Iterable[Case], tmp_path: Path) -> list[Any]:
    """Return what the script says of each case, run by the Node that comes with the browser's driver."""
    told = tmp_path / "cases"
    told.write_text("\n".join(json.dumps(case.spelled()) for case in cases))
    words = tmp_path / "words"
    words.write_text(json.dumps(offline_phrases()))
    node = compute_driver_executable()[0]
    ran = subprocess.run(
        [node, str(RUNNER), str(SCRIPT), str(told), str(words)], capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in ran.stdout.split("\n")]


def by_the_engine(case: Case) -> Any:
    """Return the same from the engine; None where the cards are no hand."""
    try:
        show = score_show(case.hand, case.starter, crib=case.crib, ruleset=case.rules)
    except HandError:
        return None
    told: dict[str, Any] = {
        "points": show.points,
        "combinations": [
            {"kind": str(one.kind).replace(" ", "-"), "cards": [str(card) for card in one.cards], "points": one.points}
            for one in show.combinations
        ],
        "called": str(show.announcement),
        "verdict": None,
    }
    if case.declared is not None:
        given = adjudicate(
            case.hand, case.starter, crib=case.crib, declared=case.declared, claimed=case.claimed, takes=case.takes,
            ruleset=case.rules,
        )  # fmt: skip
        told["verdict"] = (
            given.counter_pegs, given.challenger_pegs, given.rule, given.overcall, given.false_challenge,
            str(given.reason),
        )  # fmt: skip
    return told


SENTENCES = offline_reasons()


def as_told(case: Case, said: Any) -> Any:
    """Return the script's answer with the sentence that its key and figures make on the page."""
    if said is None or said["verdict"] is None:
        return said
    verdict = said["verdict"]
    gaps = verdict["gaps"] | {"show": "crib" if case.crib else "hand"}
    sentence = re.sub(r"\{(\w+)\}", lambda gap: str(gaps[gap[1]]), str(SENTENCES[verdict["reason"]]))
    return said | {
        "verdict": (
            verdict["counter"], verdict["challenger"], verdict["rule"], verdict["overcall"], verdict["falseChallenge"],
            sentence,
        )
    }  # fmt: skip


def held(cases: list[Case], tmp_path: Path) -> list[Case]:
    """Return the cases in which the device says something else than the engine."""
    answers = by_the_device(cases, tmp_path)
    assert len(answers) == len(cases)
    return [case for case, said in zip(cases, answers, strict=True) if as_told(case, said) != by_the_engine(case)]


def random_case(random: Random) -> Case:
    rules, crib = random.choice(RULES), random.random() < 0.5
    some = random.choice(CARDS)  # often from few ranks or one suit
    size = 4 if crib else rules.hand_size
    # Now and then too many or too few.
    size += random.choice((0,) * 48 + (1, -1))
    *hand, starter = random.sample(some, size + 1)
    if random.random() < 0.1:
        return Case(tuple(hand), None, crib, rules)
    most = highest_points(crib=crib, ruleset=rules)
    true = 0
    if size == (4 if crib else rules.hand_size):
        true = show_points(hand, starter, crib=crib, ruleset=rules)
    else:
        return Case(tuple(hand), starter, crib, rules)

    def near() -> int:
        return min(max(true + random.choice((0, 0, -4, -2, -1, 1, 2, 4)), 0), most)

    claimed = near() if random.random() < 0.8 else None
    return Case(tuple(hand), starter, crib, rules, near(), claimed, random.random() < 0.7)


@pytest.mark.long
def test_a_hundred_thousand_hands_are_counted_and_judged_as_by_the_engine(tmp_path: Path) -> None:
    random = Random(94)
    cases = [random_case(random) for _ in range(RANDOM_HANDS)]
    # Every verdict, every kind of combination and every ruleset is among them.
    assert {case.rules.name for case in cases} == {rules.name for rules in RULES}
    assert held(cases, tmp_path) == []


@pytest.mark.parametrize("name", ["shows.csv", "verdicts.csv"])
def test_every_truth_is_true_on_the_device(name: str, tmp_path: Path) -> None:
    rows = truth.rows(name)
    cases = []
    for row in rows:
        declared = int(row["declared"]) if row.get("declared") else None
        claimed = int(row["claimed"]) if row.get("claimed") else None
        cases.append(Case(*truth.deal(row), declared, claimed, row.get("takes") != "no"))
    assert held(cases, tmp_path) == []
    for row, said in zip(rows, by_the_device(cases, tmp_path), strict=True):
        if "points" in row:
            assert said["points"] == int(row["points"])
        else:
            assert (said["verdict"]["counter"], said["verdict"]["challenger"], said["verdict"]["rule"]) == (
                int(row["counter"]), int(row["challenger"]), row["rule"],
            )  # fmt: skip


def test_every_sentence_of_the_engine_is_reached(tmp_path: Path) -> None:
    random = Random(45)
    cases = [random_case(random) for _ in range(5000)]
    reached = {said["verdict"]["reason"] for said in by_the_device(cases, tmp_path) if said and said["verdict"]}
    assert reached == set(SENTENCES)


def test_the_page_has_the_figures_of_every_ruleset_it_offers(client: Client, db: None) -> None:
    page = client.get("/hand/").content.decode()
    told = re.search(r'<script id="twin-rulesets" type="application/json">(.*?)</script>', page)
    assert told is not None
    offered = re.findall(r'<option value="([\w-]+)"', page.partition('name="ruleset"')[2])
    assert set(json.loads(told[1])) == set(offered)
    assert json.loads(told[1])["league"] == offline_figures(RULES[0])
