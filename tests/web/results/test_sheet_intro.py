"""The sentence above a sheet about what is to be done for each game, by what the format has written down."""

import pytest

from tests import factories
from tests.web.pages import page, signed_in, words


@pytest.mark.usefixtures("db", "today")
@pytest.mark.parametrize(
    ("match_format", "said"),
    [
        ("S3 S3", "For each game, tap the winner and type the loser’s score."),
        ("S3w S3w", "For each game, tap who won it."),
        (
            "S3 S3w",
            "For each game, tap the winner, and type the loser’s score where there is a field for it.",
        ),
        ("S3t S3t", "For each match, enter how many games each side won."),
        (
            "S3 S3t",
            "For each game, tap the winner, or enter how many games each side won, as the match asks.",
        ),
        (
            "S3t S3p",
            "For each match, enter how many games each side won, and the points pegged where it asks for them.",
        ),
        (
            "S3p S3p",
            "For each match, enter how many games each side won and the points it pegged in all of them.",
        ),
    ],
)
def test_it_says_what_is_typed_of_the_games(match_format: str, said: str) -> None:
    town = factories.town(match_format=match_format)
    assert said in words(signed_in(town.captains["Anchor"]).get(page(town.fixture("Anchor", "Bell"), "sheet")))
