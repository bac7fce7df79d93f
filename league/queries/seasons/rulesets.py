"""Rulesets and formats that divisions play by, earlier ones too."""

import copy
import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min

from league.enums import FixtureState, RulesetName
from league.models import Division, Fixture, FixtureFormat, League, OwnRuleset, Result, Season
from league.rules.formats import kept_terms, parse_format, terms
from league.rules.match_terms import GAMES, Terms, is_own
from league.rules.problems import Problem
from league.rules.rulesets import hand_size, stored_ruleset
from league.rules.tie_breaks import check_tie_breaks
from league.translation import N_, Text


class OwnRulesets(NamedTuple):
    """A league's own ruleset and its versions, the last first, each with the divisions that play by them."""

    latest: OwnRuleset
    versions: tuple[tuple[OwnRuleset, tuple[Division, ...]], ...]


def own_rulesets(league: League) -> list[OwnRulesets]:
    """A league's own rulesets by title (two queries)."""
    rows = list(
        OwnRuleset.objects.filter(league=league).select_related("made_by").order_by("title", "name", "-version")
    )
    playing: dict[int, dict[int, Division]] = {}
    divisions = Division.objects.filter(season__league=league, season__hidden_at=None).select_related("season")
    for division in divisions.order_by("-season__first_week", "order", "name"):
        of_matches = {
            (row.name, row.version): row.pk for row in rows if f"{row.name}:{row.version}" in division.match_rules
        }
        for own in (division.singles_own_id, division.doubles_own_id, *of_matches.values()):
            if own is not None:
                playing.setdefault(own, {})[division.pk] = division
    # The title may change from one version to the next; the name stays.
    by_name: dict[str, list[OwnRuleset]] = {}
    for row in rows:
        by_name.setdefault(row.name, []).append(row)
    found = [sorted(versions, key=lambda row: -row.version) for versions in by_name.values()]
    return [
        OwnRulesets(versions[0], tuple((row, tuple(playing.get(row.pk, {}).values())) for row in versions))
        for versions in found
    ]


class Countable(NamedTuple):
    """A ruleset to count a hand by; `kept` cards make a hand."""

    word: str
    title: str | Text
    kept: int


def counted_by(league: League, season: Season | None) -> list[Countable]:
    """Rulesets that a hand of a league can be counted by: the engine's, and the league's own that are played by in the
    season (two queries). What its secretary only tries out is nobody else's to read.
    """
    if season is None:
        return named_rulesets()
    own, words = set[int | None](), set[str]()
    for singles, doubles, named in season.divisions.values_list("singles_own", "doubles_own", "match_rules"):
        own |= {singles, doubles}
        words |= named.keys()
    rows = OwnRuleset.objects.filter(league=league).order_by("title", "-version") if words or own - {None} else ()
    return [
        *named_rulesets(),
        *(
            Countable(word, title, stored_ruleset(row.value).hand_size)
            for row in rows
            if row.pk in own or f"{row.name}:{row.version}" in words
            for word, title in _worded([row])
        ),
    ]


def named_rulesets() -> list[Countable]:
    return [Countable(word, title, hand_size(word)) for word, title in RulesetName.choices]


def _worded(rows: Iterable[OwnRuleset]) -> Iterator[tuple[str, Text]]:
    for row in rows:
        yield f"{row.name}:{row.version}", Text("{title}, version {version}", title=row.title, version=row.version)


def choices_of(league: League) -> list[tuple[str, str]]:
    """Rulesets a division can play by, with titles (one query)."""
    own = OwnRuleset.objects.filter(league=league).order_by("title", "-version")
    return [*RulesetName.choices, *_worded(own)]


def find_own_ruleset(league: League, word: str) -> OwnRuleset | None:
    """The league's own ruleset that a word like ``house-rules:2`` names (one query, or none)."""
    name, own, version = word.partition(":")
    if not own or not (version.isascii() and version.isdigit() and len(version) <= 4):
        return None
    return OwnRuleset.objects.filter(league=league, name=name[:50], version=int(version)).first()


def rulesets_named_in(league: League, said: Terms) -> tuple[dict[str, dict[str, Any]], list[Problem]]:
    """Values of the league's own rulesets that a format's matches name, and a problem for each missing one.

    One query or none; those of the engine are left out.
    """
    own = [word for word in said.named_rulesets if is_own(word)]
    if not own:
        return {}, []
    rows = OwnRuleset.objects.filter(league=league, name__in={word.partition(":")[0] for word in own})
    known = {f"{row.name}:{row.version}": stored_ruleset(row.value).to_dict() for row in rows}
    message = N_("“{word}”: the league has made no such ruleset; its own are listed under Rulesets")
    problems = [Problem("format", Text(message, word=word), "fixture_format") for word in own if word not in known]
    return {word: known[word] for word in own if word in known}, problems


def terms_by(division: Division, text: str) -> Terms:
    """A division's terms if its format were this text, not stored (one query, or none).

    Its season and league must be joined.
    """
    found = copy.copy(division)
    found.fixture_format, found.games_per_match = text, GAMES
    found.match_rules, _ = rulesets_named_in(division.season.league, parse_format(text)[0])
    return terms(found)


def ruleset_word(division: Division, kind: str) -> str:
    """The word for what a division plays by; its own ruleset must be joined."""
    own: OwnRuleset | None = getattr(division, f"{kind}_own")
    return f"{own.name}:{own.version}" if own is not None else str(getattr(division, f"{kind}_ruleset"))


def divisions_to_choose(season: Season) -> list[Division]:
    """Divisions of a season with their rulesets (one query)."""
    found = season.divisions.select_related("season__league", "singles_own", "doubles_own")
    return list(found.order_by("order", "name"))


class EarlierFormat(NamedTuple):
    """A former format of a division that fixtures with a result keep: how many, and when they were played."""

    format: FixtureFormat
    fixtures: int
    first: dt.date
    last: dt.date


def earlier_formats(divisions: Iterable[Division]) -> dict[int, tuple[EarlierFormat, ...]]:
    """Earlier formats of divisions of one season, the oldest first, by division.

    Two queries; none where no format has changed. Season and league must be joined.
    """
    changed = {one.pk: one for one in divisions if one.format_since is not None}
    if not changed:
        return {}
    kept = Result.objects.filter(live=True, fixture__division__in=changed).order_by()
    counted = kept.values_list("fixture__division_id", "format_id").annotate(
        Count("pk"), Min("fixture__starts_at"), Max("fixture__starts_at")
    )
    rows = [row for row in counted if row[1] != changed[row[0]].format_id]
    formats = FixtureFormat.objects.in_bulk([row[1] for row in rows])
    found: dict[int, list[EarlierFormat]] = defaultdict(list)
    for division, played, fixtures, first, last in sorted(rows, key=lambda row: (row[3], row[1])):
        zone = changed[division].season.league.tz
        days = first.astimezone(zone).date(), last.astimezone(zone).date()
        found[division].append(EarlierFormat(formats[played], fixtures, *days))
    return {division: tuple(earlier) for division, earlier in found.items()}


def format_impact(division: Division) -> list[Text]:
    """Say how many fixtures another format or ruleset holds for, and how many keep theirs (two queries)."""
    fixtures = Fixture.objects.filter(division=division).exclude(state=FixtureState.CANCELLED)
    played = fixtures.filter(results__live=True).count()
    to_play = fixtures.exclude(results__live=True).count()
    sentence = Text(
        "Fixtures without a result, played like that from now on: {to_play}. Fixtures with a result, which keep what "
        "they were played by: {played}.",
        to_play=to_play,
        played=played,
    )
    return [sentence] if played or to_play else []


def played_by(division: Division) -> list[Terms]:
    """Terms of a division and of all its results that count (one query)."""
    kept = FixtureFormat.objects.filter(results__live=True, results__fixture__division=division).distinct()
    return [terms(division), *map(kept_terms, kept)]


def check_tie_breaks_of(division: Division) -> list[Problem]:
    """Problems of tie-breaks that need points which the division's sheets do not have, or had not (one query)."""
    known = all(match.points_known for terms in played_by(division) for match in terms.matches)
    return check_tie_breaks(division.tie_breaks, written=("tables", "points", "lots") if known else ("tables", "lots"))
