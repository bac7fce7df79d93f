"""By what long lists can be narrowed."""

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import django_filters as filters
from django import forms
from django.db.models import Exists, OuterRef, Q, QuerySet
from rest_framework.request import Request

from league.api.bodies import shortened
from league.api.operations import Operation
from league.enums import LIVE_STATES, ChargeKind, FixtureState, ResultState
from league.errors import Invalid
from league.models import Charge, Division, Fixture, Player, Registration, Result, Season
from league.queries.money import STATES
from league.queries.visibility import teams_for
from league.rules.names import nearest_name
from league.rules.problems import Problem
from league.translation import N_, Text, translated


def narrowed(view: Any, rows: QuerySet[Any], **more: Any) -> QuerySet[Any]:
    """Return the rows of a list that match the query by the view's filters. Raises Invalid with every bad value."""
    given = view.request.query_params
    filter_set = view.filterset_class(given, queryset=rows, **more)
    problems = [
        Problem("filter", _describe_filter(filter_set.filters[name], given[name], messages), name)
        for name, messages in filter_set.errors.items()
        if name not in NAMED
    ]
    if not problems:
        far = [name for name, value in filter_set.form.cleaned_data.items() if not _in_reach(value)]
        problems = [Problem("filter", N_("Give a moment of this century."), name) for name in far]
    named = (named_problem(name, given[name], find(view)) for name, find in NAMED.items() if name in given)
    problems += [problem for problem in named if problem is not None]
    if problems:
        raise Invalid(problems)
    return filter_set.qs


def _divisions(view: Any) -> QuerySet[Any]:
    # Where there is no such season, that alone is what is wrong.
    season = view.seasons.filter(slug=view.request.query_params.get("season", ""))
    return Division.objects.filter(season__in=season if season.exists() else view.seasons)


# What a parameter of this name can name.
NAMED: Mapping[str, Callable[[Any], QuerySet[Any]]] = {
    "season": lambda view: view.seasons,
    "division": _divisions,
    "team": lambda view: teams_for(view.league, view.grants).filter(hidden_at=None),
    "player": lambda view: Player.objects.filter(league=view.league),
}
NOT_THERE: Mapping[str, str] = {
    "season": N_("There is no season “{name}” in this league."),
    "division": N_("There is no division “{name}” there."),
    "team": N_("There is no team “{name}” in this league."),
    "player": N_("There is no player “{name}” in this league. Give a player’s id."),
}


def named_problem(name: str, value: str, rows: QuerySet[Any]) -> Problem | None:
    """Return the problem that a parameter (a key of `NAMED`) names nothing here, with what was meant; else None."""
    message: str = Text(NOT_THERE[name], name=shortened(value))
    if name == "player":
        is_there = value.isascii() and value.isdigit() and len(value) < 10 and rows.filter(pk=int(value)).exists()
        return None if is_there else Problem("filter", message, name)
    named = list(rows.order_by("slug").distinct().values_list("pk", "slug", "name"))
    slugs = {slug: slug for _, slug, _ in named}
    if value in slugs:
        return None
    meant = {str(pk): slug for pk, slug, _ in named} | {title: slug for _, slug, title in named} | slugs
    near = meant.get(value) or meant.get(nearest_name(value, meant))
    if near:
        message = Text.joined(" ", (message, Text("Did you mean “{near}”?", near=near)))
    return Problem("filter", message, name)


def give_one_of(value: str, words: Iterable[str]) -> Text:
    message = Text("Give one of: {words}.", words=", ".join(words := tuple(words)))
    near = nearest_name(value, words)
    return Text.joined(" ", (Text("Did you mean “{near}”?", near=near), message)) if near else message


def _describe_filter(queried: filters.Filter, value: str, messages: Iterable[Any]) -> Text:
    if isinstance(queried, filters.ChoiceFilter):
        return give_one_of(value, [str(word) for word, _ in queried.extra["choices"]])
    if isinstance(queried, filters.IsoDateTimeFilter):
        return Text("Give a moment as in {example}.", example="2026-09-21T19:30:00+01:00")
    return Text.joined(" ", (str(message) for message in messages))


def _in_reach(value: Any) -> bool:
    """A calendar cannot count around the ends of time."""
    return not isinstance(value, dt.datetime) or 1900 <= value.year <= 9000


class TrueOrFalse(forms.Field):
    """Refuses any other value rather than reading it as no answer."""

    def to_python(self, value: Any) -> bool | None:
        if value in self.empty_values:
            return None
        text = str(value).strip().lower()
        if text not in ("true", "false"):
            raise forms.ValidationError(translated(N_("Give one of: true, false.")), code="invalid")
        return text == "true"


class TrueOrFalseFilter(filters.BooleanFilter):
    field_class = TrueOrFalse


class FixtureFilter(filters.FilterSet):
    """Fixtures by season, division, team, time, state, and what their result is at."""

    season = filters.CharFilter("division__season__slug", label="A season’s slug.")
    division = filters.CharFilter("division__slug", label="A division’s slug.")
    team = filters.CharFilter(method="of_team", label="A team’s slug: at home or away.")
    after = filters.IsoDateTimeFilter("starts_at", "gte", label="Beginning then or later.")
    before = filters.IsoDateTimeFilter("starts_at", "lt", label="Beginning before then.")
    state = filters.ChoiceFilter(choices=FixtureState.choices, label="Whether it has a date.")
    played = TrueOrFalseFilter(method="is_played", label="Whether it has a result that counts.")
    result = filters.ChoiceFilter(
        choices=[(s.value, s.label) for s in (ResultState.SUBMITTED, ResultState.CONFIRMED, ResultState.DISPUTED)],
        method="at_result",
        label="What its sheet is at.",
    )

    def of_team(self, rows: QuerySet[Fixture], name: str, value: str) -> QuerySet[Fixture]:
        return rows.filter(Q(home__slug=value) | Q(away__slug=value))

    def is_played(self, rows: QuerySet[Fixture], name: str, value: bool) -> QuerySet[Fixture]:
        return self._resting(rows, Q(state=ResultState.CONFIRMED), value)

    def at_result(self, rows: QuerySet[Fixture], name: str, value: str) -> QuerySet[Fixture]:
        return self._resting(rows, Q(state=value), True)

    def _resting(self, rows: QuerySet[Fixture], condition: Q, yes: bool) -> QuerySet[Fixture]:
        resting = Exists(Result.objects.filter(condition, fixture=OuterRef("pk"), live=True))
        return rows.filter(resting if yes else ~resting)


class ChargeFilter(filters.FilterSet):
    """Charges by kind, by whether they are owed, and by the team or player they are about."""

    kind = filters.ChoiceFilter(choices=ChargeKind.choices, label="A fee, a fine or pennies.")
    state = filters.ChoiceFilter(
        choices=[(state, state) for state in STATES], method="at_state", label="Owed, paid, or cancelled."
    )
    team = filters.CharFilter(method="of_team", label="A team’s slug: what it and its players are charged.")
    player = filters.NumberFilter("player", label="A player’s id.")

    def at_state(self, rows: QuerySet[Charge], name: str, value: str) -> QuerySet[Charge]:
        return rows.filter(STATES[value])

    def of_team(self, rows: QuerySet[Charge], name: str, value: str) -> QuerySet[Charge]:
        return rows.filter(Q(team__slug=value) | Q(through__slug=value))


class PlayerFilter(filters.FilterSet):
    """Players by the team they are registered for in a season. Not by name: one that is shortened could be guessed."""

    season = filters.CharFilter(method="registered", label="Registered in the season of that slug.")
    team = filters.CharFilter(method="registered", label="Registered for the team of that slug.")

    def __init__(self, *args: Any, seasons: QuerySet[Season] | None = None, **more: Any) -> None:
        super().__init__(*args, **more)
        # A registration of a season that the asker does not see tells them nothing, whatever they ask for.
        self.seen = Season.objects.none() if seasons is None else seasons

    def registered(self, rows: QuerySet[Player], name: str, value: str) -> QuerySet[Player]:
        """Both together are of one registration, so each looks at the other."""
        season_and_team = {f"{asked}__slug": self.data[asked] for asked in ("season", "team") if self.data.get(asked)}
        seen = Registration.objects.filter(season__in=self.seen)
        return rows.filter(Exists(seen.filter(player=OuterRef("pk"), **season_and_team)))


class ResultFilter(filters.FilterSet):
    """Results by season, division, team, state, and when they were sent."""

    season = filters.CharFilter("fixture__division__season__slug", label="A season’s slug.")
    division = filters.CharFilter("fixture__division__slug", label="A division’s slug.")
    team = filters.CharFilter(method="of_team", label="A team’s slug: at home or away.")
    state = filters.ChoiceFilter(choices=[(s.value, s.label) for s in LIVE_STATES], label="What it is at.")
    after = filters.IsoDateTimeFilter("submitted_at", "gte", label="Sent then or later.")
    before = filters.IsoDateTimeFilter("submitted_at", "lt", label="Sent before then.")

    def of_team(self, rows: QuerySet[Result], name: str, value: str) -> QuerySet[Result]:
        return rows.filter(Q(fixture__home__slug=value) | Q(fixture__away__slug=value))


def check(request: Request, view: Any, operation: Operation) -> None:
    """Refuse unknown, repeated or blank parameters: a slip must not answer everything.

    Raises:
        Invalid: with each of them, and the names that are allowed.
    """
    allowed = allowed_parameters(view, operation)
    given = request.query_params
    problems = [_unknown(name, allowed) for name in given if name not in allowed]
    for name in allowed:
        values = given.getlist(name)
        if len(values) > 1:
            again = Text("“{name}” is given {count} times. Give it once.", name=name, count=len(values))
            problems.append(Problem("filter", again, name))
        elif values == [""]:
            blank = Text("“{name}” is blank. Give it a value, or leave it out.", name=name)
            problems.append(Problem("filter", blank, name))
    if problems:
        raise Invalid(problems)


def allowed_parameters(view: Any, operation: Operation) -> tuple[str, ...]:
    """Return the query parameters of an operation, sorted: its own, its filters and its pages'."""
    names = {*operation.query}
    if operation.listed:
        filter_set = getattr(view, "filterset_class", None)
        names |= set(filter_set.base_filters) if filter_set is not None else set()
        paginator = view.paginator
        names |= {paginator.page_size_query_param, paginator.cursor_query_param} if paginator is not None else set()
    return tuple(sorted(names))


def _unknown(name: str, allowed: Sequence[str]) -> Problem:
    echo = shortened(name)
    if near := nearest_name(name, allowed):
        message = Text("There is no parameter “{name}” here. Did you mean “{near}”?", name=echo, near=near)
    elif allowed:
        message = Text(
            "There is no parameter “{name}” here. Allowed here: {allowed}.", name=echo, allowed=", ".join(allowed)
        )
    else:
        message = Text("There is no parameter “{name}” here. None is allowed here.", name=echo)
    return Problem("unknown-parameter", message, echo)
