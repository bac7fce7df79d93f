"""The contents of an export of a league: one table a model, in the order in which rows rest on each other.

A model that belongs to a league is either in `TABLES` or, with a reason, in `LEFT_OUT`; a test holds that.
"""

from dataclasses import dataclass, field
from functools import cache

from django.db.models import Field, ForeignKey, Model, Q

from league import models
from league.enums import NoticeKind

FIXTURE = "fixture__division__season__league"
SHEET = f"result__{FIXTURE}"
CUP = "competition__season__league"
# Follows from a row's name.
KEY = "name_key"


@dataclass(frozen=True, slots=True)
class Table:
    """One model's file in an export.

    Attributes:
        within: lookups that lead from a row to its league, any of which will do; none for the league itself and for
            what belongs to its people.
        omitted: fields that do not travel; see docs/export.md for why.
        at_once: how many rows are held in memory; few where one of them may be long.
        since: the version of the format that had it first; files of the versions before have no such table.
        only: which of the league's rows travel.
    """

    model: type[Model]
    within: tuple[str, ...] = ()
    omitted: frozenset[str] = frozenset()
    at_once: int = 1000
    since: int = 0
    only: Q = field(default_factory=Q)

    @property
    def name(self) -> str:
        return str(self.model._meta.model_name)

    @property
    def file(self) -> str:
        return f"{self.name}.jsonl"

    def rows_of(self, league_id: int) -> Q:
        found = Q()
        for path in self.within:
            found |= Q(**{path: league_id})
        return found & self.only


def _table(
    model: type[Model],
    *within: str,
    omitted: tuple[str, ...] = (),
    at_once: int = 1000,
    since: int = 0,
    only: Q = Q(),  # noqa: B008 - nobody changes it
) -> Table:
    return Table(model, within, frozenset(omitted), at_once, since, only)


# Nobody takes a password or the rights of an administrator along: on the new server people sign in with a code.
USERS = _table(models.User, omitted=("password", "last_login", "is_staff", "is_superuser", "address_version"))
# Whether it is suspended is for the other server's operator to decide.
LEAGUE = _table(models.League, "pk", omitted=("suspended_at", "suspended_because"))
# What belongs to a person, not to the league; it comes along for those who are new on the other server.
OF_PEOPLE = (_table(models.Preference), _table(models.MailSettings))
JOURNAL = _table(models.JournalEntry, "league", omitted=("imported",))
HEAD = _table(models.JournalHead, "league")

TABLES: tuple[Table, ...] = (
    USERS,
    *OF_PEOPLE,
    LEAGUE,
    _table(models.Venue, "league"),
    _table(models.VenueClosure, "venue__league"),
    _table(models.Team, "league"),
    _table(models.Player, "league"),
    _table(models.TeamMember, "team__league", since=4),
    _table(models.Role, "league"),
    # Whoever has not accepted has nothing to do with the league: not their name, not their account.
    _table(models.Invitation, "league", only=Q(accepted_at__isnull=False)),
    _table(models.Post, "league", since=4),
    _table(models.OwnPage, "league", since=4),
    _table(models.Season, "league"),
    _table(models.OwnRuleset, "league", since=4),
    _table(models.FixtureFormat, "league", since=4),
    _table(models.Division, "season__league"),
    _table(models.KnockOut, CUP, since=4),
    _table(models.KnockOutRound, f"knock_out__{CUP}", since=4),
    _table(models.Entrant, CUP, since=4),
    _table(models.Draw, f"knock_out__{CUP}", since=4),
    _table(models.Tie, f"knock_out__{CUP}", since=4),
    _table(models.IndividualLeague, CUP, since=4),
    _table(models.Winner, "league", since=4),
    _table(models.WinnerPlayer, "winner__league", since=4),
    _table(models.RuleChange, "season__league", since=4),
    _table(models.Entry, "season__league"),
    _table(models.Blackout, "entry__season__league"),
    _table(models.Adjustment, "entry__season__league"),
    _table(models.SittingRules, "competition__season__league", since=4),
    _table(models.Sitting, "competition__season__league", since=4),
    _table(models.Attendance, "sitting__competition__season__league", since=4),
    _table(models.SittingGame, "sitting__competition__season__league", since=4),
    _table(models.LotsDrawn, "division__season__league", since=4),
    _table(models.Lot, "drawn__division__season__league", since=4),
    _table(models.Registration, "season__league"),
    _table(models.Charge, "season__league", since=4),
    _table(models.Round, "season__league"),
    _table(models.Week, "season__league"),
    _table(models.Timetable, "season__league", at_once=20),
    _table(models.Fixture, "division__season__league"),
    _table(models.Postponement, FIXTURE),
    _table(models.Offer, f"postponement__{FIXTURE}"),
    _table(models.Availability, FIXTURE, since=4),
    _table(models.Result, FIXTURE),
    _table(models.CardPhotograph, FIXTURE, at_once=4, since=4),
    _table(models.LateCard, FIXTURE, since=4),
    _table(models.HighHand, FIXTURE, since=4),
    _table(models.MatchReport, FIXTURE, since=4),
    _table(models.Match, SHEET),
    _table(models.Appearance, SHEET),
    _table(models.Game, f"match__{SHEET}"),
    _table(models.SheetDraft, FIXTURE),
    _table(models.Call, FIXTURE),
    _table(models.Dispute, FIXTURE),
    _table(models.Evidence, f"dispute__{FIXTURE}"),
    _table(models.Photograph, f"evidence__dispute__{FIXTURE}", at_once=4),
    _table(models.ConductCase, FIXTURE),
    _table(models.Ruling, f"call__{FIXTURE}", f"dispute__{FIXTURE}", f"case__{FIXTURE}"),
    _table(models.Appeal, f"ruling__call__{FIXTURE}", f"ruling__dispute__{FIXTURE}", f"ruling__case__{FIXTURE}"),
    _table(models.AppealVote, *(f"appeal__ruling__{way}__{FIXTURE}" for way in ("call", "dispute", "case")), since=4),
    _table(models.Notice, "league", only=~Q(kind=NoticeKind.INVITATION)),
    JOURNAL,
    HEAD,
)

LEFT_OUT: dict[type[Model], str] = {
    models.ApiToken: "a secret of its owner, made for one server; they make another",
    models.TeamCode: "secrets that one server can check; the secretary prints new ones",
    models.CalendarFeed: "a secret address on one server; whoever has one subscribes again",
    models.IdempotencyKey: "the answers of one server to programs, kept for a day",
    models.WaitingFile: "spreadsheets that somebody is about to load, for an hour",
    models.SecurityEvent: "about accounts on one server; a person's own export has theirs",
    models.LiveScore: "of an evening that is going on; the result of it is what travels",
    models.LeagueQuota: "what one server lets the league use",
    models.LeagueSender: "an address that one server has had confirmed, and may send as",
    models.LeagueDomain: "a name that leads to one server",
    models.MailDay: "what one server has sent",
    models.DoctorReport: "about the server, not about a league",
    models.Heartbeat: "about the server, not about a league",
    models.FirstCode: "of the first visit to one server",
    models.Pulse: "about the server, not about a league",
    models.Outage: "about the server; what it moved is told by the journal",
    models.SiteMail: "mail of one server, deleted when it has gone",
}


@cache
def fields_of(table: Table) -> tuple["Field[object, object]", ...]:
    """The fields of a table's file, its number first, in the model's order."""
    return tuple(field for field in table.model._meta.concrete_fields if field.name not in table.omitted | {KEY})


@cache
def references_of(table: Table) -> dict[str, type[Model]]:
    return {field.name: _target(field) for field in fields_of(table) if isinstance(field, ForeignKey)}


def _target(field: "ForeignKey[object, object]") -> type[Model]:
    target = field.related_model
    assert not isinstance(target, str), "the models are loaded"  # noqa: S101 - for the type checker
    return target


@cache
def referred_to() -> frozenset[type[Model]]:
    """The models that some table refers to: only their new numbers are remembered."""
    return frozenset(model for table in TABLES for model in references_of(table).values())
