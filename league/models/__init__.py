"""Models hold shape and invariants, never workflow: services write, queries read."""

from league.models.availability import Availability
from league.models.clubs import League, Team, Venue, time_zones
from league.models.disputes import Appeal, AppealVote, Call, ConductCase, Dispute, Evidence, Photograph, Ruling
from league.models.fixtures import HOLDS_ITS_WEEK, Fixture, Offer, Postponement
from league.models.formats import FixtureFormat
from league.models.honours import HighHand
from league.models.journal import JournalEntry, JournalHead
from league.models.live import LiveScore
from league.models.money import Charge
from league.models.news import MatchReport, OwnPage, Post
from league.models.notices import CalendarFeed, Heartbeat, MailSettings, Notice, Preference
from league.models.operations import FirstCode, Outage, Pulse, SiteMail
from league.models.people import (
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
from league.models.standings import Adjustment, Lot, LotsDrawn
from league.models.uploads import WaitingFile

__all__ = [
    "HOLDS_ITS_WEEK",
    "PRESENT",
    "TEAM_ROLES",
    "Adjustment",
    "ApiToken",
    "Appeal",
    "AppealVote",
    "Appearance",
    "Availability",
    "Blackout",
    "CalendarFeed",
    "Call",
    "CardPhotograph",
    "Charge",
    "ConductCase",
    "Dispute",
    "Division",
    "Entry",
    "Evidence",
    "FirstCode",
    "Fixture",
    "FixtureFormat",
    "Game",
    "Heartbeat",
    "HighHand",
    "IdempotencyKey",
    "Invitation",
    "JournalEntry",
    "JournalHead",
    "LateCard",
    "League",
    "LiveScore",
    "Lot",
    "LotsDrawn",
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
    "Team",
    "TeamCode",
    "Timetable",
    "User",
    "UserManager",
    "Venue",
    "VenueClosure",
    "WaitingFile",
    "Week",
    "time_zones",
]
