"""Tries the server behind a real nginx with deploy/nginx.conf: `make behind-nginx`.

It needs `nginx` and `openssl` on the PATH (Debian: apt-get install nginx-light openssl) and says so if they
are not there. Ports and certificate are changed; everything else is the text that hosts copy.
"""

import json
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from http.client import HTTPSConnection
from pathlib import Path
from typing import Any

from tests.web.serving import SEATS, Server, eventually, served

ROOT = Path(__file__).parent.parent
AROUND = """daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log; worker_processes 1;
events {{ worker_connections 512; }}
http {{ access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
{inside} }}
"""
HOST = "games.example.org"
SETTINGS = "--set", "trusted_proxies=127.0.0.1", "--set", "join_limit=2 per minute"
JOINING = f"/api/games/{'0' * 32}/seats/nobody/link"


def main() -> None:
    for needed in ("nginx", "openssl"):
        if shutil.which(needed) is None:
            sys.exit(f"There is no {needed} here, so nothing was tried: apt-get install nginx-light openssl")
    with tempfile.TemporaryDirectory(prefix="grognard-nginx-") as name:
        folder = Path(name)
        with (
            served(folder / "data", *SETTINGS) as server,
            nginx(folder, server) as port,
        ):
            for step in (pages, streams, people):
                step(port)
                print(f"{step.__name__}: {step.__doc__}")


@contextmanager
def nginx(folder: Path, server: Server) -> Any:
    """nginx before the server; the port where it is."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={HOST}",
         "-keyout", folder / "key.pem", "-out", folder / "cert.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    text = (ROOT / "deploy/nginx.conf").read_text("utf-8")
    for old, new in (
        ("listen 443", f"listen 127.0.0.1:{port}"),
        ("127.0.0.1:5815", server.url.removeprefix("http://").replace("localhost", "127.0.0.1")),
        (f"/etc/letsencrypt/live/{HOST}/fullchain.pem", str(folder / "cert.pem")),
        (f"/etc/letsencrypt/live/{HOST}/privkey.pem", str(folder / "key.pem")),
    ):
        assert old in text, f"deploy/nginx.conf has no {old}"
        text = text.replace(old, new)
    (folder / "nginx.conf").write_text(AROUND.format(folder=folder, inside=text), "utf-8")
    process = subprocess.Popen(["nginx", "-e", folder / "error.log", "-c", folder / "nginx.conf"])
    try:
        eventually(lambda: answers(port), "nginx answers")
        yield port
    finally:
        process.terminate()
        process.wait(30)


def answers(port: int) -> bool:
    with socket.socket() as line:
        return line.connect_ex(("127.0.0.1", port)) == 0


def asked(
    port: int, method: str, path: str, body: Any = None, source: str = "127.0.0.1", **headers: str
) -> Any:
    """The answer of the server behind nginx to somebody at `source`."""
    trusting = ssl._create_unverified_context()
    line = HTTPSConnection("127.0.0.1", port, timeout=60, context=trusting, source_address=(source, 0))
    sent = {"Host": HOST, "X-Grognard": "1", "Content-Type": "application/json", **headers}
    line.request(method, path, json.dumps(body) if body is not None else None, sent)
    return line.getresponse()


def pages(port: int) -> None:
    """cookies are Secure, links are https, and a page's own forms are taken"""
    answer = asked(port, "GET", "/new")
    cookies = answer.headers.get_all("Set-Cookie")
    assert answer.status == 200 and cookies and all("Secure" in each for each in cookies), cookies
    refused = asked(port, "POST", "/api/games", {}, Origin=f"http://{HOST}.evil.example")
    assert refused.status == 403, refused.status
    taken = asked(port, "POST", "/api/games", opening(), Origin=f"https://{HOST}")
    assert taken.status == 201, taken.read()


def opening() -> dict[str, Any]:
    return {"title": "waterloo", "scenario": "short", "seats": SEATS}


def streams(port: int) -> None:
    """a live stream comes through at once, and goes on"""
    opened = json.loads(asked(port, "POST", "/api/games", opening()).read())
    bearer = f"Bearer {opened['token']}"
    stream = asked(port, "GET", f"/api/games/{opened['game']}/stream", Authorization=bearer)
    first = stream.readline()
    assert stream.status == 200 and first.startswith(b"retry:"), (stream.status, first)


def people(port: int) -> None:
    """whoever is refused for asking too often keeps nobody else out, and nobody helps himself by a header"""

    def joins(source: str, count: int) -> list[int]:
        told = {"X-Forwarded-For": f"192.0.2.{count}"}
        return [asked(port, "POST", JOINING, {}, source, **told).status for _ in range(count)]

    assert joins("127.0.0.2", 3) == [404, 404, 429]
    assert joins("127.0.0.3", 1) == [404]


if __name__ == "__main__":
    main()
