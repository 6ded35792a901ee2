// @ts-check
// A table in a line: which game, with which options and clock, and when something last happened there.
import { get } from "./api.js";
import { say } from "./words.js";

const SHORT = 60; // seconds a move, or five times that for a game
const SECOND = 1000;
/** @type {[Intl.RelativeTimeFormatUnit, number][]} */
const UNITS = [
  ["day", 86400],
  ["hour", 3600],
  ["minute", 60],
];
const FORMAT = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" });

/**
 * @typedef {object} Headline
 * @property {{name: string, title: string, spec: string}} game
 * @property {string[]} rules what the options that are not at their defaults mean
 * @property {string} title
 * @property {{kind: string, seconds: number, increment: number} | null} timing
 * @property {number} changed
 * @property {string} host the name of who opened the table, empty if they gave none
 * @property {string[]} free the seats that can be taken
 * @property {number[]} bots their levels
 * @property {string[]} others
 * @property {string} turn the name of the one to move
 * @property {string} state
 */

/**
 * @param {string} table
 * @returns {Promise<Headline>}
 */
export const headlineOf = (table) => get(`/api/tables/${table}/headline`);

/** @param {Headline["timing"]} timing */
export function clockWords(timing) {
  if (!timing) return say("table.clock.none");
  const { kind, seconds, increment } = timing;
  return say(`table.clock.${kind}`, { seconds, minutes: Math.round(seconds / 60), increment });
}

/**
 * The same in a few letters.
 * @param {Headline["timing"]} timing
 */
export function clockSign(timing) {
  if (!timing) return say("home.clock.none");
  const { kind, seconds, increment } = timing;
  return say(`home.clock.${kind}`, { seconds, minutes: Math.round(seconds / 60), increment });
}

/**
 * Is there so little time that a newcomer should be warned?
 * @param {Headline["timing"]} timing
 */
export const isShort = (timing) => timing !== null && timing.seconds <= (timing.kind === "move" ? SHORT : 5 * SHORT);

/** @param {number} at milliseconds since 1970 */
export function ago(at) {
  const seconds = (Date.now() - at) / SECOND;
  const known = UNITS.find(([, least]) => seconds >= least);
  if (!known) return say("home.now");
  const [unit, length] = known;
  return FORMAT.format(-Math.floor(seconds / length), unit);
}
