// The notebook: what was told and where the pieces stood, and marks by hand on the board.
import { button, fill, make, say } from "./words.js";

const MARKS = ["", "marked-no", "marked-maybe"];

export function showNotebook(root, lines, table, board) {
  if (!lines?.length && !root.dataset.begun) return;
  root.dataset.begun = "yes";
  const rows = [...(lines ?? [])].reverse().map((line) => make("tr", {},
    make("td", {}, line.part),
    make("td", {}, line.pieces.map((each) => `${each.piece} ${each.place} ${each.on}`.trim()).join(" · ")),
    make("td", {}, line.says)));
  const marking = button(say("notebook.mark"), () => {
    root.dataset.marking = root.dataset.marking === "yes" ? "no" : "yes";
    marking.setAttribute("aria-pressed", root.dataset.marking === "yes");
  }, { "aria-pressed": String(root.dataset.marking === "yes") });
  fill(root, make("h2", {}, say("notebook.title")), make("div", { class: "lines", tabindex: "0" }, make("table", {}, make("tbody", {}, ...rows))), marking,
    button(say("notebook.clear"), () => {
      localStorage.removeItem(`marks ${table}`);
      paint(table, board);
    }));
  board.intercept = (id) => root.dataset.marking === "yes" && mark(table, board, board.place(id));
  paint(table, board);
}

function marks(table) {
  return JSON.parse(localStorage.getItem(`marks ${table}`) ?? "{}");
}

function mark(table, board, place) {
  const all = marks(table);
  all[place] = ((all[place] ?? 0) + 1) % MARKS.length;
  localStorage.setItem(`marks ${table}`, JSON.stringify(all));
  paint(table, board);
  return true;
}

function paint(table, board) {
  for (const [place, number] of Object.entries(marks(table))) {
    const node = board.element(place);
    node?.classList.remove(...MARKS.filter(Boolean));
    if (number) node?.classList.add(MARKS[number]);
  }
  if (!localStorage.getItem(`marks ${table}`)) {
    board.svg?.querySelectorAll(".marked-no, .marked-maybe").forEach((node) => node.classList.remove(...MARKS.filter(Boolean)));
  }
}
