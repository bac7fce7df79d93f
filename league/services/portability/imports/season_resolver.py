"""The season that spreadsheets are about: named by season.csv, chosen by the secretary, or told by their dates.

A guess would write a week's results into the draft of next season; so where the dates do not decide it, it is asked.
"""

import datetime as dt
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from league.models import League, Season, Week
from league.rules.names import folded
from league.rules.wording import spelt
from league.services.portability.imports.moments import date_of
from league.services.portability.imports.readers import Log, Row
from league.translation import Text

# What a season is not needed for: a pub has the same address in every season.
OF_NO_SEASON = {"venues.csv"}
DATED = ("results.csv", "fixtures.csv")
WEEK = dt.timedelta(days=6)


@dataclass(frozen=True, slots=True)
class _Span:
    """A season and its first and last day."""

    season: Season
    first: dt.date
    last: dt.date

    def holds(self, days: Iterable[dt.date]) -> bool:
        return all(self.first <= day <= self.last for day in days)


def season_of(
    league: League, name: str | None, chosen: Season | None, rows: Mapping[str, Sequence[Row]], today: dt.date, log: Log
) -> Season | None:
    """Return the season that the files are about; None for a new one, or where it is unclear (then `log` says so).

    Args:
        name: as season.csv has it; None where there is no such file.
        chosen: by whoever loads them, where they chose one.
        rows: of every file, by its name.
        today: in the league's time zone.
    """
    if name is not None:
        found = Season.objects.filter(league=league, name_key=folded(name)).first()
        if chosen is not None and chosen != found:
            message = Text(
                'is for "{season}", but you chose {chosen}: choose that season, or none',
                season=name,
                chosen=chosen.name,
            )
            log.of_file("season.csv", message)
        return found
    if chosen is not None:
        return chosen
    spans = _spans(league)
    if len(spans) < 2:
        return spans[0].season if spans else None
    days = _days(rows)
    fitting = [span for span in spans if span.holds(days)] if days else _current_spans(spans, today)
    fitting = _with_fixtures(fitting, days) if len(fitting) > 1 and days else fitting
    if len(fitting) == 1 or not rows.keys() - OF_NO_SEASON:
        return (fitting or spans)[0].season
    _ask(spans, fitting, days, rows, log)
    return None


def _spans(league: League) -> list[_Span]:
    """Every season of a league, the latest first (two queries)."""
    seasons = list(Season.objects.filter(league=league, hidden_at=None).order_by("-first_week"))
    last: dict[int, dt.date] = {}
    for season, starts in Week.objects.filter(season__in=seasons).values_list("season_id", "starts_on"):
        last[season] = max(last.get(season, starts), starts)
    return [_Span(one, one.first_week, last.get(one.pk, one.first_week) + WEEK) for one in seasons]


def _days(rows: Mapping[str, Sequence[Row]]) -> set[dt.date]:
    """The days in the files that can be read; the others are complained of elsewhere."""
    found = {date_of(row["date"]) for file in DATED for row in rows.get(file, ())}
    return {day for day in found if day is not None}


def _current_spans(spans: Sequence[_Span], today: dt.date) -> list[_Span]:
    """Those that are not over; where all are, the one that ended last."""
    return [span for span in spans if span.last >= today] or list(spans[:1])


def _with_fixtures(spans: Sequence[_Span], days: set[dt.date]) -> list[_Span]:
    """Those of seasons that overlap which have fixtures in the weeks of these days; all of them if none has."""
    mondays = {day - dt.timedelta(days=day.weekday()) for day in days}
    of = [span.season.pk for span in spans]
    weeks = Week.objects.filter(season__in=of, starts_on__in=mondays, fixtures__isnull=False)
    having = set(weeks.values_list("season_id", flat=True))
    return [span for span in spans if span.season.pk in having] or list(spans)


def _ask(
    spans: Sequence[_Span], fitting: Sequence[_Span], days: set[dt.date], rows: Mapping[str, Sequence[Row]], log: Log
) -> None:
    choices = Text.joined(", ", map(_describe_span, fitting or spans))
    if days and not fitting:
        message = Text("no season has all these dates; choose one ({choices})", choices=choices)
    else:
        message = Text("it is not clear which season this is for; choose one ({choices})", choices=choices)
    file = next((name for name in rows if name not in OF_NO_SEASON), next(iter(rows)))
    log.of_file(file, message, field="season")


def _describe_span(span: _Span) -> Text:
    about = {"season": span.season.name, "first": spelt(span.first), "last": spelt(span.last)}
    if span.season.published_at:
        return Text("{season}: {first} to {last}", **about)
    return Text("{season} (draft): {first} to {last}", **about)
