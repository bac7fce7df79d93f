"""The photographs of paper cards: of a fixture, and those that are still to be typed up."""

import datetime as dt

from django.db.models import Exists, OuterRef, QuerySet

from league.enums import FixtureState, JournalKind, ResultState
from league.models import CardPhotograph, Fixture, JournalEntry, League, Result
from league.queries.results.versions import not_enterable, state_of
from league.queries.rows import Rows
from league.queries.visibility import not_closed, sides_shown
from league.translation import N_, Text

DESK = "desk"


def card_photographs_of(fixture: Fixture) -> list[CardPhotograph]:
    """Photographs of a fixture's card without their bytes, the first first (one query)."""
    return list(CardPhotograph.objects.filter(fixture=fixture).select_related("added_by").defer("content"))


def find_card_photograph(fixture: Fixture, pk: int) -> CardPhotograph:
    return CardPhotograph.objects.get(fixture=fixture, pk=pk)


def not_photographable(fixture: Fixture, *, now: dt.datetime) -> str:
    """Return why no photograph of the card is taken any more, or yet; blank where one is (one query at most)."""
    early = not_enterable(fixture, now=now)
    if early:
        return early
    live = Result.objects.filter(fixture=fixture, live=True).first()
    if live is None or live.state == ResultState.SUBMITTED:
        return ""
    if live.state == ResultState.DISPUTED:
        return N_("This result is disputed: add the photograph to the dispute.")
    return Text("This result is {state}: its card isn’t photographed any more.", state=state_of(live))


def journal_key(fixture: Fixture, side: str) -> str:
    """How the keys of a side's journal entries begin; `side` is "" for the secretary."""
    return f"{fixture.pk}:{side or DESK}:"


def card_was_sent(fixture: Fixture, *, by: dt.datetime) -> bool:
    """Whether a side had photographed the card by a moment (one query).

    By the journal: a clearer photograph that came later has taken the first one's place.
    """
    sent = JournalEntry.objects.filter(fixture=fixture, kind=JournalKind.CARD_PHOTOGRAPHED, at__lte=by)
    return sent.exclude(key__contains=f":{DESK}:").exists()


def photographed_qs() -> QuerySet[CardPhotograph]:
    """Photographs of the outer query's fixture."""
    return CardPhotograph.objects.filter(fixture=OuterRef("pk"))


def cards_to_type(league: League) -> Rows[Fixture]:
    """Fixtures whose card was photographed and whose result nobody has entered, the earliest first (one query)."""
    live = Result.objects.filter(fixture=OuterRef("pk"), live=True)
    fixtures = Fixture.objects.filter(
        Exists(photographed_qs()), ~Exists(live), not_closed("division__season__"), sides_shown(),
        division__season__league=league,
    ).exclude(state=FixtureState.CANCELLED)  # fmt: skip
    return Rows(fixtures.select_related("division", "home", "away", "venue").order_by("starts_at", "pk"))
