// @ts-check
// The notebook: what was told and where the pieces stood, and marks by hand on the board.
import { id } from "./room.js";
import { state } from "./state.js";
import { at, button, fill, make, say } from "./words.js";

const MARKS = ["", "no", "maybe"];
const KEPT = `marks ${id}`;

/**
 * @param {import("./types.js").NotebookLine[]} lines
 * @param {import("./board.js").Board} board
 */
export function showNotebook(lines, board) {
  if (!lines.length && !state.noted) return;
  state.noted = true;
  const marking = button(
    say("notebook.mark"),
    () => {
      state.marking = !state.marking;
      marking.setAttribute("aria-pressed", String(state.marking));
    },
    { "aria-pressed": String(state.marking) },
  );
  const rows = [...lines].reverse().map(row);
  fill(
    at("notebook"),
    make("h2", {}, say("notebook.title")),
    make("div", { class: "lines", tabindex: "0" }, make("table", {}, make("tbody", {}, ...rows))),
    marking,
    button(say("notebook.clear"), () => {
      localStorage.removeItem(KEPT);
      paint(board);
    }),
  );
  board.intercept = (thing) => state.marking && mark(board, board.place(thing));
  paint(board);
}

/** @param {import("./types.js").NotebookLine} line */
function row(line) {
  const stood = line.pieces.map((each) => `${each.piece} ${each.place} ${each.on}`.trim()).join(" · ");
  return make("tr", {}, make("td", {}, line.part), make("td", {}, stood), make("td", {}, line.says));
}

/** @returns {Record<string, number>} the number of the mark on each place */
function marks() {
  return JSON.parse(localStorage.getItem(KEPT) ?? "{}");
}

/**
 * @param {import("./board.js").Board} board
 * @param {string} place
 */
function mark(board, place) {
  const all = marks();
  all[place] = ((all[place] ?? 0) + 1) % MARKS.length;
  localStorage.setItem(KEPT, JSON.stringify(all));
  paint(board);
  return true;
}

/** @param {import("./board.js").Board} board */
function paint(board) {
  board.picture.svg?.querySelectorAll("[data-mark]").forEach((node) => node.removeAttribute("data-mark"));
  for (const [place, number] of Object.entries(marks())) {
    if (number) board.picture.element(place)?.setAttribute("data-mark", MARKS[number]);
  }
}
