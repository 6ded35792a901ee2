// @ts-check
// In the first game of each kind a coach says what to do and why, step by step, and points at it.
import { game, root } from "./room.js";
import { state } from "./state.js";
import { at, button, fill, make, remembered, say } from "./words.js";

const KEPT = `coached ${game}`;
const LESSON = ["start", "lift", "put", "watch", "hint"];

/** @typedef {import("./types.js").TableData} TableData */

// The hints of the game itself, in the order in which they help.
const tips = () => [...at("tips").children].map((tip) => tip.textContent ?? "");

const isOver = () => remembered(KEPT, "") === "done";

// How far the coach was when this game was last shown, here or at another table.
if (remembered(KEPT, "").startsWith("{")) Object.assign(state.coach, JSON.parse(remembered(KEPT, "")));

export function coachAgain() {
  localStorage.removeItem(KEPT);
  state.coach = { step: 0, tip: 0, turn: null };
  if (state.table) showCoach(state.table);
}

/**
 * The step that fits what happens: something to choose, something held, the others' turn; then a tip each turn.
 * @param {TableData} table
 */
export function showCoach(table) {
  const { coach, past } = state;
  const own = table.mover === table.you;
  const here = !isOver() && table.you !== null && table.status === "playing";
  if (own && LESSON[coach.step] === "watch" && coach.turn !== table.turn) coach.step++;
  if (LESSON[coach.step] === "hint" && !at("tools").querySelector("[data-key=h]")) coach.step++;
  const liftable = own && table.board?.choices.some((choice) => choice.target && choice.pieces.length);
  const nothingToLift = LESSON[coach.step] === "lift" && !liftable;
  if (here) localStorage.setItem(KEPT, JSON.stringify(coach));
  if (!here || past !== null || nothingToLift) return hide();
  if (coach.step < LESSON.length) return tell(LESSON[coach.step], saying(LESSON[coach.step]), next);
  const all = tips();
  if (coach.tip >= all.length) return finish();
  if (!own || coach.turn === table.turn) return hide();
  tell("tip", all[coach.tip], next);
}

/** @param {string} step */
const saying = (step) => say(`coach.${step}`, { goal: at("goal").dataset.goal ?? "" });

// On to the next step, or the next tip, which comes with the next turn.
function next() {
  const { coach, table } = state;
  if (!table) return;
  if (coach.step < LESSON.length) coach.step++;
  else {
    coach.tip++;
    coach.turn = table.turn;
  }
  showCoach(table);
}

/**
 * Something was taken up or a move was made: what asked for it has been heard, and what was said before it leaves.
 * @param {"lift" | "put"} what
 */
export function coachSaw(what) {
  const { coach, table } = state;
  if (isOver() || !table) return;
  const done = LESSON.indexOf(what);
  const fresh = coach.turn !== table.turn;
  if (coach.step <= done) coach.step = done + 1;
  else if (what === "put" && LESSON[coach.step] === "hint") coach.step++;
  else if (what === "put" && coach.step >= LESSON.length && fresh) coach.tip++;
  if (what === "put") coach.turn = table.turn;
  showCoach(table);
}

function finish() {
  localStorage.setItem(KEPT, "done");
  hide();
}

function hide() {
  at("coach").hidden = true;
  delete root.dataset.coach;
}

/**
 * @param {string} step
 * @param {string} text
 * @param {() => void} goOn
 */
function tell(step, text, goOn) {
  const coach = at("coach");
  root.dataset.coach = step;
  if (coach.hidden || coach.dataset.text !== text) {
    coach.dataset.text = text;
    const end = { class: "end-tips", title: say("coach.end"), "aria-label": say("coach.end") };
    fill(coach, make("p", {}, text), button("✕", finish, end), button(say("coach.next"), goOn, { class: "main" }));
  }
  coach.hidden = false;
}
