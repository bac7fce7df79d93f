"""The league's memory. Models hold shape and invariants, never workflow: services write, queries read."""

from league.models.clubs import League, Team, Venue
from league.models.disputes import Call, Dispute, Ruling
from league.models.fixtures import Fixture, Offer, Postponement
from league.models.journal import JournalEntry
from league.models.notices import CalendarFeed, Heartbeat, MailSettings, Notice, Preference
from league.models.people import TEAM_ROLES, Player, Registration, Role, User, UserManager
from league.models.results import Appearance, Game, Match, Result, SheetDraft
from league.models.seasons import Blackout, Division, Entry, Round, Season, Timetable, VenueClosure, Week

__all__ = [
    "TEAM_ROLES",
    "Appearance",
    "Blackout",
    "CalendarFeed",
    "Call",
    "Dispute",
    "Division",
    "Entry",
    "Fixture",
    "Game",
    "Heartbeat",
    "JournalEntry",
    "League",
    "MailSettings",
    "Match",
    "Notice",
    "Offer",
    "Player",
    "Postponement",
    "Preference",
    "Registration",
    "Result",
    "Role",
    "Round",
    "Ruling",
    "Season",
    "SheetDraft",
    "Team",
    "Timetable",
    "User",
    "UserManager",
    "Venue",
    "VenueClosure",
    "Week",
]
