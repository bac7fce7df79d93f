"""The pages behind the links of mails, in a real browser: their forms work, and their address goes nowhere."""

import pytest
from playwright.sync_api import Page, expect

from league.enums import NoticeKind
from league.models import Preference
from league.services.mail import preferences
from tests.e2e.looking import follow
from tests.factories import Town

pytestmark = [pytest.mark.e2e, pytest.mark.django_db(transaction=True)]


def test_a_form_behind_a_secret_link_is_taken_and_no_request_tells_the_link(
    town: Town, live_server: object, page: Page
) -> None:
    bell = town.captains["Bell"]
    token = preferences.unsubscribe_token(bell, (NoticeKind.RESULT_DUE.value,), "mail")
    told: list[str] = []
    page.on("request", lambda request: told.append(request.all_headers().get("referer", "")))
    page.goto(f"{live_server.url}/mail/stop/{token}/")  # type: ignore[attr-defined]
    follow(page.locator("main form button").first)
    expect(page.get_by_role("heading", name="This mail has stopped")).to_be_visible()
    assert Preference.objects.filter(user=bell, kind=NoticeKind.RESULT_DUE).exists()
    follow(page.locator('a[href]:not([href^="#"]):visible').first)
    assert len(told) > 3
    assert not [each for each in told if token in each]
