"""The places that the teams of a division can still reach, as its page shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from league.models import League
from league.queries.standings.standings import DivisionTable
from league.rules.prospects import Outlook, Prospect
from league.translation import Text
from league.web.cards import url_of


@dataclass(frozen=True, slots=True)
class ProspectRow:
    """A team, the places that it can still reach, and what that means for the title, promotion and relegation."""

    team: str
    url: str
    reach: Text
    decided: bool
    outlooks: tuple[Outlook, ...]


def prospect_rows(found: Sequence[Prospect], table: DivisionTable, league: League) -> list[ProspectRow]:
    """Return a row a team, in the order of the table; none for teams that have withdrawn.

    None at all while every team can still reach every place, which one sentence says better.
    """
    if all(_everything(one, len(found)) for one in found):
        return []
    gone = {entry.team_id for entry in table.withdrawn}
    return [
        ProspectRow(
            table.teams[one.team].name, url_of("team", league, team=table.teams[one.team].slug), one.reach,
            one.places is not None and one.places.decided, one.news,
        )
        for one in found
        if one.team not in gone
    ]  # fmt: skip


def _everything(found: Prospect, teams: int) -> bool:
    places = found.places
    return places is not None and (places.best_clear, places.worst_clear) == (1, teams)
