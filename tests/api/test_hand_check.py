"""Counting a hand for programs: the engine's words are in the reader's language."""

import json

from tests.api.program import Program
from tests.pseudo import pseudo, unaccented

__all__ = ["pseudo"]


def test_a_verdict_is_told_in_the_reader_s_language(db: None, pseudo: None) -> None:
    hand = {"cards": "AC 7D 8H 3S", "starter": "7C", "declared": 6, "claimed": 8}
    found = json.loads(Program().post("/api/v1/hands/check/", hand).content)
    for said in (found["verdict"]["reason"], found["show"]["announcement"]):
        assert said != unaccented(said)
