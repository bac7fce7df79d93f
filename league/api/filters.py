"""By what long lists can be narrowed."""

import datetime as dt
from typing import Any

import django_filters as filters
from django.db.models import Exists, OuterRef, Q, QuerySet

from league.enums import LIVE_STATES, FixtureState, ResultState
from league.errors import Invalid
from league.models import Fixture, Player, Registration, Result, Season
from league.rules.problems import Problem


def narrowed(filter_set: type[filters.FilterSet], given: Any, found: QuerySet[Any], **more: Any) -> QuerySet[Any]:
    """What is left of a list.

    Args:
        more: what the filters must know besides, such as the seasons that the asker sees.

    Raises:
        Invalid: a filter has a value that it cannot have; every such problem.
    """
    asked = filter_set(given, queryset=found, **more)
    if not asked.is_valid():
        raise Invalid(
            Problem("filter", " ".join(str(message) for message in messages), name)
            for name, messages in asked.errors.items()
        )
    far = [name for name, value in asked.form.cleaned_data.items() if not _in_reach(value)]
    if far:
        raise Invalid(Problem("filter", "Give a moment of this century.", name) for name in far)
    return asked.qs


def _in_reach(value: Any) -> bool:
    """A calendar cannot count around the ends of time."""
    return not isinstance(value, dt.datetime) or 1900 <= value.year <= 9000


class FixtureFilter(filters.FilterSet):
    """Fixtures by season, division, team, time, state, and what their result is at."""

    season = filters.CharFilter("division__season__slug", label="A season’s slug.")
    division = filters.CharFilter("division__slug", label="A division’s slug.")
    team = filters.CharFilter(method="of_team", label="A team’s slug: at home or away.")
    after = filters.IsoDateTimeFilter("starts_at", "gte", label="Beginning then or later.")
    before = filters.IsoDateTimeFilter("starts_at", "lt", label="Beginning before then.")
    state = filters.ChoiceFilter(choices=FixtureState.choices, label="Whether it has a date.")
    played = filters.BooleanFilter(method="is_played", label="Whether it has a result that counts.")
    result = filters.ChoiceFilter(
        choices=[(s.value, s.label) for s in (ResultState.SUBMITTED, ResultState.CONFIRMED, ResultState.DISPUTED)],
        method="at_result",
        label="What its sheet is at.",
    )

    class Meta:
        model = Fixture
        fields: tuple[str, ...] = ()

    def of_team(self, found: QuerySet[Fixture], name: str, value: str) -> QuerySet[Fixture]:
        return found.filter(Q(home__slug=value) | Q(away__slug=value))

    def is_played(self, found: QuerySet[Fixture], name: str, value: bool) -> QuerySet[Fixture]:
        return self._resting(found, Q(state=ResultState.CONFIRMED), value)

    def at_result(self, found: QuerySet[Fixture], name: str, value: str) -> QuerySet[Fixture]:
        return self._resting(found, Q(state=value), True)

    def _resting(self, found: QuerySet[Fixture], which: Q, yes: bool) -> QuerySet[Fixture]:
        resting = Exists(Result.objects.filter(which, fixture=OuterRef("pk"), live=True))
        return found.filter(resting if yes else ~resting)


class PlayerFilter(filters.FilterSet):
    """Players by the team they are registered for in a season. Not by name: one that is shortened could be guessed."""

    season = filters.CharFilter(method="registered", label="Registered in the season of that slug.")
    team = filters.CharFilter(method="registered", label="Registered for the team of that slug.")

    class Meta:
        model = Player
        fields: tuple[str, ...] = ()

    def __init__(self, *args: Any, seasons: QuerySet[Season] | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        # A registration of a season that the asker does not see tells him nothing, whatever he asks for.
        self.seen = Season.objects.none() if seasons is None else seasons

    def registered(self, found: QuerySet[Player], name: str, value: str) -> QuerySet[Player]:
        """Both together are of one registration, so each looks at the other."""
        which = {f"{asked}__slug": self.data[asked] for asked in ("season", "team") if self.data.get(asked)}
        seen = Registration.objects.filter(season__in=self.seen)
        return found.filter(Exists(seen.filter(player=OuterRef("pk"), **which)))


class ResultFilter(filters.FilterSet):
    """Results by season, division, team, state, and when they were sent."""

    season = filters.CharFilter("fixture__division__season__slug", label="A season’s slug.")
    division = filters.CharFilter("fixture__division__slug", label="A division’s slug.")
    team = filters.CharFilter(method="of_team", label="A team’s slug: at home or away.")
    state = filters.ChoiceFilter(choices=[(s.value, s.label) for s in LIVE_STATES], label="What it is at.")
    after = filters.IsoDateTimeFilter("submitted_at", "gte", label="Sent then or later.")
    before = filters.IsoDateTimeFilter("submitted_at", "lt", label="Sent before then.")

    class Meta:
        model = Result
        fields: tuple[str, ...] = ()

    def of_team(self, found: QuerySet[Result], name: str, value: str) -> QuerySet[Result]:
        return found.filter(Q(fixture__home__slug=value) | Q(fixture__away__slug=value))
