// @ts-check
// A bar for each player: colour, name, how far they are, their clock, and whose turn it is.
import { get } from "./api.js";
import { FLIP, api, called, trying } from "./room.js";
import { state } from "./state.js";
import { at, make, remembered, say } from "./words.js";

const HURRY = 10; // seconds
const MOST_PIPS = 16;

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").SeatData} SeatData */

/**
 * Own things below the board, the others' above it.
 * @param {TableData} table
 */
export function showBars(table) {
  const below = nearSeat(table);
  const others = table.seats.map((_, index) => (below + index) % table.seats.length).slice(1);
  update(at("own"), [bar(table, table.seats[below])]);
  update(
    at("others"),
    others.map((seat) => bar(table, table.seats[seat])),
  );
  showClocks();
  lookBack(table);
}

/**
 * Those who look back see how far everybody was then.
 * @param {TableData} table
 */
function lookBack({ you }) {
  const { past } = state;
  if (past === null || state.standing?.ply === past) return;
  state.standing = { ply: past, progress: state.standing?.progress ?? [] };
  const query = new URLSearchParams({ ply: String(past), ...(you === null ? {} : { seat: String(you) }) });
  trying(async () => {
    const { progress } = await get(api(`/words?${query}`));
    if (state.past !== past || !state.table) return;
    state.standing = { ply: past, progress };
    showBars(state.table);
  });
}

/**
 * Whose turn it is, or was.
 * @param {TableData} table
 */
function turnOf({ history, mover }) {
  return state.past === null ? mover : (history[state.past]?.whose ?? null);
}

/** @param {TableData} table */
function nearSeat(table) {
  const own = table.you ?? 0;
  return remembered(FLIP, "false") === "true" && table.seats.length === 2 ? 1 - own : own;
}

/**
 * @param {TableData} table
 * @param {SeatData} seat
 */
function bar(table, seat) {
  return make(
    "div",
    { class: "bar", "data-seat": seat.seat, "data-moving": seat.seat === turnOf(table) },
    seat.colour ? make("span", { class: `swatch swatch-${seat.colour}`, "aria-hidden": "true" }) : null,
    make(
      "span",
      { class: "who" },
      make("span", { class: "name" }, called(table, seat)),
      turn(seat),
      make("span", { class: "kind" }, ...kind(seat)),
    ),
    progress(table, seat.seat),
    table.clock ? make("span", { class: "clock", "data-seat": seat.seat }) : null,
  );
}

/**
 * A chip on the bar of the one to move; dots that come and go say that a bot is at work.
 * @param {SeatData} seat
 */
function turn({ kind }) {
  const works = kind === "bot" && state.past === null;
  return make("span", { class: "turn", "data-works": works }, say(works ? "table.thinking" : "table.moving"));
}

/** @param {SeatData} seat */
function kind(seat) {
  if (seat.kind === "open") return [say("table.open")];
  if (seat.kind === "bot") return [`${seat.title} · ${say("table.level", { level: seat.level ?? "" })}`];
  const here = Boolean(state.presence?.seats.includes(seat.seat));
  const dot = make("span", { class: "dot", "data-here": here, title: say(here ? "table.present" : "table.absent") });
  return [dot, seat.title];
}

/**
 * How far a seat is, as a picture and in words.
 * @param {TableData} table
 * @param {number} seat
 */
export function progress(table, seat) {
  const standing = state.past === null ? table.board?.progress : state.standing?.progress;
  const found = standing?.find((each) => each.seat === seat);
  if (!found) return make("span", { class: "progress" });
  const { count, most, what } = found;
  const words = say(most ? "table.progress.of" : "table.progress", { most, what });
  const pips =
    most && most <= MOST_PIPS ? [make("b", {}, "▲".repeat(count)), "△".repeat(Math.max(0, most - count))] : [];
  return make(
    "span",
    { class: "progress" },
    make("b", {}, String(count)),
    ` ${words}`,
    pips.length ? make("span", { class: "pips", "aria-hidden": "true" }, ...pips) : null,
  );
}

/**
 * Replace only what has changed, so that a button does not vanish under a finger.
 * @param {HTMLElement} list
 * @param {HTMLElement[]} items
 */
function update(list, items) {
  items.forEach((item, place) => {
    const old = list.children[place];
    const clock = old?.querySelector(".clock");
    if (clock) item.querySelector(".clock")?.replaceWith(clock.cloneNode(true));
    if (!old) list.append(item);
    else if (!old.isEqualNode(item)) old.replaceWith(item);
  });
  while (list.children.length > items.length) list.lastElementChild?.remove();
}

export function showClocks() {
  const clock = state.table?.clock;
  if (!clock) return;
  for (const node of document.querySelectorAll(".bar .clock")) {
    const seat = Number(node.closest(".bar")?.getAttribute("data-seat"));
    const spent = clock.running === seat ? Date.now() - state.heardAt : 0;
    const left = Math.max(0, clock.left[seat] - spent) / 1000;
    const text = `${Math.floor(left / 60)}:${String(Math.floor(left % 60)).padStart(2, "0")}`;
    if (node.textContent !== text) node.textContent = text;
    node.toggleAttribute("data-hurry", left < HURRY);
  }
}
