"""A league's own rulesets, in immutable versions, and the divisions that play by them.

A ruling stores its whole ruleset, so a new version changes nothing decided before.
"""

import copy
import datetime as dt
from collections.abc import Mapping
from typing import Any, Final

from django.db import transaction
from django.utils.text import slugify

from league import access
from league.enums import JournalKind, RulesetName
from league.errors import Invalid, WrongState
from league.models import Division, League, OwnRuleset, User
from league.queries.seasons.rulesets import find_own_ruleset
from league.rules.formats import ruleset_of, terms
from league.rules.match_terms import word_of
from league.rules.problems import Problem
from league.rules.rulesets import check_title, read_ruleset, stored_ruleset
from league.rules.scheme_columns import check_scheme, stored_scheme
from league.services.fixtures import change_format
from league.services.journal import record, record_numbered
from league.services.locks import lock_season
from league.services.seasons.checking import announce_change, read_reason
from league.translation import N_, Text
from scoring import RULESETS, Ruleset

# Enough for any league; a version is a row that is kept for ever.
MOST_VERSIONS: Final = 100
KINDS: Final = ("singles", "doubles")


def check_own(league: League, title: str, fields: Mapping[str, Any], *, of: OwnRuleset | None = None) -> Ruleset:
    """Validate a new ruleset, or the next version of one; nothing is stored.

    `said` are fields by name; those left out are the league's usual ones. Raise Invalid with every problem, at its
    field.
    """
    name = of.name if of is not None else slugify(title)[:40].strip("-")
    problems = _name_problems(league, name) if of is None and not check_title(title) else []
    ruleset, wrong = read_ruleset(name or "own", _next_version(league, name), title, fields)
    if problems or ruleset is None:
        raise Invalid([*problems, *wrong])
    return ruleset


def _name_problems(league: League, name: str) -> list[Problem]:
    if not name:
        return [Problem("title", N_("Give it a title with letters or digits in it."), "title")]
    if name in RULESETS:
        message = Text(
            "A ruleset that comes with Muggins is called that: {title}. Choose another title.",
            title=RULESETS[name].called,
        )
        return [Problem("title", message, "title")]
    if OwnRuleset.objects.filter(league=league, name=name).exists():
        message = N_("The league has a ruleset of that title. Choose another, or make a new version of that one.")
        return [Problem("title", message, "title")]
    return []


def _next_version(league: League, name: str) -> int:
    last = OwnRuleset.objects.filter(league=league, name=name).order_by("-version").first()
    return 1 if last is None else last.version + 1


@transaction.atomic
def make_ruleset(
    league: League, title: str, fields: Mapping[str, Any], *, of: OwnRuleset | None = None, by: User, now: dt.datetime
) -> OwnRuleset:
    """Store a ruleset, or the next version of one. Raises as `check_own`; WrongState if there are too many, or no
    change."""
    access.require(by, "ruleset.make", league, now=now)
    league = League.objects.select_for_update(no_key=True).get(pk=league.pk)
    if OwnRuleset.objects.filter(league=league).count() >= MOST_VERSIONS:
        raise WrongState(Text("A league keeps {most} versions of rulesets at most.", most=MOST_VERSIONS))
    ruleset = check_own(league, title, fields, of=of)
    value = ruleset.to_dict()
    if of is not None:
        last = OwnRuleset.objects.filter(league=league, name=of.name).order_by("-version")[0]
        if last.value | {"version": ruleset.version} == value:
            raise WrongState(Text("Nothing is different from version {version}.", version=last.version))
    made = OwnRuleset.objects.create(
        league=league,
        name=ruleset.name,
        version=ruleset.version,
        title=ruleset.title,
        value=value,
        made_by=by,
        made_at=now,
    )
    what = Text("made the ruleset {title}, version {version}", title=made.title, version=made.version)
    record(league, JournalKind.RULESET_MADE, f"{made.name}:{made.version}", by=by, now=now, what=what, data=value)
    return made


@transaction.atomic
def set_rulesets(
    division: Division, chosen: Mapping[str, str], *, reason: str = "", by: User, now: dt.datetime
) -> Division:
    """Set a division's rulesets; the same again changes nothing.

    Another target or lurch is another format: fixtures with a result keep the one that it was played by.

    Args:
        chosen: by kind, a ruleset of the engine, or the league's own with its version, ``house-rules:2``.
        reason: public; needed once a published season has results; the captains are told.

    Raises:
        Invalid: no such ruleset; the division gives points for what its games would no longer have; no reason.
    """
    league = division.season.league
    access.require(by, "ruleset.make", league, now=now)
    lock_season(division.season)
    before = (
        Division.objects.select_for_update(of=("self",), no_key=True)
        .select_related("season__league")
        .get(pk=division.pk)
    )
    after = check_rulesets(before, chosen)
    was, then = rulesets_of(before), rulesets_of(after)
    changed = [kind for kind in KINDS if was[kind] != then[kind]]
    if not changed:
        return before
    running = [after.season] if after.season.published_at is not None else []
    reason = read_reason(reason, running)
    fields = [f"{kind}_{part}" for kind in changed for part in ("ruleset", "own", "rules")]
    after.save(update_fields=[*fields, *change_format(after, terms(before), now=now)])
    what = Text(
        "decided what {division} of {season} plays by: singles {singles}; doubles {doubles}",
        division=after.name,
        season=after.season.name,
        singles=_format_title(then["singles"]),
        doubles=_format_title(then["doubles"]),
    )
    key = f"{after.season.pk}:rulesets:{after.pk}:"
    data, public_data = changed_rulesets(before, after)
    record_numbered(league, JournalKind.SEASON_CHANGED, key, what, by=by, now=now, why=reason, data=data)
    announce_change(running, public_data, reason=reason, division=after, by=by, now=now)
    return after


def check_rulesets(division: Division, chosen: Mapping[str, str]) -> Division:
    """Return a division with these rulesets, not saved. Raises Invalid as `set_rulesets`, but for the reason."""
    after = copy.copy(division)
    problems = [problem for kind in KINDS if kind in chosen for problem in _choose(after, kind, chosen[kind])]
    problems = problems or check_scheme(stored_scheme(after), terms(after))
    if problems:
        raise Invalid(problems)
    return after


def rulesets_of(division: Division) -> dict[str, Ruleset]:
    """A division's rulesets, of singles and of doubles."""
    return {kind: ruleset_of(division, kind) for kind in KINDS}


def changed_rulesets(before: Division, after: Division) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return changed rulesets by field: for the journal by name and version, ``house-rules:2``, for the rules page by
    title.

    The title is kept since a later version may have another.
    """
    was, then = rulesets_of(before), rulesets_of(after)
    changed = [kind for kind in KINDS if was[kind] != then[kind]]
    data, public_data = (
        {f"{kind}_ruleset": {"from": describe(was[kind]), "to": describe(then[kind])} for kind in changed}
        for describe in (word_of, _describe_ruleset)
    )
    return data, public_data


def _choose(division: Division, kind: str, word: str) -> list[Problem]:
    """Set one choice on a division's row, not saved; return what is wrong with it."""
    if word in RulesetName.values:
        _set_ruleset(division, kind, word, None)
        return []
    row = find_own_ruleset(division.season.league, word)
    if row is None:
        return [Problem("ruleset", N_("There is no such ruleset. Choose one of the list."), kind)]
    _set_ruleset(division, kind, RulesetName.LEAGUE, row)
    return []


def _set_ruleset(division: Division, kind: str, name: str, own: OwnRuleset | None) -> None:
    setattr(division, f"{kind}_ruleset", name)
    setattr(division, f"{kind}_own", own)
    setattr(division, f"{kind}_rules", {} if own is None else stored_ruleset(own.value).to_dict())


def _format_title(ruleset: Ruleset) -> Text:
    return Text("{title} (version {version})", title=ruleset.called, version=ruleset.version)


def _describe_ruleset(ruleset: Ruleset) -> str:
    """Name a ruleset for pages, without a query."""
    return word_of(ruleset) if ruleset.name in RULESETS else str(_format_title(ruleset))
