"""The forms of the dispute pages: the games to choose from, and what a browser sends as arguments of services."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.utils.datastructures import MultiValueDict

from league.enums import DisputeSubject
from league.errors import Invalid
from league.models import Dispute, Fixture, Result
from league.queries.fixtures import MatchLine, matches_of
from league.rules.formats import fixture_terms
from league.rules.match_terms import KIND_NAMES, MatchTerms
from league.rules.problems import Problem
from league.rules.written_games import DealInput
from league.services.calls.called_hand import CalledHand
from league.services.disputes.dispute import LONGEST_REASON
from league.services.disputes.effect import Decision
from league.services.disputes.evidence import Hand
from league.translation import N_, Text
from league.web.calls import HandInput, read_hand
from league.web.forms import read_choice, read_number

GameChoice = tuple[str, Text]  # as "2-1", and how it reads


def game_choices(fixture: Fixture, result: Result | None, *, called: bool = False) -> list[GameChoice]:
    """Return the games of the sheet, or of the format without one; `called` also lists games that are only counted.

    A score alone has no games yet, though hands were called in them.
    """
    if result is not None and not (called and result.score_only):
        return [choice for line in matches_of(result) for choice in _choices(fixture, line, called=called)]
    played = fixture_terms(fixture)
    return [
        (
            f"{match}-{game}",
            Text("Match {match} ({kind}), game {game}", match=match, kind=KIND_NAMES[kind], game=game),
        )
        for match, kind in enumerate(played.format, start=1)
        for game in range(1, played.match(match).most + 1)
    ]


def _choices(fixture: Fixture, line: MatchLine, *, called: bool) -> list[GameChoice]:
    match = line.match
    if not match.counted:
        texts = [(game.number, _score(fixture, game)) for game in line.games]
        return [
            (
                f"{match.number}-{game}",
                Text("Match {match}, game {game}: {score}", match=match.number, game=game, score=score),
            )
            for game, score in texts
        ]
    if called:
        games = range(1, match.home_games + match.away_games + 1)
        return [
            (f"{match.number}-{game}", Text("Match {match}, game {game}", match=match.number, game=game))
            for game in games
        ]
    score = f"{match.home_games}–{match.away_games}"
    if match.home_pegged is not None:
        score = f"{score}, {match.home_pegged}–{match.away_pegged}"
    return [(f"{match.number}-0", Text("Match {match}: {score}", match=match.number, score=score))]


def matches_of_dispute(dispute: Dispute) -> tuple[MatchTerms, ...]:
    terms = fixture_terms(dispute.fixture)
    return terms.matches if dispute.match_number is None else (terms.match(dispute.match_number),)


def _score(fixture: Fixture, game: Any) -> Text | str:
    scored: Text | str = f"{game.home_score}–{game.away_score}" if game.home_score is not None else ""
    if game.won:
        scored = Text("won by {team}", team=fixture.team_name(game.won))
    if not game.awarded:
        return scored
    return Text("{score} awarded", score=scored) if scored else N_("awarded")


LONGEST_FIELD = 400
SEATS = 4


def text(sent: Mapping[str, str], name: str, longest: int = LONGEST_REASON) -> str:
    """A text of a form, without what no database keeps; too long a one is left to the service to refuse."""
    return str(sent.get(name, "")).replace("\0", "").replace("\r\n", "\n").strip()[: longest + 1]


def read_subject(sent: Mapping[str, str], fallback: str) -> DisputeSubject:
    said = str(sent.get("about", ""))
    return DisputeSubject(said if said in DisputeSubject.values else fallback)


def read_place(sent: Mapping[str, str]) -> tuple[int | None, int | None]:
    """A match and game chosen as "2-1"; nothing where none was."""
    match, dash, game = str(sent.get("game", "")).partition("-")
    if not dash:
        return None, None
    # Game 0 stands for a match whose games are only counted.
    return read_number({"n": match}, "n") or None, 0 if game == "0" else read_number({"n": game}, "n") or None


def read_call(sent: MultiValueDict[str, str]) -> tuple[HandInput, CalledHand]:
    hand = read_hand(sent, needs_kind=True)
    match, game = read_place(sent)
    called = CalledHand(
        match_number=match or 0,
        game_number=game or 0,
        counter=str(sent.get("counter", "")),
        counter_player_id=read_choice(sent, "counter_player"),
        challenger_player_id=read_choice(sent, "challenger_player"),
        cards=hand.cards,
        starter=hand.starter,
        crib=hand.crib,
        declared=hand.declared_points,
        claimed=hand.claimed_points,
        takes=hand.takes,
    )
    return hand, called


def read_evidence_hand(sent: MultiValueDict[str, str]) -> tuple[HandInput, Hand]:
    """Raises Invalid for points that are no numbers."""
    hand = read_hand(sent, needs_kind=True)
    if hand.problems:
        raise Invalid(hand.problems)
    return hand, Hand(
        match_number=read_number(sent, "match") or None,
        cards=hand.cards,
        starter=hand.starter,
        crib=hand.crib,
        declared=hand.declared_points,
        claimed=hand.claimed_points,
    )


def read_deal(sent: Mapping[str, str]) -> DealInput:
    def part(name: str) -> str:
        return text(sent, name, LONGEST_FIELD)

    return DealInput(
        dealer=part("deal-dealer"),
        starter=part("deal-starter"),
        play=part("deal-play"),
        hands=tuple((part(f"deal-cards-{n}"), part(f"deal-called-{n}")) for n in range(1, SEATS + 1)),
        crib=(part("deal-crib"), part("deal-crib-called")),
        score=part("deal-score"),
    )


@dataclass(frozen=True, slots=True)
class DecisionInput:
    outcome: str = ""
    keep: str = ""
    game: str = ""
    home_score: str = ""
    away_score: str = ""
    home_pegged: str = ""
    away_pegged: str = ""
    won: str = ""
    awarded_to: str = ""
    reason: str = ""
    rule: str = ""

    @property
    def decided(self) -> str:
        """Return what was decided, without its reason, as one word to hold against what was shown to follow."""
        scores = (self.home_score, self.away_score, self.home_pegged, self.away_pegged, self.won)
        return "|".join((self.outcome, self.keep, self.game, *scores, self.awarded_to))

    def decision(self) -> Decision:
        """Raises Invalid for a score that is no number."""
        scores = {
            "home_score": self.home_score,
            "away_score": self.away_score,
            "home_pegged": self.home_pegged,
            "away_pegged": self.away_pegged,
        }
        read: dict[str, Any] = {
            name: read_number({"n": typed}, "n") if typed else None for name, typed in scores.items()
        }
        wrong = [name for name, typed in scores.items() if typed and not typed.isdigit()]
        if wrong:
            message = N_("Write the score in digits, like 121.")
            raise Invalid([Problem("number", message, name) for name in wrong])
        match, game = read_place({"game": self.game})
        return Decision(
            outcome=self.outcome,
            keep=self.keep,
            match_number=match,
            game_number=game,
            home_score=read["home_score"],
            away_score=read["away_score"],
            home_pegged=read["home_pegged"],
            away_pegged=read["away_pegged"],
            won=self.won,
            awarded_to=self.awarded_to,
        )


def read_decision(sent: Mapping[str, str]) -> DecisionInput:
    short = [field.name for field in fields(DecisionInput) if field.name != "reason"]
    return DecisionInput(**{name: text(sent, name, 20) for name in short}, reason=text(sent, "reason"))
