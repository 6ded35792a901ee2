// @ts-check
// Turns a position of a finished game into your own puzzle, if it has one best move.
import { post, reasonOf } from "./api.js";
import { keepOwn, ownAddress } from "./puzzle_book.js";
import { api } from "./room.js";
import { state } from "./state.js";
import { at, fill, make, say } from "./words.js";

export async function makePuzzle() {
  const ply = state.past;
  if (ply === null) return;
  at("advice").textContent = say("puzzle.making");
  const answer = await made(ply).catch((error) => [say("puzzle.unmade", { reason: reasonOf(error) })]);
  if (state.past === ply) fill(at("advice"), ...answer);
}

/**
 * What is said of a puzzle that was made.
 * @param {number} ply
 * @returns {Promise<(Node | string)[]>}
 */
async function made(ply) {
  const own = await post(api("/puzzle"), { ply });
  keepOwn({ ...own, made: new Date().toISOString().slice(0, 10) });
  return [say("puzzle.made"), " ", make("a", { href: ownAddress(own) }, say("puzzle.made.open"))];
}
