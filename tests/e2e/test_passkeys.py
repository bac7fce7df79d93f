"""Passkeys with the browser's own virtual device: added, signed in with, asked for, and taken away."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from league import access
from tests.e2e.conftest import NewPage
from tests.e2e.looking import enter_password, faults_at
from tests.factories import Town
from tests.second_factors import add_app, code

pytestmark = pytest.mark.e2e
SignIn = Callable[..., Page]
DEVICE = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture(autouse=True)
def _over_plain_http(settings: Any) -> None:
    """The tests' server has no certificate; the browser trusts its own machine, and the server is told to."""
    settings.MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = True


@pytest.fixture
def at_localhost(live_server: Any) -> str:
    """A passkey belongs to a name: an address in numbers has none."""
    return str(live_server.url).replace("127.0.0.1", "localhost")


def give_device(page: Page) -> Any:
    """A device that keeps passkeys, and says yes; returns the session that commands it, and its number."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    made = session.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})
    return session, made["authenticatorId"]


def enter(page: Page, town: Town, where: str) -> None:
    page.goto(f"{where}/accounts/login/")
    enter_password(page, town.captains["Anchor"].email)
    page.wait_for_url("**/leagues/town/")


def sign_out(page: Page, where: str) -> None:
    page.goto(f"{where}/accounts/logout/")
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_a_passkey_is_added_and_signs_in_alone(new_page: NewPage, town: Town, at_localhost: str) -> None:
    page = new_page()
    give_device(page)
    enter(page, town, at_localhost)
    page.goto(f"{at_localhost}/accounts/2fa/")
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name").fill("My phone")
    page.get_by_label("Sign in with it alone").check()
    page.get_by_role("button", name="Add the passkey").click()
    page.wait_for_url("**/accounts/2fa/recovery-codes/")
    expect(page.locator(".codes li")).to_have_count(10)
    assert access.has_factor(town.captains["Anchor"])
    sign_out(page, at_localhost)
    page.goto(f"{at_localhost}/accounts/login/?next=/leagues/town/my/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    page.wait_for_url(f"{at_localhost}/leagues/town/my/")
    # It is the proof that is asked for, too.
    page.goto(f"{at_localhost}/accounts/2fa/webauthn/")
    expect(page.get_by_text("Signs in alone")).to_be_visible()
    page.get_by_role("link", name="Remove").click()
    page.get_by_role("button", name="Remove the passkey").click()
    expect(page.get_by_text("The passkey is removed.")).to_be_visible()
    assert not access.has_factor(town.captains["Anchor"])


def test_a_passkey_is_the_second_step_after_a_password(new_page: NewPage, town: Town, at_localhost: str) -> None:
    page = new_page()
    session, device = give_device(page)
    enter(page, town, at_localhost)
    page.goto(f"{at_localhost}/accounts/2fa/webauthn/add/")
    page.get_by_role("button", name="Add the passkey").click()
    page.wait_for_url("**/accounts/2fa/recovery-codes/")
    sign_out(page, at_localhost)
    page.goto(f"{at_localhost}/accounts/login/")
    enter_password(page, town.captains["Anchor"].email)
    page.wait_for_url("**/accounts/2fa/authenticate/")
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/leagues/town/")
    # A device that says no is told of in words, and nobody is in.
    sign_out(page, at_localhost)
    session.send("WebAuthn.setUserVerified", {"authenticatorId": device, "isUserVerified": False})
    page.goto(f"{at_localhost}/accounts/login/")
    page.get_by_role("button", name="Sign in with a passkey").click()
    expect(page.get_by_text("The passkey was not used")).to_be_visible()
    expect(page).to_have_url(re.compile("/accounts/login/"))


def test_an_app_is_scanned_and_asked_for(new_page: NewPage, town: Town, at_localhost: str) -> None:
    page = new_page()
    enter(page, town, at_localhost)
    page.goto(f"{at_localhost}/accounts/2fa/totp/activate/")
    picture = page.get_by_role("img", name="QR code")
    assert picture.evaluate("image => image.complete && image.naturalWidth > 0"), "the content policy lets it be seen"
    page.get_by_label("Authenticator code").fill(code(page.get_by_label("Key").input_value()))
    page.get_by_role("button", name="Turn it on").click()
    page.wait_for_url("**/accounts/2fa/recovery-codes/")
    spare = page.locator(".codes li").first.inner_text()
    sign_out(page, at_localhost)
    page.goto(f"{at_localhost}/accounts/login/")
    enter_password(page, town.captains["Anchor"].email)
    page.wait_for_url("**/accounts/2fa/authenticate/")
    page.get_by_label("Code").fill(spare)
    page.get_by_role("button", name="Sign in", exact=True).click()
    page.wait_for_url("**/leagues/town/")


PAGES = (
    "2fa/", "2fa/totp/activate/", "2fa/webauthn/", "2fa/webauthn/add/", "sessions/", "password/change/",
    "reauthenticate/code/",
)  # fmt: skip
WITH_FACTOR = (
    "2fa/", "2fa/totp/deactivate/", "2fa/recovery-codes/", "2fa/recovery-codes/generate/", "2fa/reauthenticate/",
)  # fmt: skip


def test_the_pages_are_clean(new_page: NewPage, town: Town, at_localhost: str) -> None:
    page = new_page(is_mobile=False)
    enter(page, town, at_localhost)
    found = []
    for name in PAGES:
        page.goto(f"{at_localhost}/accounts/{name}")
        assert page.url.endswith(name)
        found += [f"{name}: {fault}" for fault in faults_at(page, 390, 1280)]
    add_app(town.captains["Anchor"])
    for name in WITH_FACTOR:
        page.goto(f"{at_localhost}/accounts/{name}")
        assert page.url.endswith(name)
        found += [f"{name} with a factor: {fault}" for fault in faults_at(page, 390, 1280)]
    assert found == []
