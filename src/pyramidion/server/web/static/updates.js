// @ts-check
// A table as it is after what the server has said of it.
import { say } from "./words.js";

const MOST_TOLD = 60;
const AFTER = ["turn", "next", "over"]; // what comes after a move is said elsewhere

/** @typedef {import("./types.js").TableData} TableData */

/**
 * @param {TableData} message
 * @returns {TableData}
 */
export function whole(message) {
  return { ...message, told: message.happened.flatMap(({ ply, says }) => says.map((text) => ({ ply, text }))) };
}

/**
 * The table after an update.
 * @param {TableData} table
 * @param {import("./types.js").Update} update
 * @returns {TableData}
 */
export function changed(table, update) {
  const undone = update.what.kind === "undo";
  const plies = undone ? table.history.slice(0, update.ply) : table.history;
  const kept = table.told.filter(({ ply }) => ply < update.ply);
  const told = undone ? [...kept, { ply: update.ply - 1, text: say("table.takenback") }] : table.told;
  const news = (update.events ?? []).filter(({ kind }) => !AFTER.includes(kind));
  const fresh = news.map(({ ply, says }) => ({ ply, text: says }));
  const { kind, seat = 0, text = "", at } = update.what;
  return {
    ...table,
    ...update,
    type: "table",
    history: [...plies, ...(update.plies ?? [])],
    told: [...told, ...fresh].slice(-MOST_TOLD),
    talk: kind === "chat" ? [...table.talk, { at, seat, text }] : table.talk,
  };
}
