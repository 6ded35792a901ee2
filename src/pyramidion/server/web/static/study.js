// @ts-check
// The analysis board: a position, the moves tried from it as a tree, and what a bot thinks of each.
import { get, post, reasonOf } from "./api.js";
import { listenToBeginnings } from "./beginnings.js";
import { Board } from "./board.js";
import { EVERYTHING, SPECTATOR, desk, forgetLooks, fragment, lookOf, readable, wishes } from "./desk.js";
import { Insight } from "./insight.js";
import { Opponent } from "./opponent.js";
import { roll, showOutcomes } from "./outcomes.js";
import { Paths } from "./paths.js";
import { Placement } from "./placement.js";
import { forget, refuse } from "./refusal.js";
import { openSharing } from "./sharing.js";
import { keepUp, keptAs, showShelf } from "./shelf.js";
import { Sketch } from "./sketch.js";
import { sound } from "./sound.js";
import { Tree, readAddress, sideIn } from "./tree.js";
import { markMove, writeTree } from "./variations.js";
import { at, button, fill, make, say } from "./words.js";

/** @typedef {import("./types.js").StudyNode} StudyNode */
/** @typedef {import("./types.js").LookData} LookData */
/** @typedef {{at?: number | null, view?: string | null, kept?: string, side?: number, flip?: boolean}} Wanted */

const LONGEST = 12_000; // characters of a study that the server reads
const SETTLED = 150; // milliseconds after which the window has the size that it will keep

const board = new Board(at("board"), at("bubble"), { play, refused });
const insight = new Insight(board, follow);
const sketch = new Sketch(board, { changed, tools: showTools });
const opponent = new Opponent({ play, changed: versusChanged, trying });
const placement = new Placement({ board, begin: (start) => begin({ start }), leave: again, changed: placed });
const paths = new Paths({
  look,
  changed,
  keys: {
    r: () => roll(desk.shown?.chances ?? [], play),
    e: () => at("engine").click(),
    f: flip,
    s: openSharing,
    d: () => sketch.turn(),
    o: () => opponent.open(),
  },
});
const manner = { sides: /** @type {import("./types.js").Side[]} */ ([]), text: readable, look };

/** @param {string} reason */
function complain(reason) {
  at("banner").textContent = reason;
  at("banner").hidden = false;
}

/** @param {() => Promise<unknown>} work */
async function trying(work) {
  try {
    await work();
  } catch (error) {
    complain(reasonOf(error));
  }
}

/**
 * Begin a study.
 * @param {{study?: string, start?: string}} form
 * @param {Wanted} [wanted]
 */
const begin = (form, wanted = {}) => trying(async () => open(await post("/api/study", form), wanted));

/**
 * @param {import("./types.js").StudyData} study
 * @param {Wanted} wanted
 */
async function open(study, { at: number, view, kept, side = 0, flip = false }) {
  at("banner").hidden = true;
  at("chooser").hidden = true;
  at("study").hidden = false;
  Object.assign(desk, { study, tree: new Tree(study), shown: null, kept: kept ?? "", flip, versus: null });
  desk.side = Math.min(side, study.sides.length - 1);
  const seats = study.sides.map(({ seat }) => String(seat));
  desk.view = study.hidden && view && [...seats, SPECTATOR].includes(view) ? view : EVERYTHING;
  forgetLooks();
  manner.sides = study.sides;
  at("heading").textContent = `${study.game.title} · ${say("study.title")}`;
  document.title = at("heading").textContent ?? "";
  const nodes = desk.tree?.nodes() ?? [];
  rewrite();
  await look(nodes[number ?? study.at] ?? nodes[0]);
}

// Write the tree anew: it has other moves, or they read otherwise.
function rewrite() {
  if (desk.tree) writeTree(at("tree"), desk.tree.root, manner);
}

/**
 * Look at a node.
 * @param {StudyNode} node
 */
function look(node) {
  if (desk.placing) placement.stop();
  const { tree } = desk;
  if (!tree) return;
  const before = tree.at;
  tree.at = node;
  markMove(at("tree"), node);
  const asked = ++desk.asked;
  return trying(async () => {
    const found = await lookOf(node);
    if (asked === desk.asked) show(found, node.parent === before && before !== node);
  });
}

// The same node, which looks different now.
function again() {
  if (desk.tree) return look(desk.tree.at);
}

/**
 * @param {LookData} found
 * @param {boolean} onwards was one step made?
 */
function show(found, onwards) {
  desk.shown = found;
  forget();
  if (onwards) board.advance(found.picture, found.board, found.events);
  else board.show(found.picture, found.board);
  if (onwards) sound(found.events);
  showStatus(found);
  showChoices(found);
  paths.show();
  showTools();
  placement.show();
  insight.look();
  opponent.look();
  sketch.show();
  remember();
}

// A person has begun to play against a bot, or stopped; with secrets, the person sees what the seat may see.
function versusChanged() {
  if (desk.study?.hidden) see(desk.versus ? String(desk.versus.seat) : EVERYTHING);
  else again();
}

function remember() {
  const address = fragment();
  history.replaceState(null, "", `/study#${address}`);
  keepUp();
  if ((desk.tree?.text().length ?? 0) > LONGEST) complain(say("study.long", { most: LONGEST }));
}

/** @param {LookData} found */
function showStatus({ says, blank }) {
  at("status").textContent = [opponent.says(), blank ? say("study.blank") : says].filter(Boolean).join(" ");
}

/**
 * Moves that are made with a button, and the outcomes of chance.
 * @param {LookData} found
 */
function showChoices({ board: { choices }, chances }) {
  const free = choices.filter((choice) => !choice.target);
  const moves = free.map(({ move, label }) => button(label || move, () => play(move)));
  fill(at("choices"), ...moves, ...showOutcomes(chances, play));
}

/**
 * Make a move; one that was tried before is followed.
 * @param {string} move
 */
async function play(move) {
  const { tree } = desk;
  const node = tree?.at;
  const known = node?.children.find((child) => child.made?.move === move);
  if (known) return look(known);
  if (!tree || !node || !desk.shown) return;
  board.freeze();
  const memory = desk.known;
  await trying(async () => {
    /** @type {LookData} */
    const found = await post("/api/study/look", { position: node.position, moves: move, ...wishes() });
    if (!found.last || tree !== desk.tree) return;
    const added = tree.add(node, found.last);
    added.position = found.text;
    memory.set(added, found);
    rewrite();
    await look(added);
  });
  if (tree.at === node) again();
}

/**
 * Play the moves of a line.
 * @param {string[]} moves
 */
async function follow(moves) {
  for (const move of moves) await play(move);
}

/**
 * A click that no move answers: the server says why.
 * @param {string} piece
 * @param {string | null} target
 */
async function refused(piece, target) {
  const { shown } = desk;
  if (!shown || shown.mover === null || shown.blank) return;
  await trying(async () => {
    const why = await post("/api/study/why", { position: shown.text, piece, target });
    refuse(board.picture.element(target ?? piece) ?? at("board"), why.rule ? `${why.says} (${why.rule})` : why.says);
  });
}

// The tree has changed, the position has not.
function changed() {
  rewrite();
  if (desk.tree) markMove(at("tree"), desk.tree.at);
  paths.show();
  remember();
}

// Another position is being set up, or no longer.
function placed() {
  at("study").toggleAttribute("data-placing", desk.placing);
  insight.look();
}

function showTools() {
  const { study } = desk;
  if (!study) return;
  /** @type {[string, string][]} */
  const views = [
    [EVERYTHING, say("study.view.all")],
    [SPECTATOR, say("study.view.none")],
  ];
  views.splice(1, 0, ...study.sides.map(({ seat, title }) => /** @type {[string, string]} */ ([String(seat), title])));
  const options = views.map(([value, text]) => make("option", { value, selected: value === desk.view }, text));
  const select = make("select", { "aria-label": say("study.view") }, ...options);
  select.addEventListener("change", () => see(select.value));
  fill(
    at("tools"),
    study.hidden ? select : null,
    button(say("tool.flip"), flip),
    opponent.tool(),
    ...sketch.tools(),
    button(say("study.share"), openSharing),
    button(say("keys.title"), () => paths.keys["?"](), { "data-keys": true }),
  );
}

/** @param {string} view */
function see(view) {
  desk.view = view;
  forgetLooks();
  rewrite();
  again();
}

function flip() {
  desk.flip = !desk.flip;
  forgetLooks();
  again();
}

function repaint() {
  forgetLooks();
  if (desk.placing) placement.look();
  else again();
}

// What the address asks for: a study, the game of a table, a game, or nothing yet.
function arrive() {
  const { study, at: number, view, side, flip } = readAddress(location.hash);
  const query = new URLSearchParams(location.search);
  const [table, ply] = [query.get("table"), query.get("ply")];
  if (study) return begin({ study }, { at: number, view, side, flip, kept: keptAs(location.hash.slice(1)) });
  if (table)
    return trying(async () =>
      open(await get(`/api/tables/${encodeURIComponent(table)}/study${ply ? `?ply=${encodeURIComponent(ply)}` : ""}`), {
        side: sideIn(query),
        flip: query.has("flip"),
      }),
    );
  const { game } = at("study").dataset;
  if (game) return begin({ start: game });
  at("chooser").hidden = false;
}

listenToBeginnings({ start: (start) => begin({ start }), open: (study) => begin({ study }) });
document.addEventListener("theme", repaint);
addEventListener("hashchange", arrive);
at("banner").addEventListener("click", () => (at("banner").hidden = true));
new ResizeObserver(() => setTimeout(() => insight.point(), SETTLED)).observe(at("stage"));
showShelf();
arrive();
