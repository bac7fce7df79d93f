from django.db import models
from django.db.models import Q

from league.enums import (
    AppealBody,
    AppealsBy,
    AppealState,
    ConductState,
    DisputeState,
    DisputeSubject,
    EvidenceKind,
    Outcome,
    Side,
)
from league.models.checked import choices_q
from league.models.fixtures import Fixture
from league.models.photographs import EncodedPicture


def _in_a_game(first: int = 1) -> Q:
    return Q(match_number__isnull=False, game_number__isnull=False, match_number__gte=1, game_number__gte=first)


class Call(models.Model):
    """The score a player announced for a hand or crib, and the opponent's counter-claim.

    Match and game are numbers, not references: they outlive the version of the sheet they were called in.
    """

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="calls")
    match_number = models.PositiveSmallIntegerField()
    game_number = models.PositiveSmallIntegerField()
    counter = models.CharField(max_length=4, choices=Side, help_text="The side that counted the hand.")
    counter_player = models.ForeignKey(
        "league.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="calls"
    )
    challenger_player = models.ForeignKey(
        "league.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="challenges"
    )
    cards = models.CharField(max_length=20, help_text="The hand, as codes: AC 7D 8H 3S.")
    starter = models.CharField(max_length=2)
    crib = models.BooleanField(default=False)
    declared = models.PositiveSmallIntegerField()
    claimed = models.PositiveSmallIntegerField(null=True, blank=True)
    takes = models.BooleanField(default=True)
    recorded_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, related_name="+")
    recorded_at = models.DateTimeField()

    class Meta:
        ordering = ("fixture", "match_number", "game_number", "pk")
        constraints = (
            models.CheckConstraint(condition=Q(match_number__gte=1, game_number__gte=1), name="call_in_a_game"),
        )

    def __str__(self) -> str:
        return f"{self.cards} + {self.starter}: {self.declared}"

    @property
    def hand_key(self) -> tuple[object, ...]:
        """A key of the hand, whoever wrote it down, in whatever order."""
        place = (self.fixture_id, self.match_number, self.game_number, self.counter)
        return (*place, self.crib, frozenset(self.cards.split()), self.starter)


class Dispute(models.Model):
    """A captain's objection to the other side's sheet (perhaps with their own, `counter_result`), a game, or a call."""

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="disputes")
    subject = models.CharField(max_length=8, choices=DisputeSubject, default=DisputeSubject.SHEET)
    result = models.ForeignKey(
        "league.Result", on_delete=models.CASCADE, null=True, blank=True, related_name="disputes",
        help_text="The version that was live when it was opened; a called hand may be disputed before there is one.",
    )  # fmt: skip
    match_number = models.PositiveSmallIntegerField(null=True, blank=True)
    game_number = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="0: the match as a whole, of which only how many games each side won is known."
    )
    call = models.ForeignKey(Call, on_delete=models.PROTECT, null=True, blank=True, related_name="disputes")
    counter_result = models.OneToOneField(
        "league.Result", on_delete=models.PROTECT, null=True, blank=True, related_name="counter_of"
    )
    side = models.CharField(max_length=4, choices=Side)
    reason = models.TextField()
    state = models.CharField(max_length=10, choices=DisputeState, default=DisputeState.OPEN)
    opened_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, related_name="+")
    opened_at = models.DateTimeField()
    assigned_to = models.ForeignKey(
        "league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="disputes_to_rule_on"
    )
    assigned_at = models.DateTimeField(null=True, blank=True)
    times_returned = models.PositiveSmallIntegerField(
        default=0, help_text="How often it is open again because a withdrawal was reversed."
    )

    class Meta:
        ordering = ("-opened_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("fixture",),
                condition=Q(state=DisputeState.OPEN, subject=DisputeSubject.SHEET),
                name="dispute_one_open_of_a_sheet",
            ),
            models.UniqueConstraint(
                fields=("fixture", "match_number", "game_number"),
                condition=Q(state=DisputeState.OPEN, subject=DisputeSubject.GAME),
                name="dispute_one_open_of_a_game",
            ),
            models.UniqueConstraint(
                fields=("call",), condition=Q(state=DisputeState.OPEN), name="dispute_one_open_of_a_call"
            ),
            models.CheckConstraint(condition=~Q(reason=""), name="dispute_has_a_reason"),
            models.CheckConstraint(
                # Asked whether they are there too: a comparison with nothing is unknown, and an unknown check passes.
                condition=Q(subject=DisputeSubject.SHEET, result__isnull=False, call__isnull=True)
                & Q(match_number__isnull=True, game_number__isnull=True)
                | Q(subject=DisputeSubject.GAME, result__isnull=False, call__isnull=True) & _in_a_game(0)
                | Q(subject=DisputeSubject.CALL, call__isnull=False) & _in_a_game(),
                name="dispute_says_of_what",
            ),
        )

    def __str__(self) -> str:
        return f"Dispute of {self.fixture}"

    @property
    def ruling(self) -> "Ruling | None":
        """The last ruling on it, also a revoked one; with `rulings` prefetched no query."""
        return max(self.rulings.all(), key=lambda ruling: (ruling.decided_at, ruling.pk), default=None)

    @property
    def times_reopened(self) -> int:
        """How often a revoked ruling or a team's return has reopened it; with `rulings` prefetched no query."""
        return self.times_returned + sum(ruling.revoked_at is not None for ruling in self.rulings.all())


class Evidence(models.Model):
    """What one side, or the referee, brings to a dispute. Only the parties see it."""

    dispute = models.ForeignKey(Dispute, on_delete=models.CASCADE, related_name="evidence")
    kind = models.CharField(max_length=8, choices=EvidenceKind)
    side = models.CharField(max_length=4, choices=Side, blank=True, help_text="Blank: the referee's or secretary's.")
    text = models.TextField(blank=True, help_text="The statement, the written game, or what the photograph shows.")
    hand = models.JSONField(default=dict, blank=True, help_text="Cards, starter, crib, declared and claimed.")
    added_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, related_name="+")
    added_at = models.DateTimeField()

    class Meta:
        ordering = ("added_at", "pk")
        verbose_name_plural = "evidence"

    def __str__(self) -> str:
        return f"{self.get_kind_display()} to {self.dispute}"


class Photograph(EncodedPicture):
    """A photograph brought as evidence. Only the parties see it."""

    evidence = models.OneToOneField(Evidence, on_delete=models.CASCADE, related_name="photograph")


class ConductCase(models.Model):
    """Somebody has overcalled or challenged falsely so often in a game that a referee decides (R43)."""

    fixture = models.ForeignKey("league.Fixture", on_delete=models.CASCADE, related_name="conduct_cases")
    match_number = models.PositiveSmallIntegerField()
    game_number = models.PositiveSmallIntegerField()
    side = models.CharField(max_length=4, choices=Side)
    player = models.ForeignKey(
        "league.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="conduct_cases"
    )
    overcalls = models.PositiveSmallIntegerField(default=0, help_text="As counted when it was proposed.")
    false_challenges = models.PositiveSmallIntegerField(default=0)
    threshold = models.PositiveSmallIntegerField(help_text="The ruleset's, then.")
    state = models.CharField(max_length=10, choices=ConductState, default=ConductState.PROPOSED)
    proposed_at = models.DateTimeField()

    class Meta:
        ordering = ("-proposed_at", "-pk")
        constraints = (
            models.UniqueConstraint(
                fields=("fixture", "match_number", "game_number", "player"),
                condition=~Q(state=ConductState.LAPSED),
                name="conduct_case_of_a_player_once",
            ),
            models.UniqueConstraint(
                fields=("fixture", "match_number", "game_number", "side"),
                condition=Q(player=None) & ~Q(state=ConductState.LAPSED),
                name="conduct_case_of_a_side_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.player or self.side} in match {self.match_number}, game {self.game_number} of {self.fixture}"


class Ruling(models.Model):
    """A referee's decision about a call, a dispute or conduct, with all it takes to recompute it years later."""

    call = models.OneToOneField(Call, on_delete=models.CASCADE, null=True, blank=True, related_name="ruling")
    dispute = models.ForeignKey(
        Dispute, on_delete=models.CASCADE, null=True, blank=True, related_name="rulings",
        help_text="One that an appeal has revoked leaves it open again, for another referee to rule on.",
    )  # fmt: skip
    case = models.OneToOneField(ConductCase, on_delete=models.CASCADE, null=True, blank=True, related_name="ruling")
    referee = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, related_name="+")
    decided_at = models.DateTimeField()
    reason = models.TextField(blank=True)
    ruleset = models.CharField(max_length=40, blank=True)
    ruleset_value = models.JSONField(default=dict, help_text="The whole ruleset as it was, with its version.")
    verdict = models.JSONField(default=dict, help_text="What the engine said: combinations, pegs and reason.")
    awarded_to = models.CharField(max_length=4, choices=Side, blank=True, help_text="Who was awarded the game (R43).")
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True, help_text="Of a dispute.")
    rule = models.CharField(max_length=20, blank=True, help_text="The rule it rests on, such as R43.")
    rule_text = models.TextField(blank=True, help_text="That rule as the league's rulebook had it then.")
    before = models.ForeignKey(
        "league.Result", on_delete=models.PROTECT, null=True, blank=True, related_name="+",
        help_text="The version that was live before it; an appeal that succeeds goes back to it.",
    )  # fmt: skip
    after = models.ForeignKey(
        "league.Result", on_delete=models.PROTECT, null=True, blank=True, related_name="+",
        help_text="The version it made live, if it changed anything.",
    )  # fmt: skip
    revoked_at = models.DateTimeField(
        null=True, blank=True, help_text="An appeal against it succeeded then, or its referee revoked it."
    )

    class Meta:
        ordering = ("decided_at",)
        constraints = (
            models.CheckConstraint(
                condition=Q(call__isnull=False, dispute__isnull=True, case__isnull=True)
                | Q(call__isnull=True, dispute__isnull=False, case__isnull=True)
                | Q(call__isnull=True, dispute__isnull=True, case__isnull=False),
                name="ruling_on_one_thing",
            ),
            models.UniqueConstraint(
                fields=("dispute",), condition=Q(revoked_at=None), name="ruling_one_standing_a_dispute"
            ),
        )

    def __str__(self) -> str:
        return f"Ruling on {self.call or self.dispute or self.case}"

    @property
    def about(self) -> "Call | Dispute | ConductCase":
        """The one thing that it is on."""
        about = self.call or self.dispute or self.case
        assert about is not None, "a ruling is on one thing"  # noqa: S101 - a constraint of the database
        return about

    @property
    def fixture(self) -> Fixture:
        return self.about.fixture

    @property
    def fixture_id(self) -> int:
        return self.about.fixture_id


class Appeal(models.Model):
    """The one appeal against a ruling: by a captain, or by the player whose conduct it was about.

    The league's setting when it was made says who decides it.
    """

    ruling = models.OneToOneField(Ruling, on_delete=models.CASCADE, related_name="appeal")
    side = models.CharField(max_length=4, choices=Side, blank=True, help_text="Whose captain made it.")
    player = models.ForeignKey("league.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="appeals")
    reason = models.TextField()
    state = models.CharField(max_length=10, choices=AppealState, default=AppealState.OPEN)
    opened_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, related_name="+")
    opened_at = models.DateTimeField()
    goes_to = models.CharField(
        max_length=12, choices=AppealsBy, default=AppealsBy.SECRETARY, help_text="Who decides it, as it was when made."
    )
    vote_days = models.PositiveSmallIntegerField(default=7, help_text="Days to vote on it, as they were when made.")
    # Of a committee or judges, whoever voted last.
    decided_by = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    decided_as = models.CharField(
        max_length=12, choices=AppealBody, blank=True, help_text="As what they did; blank while it is open."
    )
    decided_at = models.DateTimeField(null=True, blank=True)
    decision = models.TextField(blank=True, help_text="The reason of the decision.")

    class Meta:
        ordering = ("-opened_at",)
        constraints = (
            models.CheckConstraint(condition=choices_q(goes_to=AppealsBy), name="appeal_goes_to_somebody"),
            models.CheckConstraint(condition=~Q(reason=""), name="appeal_has_a_reason"),
            models.CheckConstraint(
                condition=Q(state=AppealState.OPEN) | (Q(decided_at__isnull=False) & ~Q(decision="")),
                name="appeal_decided_says_why",
            ),
        )

    def __str__(self) -> str:
        return f"Appeal against {self.ruling}"


class AppealVote(models.Model):
    """A vote on an appeal by a member of the committee or a judge; it may change until the appeal is decided."""

    appeal = models.ForeignKey(Appeal, on_delete=models.CASCADE, related_name="votes")
    user = models.ForeignKey("league.User", on_delete=models.SET_NULL, null=True, related_name="+")
    allow = models.BooleanField(help_text="Whether the ruling is to be revoked.")
    reason = models.TextField(help_text="Told with the decision, without a name, if it agrees with that.")
    voted_at = models.DateTimeField(help_text="When it was last given or changed.")

    class Meta:
        ordering = ("voted_at", "pk")
        constraints = (
            models.UniqueConstraint(fields=("appeal", "user"), name="appeal_vote_of_a_member_once"),
            models.CheckConstraint(condition=~Q(reason=""), name="appeal_vote_has_a_reason"),
        )

    def __str__(self) -> str:
        return f"Vote on {self.appeal}"
