"""Who may do what, as a table: every action, asked by every kind of visitor about everything it can be about.

The table is written out: it says what the league wants, and `league/access/` has to come to the same. Turning any one
rule around, wherever it stands, must make some line of the table wrong.
"""

import ast
import operator
from collections.abc import Iterator
from typing import Any

import pytest
import rules

from league import access
from league.access import ACTIONS, may
from league.errors import NotAllowed
from league.management.access_doc import actions_used, matrix, predicates
from league.management.access_samples import ABOUT, THINGS, VISITORS
from tests.factories import Town
from tests.routes import routes

# anybody, signed in, player, captain, other captain, third captain, captain of both | referee, second referee, own
# referee, calling referee, former referee | secretary, own secretary, ruling secretary | member,
# own member, ruling member, judge: who they are stands in access_samples.MEANING.
TABLE = """
league.view           |                            | y y y y y y y y y y y y y y y y y y y
hand.check            |                            | y y y y y y y y y y y y y y y y y y y
daily.see             |                            | y y y y y y y y y y y y y y y y y y y
daily.vote            |                            | . . y y y y y y y y y y y y y y y y y
captain.work          |                            | . . . y y y y . . . . . . . . . . . .
result.submit         | fixture                    | . . . y y . y . . . . . y y y . . . .
card.photograph       | fixture                    | . . . y y . y . . . . . y y y . . . .
card.see_photograph   | fixture                    | . . . y y . y y y y y y y y y . . . .
result.answer         | fixture                    | . . . y y . . . . . . . . . . . . . .
result.answer         | sheet                      | . . . . y . . . . . . . . . . . . . .
result.answer         | secretary’s sheet          | . . . y y . y . . . . . . . . . . . .
result.uphold         | sheet                      | . . . . . . . . . . . . y . y . . . .
result.uphold         | secretary’s sheet          | . . . . . . . . . . . . . . y . . . .
result.hand_over      | fixture                    | . . . y y . y . . . . . . . . . . . .
result.hand_over      | sheet                      | . . . y . . y . . . . . . . . . . . .
result.hand_over      | secretary’s sheet          | . . . . . . . . . . . . . . . . . . .
result.change         | sheet                      | . . . y . . y . . . . . . . . . . . .
result.change         | secretary’s sheet          | . . . . . . . . . . . . . . . . . . .
result.correct        | fixture                    | . . . y y . y . . . . . y y y . . . .
correction.answer     | fixture                    | . . . y y . . . . . . . y . y . . . .
correction.answer     | sheet                      | . . . . y . . . . . . . y . y . . . .
correction.answer     | secretary’s sheet          | . . . y y . y . . . . . . . y . . . .
result.decide         |                            | . . . . . . . . . . . . y y y . . . .
live.follow           |                            | y y y y y y y y y y y y y y y y y y y
live.score            | fixture                    | . . . y y . y . . . . . y y y . . . .
high_hand.record      | fixture                    | . . . y y . y . . . . . y y y . . . .
high_hand.remove      | high hand                  | . . . y . . y . . . . . y y y . . . .
high_hand.remove      | secretary’s high hand      | . . . . . . . . . . . . y y y . . . .
high_hand.complete    | high hand                  | . . . y . . y . . . . . y y y . . . .
high_hand.complete    | secretary’s high hand      | . . . . . . . . . . . . y y y . . . .
news.write            |                            | . . . . . . . . . . . . y y y . . . .
report.write          | fixture                    | . . . y y . y . . . . . . . . . . . .
report.write          | match report               | . . . y . . y . . . . . . . . . . . .
report.hide           | match report               | . . . . . . . . . . . . y y y . . . .
availability.manage   | team                       | . . . y . . y . . . . . y y y . . . .
availability.answer   | player                     | . . y . . . . . . . y . . . . . . . .
points.adjust         |                            | . . . . . . . . . . . . y y y . . . .
play_off.make         |                            | . . . . . . . . . . . . y y y . . . .
winner.record         |                            | . . . . . . . . . . . . y y y . . . .
individual.manage     |                            | . . . . . . . . . . . . y y y . . . .
individual.play       | team                       | . . . y . . y . . . . . y y y . . . .
cup.manage            |                            | . . . . . . . . . . . . y y y . . . .
tie.move              | fixture                    | . . . y y . y . . . . . y y y . . . .
lots.record           |                            | . . . . . . . . . . . . y y y . . . .
season.close          |                            | . . . . . . . . . . . . y y y . . . .
entry.answer          | team                       | . . . y . . y . . . . . y y y . . . .
ruleset.make          |                            | . . . . . . . . . . . . y y y . . . .
codes.make            |                            | . . . . . . . . . . . . y y y . . . .
charge.manage         |                            | . . . . . . . . . . . . y y y . . . .
team.charges          | team                       | . . . y . . y . . . . . y y y . . . .
team.colour           | team                       | . . . y . . y . . . . . y y y . . . .
player.charges        | player                     | . . y . . . . . . . y . y y y . . . .
dispute.open          | fixture                    | . . . y y . y . . . . . . . . . . . .
dispute.see           | dispute                    | . . . y y . y y y . y . y y y y . y y
evidence.add          | dispute                    | . . . y y . y y y . y . y . y . . . .
evidence.add          | dispute given to a referee | . . . y y . y y . . . . . . y . . . .
dispute.withdraw      | dispute                    | . . . . y . . . . . . . . . . . . . .
dispute.assign        |                            | . . . . . . . . . . . . y y y . . . .
dispute.settle        | dispute                    | . . . . . . . y y . y . y . y . . . .
dispute.settle        | dispute given to a referee | . . . . . . . y . . . . . . y . . . .
dispute.settle        | dispute of a call          | . . . . . . . y y . . . y . y . . . .
dispute.accept        | fixture                    | . . . y y . . . . . . . . . . . . . .
dispute.accept        | dispute                    | . . . y . . . . . . . . . . . . . . .
dispute.accept        | dispute of a call          | . . . . . . . . . . . . . . . . . . .
ruling.appeal         | ruling                     | . . . y y . y . . . . . . . . . . . .
ruling.appeal         | ruling on conduct          | . . y y . . y . . . y . . . . . . . .
ruling.appeal         | ruling that nothing follows | . . . . . . . . . . . . . . . . . . .
appeal.decide         | appeal                     | . . . . . . . . . . . . y . . . . . .
appeal.decide         | appeal on conduct          | . . . . . . . . . . . . y . . . . . .
appeal.see            | appeal                     | . . . y y . y y y y y y y y y y y y y
appeal.see            | appeal on conduct          | . . y y y . y y y y y y y y y y y y y
appeal.vote           | appeal                     | . . . . . . . . . . . . . . . . . . .
appeal.vote           | appeal to the committee    | . . . . . . . . . . . . . . . y . . .
appeal.vote           | appeal to judges           | . . . . . . . . . . . . . . . . . . y
conduct.decide        | case                       | . . . . . . . y y . . . . . . . . . .
conduct.see           | player                     | . . y . . . . y y y y y y y y . . . .
club_night.run        |                            | . . . . . . . . . . . . y y y . . . .
club_night.card       | player                     | . . y . . . . . . . y . y y y . . . .
player.register       | team                       | . . . y . . y . . . . . y y y . . . .
player.transfer       |                            | . . . . . . . . . . . . y y y . . . .
player.merge          |                            | . . . . . . . . . . . . y y y . . . .
ruling.revoke         | ruling                     | . . . . . . . . . . . . . . . . . . .
ruling.revoke         | ruling on a call           | . . . . . . . y . . . . . . . . . . .
ruling.revoke         | ruling on conduct          | . . . . . . . . . . . . . . . . . . .
role.manage           |                            | . . . . . . . . . . . . y y y . . . .
role.invite           |                            | . . . . . . . . . . . . y y y . . . .
role.invite           | team                       | . . . y . . y . . . . . y y y . . . .
fixture.history       | fixture                    | . . . y y . y y y y y y y y y . . . .
team.history          | team                       | . . . y . . y y y y y y y y y . . . .
player.history        | player                     | . . y . . . . y y y y y y y y . . . .
journal.see           |                            | . . . . . . . . . . . . y y y . . . .
person.export         | player                     | . . y . . . . . . . y . y y y . . . .
person.erase          | player                     | . . y . . . . . . . y . y y y . . . .
person.change         | player                     | . . y . . . . . . . y . y y y . . . .
player.averages       | player                     | y y y y y y y y y y y y y y y y y y y
player.averages       | player, averages hidden    | . . y . . . . . . . y . y y y . . . .
player.name           | player                     | y y y y y y y y y y y y y y y y y y y
player.name           | player, shortened          | . . y y y y y y y y y y y y y . . . .
account.own           |                            | . y y y y y y y y y y y y y y y y y y
league.settings       |                            | . . . . . . . . . . . . y y y . . . .
league.upkeep         |                            | . . . . . . . . . . . . y y y . . . .
league.keep           |                            | . . . . . . . . . . . . . . . . . . .
league.operate        |                            | . . . . . . . . . . . . . . . . . . .
league.export         |                            | . . . . . . . . . . . . y y y . . . .
call.rule             | fixture                    | . . . . . . . y y . y . . . . . . . .
call.rule             | call                       | . . . . . . . y y . . . . . . . . . .
referee.work          |                            | . . . . . . . y y y y y . . . . . . .
league.oversee        |                            | . . . . . . . . . . . . y y y . . . .
season.import         |                            | . . . . . . . . . . . . y y y . . . .
season.make           |                            | . . . . . . . . . . . . y y y . . . .
team.withdraw         |                            | . . . . . . . . . . . . y y y . . . .
postponement.ask      | fixture                    | . . . y y . y . . . . . . . . . . . .
postponement.answer   | offer                      | . . . . y . . . . . . . . . . . . . .
postponement.withdraw | postponement               | . . . y . . y . . . . . . . . . . . .
fixture.move          |                            | . . . . . . . . . . . . y y y . . . .
mail.own              |                            | . y y y y y y y y y y y y y y y y y y
mail.oversee          |                            | . . . . . . . . . . . . y y y . . . .
calendar.own          |                            | . y y y y y y y y y y y y y y y y y y
"""
Predicate = rules.predicates.Predicate


def _wanted() -> dict[tuple[str, str], tuple[bool, ...]]:
    rows = (line.split("|") for line in TABLE.strip().splitlines())
    return {(a.strip(), thing.strip()): tuple(m == "y" for m in marks.split()) for a, thing, marks in rows}


WANTED = _wanted()


def test_the_table_has_every_action_and_every_visitor() -> None:
    assert {action for action, _ in WANTED} == set(ACTIONS)
    assert {len(marks) for marks in WANTED.values()} == {len(VISITORS)}
    assert set(ABOUT) <= set(ACTIONS)


@pytest.mark.parametrize(("action", "thing"), list(WANTED))
def test_who_may(action: str, thing: str) -> None:
    got = {name: may(held, action, THINGS[thing]) for name, held in VISITORS.items()}
    assert got == dict(zip(VISITORS, WANTED[action, thing], strict=True))


def test_an_action_that_is_not_there_is_no_yes() -> None:
    with pytest.raises(KeyError):
        may(VISITORS["secretary"], "league.abolish")


def test_a_refused_person_reads_who_may(town: Town, now: Any) -> None:
    with pytest.raises(NotAllowed, match=r"Only the league's secretary gives and ends roles\."):
        access.require(town.referee, "role.manage", town.league, now=now)
    assert access.require(town.secretary, "role.manage", town.league, now=now).secretary


# Turning rules around.


def _noticed(monkeypatch: pytest.MonkeyPatch, actions: dict[str, tuple[Predicate, str]]) -> bool:
    """Return True if the table is wrong once these actions replace the real ones."""
    rebuilt = rules.RuleSet()
    for action, (predicate, _) in actions.items():
        rebuilt.add_rule(action, predicate)
    monkeypatch.setattr(access, "_RULES", rebuilt)
    return matrix() != WANTED


def test_the_rules_as_they_are_are_not_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not _noticed(monkeypatch, ACTIONS)


def test_every_rule_is_in_some_action() -> None:
    named = {node.id for predicate, _ in ACTIONS.values() for node in _leaves(predicate)}
    assert named == set(predicates())


@pytest.mark.parametrize("name", sorted(predicates()))
def test_a_rule_turned_around_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    predicate = predicates()[name]
    right = predicate.fn
    monkeypatch.setattr(predicate, "fn", lambda grants, thing: not right(grants, thing))
    assert _noticed(monkeypatch, ACTIONS)


def _tree(predicate: Predicate) -> ast.expr:
    return ast.parse(predicate.name, mode="eval").body


def _leaves(predicate: Predicate) -> list[ast.Name]:
    return [node for node in ast.walk(_tree(predicate)) if isinstance(node, ast.Name)]


JOINED = {ast.BitOr: operator.or_, ast.BitAnd: operator.and_}


def _rebuilt(node: ast.expr, turned: Iterator[bool]) -> Predicate:
    """The rule of a tree, with those of its parts turned around for which `turned` says so, in the tree's order."""
    if isinstance(node, ast.Name):
        part = predicates()[node.id]
        return ~part if next(turned) else part
    if isinstance(node, ast.UnaryOp):
        return ~_rebuilt(node.operand, turned)
    assert isinstance(node, ast.BinOp)
    return JOINED[type(node.op)](_rebuilt(node.left, turned), _rebuilt(node.right, turned))


PARTS = [(action, place) for action, (whole, _) in ACTIONS.items() for place in range(len(_leaves(whole)))]


@pytest.mark.parametrize(("action", "place"), PARTS)
def test_a_part_of_a_rule_turned_around_in_one_action_is_noticed(
    monkeypatch: pytest.MonkeyPatch, action: str, place: int
) -> None:
    whole, sentence = ACTIONS[action]
    turned = (at == place for at in range(len(_leaves(whole))))
    assert _noticed(monkeypatch, {**ACTIONS, action: (_rebuilt(_tree(whole), turned), sentence)})


# What the code asks.


@pytest.mark.long
def test_every_action_is_asked_somewhere() -> None:
    assert set(ACTIONS) - set(actions_used()) == set()


def test_what_opens_a_page_needs_no_object() -> None:
    opening = {pattern.callback.action for _, pattern in routes() if hasattr(pattern.callback, "action")}
    assert len(opening) > 10
    for action in opening:
        for held in VISITORS.values():
            assert may(held, action) in (True, False)


def test_every_rule_says_what_it_is() -> None:
    assert [name for name, predicate in predicates().items() if not predicate.fn.__doc__] == []


@pytest.mark.parametrize(
    "name",
    ["is_on_its_panel", "is_captain_of_the_asked_side", "is_never_shortened", "is_captain_of_the_side_ruled_on"],
)
def test_a_rule_that_is_asked_about_something_else_denies(name: str) -> None:
    for held in VISITORS.values():
        assert predicates()[name].fn(held, object()) is False
