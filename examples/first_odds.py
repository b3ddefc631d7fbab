"""A game solved and a decision weighed, as the README shows it. Needs the extra `lab`."""

import croupier

print(f"house edge {float(croupier.solve('uth').edge):.4%}")
decision = croupier.best_decision("uth", "9s 5h", "9d 7c 2h")
print(decision.best, "instead of a check gains", float(decision.cost("check")), "Antes")
