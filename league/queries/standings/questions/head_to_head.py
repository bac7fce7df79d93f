from dataclasses import dataclass

from django.db.models import Q

from league.models import Team
from league.queries.standings.questions.results import Meeting, as_meeting, meetings
from league.queries.visibility import public
from league.rules.tallies import Entrant, Tally


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Meetings of two teams: `played` count, the latest first, with play-offs; `coming` the next first."""

    team: Team
    other: Team
    played: tuple[Meeting, ...]
    coming: tuple[Meeting, ...]
    tally: Tally


def head_to_head(team: Team, other: Team) -> HeadToHead:
    """Return the meetings of two teams in all public seasons (two queries, whatever their number)."""
    sides = Q(home=team, away=other) | Q(home=other, away=team)
    rows = meetings(sides & public("division__season__")).select_related("division__season__league", "home", "away")
    found = [as_meeting(fixture) for fixture in rows]
    played = [one for one in found if one.scored]
    coming = tuple(one for one in found if one.result is None and not one.cancelled)
    return HeadToHead(team, other, tuple(reversed(played)), coming, _tally(team, played))


def _tally(team: Team, played: list[Meeting]) -> Tally:
    # What a fixture was worth in its season's points is on its receipts.
    tally = Tally(Entrant(team.pk, team.name))
    for one in played:
        if one.result is None:
            continue
        outcome = one.outcome(team)
        tally.won += outcome == "W"
        tally.drawn += outcome == "D"
        tally.lost += outcome == "L"
        tally.abandoned += outcome == "A"
        at_home = one.fixture.home_id == team.pk
        home, away = one.result.home_games, one.result.away_games
        tally.games_for += home if at_home else away
        tally.games_against += away if at_home else home
    return tally
