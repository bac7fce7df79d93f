"""Examples, by operation, of the body that is sent, as one would write it down after an evening."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict
from typing import Any

from drf_spectacular.utils import OpenApiExample

from league.rules.settings import LeagueSettings, SeasonSettings, Settings


def _all(settings: Settings) -> dict[str, Any]:
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(settings).items()}


GAME = {"home": 121, "away": 98}
SHEET = {
    "matches": [
        {
            "number": 1,
            "kind": "singles",
            "home_players": [12],
            "away_players": [31],
            "games": [GAME, {"home": 87, "away": 121}, {"home": 121, "away": 60}],
        },
        {
            "number": 2,
            "kind": "doubles",
            "home_players": [14, 15],
            "away_players": [33, 34],
            "games": [GAME, {"home": 121, "away": 119}, {"home": None, "away": None, "awarded": "home"}],
        },
    ]
}
CALLED = {"cards": "AC 7D 8H 3S", "starter": "7C", "declared": 6, "claimed": 8}
CALL = {
    **CALLED,
    "match_number": 1,
    "game_number": 2,
    "counter": "home",
    "counter_player_id": 12,
    "challenger_player_id": 31,
}
STEP = {"reason": "The pub is flooded."}
SCORE = {"outcome": "score", "match_number": 1, "game_number": 2, "home_score": 121, "away_score": 87}
TEAMS = "team,division,home venue,home night,start\nAnchor,Division 1,The Anchor,Tuesday,20:00\n"
EDIT = {"do": "swap", "fixture": 4, "other": 17}

# By operation: what is sent, in a few words, and what it is.
SENT: Mapping[str, Mapping[str, object]] = {
    # Hands
    "hand_check": {"A call that missed two points, and a challenge that was right": CALLED},
    "call_check": {"A hand called six that is worth eight": CALL},
    "call_rule": {"A hand called six that is worth eight": {**CALL, "reason": "Counted on the board."}},
    # Results
    "draft_save": {"The first game": {"places": {"m1-home-1": "12", "m1-g1-winner": "home", "m1-g1-loser": "98"}}},
    "result_submit": {"Two matches of three games; the last one was awarded": SHEET},
    "result_confirm_here": {"With the code from their mail": {"person": 31, "secret": "2718 2818"}},
    "result_dispute": {
        "One game is another": {"reason": "We won game 2 of match 1.", "sheet": SHEET},
        "Without a sheet of one’s own": {"reason": "We won game 2 of match 1."},
    },
    "result_correct": {"The whole sheet, and why": {"reason": "Two scores were exchanged.", "sheet": SHEET}},
    "correction_answer": {
        "It is right": {"accept": True},
        "It is not": {"accept": False, "reason": "Game 2 was ours."},
    },
    "result_decide": {
        "A walkover to the home side": {
            "what": "walkover",
            "to": "home",
            "reason": "The away side did not come.",
        },
        "Neither side came": {"what": "nobody", "reason": "Both thought it was put off."},
        "Abandoned; the rest is given to the home side": {
            "what": "abandoned",
            "sheet": SHEET,
            "rest": "home",
            "reason": "The away side had to leave.",
        },
    },
    "result_uphold": {"Why it counts": {"reason": "Their captain is abroad, and agrees by phone."}},
    # Dates
    "postponement_ask": {
        "Two other evenings": {
            "slots": ["2026-11-10T20:00:00Z", "2026-11-12T20:00:00Z"],
            "reason": "Three of us have the flu.",
        }
    },
    "postponement_offer": {"Another evening": {"slots": ["2026-11-11T20:00:00Z"]}},
    "postponement_agree": {
        "The first of them": {"slot": "2026-11-10T20:00:00Z"},
        "Put off without a date": {"slot": None},
    },
    "postponement_refuse": {"It cannot be": {"reason": "We have no other evening."}},
    "postponement_overrule": {"In place of the captain": STEP},
    "fixture_move": {"Another evening, at the same venue": {**STEP, "starts_at": "2026-11-12T20:00:00Z"}},
    "fixture_put_off": {"The home side could not play": {**STEP, "side": "home"}},
    "fixture_cancel": {"It will not be played": STEP},
    "owed_leave": {"It stays unplayed": STEP},
    # Disputes
    "dispute_open": {
        "A game": {"subject": "game", "match_number": 1, "game_number": 2, "reason": "We won it."},
        "A called hand": {"subject": "call", "reason": "It was eight.", "call": CALL},
    },
    "evidence_add": {
        "A statement": {"kind": "text", "text": "We wrote 121 to 87 on our card."},
        "A hand": {"kind": "hand", "text": "As it lay.", "hand": {"match_number": 1, **CALLED}},
    },
    "dispute_assign": {"One of the referees": {"referee": 7}},
    "ruling_preview": {
        "The score of a game": SCORE,
        "The sheet that was sent against the other": {"outcome": "sheet", "keep": "counter"},
    },
    "dispute_rule": {
        "The score of a game": {**SCORE, "reason": "Both cards say so.", "rule": "R50"},
        "It stands": {"outcome": "stands", "reason": "Both cards say so.", "rule": "R50"},
    },
    "ruling_revoke": {"A slip, seen at once": {"reason": "It was the crib, not the hand."}},
    "appeal_make": {"Once, with the reason": {"reason": "The hand was in the crib."}},
    "appeal_decide": {"It is dismissed": {"allow": False, "decision": "The cards were on the table."}},
    # The secretary
    "mail_retry": {"Two of them": {"messages": [41, 42]}, "All of them": {"messages": None}},
    "points_adjust": {
        "A point taken": {"team": "anchor", "points": "-1", "date": "2026-11-03", "reason": "The card came late."}
    },
    "adjustment_take_back": {"Why": {"reason": "The card had come in time."}},
    "league_settings_change": {
        "A longer time to confirm": {"confirm_hours": 72},
        "All of them, as a new league has them": _all(LeagueSettings()),
    },
    # Seasons and timetables
    "season_import": {"One file, to be checked": {"files": {"teams.csv": TEAMS}, "check_only": True}},
    "season_make": {"One of its files": {"files": {"teams.csv": TEAMS}}},
    "season_settings_change": {
        "Two guests’ evenings each": {"guests": "other-teams", "guest_limit": 2},
        "All of them, as a new season has them": _all(SeasonSettings()),
    },
    "team_add": {
        "A pub that has just found four players": {
            "name": "The Fox",
            "division": "division-1",
            "venue": 3,
            "home_night": 1,
            "start_time": "20:00",
        }
    },
    "upkeep_hide": {"Why": {"reason": "Made by mistake."}},
    "upkeep_restore": {"Why": {"reason": "It was the right one."}},
    "upkeep_delete": {"Why": {"reason": "Made by mistake."}},
    "team_return": {"Why": {"reason": "They have found players."}},
    "team_withdraw": {"Why": {"reason": "The pub has shut."}},
    "timetable_ask": {
        "No play at Christmas, and two teams that share players": {
            "no_play": ["2026-12-21", "2026-12-28"],
            "wishes": [{"kind": "apart", "team": "Anchor", "other": "Bell"}],
            "limit": 30,
        }
    },
    "timetable_try": {"Two fixtures change weeks": EDIT},
    "timetable_change": {"Two fixtures change weeks": EDIT},
    "timetable_publish": {"As it is": {}},
    # People
    "player_register": {"Somebody new": {"name": "Olive Baker", "starts_on": "2026-11-03"}},
    "player_transfer": {"To another team": {"team": "bell", "starts_on": "2026-11-03"}},
    "player_release": {"The last day": {"ends_on": "2026-11-30"}},
    "role_give": {
        "A captain": {"email": "olive@example.org", "kind": "captain", "team": "anchor", "starts_on": "2026-11-03"}
    },
    "role_end": {"At once": {"at_once": True}, "After a day": {"last_day": "2026-11-30"}},
    "invite": {"A vice-captain": {"email": "olive@example.org", "kind": "vice-captain", "team": "anchor"}},
    "personal_data_change": {
        "A number and an address": {"phone": "01632 960123", "email": "olive@league.example"},
        "Their name, shortened on public pages": {"name": "Olive Baker", "shorten_name": True},
    },
    "player_merge": {"Entered anew last season": {"player": 12, "reason": "The same Olive, entered twice."}},
    "personal_data_erase": {"For good": {"sure": True}},
    "my_details_change": {"Another number": {"phone": "01632 960123"}},
    "my_data_erase": {"For good": {"sure": True}},
    "conduct_decide": {
        "The game is awarded to the other side": {
            "decision": "award",
            "reason": "Three times ten too many in one game.",
        },
        "Nothing follows": {"decision": "dismiss", "reason": "They had misread the starter each time."},
    },
    "mail_settings_change": {
        "Rulings once a day, no reminders, quiet at night": {
            "deliveries": {"ruling-made": "digest"},
            "reminder_days": [],
            "quiet_from": "22:00",
            "quiet_until": "07:00",
            "digest_at": "08:00",
        }
    },
    "my_calendar_make": {"Another address than before": {"renew": True}},
}


def examples_of(operation: str) -> Iterator[OpenApiExample]:
    """The examples of an operation, as the description has them; none of one that takes nothing."""
    for about, value in SENT.get(operation, {}).items():
        yield OpenApiExample(about, value=value, request_only=True)
