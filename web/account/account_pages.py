"""The pages of an account: a name that is kept, by whoever wants that."""

from datetime import UTC, datetime
from typing import Any

from flask import Blueprint, Response, jsonify, make_response, redirect, render_template, request, url_for
from flask_babel import format_datetime, lazy_gettext
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import GrognardError
from domain.kernel.errors import InvalidSetup
from domain.store import passwords
from domain.store.accounts import NameKept, StaleAccount
from web.account import keeping, passkeys
from web.account.keeping import NotProven
from web.base import limits, logins, preferences
from web.base.errors import status_of
from web.base.language import language
from web.base.paths import own_path
from web.base.security import check_form
from web.base.site import site

blueprint = Blueprint("account", __name__, url_prefix="/account")
DONE = {
    "out": lazy_gettext("You are logged out."),
    "ended": lazy_gettext("The log-in has ended."),
    "others": lazy_gettext("All other log-ins have ended."),
    "password": lazy_gettext("The password is changed, and all other log-ins have ended."),
    "without": lazy_gettext("Your passkeys stand instead of the password, and all other log-ins have ended."),
    "proven": lazy_gettext("For the next ten minutes you may change what logs you in."),
    "passkey": lazy_gettext("The passkey is kept: from now on it logs you in."),
    "removed": lazy_gettext("The passkey is removed."),
    "taken": lazy_gettext("The games of this browser are in your account now."),
    "forgotten": lazy_gettext("The account is gone."),
}
"""What is said after something was done."""
REFUSED = (InvalidSetup, NameKept, NotProven, StaleAccount)
"""What is said on the form itself."""


@blueprint.get("")
def page() -> BaseResponse:
    """One's own account; who is not logged in is asked to."""
    if logins.here() is None:
        return _log_in_form()
    return _page()


def _log_in_form(problem: GrognardError | None = None) -> BaseResponse:
    return _form("account_log_in.html", problem, can_keep_passkeys=passkeys.home() is not None)


def _page(problem: GrognardError | None = None) -> BaseResponse:
    here, at = logins.required(), passkeys.home()
    facts = {
        "log_ins": keeping.log_ins(here), "when": _when, "beside": keeping.seats_of_browser(),
        "passkeys": keeping.passkeys(here), "can_keep_passkeys": at is not None,
        "own_site": at.name if at else "",
        "has_password": bool(here.account.password), "is_fresh": keeping.is_fresh(),
        "has_shown": keeping.has_shown(),
    }  # fmt: skip
    return _form("account.html", problem, account=here.account, **facts)


def _form(template: str, problem: GrognardError | None = None, **facts: Any) -> BaseResponse:
    """A form, with what was typed but secrets, and why it was refused."""
    done = "" if problem else DONE.get(request.args.get("done", ""), "")
    typed = request.form.get("name", "") or preferences.own_name()
    answer = make_response(render_template(
        template, problem=problem.said(language()) if problem else "", done=done, typed=typed, back=_back(),
        least=passwords.SHORTEST, most=passwords.LONGEST, **facts,
    ))  # fmt: skip
    answer.status_code = status_of(problem) if problem else 200
    return answer


def _back() -> str:
    """The page of this site to lead back to; empty for the account's own."""
    return own_path(request.values.get("back", "")) or ""


def _when(at: int) -> str:
    return format_datetime(datetime.fromtimestamp(at / 1000, UTC), "d MMM y, HH:mm")


def _on(**more: Any) -> BaseResponse:
    """To the page that somebody came from, or to the account."""
    return redirect(_back() or url_for("account.page", **more), 303)


# In and out


@blueprint.post("/log-in")
@limits.joins
def log_in() -> BaseResponse:
    """Logs in by name and password."""
    check_form("account")
    try:
        keeping.log_in(request.form.get("name", ""), request.form.get("password", ""))
    except REFUSED as problem:
        return _log_in_form(problem)
    return _on()


@blueprint.post("/log-in/asked")
@limits.joins
def asked_to_log_in() -> Response:
    """What the browser's script asks the device for."""
    check_form("account")
    return Response(passkeys.asked_to_log_in(), mimetype="application/json")


@blueprint.post("/log-in/passkey")
@limits.joins
def log_in_by_passkey() -> BaseResponse:
    """Logs in whoever's passkey the device has shown."""
    check_form("account")
    try:
        passkeys.log_in(request.form.get("answer", ""))
    except REFUSED as problem:
        return _log_in_form(problem)
    return _on()


@blueprint.get("/new")
def new() -> BaseResponse:
    """The form for a new account."""
    return _page() if logins.here() else _new_form()


def _new_form(problem: GrognardError | None = None) -> BaseResponse:
    facts = {"beside": keeping.seats_of_browser(), "can_keep_passkeys": passkeys.home() is not None}
    return _form("account_new.html", problem, **facts)


@blueprint.post("/new")
@limits.joins
def make() -> BaseResponse:
    """Keeps a name, and shows the recovery words this once."""
    check_form("account")
    try:
        _account, words, _token = keeping.make(request.form.get("name", ""), request.form.get("password", ""))
    except REFUSED as problem:
        return _new_form(problem)
    return _form("account_words.html", words=words, is_new=True)


@blueprint.post("/new/asked")
@limits.joins
def asked_to_begin() -> Response:
    """What the browser's script asks the device to make, for a name that shall be kept by it."""
    check_form("account")
    return Response(passkeys.asked_to_begin(request.form.get("name", "")), mimetype="application/json")


@blueprint.post("/new/passkey")
@limits.joins
def make_by_passkey() -> BaseResponse:
    """Keeps a name by a passkey, and shows the recovery words this once."""
    check_form("account")
    try:
        _account, words, _token = passkeys.begin(request.form.get("name", ""), request.form.get("answer", ""))
    except REFUSED as problem:
        return _new_form(problem)
    return _form("account_words.html", words=words, is_new=True)


@blueprint.get("/recover")
def recover_form() -> BaseResponse:
    """Asks for the recovery words."""
    return _form("account_recover.html")


@blueprint.post("/recover")
@limits.joins
def recover() -> BaseResponse:
    """A new password by the recovery words; new words are shown this once."""
    check_form("account")
    asked = (request.form.get(each, "") for each in ("name", "words", "password"))
    try:
        _account, words, _token = keeping.recover(*asked)
    except REFUSED as problem:
        return _form("account_recover.html", problem)
    return _form("account_words.html", words=words, is_new=False)


# One's own account


@blueprint.post("/log-ins")
@limits.joins
def end() -> BaseResponse:
    """Ends one log-in, or all but this one."""
    check_form("account")
    log_in = request.form.get("log_in", "")
    keeping.end(log_in)
    done = "out" if logins.here() is None else "ended" if log_in else "others"
    return redirect(url_for("account.page", done=done), 303)


@blueprint.post("/password")
@limits.joins
def change_password() -> BaseResponse:
    """Another password."""
    check_form("account")
    try:
        keeping.change_password(request.form.get("password", ""), request.form.get("new", ""))
    except REFUSED as problem:
        return _page(problem)
    return redirect(url_for("account.page", done="password"), 303)


@blueprint.post("/password/end")
@limits.joins
def do_without_password() -> BaseResponse:
    """The passkeys stand instead of the password."""
    check_form("account")
    try:
        passkeys.do_without_password(request.form.get("password", ""))
    except REFUSED as problem:
        return _page(problem)
    return redirect(url_for("account.page", done="without"), 303)


@blueprint.post("/words")
@limits.joins
def change_words() -> BaseResponse:
    """Other recovery words, shown this once."""
    check_form("account")
    try:
        words = keeping.change_words(request.form.get("password", ""))
    except REFUSED as problem:
        return _page(problem)
    return _form("account_words.html", words=words, is_new=False)


@blueprint.post("/passkeys/asked")
@limits.joins
def asked_to_keep() -> Response:
    """What the browser's script asks the device to make."""
    check_form("account")
    return Response(passkeys.asked_to_keep(request.form.get("password", "")), mimetype="application/json")


@blueprint.post("/passkeys")
@limits.joins
def keep_passkey() -> BaseResponse:
    """Keeps the passkey that the device has made."""
    check_form("account")
    try:
        passkeys.keep(request.form.get("called", ""), request.form.get("answer", ""))
    except REFUSED as problem:
        return _page(problem)
    return redirect(url_for("account.page", done="passkey"), 303)


@blueprint.post("/passkeys/removals")
@limits.joins
def remove_passkey() -> BaseResponse:
    """Takes a passkey away."""
    check_form("account")
    try:
        passkeys.remove(request.form.get("passkey", ""))
    except REFUSED as problem:
        return _page(problem)
    return redirect(url_for("account.page", done="removed"), 303)


@blueprint.post("/proof/asked")
@limits.joins
def asked_to_prove() -> Response:
    """What the browser's script asks the device for, where there is no password to say again."""
    check_form("account")
    return Response(passkeys.asked_to_prove(), mimetype="application/json")


@blueprint.post("/proof")
@limits.joins
def prove() -> BaseResponse:
    """A passkey was shown once more."""
    check_form("account")
    try:
        passkeys.prove(request.form.get("answer", ""))
    except REFUSED as problem:
        return _page(problem)
    return redirect(url_for("account.page", done="proven"), 303)


@blueprint.post("/take")
@limits.joins
def take() -> BaseResponse:
    """The games of this browser go into the account."""
    check_form("account")
    keeping.take()
    return redirect(url_for("account.page", done="taken"), 303)


@blueprint.get("/data.json")
@limits.looks
def data() -> Response:
    """All that is kept about whoever is logged in."""
    answer = jsonify(keeping.about_me())
    answer.headers["Content-Disposition"] = 'attachment; filename="grognard-account.json"'
    return answer


@blueprint.post("/forget")
@limits.joins
def forget() -> BaseResponse:
    """The account is gone, and its person is forgotten."""
    check_form("account")
    try:
        if request.form.get("sure") != "yes":
            raise NotProven(_("Tick the box to say that you mean it. Nothing was changed."))
        keeping.forget(request.form.get("password", ""))
    except REFUSED as problem:
        return _page(problem)
    return redirect(url_for("account.page", done="forgotten"), 303)


def may_make() -> bool:
    """Whether people make accounts here themselves."""
    return bool(site().settings.may_keep_names != "nobody")
