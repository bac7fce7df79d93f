"""Users, the roles they hold, and the players of a league. A player need not be a user, nor a user a player."""

from typing import Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.db.models import F, Q
from django.db.models.functions import Lower
from django.utils import timezone

from league.enums import RoleKind


class UserManager(BaseUserManager["User"]):
    """What Django's own commands call to make a user."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=email.strip().lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """Somebody who signs in, with his email address."""

    email = models.EmailField(unique=True, error_messages={"unique": "This address has an account already."})
    name = models.CharField(max_length=120, blank=True)
    is_staff = models.BooleanField("may open the admin", default=False)
    is_active = models.BooleanField(default=True)
    date_joined = models.DateTimeField(default=timezone.now)

    objects: ClassVar[UserManager] = UserManager()

    EMAIL_FIELD = "email"
    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        constraints = (models.UniqueConstraint(Lower("email"), name="user_email_any_case_once"),)

    def __str__(self) -> str:
        return self.name or self.email

    def get_short_name(self) -> str:
        return self.name.split(" ")[0] if self.name else self.email

    def get_full_name(self) -> str:
        return str(self)


class Player(models.Model):
    """A person who plays in a league. Two players may have one name; an email address belongs to one of them."""

    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=120)
    email = models.EmailField(blank=True)
    user = models.ForeignKey(User, on_delete=models.SET_NULL, null=True, blank=True, related_name="players")

    class Meta:
        ordering = ("name", "pk")
        constraints = (
            models.CheckConstraint(condition=~Q(name=""), name="player_has_a_name"),
            models.UniqueConstraint(F("league"), Lower("email"), condition=~Q(email=""), name="player_email_once"),
            models.UniqueConstraint(fields=("league", "user"), name="player_user_once"),
        )

    def __str__(self) -> str:
        return self.name


class Registration(models.Model):
    """A player of a team for a season; the open one (no end) is where he plays now."""

    season = models.ForeignKey("league.Season", on_delete=models.CASCADE, related_name="registrations")
    team = models.ForeignKey("league.Team", on_delete=models.CASCADE, related_name="registrations")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="registrations")
    starts_on = models.DateField()
    ends_on = models.DateField(null=True, blank=True)

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


TEAM_ROLES = (RoleKind.CAPTAIN, RoleKind.VICE_CAPTAIN, RoleKind.PLAYER)


class Role(models.Model):
    """What a user may speak for in a league, from a day until a day (none: for good)."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="roles")
    league = models.ForeignKey("league.League", on_delete=models.CASCADE, related_name="roles")
    kind = models.CharField(max_length=20, choices=RoleKind)
    team = models.ForeignKey("league.Team", on_delete=models.CASCADE, null=True, blank=True, related_name="roles")
    starts_on = models.DateField()
    ends_on = models.DateField(null=True, blank=True)

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
