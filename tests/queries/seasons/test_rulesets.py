"""The rulesets that a hand of a league can be counted by."""

from league.queries.seasons.rulesets import counted_by
from tests.factories import Town


def test_a_league_without_a_season_counts_by_the_rulesets_that_come_with_the_engine(town: Town) -> None:
    assert "league" in [one.word for one in counted_by(town.league, None)]
    assert counted_by(town.league, None) == counted_by(town.league, town.season)
