"""Called hands and what was ruled on them."""

from league.models import Fixture, Ruling


def rulings_of(fixture: Fixture) -> list[Ruling]:
    """The rulings on calls of a fixture by match and game (one query)."""
    return list(
        Ruling.objects.filter(call__fixture=fixture)
        .select_related("call__counter_player", "call__challenger_player", "referee")
        .order_by("call__match_number", "call__game_number", "decided_at")
    )
