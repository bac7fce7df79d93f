"""Past winners: recorded, corrected, deleted; a season that is closed records its own.

The journal names competition, year and place but no person: whoever is erased stays nowhere in it.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from league import access
from league.enums import JournalKind
from league.errors import Invalid
from league.models import League, Player, Season, Team, User, Winner
from league.queries.honours.winners import KnownNames, competition_slug
from league.rules.competitions.past_winners import LONGEST_COMPETITION, PLACES, check_winner, clean_fields
from league.rules.names import folded
from league.rules.problems import Problem, check_reason
from league.services.journal import record_numbered
from league.translation import N_, Text

TWICE = N_("This is on record already.")


@transaction.atomic
def record_winner(
    league: League,
    *,
    competition: str,
    year: str,
    name: str,
    place: int = 1,
    slug: str = "",
    season: Season | None = None,
    team: Team | None = None,
    players: Iterable[Player] = (),
    note: str = "",
    by: User,
    now: dt.datetime,
) -> Winner:
    """Record who won, was second or third; recorded again it changes nothing, or what is known besides.

    Args:
        name: as the winner was called then. Without `team` and `players` it is matched to those of the league.
        slug: the competition's; blank: that of the winners it has, or made of its name.

    Raises:
        NotAllowed: `by` is not the league's secretary.
        Invalid: everything that is wrong with the fields.
    """
    access.require(by, "winner.record", league, now=now)
    fields = clean_fields({"competition": competition, "year": year, "name": name, "note": note})
    if problems := check_winner(fields, place, any_year=season is not None):
        raise Invalid(problems)
    people = list(players)
    if team is None and not people:
        team, people = KnownNames(league).find(fields["name"])
    winner, changed = upsert_winner(league, fields, place, slug, season, team, people, by=by, now=now)
    if changed:
        record_decision(winner, N_("recorded for {competition}, {year}: {place}"), by=by, now=now)
    return winner


def upsert_winner(
    league: League,
    fields: dict[str, str],
    place: int,
    slug: str = "",
    season: Season | None = None,
    team: Team | None = None,
    players: Iterable[Player] = (),
    *,
    by: User,
    now: dt.datetime,
) -> tuple[Winner, bool]:
    """Write a checked winner; return it, and whether anything is new. Permission and journal are the caller's."""
    key = {
        "league": league, "slug": slug or slug_for(league, fields["competition"]), "year": fields["year"],
        "place": place, "name": fields["name"],
    }  # fmt: skip
    more: dict[str, Any] = {"competition": fields["competition"], "recorded_by": by, "recorded_at": now}
    more |= {"season": season, "team": team, "note": fields.get("note", "")}
    winner, created = Winner.objects.get_or_create(**key, defaults=more)
    if not created:
        winner = Winner.objects.select_for_update(of=("self",), no_key=True).get(pk=winner.pk)
    known = {"season": season, "team": team, "note": fields.get("note", "")}
    fresh = {name: value for name, value in known.items() if value and getattr(winner, name) != value}
    if fresh and not created:
        for name, value in fresh.items():
            setattr(winner, name, value)
        winner.save(update_fields=list(fresh))
    new_players = set(players) - set(winner.players.all())
    if new_players:
        winner.players.add(*new_players)
    return winner, bool(created or fresh or new_players)


def slug_for(league: League, competition: str) -> str:
    return competition_slug(league, competition) or slugify(competition)[:LONGEST_COMPETITION] or "x"


@transaction.atomic
def record_final(
    league: League, *, competition: str, year: str, winner: str, runner_up: str = "", note: str = "", by: User,
    now: dt.datetime,
) -> Winner:  # fmt: skip
    """Record a winner and, where it is known, the runner-up; return the winner. Raises as `record_winner`."""
    access.require(by, "winner.record", league, now=now)
    fields = clean_fields({"competition": competition, "year": year, "name": winner, "note": note})
    second = clean_fields({"name": runner_up})
    problems = _put_at_field("winner", check_winner(fields))
    if second["name"]:
        problems += _put_at_field("runner_up", check_winner(second))
        if folded(second["name"]) == folded(fields["name"]):
            problems.append(Problem("twice", N_("Name two different ones."), "runner_up"))
    if problems:
        raise Invalid(problems)
    known: dict[str, Any] = {"competition": competition, "year": year, "note": note, "by": by, "now": now}
    first = record_winner(league, name=winner, **known)
    if second["name"]:
        record_winner(league, name=runner_up, place=2, slug=first.slug, **known)
    return first


def _put_at_field(field: str, problems: Iterable[Problem]) -> list[Problem]:
    return [replace(problem, field=field) if problem.field == "name" else problem for problem in problems]


@transaction.atomic
def correct_winner(
    winner: Winner, *, competition: str, year: str, name: str, place: int, note: str = "", by: User, now: dt.datetime
) -> Winner:
    """Correct a winner. Another name is matched anew to the teams and players of the league.

    Raises:
        Invalid: everything that is wrong with the fields, or the same is on record already.
    """
    league = winner.league
    access.require(by, "winner.record", league, now=now)
    winner = lock_winner(winner)
    fields = clean_fields({"competition": competition, "year": year, "name": name, "note": note})
    if problems := check_winner(fields, place, any_year=winner.season_id is not None):
        raise Invalid(problems)
    before = {field: getattr(winner, field) for field in (*fields, "place")}
    changes = {field: new for field, new in {**fields, "place": place}.items() if new != before[field]}
    if not changes:
        return winner
    if "competition" in changes:
        changes["slug"] = slug_for(league, fields["competition"])
    people = None
    if "name" in changes:
        changes["team"], people = KnownNames(league).find(fields["name"])
    for field, value in changes.items():
        setattr(winner, field, value)
    try:
        with transaction.atomic():
            winner.save(update_fields=list(changes))
    except IntegrityError as twice:
        raise Invalid([Problem("twice", TWICE, "name")]) from twice
    if people is not None:
        winner.players.set(people)
    data = {field: [str(before[field]), str(changes[field])] for field in ("competition", "year", "place") if
            field in changes}  # fmt: skip
    record_decision(winner, N_("corrected for {competition}, {year}: {place}"), by=by, now=now, data=data)
    return winner


@transaction.atomic
def delete_winner(winner: Winner, *, reason: str, by: User, now: dt.datetime) -> None:
    """Delete a winner that was recorded by mistake; the journal keeps the reason."""
    access.require(by, "winner.record", winner.league, now=now)
    winner = lock_winner(winner)
    if problems := check_reason(reason, N_("Say why it is deleted; the journal keeps it.")):
        raise Invalid(problems)
    pk = winner.pk
    winner.delete()
    winner.pk = pk
    record_decision(winner, N_("deleted for {competition}, {year}: {place}"), by=by, now=now, why=reason.strip())


def lock_winner(winner: Winner) -> Winner:
    """Lock a winner and read it again. Raise DoesNotExist where somebody deleted it meanwhile."""
    return Winner.objects.select_for_update(of=("self",)).select_related("league", "team").get(pk=winner.pk)


def record_decision(winner: Winner, what: Text, *, by: User, now: dt.datetime, **more: Any) -> None:
    params = {"competition": winner.competition, "year": winner.year, "place": PLACES[winner.place].lowered()}
    more |= {"by": by, "now": now, "team": winner.team}
    record_numbered(winner.league, JournalKind.WINNER_RECORDED, f"{winner.pk}:", Text(what, **params), **more)
