"""Pyramidion beside other software, and its server under load. Not part of the installed package."""
