import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from league.access import CAPTAINS
from league.enums import NoticeKind, NoticeState
from league.models import Fixture, League, Notice, Role, User
from league.queries.desk.oversight import Late, not_entered
from league.queries.mail.letters import start_key
from league.queries.visibility import is_public

# Nobody is asked again about the same fixture before this is over.
QUIET = dt.timedelta(days=2)


@dataclass(frozen=True, slots=True)
class AskedCaptain:
    """A captain to ask about a fixture for the nth time; the number makes the notice's key unique."""

    user: User
    number: int

    def key(self, fixture: Fixture) -> str:
        return f"{start_key(fixture)}:{self.number}"


@dataclass(frozen=True, slots=True)
class Chase:
    """An overdue result, who would be asked, and when somebody was last."""

    late: Late
    asked: Sequence[AskedCaptain]
    lately: dt.datetime | None  # the last reminder, if too recent for another

    @property
    def fixture(self) -> Fixture:
        return self.late.fixture

    @property
    def people(self) -> list[User]:
        return [one.user for one in self.asked]

    @property
    def nobody(self) -> bool:
        """Whether neither side has a captain with an account."""
        return not self.asked and self.lately is None


def chases_of(league: League, *, by: User | None, now: dt.datetime) -> list[Chase]:
    """Overdue results with the captains to ask, except who asks (three queries)."""
    return chases_about(league, not_entered(league, now=now), by=by, now=now)


def chases_about(league: League, overdue: Sequence[Late], *, by: User | None, now: dt.datetime) -> list[Chase]:
    """The same for these overdue results (two queries)."""
    open_ones = [late for late in overdue if is_public(late.fixture)]
    captains = _captains(league, open_ones, now)
    told = _earlier_reminders(open_ones)
    return [_chase(late, captains, told, by, now) for late in open_ones]


def _chase(
    late: Late,
    captains: Mapping[int, Sequence[User]],
    told: Mapping[tuple[int, str], Sequence[Notice]],
    by: User | None,
    now: dt.datetime,
) -> Chase:
    fixture, asked = late.fixture, []
    lately: dt.datetime | None = None
    people = {user.pk: user for team in (fixture.home_id, fixture.away_id) for user in captains.get(team, ())}
    for pk, user in people.items():
        before = told.get((pk, start_key(fixture)), ())
        # What was called off before it was sent has asked nobody.
        sent = [notice.created_at for notice in before if notice.state != NoticeState.CANCELLED]
        if sent and max(sent) > now - QUIET:
            lately = max(lately or max(sent), max(sent))
        elif by is None or pk != by.pk:
            asked.append(AskedCaptain(user, len(before) + 1))
    return Chase(late, tuple(asked), lately)


def _captains(league: League, overdue: Sequence[Late], now: dt.datetime) -> dict[int, list[User]]:
    """Captains and vice-captains of today, by team (one query)."""
    today = now.astimezone(league.tz).date()
    teams = {team for late in overdue for team in (late.fixture.home_id, late.fixture.away_id)}
    lasting = Q(ends_on=None) | Q(ends_on__gte=today)
    held = Role.objects.filter(lasting, kind__in=CAPTAINS, team__in=teams, ended_at=None, starts_on__lte=today)
    found: dict[int, list[User]] = defaultdict(list)
    for role in held.filter(user__is_active=True).select_related("user").order_by("user__name", "user"):
        found[role.team_id or 0].append(role.user)
    return found


def _earlier_reminders(overdue: Sequence[Late]) -> dict[tuple[int, str], list[Notice]]:
    """Earlier requests about these fixtures on their dates (one query)."""
    found: dict[tuple[int, str], list[Notice]] = defaultdict(list)
    keys = {late.fixture.pk: start_key(late.fixture) for late in overdue}
    rows = Notice.objects.filter(kind=NoticeKind.RESULT_CHASED, fixture__in=list(keys))
    for notice in rows.only("recipient_id", "fixture_id", "key", "state", "created_at"):
        key = keys[notice.fixture_id or 0]
        if notice.key.startswith(f"{key}:"):
            found[notice.recipient_id, key].append(notice)
    return found
