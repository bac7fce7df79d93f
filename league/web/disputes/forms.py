"""The forms of the dispute pages: what a browser sends, read into the arguments of the services."""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

from django.utils.datastructures import MultiValueDict

from league.enums import DisputeSubject
from league.errors import Invalid
from league.rules.problems import Problem
from league.rules.written_games import DealInput
from league.services.calls.called import CalledHand
from league.services.disputes.dispute import LONGEST_REASON
from league.services.disputes.effect import Decision
from league.services.disputes.evidence import Hand
from league.services.disputes.pictures.photographs import LARGEST_FILE, TOO_LARGE
from league.translation import N_
from league.web.calls.hand_forms import HandInput, read_hand
from league.web.form_fields import read_choice, read_number
from league.web.requests import LeagueRequest

LONGEST_FIELD = 400
SEATS = 4


def text(sent: Mapping[str, str], name: str, longest: int = LONGEST_REASON) -> str:
    """A text of a form, without what no database keeps; too long a one is left to the service to refuse."""
    return str(sent.get(name, "")).replace("\0", "").replace("\r\n", "\n").strip()[: longest + 1]


def read_subject(sent: Mapping[str, str], fallback: str) -> DisputeSubject:
    """Return the subject of a dispute; `fallback` where the form does not say, or says nonsense."""
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
    hand = read_hand(sent)
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
    """A hand brought as evidence, as it was typed and as the services take it.

    Raises:
        Invalid: points that are no numbers.
    """
    hand = read_hand(sent)
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


def read_photograph(request: LeagueRequest) -> bytes:
    """The bytes that were sent.

    Raises:
        Invalid: none, or too many; what is too large is not read.
    """
    sent = request.FILES.get("photograph")
    if sent is None:
        raise Invalid([Problem("file", N_("Choose a photograph."), "photograph")])
    if (sent.size or 0) > LARGEST_FILE:
        raise Invalid([Problem("file", TOO_LARGE, "photograph")])
    return sent.read()


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
        """As the services take it.

        Raises:
            Invalid: a score that is no number.
        """
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
