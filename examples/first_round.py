"""A round dealt, played and told, as the README shows it."""

import croupier

round = croupier.deal("uth", {3: {"ante": 1000, "trips": 500}}, seed="flop")
while round.due:
    print(croupier.cards_text(round.cards(3)), "|", croupier.cards_text(round.board), "|", *round.legal_actions(3))
    round = round.act(3, round.legal_actions(3)[-1])
for result in round.results(3):
    print(f"{result.spot:6} {result.net:+6}  {result.reason}")
assert croupier.read_notation(str(round)) == round
