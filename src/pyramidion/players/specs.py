"""How players are named."""

SPECS = "random, greedy, level:1 to level:8, mcts:2000, mcts:0.5s, uct:2000, alphabeta:20000 or engine:COMMAND"
