"""A game awarded for conduct stays awarded (R43), whatever becomes of the sheet it was awarded on, until an appeal."""

import datetime as dt
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.db import transaction

from league.enums import ConductState, ResultKind, ResultState
from league.errors import Invalid, WrongState
from league.models import Appeal, ConductCase, Dispute, Fixture, Result, Ruling
from league.queries.calls.conduct import standing_awards
from league.queries.results.sheets import sheet_of
from league.rules.rulings import Award, game_in, with_game
from league.rules.sheets import GameScore, ResultSheet
from league.services.calls import awards, conduct
from league.services.calls.rule import rule
from league.services.disputes import rulings as rulings
from league.services.disputes.appeal import appeal, decide_appeal, preview
from league.services.results import confirm as results_confirm
from league.services.results import correct as corrections
from league.services.results import decide as decisions
from league.services.results import submit as results_submit
from tests.factories import Town, result_sheet
from tests.services import dispute_cases as cases
from tests.services.evenings import HAND, agreed, overcall

GIVEN = Award(2, 1, "away")


@pytest.fixture
def fixture(town: Town) -> Fixture:
    return town.fixture("Anchor", "Bell")


@pytest.fixture
def ruling(town: Town, fixture: Fixture, now: dt.datetime) -> Ruling:
    """Match 2, game 1, which Anchor had won 121–62, is awarded to Bell for the conduct of Anchor's player."""
    agreed(town, fixture, now)
    for _ in range(3):
        overcall(town, fixture, town.squads["Anchor"][2], now)
    return conduct.decide(ConductCase.objects.get(), award=True, reason="Often.", by=town.referee, now=now)


def live(fixture: Fixture) -> Result:
    return Result.objects.get(fixture=fixture, live=True)


def game(fixture: Fixture) -> GameScore | None:
    return game_in(sheet_of(live(fixture)), 2, 1)


def sheet(town: Town, score: GameScore | None = None) -> ResultSheet:
    """The evening's sheet, with that game's score."""
    return with_game(result_sheet(town, "Anchor", "Bell"), 2, 1, score or GameScore(121, 62))


def disputed(town: Town, now: dt.datetime, **decision: Any) -> Ruling:
    """Another referee's ruling on a dispute about that game."""
    dispute = cases.of_a_game(town, now, match=2, game=1)
    ruled_by = cases.second_referee(town)
    made: Ruling = rulings.rule(dispute, by=ruled_by, now=now, **{**cases.SIGNED, **decision})
    return made


@pytest.mark.usefixtures("ruling")
def test_a_score_that_is_ruled_on_leaves_it_awarded(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    disputed(town, now, outcome="score", home_score=121, away_score=99)
    assert game(fixture) == GameScore(121, 99, "away")
    assert (live(fixture).home_games, live(fixture).away_games, live(fixture).away_awarded) == (5, 4, 1)
    assert live(fixture).note.endswith("Match 2, game 1 was corrected to 121–99 by a ruling; it stays awarded.")


@pytest.mark.usefixtures("ruling")
def test_no_ruling_on_a_dispute_awards_it_to_the_other_side(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    with pytest.raises(Invalid, match="awarded to Bell for conduct") as refused:
        disputed(town, now, outcome="awarded", awarded_to="home")
    assert [(p.code, p.field) for p in refused.value.problems] == [("awarded", "awarded_to")]
    with pytest.raises(WrongState, match="awarded to Bell for conduct already"):
        awards.award_game(
            fixture, match_number=2, game_number=1, to="home", reason="R43", by=town.referee, now=now
        )  # fmt: skip


def test_an_award_made_with_a_ruling_on_a_call_stands_too(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    agreed(town, fixture, now)
    called: Any = {**HAND, "declared": 12, "reason": "Often.", "award_to": "away", "by": town.referee}
    made = rule(fixture, now=now, **called)
    assert standing_awards(fixture) == (GIVEN,)
    disputed(town, now, outcome="score", home_score=121, away_score=99)
    assert game(fixture) == GameScore(121, 99, "away")
    assert standing_awards(fixture, but=made) == ()


@pytest.mark.usefixtures("ruling")
def test_an_abandoned_fixture_keeps_it_also_where_the_form_has_nothing_for_it(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    for filled in (GameScore(), GameScore(121, 62), GameScore(121, 62, "away")):
        cut = sheet(town, filled)
        version = live(fixture).version
        decisions.abandon(fixture, cut, version=version, reason="Power cut.", by=town.secretary, now=now)
        assert game(fixture) == GameScore(121, 62, "away")
        assert (live(fixture).kind, live(fixture).home_games, live(fixture).away_games) == ("abandoned", 5, 4)


@pytest.mark.usefixtures("ruling")
def test_a_sheet_that_is_entered_anew_has_it_awarded_from_the_start(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    decisions.reopen(fixture, version=2, reason="Wrong names.", by=town.secretary, now=now)
    sent = results_submit.submit(fixture, sheet(town), by=town.captains["Anchor"], now=now)
    assert (sent.state, sent.home_games, sent.away_games) == (ResultState.SUBMITTED, 5, 4)
    # A double click, and the other captain's same sheet, are no other sheets for that.
    assert results_submit.submit(fixture, sheet(town), by=town.captains["Anchor"], now=now) == sent
    counts = results_submit.submit(fixture, sheet(town), by=town.captains["Bell"], now=now)
    assert (counts.pk, counts.state) == (sent.pk, ResultState.CONFIRMED)
    assert game(fixture) == GameScore(121, 62, "away")


@pytest.mark.usefixtures("ruling")
def test_the_other_captain_s_own_sheet_has_it_too(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    decisions.reopen(fixture, version=2, reason="Wrong names.", by=town.secretary, now=now)
    sent = results_submit.submit(fixture, sheet(town), by=town.captains["Anchor"], now=now)
    own = with_game(sheet(town), 1, 1, GameScore(80, 121))
    results_confirm.dispute(fixture, sent.version, reason="We won it.", sheet=own, by=town.captains["Bell"], now=now)
    results_confirm.accept_counter(fixture, by=town.captains["Anchor"], now=now)
    assert game(fixture) == GameScore(121, 62, "away")


@pytest.mark.usefixtures("ruling")
def test_a_waiting_sheet_that_its_side_changes_has_it_too(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    decisions.reopen(fixture, version=2, reason="Wrong names.", by=town.secretary, now=now)
    results_submit.submit(fixture, sheet(town), by=town.captains["Anchor"], now=now)
    with pytest.raises(Invalid, match="sent already"):
        corrections.propose(fixture, 3, sheet(town), reason="", by=town.captains["Anchor"], now=now)
    other = sheet(town, GameScore(121, 70))
    corrections.propose(fixture, 3, other, reason="", by=town.captains["Anchor"], now=now)
    assert (live(fixture).state, game(fixture)) == (ResultState.SUBMITTED, GameScore(121, 70, "away"))


@pytest.mark.usefixtures("ruling")
def test_no_captain_awards_a_single_game_besides(town: Town, fixture: Fixture, now: dt.datetime) -> None:
    decisions.reopen(fixture, version=2, reason="Wrong names.", by=town.secretary, now=now)
    mine = with_game(sheet(town), 1, 1, GameScore(121, 61, "away"))
    with pytest.raises(Invalid) as refused:
        results_submit.submit(fixture, mine, by=town.captains["Bell"], now=now)
    assert [(p.code, p.field) for p in refused.value.problems] == [("awarded", "m1-g1")]


@pytest.mark.usefixtures("ruling")
@pytest.mark.parametrize("decide", ["void", "nobody_came", "give_walkover"])
def test_a_correction_of_what_was_not_played_has_it(
    town: Town, fixture: Fixture, now: dt.datetime, decide: str
) -> None:
    to = {"to": "home"} if decide == "give_walkover" else {}
    getattr(decisions, decide)(fixture, version=2, reason="Snow.", by=town.secretary, now=now, **to)
    corrections.propose(fixture, 3, sheet(town), reason="It was played.", by=town.secretary, now=now)
    assert game(fixture) == GameScore(121, 62, "away")


@dataclass
class Evening:
    """A fixture to which things happen one after another, in whatever order."""

    town: Town
    fixture: Fixture
    ruling: Ruling
    now: dt.datetime
    chance: random.Random

    @property
    def version(self) -> int:
        found = Result.objects.filter(fixture=self.fixture, live=True).first()
        return found.version if found else 0

    @property
    def ruled_by(self) -> dict[str, Any]:
        return {"by": self.town.secretary, "now": self.now}

    def a_sheet(self) -> ResultSheet:
        scores = [GameScore(121, 62), GameScore(90, 121), GameScore(121, self.chance.randrange(121))]
        return with_game(sheet(self.town, self.chance.choice(scores)), 1, 1, self.chance.choice(scores))

    def submit(self) -> None:
        captain = self.town.captains[self.chance.choice(["Anchor", "Bell"])]
        results_submit.submit(self.fixture, self.a_sheet(), by=captain, now=self.now)

    def confirm(self) -> None:
        waiting = Result.objects.filter(fixture=self.fixture, live=True).first()
        other = "Bell" if waiting is None or waiting.side == "home" else "Anchor"
        results_confirm.confirm(self.fixture, self.version, by=self.town.captains[other], now=self.now)

    def accept(self) -> None:
        captain = self.town.captains[self.chance.choice(["Anchor", "Bell"])]
        results_confirm.accept_counter(self.fixture, by=captain, now=self.now)

    def correct(self) -> None:
        corrections.propose(self.fixture, self.version, self.a_sheet(), reason="It was so.", **self.ruled_by)

    def score(self) -> None:
        dispute = cases.of_a_game(self.town, self.now, match=2, game=1)
        home, away = self.chance.choice([(121, 70), (70, 121), (121, 62)])
        rulings.rule(
            dispute, outcome="score", home_score=home, away_score=away, reason="Seen.", rule="R50", **self.ruled_by
        )  # fmt: skip

    def abandon(self) -> None:
        decisions.abandon(self.fixture, self.a_sheet(), version=self.version, reason="Dark.", **self.ruled_by)

    def reopen(self) -> None:
        decisions.reopen(self.fixture, version=self.version, reason="Anew.", **self.ruled_by)

    def void(self) -> None:
        decisions.void(self.fixture, version=self.version, reason="Void.", **self.ruled_by)

    def take_back(self) -> None:
        decisions.take_back(self.fixture, version=self.version, reason="Back.", **self.ruled_by)

    def revoke(self) -> None:
        made = appeal(self.ruling, reason="He was right.", by=self.town.captains["Anchor"], now=self.now)
        decide_appeal(made, allow=True, decision="So they were.", **self.ruled_by)

    def holds(self) -> None:
        """The game is awarded in what counts, or waits to count, as long as the case is decided so."""
        found = Result.objects.filter(fixture=self.fixture, live=True).first()
        if found is None or found.kind not in (ResultKind.PLAYED, ResultKind.ABANDONED):
            return
        written = game_in(sheet_of(found), 2, 1)
        stands = ConductCase.objects.get().state == ConductState.AWARDED
        assert written is not None
        assert written.awarded == ("away" if stands else None)
        assert found.away_awarded == int(stands)
        assert found.home_games + found.away_games == 9


STEPS: tuple[Callable[[Evening], None], ...] = (
    Evening.submit, Evening.confirm, Evening.accept, Evening.correct, Evening.score, Evening.abandon, Evening.reopen,
    Evening.void, Evening.take_back,
)  # fmt: skip


@pytest.mark.parametrize("seed", range(6))
def test_whatever_happens_to_the_sheet_the_game_stays_awarded(
    town: Town, fixture: Fixture, ruling: Ruling, now: dt.datetime, seed: int
) -> None:
    evening = Evening(town, fixture, ruling, now, random.Random(seed))
    done: Counter[str] = Counter()
    for number in range(48):
        # In every second of them an appeal succeeds on the way.
        step = Evening.revoke if seed % 2 and number == 24 else evening.chance.choice(STEPS)
        try:
            with transaction.atomic():
                step(evening)
        except (WrongState, Invalid):
            # Not in this order.
            continue
        done[step.__name__] += 1
        evening.holds()
    assert sum(done.values()) >= 12
    assert len(done) >= 6
    assert done["revoke"] == seed % 2


def revoked(ruling: Ruling, town: Town, now: dt.datetime, ruled_by: str = "Anchor") -> None:
    made = appeal(ruling, reason="He was right.", by=town.captains[ruled_by], now=now)
    decide_appeal(made, allow=True, decision="So they were.", by=town.secretary, now=now)


@pytest.mark.parametrize("first", ["score", "award"])
def test_of_two_rulings_on_one_game_that_are_both_revoked_neither_is_left(
    town: Town, fixture: Fixture, now: dt.datetime, first: str
) -> None:
    """R1 corrects 121–62 to 70–121, R2 awards the same game to Bell for conduct."""
    agreed(town, fixture, now)
    score = disputed(town, now, outcome="score", home_score=70, away_score=121)
    for _ in range(3):
        overcall(town, fixture, town.squads["Anchor"][2], now)
    award = conduct.decide(ConductCase.objects.get(), award=True, reason="Often.", by=town.referee, now=now)
    assert game(fixture) == GameScore(70, 121, "away")
    if first == "score":
        seen = preview(appeal(score, reason="No.", by=town.captains["Anchor"], now=now), by=town.secretary, now=now)
        assert [(c.before, c.after) for c in seen.games] == [(GameScore(70, 121, "away"), GameScore(121, 62, "away"))]
        decide_appeal(Appeal.objects.get(), allow=True, decision="Yes.", seen=seen.stamp, by=town.secretary, now=now)
        assert game(fixture) == GameScore(121, 62, "away")
        assert Dispute.objects.get().state == "open"
        revoked(award, town, now)
    else:
        revoked(award, town, now)
        assert game(fixture) == GameScore(70, 121)
        revoked(score, town, now)
    assert game(fixture) == GameScore(121, 62)
    assert (live(fixture).home_games, live(fixture).away_games, live(fixture).away_awarded) == (6, 3, 0)


def test_a_ruling_that_replaced_a_revoked_one_does_not_bring_that_back(
    town: Town, fixture: Fixture, now: dt.datetime
) -> None:
    agreed(town, fixture, now)
    one = disputed(town, now, outcome="score", home_score=70, away_score=121)
    again = cases.of_a_counting_sheet(town, now)
    two = cases.ruled(
        again, town, now, outcome="score", match_number=2, game_number=1, home_score=4, away_score=121
    )  # fmt: skip
    revoked(one, town, now)
    assert game(fixture) == GameScore(4, 121)
    revoked(two, town, now)
    assert game(fixture) == GameScore(121, 62)
    assert live(fixture).note.endswith("A ruling on it was revoked.")


def test_what_was_revoked_while_the_result_was_void_does_not_come_back_with_it(
    town: Town, fixture: Fixture, ruling: Ruling, now: dt.datetime
) -> None:
    decisions.void(fixture, version=2, reason="Snow.", by=town.secretary, now=now)
    revoked(ruling, town, now)
    back = decisions.take_back(fixture, version=3, reason="It was played.", by=town.secretary, now=now)
    assert back is not None
    assert (game(fixture), back.home_games, back.away_awarded) == (GameScore(121, 62), 6, 0)


def test_a_sheet_that_waits_is_asked_about_anew_when_the_award_is_revoked(
    town: Town, fixture: Fixture, ruling: Ruling, now: dt.datetime
) -> None:
    decisions.reopen(fixture, version=2, reason="Wrong names.", by=town.secretary, now=now)
    results_submit.submit(fixture, sheet(town, GameScore(121, 90)), by=town.captains["Anchor"], now=now)
    revoked(ruling, town, now)
    assert (live(fixture).state, live(fixture).side, live(fixture).version) == (ResultState.SUBMITTED, "home", 4)
    assert live(fixture).confirm_by is not None
    assert game(fixture) == GameScore(121, 90)
    results_confirm.confirm(fixture, 4, by=town.captains["Bell"], now=now)


@pytest.mark.parametrize("accepts", ["Anchor", "Bell"])
def test_of_two_sheets_both_lose_the_award_that_is_revoked(
    town: Town, fixture: Fixture, ruling: Ruling, now: dt.datetime, accepts: str
) -> None:
    decisions.reopen(fixture, version=2, reason="Wrong names.", by=town.secretary, now=now)
    sent = results_submit.submit(fixture, sheet(town), by=town.captains["Anchor"], now=now)
    own = with_game(sheet(town), 1, 1, GameScore(80, 121))
    results_confirm.dispute(fixture, sent.version, reason="We won it.", sheet=own, by=town.captains["Bell"], now=now)
    revoked(ruling, town, now)
    assert (live(fixture).state, game(fixture)) == (ResultState.DISPUTED, GameScore(121, 62))
    counts = results_confirm.accept_counter(fixture, by=town.captains[accepts], now=now)
    assert (game(fixture), counts.away_awarded) == (GameScore(121, 62), 0)
    assert counts.home_games == (5 if accepts == "Anchor" else 6)
