// @ts-check
// Sets a table up and sits down.
import { post } from "./api.js";
import { seatForm } from "./keys.js";
import { remembered } from "./words.js";

/**
 * How somebody wants to play.
 * @typedef {object} Wishes
 * @property {string} opponent
 * @property {number} level
 * @property {string} side a seat's number, empty for any
 * @property {number} beside seats for bots beside friends
 * @property {{kind: string, seconds?: number, increment?: number}} timing
 * @property {Record<string, string>} options
 * @property {string} title
 */

/**
 * Open a table and sit down; returns its address.
 * @param {string} game
 * @param {number} seats
 * @param {Wishes} wishes
 */
export async function setUp(game, seats, { opponent, level, side, beside, timing, options, title }) {
  const own = side === "" ? Math.floor(Math.random() * seats) : Math.min(Number(side), seats - 1);
  /** @type {Record<number, number>} */
  const bots = {};
  for (let seat = 0; seat < seats; seat++) {
    const last = seat >= seats - Math.min(beside, seats - 2);
    if (opponent === "watch" || (seat !== own && (opponent === "bot" || last))) bots[seat] = level;
  }
  const chosen = Object.entries(options).map(([option, value]) => `${option}=${value}`);
  const spec = chosen.length ? `${game}(${chosen.join(",")})` : game;
  const [listed, chat] = [opponent === "open", opponent === "open" || opponent === "friend"];
  const table = await post("/api/tables", { game: spec, bots, timing, title, listed, chat });
  const free = [...Array(seats).keys()].filter((seat) => !(seat in bots));
  const mine = opponent === "same" ? free : free.filter((seat) => seat === own);
  for (const seat of mine) {
    const name = mine.length > 1 ? "" : remembered("name", "");
    await post(`/api/tables/${table.id}/seats/${seat}`, { ...(await seatForm(table.id, seat)), name });
  }
  return `/t/${table.id}`;
}

/**
 * A game against a bot, as a beginner wants it.
 * @param {string} game
 * @param {number} seats
 */
export const playBot = (game, seats) =>
  setUp(game, seats, {
    opponent: "bot",
    level: Number(remembered("level", "1")),
    side: "",
    beside: 0,
    timing: { kind: "none" },
    options: {},
    title: "",
  });
