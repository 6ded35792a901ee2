// @ts-check
// What every part of the page of a table works with.
import { Refusal, reasonOf } from "./api.js";
import { arrangementFor, themeNow, viewNow } from "./looks.js";
import { state } from "./state.js";
import { at, button, remembered, say } from "./words.js";

export const root = at("table");
export const id = root.dataset.table ?? "";
export const game = root.dataset.game ?? "";
export const HELP = `help ${id}`;
export const FLIP = `flip ${id}`;

/** @param {string} path */
export const api = (path) => `/api/tables/${id}${path}`;

// How the board is to be shown.
export function wishes() {
  return {
    picture: viewNow(),
    theme: themeNow(),
    arrangement: arrangementFor(at("stage")),
    flip: remembered(FLIP, "false"),
    help: remembered(HELP, "false"),
  };
}

/**
 * What a seat is called: you, a bot of its level, or a person by name.
 * @param {import("./types.js").TableData} table
 * @param {import("./types.js").SeatData} seat
 */
export function called(table, { seat, kind, level, name, title }) {
  if (kind === "bot") return say("table.bot", { level: say(`level.${level}`).slice(2) });
  if (kind === "person" && table.yours.length === 1 && table.yours[0] === seat) return say("table.you");
  return kind === "open" ? title : name;
}

/**
 * How it stands, without what is to be done, how it ended, and what only helps.
 * @param {import("./types.js").BoardData | null} board
 */
export const notesOf = (board) =>
  (board?.notes ?? []).filter((note) => !["status", "over", "help"].includes(note.kind));

/** @param {() => Promise<unknown>} work */
export async function trying(work) {
  try {
    await work();
  } catch (error) {
    const rule = error instanceof Refusal && error.problem.rule;
    complain(rule ? `${reasonOf(error)} (${rule})` : reasonOf(error));
  }
}

/**
 * Something that should not be missed; it stays until it is clicked, or for some time.
 * @param {string} text
 * @param {number} [milliseconds]
 */
export function announce(text, milliseconds = 0) {
  const banner = at("banner");
  banner.textContent = text;
  banner.hidden = false;
  clearTimeout(state.banner);
  if (milliseconds) state.banner = setTimeout(() => (banner.hidden = true), milliseconds);
}

/** @param {string} reason */
export const complain = (reason) => announce(reason, 6000);

/**
 * Something said in passing, where what happened is told.
 * @param {string} text
 * @param {number} [milliseconds]
 */
export function inform(text, milliseconds = 12000) {
  at("passing").textContent = text;
  at("passing").hidden = false;
  clearTimeout(state.passing);
  state.passing = setTimeout(hush, milliseconds);
}

// What was only said in passing need not be read any more.
export function hush() {
  at("passing").hidden = true;
}

/**
 * A button that copies the address of what is shown.
 * @param {string} text
 * @param {HTMLInputElement} [field]
 */
export function copier(text, field) {
  const copy = button(text, async () => {
    field?.select();
    try {
      await navigator.clipboard.writeText(location.href);
    } catch {
      if (!field || !document.execCommand("copy")) return complain(location.href);
    }
    copy.textContent = say("table.copied");
  });
  return copy;
}
