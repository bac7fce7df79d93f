import datetime as dt

from league.models import Call, Dispute, Fixture, User
from league.rules.sheets import Side as SideName
from league.services.calls.awards import sides_for_call, sides_for_game
from league.services.calls.called import CalledHand, not_ruled_on
from league.services.calls.rule import check_called, verify_call


def keep(fixture: Fixture, called: CalledHand, *, by: User, now: dt.datetime) -> Call:
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
    not_ruled_on(call)
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
