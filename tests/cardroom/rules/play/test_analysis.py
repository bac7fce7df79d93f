"""A game looked through as its page tells it: who won by what, what cost most, and links to the positions."""

from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import parse_qs

import pytest

from cardroom.rules.play import analysis
from cardroom.rules.play.advice import of_position
from cardroom.rules.play.analysis import Judged, Played, kept_analysis, known_form, looked_through, played_record
from cardroom.rules.play.typed_position import TypedPosition
from scoring import LEAGUE, RULESETS, Lay, LayAway, Ruleset, transcribe
from scoring.strategy import Strength
from scoring.strategy.measure.table import Table

SHORT = Path(__file__).parents[3] / "scoring" / "records" / "short.txt"


def record(rules: Ruleset, players: int, seed: int = 5) -> str:
    table = Table(rules, (Strength.BEGINNER,) * players, dealer=0, cards=str(seed), chance=Random(seed))
    table.played()
    return str(transcribe(table.start, table.events))


@pytest.fixture(scope="module")
def whole() -> tuple[Played, dict[str, Any]]:
    played = played_record(record(RULESETS["hoyle-61"], 2))
    return played, kept_analysis(played)


def test_the_dearest_choices_come_first_and_the_others_in_their_order(whole: tuple[Played, dict[str, Any]]) -> None:
    played, kept = whole
    found = looked_through(kept, played)
    weights = [one.weight for one in found.costly]
    assert weights == sorted(weights, reverse=True)
    assert all(one.cost for one in found.costly)
    steps = [one.step for one in found.others]
    assert steps == sorted(steps)
    assert len(found.costly) + len(found.others) == len(kept["decisions"])
    assert [side.decisions for side in found.sides] == [side[0] for side in kept["sides"]]


def test_each_choice_is_told_as_it_was_made(whole: tuple[Played, dict[str, Any]]) -> None:
    played, kept = whole
    for one in looked_through(kept, played).others:
        event = played.steps[one.step - 1].event
        assert isinstance(event, LayAway | Lay)
        cards = event.cards or () if isinstance(event, LayAway) else (event.card,)
        assert (one.away, sorted(one.done)) == (isinstance(event, LayAway), sorted(map(str, cards)))
        assert one.who == ("North", "East")[event.player]


@pytest.mark.parametrize("away", [True, False])
def test_the_page_of_its_position_gives_the_same_opinion(whole: tuple[Played, dict[str, Any]], away: bool) -> None:
    played, kept = whole
    found = looked_through(kept, played)
    for one in [one for one in (*found.costly, *found.others) if one.away is away][:8]:
        said = {name: values[0] for name, values in parse_qs(one.position).items()}
        opinion = of_position(TypedPosition(**said), LEAGUE)
        assert opinion.problems == ()
        assert sorted(opinion.advised[0].cards) == sorted(one.best)
        assert opinion.advised[0].why == one.why


def test_the_chance_to_win_is_drawn_and_told_deal_by_deal(whole: tuple[Played, dict[str, Any]]) -> None:
    played, kept = whole
    found = looked_through(kept, played)
    assert found.chart is not None
    assert len(found.chart.columns) == len(found.moments) == len(kept["moments"])
    assert [str(moment.name) for moment in found.moments[:2]] == ["Before the first deal", "After deal 1"]
    assert found.moments[-1].win in ("0%", "100%")


SIDES = {"luck": [[10, 5, 0.1, 0.5], [10, 5, 0.1, -0.5]], "choices": [[10, 5, 0, 0], [10, 5, 0.5, 0]],
         "both": [[10, 5, 0.1, 0.2], [10, 5, 0.4, -0.2]]}  # fmt: skip


@pytest.mark.parametrize(
    ("sides", "said"),
    [
        ("luck", "North won by the cards."),
        ("choices", "North won by better choices."),
        ("both", "North won by the cards and by better choices."),
    ],
)
def test_a_sentence_tells_who_won_by_what(whole: tuple[Played, dict[str, Any]], sides: str, said: str) -> None:
    played, kept = whole
    moments = [[0, [0, 0], 0.5], [1, [61, 0], 1.0]]
    found = looked_through(kept | {"sides": SIDES[sides], "moments": moments}, played._replace(winner=0))
    assert found.said[0] == said
    luck, skill = {"luck": ("+50%", "0%"), "choices": ("0%", "+50%"), "both": ("+20%", "+30%")}[sides]
    told = f"North’s chance to win went from 50% to 100%: {luck} by the cards, {skill} by choices."
    assert found.said[1] == told


def test_a_game_that_was_given_up_says_so(whole: tuple[Played, dict[str, Any]]) -> None:
    played, kept = whole
    found = looked_through(kept, played._replace(winner=None, resigned=1))
    assert found.said[0] == "East resigns."


@pytest.mark.long
@pytest.mark.parametrize("players", [3, 4])
def test_three_and_partners_are_judged_by_points_too(players: int) -> None:
    played = played_record(record(RULESETS["three-handed"], players))
    found = looked_through(kept_analysis(played), played)
    assert (found.chart is None) == (players == 3)
    by_points = [one for one in (*found.costly, *found.others) if str(one.cost).endswith("points")]
    assert by_points
    assert len(found.sides) == players % 4 + 2 * (players == 4)
    assert any("points" in note for note in found.notes)


def test_a_record_with_hidden_hands_and_a_mistake_says_what_is_left_out() -> None:
    text = SHORT.read_text().replace("score: 24 29", "score: 24 30")
    found = looked_through(kept_analysis(played_record(text)), played_record(text))
    assert [str(note)[:12] for note in found.notes] == ["The record h", "Cards of a p"]
    # Nothing is told that a later engine, which stops sooner, no longer finds.
    start, steps = played_record(text)[:2]
    assert looked_through(kept_analysis(Played(start, steps)), Played(start, steps[:1])).costly == ()


@pytest.mark.parametrize("text", ["", "nothing", "game\nplayers: Ann, Ben\n"])
def test_a_record_of_nothing_is_looked_through_in_vain(text: str) -> None:
    played = played_record(text)
    found = looked_through(kept_analysis(played), played)
    assert (found.chart, found.sides, found.costly, found.others) == (None, (), (), ())


def test_a_game_drawn_out_is_looked_through_so_far(
    whole: tuple[Played, dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    played, kept = whole
    monkeypatch.setattr(analysis, "MOST_STEPS", 40)
    again = kept_analysis(played)
    assert again["decisions"] == [said for said in kept["decisions"] if said["step"] < 40]
    assert "The first 40 steps of this game are looked through." in looked_through(again, played).notes


def test_what_was_kept_in_another_form_is_not_read() -> None:
    assert known_form(kept_analysis(Played(None, ())))
    assert not known_form({})


def _position_of(judged: Judged, who: str) -> TypedPosition:
    said = {name: values[0] for name, values in parse_qs(judged.position).items()}
    return TypedPosition(**said | {"who": who})


def test_a_position_takes_whom_it_is_about_and_what_they_laid_away(whole: tuple[Played, dict[str, Any]]) -> None:
    found = looked_through(whole[1], whole[0])
    every = sorted((*found.costly, *found.others), key=lambda one: one.step)
    away = next(one for one in every if one.away)
    first, second = (of_position(_position_of(away, who), LEAGUE)[0] for who in ("North", "East"))
    assert set(first[0].cards) != set(second[0].cards) or first[0].why != second[0].why
    play = next(one for one in every if not one.away)
    said = {name: values[0] for name, values in parse_qs(play.position).items()}
    for wrong in ("2C", "2C 2C", " ".join(play.done * 2), "rubbish"):
        problems = of_position(TypedPosition(**said | {"away": wrong}), LEAGUE)[1]
        assert len(problems) == 1, wrong
