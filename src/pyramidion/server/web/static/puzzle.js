// @ts-check
// A puzzle: a board on which the best move is looked for; the server says whether it was found, and why not.
import { get, post } from "./api.js";
import { unpoint } from "./arrow.js";
import { Board } from "./board.js";
import { viewNow } from "./looks.js";
import { book, nextOf, note, ownAddress, ratingOf, resultOf } from "./puzzle_book.js";
import { showSigns } from "./legend.js";
import { patience } from "./patience.js";
import { forget, refuse } from "./refusal.js";
import { at, button, fill, make, remembered, say } from "./words.js";

/** @typedef {import("./types.js").PuzzleData} PuzzleData */

const root = at("puzzle");
const { game = "", number = "" } = root.dataset;
const isOwn = number === "own";
const REPLY = 900; // milliseconds between a move and the reply to it
const FILTERS = ["theme", "grade"];

/**
 * What the page keeps in mind: the puzzle as the server described it last, how many hints were given for this move,
 * whether the answer still counts, and whether something is under way.
 * @type {{puzzle: PuzzleData | null, hints: number, counts: boolean, busy: boolean}}
 */
const state = { puzzle: null, hints: 0, counts: !isOwn && resultOf(game, number) === undefined, busy: false };
const board = new Board(at("board"), at("bubble"), { play, refused });
const trying = patience(root, state, announce);

function path(part = "") {
  const query = new URLSearchParams({ view: viewNow(), theme: document.documentElement.dataset.theme ?? "light" });
  return `/api/puzzles/${game}/${number}${part}?${query}`;
}

/** @param {string[]} moves */
function form(moves) {
  return isOwn ? { moves, puzzle: decodeURIComponent(location.hash.slice(1)) } : { moves };
}

// Begin, or begin again: nothing of an earlier try remains.
async function begin() {
  state.hints = 0;
  fill(at("happened"));
  announce("", "");
  await trying(async () => show(await post(path(), form([]))));
}

/** @param {string} move */
async function play(move) {
  const { puzzle } = state;
  if (!puzzle || puzzle.verdict === "solved" || state.busy) return;
  await trying(async () => {
    /** @type {PuzzleData} */
    const found = await post(path(), form([...puzzle.found, move]));
    state.hints = 0;
    if (found.verdict === "wrong") settle(found, 0);
    if (found.verdict === "solved") settle(found, 1);
    await follow(found);
    if (found.verdict === "wrong") return fail(found);
    show(found);
    tell(found);
  });
}

/**
 * The first answer counts.
 * @param {PuzzleData} puzzle
 * @param {0 | 1} result
 */
function settle(puzzle, result) {
  if (state.counts) note(game, puzzle, result);
  state.counts = false;
}

/**
 * Show the moves one after the other.
 * @param {PuzzleData} found
 */
async function follow({ frames, verdict, board: after }) {
  fill(at("happened"));
  for (const [index, { picture, says }] of frames.entries()) {
    if (index) await new Promise((resolve) => setTimeout(resolve, remembered("speed", "") === "instant" ? 0 : REPLY));
    at("happened").append(...says.map((text) => make("li", {}, text)));
    if (verdict === "wrong" || index < frames.length - 1) await board.advance(picture, { ...after, choices: [] }, []);
  }
}

/** @param {PuzzleData} found */
function fail(found) {
  announce("wrong", say("puzzle.wrong", { why: found.says }));
  state.puzzle = { ...found, frames: [] };
  fill(at("choices"));
  fill(
    at("tools"),
    button(say("puzzle.retry"), retry, { class: "main" }),
    button(say("puzzle.solution"), showSolution),
    nextButton(false),
  );
  showRating();
}

function retry() {
  if (!state.puzzle) return;
  show(state.puzzle);
  fill(at("happened"));
  announce("", "");
}

/** @param {PuzzleData} found */
function tell(found) {
  if (found.verdict === "solved") announce("right", say("puzzle.solved", { why: found.says }));
  else announce("right", say("puzzle.goon", { step: found.found.length + 1, steps: found.steps }));
}

/** @param {PuzzleData} found */
function show(found) {
  state.puzzle = found;
  forget();
  const done = found.verdict === "solved";
  const expected = found.board.notes.find(({ kind }) => kind === "status")?.text ?? "";
  at("task").textContent = say("puzzle.task", { you: found.you, task: found.task, expected: done ? "" : expected });
  at("about").textContent = about(found, done);
  board.show(found.picture, found.board);
  const { choices, notes } = found.board;
  const free = choices.filter((choice) => !choice.target);
  fill(at("choices"), ...free.map(({ move, label }) => button(label || move, () => play(move), { class: "main" })));
  const shown = notes.filter((each) => !["over", "status"].includes(each.kind));
  fill(at("notes"), ...shown.map((each) => make("li", { class: each.told ? "told" : null }, each.text)));
  showSigns(board.picture);
  showTools(done);
  showRating();
}

/**
 * The theme gives something away, so it is told in the end.
 * @param {PuzzleData} found
 * @param {boolean} done
 */
function about({ grade, steps, title, proven }, done) {
  const strength = grade ? say("puzzle.grade", { grade: say(`puzzle.grade.${grade}`) }) : say("puzzle.own");
  const length = steps > 1 ? say("puzzle.steps", { steps }) : "";
  const end = done ? say(proven ? "puzzle.proven" : "puzzle.margin", { title }) : "";
  return [strength, length, end].filter(Boolean).join(" · ");
}

/** @param {boolean} done */
function showTools(done) {
  fill(
    at("tools"),
    done ? nextButton(true) : null,
    done || state.hints > 1 ? null : button(hintText(), giveHint),
    done ? make("a", { class: "button", href: state.puzzle?.study ?? "" }, say("puzzle.study")) : null,
    done ? button(say("puzzle.again"), begin) : null,
    done ? null : nextButton(false),
  );
}

// What the next hint is, and before it is taken, that it counts.
function hintText() {
  const hint = say(state.hints || isPlain() ? "puzzle.hint.more" : "puzzle.hint");
  return state.counts ? say("puzzle.hint.counts", { hint }) : hint;
}

// Is there only one piece to move, so that naming it would say nothing?
function isPlain() {
  const choices = state.puzzle?.board.choices ?? [];
  return new Set(choices.flatMap(({ pieces }) => pieces.slice(0, 1))).size === 1;
}

/** @param {boolean} main */
function nextButton(main) {
  return button(say(main ? "puzzle.next" : "puzzle.skip"), next, { class: main ? "main" : "" });
}

async function next() {
  if (isOwn) return void (location.href = "/puzzles");
  await trying(async () => {
    const found = nextOf(game, (await get(`/api/puzzles/${game}`)).filter(wanted), number);
    location.href = found ? `/puzzles/${game}/${found.id}${location.search}` : `/puzzles/${game}?done`;
  });
}

/** @param {{theme: string, grade: number}} listed */
function wanted({ theme, grade }) {
  const chosen = new URLSearchParams(location.search);
  const values = [theme, String(grade)];
  return FILTERS.every((name, index) => !chosen.get(name) || chosen.get(name) === values[index]);
}

// First what to look at, if that says something, then the move.
async function giveHint() {
  const { puzzle } = state;
  if (!puzzle || state.busy) return;
  await trying(async () => {
    const { move, pieces, target, says } = await post(path("/hint"), form(puzzle.found));
    settle(puzzle, 0);
    state.hints = isPlain() ? 2 : state.hints + 1;
    unpoint(board.picture);
    board.point(state.hints > 1 ? { move, pieces, target } : { move, pieces, target: pieces.length ? "" : target });
    const choice = puzzle.board.choices.find((each) => each.move === move);
    const named = says.join(" ").replace(/^You /, "you ") || (choice ? `${board.named(choice)}.` : move);
    announce("", state.hints > 1 ? say("puzzle.hint.move", { move: named }) : firstHint(pieces));
    showTools(false);
    showRating();
  });
}

/** @param {string[]} pieces */
function firstHint(pieces) {
  const piece = pieces[0] ? board.picture.title(pieces[0]) : "";
  return piece ? say("puzzle.hint.piece", { piece }) : say("puzzle.hint.button");
}

async function showSolution() {
  const { puzzle } = state;
  if (!puzzle) return;
  retry();
  state.hints = 1;
  await giveHint();
}

function showRating() {
  const { rating, count } = ratingOf(game);
  const { streak } = book();
  const words = { rating: Math.round(rating), count, streak };
  at("rated").textContent = isOwn ? "" : say(count ? "puzzle.rated" : "puzzle.rated.none", words);
}

/**
 * @param {"" | "right" | "wrong"} verdict
 * @param {string} text
 */
function announce(verdict, text) {
  at("says").dataset.verdict = verdict;
  at("says").textContent = text;
  if (text) at("tools").scrollIntoView({ block: "nearest" });
  /** @type {HTMLElement | null} */
  const main = verdict ? at("tools").querySelector(".main") : null;
  main?.focus({ preventScroll: true });
}

/**
 * A click that no move answers: the server says why.
 * @param {string} piece
 * @param {string | null} target
 */
async function refused(piece, target) {
  const { puzzle } = state;
  if (!puzzle || puzzle.verdict === "solved") return;
  await trying(async () => {
    const why = await post(path("/why"), { ...form(puzzle.found), piece, target });
    refuse(board.picture.element(target ?? piece) ?? at("board"), why.rule ? `${why.says} (${why.rule})` : why.says);
  });
}

async function repaint() {
  const { puzzle } = state;
  if (!puzzle) return;
  await trying(async () => board.show((await post(path(), form(puzzle.found))).picture, puzzle.board));
}

async function copyLink() {
  const { puzzle } = state;
  const own = isOwn ? ownAddress({ game, puzzle: form([]).puzzle ?? "" }) : `/puzzles/${game}/${puzzle?.id ?? number}`;
  await navigator.clipboard?.writeText(new URL(own, location.href).href).catch(() => {});
  at("copy").textContent = say("puzzle.copied");
}

document.addEventListener("theme", repaint);
document.addEventListener("pointerdown", forget);
addEventListener("hashchange", begin); // a link to another of your own puzzles
addEventListener("pageshow", ({ persisted }) => persisted && begin());
at("copy").addEventListener("click", copyLink);
begin();
