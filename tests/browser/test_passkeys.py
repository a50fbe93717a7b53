"""A passkey of a device that Chromium plays: kept with the password, good without it until it is removed; and
a name kept by a passkey alone, in a browser that does not read their JSON itself."""

from secrets import token_hex

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import Grognard
from tests.patience import MILLISECONDS
from web.account import passkeys
from web.base.language import COOKIE

DEVICE = {
    "protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True,
    "isUserVerified": True, "automaticPresenceSimulation": True,
}  # fmt: skip


def test_a_passkey_is_kept_logs_in_and_is_removed(
    chromium: Browser, grognard: Grognard, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = grognard.url.replace("127.0.0.1", "localhost")
    monkeypatch.setattr(passkeys, "public_address", lambda: address)
    page = chromium.new_page(base_url=address)
    page.set_default_timeout(MILLISECONDS)
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    own = device.send("WebAuthn.addVirtualAuthenticator", {"options": DEVICE})["authenticatorId"]
    name = f"Leocadia {token_hex(4)}"
    page.goto("/account/new")
    page.locator("#name").fill(name)
    page.locator("#password").fill("a cold morning")
    page.get_by_role("button", name="Keep this name", exact=True).click()
    page.get_by_role("link", name="I have written them down").click()
    page.goto("/account")
    page.get_by_label("What to call it").fill("My telephone")
    password = page.locator("#for-passkey")
    password.fill("a warm evening")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("That is not the password of this account.")).to_be_visible()
    password.fill("a cold morning")
    page.route("**/passkeys/asked", lambda route: route.abort())
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("The server could not be reached.")).to_be_visible()
    page.unroute("**/passkeys/asked")
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_text("My telephone")).to_be_visible()
    expect(page.get_by_text("not used yet")).to_be_visible()

    for _ in range(2):  # a device counts how often it was used
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_text("You are logged out.")).to_be_visible()
        page.get_by_role("button", name="Log in with a passkey").click()
        expect(page.get_by_role("heading", name=name)).to_be_visible()
    expect(page.get_by_text("last used")).to_be_visible()
    page.context.add_cookies([{"name": COOKIE, "value": "it", "url": page.url}])
    page.goto("/account")
    page.get_by_role("button", name="Togli la passkey My telephone").click()
    expect(page.get_by_text("La passkey è tolta.")).to_be_visible()
    page.get_by_role("button", name="Esci").click()
    page.get_by_role("button", name="Accedi con una passkey").click()
    expect(page.get_by_text("Questa passkey non è stata accettata.")).to_be_visible()
    # of two passkeys for one site Chromium's device shows either, as the chance of their names has it
    device.send("WebAuthn.clearCredentials", {"authenticatorId": own})

    page.add_init_script(
        "for (const own of ['parseCreationOptionsFromJSON', 'parseRequestOptionsFromJSON'])"
        " delete PublicKeyCredential[own]; delete PublicKeyCredential.prototype.toJSON"
    )
    page.context.clear_cookies(name=COOKIE)
    page.goto("/account/new")
    page.locator("#name-by-passkey").fill(f"Magdalena {token_hex(4)}")
    page.get_by_role("button", name="Keep this name by a passkey").click()
    page.get_by_role("link", name="I have written them down").click()
    page.get_by_role("button", name="Log out").click()
    page.get_by_role("button", name="Log in with a passkey").click()
    expect(page.get_by_role("heading", name="Magdalena")).to_be_visible()
    expect(page.get_by_role("button", name="Remove the passkey")).to_have_count(0)
    page.add_init_script("delete window.PublicKeyCredential")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_disabled()
    expect(page.get_by_text("For passkeys this browser must run scripts")).to_be_visible()
    device.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": own})
    page.context.close()
