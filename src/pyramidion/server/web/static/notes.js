// @ts-check
// What happened last, and how it stands.
import { showSigns } from "./legend.js";
import { showMarks } from "./marks.js";
import { inform, notesOf } from "./room.js";
import { state } from "./state.js";
import { at, fill, make, say } from "./words.js";

const MOST_SHOWN = 3;

/** @typedef {import("./types.js").TableData} TableData */

/**
 * What the last plies did, or the one that is looked at.
 * @param {TableData} table
 */
export function showHappened({ told }) {
  const says = state.past === null ? told.slice(-MOST_SHOWN).map(({ text }) => text) : state.lookedAt;
  const none = state.past === null && !says.length ? make("li", { class: "faint" }, say("table.happened.none")) : null;
  fill(at("happened"), none, ...says.map((text) => make("li", {}, text)));
  scrollToNewest();
}

// The newest sentence can be read, from its beginning, also when there is little room for it.
export function scrollToNewest() {
  const [news, newest] = [at("news"), at("happened").lastElementChild];
  if (newest instanceof HTMLElement) news.scrollTop = newest.offsetTop - news.offsetTop;
}

/**
 * How it stands; of the past there is a picture only.
 * @param {TableData} table
 * @param {import("./board.js").Board} board
 */
export function showNotes(table, { picture }) {
  showMarks();
  const present = state.past === null ? table.board : null;
  const notes = notesOf(present).map((note) => make("li", { class: note.told ? "told" : null }, note.text));
  const watching = state.presence?.spectators ? say("table.spectators", { count: state.presence.spectators }) : "";
  const more = [...table.rules, watching].filter(Boolean);
  fill(at("notes"), ...notes, ...more.map((text) => make("li", {}, text)));
  showSigns(picture);
}

/**
 * A new part of the game, such as the second round, is announced.
 * @param {TableData | null} before
 * @param {TableData} table
 */
export function tellPart(before, table) {
  const [old, now] = [before?.board?.part, table.board?.part];
  if (old && now && old.title !== now.title) inform(now.says);
}
