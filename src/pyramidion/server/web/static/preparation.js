// @ts-check
// On a fresh machine the first bots are compiled: say so while that lasts.
import { get } from "./api.js";
import { game } from "./room.js";
import { state } from "./state.js";
import { showStatus } from "./status.js";

/** @param {import("./board.js").Board} board */
export async function watchPreparation(board) {
  const { opponents } = await get("/ready").catch(() => ({ opponents: [game] }));
  state.preparing = !opponents.includes(game);
  if (state.table && state.past === null && !board.chosen) showStatus(state.table);
  if (state.preparing) setTimeout(() => watchPreparation(board), 1000);
}
