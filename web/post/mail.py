"""Mail through the host's own mail server."""

import re
import smtplib
import ssl
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from flask_babel import gettext as _

from domain.kernel import GrognardError
from domain.kernel.errors import InvalidSetup

SECONDS = 10.0
ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63})+")


class NotMailed(GrognardError):
    """The mail server did not take a mail. The message says why, without the address."""

    code = "not_mailed"


@dataclass(frozen=True)
class MailServer:
    """Where mail goes out, and who it is from."""

    host: str
    port: int
    sender: str
    is_tls: bool = False
    user: str = ""
    password: str = field(default="", repr=False)


def mail_server(url: str, sender: str) -> MailServer:
    """The server at `smtp://user:password@host:port` (`smtps`: TLS from the start). Raises InvalidSetup."""
    if not _is_read(url):
        raise InvalidSetup(_("The mail server is given as smtp://user:password@host:port or smtps://..."))
    if not is_address(sender):
        words = _("mail_from is the address that mails come from; %(sender)s is none.", sender=repr(sender))
        raise InvalidSetup(words)
    parts = urlsplit(url)
    is_tls = parts.scheme == "smtps"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    host, port = parts.hostname or "", parts.port or (465 if is_tls else 587)
    return MailServer(host, port, sender, is_tls, user, password)


def _is_read(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("smtp", "smtps") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def is_address(text: str) -> bool:
    """Whether `text` can be a mail address."""
    return len(text) <= 254 and ADDRESS.fullmatch(text) is not None


def send(server: MailServer, to: str, subject: str, text: str, stop: str) -> None:
    """Sends one mail; `stop` is the address of the page that ends these mails. Raises NotMailed."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = server.sender, to, subject
    message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain=server.sender.split("@")[1])
    message["List-Unsubscribe"], message["Auto-Submitted"] = f"<{stop}>", "auto-generated"
    message.set_content(text)
    try:
        with _line(server) as line:
            if not server.is_tls and line.has_extn("starttls"):
                line.starttls(context=ssl.create_default_context())
            if server.user:
                line.login(server.user, server.password)
            line.send_message(message)
    except (smtplib.SMTPException, OSError) as problem:  # their texts may hold the address
        raise NotMailed(
            _("The mail server did not take the mail (%(problem)s).", problem=type(problem).__name__)
        ) from problem


def _line(server: MailServer) -> smtplib.SMTP:
    if server.is_tls:
        context = ssl.create_default_context()
        return smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=context)
    line = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
    line.ehlo()
    return line
