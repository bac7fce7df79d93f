"""The coast's club nights: two Thursdays on which nine and ten players sat down for nine games."""

import datetime as dt
import random

from league.enums import CompetitionKind
from league.models import League, Player, User
from league.queries.leagues import current_season
from league.services.competitions import sittings
from league.services.competitions.club_nights import NewSeries, make_series
from league.services.competitions.score_cards import write_result
from timetable.calendar import monday_of

THURSDAY, WEEK, EVENING = dt.timedelta(days=3), dt.timedelta(weeks=1), dt.time(19)
GAMES = 9


def play_nights(league: League, now: dt.datetime) -> None:
    """Make a series and play two nights of it, the last one the week before."""
    secretary = User.objects.get(email="secretary@demo.example")
    season = current_season(league, now=now)
    assert season is not None  # noqa: S101 - it was loaded just now
    series = make_series(season, CompetitionKind.CLUB_NIGHT, NewSeries("Grass Roots"), by=secretary, now=now - 3 * WEEK)
    chance = random.Random(9)  # noqa: S311 - invented spreads, not secrets
    players = list(Player.objects.filter(league=league).order_by("pk"))[::2]
    monday = monday_of(now.astimezone(league.tz).date())
    for day, present in ((monday - 2 * WEEK + THURSDAY, players[:9]), (monday - WEEK + THURSDAY, players[1:11])):
        at = dt.datetime.combine(day, EVENING, tzinfo=league.tz)
        night = sittings.open_sitting(series, day, by=secretary, now=at)
        for player in present:
            sittings.note_arrival(night, player, by=secretary, now=at)
        for number in range(1, GAMES + 1):
            at += dt.timedelta(minutes=20)
            for game in sittings.pair_next_game(night, number, by=secretary, now=at):
                if game.second_id is not None:
                    write_result(game, chance.choice((-1, 1)) * chance.randint(1, 40), by=secretary, now=at)
        sittings.close_sitting(night, by=secretary, now=at)
