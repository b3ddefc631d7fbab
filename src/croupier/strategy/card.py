"""A strategy as a card: for a terminal, and as a drawing of the size of a bank card, to be printed and carried."""

from __future__ import annotations

from textwrap import wrap
from typing import NamedTuple
from xml.sax.saxutils import escape

from croupier.strategy.pricing.price import Price
from croupier.strategy.words import CHOICE_WORDS

WIDTH_MM, HEIGHT_MM = 85.6, 54.0
"""A bank card."""
_MARGIN, _FOOT = 4.0, 5.0
_LARGEST, _SMALLEST, _STEP = 3.0, 1.2, 0.05
_LETTER = 0.53
"""How wide a letter is beside its height, a little more than on average."""
_LEADING = 1.28
_TERMINAL = 72


class _Row(NamedTuple):
    """One line of a card: a heading, a rule with its number, or what follows of one."""

    text: str
    number: str = ""
    heading: bool = False


def card_text(price: Price) -> str:
    """The card for a terminal, in plain letters."""
    inside = _TERMINAL - 4
    rows = _rows(price, inside - 4)
    lines = [price.strategy.title or price.strategy.name, ""]
    lines += [row.text.upper() if row.heading else f"{row.number:>2}  {row.text}" for row in rows]
    lines += ["", *wrap(_foot(price), inside)]
    edge = "+" + "-" * (_TERMINAL - 2) + "+"
    return "\n".join([edge, *(f"| {line:<{inside}} |" for line in lines), edge])


def card_svg(price: Price) -> str:
    """The card as an SVG drawing, 85.6 mm by 54 mm; a long strategy is written smaller."""
    room = HEIGHT_MM - 2 * _MARGIN - _FOOT
    size = _LARGEST
    while True:
        letters = int((WIDTH_MM - 2 * _MARGIN - 2.2 * size) / (_LETTER * size))
        rows = _rows(price, letters)
        if (len(rows) + 2) * size * _LEADING <= room or size <= _SMALLEST:
            break
        size -= _STEP
    game = price.strategy.of
    y = _MARGIN + size
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH_MM}mm" height="{HEIGHT_MM}mm" '
        f'viewBox="0 0 {WIDTH_MM} {HEIGHT_MM}" font-family="Helvetica, Arial, sans-serif" font-size="{size:.2f}">',
        f"<title>{escape(game.name)}: {escape(price.strategy.title or price.strategy.name)}</title>",
        f'<rect x="0.2" y="0.2" width="{WIDTH_MM - 0.4}" height="{HEIGHT_MM - 0.4}" rx="3" fill="#fff" '
        f'stroke="#1d4d36" stroke-width="0.4"/>',
        _line(_MARGIN, y, game.name, ' font-weight="bold" fill="#1d4d36"'),
        _line(
            WIDTH_MM - _MARGIN,
            y,
            "The first rule that fits decides.",
            ' text-anchor="end" font-size="1.9" fill="#333"',
        ),
    ]
    y += size * _LEADING
    for row in rows:
        if row.heading:
            lines.append(_line(_MARGIN, y, row.text, ' font-weight="bold" fill="#1d4d36"'))
        else:
            if row.number:
                lines.append(_line(_MARGIN + 1.4 * size, y, row.number, ' text-anchor="end" fill="#555"'))
            lines.append(_line(_MARGIN + 2.2 * size, y, row.text, ' fill="#111"'))
        y += size * _LEADING
    for place, line in enumerate(_foot_lines(price)):
        lines.append(
            _line(_MARGIN, HEIGHT_MM - _MARGIN - 2.3 + 2.6 * place, line, ' font-size="1.9" fill="#333"')
        )  # fmt: skip
    return "\n".join([*lines, "</svg>", ""])


def _line(x: float, y: float, text: str, style: str) -> str:
    return f'<text x="{x:.2f}" y="{y:.2f}"{style}>{escape(text)}</text>'


def _rows(price: Price, letters: int) -> list[_Row]:
    strategy = price.strategy
    several = len(strategy.of.streets) > 1
    rows: list[_Row] = []
    number = 0
    for street in strategy.of.streets:
        rules = strategy.on(street.key)
        if several:
            rows.append(_Row(street.words[0].upper() + street.words[1:], heading=True))
        for rule in rules:
            number += 1
            first, *rest = wrap(str(rule), max(letters, 12))
            rows += [_Row(first, str(number)), *(_Row(f"  {more}") for more in rest)]
        if not rules or rules[-1].when is not None or rules[-1].unless is not None:
            last = CHOICE_WORDS[str(street.offers[-1])]
            rows.append(_Row(f"{'Else ' if rules else 'Always '}{last}"))
    return rows


def _foot_lines(price: Price) -> tuple[str, str]:
    edge, cost = float(price.edge) * 100, float(price.cost) * 100
    base = "one bet" if price.strategy.of.base_label else "the Ante"
    return (
        f"House edge {edge:.4f} % of {base}, over every deal.",
        f"The best play: {float(price.best_edge) * 100:.4f} %; this card gives up {cost:.4f} %.",
    )


def _foot(price: Price) -> str:
    return " ".join(_foot_lines(price))
