"""The further choices that a card asks for after it was announced (D-06), made openly one by one."""

from domain.kernel.agenda import Answers, Play, Step, the_order
from domain.kernel.decisions import Ask, Decision
from domain.wellington.facts.world import Power
from domain.wellington.orders.answers import Choose
from domain.wellington.position.card_table import CHOICES, ENOUGH
from domain.wellington.position.state import State, seat_of


class MakeChoices(Step, frozen=True):
    """`chooser` makes the choices of a card of `power` until nothing is left to choose, or it is enough."""

    power: Power
    card: str
    target: str = ""
    chosen: tuple[str, ...] = ()
    chooser: Power | None = None

    def advance(self, play: Play[State]) -> Decision | None:
        chooser = self.chooser or self.power
        options = CHOICES[self.card].options(play.state, self.power, self.target, self.chosen)
        if not options or self.chosen[-1:] == (ENOUGH,):
            play.pop()
            made = tuple(each for each in self.chosen if each != ENOUGH)
            CHOICES[self.card].outcome(play, self.power, self.target, made)
            return None
        about = {"power": chooser, "card": self.card}
        menu = [Choose(self.card, option) for option in options]
        return Decision(Ask(seat_of(play.state, chooser), "choose", f"#{self.card}", menu, about))

    def handle(self, play: Play[State], answers: Answers) -> None:
        order = the_order(answers)
        assert isinstance(order, Choose)
        chosen = (*self.chosen, order.option)
        play.replace(MakeChoices(self.power, self.card, self.target, chosen, self.chooser))
