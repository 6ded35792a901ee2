// @ts-check
// What this browser remembers of puzzles: results, ratings, the streak, and your own puzzles. Nothing is sent.
import { remembered } from "./words.js";

/**
 * @typedef {{game: string, id: string, puzzle: string, made: string}} OwnPuzzle
 * @typedef {{rating: number, count: number}} Rating
 * @typedef {{
 *   results: Record<string, Record<string, number>>, ratings: Record<string, Rating>,
 *   streak: number, longest: number, own: OwnPuzzle[],
 * }} Book
 */

const KEPT = "puzzles";
const [FIRST_RATING, SCALE] = [1200, 400];
const [NEW, FAST, SLOW] = [20, 40, 20]; // puzzles in which a rating moves fast, and how far it moves
const MOST_OWN = 200;

/** @returns {Book} */
export function book() {
  const empty = { results: {}, ratings: {}, streak: 0, longest: 0, own: [] };
  try {
    return { ...empty, ...JSON.parse(remembered(KEPT, "{}")) };
  } catch {
    return empty;
  }
}

/** @param {Book} kept */
const keep = (kept) => localStorage.setItem(KEPT, JSON.stringify(kept));

/**
 * How a puzzle went the first time: 1 solved, 0 failed or with a hint; undefined before.
 * @param {string} game
 * @param {string} id
 */
export const resultOf = (game, id) => book().results[game]?.[id];

/**
 * @param {string} game
 * @returns {Rating}
 */
export const ratingOf = (game) => book().ratings[game] ?? { rating: FIRST_RATING, count: 0 };

/**
 * The rating after a first answer. An Elo rating moves by what was better or worse than expected of somebody so strong.
 * @param {string} game
 * @param {{rating: number}} puzzle
 * @param {0 | 1} result
 */
function ratingAfter(game, { rating }, result) {
  const own = ratingOf(game);
  const expected = 1 / (1 + 10 ** ((rating - own.rating) / SCALE));
  return own.rating + (own.count < NEW ? FAST : SLOW) * (result - expected);
}

/**
 * What a first answer does to the rating, in the whole numbers that are shown.
 * @param {string} game
 * @param {{rating: number}} puzzle
 * @param {0 | 1} result
 */
export const stake = (game, puzzle, result) =>
  Math.round(ratingAfter(game, puzzle, result)) - Math.round(ratingOf(game).rating);

/**
 * Write a first answer down.
 * @param {string} game
 * @param {{id: string, rating: number}} puzzle
 * @param {0 | 1} result
 */
export function note(game, puzzle, result) {
  const kept = book();
  const { id } = puzzle;
  if (kept.results[game]?.[id] !== undefined) return;
  const [rating, count] = [ratingAfter(game, puzzle, result), ratingOf(game).count + 1];
  const streak = result ? kept.streak + 1 : 0;
  keep({
    ...kept,
    results: { ...kept.results, [game]: { ...kept.results[game], [id]: result } },
    ratings: { ...kept.ratings, [game]: { rating, count } },
    streak,
    longest: Math.max(kept.longest, streak),
  });
}

/**
 * Keep one of your own puzzles; the oldest are dropped.
 * @param {OwnPuzzle} made
 */
export function keepOwn(made) {
  const kept = book();
  const others = kept.own.filter(({ game, id }) => game !== made.game || id !== made.id);
  keep({ ...kept, own: [made, ...others].slice(0, MOST_OWN) });
}

/** @param {OwnPuzzle} unwanted */
export function dropOwn(unwanted) {
  const kept = book();
  keep({ ...kept, own: kept.own.filter(({ game, id }) => game !== unwanted.game || id !== unwanted.id) });
}

/**
 * The address of one of your own puzzles: all of it is after the #, which browsers do not send.
 * @param {{game: string, puzzle: string}} own
 */
export const ownAddress = ({ game, puzzle }) => `/puzzles/${game}/own#${encodeURIComponent(puzzle)}`;

/**
 * The next puzzle to solve: one that was not tried yet, as hard as the solver is strong.
 * @template {{id: string, rating: number}} Listed
 * @param {string} game
 * @param {Listed[]} listed
 * @param {string} [but] not this one
 * @returns {Listed | undefined}
 */
export function nextOf(game, listed, but = "") {
  const { rating } = ratingOf(game);
  const fresh = listed.filter(({ id }) => id !== but && resultOf(game, id) === undefined);
  const failed = listed.filter(({ id }) => id !== but && resultOf(game, id) === 0);
  const some = fresh.length ? fresh : failed;
  return some.sort((one, other) => Math.abs(one.rating - rating) - Math.abs(other.rating - rating))[0];
}
