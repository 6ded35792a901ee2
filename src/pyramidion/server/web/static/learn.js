// Exercises: a board on which moves are tried, and the server says whether they are right.
import { get, post } from "./api.js";
import { Board } from "./board.js";
import { button, fill, make, say } from "./words.js";

const root = document.getElementById("learn");
const at = (name) => document.getElementById(name);
const { game } = root.dataset;
const tasks = [...document.querySelectorAll("#tasks button")];
const kept = `solved-${game}`;

let number = 0; // the exercise that is shown
let exercise = null; // what the server has said of it
const solved = new Set(JSON.parse(localStorage.getItem(kept) ?? "[]").filter((each) => each <= tasks.length));
const board = new Board(at("board"), at("bubble"), play, refused);

function path(part = "") {
  const look = new URLSearchParams({ view: localStorage.getItem("view") ?? "plan", theme: document.documentElement.dataset.theme });
  return `/api/lessons/${game}/${number}${part}?${look}`;
}

async function open(wanted) {
  number = wanted;
  await trying(async () => {
    const found = await get(path());
    if (number === wanted) show(found);
  });
  announce("", "");
}

async function play(move) {
  if (exercise.done || root.hasAttribute("aria-busy")) return;
  await trying(async () => {
    const found = await post(path(), { moves: [...exercise.played, move] });
    if (found.done) remember();
    show(found);
    announce(found.right ? "right" : "wrong", say(`learn.${found.done ? "right" : found.right ? "goon" : "wrong"}`, { why: found.says }));
  });
}

function show(found) {
  exercise = found;
  at("title").textContent = `${number}. ${found.title}`;
  at("task").textContent = found.task;
  board.show(found.picture, found.board);
  const free = found.board.choices.filter((choice) => !choice.target);
  fill(at("choices"), ...free.map((choice) => button(choice.label || choice.move, () => play(choice.move), { class: "main" })));
  fill(at("happened"), ...found.happened.map((text) => make("li", {}, text)));
  const notes = found.board.notes.filter((note) => !["over", "help"].includes(note.kind));
  fill(at("notes"), ...notes.map((note) => make("li", { class: note.told ? "told" : null }, note.text)));
  fill(at("notices"), ...found.board.notices.map((notice) => make("li", { class: `notice-${notice.kind}` }, notice.text)));
  showTools();
  showProgress();
}

function announce(kind, text) {
  at("says").className = `says ${kind}`;
  at("says").textContent = text;
  if (text) at("tools").scrollIntoView({ block: "nearest" });
  if (exercise?.done) at("tools").querySelector(".main")?.focus({ preventScroll: true });
}

function showTools() {
  const last = number === tasks.length;
  fill(at("tools"),
    exercise.done && !last ? button(say("learn.next"), () => open(number + 1), { class: "main" }) : null,
    exercise.done && last ? make("a", { class: "button main", href: "/" }, say("learn.play")) : null,
    exercise.done ? null : button(say("learn.show"), reveal),
    exercise.played.length ? button(say("learn.again"), () => open(number)) : null,
  );
}

function showProgress() {
  const words = { count: solved.size, all: tasks.length };
  at("solved").textContent = say(solved.size === tasks.length ? "learn.all" : "learn.solved", words);
  tasks.forEach((task, index) => {
    const done = solved.has(index + 1);
    task.classList.toggle("done", done);
    task.toggleAttribute("aria-current", index + 1 === number);
    if (done) task.title = say("learn.done");
  });
}

function remember() {
  solved.add(number);
  localStorage.setItem(kept, JSON.stringify([...solved]));
}

// Somebody gives up: point at a right move.
async function reveal() {
  await trying(async () => {
    const { move, says } = await post(path("/answer"), { moves: exercise.played });
    board.point({ move });
    const choice = exercise.board.choices.find((each) => each.move === move);
    announce("", say("learn.showing", { move: says.join(" ") || `${board.named(choice)}.` }));
  });
}

// A click that no move answers: the server says why.
async function refused(piece, target) {
  if (exercise.done) return;
  await trying(async () => {
    const why = await post(path("/why"), { moves: exercise.played, piece, target });
    const says = why.rule ? `${why.says} (${why.rule})` : why.says;
    board.open(target ?? piece, make("p", { role: "alert" }, says), button("OK", () => board.letGo()));
  });
}

async function trying(work) {
  root.setAttribute("aria-busy", "true");
  try {
    await work();
  } catch (error) {
    announce("wrong", say("table.failed", { reason: error.message }));
  } finally {
    root.removeAttribute("aria-busy");
  }
}

for (const task of tasks) task.addEventListener("click", () => open(Number(task.dataset.number)));
document.addEventListener("theme", async () => trying(async () => {
  const { picture } = await post(path(), { moves: exercise.played });
  board.show(picture, exercise.board);
}));
const unsolved = tasks.findIndex((_, index) => !solved.has(index + 1));
open(unsolved < 0 ? 1 : unsolved + 1);
