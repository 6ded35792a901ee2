// @ts-check
// Exercises: a board on which moves are tried, and the server says whether they are right.
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { arrangementFor, viewNow } from "./looks.js";
import { showSigns } from "./legend.js";
import { patience } from "./patience.js";
import { refuse } from "./refusal.js";
import { playBot } from "./setup.js";
import { startSlides } from "./slides.js";
import { at, button, fill, make, remembered, ruled, say } from "./words.js";

/** @typedef {import("./types.js").ExerciseData} ExerciseData */

const root = at("learn");
const game = root.dataset.game ?? "";
const tasks = [...at("tasks").querySelectorAll("button")];
const KEPT = `solved-${game}`;

/**
 * What the page keeps in mind: the number of the exercise that is shown, what the server has said of it, which
 * ones are solved, and whether an answer is awaited.
 * @type {{number: number, exercise: ExerciseData | null, solved: Set<number>, busy: boolean}}
 */
const state = { number: 0, exercise: null, solved: new Set(kept()), busy: false };
const board = new Board(at("board"), at("bubble"), { play, refused });
const trying = patience(root, state, announce);

/** @returns {number[]} */
function kept() {
  return JSON.parse(remembered(KEPT, "[]")).filter((/** @type {number} */ each) => each <= tasks.length);
}

function path(part = "") {
  const theme = document.documentElement.dataset.theme ?? "light";
  const arrangement = arrangementFor(document.documentElement);
  const query = new URLSearchParams({ view: viewNow(), theme, arrangement });
  return `/api/lessons/${game}/${state.number}${part}?${query}`;
}

/** @param {number} wanted */
async function open(wanted) {
  state.number = wanted;
  await trying(async () => {
    const found = await get(path());
    if (state.number === wanted) show(found);
  });
  announce("", "");
}

/** @param {string} move */
async function play(move) {
  const { exercise } = state;
  if (!exercise || exercise.done || state.busy) return;
  await trying(async () => {
    /** @type {ExerciseData} */
    const found = await post(path(), { moves: [...exercise.played, move] });
    if (found.done) remember();
    show(found);
    const key = found.done ? "learn.right" : found.right ? "learn.goon" : "learn.wrong";
    announce(found.right ? "right" : "wrong", say(key, { why: found.says }));
  });
}

/** @param {ExerciseData} found */
function show(found) {
  state.exercise = found;
  at("title").textContent = `${state.number}. ${found.title}`;
  at("task").textContent = found.task;
  board.show(found.picture, found.board);
  const { choices, notes } = found.board;
  const free = choices.filter((choice) => !choice.target);
  fill(at("choices"), ...free.map(({ move, label }) => button(label || move, () => play(move), { class: "main" })));
  fill(at("happened"), ...found.happened.map((text) => make("li", {}, text)));
  const stale = found.done ? ["over", "help", "status"] : ["over", "help"];
  const shown = notes.filter((note) => !stale.includes(note.kind));
  fill(at("notes"), ...shown.map((note) => make("li", { class: note.told ? "told" : null }, note.text)));
  showSigns(board.picture);
  showTools(found);
  showProgress();
}

/**
 * @param {"" | "right" | "wrong"} verdict
 * @param {string} text
 */
function announce(verdict, text) {
  at("says").dataset.verdict = verdict;
  fill(at("says"), ...ruled(text));
  if (text) at("tools").scrollIntoView({ block: "nearest" });
  if (!state.exercise?.done) return;
  /** @type {HTMLElement | null} */
  const next = at("tools").querySelector(".main");
  next?.focus({ preventScroll: true });
}

/** @param {ExerciseData} exercise */
function showTools({ done, played }) {
  const { number } = state;
  const last = number === tasks.length;
  fill(
    at("tools"),
    done && !last ? button(say("learn.next"), () => open(number + 1), { class: "main" }) : null,
    done && last ? button(say("learn.play"), playNow, { class: "main" }) : null,
    done && last && document.getElementById("to-puzzles")
      ? make("a", { class: "button", href: `/puzzles/${game}` }, say("learn.puzzles"))
      : null,
    done ? null : button(say("learn.show"), reveal),
    played.length ? button(say("learn.again"), () => open(number)) : null,
  );
}

function playNow() {
  trying(async () => {
    location.href = await playBot(game, Number(root.dataset.seats));
  });
}

function showProgress() {
  const { solved, number } = state;
  const words = { count: solved.size, all: tasks.length };
  at("solved").textContent = say(solved.size === tasks.length ? "learn.all" : "learn.solved", words);
  tasks.forEach((task, index) => {
    const done = solved.has(index + 1);
    task.toggleAttribute("data-done", done);
    task.toggleAttribute("aria-current", index + 1 === number);
    if (done) task.title = say("learn.done");
  });
}

function remember() {
  state.solved.add(state.number);
  localStorage.setItem(KEPT, JSON.stringify([...state.solved]));
}

// Somebody gives up: point at a right move.
async function reveal() {
  const { exercise } = state;
  if (!exercise) return;
  await trying(async () => {
    const { move, says } = await post(path("/answer"), { moves: exercise.played });
    board.point({ move });
    const choice = exercise.board.choices.find((each) => each.move === move);
    const named = choice ? `${board.named(choice)}.` : move;
    announce("", say("learn.showing", { move: says.join(" ") || named }));
  });
}

/**
 * A click that no move answers: the server says why.
 * @param {string} piece
 * @param {string | null} target
 */
async function refused(piece, target) {
  const { exercise } = state;
  if (!exercise || exercise.done) return;
  await trying(async () => {
    const why = await post(path("/why"), { moves: exercise.played, piece, target });
    refuse(board.picture.element(target ?? piece) ?? at("board"), why.rule ? `${why.says} (${why.rule})` : why.says);
  });
}

async function repaint() {
  const { exercise } = state;
  if (!exercise) return;
  await trying(async () => {
    const { picture } = await post(path(), { moves: exercise.played });
    board.show(picture, exercise.board);
  });
}

for (const task of tasks) task.addEventListener("click", () => open(Number(task.dataset.number)));
document.addEventListener("theme", repaint);
startSlides();
at("play").addEventListener("click", playNow);
const unsolved = tasks.findIndex((_, index) => !state.solved.has(index + 1));
open(unsolved < 0 ? 1 : unsolved + 1);
