"""Users, the roles they hold, and the players of a league. A player need not be a user, nor a user a player."""

import uuid
from typing import Any, ClassVar

from allauth.account.models import EmailAddress
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models, transaction
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from league.enums import RoleKind, TeamKind
from league.models.checked import CheckedText, LineField, is_language
from league.models.former_names import name_then, read_by_former_name
from league.rules.languages import LONGEST_LANGUAGE
from league.rules.names import LONGEST_NAME


class UserManager(BaseUserManager["User"]):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Create an administrator, who can sign in at once: whoever runs the command vouches for the address.

        Raise ValidationError for an address that is taken or malformed; the command prints it.
        """
        self.model(email=email.strip().lower()).validate_constraints(exclude={"uid"})
        if EmailAddress.objects.filter(email__iexact=email.strip(), verified=True).exists():
            raise ValidationError("This address has an account already.", code="unique")
        with transaction.atomic(using=self._db):
            user = self.create_user(email, password, is_staff=True, is_superuser=True, **fields)
            EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who signs in, with their email address.

    It is unique by an expression, not as a column: PostgreSQL would count a column among the row's keys, and changing
    it would wait for all who have just inserted a reference (docs/people.md).
    """

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    email = models.EmailField(db_index=True)
    name = LineField(max_length=LONGEST_NAME, blank=True)
    address_version = models.PositiveIntegerField(
        default=0, editable=False, help_text="How often the address has changed; links mailed before are of no use."
    )
    language = CheckedText(
        max_length=LONGEST_LANGUAGE, blank=True, validators=[is_language],
        help_text="In which they read pages and mails; empty: in each league's own.",
    )  # fmt: skip
    is_staff = models.BooleanField("may open the admin", default=False)
    is_active = models.BooleanField(default=True)
    erased_at = models.DateTimeField(null=True, blank=True, help_text="Their own data were erased then.")
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (
            models.UniqueConstraint(
                Lower("email"),
                name="user_email_any_case_once",
                violation_error_message="This address has an account already.",
            ),
        )

    def __str__(self) -> str:
        return self.name or self.email

    def get_short_name(self) -> str:
        return self.name.split(" ")[0] if self.name else self.email

    def get_full_name(self) -> str:
        return str(self)


# Who can be registered, chosen, invited: neither erased nor merged into another.
PRESENT = Q(erased_at=None, merged_into=None)


class Player(models.Model):
    """A person who plays in a league. Two may have one name; an email address belongs to one of them."""

    uid = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)
    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="players")
    name = LineField(max_length=LONGEST_NAME)
    email = models.EmailField(blank=True)
    phone = LineField(max_length=40, blank=True)
    shorten_name = models.BooleanField(
        default=False, help_text="Public pages give their first name and an initial only."
    )
    hide_averages = models.BooleanField(
        default=False, help_text="Public pages and files have no averages and totals of theirs."
    )
    note = LineField(
        max_length=200, blank=True,
        help_text="What the secretary wants captains to know on the sheet, such as an age; nothing judges by it.",
    )  # fmt: skip
    erased_at = models.DateTimeField(null=True, blank=True, help_text="Their own data were erased then.")
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players")
    merged_into = models.ForeignKey(
        "self", on_delete=models.PROTECT, null=True, blank=True, related_name="merged",
        help_text="Entered twice: all they played is that player's now, and only the journal still names this row.",
    )  # fmt: skip

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(merged_into=None) | (~Q(merged_into=F("pk")) & Q(user=None, email="")),
                name="player_merged_is_nobody_else",
            ),
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.UniqueConstraint(F("league"), Lower("email"), condition=~Q(email=""), name="player_email_once"),
            # With a condition it is no key of the row, and the row can be referred to while its user changes.
            models.UniqueConstraint(fields=("league", "user"), condition=~Q(user=None), name="player_user_once"),
        )

    def __str__(self) -> str:
        return self.name


class Registration(models.Model):
    """A player of a team for a season; without an end it is where they play now."""

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="registrations")
    team = models.ForeignKey("league.Team", on_delete=models.CASCADE, related_name="registrations")
    team_called = name_then()
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="registrations")
    starts_on = models.DateField()
    ends_on = models.DateField(null=True, blank=True)
    reserve = models.BooleanField(default=False, help_text="Asked to play only where the team is short of players.")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("season", "player"), condition=Q(ends_on=None), name="registration_one_team_a_season"
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")), name="registration_ends_after_it_starts"
            ),
        )
        indexes = (models.Index(fields=("season", "team"), name="registration_squad"),)

    def __str__(self) -> str:
        return f"{self.player} ({self.team})"


read_by_former_name(Registration, "team")


# Not of a pair or a single player, who are their own captains.
NOT_OF_A_SIDE = Q(team=None) | Q(team__kind=TeamKind.TEAM)
TEAM_ROLES = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN, RoleKind.PLAYER)


class Role(models.Model):
    """A role of a user in a league, from a day until a day (None: for good)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="roles")
    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=20, choices=RoleKind)
    team = models.ForeignKey("league.Team", on_delete=models.CASCADE, null=True, blank=True, related_name="roles")
    starts_on = models.DateField()
    ends_on = models.DateField(null=True, blank=True, help_text="The last day they have it.")
    ended_at = models.DateTimeField(null=True, blank=True, help_text="Ended early at that moment.")

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(kind__in=TEAM_ROLES, team__isnull=False) | (~Q(kind__in=TEAM_ROLES) & Q(team__isnull=True)),
                name="role_has_a_team_when_it_needs_one",
            ),
            models.UniqueConstraint(
                fields=("user", "league", "kind", "team"), condition=Q(ends_on=None), name="role_of_a_team_once"
            ),
            models.UniqueConstraint(
                fields=("user", "league", "kind"), condition=Q(ends_on=None, team=None), name="role_of_a_league_once"
            ),
            models.CheckConstraint(
                condition=Q(ends_on=None) | Q(ends_on__gte=F("starts_on")), name="role_ends_after_it_starts"
            ),
        )

    def __str__(self) -> str:
        return f"{self.user}: {self.get_kind_display()}" + (f" of {self.team}" if self.team else "")


class Invitation(models.Model):
    """A role offered by mail. Its signed link opens no more once accepted or revoked."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="invitations")
    email = models.EmailField(
        blank=True, help_text="The address as it was typed, all that whoever invites may read of the account."
    )
    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="invitations")
    kind = models.CharField(max_length=20, choices=RoleKind)
    team = models.ForeignKey("league.Team", on_delete=models.CASCADE, null=True, blank=True, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    ends_on = models.DateField(null=True, blank=True, help_text="The last day of the role, if that is known.")
    invited_by = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="+")
    invited_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    accepted_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-invited_at",)
        constraints = (
            models.UniqueConstraint(
                fields=("email", "league", "kind", "team"),
                condition=Q(accepted_at=None, revoked_at=None) & ~Q(email=""),
                name="invitation_one_open_to_a_team",
            ),
            models.UniqueConstraint(
                fields=("email", "league", "kind"),
                condition=Q(accepted_at=None, revoked_at=None, team=None) & ~Q(email=""),
                name="invitation_one_open_to_a_league",
            ),
        )

    def __str__(self) -> str:
        return f"{self.user} as {self.get_kind_display()}" + (f" of {self.team}" if self.team else "")


class ApiToken(models.Model):
    """A user's key for programs, shown once; only its hash is stored."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = LineField(max_length=60)
    prefix = models.CharField(max_length=12, help_text="Its first letters, to know it by.")
    token_hash = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField(default=list, help_text="What it may be used for; see api.tokens.")
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("-created_at", "-pk")

    def __str__(self) -> str:
        return f"{self.name} of {self.user}"


class IdempotencyKey(models.Model):
    """The first response to a write of the API, replayed for the same key within 24 hours."""

    owner = models.CharField(max_length=80, help_text="Whose key it is: a user, or an address.")
    key = models.CharField(max_length=255)
    request_hash = models.CharField(max_length=64, help_text="Of method, address and body.")
    status = models.PositiveSmallIntegerField(null=True, blank=True, help_text="None while it is being answered.")
    headers = models.JSONField(default=dict)
    body = models.BinaryField(default=bytes)
    created_at = models.DateTimeField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("owner", "key"), name="idempotency_key_once"),)
        indexes = (models.Index(fields=("created_at",), name="idempotency_key_age"),)

    def __str__(self) -> str:
        return f"{self.key} of {self.owner}"


class TeamCode(models.Model):
    """A one-time code on a printed sheet, with which a team answers about a result; only its hash is stored."""

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="codes")
    team = models.ForeignKey("league.Team", on_delete=models.CASCADE, related_name="codes")
    sheet = models.PositiveSmallIntegerField(help_text="Which of the team’s printed sheets of the season, from 1.")
    number = models.PositiveSmallIntegerField(help_text="Its place on that sheet, from 1.")
    code_hash = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)
    used_for = models.ForeignKey(
        "league.Result", on_delete=models.SET_NULL, null=True, blank=True, related_name="+",
        help_text="The result that was answered with it.",
    )  # fmt: skip
    revoked_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("season", "team", "sheet", "number")
        constraints = (
            models.UniqueConstraint(fields=("season", "team", "sheet", "number"), name="team_code_place_once"),
            models.CheckConstraint(
                condition=Q(used_at__isnull=True) | Q(revoked_at__isnull=True), name="team_code_used_or_revoked"
            ),
        )

    def __str__(self) -> str:
        return f"Code {self.number} of {self.team}, sheet {self.sheet}"
