"""The registrations, guests and late cards that other settings of a running season would touch.

Each function tells of one setting that is to be another, in sentences: what follows at once, or that nothing does.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from typing import Final

from django.db.models import Count

from league.enums import FixtureState
from league.models import Appearance, LateCard, Registration, Result, Season
from league.queries.results.eligibility import beyond_limit, guest_evenings
from league.rules.eligibility import Registered, transfers_in
from league.rules.wording import spelt
from league.translation import N_, Text

NOBODY_NEED = N_("Nobody need be registered this season, so it holds for nobody.")
NO_GUESTS = N_("There are no guests this season, so it holds for nobody.")


def _eligibility(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    here = Result.objects.filter(fixture__division__season=season, live=True).exclude(breaches=[])
    if listed := here.exclude(fixture__state=FixtureState.CANCELLED).count():
        yield Text.plural(
            "{n} result that was taken with somebody on it who may not play stays as it is.",
            "{n} results that were taken with somebody on them who may not play stay as they are.",
            n=listed,
        )
    else:
        yield N_("Results that were sent already are not judged again.")


def _registration(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    registered = Registration.objects.filter(season=season).values("player")
    if after.registration == "open":
        n = registered.distinct().count()
        yield Text.plural(
            "{n} registered player stays registered for their team.",
            "{n} registered players stay registered for their teams.",
            n=n,
        )
        return
    seats = Appearance.objects.filter(result__fixture__division__season=season, result__live=True)
    seats = seats.exclude(result__fixture__state=FixtureState.CANCELLED)
    if without := seats.exclude(player__in=registered).values("player").distinct().count():
        yield Text.plural(
            "{n} player who has played is registered for no team, and may not play until they are.",
            "{n} players who have played are registered for no team, and may not play until they are.",
            n=without,
        )
    else:
        yield N_("Everybody who has played is registered for a team.")


def _registration_days(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    if after.registration == "open":
        yield NOBODY_NEED
        return
    today = now.astimezone(season.league.tz).date()
    began = [row.starts_on for rows in _registered(season).values() for row in rows if row.on(today)]

    def waiting(days: int) -> int:
        return sum(day > season.first_week and (today - day).days < days for day in began)

    yield Text(
        "Registered players who may not play yet today: {then} instead of {now}.",
        then=waiting(after.registration_days),
        now=waiting(season.registration_days),
    )


def _registration_until(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    if after.registration == "open":
        yield NOBODY_NEED
        return
    today, last = now.astimezone(season.league.tz).date(), after.registration_until
    if last is None:
        yield N_("New players can be registered on any day of the season.")
        return
    if last < today:
        yield N_("From now on nobody new can be registered.")
    else:
        yield Text("New players can be registered until {day}.", day=spelt(last))
    first = [min(row.starts_on for row in rows) for rows in _registered(season).values()]
    if late := sum(day > last for day in first):
        yield Text.plural(
            "{n} player was registered for a later day, and may not play.",
            "{n} players were registered for later days, and may not play.",
            n=late,
        )


def _transfer_limit(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    times = [transfers_in(tuple(rows)) for rows in _registered(season).values()]

    def no_more(limit: int | None) -> int:
        return 0 if limit is None else sum(n >= limit for n in times)

    yield Text(
        "Registered players who can change teams no more: {then} instead of {now}.",
        then=no_more(after.transfer_limit),
        now=no_more(season.transfer_limit),
    )


def _transfer_until(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    today, last = now.astimezone(season.league.tz).date(), after.transfer_until
    if last is None:
        yield N_("Players can change teams on any day of the season.")
    elif last < today:
        yield N_("From now on nobody can change teams.")
    else:
        yield Text("Players can change teams until {day}.", day=spelt(last))
    yield N_("Transfers that were made stay.")


def _guests(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    if been := len(guest_evenings(season)):
        yield Text.plural(
            "{n} appearance of a guest so far stays as it was judged.",
            "{n} appearances of guests so far stay as they were judged.",
            n=been,
        )
    else:
        yield N_("Nobody has played as a guest so far.")


def _guest_limit(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    if after.guests == "none":
        yield NO_GUESTS
        return
    if after.guest_limit is None:
        yield N_("A guest may play any number of times from now on. Results already sent stay as they were judged.")
        return

    def beyond(one: Season) -> int:
        return sum(map(len, beyond_limit(season, one.guest_limit).values())) if one.guests != "none" else 0

    # Sheets are judged again by the limit that there is (services.results.guests).
    yield Text(
        "Appearances of guests beyond the limit, which their results list: {then} instead of {now}.",
        then=beyond(after),
        now=beyond(season),
    )


def _guests_at_once(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    if after.guests == "none":
        yield NO_GUESTS
        return
    if after.guests_at_once is None:
        yield N_("A team may have any number of guests from now on. Results already sent stay as they were judged.")
        return
    here = Appearance.objects.filter(result__fixture__division__season=season, result__live=True, guest=True)
    teams = here.values("result", "side").annotate(guests=Count("player", distinct=True))
    beyond = teams.filter(guests__gt=after.guests_at_once).count()
    if not beyond:
        yield N_("No team has had more guests than that in one fixture.")
        return
    yield Text.plural(
        "{n} team has had more guests than that in one fixture; its result stays as it was judged.",
        "{n} times a team has had more guests than that in one fixture; those results stay as they were judged.",
        n=beyond,
    )


def _late_card(season: Season, after: Season, now: dt.datetime) -> Iterator[Text]:
    if waiting := LateCard.objects.filter(fixture__division__season=season, decided_at=None).count():
        yield Text.plural(
            "{n} late card already proposed is yours to decide as it was proposed.",
            "{n} late cards already proposed are yours to decide as they were proposed.",
            n=waiting,
        )
    else:
        yield N_("Results that were late already have no points proposed, or are decided.")


def _registered(season: Season) -> dict[int, list[Registered]]:
    """The registrations of a season by player (one query)."""
    found: dict[int, list[Registered]] = defaultdict(list)
    rows = Registration.objects.filter(season=season).order_by("starts_on", "pk")
    for player, team, starts_on, ends_on in rows.values_list("player_id", "team_id", "starts_on", "ends_on"):
        found[player].append(Registered(team, starts_on, ends_on))
    return found


WHO_PLAYS: Final[Mapping[str, Callable[[Season, Season, dt.datetime], Iterator[Text]]]] = {
    "eligibility": _eligibility,
    "registration": _registration,
    "registration_days": _registration_days,
    "registration_until": _registration_until,
    "transfer_limit": _transfer_limit,
    "transfer_until": _transfer_until,
    "guests": _guests,
    "guest_limit": _guest_limit,
    "guests_at_once": _guests_at_once,
    "late_card": _late_card,
    "late_card_points": _late_card,
}
"""The functions that tell of each setting, for a season as it is and as it would be; two queries each at most."""
