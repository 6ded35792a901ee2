// @ts-check
// Chances as they are told everywhere: whole percents, rounded alike, with the name of the one whose chance it is.
import { say } from "./words.js";

/** @typedef {import("./types.js").Side} Side */

/** @param {number} share */
export const percent = (share) => `${Math.round(100 * share)}%`;

/**
 * A chance; one that is not certain is never told as a certain one.
 * @param {number} share
 * @param {boolean} exact
 */
export const chance = (share, exact) => percent(exact ? share : Math.min(0.99, Math.max(0.01, share)));

/**
 * The seat whose chance is told of a line or an outcome: of two seats always the first, of more the one to move.
 * @param {Side[]} sides
 * @param {number} mover
 */
export const toldSeat = (sides, mover) => (sides.length === 2 ? 0 : mover);

/**
 * What seats may expect, in a few letters: a certain result by its name, or the chance of one seat.
 * @param {number[]} results
 * @param {boolean} exact
 * @param {Side[]} sides
 * @param {number} seat
 */
export function worth(results, exact, sides, seat) {
  const winner = sides.find((side) => results[side.seat] > 0.99);
  if (exact && winner) return say("study.wins", { name: winner.title });
  if (exact && sides.length === 2 && results[0] === 0.5) return say("study.draws");
  return chance(results[seat], exact);
}
