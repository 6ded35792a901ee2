// @ts-check
// How fast the moves of others are shown, one after the other; they can be held.
import { state } from "./state.js";
import { remembered } from "./words.js";

/** @type {Record<string, number>} milliseconds between two moves of others */
const WAITS = { slow: 1800, normal: 800, fast: 250, instant: 0 };
const MOST_WAITING = 8; // updates; after a longer absence, show how it stands at once
export const SPEEDS = Object.keys(WAITS);

export const speed = () => {
  const kept = remembered("speed", "normal");
  return kept in WAITS ? kept : "normal";
};

// How much slower or faster things move than usual.
export const tempo = () => ({ slow: 1.5, normal: 1, fast: 0.5, instant: 0 })[speed()] ?? 1;

export const isHeld = () => state.held !== null;

/** @param {boolean} [owed] is the first move that comes to be shown? */
export function hold(owed = false) {
  if (state.held) return;
  /** @type {() => void} */
  let go = () => {};
  const until = new Promise((/** @type {(value: void) => void} */ resolve) => (go = () => resolve()));
  state.held = { until, go, waiting: false, owed };
}

// Show the next move, or the first that comes, and hold again.
export function step() {
  const held = state.held;
  state.held = null;
  hold(!held?.waiting);
  held?.go();
}

export function release() {
  state.held?.go();
  state.held = null;
}

// While moves are held, wait until this one is let through.
async function turnToBeShown() {
  const held = state.held;
  if (!held) return;
  if (held.owed) {
    held.owed = false;
    return;
  }
  held.waiting = true;
  await held.until;
}

/**
 * Wait before the next move is shown, as long as what was shown last should be seen.
 * @param {boolean} others is it a move of somebody else?
 */
export async function rest(others) {
  await turnToBeShown();
  if (!others || document.hidden || state.waiting > MOST_WAITING) return;
  const left = state.shownAt + WAITS[speed()] - Date.now();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
