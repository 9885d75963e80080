"""Navigational intents want one page, informational ones many   (Sakai, WWW 2012; NTCIREVAL)."""

from __future__ import annotations

import numpy as np

from plurank.arrays import Array, Lists, Mask, Whole
from plurank.measures.adhoc import p_plus, q_measure
from plurank.measures.parts import before, over_intents
from plurank.measures.views import Plain, global_gain


def first_hits(gain: Array, rel: Array, navigational: Mask) -> Array:
    """Gains in which a navigational intent counts at the first relevant document of the list alone."""
    return np.where(navigational[..., None, :], gain * before(1 - rel, axis=-2), gain)


def din_gain(lists: Lists) -> Plain:
    """Global gain with first hits of navigational intents only; the ideal stays that of the D-measures."""
    pool = lists.pool
    gain = over_intents(first_hits(lists.gain, lists.rel, pool.navigational), pool.p_intent)
    return global_gain(lists, own=gain)


def p_plus_q(
    level: Whole,
    rel: Array,
    gain: Array,
    ideal_gain: Array,
    relevant: Array,
    navigational: Mask,
    rank: Whole,
    *,
    beta: float = 1.0,
) -> Array:
    """Q of an informational intent, P+ of a navigational one."""
    q = q_measure(rel, gain, ideal_gain, relevant, rank, beta=beta)
    return np.where(navigational, p_plus(level, rel, gain, ideal_gain, rank, beta=beta), q)


__all__ = ["din_gain", "first_hits", "p_plus_q"]
