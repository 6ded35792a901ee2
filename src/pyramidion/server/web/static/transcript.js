// @ts-check
// The board in words, row by row, and as a board of letters: for screen readers and for anyone who prefers text.
import { get } from "./api.js";
import { api, trying } from "./room.js";
import { state } from "./state.js";
import { at, fill, make, say } from "./words.js";

export async function showTranscript() {
  const { table, past } = state;
  if (state.tab !== "text" || !table) return;
  const query = new URLSearchParams({ ply: String(past ?? table.ply) });
  if (table.you !== null) query.set("seat", String(table.you));
  await trying(async () => {
    const { rows, text } = await get(api(`/words?${query}`));
    const lines = rows.map((/** @type {string} */ row) => make("li", {}, row));
    fill(at("text"), make("ul", {}, ...lines), make("pre", { "aria-label": say("text.board") }, text));
  });
}
