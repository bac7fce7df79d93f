"""The captains of a season's teams, invited all at once."""

import datetime as dt
from collections.abc import Mapping

from django.db import transaction

from league import access
from league.enums import RoleKind
from league.errors import Invalid, WrongState
from league.models import Invitation, League, Team, User
from league.rules.problems import Problem
from league.services.people.invite import invite


@transaction.atomic
def invite_captains(league: League, asked: Mapping[Team, str], *, by: User, now: dt.datetime) -> list[Invitation]:
    """Offer the captaincy of each team to a mail address; either all of them or none.

    Args:
        asked: the address by team; a team whose address is blank is left out.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Invalid: every problem, at the field ``team-<number of the team>``.
    """
    access.require(by, "role.manage", league, now=now)
    made, problems = [], []
    for team, address in sorted(asked.items(), key=lambda one: one[0].pk):
        if not address.strip():
            continue
        field = f"team-{team.pk}"
        try:
            made.append(invite(league, address, RoleKind.CAPTAIN, team, by=by, now=now))
        except Invalid as refused:
            problems += [Problem(each.code, each.message, field, team.name) for each in refused.problems]
        except WrongState as refused:
            problems.append(Problem(refused.code, refused.message, field, team.name))
    if problems:
        raise Invalid(problems)
    return made
