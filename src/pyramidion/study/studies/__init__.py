"""Positions looked at together: trees of moves, set up by hand, kept as text."""
