"""The demo's accounts, whose password everybody knows."""

from dataclasses import dataclass
from functools import cache

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import make_password

from league.enums import RoleKind
from league.models import Player, Role, Team, User

PASSWORD = "cribbage-night"  # noqa: S105 - printed beside the address: everybody is meant to know it


@dataclass(frozen=True, slots=True)
class SignIn:
    """An account of the demo: its role, its address, and what to try with it."""

    role: str
    email: str
    what: str


SIGN_INS = (
    SignIn("captain", "captain@demo.example", "enter tonight's result under My fixtures"),
    SignIn("other captain", "other-captain@demo.example", "confirm it, or dispute it"),
    SignIn("referee", "referee@demo.example", "rule on a call, settle a dispute"),
    SignIn("secretary", "secretary@demo.example", "see what is late, load a season"),
    SignIn("player", "player@demo.example", "read"),
    SignIn("administrator", "admin@demo.example", "everything else, at /admin/"),
    SignIn("captain, coast", "coast@demo.example", "enter a night of 36 games, one tap each, in the second league"),
)


def account(email: str, name: str, **fields: bool) -> User:
    """Make an account that can sign in at once."""
    user = User.objects.create(email=email, password=_hashed(), name=name, **fields)
    EmailAddress.objects.create(user=user, email=email, verified=True, primary=True)
    return user


def hand_over(team: Team, email: str) -> None:
    """Give a team's captain an address of the demo, and its password."""
    user = Role.objects.select_related("user").get(team=team, kind=RoleKind.CAPTAIN).user
    Player.objects.filter(user=user).update(email=email)
    user.email = email
    user.password = _hashed()
    user.save(update_fields=["email", "password"])
    EmailAddress.objects.filter(user=user).update(email=email, verified=True)


@cache
def _hashed() -> str:
    """Return the password as it is stored, the same for all: a hash takes long on purpose, and this hides nothing."""
    return make_password(PASSWORD)
