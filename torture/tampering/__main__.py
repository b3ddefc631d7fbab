"""`python -m torture.tampering`: the table of all kinds of tampering, as the page on assurance has it."""

from torture.tampering.table import text

print(text())
