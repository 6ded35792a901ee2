// @ts-check
// What a puzzle does to the rating, in words: before it is solved, and afterwards.
import { book, ratingOf, stake } from "./puzzle_book.js";
import { say } from "./words.js";

/** @typedef {{rating: number}} Rated */

/** @param {number} change */
const signed = (change) => `${change < 0 ? "−" : "+"}${Math.abs(change)}`;

/**
 * What a button gives, and that it counts as a miss, as long as the answer counts.
 * @param {string} key
 * @param {string} game
 * @param {Rated | null} counting the puzzle, if its answer counts
 */
export function priced(key, game, counting) {
  const hint = say(key);
  return counting ? say("puzzle.hint.counts", { hint, cost: signed(stake(game, counting, 0)) }) : hint;
}

/**
 * The rating, what the answer did to it, and what an answer that counts may do.
 * @param {string} game
 * @param {Rated | null} counting the puzzle, if its answer counts
 * @param {number} moved
 */
export function ratingSays(game, counting, moved) {
  const { rating, count } = ratingOf(game);
  const words = { rating: Math.round(rating), streak: book().streak, moved: moved ? ` (${signed(moved)})` : "" };
  const now = say(count ? "puzzle.rated" : "puzzle.rated.none", words);
  if (!counting) return now;
  const [right, wrong] = [signed(stake(game, counting, 1)), signed(stake(game, counting, 0))];
  return `${now} ${say("puzzle.stakes", { right, wrong })}`;
}
