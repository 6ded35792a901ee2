// @ts-check
// Why a click led to no move: the server knows the ruling.
import { post } from "./api.js";
import { presses, refuse } from "./refusal.js";
import { api } from "./room.js";
import { state } from "./state.js";
import { at, say } from "./words.js";

/**
 * A click that no move answers: the server says why.
 * @param {import("./board.js").Board} board
 * @param {string} piece
 * @param {string | null} target
 */
export async function explainRefusal(board, piece, target) {
  const { table, past } = state;
  if (!table || table.status !== "playing" || past !== null) return;
  const own = table.mover === table.you;
  const before = presses();
  const waiting = table.board?.own.length ? "table.notturn.plan" : "table.notturn";
  let says = say(own ? (target ? "table.notthere" : "table.notmovable") : waiting);
  try {
    const why = own && (await post(api("/why"), { piece, target, seat: table.you }));
    if (why) says = why.rule ? `${why.says} (${why.rule})` : why.says;
  } catch {
    // the plain sentence will do
  }
  if (presses() === before) refuse(board.picture.element(target ?? piece) ?? at("board"), says);
}
