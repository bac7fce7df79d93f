"""An account and its keys when one of its addresses is proved."""

import datetime as dt

import pytest
from allauth.account.models import EmailAddress

from league.enums import Scope
from league.errors import Invalid, NotAllowed
from league.models import ApiToken, User
from league.services.people.accounts.accounts import Act, proved
from league.services.people.accounts.keys import MOST, make_token
from tests import factories


@pytest.fixture
def olive(db: None) -> User:
    return factories.user("olive@town.example")


def test_an_address_that_is_proved_by_its_mailbox_becomes_the_address_of_the_account(
    olive: User, now: dt.datetime
) -> None:
    other = EmailAddress.objects.create(user=olive, email="Olive@Private.example", verified=True)
    proved(olive, other, act=Act.ELSEWHERE, now=now)
    assert User.objects.get(pk=olive.pk).email == olive.email == "olive@private.example"
    assert list(EmailAddress.objects.filter(user=olive).values_list("email", "primary")) == [(other.email, True)]


def test_a_closed_account_has_no_tokens(olive: User, now: dt.datetime) -> None:
    User.objects.update(is_active=False)
    with pytest.raises(NotAllowed, match="This account is closed"):
        make_token(User.objects.get(), "Mine", [Scope.READ], None, now=now)


def test_an_account_has_so_many_tokens_and_no_more_until_one_is_revoked(olive: User, now: dt.datetime) -> None:
    ApiToken.objects.bulk_create(
        ApiToken(user=olive, name=f"{n}", prefix="mug_abc", token_hash=f"{n:064}", created_at=now) for n in range(MOST)
    )
    with pytest.raises(Invalid, match=f"You have {MOST} tokens already; revoke one first"):
        make_token(olive, "One more", [Scope.READ], None, now=now)
    ApiToken.objects.filter(name="0").update(revoked_at=now)
    assert make_token(olive, "One more", [Scope.READ], None, now=now)[0].name == "One more"
