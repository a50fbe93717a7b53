"""What the log must say so that a reader can play the game again from it."""

import re

import pytest

from domain.kernel import Decision, Event
from domain.kernel.prose import prose
from domain.napoleonics.events.cards import CommandCardPlayed, SquareLeft
from domain.napoleonics.events.combat import BlocksLost, MeleeDeclared, UnitEliminated, UnitRetreated
from domain.napoleonics.events.movement import UnitMoved
from domain.napoleonics.facts import FACTS
from domain.napoleonics.orders.cards import OrderUnit
from domain.napoleonics.orders.combat import Retreat
from domain.napoleonics.seen.names import faces, names, texts
from domain.napoleonics.seen.sightlines import sight
from domain.napoleonics.seen.told import piece_card
from tests.rules.napoleonics.position import combat, command, position


def told(event: Event) -> tuple[str, str]:
    """The event in English and in Italian."""
    return prose("napoleonics").event(event), prose("napoleonics", "it").event(event)


def asked(decision: Decision | None) -> str:
    """The question that is open, in English."""
    assert decision is not None
    (ask,) = decision.asks.values()
    return prose("napoleonics").prompt(ask)


def test_a_square_that_is_eliminated_gives_its_card_back_in_so_many_words() -> None:
    """§Come abbandonare il Quadrato: "La carta Comando bloccata sulla Traccia stessa rientra in mano"."""
    table = combat("fr_line E6, br_line F6 1, br_line I1", active="french", squares={"br_line-1": "rally"},
                   dice="IIIII")  # fmt: skip
    before = table.in_hand("british")
    table.attack("fr_line-1", "br_line-1")
    assert table.last(UnitEliminated).unit == "br_line-1" and table.in_hand("british") == before + 1
    left = table.last(SquareLeft)
    assert (left.unit, left.card) == ("br_line-1", "rally_1")
    assert not table.state.squares and table.state.track["british"] == ()


def test_a_card_says_the_command_where_it_counts_and_there_alone() -> None:
    """§Carte Comando, R-16: "carte che avete correntemente in mano, inclusa la carta che giocate" are the
    command; a card that names its own number needs none."""
    english, italian = told(CommandCardPlayed("british", "probe_left_1", "probe_left", 6))
    assert english.endswith("Probe Left Flank.") and "6" not in italian
    english, italian = told(CommandCardPlayed("british", "assault_center_1", "assault_center", 6))
    assert english.endswith("Assault Centre: 6 orders, one for each card in hand, this one too.")
    assert italian.endswith(": 6 ordini, uno per ogni carta in mano, compresa questa.")
    english, italian = told(CommandCardPlayed("british", "rally_1", "rally", 1))
    assert english.endswith(": 1 die, one for each card in hand, this one too.")
    assert italian.endswith(": 1 dado, uno per ogni carta in mano, compresa questa.")


def test_a_card_that_copies_says_what_it_acts_as_also_the_second_time() -> None:
    """§Contrattacco, R-16: the copy of a copy is mirrored back."""
    english, italian = told(CommandCardPlayed("british", "counter_attack_1", "probe_left", 5, mirrored=True))
    assert english.endswith("as Probe Left Flank, left and right exchanged.")
    assert italian.endswith("scambiate.")
    english, italian = told(CommandCardPlayed("british", "counter_attack_2", "probe_left", 5))
    assert english.endswith("as Probe Left Flank, left and right as printed.")
    assert italian.endswith("come stampate.")
    english, _ = told(CommandCardPlayed("british", "counter_attack_2", "", 5))
    assert english.endswith("there is nothing to copy.")


@pytest.mark.parametrize(
    ("card", "mirrored", "exchanged"),
    [("counter_attack_1", True, "exchanged"), ("counter_attack_2", False, "as printed")],
)
def test_a_copy_says_the_command_where_it_counts(card: str, mirrored: bool, exchanged: str) -> None:
    """§Carte Comando, R-16: "pari al numero di carte che avete correntemente in mano", counted for the player
    of the copy; dice have no left and right."""
    english, italian = told(CommandCardPlayed("french", card, "assault_left", 4, mirrored))
    counted = "one for each card in hand, this one too."
    assert english.endswith(f" as Assault Left Flank, left and right {exchanged}: 4 orders, {counted}")
    assert italian.endswith(": 4 ordini, uno per ogni carta in mano, compresa questa.")
    english, italian = told(CommandCardPlayed("french", card, "rally", 5, mirrored))
    assert english.endswith(f" plays Counter-Attack as Rally: 5 dice, {counted}")
    assert italian.endswith(" come Riordino: 5 dadi, uno per ogni carta in mano, compresa questa.")


def test_a_retreat_says_how_much_of_it_was_made() -> None:
    """§Ritirate, "Leaders che fermano le ritirate": "ciò arresta la ritirata; praticamente si ignora ogni
    ulteriore esagono": without it nobody knew why a unit that went one hex of three lost no block."""
    table = combat("br_line F6, fr_militia E6", "ney D6", dice="ICCF").attack("br_line-1", "fr_militia-1")
    table.until("retreat").give(Retreat("fr_militia-1", "D6"))
    english, italian = told(table.last(UnitRetreated))
    assert english.endswith(" goes back 1 of 3 hexes: E6–D6.")
    assert italian.endswith(" si ritira di 1 esagono su 3: E6–D6.")
    english, italian = told(UnitRetreated("fr_militia-1", ("E6", "D6", "C6"), 3))
    assert italian.endswith(" si ritira di 2 esagoni su 3: E6–D6–C6.")
    english, italian = told(UnitRetreated("fr_line-1", ("E6", "D6"), 1))
    assert english.endswith(" goes back: E6–D6.") and italian.endswith(" si ritira: E6–D6.")


def test_a_card_whose_name_ends_with_an_exclamation_mark_ends_the_sentence_with_it() -> None:
    """§Carte Tattiche: "Dategli del freddo acciaio!"."""
    card = "give_them_the_cold_steel"
    _, italian = told(CommandCardPlayed("french", f"{card}_1", card, 5))
    assert italian == "La Francia gioca Dategli del freddo acciaio!"


@pytest.mark.parametrize(
    ("language", "apart", "one"),
    [("en", "apart from his unit", "rder 1 unit"), ("it", "staccato dalla sua unità", "a 1 unità")],
)
def test_a_card_says_whether_it_detaches_leaders_and_what_it_gives_without_its_arm(
    language: str, apart: str, one: str
) -> None:
    """§Distaccamento, §Carte Tattiche; Élan detaches by its flags, which it says in its own words."""
    said = texts(FACTS, language)
    for kind, card in FACTS.cards.items():
        if card.bicorne and card.doing != "elan":
            assert apart in said[f"{kind}_1"], kind
        if card.fallback:
            assert one in said[f"{kind}_1"], kind


@pytest.mark.parametrize(
    ("kind", "english", "italian"),
    [
        ("first_strike", "draw a card at the end of the turn", "peschi una carta alla fine del turno"),
        ("first_strike", "of your own turn it orders nobody", "tuo turno non dà ordini a nessuno"),
        ("give_them_the_cold_steel", "none more in a bonus melee", "non vale nell'attacco bonus"),
        ("short_supply", "in the section where it stands. Its owner chooses", "lo sceglie chi la comanda"),
    ],
)
def test_a_card_says_what_would_surprise_its_player(kind: str, english: str, italian: str) -> None:
    """§Carte Tattiche: First Strike "A fine turno ricordatevi di pescare una nuova carta", and R-12; Cold
    Steel "un Bonus Attack con il suo normale numero di dadi"; Short Supply "dello stesso settore", R-11."""
    assert english in texts(FACTS, "en")[f"{kind}_1"] and italian in texts(FACTS, "it")[f"{kind}_1"]


@pytest.mark.parametrize(("language", "too"), [("en", "this one included"), ("it", "questa compresa")])
def test_a_card_by_the_command_says_that_it_counts_itself(language: str, too: str) -> None:
    """§Carte Assalto: "il numero della mano di carte del giocatore, carta giocata inclusa", for Élan and
    Rally as for the Assaults."""
    said = texts(FACTS, language)
    counting = {kind for kind, card in FACTS.cards.items() if card.by == "command"} | {"elan", "rally"}
    assert {kind for kind in FACTS.cards if too in said[f"{kind}_1"]} == counting


def test_a_way_is_told_hex_by_hex_and_an_attack_says_where_both_stand() -> None:
    """What a reader needs to move the blocks himself; events of older games name no hexes of an attack."""
    moved = UnitMoved("fr_light_cavalry-1", ("C10", "D9", "E9"))
    assert [text.rpartition(" ")[2] for text in told(moved)] == ["C10–D9–E9."] * 2
    english, italian = told(MeleeDeclared("br_line-1", "fr_line-1", start="F6", hex="E6"))
    assert " in F6 attacks " in english and english.endswith(" in E6.") and italian.endswith(" in E6.")
    english, _ = told(MeleeDeclared("br_line-1", "fr_line-1", bonus=True))
    assert english.endswith(" goes on and attacks French line no. 1.")


@pytest.mark.parametrize(
    ("unit", "moves"),
    [
        ("br_line-1", "Moves 1 hex and battles."),
        ("br_light_cavalry-1", "Moves up to 3 hexes and battles."),
        ("br_light-1", "Moves 1 and battles, or 2 without battle."),
        ("br_foot_artillery-1", "Moves 1 without battle, or battles where it stands."),
        ("br_horse_artillery-1", "Moves 1 and battles, or 2 without battle."),
        ("br_horse_artillery-2", "Moves 2 without battle, or battles where it stands."),
    ],
)
def test_the_card_of_a_unit_says_how_it_moves_and_what_lets_it_ignore_flags(unit: str, moves: str) -> None:
    """§Movimento: fanteria, cavalleria, artiglieria; §Tenere alto il Morale 1; "L'artiglieria a cavallo
    rimasta con un solo blocchetto non può muovere o sparare": not both."""
    state = position(
        "br_line F6, br_light_cavalry H2, br_light H7, br_foot_artillery H11, br_horse_artillery I3,"
        " br_horse_artillery I6 1",
        "hill F6",
    )
    card = piece_card(state, unit)
    assert card is not None
    told = [prose("napoleonics").told(line) for line in card.lines]
    assert moves in told
    led = "Flags that it may ignore here: 1 (attached leader)."
    assert (led if unit == "br_line-1" else "Ignores no flag here.") in told


@pytest.mark.parametrize(
    ("units", "leaders", "terrain", "why"),
    [
        ("br_line F6, br_line F7", "", {}, "units or leaders at F6 and F7 stand in the line."),
        ("br_line F6", "hill F7", {}, "units or leaders at F6 and F7 stand in the line."),
        ("br_line F6", "", {"F7": "town"}, "F6 and F7 hide it, one by its ground, one by who stands there."),
        ("", "", {"F6": "town", "F7": "forest"}, "the ground at F6 and F7 hides it."),
    ],
)
def test_a_line_along_an_edge_says_what_shuts_it_on_both_sides(
    units: str, leaders: str, terrain: dict[str, str], why: str
) -> None:
    """§Controllo della Linea di Vista: "Anche le unità ed i Leaders ... fanno ostacolo, come alcuni tipi di
    terreno"; along an edge the line is valid "a meno che non vi siano due lati di terreno ostacolante"."""
    state = position(f"br_line E7, fr_line G7, {units}", leaders, terrain=terrain)
    said = prose("napoleonics").told(sight(state, "E7", "G7").told)
    assert said == f"From E7 one does not see G7: {why}"


@pytest.mark.parametrize(("count", "english"), [(1, "its last block."), (3, "its last 3 blocks.")])
def test_whoever_loses_the_last_blocks_is_told_how_many(count: int, english: str) -> None:
    assert told(BlocksLost("br_line-1", count, "hits", 0))[0].endswith(english)


def test_whoever_orders_is_told_how_many_the_card_lets_him() -> None:
    """§Carte di Settore: "Dà un ordine a 3 unità o leader nel centro"; who orders all is asked of squares."""
    table = command("br_line F6, br_line F7, fr_line A1", cards=("attack_center",)).play("attack_center")
    table.give(OrderUnit("br_line-1"))
    assert asked(table.decision).endswith("Orders given: 1 of 3.")
    all_at_once = command("br_line F6, fr_line E6, fr_line A1", cards=("give_them_the_cold_steel",),
                          squares={"br_line-1": "rally"}).play("give_them_the_cold_steel")  # fmt: skip
    assert asked(all_at_once.decision).endswith("Does a square leave its formation?")


@pytest.mark.parametrize("language", ["en", "it"])
def test_every_kind_of_card_has_a_name_of_its_own(language: str) -> None:
    """Élan and Rally are also what dice are rolled for; the card keeps its name beside that."""
    called = [names(FACTS, language)[f"{kind}_1"] for kind in FACTS.cards]
    assert len(set(called)) == len(FACTS.cards)


@pytest.mark.parametrize(
    ("card", "called"),
    [("elan", "Slancio"), ("rally", "Riordino"), ("first_strike", "Colpo in anticipo"),
     ("leadership", "Comando")],
)  # fmt: skip
def test_a_card_is_called_in_italian_as_in_the_rulebook(card: str, called: str) -> None:
    """§Carte Tattiche: "Slancio - ELAN", "Riordino - RALLY", "Colpo (attacco) in anticipo", "Comando"."""
    played = CommandCardPlayed("french", f"{card}_1", card, 5)
    assert re.match(f"La Francia gioca {called}[.:]", told(played)[1])


@pytest.mark.parametrize(
    ("ground", "called"),
    [("town", "villaggio"), ("windmill", "mulino"), ("rugged_hill", "collina accidentata"),
     ("field_works", "difese campali")],
)  # fmt: skip
def test_ground_is_called_in_italian_as_the_rulebook_heads_it(ground: str, called: str) -> None:
    """§Terreno: "VILLAGGI O MULINI", "COLLINE ACCIDENTATE", "DIFESE CAMPALI", the words of the map too."""
    assert names(FACTS, "it")[f"ground_{ground}"] == called


def test_the_ring_of_a_card_for_one_flank_points_there() -> None:
    rings = faces(FACTS)
    shown = [rings[f"{kind}_1"].value for kind in ("attack_left", "probe_center", "attack_right", "forward")]
    assert shown == ["◂3", "2", "3▸", "6"]
