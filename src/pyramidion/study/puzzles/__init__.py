"""Positions with one best move: found, checked, solved."""
