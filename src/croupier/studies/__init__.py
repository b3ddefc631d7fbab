"""Questions that the terminal and the Lab answer alike: the same figures, the same command line, the same picture.

A question is a value. `told` works it out, as plain values: what the command prints with `--json` and the page gives
as JSON. `answer` says the same for people, in words, sheets and pictures, and computes nothing more.
"""
