"""A team's colour: the disc before its name. Nothing is conveyed by it alone."""

import datetime as dt

from django.db import transaction

from league import access
from league.enums import JournalKind, TeamColour
from league.errors import Invalid
from league.models import Team, User
from league.rules.problems import Problem
from league.services.journal import record_numbered
from league.services.locks import require_not_hidden
from league.services.seasons.upkeep.checking import old_and_new
from league.translation import N_, Text, in_a_sentence


@transaction.atomic
def choose_colour(team: Team, colour: str, *, by: User, now: dt.datetime) -> Team:
    """Set a team's colour, or with "" none; two teams may have the same, the same again changes nothing."""
    access.require(by, "team.colour", team.league, team, now=now)
    if colour not in ("", *TeamColour.values):
        raise Invalid([Problem("choice", N_("Choose one of the colours, or no colour."), "colour")])
    rows = Team.objects.select_for_update(of=("self",), no_key=True).select_related("league")
    row = rows.get(pk=team.pk)
    require_not_hidden(row.league, row)
    if row.colour == colour:
        return row
    data = old_and_new(row, {"colour": colour})
    row.colour = colour
    row.save(update_fields=["colour"])
    what = Text("removed the colour of {team}", team=row.name)
    if colour:
        called = in_a_sentence(TeamColour(colour).label)
        what = Text("changed the colour of {team} to {colour}", team=row.name, colour=called)
    key = f"team:{row.pk}:"
    record_numbered(row.league, JournalKind.TEAM_CHANGED, key, what, by=by, now=now, data=data, team=row)
    return row
