"""The settings of a league, of its seasons and divisions, each declared once: in `league`, `season` or `division`.

Its column, field of the form, field of the API, export, entry in the journal and sentence on the rules page all follow
from the declaration (docs/architecture.md, "Where a setting goes").
"""

from league.rules.settings.declared import (
    Setting,
    Settings,
    check_settings,
    declared,
    in_groups,
    new_in,
    option,
    sentences,
    stored,
)
from league.rules.settings.division import AS_THE_SEASON, WHEN, DivisionSettings, evening_of
from league.rules.settings.kinds import (
    Choice,
    Clock,
    Day,
    Flag,
    Kind,
    Language,
    Nights,
    Number,
    Option,
    Points,
    Weeks,
    check_nights,
    check_reminder_days,
    check_tie_break_list,
    check_weeks,
    usable_nights,
    usable_reminder_days,
    usable_tie_breaks,
    usable_weeks,
)
from league.rules.settings.league import LeagueSettings
from league.rules.settings.season import EVENINGS, OWN, SeasonSettings

__all__ = [
    "AS_THE_SEASON",
    "EVENINGS",
    "OWN",
    "WHEN",
    "Choice",
    "Clock",
    "Day",
    "DivisionSettings",
    "Flag",
    "Kind",
    "Language",
    "LeagueSettings",
    "Nights",
    "Number",
    "Option",
    "Points",
    "SeasonSettings",
    "Setting",
    "Settings",
    "Weeks",
    "check_nights",
    "check_reminder_days",
    "check_settings",
    "check_tie_break_list",
    "check_weeks",
    "declared",
    "evening_of",
    "in_groups",
    "new_in",
    "option",
    "sentences",
    "stored",
    "usable_nights",
    "usable_reminder_days",
    "usable_tie_breaks",
    "usable_weeks",
]
