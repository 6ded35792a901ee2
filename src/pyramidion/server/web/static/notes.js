// @ts-check
// What happened last, and how it stands.
import { notesOf } from "./room.js";
import { state } from "./state.js";
import { at, fill, make, say } from "./words.js";

const MOST_SHOWN = 7;

/** @typedef {import("./types.js").TableData} TableData */

/** @param {TableData} table */
export function showHappened(table) {
  fill(at("happened"), ...table.told.slice(-MOST_SHOWN).map(({ text }) => make("li", {}, text)));
}

/**
 * How it stands; of the past there is a picture only.
 * @param {TableData} table
 */
export function showNotes(table) {
  const present = state.past === null ? table.board : null;
  const notes = notesOf(present).map((note) => make("li", { class: note.told ? "told" : null }, note.text));
  const options = table.game.spec
    .match(/\((.*)\)/)?.[1]
    .replaceAll("=", " ")
    .replaceAll(",", ", ")
    .replaceAll("_", " ");
  fill(at("notes"), ...notes, options ? make("li", {}, say("table.options", { options })) : null);
  const notices = present?.notices ?? [];
  fill(at("notices"), ...notices.map(({ kind, text }) => make("li", { class: `notice-${kind}` }, text)));
}
