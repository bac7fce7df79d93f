from collections.abc import Mapping

from django.db.models import TextChoices

from league.rules import appeal_panels as panels
from league.rules.settings import LeagueSettings, option
from league.translation import N_


class DisputeSubject(TextChoices):
    SHEET = "sheet", N_("The sheet")
    GAME = "game", N_("A game")
    CALL = "call", N_("A called hand")


class DisputeState(TextChoices):
    OPEN = "open", N_("Open")
    SETTLED = "settled", N_("Settled")
    WITHDRAWN = "withdrawn", N_("Withdrawn")
    LAPSED = "lapsed", N_("Closed: the fixture is cancelled")


DISPUTE_MOVES: Mapping[DisputeState, frozenset[DisputeState]] = {
    DisputeState.OPEN: frozenset({DisputeState.SETTLED, DisputeState.WITHDRAWN, DisputeState.LAPSED}),
    # A ruling that an appeal revokes leaves nothing settled.
    DisputeState.SETTLED: frozenset({DisputeState.OPEN}),
    DisputeState.WITHDRAWN: frozenset(),
    # A withdrawal that is reversed makes its fixtures count again, and what was disputed about them is open.
    DisputeState.LAPSED: frozenset({DisputeState.OPEN}),
}


class EvidenceKind(TextChoices):
    TEXT = "text", N_("A statement")
    HAND = "hand", N_("A hand")
    RECORD = "record", N_("A written game")
    PHOTO = "photo", N_("A photograph")


class Outcome(TextChoices):
    STANDS = "stands", N_("The score sheet stands")
    SHEET = "sheet", N_("One of the two sheets counts")
    SCORE = "score", N_("The game's score is corrected")
    AWARDED = "awarded", N_("The game is awarded")
    VOID = "void", N_("The result is void")


class AppealState(TextChoices):
    OPEN = "open", N_("Awaiting a decision")
    DISMISSED = "dismissed", N_("Dismissed: the ruling stands")
    ALLOWED = "allowed", N_("Allowed: the ruling is revoked")


APPEAL_MOVES: Mapping[AppealState, frozenset[AppealState]] = {
    AppealState.OPEN: frozenset({AppealState.DISMISSED, AppealState.ALLOWED}),
    AppealState.DISMISSED: frozenset(),
    AppealState.ALLOWED: frozenset(),
}


class AppealsBy(TextChoices):
    SECRETARY = option(LeagueSettings, "appeals_by", "secretary")
    COMMITTEE = option(LeagueSettings, "appeals_by", "committee")
    JUDGES = option(LeagueSettings, "appeals_by", "judges")


class AppealBody(TextChoices):
    """The body that decides an appeal, or is to as things stand (`rules.appeal_panels`)."""

    SECRETARY = panels.SECRETARY, N_("A secretary")
    COMMITTEE = panels.COMMITTEE, N_("The committee")
    CHAIR = panels.CHAIR, N_("The chair of the committee")
    LONGEST = panels.LONGEST, N_("The longest-serving member of the committee")
    JUDGES = panels.JUDGES, N_("The judges")


class ConductState(TextChoices):
    """States of a case of too many overcalls or false challenges in a game (R43)."""

    PROPOSED = "proposed", N_("To be decided")
    AWARDED = "awarded", N_("The game is awarded to the other side")
    DISMISSED = "dismissed", N_("Not persistent")
    LAPSED = "lapsed", N_("Closed: a ruling it rested on was revoked")


CONDUCT_MOVES: Mapping[ConductState, frozenset[ConductState]] = {
    ConductState.PROPOSED: frozenset({ConductState.AWARDED, ConductState.DISMISSED, ConductState.LAPSED}),
    # A successful appeal revokes the award; a referee who revokes their ruling leaves no case at all.
    ConductState.AWARDED: frozenset({ConductState.DISMISSED, ConductState.LAPSED}),
    ConductState.DISMISSED: frozenset(),
    # Another one can come of the same game.
    ConductState.LAPSED: frozenset(),
}
