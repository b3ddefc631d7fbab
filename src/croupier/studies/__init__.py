"""Questions of figures and their answers. Only here are figures turned into a headline, sentences, sheets and pictures.

A question is a value. `figures` works it out as plain values, with the same keys for every game: what a command prints
with `--json` and a page gives as JSON. `answer` says the same for people, and computes nothing more. Terminal, page,
file and notebook show that answer, each in its own way:

    from croupier.studies.subjects import ask

    ask("ruin", "uth", bankroll="500", hours="2")
"""
