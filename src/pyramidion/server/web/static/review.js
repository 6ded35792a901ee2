// @ts-check
// Looking back: the board after any ply.
import { get } from "./api.js";
import { pointAt, unpoint } from "./arrow.js";
import { beginReview } from "./course.js";
import { showHappened } from "./notes.js";
import { api, trying, wishes } from "./room.js";
import { state } from "./state.js";
import { showStatus } from "./status.js";
import { at } from "./words.js";

/** @typedef {(table: import("./types.js").TableData) => void} Show */

/**
 * Look at the board after a ply; the last one is the present. What is told is this ply, or the choice ahead.
 * @param {import("./board.js").Board} board
 * @param {number} ply
 * @param {Show} show
 * @param {boolean} [ahead]
 */
export async function look(board, ply, show, ahead = false) {
  const { table } = state;
  if (!table) return;
  const past = ply >= table.ply ? null : Math.max(0, ply);
  state.past = past;
  state.lookedAt = [];
  state.ahead = ahead && past !== null;
  history.replaceState(null, "", past === null ? location.pathname : `?ply=${past}`);
  at("advice").textContent = "";
  if (past && !ahead) trying(async () => tell(past, (await get(api(`/plies/${past - 1}`))).says));
  if (past !== null) {
    const { picture: view, ...others } = wishes();
    const query = new URLSearchParams({ ply: String(past), bare: "true", view, ...others });
    await trying(async () => board.show(await get(api(`/picture.svg?${query}`)), null));
  }
  if (state.table) show(state.table);
  await pointOut(board);
}

/**
 * In a reviewed game, arrows over the board show what was played next and what was better.
 * @param {import("./board.js").Board} board
 */
async function pointOut(board) {
  const { past, review: found, reviewing } = state;
  const next = past === null ? null : found?.plies[past];
  if (!next || !reviewing) return;
  const told = found?.moments.some(({ ply, kind }) => ply === past && kind === "turn");
  if (!told && !(next.best && next.confirmed && next.change < 0)) return;
  await trying(async () => {
    const arrows = await get(api(`/review/${past}`));
    if (state.past !== past) return;
    unpoint(board.picture);
    for (const { pieces, target, kind } of arrows) pointAt(board.picture, pieces, target, kind);
  });
}

/**
 * @param {number} ply
 * @param {string[]} says
 */
function tell(ply, says) {
  if (ply !== state.past || !state.table) return;
  state.lookedAt = says;
  showStatus(state.table);
  showHappened(state.table);
}

/**
 * Put the card about the end away, look at the game from its beginning, and have it reviewed.
 * @param {import("./board.js").Board} board
 * @param {Show} show
 */
export function review(board, show) {
  state.reviewing = true;
  look(board, 0, show);
  beginReview(() => {
    if (state.table) show(state.table);
    pointOut(board);
  });
}
