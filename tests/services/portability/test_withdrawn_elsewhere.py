"""A team that left and returned on another server leaves and returns here: the captains are told of each."""

import datetime as dt
import io

import pytest
from django.db import transaction

from league.enums import NoticeKind
from league.models import Entry, Notice, User
from league.services.portability.exports import export_league
from league.services.seasons.withdrawals import return_team, withdraw_team
from tests import factories
from tests.services.taken import LATER, take_in

pytestmark = pytest.mark.django_db


def anchor() -> Entry:
    return Entry.objects.select_related("season__league", "division__season", "team").get(
        team__name="Anchor", season__league__slug="town"
    )


def leave_and_return(now: dt.datetime, *, times: int) -> None:
    by = User.objects.get(email="secretary@town.example")
    for _ in range(times):
        withdraw_team(anchor(), reason="Too few.", by=by, now=now)
        return_team(anchor(), reason="They stay.", by=by, now=now)


@pytest.mark.parametrize("elsewhere", [1, 2])
def test_every_further_withdrawal_and_return_is_told(now: dt.datetime, elsewhere: int) -> None:
    out = io.BytesIO()
    with transaction.atomic():
        town = factories.town()
        leave_and_return(now, times=elsewhere)
        export_league(town.league, out, by=town.secretary, now=now)
        transaction.set_rollback(True)
    # So that this server's numbers are others.
    factories.town("Elsewhere", "elsewhere")
    take_in(out.getvalue())
    leave_and_return(LATER, times=2)
    for kind in (NoticeKind.FIXTURE_CANCELLED, NoticeKind.FIXTURE_MOVED):
        told = Notice.objects.filter(kind=kind, league__slug="town")
        assert told.filter(created_at=LATER).count() == 2 * 4
        assert not told.filter(key__startswith="from-elsewhere").exists()
        assert told.count() == (2 + elsewhere) * 4
