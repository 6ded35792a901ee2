// @ts-check
// Rounds: how plies are numbered everywhere. A seat that had its turn begins another round.

/** @typedef {{turn: number, whose: number}} Numbered */

/**
 * Does a ply go on with the round of the one before it?
 * @param {Numbered | null | undefined} last
 * @param {Numbered} ply
 */
export const goesOn = (last, ply) => Boolean(last) && (ply.turn === last?.turn || ply.whose > (last?.whose ?? 0));

/**
 * The round of each ply of a game, from 1.
 * @param {Numbered[]} plies
 */
export function roundsOf(plies) {
  let round = 0;
  return plies.map((ply, place) => (goesOn(plies[place - 1], ply) ? round : ++round));
}

/**
 * The round of a move in the tree of a study. A study that begins in the middle of a game counts from the turns played.
 * @param {import("./types.js").StudyNode} node
 * @param {number} seats
 * @returns {number}
 */
export function roundOf(node, seats) {
  let round = 0;
  let first = node;
  for (let at = node; at.made; at = /** @type {import("./types.js").StudyNode} */ (at.parent)) {
    if (!goesOn(at.parent?.made, at.made)) round++;
    first = at;
  }
  return round + Math.floor((first.made?.turn ?? 0) / seats);
}
