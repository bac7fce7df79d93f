"""Rule on called hands.

The *counter* announced a score for their hand or crib, the *challenger* may have claimed another. The engine says what
the cards make and who pegs what; the ruling stores the cards, the whole ruleset and the verdict, so that anybody can
recompute it years later. A result changes only where a game is awarded (R43), by `services.results`.
"""

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Unpack

from django.db import transaction

from league.access import require
from league.enums import JournalKind, NoticeKind, ResultKind, Side
from league.errors import Changed, Invalid, WrongState
from league.models import Call, Dispute, Fixture, JournalEntry, League, Player, Result, Ruling, User
from league.queries.calls.calls import call_sides, call_teams
from league.queries.disputes.consequences import Consequences, as_ruled, consequences
from league.queries.people.people import captains_of
from league.queries.results import versions
from league.rules.problems import Problem
from league.rules.sheets import AWAY, HOME, place_of_game
from league.rules.sheets import Side as SideName
from league.services.calls import awards, conduct
from league.services.calls.awards import award_problems, preview_award, sides_for_call, sides_for_game
from league.services.calls.called_hand import (
    CALL_FIELDS,
    CalledHand,
    decision_problems,
    fill_in_players,
    find_same_ruling,
    place_problems,
    player_problems,
    require_not_ruled_on,
)
from league.services.calls.conduct import propose_cases
from league.services.calls.hands import Verification, check_hand, problems_of_hand
from league.services.journal import record
from league.services.locks import lock_fixture
from league.services.notices import queue_notice
from league.translation import N_, Text
from scoring import Ruleset, Verdict, adjudicate, parse_card, parse_cards


def check_call(fixture: Fixture, *, by: User, now: dt.datetime, **called: Unpack[CalledHand]) -> Verification:
    """Return the verdict that `rule` would give; raises NotAllowed and Invalid as it does."""
    require(by, "call.rule", fixture.league, fixture, now=now)
    return check_called(fixture, called)


@dataclass(frozen=True, slots=True)
class CallPreview:
    """A ruling on a call as it would be, the sides its game can be awarded to, and the consequences.

    `card_first` says that no game can be awarded before the names and games of a score alone are added.
    """

    called: CalledHand
    call: Call
    verification: Verification
    award_choices: tuple[SideName, ...]
    award_to: str
    following: Consequences
    card_first: bool


def preview(
    fixture: Fixture, *, award_to: str = "", by: User, now: dt.datetime, **called: Unpack[CalledHand]
) -> CallPreview:
    """Preview the verdict on a call and the ruling's consequences. Raises as `rule`."""
    require(by, "call.rule", fixture.league, fixture, now=now)
    called = fill_in_players(fixture, called)
    verified = check_called(fixture, called)
    choices = _award_choices(fixture, called, verified)
    if problems := award_problems(fixture, award_to, choices, "award_to"):
        raise Invalid(problems)
    call = _make_call(fixture, called, verified)
    live = versions.live_result(fixture)
    following = _preview_consequences(fixture, live, called, award_to)
    card_first = live is not None and live.score_only
    return CallPreview(called, call, verified, choices, award_to, following, card_first)


def _award_choices(fixture: Fixture, called: CalledHand, verified: Verification) -> tuple[SideName, ...]:
    assert verified.verdict is not None, "a ruling is about a call"  # noqa: S101 - `check_called` saw to it
    return sides_for_call(_make_call(fixture, called, verified), verified.verdict)


def _preview_consequences(fixture: Fixture, live: Result | None, called: CalledHand, award_to: str) -> Consequences:
    """Return the consequences; without an award nothing of the sheet changes."""
    if not award_to:
        return consequences(fixture, live, None)
    place = {"match_number": called["match_number"], "game_number": called["game_number"]}
    before, sheet = preview_award(fixture, **place, to=AWAY if award_to == Side.AWAY else HOME)
    return consequences(fixture, before, as_ruled(fixture, sheet, counts=True, kind=ResultKind(before.kind)))


def rule(
    fixture: Fixture,
    *,
    reason: str = "",
    award_to: str = "",
    token: str = "",
    seen: str | None = None,
    by: User,
    now: dt.datetime,
    **called: Unpack[CalledHand],
) -> Ruling:
    """Rule on a call and, where the referee decides so, award its game (R39–R43).

    The ruleset is that of the match's format in the fixture's division (R55); it is stored whole.

    Args:
        reason: needed to award a game.
        award_to: the side awarded the game, an opponent of whoever offended in it, or "".
        token: of the form; the same form sent twice returns the ruling stored before.
        seen: the stamp of the consequences that the referee was shown; None does not check it.

    Raises:
        NotAllowed: only a referee of neither team who did not play there.
        Invalid: with every problem; nothing is stored.
        WrongState: the form was used for another ruling, the hand was ruled on, or the game cannot be awarded.
        Changed: the consequences differ from those shown.
    """
    league = fixture.league
    require(by, "call.rule", league, fixture, now=now)
    with transaction.atomic():
        locked = lock_fixture(fixture)
        called = fill_in_players(locked, called)
        verified = check_called(locked, called, decision_problems(reason, award_to, token))
        call, ruling = _make_rows(locked, called, verified, reason=reason.strip(), award_to=award_to, by=by, now=now)
        stored = _find_stored(league, f"{locked.pk}:{token}") if token else None
        if stored is not None:
            return _return_if_same(*stored, call, ruling)
        again = find_same_ruling(call, ruling)
        if again is not None:
            return again
        if problems := award_problems(locked, award_to, _award_choices(locked, called, verified), "award_to"):
            raise Invalid(problems)
        following = _preview_consequences(locked, versions.live_result(locked), called, award_to)
        if seen is not None and seen != following.stamp:
            message = N_(
                "Something has changed since this was shown: look again at what follows, then store the ruling."
            )
            raise Changed(message)
        call.save(force_insert=True)
        ruling.save(force_insert=True)
        _record(locked, ruling, f"{locked.pk}:{token or f'call-{call.pk}'}", by=by, now=now)
        place = {"match_number": call.match_number, "game_number": call.game_number}
        propose_cases(locked, **place, awarded_to=award_to, by=by, now=now)
        if award_to:
            _award_game(locked, ruling, by=by, now=now)
        _notify_captains(locked, ruling, following.table_text, now=now)
    return ruling


def _award_game(fixture: Fixture, ruling: Ruling, *, by: User, now: dt.datetime) -> None:
    """Award the game of a stored ruling; where that decides a case, the award rests on the ruling on the case."""
    call = _call_of(ruling)
    place = {"match_number": call.match_number, "game_number": call.game_number}
    to = HOME if ruling.awarded_to == Side.HOME else AWAY
    after = awards.award_game(fixture, **place, to=to, reason=ruling.reason, by=by, now=now)
    decided = conduct.decide_awarded_case(fixture, after, **place, to=to, reason=ruling.reason, by=by, now=now)
    if decided is not None:
        ruling.awarded_to = ""
    else:
        # An appeal that succeeds goes back to the version before.
        ruling.before, ruling.after = after.corrects, after
        ruling.rule, ruling.rule_text = conduct.rule_in(fixture, call.match_number)
    ruling.save(update_fields=["awarded_to", "before", "after", "rule", "rule_text"])


def recompute(ruling: Ruling) -> Verdict:
    """Return the verdict that the stored cards, call and ruleset give today; WrongState if no hand was called."""
    call = ruling.call or (ruling.dispute.call if ruling.dispute else None)
    if call is None:
        raise WrongState(N_("This ruling settled a sheet; there is no hand to count."), code="no-call")
    return adjudicate(
        parse_cards(call.cards),
        parse_card(call.starter),
        crib=call.crib,
        declared=call.declared,
        claimed=call.claimed,
        takes=call.takes,
        ruleset=Ruleset.from_dict(ruling.ruleset_value),
    )


def verify_call(call: Call) -> Verification:
    """Judge a stored call with the engine, by the ruleset of its match; its fixture's division is joined."""
    return check_hand(
        cards=call.cards,
        starter=call.starter,
        crib=call.crib,
        declared=call.declared,
        claimed=call.claimed,
        takes=call.takes,
        ruleset=conduct.ruleset_of(call.fixture, call.match_number),
    )


def problems_of_call(fixture: Fixture, given: Mapping[str, Any]) -> list[Problem]:
    """Return what is wrong with those parts of a call, and of a ruling on it, that can be read."""
    called: Any = given
    problems: list[Problem] = []
    if {"match_number", "game_number", "counter"} <= given.keys():
        problems += place_problems(fixture, called)
    if {"match_number", "counter", "counter_player_id", "challenger_player_id"} <= given.keys():
        problems += player_problems(fixture, called)
    if {"award_to", "reason"} <= given.keys():
        problems += decision_problems(given["reason"], given["award_to"], "")
    if "match_number" in given:
        problems += problems_of_hand({**given, "ruleset": conduct.ruleset_of(fixture, given["match_number"])})
    return problems


def check_called(fixture: Fixture, called: CalledHand, more: Iterable[Problem] = ()) -> Verification:
    """Judge a call in this fixture with the engine; raise Invalid with every problem, on the argument of that name."""
    problems = [*place_problems(fixture, called), *player_problems(fixture, called), *more]
    if called["declared"] is None and called["claimed"] is None:
        problems.append(Problem("no-call", N_("Say what the player called."), "declared"))
    try:
        verified = check_hand(
            cards=called["cards"],
            starter=called["starter"],
            crib=called["crib"],
            declared=called["declared"],
            claimed=called["claimed"],
            takes=called["takes"],
            ruleset=conduct.ruleset_of(fixture, called["match_number"]),
        )
    except Invalid as error:
        raise Invalid([*problems, *error.problems]) from None
    if problems:
        raise Invalid(problems)
    return verified


def _make_rows(
    fixture: Fixture,
    called: CalledHand,
    verified: Verification,
    *,
    reason: str,
    award_to: str,
    by: User,
    now: dt.datetime,
) -> tuple[Call, Ruling]:
    assert verified.verdict is not None, "a ruling is about a call"  # noqa: S101 - `check_called` saw to it
    call = _make_call(fixture, called, verified)
    call.recorded_by, call.recorded_at = by, now
    ruling = Ruling(
        call=call,
        referee=by,
        decided_at=now,
        reason=reason,
        ruleset=verified.ruleset.name,
        ruleset_value=verified.ruleset.to_dict(),
        # Its reason can be translated for those who are told of it now; it is stored in English.
        verdict=verified.verdict.to_dict() | {"reason": verified.verdict.reason},
        awarded_to=award_to,
    )
    return call, ruling


def _make_call(fixture: Fixture, called: CalledHand, verified: Verification) -> Call:
    return Call(
        fixture=fixture,
        match_number=called["match_number"],
        game_number=called["game_number"],
        counter=called["counter"],
        counter_player_id=called.get("counter_player_id"),
        challenger_player_id=called.get("challenger_player_id"),
        cards=" ".join(map(str, verified.show.hand)),
        starter=str(verified.show.starter),
        crib=called["crib"],
        declared=verified.verdict.declared if verified.verdict else 0,
        claimed=called["claimed"],
        takes=called["takes"],
    )


def _find_stored(league: League, key: str) -> tuple[Ruling, str] | None:
    """Return the ruling stored from a form before, and the side that form awarded the game to."""
    entry = JournalEntry.objects.filter(league=league, kind=JournalKind.CALL_RULED, key=key, imported=False).first()
    if entry is None:
        return None
    ruling = Ruling.objects.select_related("call").get(pk=entry.data["ruling"])
    return ruling, entry.data.get("award_to", ruling.awarded_to)


def _return_if_same(stored: Ruling, award_to: str, call: Call, ruling: Ruling) -> Ruling:
    if stored.revoked_at is not None:
        message = N_("The ruling on this form was revoked. Open a new form for the next ruling.")
        raise WrongState(message, code="revoked")
    before = stored.call
    same_call = all(getattr(before, field) == getattr(call, field) for field in CALL_FIELDS)
    if same_call and (stored.reason, award_to) == (ruling.reason, ruling.awarded_to):
        return stored
    raise WrongState(N_("This form was stored before with another hand. Open a new one for the next ruling."))


def _call_of(ruling: Ruling) -> Call:
    assert ruling.call is not None, "a ruling on a call"  # noqa: S101 - `rule` made it with a call
    return ruling.call


def _game_place(ruling: Ruling) -> Text:
    call = _call_of(ruling)
    return place_of_game(call.match_number, call.game_number)


def _record(fixture: Fixture, ruling: Ruling, key: str, *, by: User, now: dt.datetime) -> None:
    teams = call_teams(_call_of(ruling))
    record(
        fixture.league,
        JournalKind.CALL_RULED,
        key,
        by=by,
        now=now,
        what=Text(
            "ruled on a call by {team} in {place} of {fixture}: {verdict} {pegs}.",
            team=teams.counter,
            place=_game_place(ruling),
            fixture=str(fixture),
            verdict=ruling.verdict["reason"],
            pegs=teams.pegs(ruling.verdict),
        ),
        why=ruling.reason,
        fixture=fixture,
        player=concerned_player(ruling),
        data={"ruling": ruling.pk, "call": ruling.call_id, "award_to": ruling.awarded_to},
    )


def concerned_player(ruling: Ruling) -> Player | None:
    """Return the counter, or a false challenger: in whose history a ruling stands."""
    if ruling.call is None:
        return None
    return ruling.call.challenger_player if ruling.verdict["false_challenge"] else ruling.call.counter_player


def _notify_captains(fixture: Fixture, ruling: Ruling, moves: Text | None, *, now: dt.datetime) -> None:
    """Tell both captains, with what it moves in the table; who loses the game is told so (R43)."""
    league, about = fixture.league, {"fixture": str(fixture), "place": _game_place(ruling)}
    today = now.astimezone(league.tz).date()
    captains = {side: captains_of(fixture.team_id(side), on=today) for side in Side}
    key = f"ruling:{ruling.pk}"
    both = {user.pk: user for users in captains.values() for user in users}.values()
    pegs = call_sides(_call_of(ruling)).pegs(ruling.verdict)
    text = Text("{fixture}, {place}: {verdict} {pegs}.", verdict=ruling.verdict["reason"], pegs=pegs, **about)
    if moves is not None:
        text = Text.joined(" ", [text, moves])
    queue_notice(league, both, NoticeKind.RULING_MADE, key, text=text, now=now, fixture=fixture)
    if ruling.awarded_to:
        winner = Side(ruling.awarded_to)
        team = str(getattr(fixture, winner))
        text = Text("{fixture}, {place} was awarded to {team}: {reason}", team=team, reason=ruling.reason, **about)
        queue_notice(
            league, captains[winner.other], NoticeKind.CAPTAIN_INFORMED, key, text=text, now=now, fixture=fixture
        )


def persistent_threshold(fixture: Fixture, match_number: int) -> int:
    """Return how many overcalls or false challenges in a game the ruleset of a match calls persistent (R43)."""
    return conduct.ruleset_of(fixture, match_number).persistent_threshold


def store_disputed_call(fixture: Fixture, called: CalledHand, *, by: User, now: dt.datetime) -> Call:
    """Store the disputed call as this captain saw it; WrongState if the hand is disputed or was ruled on."""
    show = check_called(fixture, called).show
    declared = called["declared"]
    assert declared is not None, "checked"  # noqa: S101 - `check_called` wants one
    call = Call(
        fixture=fixture,
        match_number=called["match_number"],
        game_number=called["game_number"],
        counter=called["counter"],
        counter_player_id=called.get("counter_player_id"),
        challenger_player_id=called.get("challenger_player_id"),
        cards=" ".join(map(str, show.hand)),
        starter=str(show.starter),
        crib=called["crib"],
        declared=declared,
        claimed=called["claimed"],
        takes=called["takes"],
        recorded_by=by,
        recorded_at=now,
    )
    require_not_ruled_on(call)
    call.save(force_insert=True)
    return call


def verdict_of(dispute: Dispute) -> dict[str, object]:
    """Return the engine's verdict on the disputed call as fields of a ruling, so that anybody can recompute it."""
    if dispute.call is None:
        return {}
    dispute.call.fixture = dispute.fixture
    verified = verify_call(dispute.call)
    assert verified.verdict is not None, "a call was made"  # noqa: S101 - a stored call has what was declared
    return {
        "ruleset": verified.ruleset.name,
        "ruleset_value": verified.ruleset.to_dict(),
        "verdict": verified.verdict.to_dict(),
    }


def award_choices(dispute: Dispute, match_number: int, game_number: int) -> tuple[SideName, ...]:
    """Return the sides that a ruling on a dispute may award a game to (R43)."""
    if dispute.call is None:
        return sides_for_game(dispute.fixture, match_number, game_number)
    dispute.call.fixture = dispute.fixture
    verdict = verify_call(dispute.call).verdict
    assert verdict is not None, "a call was made"  # noqa: S101 - a stored call has what was declared
    return sides_for_call(dispute.call, verdict)
