"""A dispute about a cup tie that counts: its winner stands meanwhile, and everybody can see that it may change."""

import datetime as dt

import pytest
from django.test import Client

from league.enums import DisputeSubject, TieEnding
from league.models import Dispute, Fixture, Notice, Tie
from league.queries.cups import disputes_before
from league.rules.sheets import GameScore, MatchSheet, ResultSheet
from league.services.cups.ties import decide_tie, open_leg
from league.services.disputes.dispute import open_dispute
from league.services.disputes.rulings import rule
from league.services.results import confirm, decide, submit
from tests.factories import Town
from tests.services.cups.worlds import cup, drawn, leg_of, play, ties
from tests.web.pages import page, signed_in, words

CUP = "/leagues/town/cups/town-cup/2026-27/"
WARNING = "is disputed: who plays this tie may change."


@pytest.fixture
def semi_finals(town: Town, now: dt.datetime) -> list[Tie]:
    """Two semi-finals that the first drawn side won each, and the final."""
    first, second, _ = drawn(cup(town, now=now), town, now=now)
    play_closely(first, town, now)
    play(second, second.top, town, now=now)
    return ties(first.knock_out)


def play_closely(tie: Tie, town: Town, now: dt.datetime) -> None:
    """The first drawn side wins a tie by two games to one."""
    fixture, top = leg_of(tie), tie.top
    assert top is not None
    won, lost = GameScore(121, 90), GameScore(90, 121)
    games = (won, lost, won) if fixture.home_id == top.team_id else (lost, won, lost)
    home, away = (town.squads[team.name][0].pk for team in (fixture.home, fixture.away))
    card = ResultSheet((MatchSheet(1, "singles", (home,), (away,), games),))
    at = max(now, fixture.starts_at)
    submit.submit(fixture, card, by=town.captains[fixture.home.name], now=at)
    confirm.confirm(fixture, 1, by=town.captains[fixture.away.name], now=at)


def played_leg(tie: Tie) -> Fixture:
    joined = ("division__season__league", "home", "away", "venue", "week__round", "tie")
    return Fixture.objects.select_related(*joined).get(tie=tie, results__live=True)


def dispute(tie: Tie, town: Town) -> tuple[Dispute, dt.datetime]:
    """The loser disputes the first game of a tie an hour after its start."""
    fixture, loser = played_leg(tie), tie.bottom
    assert loser is not None
    at = fixture.starts_at + dt.timedelta(hours=1)
    opened = open_dispute(
        fixture, subject=DisputeSubject.GAME, match_number=1, game_number=1, reason="We won it.",
        by=town.captains[loser.team.name], now=at,
    )  # fmt: skip
    return opened, at


def rule_for_loser(opened: Dispute, tie: Tie, town: Town, at: dt.datetime) -> None:
    """Correct the first game, so that the other side has won two of three."""
    top_at_home = tie.top is not None and opened.fixture.home_id == tie.top.team_id
    scores = {"home_score": 90, "away_score": 121} if top_at_home else {"home_score": 121, "away_score": 90}
    settled = {"outcome": "score", "reason": "The board was read the wrong way round.", "rule": "R1"}
    rule(opened, **settled, **scores, by=town.referee, now=at)


def test_pages_say_that_a_tie_is_disputed(semi_finals: list[Tie], town: Town, client: Client) -> None:
    first, _, final = semi_finals
    next_leg = leg_of(final)
    assert "Result disputed" not in words(client.get(CUP))
    opened, _ = dispute(first, town)
    shown = client.get(CUP)
    assert words(shown).count("Result disputed") == 1
    assert ">disputed</text>" in shown.content.decode()
    assert [one.pk for one in disputes_before(next_leg)] == [opened.pk]
    assert WARNING in words(client.get(page(next_leg)))
    assert WARNING not in words(client.get(page(played_leg(first))))
    assert WARNING in words(signed_in(town.secretary).get(f"/leagues/town/secretary/ties/{final.pk}/"))
    desk = words(signed_in(town.secretary).get("/leagues/town/secretary/"))
    assert "Cup tie: who plays the next one may change." in desk
    ties(first.knock_out)[2].refresh_from_db()
    assert (final.top, final.bottom) == (first.winner, semi_finals[1].winner)


def test_secretary_is_told_when_the_next_tie_is_played_meanwhile(semi_finals: list[Tie], town: Town) -> None:
    first, _, final = semi_finals
    _, at = dispute(first, town)
    assert not Notice.objects.filter(kind="tie-decided")
    fixture = play(final, final.bottom, town, now=at)
    told = Notice.objects.get(kind="tie-decided", recipient=town.secretary)
    assert told.text == f"{fixture} has its result, but {played_leg(first)}, which led to it, is disputed."


def test_ruling_that_changes_the_winner_gives_the_next_tie_its_side(semi_finals: list[Tie], town: Town) -> None:
    first, second, final = semi_finals
    former = leg_of(final)
    opened, at = dispute(first, town)
    rule_for_loser(opened, first, town, at)
    first, second, final = ties(first.knock_out)
    assert first.winner == first.bottom
    assert (final.top, final.bottom) == (first.bottom, second.top)
    former.refresh_from_db()
    assert former.state == "cancelled"
    assert {leg_of(final).home_id, leg_of(final).away_id} == {final.top.team_id, final.bottom.team_id}
    assert not disputes_before(leg_of(final))


def test_ruling_after_the_next_tie_leaves_it_to_the_secretary(semi_finals: list[Tie], town: Town) -> None:
    first, second, final = semi_finals
    opened, at = dispute(first, town)
    fixture = play(final, final.bottom, town, now=at)
    later = max(at, fixture.starts_at) + dt.timedelta(hours=1)
    rule_for_loser(opened, first, town, later)
    first, second, final = ties(first.knock_out)
    assert (final.top, final.winner) == (first.top, second.top)
    told = Notice.objects.filter(kind="tie-decided", recipient=town.secretary).order_by("pk").last()
    assert told is not None
    assert "was played, and an earlier result that led to it has changed since" in told.text
    # The final is declared void: then it is between the right sides, and played again.
    fixture = played_leg(final)
    decide.void(fixture, version=1, reason="The wrong side played.", by=town.secretary, now=later)
    first, second, final = ties(first.knock_out)
    assert (final.top, final.bottom, final.winner) == (first.bottom, second.top, None)
    assert {leg_of(final).home_id, leg_of(final).away_id} == {final.top.team_id, final.bottom.team_id}
    # A void result does not keep the secretary from deciding the tie before it.
    decide_tie(first, first.top, ending=TieEnding.DECISION, reason="As played.", by=town.secretary, now=later)
    assert ties(first.knock_out)[2].top == first.top


def test_result_that_is_to_be_entered_again_takes_back_what_had_followed(semi_finals: list[Tie], town: Town) -> None:
    first, _, final = semi_finals
    fixture = played_leg(first)
    decide.reopen(fixture, version=1, reason="Wrong card.", by=town.secretary, now=fixture.starts_at)
    first, _, final = ties(first.knock_out)
    assert (first.winner, final.top) == (None, None)
    assert open_leg(first) == fixture
