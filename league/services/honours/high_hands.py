"""Record, complete and remove high hands of a fixture: with cards, counted by the engine, or by score alone.

The captains of either side record them from the start of the fixture until its result is confirmed, and the secretary
afterwards (docs/decisions/honours.md). They belong to the fixture, not to a version of its sheet: a correction keeps
them, but hides those of players no longer on it."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db import transaction

from league import access
from league.enums import JournalKind, ResultState
from league.errors import Invalid, WrongState
from league.models import PRESENT, Fixture, HighHand, Player, Result, User
from league.queries.honours.high_hands import matches_among, players_of, recorded_in, seats_of
from league.queries.results.versions import live_result, not_enterable
from league.rules import high_hands as rules
from league.rules.formats import fixture_terms
from league.rules.high_hands import Recorded
from league.rules.problems import Problem
from league.services.calls.called_hand import match_problems
from league.services.calls.hands import check_hand
from league.services.journal import record
from league.services.locks import lock_fixture
from league.translation import N_, Text
from scoring import Ruleset

# More are a mistake, or mischief.
MOST = 40


@dataclass(frozen=True, slots=True)
class NewHand:
    """A high hand as somebody records it.

    Attributes:
        cards: without the starter; both blank where only the score is known.
        points: None: what the cards make.
        match_number: None is filled in where the player was in one match alone.
        again: how many alike the person was told of, and says that this is another one.
    """

    player: int
    cards: str = ""
    starter: str = ""
    crib: bool = False
    points: int | None = None
    match_number: int | None = None
    again: int = 0


@transaction.atomic
def record_high_hand(fixture: Fixture, new: NewHand, *, by: User, now: dt.datetime) -> HighHand:
    """Record a high hand of a player in a fixture.

    Raises:
        NotAllowed: neither captain of a side nor secretary.
        WrongState: the fixture has not begun, was not played, or its result is confirmed and they are no secretary.
        Invalid: nobody of that night; no hand, or one that cannot be; a score that no cards make, that is too low, or
            that is not what the cards make; a hand on record already (``recorded``), or one that may be (``again``).
    """
    access.require(by, "high_hand.record", fixture.league, fixture, now=now)
    fixture = lock_fixture(fixture)
    grants = access.require(by, "high_hand.record", fixture.league, fixture, now=now)
    require_open(fixture, live_result(fixture), grants, now=now)
    new, problems = _place_in_match(fixture, new)
    counted, wrong = _count_hand(fixture, new)
    player, nobody = _find_player(fixture, new)
    problems = [*nobody, *problems, *wrong]
    if not problems:
        problems = _repeat_problems(fixture, counted, new)
    if problems or player is None:
        raise Invalid(problems)
    made = HighHand.objects.create(
        fixture=fixture, player=player, match_number=new.match_number, points=counted.points, cards=counted.cards,
        starter=counted.starter, crib=new.crib, side=grants.side_of(fixture), recorded_by=by, recorded_at=now,
    )  # fmt: skip
    _journal(made, JournalKind.HIGH_HAND_RECORDED, RECORDED[made.verified], by=by, now=now)
    return made


def problems_of_high_hand(fixture: Fixture, given: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with those fields of a `NewHand` that can be read."""
    problems: list[Problem] = []
    if {"player", "match_number"} <= given.keys():
        new, problems = _place_in_match(fixture, NewHand(given["player"], match_number=given["match_number"]))
        problems = [*_find_player(fixture, new)[1], *problems]
    if {"cards", "starter", "crib", "points", "match_number"} <= given.keys():
        hand = {name: given[name] for name in ("cards", "starter", "crib", "points", "match_number")}
        problems += _count_hand(fixture, NewHand(given.get("player", 0), **hand))[1]
    return problems


@transaction.atomic
def complete_high_hand(
    hand: HighHand, *, cards: str, starter: str, crib: bool | None = None, by: User, now: dt.datetime
) -> HighHand:
    """Add the cards to a hand recorded by its score; the same again changes nothing. `crib` None leaves it.

    Raises:
        NotAllowed: their side did not record it, and they are no secretary.
        WrongState: it was removed, it has other cards already, or it can no longer be changed (see `record_high_hand`).
        Invalid: no such hand, one worth something else (``points-differ``), or one on record already (``recorded``).
    """
    access.require(by, "high_hand.complete", hand.fixture.league, hand, now=now)
    fixture = lock_fixture(hand.fixture)
    hand = HighHand.objects.select_related("player").get(pk=hand.pk)
    hand.fixture = fixture
    grants = access.require(by, "high_hand.complete", fixture.league, hand, now=now)
    require_open(fixture, live_result(fixture), grants, now=now)
    if hand.removed_at is not None:
        raise WrongState(N_("This high hand was removed. Record it again, with its cards."))
    new = NewHand(hand.player_id, cards, starter, hand.crib if crib is None else crib, hand.points, hand.match_number)
    counted, problems = _count_hand(fixture, new)
    if not cards.strip():
        problems = [Problem("no-hand", N_("Enter the cards, the starter last."), "cards")]
    if hand.verified:
        if not problems and (hand.cards, hand.starter, hand.crib) == (counted.cards, counted.starter, new.crib):
            return hand
        raise WrongState(N_("This high hand has its cards already. To change them, remove it and record it again."))
    if problems := problems or _recorded_problems(hand, counted):
        raise Invalid(problems)
    hand.cards, hand.starter, hand.crib = counted.cards, counted.starter, new.crib
    hand.save(update_fields=["cards", "starter", "crib"])
    _journal(hand, JournalKind.HIGH_HAND_RECORDED, COMPLETED, key=f"{hand.pk}-cards", by=by, now=now)
    return hand


@transaction.atomic
def remove_high_hand(hand: HighHand, *, by: User, now: dt.datetime) -> HighHand:
    """Remove a high hand recorded by mistake; again it changes nothing. Raises as `complete_high_hand`."""
    access.require(by, "high_hand.remove", hand.fixture.league, hand, now=now)
    fixture = lock_fixture(hand.fixture)
    hand = HighHand.objects.select_related("player").get(pk=hand.pk)
    hand.fixture = fixture
    grants = access.require(by, "high_hand.remove", fixture.league, hand, now=now)
    if hand.removed_at is not None:
        return hand
    if not grants.secretary:
        require_open(fixture, live_result(fixture), grants, now=now)
    hand.removed_at, hand.removed_by = now, by
    hand.save(update_fields=["removed_at", "removed_by"])
    _journal(hand, JournalKind.HIGH_HAND_REMOVED, REMOVED, by=by, now=now)
    return hand


RECORDED = {
    True: N_("recorded a high hand of {player} in {fixture}: {points}, with its cards"),
    False: N_("recorded a high hand of {player} in {fixture}: {points}, without its cards"),
}
COMPLETED = N_("added the cards to a high hand of {player} in {fixture}: {points}")
REMOVED = N_("removed a high hand of {player} in {fixture}: {points}")


def may_record(fixture: Fixture, grants: access.Grants) -> bool:
    """Whether somebody may ever record high hands of a fixture."""
    return access.may(grants, "high_hand.record", fixture)


def why_closed(fixture: Fixture, live: Result | None, grants: access.Grants, *, now: dt.datetime) -> str:
    """Return why somebody cannot record or remove a high hand now; blank where they can."""
    if early := not_enterable(fixture, now=now):
        return early
    if live is not None and not live.scored:
        return N_("This fixture was not played: it has no high hands.")
    if live is not None and live.state == ResultState.CONFIRMED and not grants.secretary:
        return N_("The result is confirmed. Ask the secretary to change its high hands.")
    return ""


def require_open(fixture: Fixture, live: Result | None, grants: access.Grants, *, now: dt.datetime) -> None:
    """Raise WrongState for the reason of `why_closed`."""
    if why := why_closed(fixture, live, grants, now=now):
        raise WrongState(why)


def preview_high_hand(fixture: Fixture, new: NewHand) -> Recorded:
    """Count a high hand without storing it; raise Invalid as `record_high_hand`."""
    counted, wrong = _count_hand(fixture, new)
    if wrong:
        raise Invalid(wrong)
    return counted


def _place_in_match(fixture: Fixture, new: NewHand) -> tuple[NewHand, list[Problem]]:
    """Fill in the only match that the player was in, or return what is wrong with the match named."""
    played = matches_among(seats_of(fixture), new.player)
    if new.match_number is None:
        return (replace(new, match_number=played[0]) if len(played) == 1 else new), []
    if wrong := match_problems(fixture, new.match_number):
        return replace(new, match_number=None), wrong
    if played and new.match_number not in played:
        message = N_("The sheet does not have this player in that match. Choose another, or leave the match out.")
        return new, [Problem("wrong-match", message, "match_number")]
    return new, []


def _find_player(fixture: Fixture, new: NewHand) -> tuple[Player | None, list[Problem]]:
    """Return the player, locked, so that merging them finds the hand."""
    people = {player.pk for side in players_of(fixture) for player in side}
    players = Player.objects.select_for_update(of=("self",), no_key=True).filter(PRESENT, pk=new.player)
    player = players.first() if new.player in people else None
    if player is None:
        return None, [Problem("wrong-player", N_("Choose a player who played in this fixture."), "player")]
    return player, []


def _count_hand(fixture: Fixture, new: NewHand) -> tuple[Recorded, list[Problem]]:
    """Count the hand by its cards, if given, or return what is wrong with it."""
    ruleset, least = _ruleset(fixture, new.match_number), fixture.league.high_hand
    nothing = Recorded(0)
    if not new.cards.strip() and not new.starter.strip():
        if new.points is None:
            message = N_("Enter the cards, the starter last, or the score.")
            return nothing, [Problem("no-hand", message, "cards")]
        crib = True if new.crib else None
        recorded = Recorded(new.points, match_number=new.match_number)
        return recorded, rules.score_problems(new.points, least, ruleset, crib=crib)
    if not new.starter.strip():
        return nothing, [Problem("no-starter", N_("Enter the starter too, after the other cards."), "cards")]
    try:
        show = check_hand(
            cards=new.cards, starter=new.starter, crib=new.crib, declared=None, claimed=None, takes=True,
            ruleset=ruleset,
        ).show  # fmt: skip
    except Invalid as refused:
        return nothing, list(refused.problems)
    points = show.points
    recorded = Recorded(points, rules.in_order(new.cards), str(show.starter), new.match_number)
    if new.points is not None and (apart := rules.differing(new.points, points)):
        return recorded, apart
    return recorded, rules.low_problems(points, least)


def _ruleset(fixture: Fixture, match_number: int | None) -> Ruleset:
    return fixture_terms(fixture).ruleset(match_number or 0)


def _repeat_problems(fixture: Fixture, counted: Recorded, new: NewHand) -> list[Problem]:
    hands = recorded_in(fixture)
    if len(hands) >= MOST:
        message = Text("This fixture has {most} high hands on record; remove one first.", most=MOST)
        return [Problem("too-many", message)]
    if HighHand.objects.filter(fixture=fixture).count() >= 3 * MOST:
        # Each leaves an entry in the journal, removed or not.
        message = N_("No more high hands can be recorded for this fixture: too many were removed.")
        return [Problem("too-many", message)]
    theirs = [Recorded(hand.points, hand.cards, hand.starter, hand.match_number)
              for hand in hands if hand.player_id == new.player]  # fmt: skip
    return rules.repeated(counted, theirs, again=new.again)


def _recorded_problems(hand: HighHand, counted: Recorded) -> list[Problem]:
    """The problem of cards that another hand of the same player and fixture has."""
    theirs = [
        Recorded(other.points, other.cards, other.starter)
        for other in recorded_in(hand.fixture)
        if other.player_id == hand.player_id and (other.cards, other.starter) == (counted.cards, counted.starter)
    ]
    return rules.repeated(counted, theirs, again=0)


def _journal(hand: HighHand, kind: JournalKind, what: Text, *, key: str = "", by: User, now: dt.datetime) -> None:
    sentence = Text(what, player="{player}", fixture=str(hand.fixture), points=hand.points)
    data = {"hand": hand.pk, "points": hand.points, "cards": hand.codes, "match": hand.match_number or 0}
    record(
        hand.fixture.league, kind, key or str(hand.pk), by=by, now=now, what=sentence, fixture=hand.fixture,
        player=hand.player, data=data,
    )  # fmt: skip
