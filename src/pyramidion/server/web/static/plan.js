// @ts-check
// A move planned while others think: it is made when the turn comes, if it is legal then.
import { pointAt, unpoint } from "./arrow.js";
import { inform } from "./room.js";
import { state } from "./state.js";
import { showStatus, write } from "./status.js";
import { say } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./types.js").Choice} Choice */

// Is somebody else to move, in a game in which one has a seat?
function isWaiting() {
  const { table, past } = state;
  if (table?.status !== "playing" || table.paused || past !== null) return false;
  return table.yours.length === 1 && table.mover !== null && table.mover !== table.you;
}

/**
 * A click while others think: the first says what on the board is to move, the second where to, another one on the
 * first drops the plan. Says whether it meant something.
 * @param {Board} board
 * @param {string} id
 */
export function plan(board, id) {
  if (!isWaiting()) return false;
  const place = board.place(id);
  const known = state.plan;
  if (!board.picture.isCell(place)) return false;
  if (known?.start === place) {
    forgetPlan(board);
    return true;
  }
  if (known && !known.target) state.plan = { ...known, target: place };
  else if (owned(place).length) state.plan = { start: place, target: "" };
  else return false;
  showPlan(board);
  return true;
}

/**
 * One's own pieces at a place.
 * @param {string} place
 */
function owned(place) {
  const { own = [], places = {} } = state.table?.board ?? {};
  return own.filter((piece) => places[piece] === place);
}

/**
 * What is planned, as an arrow and in a sentence.
 * @param {Board} board
 */
export function showPlan(board) {
  const { plan: known } = state;
  if (!known || !isWaiting()) return;
  const { picture } = board;
  unpoint(picture);
  picture.hold(known.target ? [] : owned(known.start));
  if (known.target) pointAt(picture, [known.start], known.target, "ghost");
  const words = { start: picture.title(known.start), target: picture.title(known.target) };
  write(say(known.target ? "plan.made" : "plan.begun", words));
}

/** @param {Board} board */
export function forgetPlan(board) {
  if (!state.plan) return;
  state.plan = null;
  unpoint(board.picture);
  board.picture.hold([]);
  if (state.table) showStatus(state.table);
}

/**
 * The others have moved: make the planned move if the turn has come.
 * @param {Board} board
 * @param {(move: string) => void} play
 */
export function carryOut(board, play) {
  const { plan: known, table } = state;
  if (!known || !table || state.past !== null) return;
  if (isWaiting()) return showPlan(board);
  state.plan = null;
  if (table.status !== "playing") return;
  const { start, target } = known;
  /** @type {Choice[]} */
  const fitting = (board.state?.choices ?? [])
    .filter(({ pieces }) => pieces.some((piece) => board.place(piece) === start))
    .filter((choice) => choice.target === target && !choice.confirm)
    .sort((one, other) => other.pieces.length - one.pieces.length);
  if (fitting.length) play(fitting[0].move);
  else if (target) inform(say("plan.gone"));
  else board.choose(start);
}
