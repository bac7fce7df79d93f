"""The divisions of an import written: made, changed, or left as they are where they have played."""

from typing import Any

from league.models import (
    Division,
)
from league.queries.results.sheets import has_results
from league.queries.seasons.evenings import home_of
from league.queries.seasons.formats import check_tie_breaks_of
from league.queries.seasons.rulesets import rulesets_named_in
from league.queries.seasons.settings.catalogue import format_column
from league.rules.formats import parse_format, read_format, terms
from league.rules.match_terms import GAMES
from league.rules.scheme_columns import COLUMNS, check_scheme, stored_scheme
from league.rules.settings import WHEN
from league.services.dates.evenings import all_follow
from league.services.portability.imports.columns import WON_BY
from league.services.portability.imports.plan import divisions_of
from league.services.portability.imports.values import SeasonValue
from league.services.portability.imports.writer import Writer
from league.services.slugs import unique_slug
from league.translation import N_, Text


def write_divisions(w: Writer) -> None:
    found = Division.objects.filter(season=w.season)
    w.divisions = {division.name: division for division in found.select_related("season")}
    given = w.plan.season
    for order, name in enumerate(divisions_of(w.plan), start=1):
        division = w.divisions.get(name)
        if division is None and given is not None:
            taken = [other.slug for other in w.divisions.values()]
            new = Division(
                season=w.season, name=name, slug=unique_slug(name, taken), order=order, **given.counted,
                **_evening_columns(given, name),
                fixture_format=str(parse_format(given.fixture_format)[0]), match_rules=_named_rulesets(w, given),
            )  # fmt: skip
            _check_points(w, new)
            new.save(force_insert=True)
            w.divisions[name] = new
            w.created(N_("divisions"), [w.divisions[name]])
        elif division is not None and given is not None:
            _same_division(w, division)


def _same_division(w: Writer, division: Division) -> None:
    given = w.plan.season
    assert given is not None  # noqa: S101 - the caller has seen to it
    said = _played_otherwise(division, given.fixture_format)
    if said and has_results(division):
        message = Text(
            "{division} plays {format} and has results; change its format on the season’s page “Formats”",
            division=division.name,
            format=division.fixture_format,
        )
        w.log.problem(given.row, "format", message)
        return
    if w.season.published_at is not None and any([_other_points(w, division), _other_evening(w, division)]):
        return
    named = {"match_rules": _named_rulesets(w, given)} if said else {}
    own = _evening_columns(given, division.name)
    w.same_or_change(N_("divisions"), division, **given.counted, **said, **named, **own)
    if own:
        all_follow(division)
        for entry in w.plan.known.entries.values():
            if entry.division_id == division.pk:
                for name, value in home_of(division, entry.home_night, entry.start_time).items():
                    setattr(entry, name, value)
    for problem in check_tie_breaks_of(division) if said else ():
        w.log.problem(given.row, "format", problem)
    _check_points(w, division)


def _evening_columns(given: SeasonValue, division: str) -> dict[str, Any]:
    """Return the columns of a division whose evening or start the file says; none where it says nothing of them."""
    said = given.evenings.get(division)
    return {name: getattr(said, name) for name in WHEN} if said else {}


def _other_evening(w: Writer, division: Division) -> bool:
    """Log the evening or start that a file has otherwise than a published season, as `_other_points` does points."""
    given = w.plan.season
    assert given is not None  # noqa: S101 - the caller has seen to it
    others = any(value != getattr(division, name) for name, value in _evening_columns(given, division.name).items())
    if others:
        message = Text(
            "{division} is published with another; change it under Settings, where the captains are told why",
            division=division.name,
        )
        w.log.problem(given.row, "evenings of divisions", message)
    return others


def _other_points(w: Writer, division: Division) -> bool:
    """Log the points that a file has otherwise than a published season: those change for a reason, on their page."""
    given = w.plan.season
    assert given is not None  # noqa: S101 - the caller has seen to it
    others = [name for name, value in given.counted.items() if value != getattr(division, name)]
    for name in others:
        stored = getattr(division, name)
        heading = WON_BY if name == "won_by" else str(COLUMNS[name].label)
        message = Text(
            "{division} is published with {now}; change it under Settings, where the captains are told why",
            division=division.name,
            now=stored if name == "won_by" else format_column(stored),
        )
        w.log.problem(given.row, heading if heading in given.row else "format", message)
    return bool(others)


def _named_rulesets(w: Writer, given: SeasonValue) -> dict[str, Any]:
    """Return the league's own rulesets that the matches of a file's format name, by their words."""
    return dict(rulesets_named_in(w.league, parse_format(given.fixture_format)[0])[0])


def _played_otherwise(division: Division, text: str) -> dict[str, Any]:
    """Return the columns of a division whose format a file has otherwise; none where it says the same in other words.

    The number of games that the format leaves unsaid is written into it, as a decision on the season's page does.
    """
    before, after = (read_format(one, division.games_per_match)[0] for one in (division.fixture_format, text))
    return {} if before == after else {"fixture_format": str(after), "games_per_match": GAMES}


def _check_points(w: Writer, division: Division) -> None:
    """Log the points of a division that can never come about; then nothing of the files is written."""
    given = w.plan.season
    assert given is not None  # noqa: S101 - the caller has seen to it
    for problem in check_scheme(stored_scheme(division), terms(division)):
        heading = str(COLUMNS[problem.field].label)
        if heading in given.row:
            w.log.problem(given.row, heading, problem)
        else:
            w.log.problem(given.row, "format", problem)
