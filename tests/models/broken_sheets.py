"""Rows of sheets, disputes and rulings, for the tests of what the database refuses."""

from typing import Any

from league.enums import DisputeSubject, MatchKind, ResultState
from league.models import (
    Appeal,
    AppealVote,
    Appearance,
    Call,
    ConductCase,
    Dispute,
    Game,
    LiveScore,
    Match,
    Result,
    Ruling,
    SheetDraft,
    User,
)
from tests import factories
from tests.factories import Town
from tests.models.broken_rows import NOW


def result(town: Town, **fields: Any) -> Result:
    fields = {"version": 1, "home_games": 5, "away_games": 4, "submitted_at": NOW, **fields}
    fixture = town.fixture("Anchor", "Bell")
    return Result.objects.create(fixture=fixture, format=factories.format_of(fixture), **fields)


def match(town: Town, **fields: Any) -> Match:
    fields = {"number": 1, "kind": MatchKind.SINGLES, "home_games": 2, "away_games": 1, **fields}
    held = fields.pop("result", None) or result(town)
    return Match.objects.create(result=held, **fields)


def match_with_points(town: Town, **fields: Any) -> Match:
    """A match whose games are counted, with the points pegged in them."""
    return match(town, **{"written": "pegged", "home_played": 2, "away_played": 1} | fields)


def game(town: Town, **fields: Any) -> Game:
    held = fields.pop("match", None) or match(town)
    return Game.objects.create(
        match=held, **{"number": 1, "home_score": 121, "away_score": 90, "winner": "home"} | fields
    )


def seat(town: Town, within: Match, player: int = 0, **fields: Any) -> Appearance:
    chosen = town.squads["Anchor"][player]
    fields = {"side": "home", "seat": 1, **fields}
    return Appearance.objects.create(result=within.result, match=within, player=chosen, **fields)


def dispute(town: Town, **fields: Any) -> Dispute:
    held = fields.pop("result", None) or result(town)
    fields = {"side": "away", "reason": "No.", "opened_at": NOW, **fields}
    return Dispute.objects.create(fixture=held.fixture, result=held, **fields)


def call(town: Town, **fields: Any) -> Call:
    fields = {"match_number": 1, "game_number": 1, "counter": "home", "cards": "5H 5S 5D JC", "starter": "5C", **fields}
    return Call.objects.create(fixture=town.fixture("Anchor", "Bell"), declared=20, recorded_at=NOW, **fields)


def player_twice_in_a_match(town: Town) -> None:
    first = match(town)
    seat(town, first)
    seat(town, first, seat=2)


def seat_taken_twice(town: Town) -> None:
    first = match(town)
    seat(town, first, 0)
    seat(town, first, 1)


def match_number_twice(town: Town) -> None:
    first = match(town)
    match(town, result=first.result)


def game_number_twice(town: Town) -> None:
    first = game(town)
    game(town, match=first.match)


def version_twice(town: Town) -> None:
    result(town, live=False, state=ResultState.SUPERSEDED)
    result(town)


def two_live(town: Town) -> None:
    result(town)
    result(town, version=2)


def two_open_disputes(town: Town) -> None:
    first = dispute(town)
    dispute(town, result=first.result)


def two_open_disputes_of_a_game(town: Town) -> None:
    held = result(town)
    for _ in "ab":
        dispute(town, result=held, subject=DisputeSubject.GAME, match_number=1, game_number=2)


def two_open_disputes_of_a_call(town: Town) -> None:
    held, called = result(town), call(town)
    for _ in "ab":
        dispute(town, result=held, subject=DisputeSubject.CALL, call=called, match_number=1, game_number=2)


def conduct(town: Town, **fields: Any) -> ConductCase:
    fields = {"match_number": 1, "game_number": 2, "side": "home", "threshold": 3, **fields}
    return ConductCase.objects.create(fixture=town.fixture("Anchor", "Bell"), proposed_at=NOW, **fields)


def appeal(town: Town, **fields: Any) -> Appeal:
    ruling = Ruling.objects.create(call=call(town), decided_at=NOW)
    return Appeal.objects.create(ruling=ruling, opened_at=NOW, **{"reason": "No.", **fields})


def appeal_vote(on: Appeal, user: User, **fields: Any) -> AppealVote:
    made = {"appeal": on, "user": user, "allow": True, "reason": "It was wrong.", "voted_at": NOW, **fields}
    return AppealVote.objects.create(**made)


def two_proposed(town: Town) -> None:
    for version in (1, 2):
        result(town, version=version, live=False, state=ResultState.PROPOSED)


def draft(town: Town) -> SheetDraft:
    held = town.fixture("Anchor", "Bell")
    return SheetDraft.objects.create(fixture=held, user=town.referee, sheet={}, updated_at=NOW)


def live_score(town: Town, **fields: Any) -> LiveScore:
    held = town.fixture("Anchor", "Bell")
    return LiveScore.objects.create(fixture=held, league=town.league, begun_at=NOW, changed_at=NOW, **fields)


def two_standing_rulings(town: Town) -> None:
    disputed = dispute(town)
    Ruling.objects.create(dispute=disputed, decided_at=NOW, revoked_at=NOW)
    for _ in "ab":
        Ruling.objects.create(dispute=disputed, decided_at=NOW)


def ruling_on_both(town: Town) -> None:
    Ruling.objects.create(call=call(town), dispute=dispute(town), decided_at=NOW)
