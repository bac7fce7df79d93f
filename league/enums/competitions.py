"""Words of competitions."""

from django.db.models import TextChoices

from league.rules.competitions.ties import DecidedBy, IfLevel
from league.translation import N_


class CompetitionKind(TextChoices):
    """What is played; a league is a division of teams that all meet."""

    LEAGUE = "league", N_("League")
    KNOCK_OUT = "knock-out", N_("Knock-out")
    INDIVIDUAL = "individual", N_("Individual league")
    CLUB_NIGHT = "club-night", N_("Club nights")
    TOURNAMENT = "tournament", N_("One-day tournament")


class TeamKind(TextChoices):
    """Who is a side of a fixture. Pairs and single players enter competitions, never a division."""

    TEAM = "team", N_("Teams")
    PAIR = "pair", N_("Pairs")
    PLAYER = "player", N_("Single players")


class DrawnWhen(TextChoices):
    ONCE = "once", N_("Once: the whole bracket")
    EACH_ROUND = "each-round", N_("Each round anew")


class DecidedByChoice(TextChoices):
    TOTAL = DecidedBy.TOTAL.value, N_("the points of all legs together")
    WINS = DecidedBy.WINS.value, N_("legs won")


class IfLevelChoice(TextChoices):
    REPLAY = IfLevel.REPLAY.value, N_("it is played again")
    DECISION = IfLevel.DECISION.value, N_("the secretary says who goes on: a decider on the night, a lot")


class TieEnding(TextChoices):
    """How a tie was won."""

    PLAYED = "played", N_("Played")
    CONCEDED = "conceded", N_("Conceded")
    DECISION = "decision", N_("Decided by the secretary")
    WITHDRAWN = "withdrawn", N_("The other side withdrew")
