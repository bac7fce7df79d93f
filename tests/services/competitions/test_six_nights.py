"""Six Grass Roots nights with 17 people, some of whom come late or leave early."""

import datetime as dt
from collections import Counter
from collections.abc import Iterable

from league.access import anybody
from league.models import JournalEntry, Player, Sitting, SittingGame
from league.queries.competitions.sittings import load_night, load_series
from league.rules.competitions.score_cards import total_season
from tests.factories import Town
from tests.services.competitions.sittings import make_club_nights, make_players, open_night, play_night


def _met(games: Iterable[SittingGame]) -> Counter[frozenset[int | None]]:
    return Counter(frozenset((game.first_id, game.second_id)) for game in games if game.second_id is not None)


def test_six_nights_of_seventeen(town: Town, now: dt.datetime) -> None:
    people = make_players(town, 17)
    competition = make_club_nights(town, now, best=4)
    for week in range(6):
        # Two come late, one goes home after the sixth game; whoever it is moves round.
        late = [people[week], people[week + 6]]
        early = [people[(week + 11) % 17]]
        there = [player for player in people if player not in late]
        sitting = open_night(town, competition, there, now, week)
        play_night(town, sitting, now, come={3: late[:1], 4: late[1:]}, go={7: early}, seed=week)
    _check_nights(people, list(Sitting.objects.order_by("date")))
    _check_season(town, people)


def _check_nights(people: list[Player], sittings: list[Sitting]) -> None:
    assert len(sittings) == 6
    for week, sitting in enumerate(sittings):
        games = list(sitting.games.all())
        first = {key for game in games if game.number == 1 for key in (game.first_id, game.second_id)}
        assert people[week].pk not in first
        # Nobody meets anybody twice on a night, and nobody has two byes.
        assert max(_met(games).values()) == 1
        byes = Counter(game.first_id for game in games if game.second_id is None)
        assert max(byes.values()) == 1
        # 15 and 17 are odd, 16 is even: a bye in games 1 to 3 less one late, then with all 17, none once one has gone.
        assert [sum(game.second_id is None for game in games if game.number == n) for n in range(1, 10)] == [
            1, 1, 0, 1, 1, 1, 0, 0, 0,
        ]  # fmt: skip
        for game in games:
            assert (game.table == 0) == (game.second_id is None)
    every = _met(SittingGame.objects.all())
    # 136 pairs of 17, and 6 nights of about 68 games: each pair has met two to four times, or nearly.
    assert sum(every.values()) == 6 * (7 + 7 + 8 * 7)
    assert len(every) == 136
    assert max(every.values()) <= 5


def _check_season(town: Town, people: list[Player]) -> None:
    [competition] = {sitting.competition for sitting in Sitting.objects.select_related("competition__sitting_rules")}
    standing = load_series(competition, anybody(town.league)).standing
    assert len(standing) == 17
    cards = {player.pk: [] for player in people}
    for sitting in Sitting.objects.select_related("competition__sitting_rules"):
        for placed in load_night(sitting, anybody(town.league)).standing:
            cards[placed.key].append(placed.total)
    for line in standing:
        assert line.placed.total == total_season(cards[line.placed.key], best=4)
        assert line.nights == 6
    points = [line.placed.total.points for line in standing]
    assert points == sorted(points, reverse=True)
    kinds = Counter(JournalEntry.objects.values_list("kind", flat=True))
    assert kinds == {"competition-made": 1, "night-opened": 6, "game-paired": 54, "night-closed": 6}
