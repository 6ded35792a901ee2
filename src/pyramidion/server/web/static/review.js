// @ts-check
// Looking back: the board after any ply.
import { get } from "./api.js";
import { beginReview } from "./course.js";
import { api, trying, wishes } from "./room.js";
import { state } from "./state.js";
import { showStatus } from "./status.js";
import { at } from "./words.js";

/** @typedef {(table: import("./types.js").TableData) => void} Show */

/**
 * Look at the board after a ply; the last one is the present.
 * @param {import("./board.js").Board} board
 * @param {number} ply
 * @param {Show} show
 */
export async function look(board, ply, show) {
  const { table } = state;
  if (!table) return;
  const past = ply >= table.ply ? null : Math.max(0, ply);
  state.past = past;
  state.lookedAt = "";
  history.replaceState(null, "", past === null ? location.pathname : `?ply=${past}`);
  at("advice").textContent = "";
  if (past) trying(async () => tell(past, (await get(api(`/plies/${past - 1}`))).says));
  if (past !== null) {
    const { picture: view, ...others } = wishes();
    const query = new URLSearchParams({ ply: String(past), bare: "true", view, ...others });
    await trying(async () => board.show(await get(api(`/picture.svg?${query}`)), null));
  }
  if (state.table) show(state.table);
}

/**
 * @param {number} ply
 * @param {string[]} says
 */
function tell(ply, says) {
  if (ply !== state.past || !state.table) return;
  state.lookedAt = says.join(" ");
  showStatus(state.table);
}

/**
 * Put the card about the end away, look at the game from its beginning, and have it reviewed.
 * @param {import("./board.js").Board} board
 * @param {Show} show
 */
export function review(board, show) {
  state.reviewing = true;
  look(board, 0, show);
  beginReview(() => state.table && show(state.table));
}
