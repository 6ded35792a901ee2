// @ts-check
// A table: the board, the players, what happened, and everything one can do.
import { suggest } from "./advice.js";
import { post, randomId, reasonOf } from "./api.js";
import { showAsks, showChoices } from "./asks.js";
import { showBars, showClocks } from "./bars.js";
import { Board } from "./board.js";
import { showChat } from "./chat.js";
import { coachAgain, coachSaw, showCoach } from "./coach.js";
import { lower } from "./curtain.js";
import { showResult } from "./ending.js";
import { showCourse } from "./course.js";
import { openGoal } from "./goal.js";
import { showInvitation } from "./invitation.js";
import { close, follow, seatForm, withSignature } from "./keys.js";
import { openLegend } from "./legend.js";
import { Link } from "./link.js";
import { openLook } from "./look.js";
import { watchPreparation } from "./preparation.js";
import { showNotebook } from "./notebook.js";
import { scrollToNewest, showHappened, showNotes, tellPart } from "./notes.js";
import { rest } from "./pace.js";
import { carryOut, forgetPlan, plan, showPlan } from "./plan.js";
import { showMoves } from "./plies.js";
import { tellPresence } from "./presence.js";
import { forget } from "./refusal.js";
import { askToResign } from "./resignation.js";
import { look, review } from "./review.js";
import { announce, api, complain, hush, id, inform, root, trying, wishes } from "./room.js";
import { listenToKeys } from "./shortcuts.js";
import { sound } from "./sound.js";
import { state } from "./state.js";
import { foreseen, foretell, showStatus, showThinking } from "./status.js";
import { markTab, showTabs } from "./tabs.js";
import { showTools } from "./tools.js";
import { showTranscript } from "./transcript.js";
import { endTurnByItself } from "./turn.js";
import { explainRefusal } from "./why.js";
import { at, remembered, say } from "./words.js";
import { changed, whole } from "./updates.js";

const SETTLED = 150; // milliseconds after which the window has the size that it will keep
const wantedPly = new URLSearchParams(location.search).get("ply")?.match(/^\d+$/)?.[0];

/** @typedef {import("./types.js").TableData} TableData */
/** @typedef {import("./types.js").Update} Update */
/** @typedef {import("./types.js").EventData} EventData */

const board = new Board(at("board"), at("bubble"), {
  play,
  plan: (id) => plan(board, id),
  refused: (piece, target) => explainRefusal(board, piece, target),
  held,
  released: () => state.table && showStatus(state.table),
  explain: foreseen,
});
const link = new Link(id, wishes(), heard, connected);
/** @type {import("./types.js").Actions} */
const actions = {
  play,
  look: (ply, ahead) => look(board, ply, show, ahead),
  act,
  change,
  redraw,
  coachAgain,
  suggest: () => suggest(board),
  resign: () => askToResign(() => act("resign")),
  chooseLook: () => openLook(actions, Boolean(state.table?.board?.notices.length)),
  explainMarks: () => openLegend(board.picture),
  showEnd,
  review: () => review(board, show),
};

document.addEventListener("theme", lookAnew);
document.addEventListener("keydown", ({ key }) => key === "Escape" && forgetPlan(board));
at("banner").addEventListener("click", () => (at("banner").hidden = true));
at("passing").addEventListener("click", hush);
at("goal").addEventListener("click", openGoal);
new ResizeObserver(resized).observe(at("stage"));
new ResizeObserver(scrollToNewest).observe(at("news"));
setInterval(showClocks, 200);
setInterval(showThinking, 1000);
watchPreparation(board);
listenToKeys(actions);

/** @param {boolean} stands */
function connected(stands) {
  if (!stands) announce(say("table.lost"));
  else if (state.lost) {
    at("banner").hidden = true;
    inform(say("table.back.again"), 1500);
  }
  state.lost = !stands;
}

// The board is arranged to suit the room for it.
function resized() {
  clearTimeout(state.resizing);
  state.resizing = setTimeout(() => {
    if (link.wishes.arrangement !== wishes().arrangement) lookAnew();
  }, SETTLED);
}

// Another picture of the same, also of the past.
function lookAnew() {
  link.again(wishes());
  if (state.past !== null) actions.look(state.past, state.ahead);
}

/** @param {import("./types.js").Message} message */
function heard(message) {
  if (message.type === "problem") return complain(message.detail);
  if (message.type === "presence") {
    tellPresence(message, tell);
    state.presence = message;
    return state.table && showBars(state.table);
  }
  state.waiting++;
  state.busy = state.busy.then(() => take(message)).catch((error) => complain(reasonOf(error)));
}

/** @param {string} text */
function tell(text) {
  const { table } = state;
  if (!table) return;
  table.told = [...table.told, { ply: table.ply - 1, text }];
  showHappened(table);
}

/** @param {TableData | Update} message */
async function take(message) {
  const followed = follow(id, message);
  await present(message);
  if (!(await followed)) announce(say("table.tampered"));
  if (state.table?.status === "over") close(id, state.table.yours);
  carryOut(board, play);
}

/**
 * Show what the server has said, when what was shown before has been seen.
 * @param {TableData | Update} message
 */
async function present(message) {
  const before = state.table;
  const events = message.type === "update" ? (message.events ?? []) : [];
  if (events.length) await rest(before?.mover !== null && !before?.yours.includes(before.mover));
  state.waiting--;
  const table = message.type === "table" ? whole(message) : before && changed(before, message);
  if (!table) return;
  state.table = table;
  if (message.type === "update" && !message.picture) return; // one of many that were missed: the last has the picture
  if (events.length) {
    sound(events);
    forget();
  }
  state.heardAt = Date.now();
  state.shown = table.number;
  at("advice").textContent = "";
  if (message.type === "update" && message.what.kind === "chat") markTab("chat");
  const flights = lower(table, () => state.table && show(state.table)) ? null : show(table, events);
  if (table.status === "over") hush();
  tellPart(before, table);
  arrived(table);
  if (before === null && wantedPly) await look(board, Number(wantedPly), show);
  await flights;
  if (events.length) state.shownAt = Date.now();
}

/**
 * Show a table, with what has just happened; what is returned is done when everything has come to rest.
 * @param {TableData} table
 * @param {EventData[]} [events]
 */
function show(table, events = []) {
  const flights = state.past === null ? board.advance(table.picture, table.board, events) : null;
  showStatus(table);
  showBars(table);
  showAsks(table, actions);
  showResult(table, actions.review);
  showChoices(table, actions);
  showTools(table, actions);
  showMoves(table, actions.look);
  showCourse(table, actions.look);
  showInvitation(table, sit);
  showHappened(table);
  showNotes(table, board);
  showNotebook(table.notebook, board);
  showChat(table);
  showTabs(tabsOf(table), showTranscript);
  showTranscript();
  showCoach(table);
  showPlan(board);
  endTurnByItself(table, play);
  return flights;
}

/** @param {TableData} table */
function tabsOf(table) {
  return [
    ...(state.review ? ["review"] : []),
    "moves",
    ...(state.noted ? ["notebook"] : []),
    ...(table.chat ? ["chat"] : []),
    "text",
    "info",
  ];
}

function redraw() {
  const { table } = state;
  if (!table) return;
  showTools(table, actions);
  showChoices(table, actions);
  showNotes(table, board);
}

/**
 * Something was taken up.
 * @param {import("./types.js").Choice[]} choices
 * @param {boolean} more
 */
function held(choices, more) {
  foretell(board, choices, more);
  coachSaw("lift");
}

/** @param {number} seat */
async function sit(seat) {
  const form = { ...(await seatForm(id, seat)), name: remembered("name", "") };
  await trying(() => post(api(`/seats/${seat}`), form));
  link.again();
}

/**
 * @param {string} name
 * @param {string} value
 */
function change(name, value) {
  localStorage.setItem(name, value);
  lookAnew();
}

/** @param {string} what */
function act(what, form = {}) {
  const you = state.table?.you ?? null;
  const chosen = you === null ? form : { ...form, seat: you };
  return trying(async () => post(api(`/${what}`), await withSignature(id, what, chosen)));
}

function showEnd() {
  state.reviewing = false;
  if (state.table) showResult(state.table, actions.review);
}

/**
 * A move is under way until the table shows it. The table may show it before the server has answered; what is chosen
 * then is sent next, unless the table has changed again.
 * @param {string} move
 */
async function play(move) {
  const { table } = state;
  if (!table) return;
  if (state.sending) {
    if (table.ply !== state.sentAt) state.next = { move, ply: table.ply };
    return;
  }
  state.sentAt = table.ply;
  send(true);
  coachSaw("put");
  board.freeze();
  state.awaited = Infinity;
  await trying(async () => {
    const form = await withSignature(id, "moves", { move, ply: table.ply, seat: table.you, request: randomId() });
    state.awaited = (await post(api("/moves"), form)).number;
  });
  arrived(state.table ?? table, state.awaited === Infinity);
}

/** @param {TableData} table */
function arrived(table, failed = false) {
  if (failed) show(table);
  if (failed || state.shown >= state.awaited) send(false);
}

/** @param {boolean} sending */
function send(sending) {
  const { next } = state;
  state.sending = sending;
  state.next = null;
  root.toggleAttribute("data-sending", sending);
  if (next && next.ply === state.table?.ply) play(next.move);
}
