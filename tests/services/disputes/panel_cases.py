"""Appeals to test with that go to a committee or to judges: game 1 of match 1 was awarded to Bell, Anchor appeals."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from league.enums import AppealsBy, NoticeKind, RoleKind
from league.models import Appeal, League, Notice, Ruling, User
from league.queries.disputes.disputes import find_appeal
from league.services.disputes import appeal as appeals
from league.services.disputes.panel_votes import vote
from tests import factories
from tests.factories import Town
from tests.services import dispute_cases as cases

DAY = dt.timedelta(days=1)


def members(town: Town, kinds: Sequence[RoleKind]) -> list[User]:
    """People who hold these roles, who have served the longer the sooner they stand in the list."""
    found = []
    for number, kind in enumerate(kinds, start=1):
        user = factories.user(f"{kind}-{number}@town.example", name=f"{kind.label} {number}")
        factories.role(user, town.league, kind, starts_on=dt.date(2026, 1, number))
        found.append(user)
    return found


def committee(town: Town, size: int = 3) -> list[User]:
    """A committee whose second member chairs it; it decides appeals from now on."""
    _decided_by(town, AppealsBy.COMMITTEE)
    return members(town, [RoleKind.COMMITTEE, RoleKind.CHAIR, *[RoleKind.COMMITTEE] * (size - 2)])


def judges(town: Town, size: int = 3) -> list[User]:
    """Judges, who decide appeals from now on."""
    _decided_by(town, AppealsBy.JUDGES)
    return members(town, [RoleKind.JUDGE] * size)


def _decided_by(town: Town, body: AppealsBy) -> None:
    League.objects.filter(pk=town.league.pk).update(appeals_by=body)
    town.league.appeals_by = body


def ruling(town: Town, now: dt.datetime) -> Ruling:
    """Game 1 of match 1 is awarded to Bell."""
    cases.counting(town, now)
    made: Ruling = cases.ruled(cases.of_a_game(town, now), town, now, outcome="awarded", awarded_to="away")
    return made


def appealed(town: Town, now: dt.datetime) -> Appeal:
    """Anchor's appeal against it."""
    return appeals.appeal(ruling(town, now), reason="He was not there.", by=town.captains["Anchor"], now=now)


def voted(appeal: Appeal, user: User, now: dt.datetime, *, allow: bool = True, reason: str = "") -> Any:
    """A vote, with a reason of its own."""
    return vote(appeal, allow=allow, reason=reason or f"So says {user.name}.", by=user, now=now)


def asked_by_stage() -> dict[str, set[str]]:
    """Return who was asked to decide, by the stage that they were asked for."""
    found: dict[str, set[str]] = {}
    for notice in Notice.objects.filter(kind=NoticeKind.APPEAL_TO_DECIDE).select_related("recipient"):
        found.setdefault(notice.key.partition(":")[2], set()).add(notice.recipient.name)
    return found


def names(users: list[User]) -> set[str]:
    return {user.name for user in users}


def fresh(appeal: Appeal) -> Appeal:
    return find_appeal(League.objects.get(slug="town"), appeal.pk)


def by_day(now: dt.datetime, days: int) -> dt.datetime:
    """The morning of a later day."""
    return (now + days * DAY).replace(hour=9)
