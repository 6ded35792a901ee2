// @ts-check
// Where ending the turn is all that is left, nobody has to do it by hand.
import { state } from "./state.js";

const PAUSE = 1800; // milliseconds before a turn in which nothing can be done ends by itself

/**
 * @param {import("./types.js").TableData} table
 * @param {(move: string) => void} play
 */
export function endTurnByItself(table, play) {
  clearTimeout(state.ending);
  const [only, ...others] = table.board?.choices ?? [];
  if (state.past !== null || !only?.passes || others.length) return;
  const still = () => state.table?.ply === table.ply && state.past === null;
  state.ending = setTimeout(() => still() && play(only.move), PAUSE);
}
