// @ts-check
// What the server offers on a board: by name, by place, and from one picture to the next.
import { say } from "./words.js";

/** @typedef {import("./types.js").Choice} Choice */

/**
 * Where choices lead, each place once.
 * @param {Choice[]} choices
 */
export const goalsOf = (choices) => [...new Set(choices.map((choice) => choice.target))];

/**
 * What was held is held on where all of it can still be done.
 * @param {Choice[]} held
 * @param {Choice[]} choices
 */
export function stillOffered(held, choices) {
  const moves = new Set(held.map((choice) => choice.move));
  const known = choices.filter((choice) => moves.has(choice.move));
  return known.length === held.length ? known : [];
}

/**
 * A choice by what it touches, until there is a sentence for it.
 * @param {Choice} choice
 * @param {(id: string) => string} titleOf
 */
export function wordsFor({ move, label, pieces, target }, titleOf) {
  if (label) return label;
  const named = pieces.map(titleOf).join(", ");
  if (!named) return target ? titleOf(target) : move;
  return target ? say("table.choice", { pieces: named, target: titleOf(target) }) : named;
}

/**
 * Does something lie there, or can it be chosen?
 * @param {import("./types.js").BoardData | null} board
 * @param {string} id
 */
export function mentions(board, id) {
  if (!board) return false;
  const { places, choices } = board;
  if (id in places || Object.values(places).includes(id)) return true;
  return choices.some((choice) => choice.target === id || choice.pieces.includes(id));
}

/**
 * The piece that can be taken up instead of one that lies in the same place and has the same title.
 * @param {import("./types.js").BoardData} board
 * @param {string} id
 * @param {(id: string) => string} titleOf
 */
export function twin({ choices, places }, id, titleOf) {
  if (!(id in places) || choices.some(({ pieces }) => pieces[0] === id)) return id;
  const firsts = choices.flatMap(({ pieces }) => pieces.slice(0, 1));
  return firsts.find((first) => places[first] === places[id] && titleOf(first) === titleOf(id)) ?? id;
}
