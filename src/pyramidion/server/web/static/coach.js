// @ts-check
// In the first game of each kind a coach says what to do and why, step by step, and points at it.
import { game, root } from "./room.js";
import { state } from "./state.js";
import { at, button, fill, make, say } from "./words.js";

const KEPT = `coached ${game}`;
const LESSON = ["start", "lift", "put", "watch", "hint"];

/** @typedef {import("./types.js").TableData} TableData */

// The hints of the game itself, in the order in which they help.
const tips = () => [...at("tips").children].map((tip) => tip.textContent ?? "");

const isOver = () => localStorage.getItem(KEPT) === "done";

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
  const goal = at("goal").dataset.goal ?? "";
  const own = table.mover === table.you;
  const idle = isOver() || table.you === null || table.status !== "playing" || past !== null;
  const liftable = own && table.board?.choices.some((choice) => choice.target && choice.pieces.length);
  const nothingToLift = LESSON[coach.step] === "lift" && !liftable;
  if (idle || nothingToLift) return hide();
  if (coach.step < LESSON.length) return tell(LESSON[coach.step], say(`coach.${LESSON[coach.step]}`, { goal }), next);
  const all = tips();
  if (coach.tip >= all.length) return finish();
  if (!own || coach.turn === table.turn) return hide();
  tell("tip", all[coach.tip], () => {
    coach.tip++;
    coach.turn = table.turn;
    showCoach(table);
  });
}

function next() {
  state.coach.step++;
  if (state.table) showCoach(state.table);
}

/**
 * Something was done that a step asks for, or a later one.
 * @param {"lift" | "put"} what
 */
export function coachSaw(what) {
  const { coach, table } = state;
  const asked = LESSON.indexOf("lift");
  const done = LESSON.indexOf(what);
  if (isOver() || !table || coach.step < asked || coach.step > done) return;
  coach.step = done + 1;
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
    const buttons = [button(say("coach.next"), goOn, { class: "main" }), button(say("coach.end"), finish)];
    fill(coach, make("p", {}, text), make("div", { class: "row" }, ...buttons));
  }
  coach.hidden = false;
}
