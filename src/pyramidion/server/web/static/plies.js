// @ts-check
// The list of moves, a row for each round and a column for each seat, and the buttons that step through it.
import { goesOn } from "./rounds.js";
import { state } from "./state.js";
import { at, button, fill, make, refill, say } from "./words.js";

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").PlyData & {mark?: string, sign?: string}} PlyData */
/** @typedef {import("./types.js").Actions["look"]} LookAt */

/**
 * @param {TableData} table
 * @param {LookAt} look
 */
export function showMoves(table, look) {
  const [list, now] = [at("moves"), state.past ?? table.ply];
  at("pane-moves").style.setProperty("--seats", String(table.seats.length));
  if (at("heads").childElementCount !== table.seats.length + 1) showHeads(table);
  write(list, rounds(table), look);
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const current = list.querySelector(`[data-ply="${now}"]`);
  current?.setAttribute("aria-current", "step");
  if (current instanceof HTMLElement) requestAnimationFrame(() => showIn(list, current)); // when all has its height
  refill(at("steps"), ...steps(now, table.ply, look));
}

/**
 * Buttons that lead from a ply to others.
 * @param {number} now
 * @param {number} last
 * @param {LookAt} look
 */
export const steps = (now, last, look) => [
  step("|◀", "table.first", now === 0, () => look(0)),
  step("◀", "table.back", now === 0, () => look(now - 1)),
  step("▶", "table.forward", now >= last, () => look(now + 1)),
  step("▶|", "table.last", now >= last, () => look(Infinity)),
];

/** @param {TableData} table */
function showHeads({ seats }) {
  const heads = seats.map(({ colour, title }) =>
    make("span", {}, colour ? make("span", { class: `swatch swatch-${colour}` }) : null, title),
  );
  fill(at("heads"), make("span"), ...heads);
}

/**
 * Scroll the list, and nothing else, to an entry, so that whole rows are seen.
 * @param {HTMLElement} list
 * @param {HTMLElement} entry
 */
function showIn(list, entry) {
  const [top, end] = [entry.offsetTop - list.offsetTop, entry.offsetTop - list.offsetTop + entry.offsetHeight];
  if (top >= list.scrollTop && end <= list.scrollTop + list.clientHeight) return;
  const room = top < list.scrollTop ? list.clientHeight / 2 : list.clientHeight;
  const starts = [...list.children].map((row) => (row instanceof HTMLElement ? row.offsetTop - list.offsetTop : 0));
  list.scrollTop = starts.find((start) => end - start <= room) ?? top;
}

/**
 * The plies of each round, by seat: a seat that had its turn begins another round.
 * @param {TableData} table
 */
function rounds({ history, seats }) {
  /** @type {PlyData[][][]} */
  const rows = [];
  /** @type {PlyData | null} */
  let last = null;
  for (const ply of history) {
    if (!goesOn(last, ply)) rows.push(seats.map(() => []));
    rows[rows.length - 1][ply.whose].push({ ...ply, ...markOf(ply.ply) });
    last = ply;
  }
  return rows;
}

/**
 * The mark that a review has given a ply.
 * @param {number} ply
 */
function markOf(ply) {
  const { mark = "", sign = "" } = state.review?.plies[ply] ?? {};
  return { mark, sign };
}

/**
 * Most of a long list stays as it is.
 * @param {HTMLElement} list
 * @param {PlyData[][][]} rows
 * @param {LookAt} look
 */
function write(list, rows, look) {
  const texts = rows.map((row) => JSON.stringify(row));
  let same = 0;
  while (same < rows.length && list.children[same]?.getAttribute("data-text") === texts[same]) same++;
  while (list.childElementCount > same) list.lastElementChild?.remove();
  rows.slice(same).forEach((row, index) => {
    const cells = row.map((plies) => make("span", { class: "cell" }, ...plies.map((ply) => entry(ply, look))));
    const number = make("span", { class: "number" }, String(same + index + 1));
    list.append(make("li", { "data-text": texts[same + index] }, number, ...cells));
  });
}

/**
 * @param {PlyData} ply
 * @param {LookAt} look
 */
function entry({ ply, seat, text, told, mark, sign }, look) {
  const written = told ? `${text} (${told})` : text;
  const kind = { class: "ply", "data-ply": ply + 1, "data-chance": seat === null };
  const made = button(written, () => look(ply + 1), kind);
  if (mark) made.append(make("b", { class: "mark", "data-mark": mark, title: say(`review.mark.${mark}`) }, sign ?? ""));
  return made;
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
