// @ts-check
// The list of moves, and the buttons that step through it.
import { state } from "./state.js";
import { at, button, fill, make, say } from "./words.js";

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").Actions["look"]} LookAt */

/**
 * @param {TableData} table
 * @param {LookAt} look
 */
export function showMoves(table, look) {
  const list = at("moves");
  const now = state.past ?? table.ply;
  write(list, table, look);
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  list.children[now - 1]?.firstElementChild?.setAttribute("aria-current", "step");
  if (state.past === null) list.scrollTop = list.scrollHeight;
  fill(
    at("steps"),
    step("|◀", "table.first", now === 0, () => look(0)),
    step("◀", "table.back", now === 0, () => look(now - 1)),
    step("▶", "table.forward", now >= table.ply, () => look(now + 1)),
    step("▶|", "table.last", now >= table.ply, () => look(table.ply)),
  );
}

/**
 * Most of a long list stays as it is.
 * @param {HTMLElement} list
 * @param {TableData} table
 * @param {LookAt} look
 */
function write(list, table, look) {
  const written = table.history.map((ply) => (ply.told ? `${ply.text} (${ply.told})` : ply.text));
  let same = 0;
  while (same < written.length && list.children[same]?.textContent === written[same]) same++;
  while (list.childElementCount > same) list.lastElementChild?.remove();
  for (const { ply, seat } of table.history.slice(same)) {
    const move = button(written[ply], () => look(ply + 1), { class: "ply" });
    list.append(make("li", { class: seat === null ? "chance" : null, value: ply + 1 }, move));
  }
}

/**
 * @param {string} sign
 * @param {string} key
 * @param {boolean} disabled
 * @param {() => void} action
 */
function step(sign, key, disabled, action) {
  return button(sign, action, { title: say(key), "aria-label": say(key), disabled });
}
