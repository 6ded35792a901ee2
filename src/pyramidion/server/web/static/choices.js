// @ts-check
// What clicks on a board can mean, according to the choices that the server offers.

/** @typedef {import("./types.js").Choice} Choice */

/**
 * Does a click on this thing or place mean where the choice leads?
 * @param {Choice} choice
 * @param {string} id
 */
export const leadsTo = (choice, id) => choice.target === id || Boolean(choice.also?.includes(id));

/**
 * @param {Choice[]} one
 * @param {Choice[]} other
 */
export function same(one, other) {
  return one.length === other.length && one.every((choice, index) => choice === other[index]);
}

/**
 * The choices that take something up from a place.
 * @param {import("./types.js").BoardData} board
 * @param {string} place
 */
function leaving(board, place) {
  return board.choices.filter((choice) => choice.pieces.length && board.places[choice.pieces[0]] === place);
}

/**
 * The choices that take something up: from this piece on, or anything on this place. A piece beside the board stands
 * only for itself.
 * @param {import("./types.js").BoardData} board
 * @param {string} id
 * @param {(place: string) => boolean} isCell
 */
export function lifting(board, id, isCell) {
  const first = board.choices.filter((choice) => choice.pieces[0] === id);
  if (first.length) return first;
  const among = board.choices.filter((choice) => choice.pieces.includes(id));
  if (among.length) return among;
  const place = board.places[id] ?? id;
  return place === id || isCell(place) ? leaving(board, place) : [];
}

/**
 * What clicks on a stack take up, one after the other: the whole first, then its upper parts; null for no stack.
 * @param {import("./types.js").BoardData} board
 * @param {string} place
 */
export function unstacking(board, place) {
  const here = leaving(board, place);
  if (!here.some((choice) => choice.pieces.length > 1)) return null;
  const firsts = [...new Set(here.map((choice) => choice.pieces[0]))];
  return firsts
    .map((first) => here.filter((choice) => choice.pieces[0] === first))
    .sort((one, other) => other[0].pieces.length - one[0].pieces.length);
}

/**
 * What the keyboard must reach: what can be taken up, where nothing is taken up, and the goals of what is held.
 * @param {Choice[]} choices
 * @param {Choice[]} held
 */
export function within(choices, held) {
  const wanted = new Set(held.map((choice) => choice.target));
  for (const choice of choices) wanted.add(choice.pieces[0] ?? choice.target);
  wanted.delete("");
  return wanted;
}
