"""Proofs of who somebody is: the PIN of a hand-over, and the phrase of words that gives a seat back."""

from collections.abc import Mapping
from secrets import choice

from flask import Blueprint, make_response, redirect, render_template, request, url_for
from flask_babel import gettext as _
from werkzeug.wrappers import Response as BaseResponse

from domain.kernel import Seat
from domain.kernel.errors import InvalidSetup
from domain.store.proofs import is_pin
from web.base import limits, security
from web.base.security import Visitor, check_form, require_seat, visitor
from web.base.site import rule_set_of, site

blueprint = Blueprint("pins_and_phrases", __name__)
CONSONANTS, VOWELS = "bdflmnprstvz", "aeiou"
RUDE = frozenset({"fava", "mona", "nazi", "pene", "pipa", "pipi", "popo", "pupu", "puta", "rape", "topa"})
WORDS = tuple(
    word
    for a in CONSONANTS for b in VOWELS for c in CONSONANTS for d in VOWELS
    if (word := a + b + c + d) not in RUDE
)  # fmt: skip
"""Words of a phrase: two syllables that English and Italian readers spell alike; about 3,600 of them."""
COUNT = 4


# The PIN


def asks_pin(who: Visitor, seat: Seat) -> bool:
    """Whether the player of this seat set a PIN, for it or for another seat of theirs at this screen."""
    return any(site().games.proofs.has(who.game, each, "pin") for each in _same_person(who, seat))


def locked(who: Visitor) -> tuple[Seat, ...]:
    """A seat of each other person at this screen who has set a PIN."""
    others = (person for person in who.people if not set(person) & set(who.present))
    return tuple(person[0] for person in others if asks_pin(who, person[0]))


def opens(who: Visitor, seat: Seat, pin: str) -> bool:
    """Whether the device may be taken for `seat` with this PIN. A wrong one counts against the limit."""
    proofs = site().games.proofs
    locked = [each for each in _same_person(who, seat) if proofs.has(who.game, each, "pin")]
    if not locked:
        return True
    of = f"PIN {who.game} {' '.join(_same_person(who, seat))}"
    return limits.is_proven(of, lambda: any(proofs.fits(who.game, each, "pin", pin) for each in locked))


def _same_person(who: Visitor, seat: Seat) -> tuple[Seat, ...]:
    return next((each for each in who.people if seat in each), (seat,))


def pin_in(form: Mapping[str, str], name: str = "pin") -> str:
    """The PIN that a form gives, empty for none. Raises InvalidSetup."""
    pin = form.get(name, "").strip()
    if pin and not is_pin(pin):
        raise InvalidSetup(_("A PIN has four digits, or stays empty."))
    return pin


def set_pin(game: str, seat: Seat, pin: str) -> None:
    """The seat's PIN from now on; an empty one takes it away."""
    if pin:
        site().games.proofs.keep(game, seat, "pin", pin)
    else:
        site().games.proofs.drop(game, seat, "pin")


@blueprint.post("/g/<game>/pin")
@limits.joins
def change_pin(game: str) -> BaseResponse:
    """A player's new PIN, or none."""
    who = visitor(game)
    check_form(game)
    set_pin(game, require_seat(who, request.form.get("seat", "")), pin_in(request.form))
    return redirect(url_for("tables.links", game=game), 303)


# The phrase


def new_words(count: int) -> str:
    """So many words by chance."""
    return " ".join(choice(WORDS) for _place in range(count))


@blueprint.post("/g/<game>/phrase")
@limits.joins
def new_phrase(game: str) -> str:
    """A new phrase for a seat, shown this once; an older one is worthless."""
    who = visitor(game)
    check_form(game)
    seat = require_seat(who, request.form.get("seat", ""))
    phrase = new_words(COUNT)
    site().games.proofs.keep(game, seat, "phrase", phrase)
    return render_template("phrase.html", game=game, rules=rule_set_of(game), seat=seat, phrase=phrase)


@blueprint.get("/g/<game>/recover")
def recover(game: str) -> str:
    """Asks for the phrase that gives a seat back."""
    return _recover_page(game, is_wrong=False)


def _recover_page(game: str, *, is_wrong: bool) -> str:
    holders = site().games.holders(game)
    people = {seat: holder for seat, holder in holders.items() if holder.kind in ("person", "hotseat")}
    return render_template(
        "recover.html", game=game, rules=rule_set_of(game), people=people, is_wrong=is_wrong,
        opened=site().games.standing(game).opened,
    )  # fmt: skip


@blueprint.post("/g/<game>/recover")
@limits.joins
def give_back(game: str) -> BaseResponse:
    """Gives the seat to this browser too; those that hold it keep it."""
    check_form("recover")
    seat = Seat(request.form.get("seat", ""))

    def is_right() -> bool:
        return bool(site().games.proofs.fits(game, seat, "phrase", request.form.get("phrase", "")))

    # whoever holds the seat may always say its words: what strangers try locks nobody out
    is_free = seat in visitor(game).seats
    if not (is_right() if is_free else limits.is_proven(f"words {game} {seat}", is_right)):
        return make_response(_recover_page(game, is_wrong=True), 403)
    security.give_seats(game, seat, facing=seat)
    return redirect(url_for("tables.play", game=game), 303)
