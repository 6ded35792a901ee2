"""Getting better: reviews of games, studies of positions, puzzles."""
