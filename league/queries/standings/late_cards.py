import datetime as dt

from django.db.models import Q

from league.enums import FixtureState
from league.models import Fixture, LateCard, League, Season
from league.queries.outages import gaps_in
from league.queries.visibility import not_hidden, sides_shown

JOINED = ("fixture__division__season__league", "fixture__home", "fixture__away", "adjustment", "decided_by")
# Of one league, which is at hand: its columns are as many as all others of a card.
WITHOUT_LEAGUE = ("fixture__division__season", *JOINED[1:])
# Nobody decides on what is of a hidden team, or of a fixture that counts for nothing.
TO_DECIDE = Q(decided_at=None) & sides_shown("fixture__") & ~Q(fixture__state=FixtureState.CANCELLED)


def result_due(fixture: Fixture) -> dt.datetime:
    """When a fixture's result is due, later where an outage took of its time (two queries)."""
    season = fixture.division.season
    evenings = season.league.evenings
    return evenings.after_gaps(evenings.hours_after(fixture.starts_at, season.league.result_hours), gaps_in(season))


def late_cards_of(season: Season) -> list[LateCard]:
    """Late cards of a season, those to decide first and then the latest (one query)."""
    decided = Q(decided_at__isnull=False) & sides_shown("fixture__")
    found = LateCard.objects.filter(TO_DECIDE | decided, fixture__division__season=season).select_related(*JOINED)
    return sorted(found.order_by("-sent_at", "pk"), key=lambda card: card.decided_at is not None)


def open_late_cards(league: League) -> list[LateCard]:
    """Late cards that wait for the secretary, the oldest first (one query)."""
    shown = not_hidden("fixture__division__season__")
    found = LateCard.objects.filter(shown, TO_DECIDE, fixture__division__season__league=league)
    rows = found.select_related(*WITHOUT_LEAGUE).order_by()
    cards = sorted(rows, key=lambda card: (card.sent_at, card.pk))
    for card in cards:
        card.fixture.division.season.league = league
    return cards
