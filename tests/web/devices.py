"""A device that makes passkeys and signs with them, as browsers send what it says."""

import hashlib
import json
import struct
from dataclasses import dataclass, field

import cbor2
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256

from domain.store.passkeys import encoded

P256 = ec.SECP256R1()
PRESENT, VERIFIED, WITH_KEY = 1, 4, 64
HERE = "https://games.example.org"


@dataclass
class Device:
    """One device with one passkey; what it says of itself can be typed over."""

    credential: bytes = b"a passkey of a device"
    origin: str = HERE
    site: str = "games.example.org"
    flags: int = PRESENT | VERIFIED
    count: int = 0
    user: str = ""
    secret: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(P256))

    def made(self, asked, **more):
        """Its answer to who wants a passkey; the site's name for the person is kept."""
        self.user = asked["user"]["id"]
        known = {"fmt": "none", "attStmt": {}, "authData": self.said(WITH_KEY) + self.key()}
        told = {"attestationObject": encoded(cbor2.dumps({**known, **more}))}
        return self._answer("webauthn.create", asked, told)

    def shown(self, asked, **more):
        """Its answer to who asks for a passkey; it counts how often it was asked."""
        self.count += 1
        said, client = self.said(), self._client("webauthn.get", asked)
        signed = self.secret.sign(said + hashlib.sha256(client).digest(), ec.ECDSA(SHA256()))
        told = {"authenticatorData": encoded(said), "signature": encoded(signed), "userHandle": self.user}
        return self._answer("webauthn.get", asked, {**told, **more})

    def said(self, more=0):
        """What it signs of itself, after which the key may follow."""
        where = hashlib.sha256(self.site.encode()).digest()
        return where + struct.pack(">BI", self.flags | more, self.count)

    def key(self):
        """Its name for the passkey, and the public key."""
        at = self.secret.public_key().public_numbers()
        x, y = (each.to_bytes(32, "big") for each in (at.x, at.y))
        key = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        return bytes(16) + struct.pack(">H", len(self.credential)) + self.credential + key

    def _client(self, way, asked):
        return json.dumps({"type": way, "challenge": asked["challenge"], "origin": self.origin}).encode()

    def _answer(self, way, asked, told):
        name = encoded(self.credential)
        response = {"clientDataJSON": encoded(self._client(way, asked)), **told}
        return json.dumps({"id": name, "rawId": name, "type": "public-key", "response": response})


def asked_to_keep(browser, password):
    """What the page of the account asks a device for."""
    browser.open("/account")
    token = browser.form("/account/log-ins")[1]["token"]
    return browser.client.post("/account/passkeys/asked", data={"token": token, "password": password})


def asked_to_begin(browser, name):
    """What the page for a new account asks a device for."""
    browser.open("/account/new")
    token = browser.form("/account/new/passkey")[1]["token"]
    return browser.client.post("/account/new/asked", data={"token": token, "name": name})


def begin(browser, name, answer):
    """Sends what a device answered to who would keep a name by its passkey."""
    browser.open("/account/new")
    return browser.send("/account/new/passkey", name=name, answer=answer)


def asked_to_prove(browser):
    """What the page of an account without a password asks a device for."""
    browser.open("/account")
    token = browser.form("/account/log-ins")[1]["token"]
    return browser.client.post("/account/proof/asked", data={"token": token})


def asked_to_log_in(browser):
    """What the page for logging in asks a device for."""
    browser.open("/account")
    token = browser.form("/account/log-in")[1]["token"]
    return browser.client.post("/account/log-in/asked", data={"token": token})


def keep(browser, answer, called="My telephone"):
    """Sends what a device answered to who wants a passkey."""
    browser.open("/account")
    return browser.send("/account/passkeys", answer=answer, called=called)


def log_in(browser, answer):
    """Sends what a device answered to who asks for a passkey."""
    browser.open("/account")
    return browser.send("/account/log-in/passkey", answer=answer)
