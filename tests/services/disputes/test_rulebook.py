"""The rules page's books: divisions that play alike share one, whoever goes up and down."""

from league.models import Division
from league.services.disputes.rulebook import MOVES, books_of
from tests import factories
from tests.factories import Town


def test_divisions_that_differ_in_promotion_alone_share_a_book(town: Town) -> None:
    Division.objects.update(relegated_teams=2)
    for order, up in ((2, 2), (3, 0)):
        Division.objects.create(
            season=town.season, name=f"Division {order}", slug=f"division-{order}", order=order, promoted_teams=up,
            fixture_format=factories.FORMAT,
        )  # fmt: skip
    first, *_ = books_of(town.season)
    assert first.divisions == ("division-1", "division-2", "division-3")
    (moves,) = [chapter for chapter in first.sections if chapter.anchor.endswith(MOVES)]
    assert [str(rule) for rule in moves.rules] == [
        "Division 1: The last two teams are relegated.",
        "Division 2: The first two teams are promoted.",
    ]


def test_divisions_of_which_as_many_go_up_are_not_named(town: Town) -> None:
    Division.objects.update(promoted_teams=1)
    first, *_ = books_of(town.season)
    (moves,) = [chapter for chapter in first.sections if chapter.anchor.endswith(MOVES)]
    assert [str(rule) for rule in moves.rules] == ["The first team is promoted."]
