"""Verifying called hands: counting one for anybody, and the referee's ruling on one.

The *counter* announced a score for his hand or crib, the *challenger* may have claimed another. The engine says what
the cards make and who pegs what; the referee's ruling keeps the cards, the whole ruleset and the verdict, so that
anybody can recompute it years later. Nothing here changes a result, except that a game may be awarded (R43), which is
the affair of `services.results`.
"""

import datetime as dt
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, NotRequired, TypedDict, TypeVar, Unpack

from django.db import transaction

from league.access import require
from league.enums import JournalKind, NoticeKind, Side
from league.errors import Invalid, WrongState
from league.models import Call, Fixture, JournalEntry, League, Ruling, User
from league.queries.people import captains_of, squads
from league.rules.problems import Problem
from league.rules.sheets import parse_format
from league.services import results
from league.services.journal import record
from league.services.notices import owe
from scoring import Ruleset, ScoringError, Show, Verdict, adjudicate, parse_card, parse_cards, score_show
from scoring import ruleset as named_ruleset
from scoring.show import highest_points

T = TypeVar("T")
LONGEST_TOKEN = 60
CALL_FIELDS = (
    "match_number",
    "game_number",
    "counter",
    "counter_player_id",
    "challenger_player_id",
    "cards",
    "starter",
    "crib",
    "declared",
    "claimed",
    "takes",
)


@dataclass(frozen=True, slots=True)
class Verification:
    """A counted hand or crib, and the verdict where a score was called for it."""

    show: Show
    verdict: Verdict | None
    ruleset: Ruleset


class CalledHand(TypedDict):
    """A call as a referee writes it down.

    `counter` is the side that counted ("home" or "away"); `cards` and `starter` are text; `declared` is the score
    announced and `claimed` the total the challenger said it was, None for no challenge. Players may be left out.
    """

    match_number: int
    game_number: int
    counter: str
    counter_player_id: NotRequired[int | None]
    challenger_player_id: NotRequired[int | None]
    cards: str
    starter: str
    crib: bool
    declared: int | None
    claimed: int | None
    takes: bool


def check_hand(
    *, cards: str, starter: str, crib: bool, declared: int | None, claimed: int | None, takes: bool, ruleset: str
) -> Verification:
    """Count a hand and, where a score was declared, say what follows from the call (R29–R45). Keeps nothing.

    Args:
        cards: the hand or crib without the starter, such as ``AC 7D 8H 3S``.
        starter: one card; may be blank where nothing was declared: then the cards count alone.
        declared: the score announced; None just counts.
        claimed: the total the challenger said it was; None is no challenge.
        takes: whether a challenger who is right takes what was missed (R39).
        ruleset: one of the named rulesets.

    Raises:
        Invalid: with every problem, each on the argument of that name.
    """
    problems: list[Problem] = []
    rules = _read(problems, "ruleset", named_ruleset, ruleset)
    hand = _read(problems, "cards", parse_cards, cards)
    turned = _read(problems, "starter", parse_card, starter) if starter.strip() else None
    if rules is None:
        raise Invalid(problems)
    problems += _call_problems(declared, claimed, starter, crib=crib, rules=rules)
    show = None
    if hand is not None:
        show = _read(problems, "cards", lambda h: score_show(h, turned, crib=crib, ruleset=rules), hand)
    if problems or show is None:
        raise Invalid(problems)
    if declared is None or turned is None:
        return Verification(show, None, rules)
    verdict = adjudicate(show.hand, turned, crib=crib, declared=declared, claimed=claimed, takes=takes, ruleset=rules)
    return Verification(show, verdict, rules)


def _read(problems: list[Problem], field: str, parse: Callable[[Any], T], text: Any) -> T | None:
    """What `parse` makes of it; None, with its problems added, where it cannot."""
    try:
        return parse(text)
    except ScoringError as error:
        for found in error.problems:
            place = "starter" if found.field == "starter" else field
            message = f"{found.message[:1].upper()}{found.message[1:]}."
            problems.append(Problem(f"wrong-{place}", message, place))
        return None


def _call_problems(
    declared: int | None, claimed: int | None, starter: str, *, crib: bool, rules: Ruleset
) -> list[Problem]:
    problems = []
    if declared is None and claimed is not None:
        problems.append(Problem("no-call", "A challenge answers a call: say what was called.", "declared"))
    if declared is not None and not starter.strip():
        problems.append(Problem("no-starter", "A call is made with a starter: say which card was turned.", "starter"))
    highest = highest_points(crib=crib, ruleset=rules)
    for field, points in (("declared", declared), ("claimed", claimed)):
        if points is not None and not 0 <= points <= highest:
            what = "crib" if crib else "hand"
            message = f"{points} cannot be: a {what} in {rules.title} is worth 0 to {highest}."
            problems.append(Problem("impossible-points", message, field))
    return problems


def check_call(fixture: Fixture, *, by: User, now: dt.datetime, **called: Unpack[CalledHand]) -> Verification:
    """What `rule` would rule on a call of this fixture; nothing is stored.

    Raises:
        NotAllowed: only a referee who belongs to neither team.
        Invalid: with every problem of the call, each on the argument of that name.
    """
    require(by, "call.rule", _league(fixture), fixture, now=now)
    return _verify(fixture, called)


def rule(
    fixture: Fixture,
    *,
    reason: str = "",
    award_to: str = "",
    token: str = "",
    by: User,
    now: dt.datetime,
    **called: Unpack[CalledHand],
) -> Ruling:
    """Rule on a call, and where the referee decides so award its game (R39–R43).

    The ruleset is that of the match's format in the fixture's division (R55); it is stored whole.

    Args:
        reason: the referee's words; needed to award a game.
        award_to: the side that is awarded the game, or "".
        token: of the form it was written on: the same form sent twice makes one ruling.

    Returns:
        The ruling; the one stored before where the same form comes again.

    Raises:
        NotAllowed: only a referee who belongs to neither team.
        Invalid: with every problem; nothing is stored.
        WrongState: the form was used for another ruling, or the game cannot be awarded as things stand.
    """
    league = _league(fixture)
    require(by, "call.rule", league, fixture, now=now)
    with transaction.atomic():
        locked = (
            Fixture.objects.select_for_update(of=("self",))
            .select_related("division__season__league", "home", "away")
            .get(pk=fixture.pk)
        )
        verified = _verify(locked, called, _decision_problems(reason, award_to, token))
        call, ruling = _rows(locked, called, verified, reason=reason.strip(), award_to=award_to, by=by, now=now)
        stored = _stored(league, f"{locked.pk}:{token}") if token else None
        if stored is not None:
            return _same(stored, call, ruling)
        call.save(force_insert=True)
        ruling.save(force_insert=True)
        _tell(locked, ruling, f"{locked.pk}:{token or f'call-{call.pk}'}", by=by, now=now)
        if award_to:
            place = {"match_number": call.match_number, "game_number": call.game_number}
            after = results.award_game(
                locked, **place, to="home" if award_to == Side.HOME else "away", reason=ruling.reason, by=by, now=now
            )
            # An appeal that succeeds goes back to the version before.
            ruling.before, ruling.after = after.corrects, after
            ruling.save(update_fields=["before", "after"])
    return ruling


def recompute(ruling: Ruling) -> Verdict:
    """The verdict that the stored cards, call and ruleset give today.

    Raises:
        WrongState: the ruling settled a sheet; no hand was called.
    """
    call = ruling.call or (ruling.dispute.call if ruling.dispute else None)
    if call is None:
        raise WrongState("This ruling settled a sheet; there is no hand to count.", code="no-call")
    return adjudicate(
        parse_cards(call.cards),
        parse_card(call.starter),
        crib=call.crib,
        declared=call.declared,
        claimed=call.claimed,
        takes=call.takes,
        ruleset=Ruleset.from_dict(ruling.ruleset_value),
    )


def check_called(fixture: Fixture, called: CalledHand) -> Verification:
    """What the engine says of a call in this fixture, whoever writes it down; nothing is stored.

    Raises:
        Invalid: with every problem of the call, each on the argument of that name.
    """
    return _verify(fixture, called)


def verify_call(call: Call) -> Verification:
    """What the engine says of a stored call by the ruleset of its match; its fixture's division is joined."""
    return check_hand(
        cards=call.cards,
        starter=call.starter,
        crib=call.crib,
        declared=call.declared,
        claimed=call.claimed,
        takes=call.takes,
        ruleset=ruleset_in(call.fixture, call.match_number),
    )


def ruleset_in(fixture: Fixture, match_number: int | None) -> str:
    """The name of the ruleset that a match of a fixture is played by; that of singles where nobody says which."""
    kinds, _ = parse_format(fixture.division.fixture_format)
    doubles = match_number is not None and 1 <= match_number <= len(kinds) and kinds[match_number - 1] == "doubles"
    return fixture.division.doubles_ruleset if doubles else fixture.division.singles_ruleset


def _league(fixture: Fixture) -> League:
    return fixture.division.season.league


def _verify(fixture: Fixture, called: CalledHand, more: Iterable[Problem] = ()) -> Verification:
    """The verification of a call, with everything about it checked at once."""
    kinds, wrong = parse_format(fixture.division.fixture_format)
    found = [*wrong, *_place_problems(fixture, called, matches=len(kinds)), *_player_problems(fixture, called), *more]
    if called["declared"] is None and called["claimed"] is None:
        found.append(Problem("no-call", "Say what the player called.", "declared"))
    try:
        verified = check_hand(
            cards=called["cards"],
            starter=called["starter"],
            crib=called["crib"],
            declared=called["declared"],
            claimed=called["claimed"],
            takes=called["takes"],
            ruleset=ruleset_in(fixture, called["match_number"]),
        )
    except Invalid as error:
        raise Invalid([*found, *error.problems]) from None
    if found:
        raise Invalid(found)
    return verified


def _place_problems(fixture: Fixture, called: CalledHand, *, matches: int) -> list[Problem]:
    problems = []
    counts = (("match_number", "match", matches), ("game_number", "game", fixture.division.games_per_match))
    for field, what, count in counts:
        number = called[field]  # type: ignore[literal-required]
        if not 1 <= number <= count:
            message = f"There is no {what} {number}: choose 1 to {count}."
            problems.append(Problem(f"no-{what}", message, field))
    if called["counter"] not in Side.values:
        problems.append(Problem("no-side", "Say which side counted the hand.", "counter"))
    return problems


def _player_problems(fixture: Fixture, called: CalledHand) -> list[Problem]:
    counter = called.get("counter_player_id")
    challenger = called.get("challenger_player_id")
    if called["counter"] not in Side.values or (counter is None and challenger is None):
        return []
    home, away = squads(fixture)
    ours, theirs = (home, away) if called["counter"] == Side.HOME else (away, home)
    problems = []
    for field, player, squad, whose in (
        ("counter_player_id", counter, ours, "side that counted"),
        ("challenger_player_id", challenger, theirs, "other side"),
    ):
        if player is not None and player not in {p.pk for p in squad}:
            message = f"Choose a player who was registered for the {whose} that day."
            problems.append(Problem("wrong-player", message, field))
    return problems


def _decision_problems(reason: str, award_to: str, token: str) -> list[Problem]:
    problems = []
    if award_to and award_to not in Side.values:
        problems.append(Problem("no-side", "Choose the home or the away side, or nobody.", "award_to"))
    if award_to and not reason.strip():
        problems.append(Problem("no-reason", "Give the reason why the game is awarded.", "reason"))
    if len(token) > LONGEST_TOKEN or "\0" in token:
        problems.append(Problem("wrong-form", "This form is damaged; open a new one.", "token"))
    return problems


def _rows(
    fixture: Fixture,
    called: CalledHand,
    verified: Verification,
    *,
    reason: str,
    award_to: str,
    by: User,
    now: dt.datetime,
) -> tuple[Call, Ruling]:
    """The call and its ruling as they are to be stored, the cards as the engine writes them."""
    assert verified.verdict is not None, "a ruling is about a call"  # noqa: S101 - `_verify` saw to it
    call = Call(
        fixture=fixture,
        match_number=called["match_number"],
        game_number=called["game_number"],
        counter=called["counter"],
        counter_player_id=called.get("counter_player_id"),
        challenger_player_id=called.get("challenger_player_id"),
        cards=" ".join(map(str, verified.show.hand)),
        starter=str(verified.show.starter),
        crib=called["crib"],
        declared=verified.verdict.declared,
        claimed=called["claimed"],
        takes=called["takes"],
        recorded_by=by,
        recorded_at=now,
    )
    ruling = Ruling(
        call=call,
        referee=by,
        decided_at=now,
        reason=reason,
        ruleset=verified.ruleset.name,
        ruleset_value=verified.ruleset.to_dict(),
        verdict=verified.verdict.to_dict(),
        awarded_to=award_to,
    )
    return call, ruling


def _stored(league: League, key: str) -> Ruling | None:
    """The ruling that was stored from a form before."""
    entry = JournalEntry.objects.filter(league=league, kind=JournalKind.CALL_RULED, key=key, imported=False).first()
    return Ruling.objects.select_related("call").get(pk=entry.data["ruling"]) if entry else None


def _same(stored: Ruling, call: Call, ruling: Ruling) -> Ruling:
    """The stored ruling, if what comes now says the same."""
    before = stored.call
    same_call = all(getattr(before, field) == getattr(call, field) for field in CALL_FIELDS)
    if same_call and (stored.reason, stored.awarded_to) == (ruling.reason, ruling.awarded_to):
        return stored
    raise WrongState("This form was stored before with another hand. Open a new one for the next ruling.")


def _tell(fixture: Fixture, ruling: Ruling, key: str, *, by: User, now: dt.datetime) -> None:
    """Journal and notices of a ruling on a call: both captains are told; who loses the game is told so (R43)."""
    league, call = _league(fixture), ruling.call
    assert call is not None, "a ruling on a call"  # noqa: S101 - `rule` made it with a call
    place = f"match {call.match_number}, game {call.game_number}"
    record(
        league,
        JournalKind.CALL_RULED,
        key,
        by=by,
        now=now,
        what=f"ruled on a call in {place} of {fixture}: {ruling.verdict['reason']}",
        why=ruling.reason,
        fixture=fixture,
        data={"ruling": ruling.pk, "call": call.pk},
    )
    today = now.astimezone(league.tz).date()
    captains = {side: captains_of(fixture.team_id(side), on=today) for side in Side}
    about = f"ruling:{ruling.pk}"
    both = {user.pk: user for users in captains.values() for user in users}.values()
    text = f"{fixture}, {place}: {ruling.verdict['reason']}"
    owe(league, both, NoticeKind.RULING_MADE, about, text=text, now=now, fixture=fixture)
    if ruling.awarded_to:
        winner = Side(ruling.awarded_to)
        text = f"{fixture}, {place} was awarded to {getattr(fixture, winner)}: {ruling.reason}"
        owe(league, captains[winner.other], NoticeKind.CAPTAIN_INFORMED, about, text=text, now=now, fixture=fixture)


def persistent_threshold(fixture: Fixture, match_number: int) -> int:
    """How many overcalls or false challenges in a game the ruleset of a match calls persistent (R43)."""
    return named_ruleset(ruleset_in(fixture, match_number)).persistent_threshold
