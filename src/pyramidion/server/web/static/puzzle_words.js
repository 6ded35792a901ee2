// @ts-check
// What is said about a puzzle.
import { say } from "./words.js";

/** @typedef {import("./types.js").PuzzleData} PuzzleData */

/**
 * @param {PuzzleData} puzzle
 * @param {string} expected what to do now
 */
export const taskOf = ({ you, task }, expected) => say("puzzle.task", { you, task, expected });

/**
 * The theme gives something away, so it is told in the end.
 * @param {PuzzleData} found
 * @param {boolean} done
 */
export function about({ grade, steps, title, proven }, done) {
  const strength = grade ? say("puzzle.grade", { grade: say(`puzzle.grade.${grade}`) }) : say("puzzle.own");
  const length = steps > 1 ? say("puzzle.steps", { steps }) : "";
  const end = done ? say(proven ? "puzzle.proven" : "puzzle.margin", { title }) : "";
  return [strength, length, end].filter(Boolean).join(" · ");
}
