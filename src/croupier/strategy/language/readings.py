"""How each phrase is read off the cards, scene by scene."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from croupier.strategy.language.conditions import RankRange
from croupier.strategy.language.holdem import HOLDEM
from croupier.strategy.language.other_games import DUELS, SETS
from croupier.strategy.language.phrases import PHRASES
from croupier.strategy.language.scenes import Scene
from croupier.strategy.language.situations import Numbers, Situations

Reading: TypeAlias = Callable[[Situations, RankRange | None], Numbers]

_BY_SCENE: Mapping[Scene, Mapping[str, Reading]] = {
    **dict.fromkeys((Scene.START, Scene.FLOP, Scene.RIVER), HOLDEM),
    **dict.fromkeys((Scene.HAND, Scene.SHOWN), DUELS),
    **dict.fromkeys((Scene.RIDE, Scene.STUD, Scene.SHARED), SETS),
}

READINGS: Mapping[tuple[Scene, str], Reading] = MappingProxyType(
    {(scene, phrase.name): _BY_SCENE[scene][phrase.name] for phrase in PHRASES for scene in phrase.scenes}
)
"""The reading of every phrase in every scene in which it may be used."""
