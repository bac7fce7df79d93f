"""Fixtures, sheets, calls, disputes and postponements in the admin."""

from league import models
from league.admin.model_admins import look_only

look_only(
    models.LateCard,
    list_display=("fixture", "side", "points", "sent_at", "decided_at"),
    list_select_related=("fixture__home", "fixture__away"),
)
look_only(
    models.Availability,
    list_display=("__str__", "side", "answered_at"),
    list_filter=("answer",),
    list_select_related=("player", "fixture__home", "fixture__away"),
)
look_only(
    models.HighHand,
    list_display=("__str__", "fixture", "verified", "recorded_at", "removed_at"),
    search_fields=("player__name",),
    list_select_related=("player", "fixture__home", "fixture__away"),
)
look_only(models.SittingRules, list_display=("__str__", "best"), list_select_related=("competition",))
look_only(
    models.Sitting,
    list_display=("__str__", "opened_at", "closed_at"),
    list_select_related=("competition__season",),
)
look_only(
    models.Attendance,
    list_display=("__str__", "arrived_at", "left_at"),
    search_fields=("player__name",),
    list_select_related=("player", "sitting__competition"),
)
look_only(
    models.SittingGame,
    list_display=("__str__", "sitting", "first", "second", "first_margin", "second_margin"),
    search_fields=("first__name", "second__name"),
    list_select_related=("sitting__competition", "first", "second"),
)
look_only(
    models.LiveScore,
    list_display=("__str__", "side", "changed_at", "ended_at"),
    list_select_related=("fixture__home", "fixture__away"),
)
look_only(
    models.MatchReport,
    list_display=("__str__", "side", "changed_at", "hidden_at"),
    list_select_related=("fixture__home", "fixture__away"),
)
look_only(
    models.Fixture,
    list_display=("__str__", "division", "starts_at", "state"),
    list_filter=("division", "state"),
    search_fields=("home__name", "away__name"),
    list_select_related=("home", "away", "division__season"),
)
look_only(
    models.Result,
    list_display=("__str__", "state", "live", "submitted_by", "submitted_at"),
    list_filter=("state", "live", "kind"),
    list_select_related=("fixture__home", "fixture__away", "submitted_by"),
)
look_only(
    models.Match,
    list_display=("__str__", "result", "kind", "home_games", "away_games"),
    list_select_related=("result__fixture__home", "result__fixture__away"),
)
look_only(models.Game, list_display=("__str__", "match", "winner", "awarded"), list_select_related=("match",))
look_only(
    models.Appearance,
    list_display=("player", "match", "side", "result"),
    search_fields=("player__name",),
    list_select_related=("player", "match", "result__fixture__home", "result__fixture__away"),
)
look_only(
    models.Call,
    list_display=("__str__", "fixture", "match_number", "game_number", "recorded_at"),
    search_fields=("cards", "fixture__home__name", "fixture__away__name", "counter_player__name"),
    list_select_related=("fixture__home", "fixture__away"),
)
look_only(
    models.Ruling,
    list_display=("__str__", "referee", "decided_at", "awarded_to"),
    list_filter=("ruleset", "awarded_to"),
    search_fields=("reason", "call__cards", "referee__name"),
    list_select_related=("call", "dispute__fixture__home", "dispute__fixture__away", "referee"),
)
look_only(
    models.Dispute,
    list_display=("fixture", "state", "opened_by", "opened_at"),
    list_filter=("state",),
    search_fields=("reason", "fixture__home__name", "fixture__away__name"),
    list_select_related=("fixture__home", "fixture__away", "opened_by"),
)
# Evidence is for the parties alone: the administrator sees that there is some, not what it is.
look_only(
    models.Evidence,
    list_display=("__str__", "side", "added_at"),
    exclude=("text", "hand"),
    list_select_related=("dispute__fixture__home", "dispute__fixture__away"),
)
look_only(
    models.Appeal,
    list_display=("__str__", "state", "opened_by", "opened_at"),
    list_filter=("state",),
    list_select_related=(
        "ruling__call",
        "ruling__dispute__fixture__home",
        "ruling__dispute__fixture__away",
        "ruling__case__player",
        "ruling__case__fixture__home",
        "ruling__case__fixture__away",
        "opened_by",
    ),
)
# How members vote is for the appeal's own page, once it is decided.
look_only(models.AppealVote, list_display=("pk", "appeal_id", "voted_at"), exclude=("allow", "reason"))
look_only(
    models.ConductCase,
    list_display=("__str__", "state", "overcalls", "false_challenges", "proposed_at"),
    list_filter=("state",),
    list_select_related=("fixture__home", "fixture__away", "player"),
)
look_only(
    models.Postponement,
    list_display=("fixture", "state", "requested_at", "starts_at"),
    list_filter=("state",),
    search_fields=("fixture__home__name", "fixture__away__name"),
    list_select_related=("fixture__home", "fixture__away"),
)
look_only(
    models.Offer,
    list_display=("__str__", "side", "made_by", "made_at"),
    list_select_related=("postponement__fixture__home", "postponement__fixture__away", "made_by"),
)
look_only(models.TeamMember, list_display=("team", "player"), list_select_related=("team", "player"))
look_only(models.KnockOut, list_display=("__str__", "entrant_kind", "drawn"), list_select_related=("competition",))
look_only(
    models.KnockOutRound, list_display=("knock_out", "number", "name", "play_by"),
    list_select_related=("knock_out__competition",),
)  # fmt: skip
look_only(
    models.Entrant, list_display=("team", "competition", "seed", "place"), list_select_related=("team", "competition"),
)  # fmt: skip
# Its seed is secret until it is drawn.
look_only(
    models.Draw, list_display=("__str__", "round", "commitment", "drawn_at"), exclude=("seed",),
    list_select_related=("knock_out__competition",),
)  # fmt: skip
look_only(
    models.Tie, list_display=("__str__", "round", "winner", "ending"),
    list_select_related=("knock_out__competition", "winner__team"),
)  # fmt: skip
look_only(models.Winner, list_display=("competition", "year", "place", "name"))
look_only(models.WinnerPlayer, list_display=("winner", "player"), list_select_related=("winner", "player"))
look_only(models.IndividualLeague, list_display=("__str__",), list_select_related=("competition",))
