// @ts-check
// A puzzle: a board on which the best move is looked for; the server says whether it was found, and why not.
import { get, post } from "./api.js";
import { unpoint } from "./arrow.js";
import { Board } from "./board.js";
import { viewNow } from "./looks.js";
import { nextOf, note, ownAddress, resultOf, stake } from "./puzzle_book.js";
import { priced, ratingSays } from "./puzzle_rating.js";
import { about, taskOf } from "./puzzle_words.js";
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
 * What the page keeps in mind: the puzzle as the server described it last, whether a hint was given for this move,
 * whether the answer still counts, what it did to the rating, and whether something is under way.
 * @type {{puzzle: PuzzleData | null, hinted: boolean, counts: boolean, moved: number, busy: boolean}}
 */
const state = {
  puzzle: null,
  hinted: false,
  counts: !isOwn && resultOf(game, number) === undefined,
  moved: 0,
  busy: false,
};
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
  state.hinted = false;
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
    state.hinted = false;
    if (found.verdict === "wrong") settle(found, 0);
    if (found.verdict === "solved") settle(found, 1);
    fill(at("happened"));
    if (found.verdict === "wrong") judge(found);
    await follow(found, found.verdict === "wrong");
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
  if (!state.counts) return;
  state.moved = stake(game, puzzle, result);
  state.counts = false;
  note(game, puzzle, result);
}

/**
 * Show the moves one after the other; the last one too, if nothing else shows it.
 * @param {PuzzleData} found
 * @param {boolean} all
 */
async function follow({ frames, board: after }, all) {
  for (const [index, { picture, says }] of frames.entries()) {
    if (index) await pause();
    const moved = all || index < frames.length - 1 ? board.advance(picture, { ...after, choices: [] }, []) : null;
    at("happened").append(...says.map((text) => make("li", {}, text)));
    await moved;
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, remembered("speed", "") === "instant" ? 0 : REPLY));

/**
 * The verdict comes first, and nothing is asked any more while the reply is shown.
 * @param {PuzzleData} found
 */
function judge(found) {
  at("task").textContent = taskOf(found, "");
  fill(at("choices"));
  fill(at("tools"));
  announce("wrong", say("puzzle.wrong", { why: found.says }));
}

/** @param {PuzzleData} found */
function fail(found) {
  state.puzzle = { ...found, frames: [] };
  fill(
    at("tools"),
    button(say("puzzle.retry"), retry, { class: "main" }),
    button(say("puzzle.solution"), showSolution),
    nextButton(false),
  );
  focusOnMain();
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
  at("task").textContent = taskOf(found, done ? "" : expected);
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

/** @param {boolean} done */
function showTools(done) {
  fill(
    at("tools"),
    done ? nextButton(true) : null,
    done || state.hinted || isPlain() ? null : button(priced("puzzle.hint", game, counting()), giveHint),
    done ? null : button(priced("puzzle.solution", game, counting()), showSolution),
    done ? make("a", { class: "button", href: state.puzzle?.study ?? "" }, say("puzzle.study")) : null,
    done ? button(say("puzzle.again"), begin) : null,
    done ? null : nextButton(false),
  );
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

// What to look at.
async function giveHint() {
  const { puzzle } = state;
  if (!puzzle || state.busy) return;
  await trying(async () => {
    const { move, pieces, target } = await post(path("/hint"), form(puzzle.found));
    settle(puzzle, 0);
    state.hinted = true;
    unpoint(board.picture);
    board.point({ move, pieces, target: pieces.length ? "" : target });
    const piece = pieces[0] ? board.picture.title(pieces[0]) : "";
    announce("", piece ? say("puzzle.hint.piece", { piece }) : say("puzzle.hint.button"));
    showTools(false);
    showRating();
  });
}

// The moves that are left to find are played, with the replies to them.
async function showSolution() {
  const { puzzle } = state;
  if (!puzzle || state.busy) return;
  await trying(async () => {
    settle(puzzle, 0);
    board.show(puzzle.picture, { ...puzzle.board, choices: [] });
    fill(at("happened"));
    fill(at("choices"));
    fill(at("tools"));
    announce("", "");
    let found = puzzle;
    while (found.verdict !== "solved") {
      const { move } = await post(path("/hint"), form(found.found));
      found = await post(path(), form([...found.found, move]));
      await follow(found, true);
      await pause();
    }
    show(found);
    announce("shown", say("puzzle.shown", { why: found.says }));
  });
}

function showRating() {
  at("rated").textContent = isOwn ? "" : ratingSays(game, counting(), state.moved);
}

// The puzzle, if its answer counts.
const counting = () => (state.counts ? state.puzzle : null);

/**
 * @param {"" | "right" | "wrong" | "shown"} verdict
 * @param {string} text
 */
function announce(verdict, text) {
  at("says").dataset.verdict = verdict;
  at("says").textContent = text;
  if (text) at("tools").scrollIntoView({ block: "nearest" });
  if (verdict) focusOnMain();
}

function focusOnMain() {
  /** @type {HTMLElement | null} */
  const main = at("tools").querySelector(".main");
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
addEventListener("hashchange", begin); // a link to another of your own puzzles
addEventListener("pageshow", ({ persisted }) => persisted && begin());
at("copy").addEventListener("click", copyLink);
begin();
