"""Models hold shape and invariants, never workflow: services write, queries read."""

from league.models.availability import Availability
from league.models.clubs import League, Team, Venue, time_zones
from league.models.competitions import (
    Draw,
    Entrant,
    KnockOut,
    KnockOutRound,
    TeamMember,
    Tie,
    Winner,
    WinnerPlayer,
)
from league.models.disputes import Appeal, AppealVote, Call, ConductCase, Dispute, Evidence, Photograph, Ruling
from league.models.fixtures import HOLDS_ITS_WEEK, Fixture, Offer, Postponement
from league.models.formats import FixtureFormat
from league.models.honours import HighHand
from league.models.individuals import IndividualLeague
from league.models.journal import JournalEntry, JournalHead
from league.models.live import LiveScore
from league.models.money import Charge
from league.models.news import MatchReport, OwnPage, Post
from league.models.notices import CalendarFeed, Heartbeat, MailSettings, Notice, Preference
from league.models.operations import FirstCode, Outage, Pulse, SiteMail
from league.models.overseeing import DoctorReport, LeagueDomain, LeagueQuota, LeagueSender, MailDay
from league.models.people import (
    NOT_OF_A_SIDE,
    PRESENT,
    TEAM_ROLES,
    ApiToken,
    IdempotencyKey,
    Invitation,
    Player,
    Registration,
    Role,
    TeamCode,
    User,
    UserManager,
)
from league.models.results import Appearance, CardPhotograph, Game, LateCard, Match, Result, SheetDraft
from league.models.rule_changes import RuleChange
from league.models.seasons import Blackout, Division, Entry, OwnRuleset, Round, Season, Timetable, VenueClosure, Week
from league.models.security import SecurityEvent
from league.models.sittings import Attendance, Sitting, SittingGame, SittingRules
from league.models.standings import Adjustment, Lot, LotsDrawn
from league.models.uploads import WaitingFile

__all__ = [
    "HOLDS_ITS_WEEK",
    "NOT_OF_A_SIDE",
    "PRESENT",
    "TEAM_ROLES",
    "Adjustment",
    "ApiToken",
    "Appeal",
    "AppealVote",
    "Appearance",
    "Attendance",
    "Availability",
    "Blackout",
    "CalendarFeed",
    "Call",
    "CardPhotograph",
    "Charge",
    "ConductCase",
    "Dispute",
    "Division",
    "DoctorReport",
    "Draw",
    "Entrant",
    "Entry",
    "Evidence",
    "FirstCode",
    "Fixture",
    "FixtureFormat",
    "Game",
    "Heartbeat",
    "HighHand",
    "IdempotencyKey",
    "IndividualLeague",
    "Invitation",
    "JournalEntry",
    "JournalHead",
    "KnockOut",
    "KnockOutRound",
    "LateCard",
    "League",
    "LeagueDomain",
    "LeagueQuota",
    "LeagueSender",
    "LiveScore",
    "Lot",
    "LotsDrawn",
    "MailDay",
    "MailSettings",
    "Match",
    "MatchReport",
    "Notice",
    "Offer",
    "Outage",
    "OwnPage",
    "OwnRuleset",
    "Photograph",
    "Player",
    "Post",
    "Postponement",
    "Preference",
    "Pulse",
    "Registration",
    "Result",
    "Role",
    "Round",
    "RuleChange",
    "Ruling",
    "Season",
    "SecurityEvent",
    "SheetDraft",
    "SiteMail",
    "Sitting",
    "SittingGame",
    "SittingRules",
    "Team",
    "TeamCode",
    "TeamMember",
    "Tie",
    "Timetable",
    "User",
    "UserManager",
    "Venue",
    "VenueClosure",
    "WaitingFile",
    "Week",
    "Winner",
    "WinnerPlayer",
    "time_zones",
]
