"""What happened in a game: what each ply was worth, who erred, what was luck."""
