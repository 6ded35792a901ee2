// @ts-check
// A table: the board, the seats, what happened, and everything one can do.
import { suggest } from "./advice.js";
import { get, post, randomId, reasonOf } from "./api.js";
import { Board } from "./board.js";
import { showAsks, showChoices, showTools } from "./controls.js";
import { lower } from "./curtain.js";
import { showResult } from "./ending.js";
import { close, follow, seatForm, withSignature } from "./keys.js";
import { Link } from "./link.js";
import { showNotebook } from "./notebook.js";
import { showHappened, showNotes } from "./notes.js";
import { showMoves } from "./plies.js";
import { announce, api, complain, game, id, inform, root, trying, wishes } from "./room.js";
import { showClocks, showInvitation, showSeats, tellPresence } from "./seats.js";
import { sound } from "./sound.js";
import { state } from "./state.js";
import { foreseen, foretell, showStatus } from "./status.js";
import { at, remembered, say } from "./words.js";

const MOST_TOLD = 60;
const PAUSE = 1800; // milliseconds before a turn in which nothing can be done ends by itself
const wantedPly = new URLSearchParams(location.search).get("ply")?.match(/^\d+$/)?.[0];

/** @typedef {import("./types.js").TableData} TableData */

const board = new Board(at("board"), at("bubble"), {
  play,
  refused,
  held: (choices, more) => foretell(board, choices, more),
  released: () => state.table && showStatus(state.table),
  explain: foreseen,
});
const link = new Link(id, wishes(), heard, connected);
const actions = { play, look, act, sit, change, redraw: () => state.table && tools(state.table) };

document.addEventListener("theme", () => link.again(wishes()));
at("banner").addEventListener("click", () => (at("banner").hidden = true));
setInterval(showClocks, 200);
watchPreparation();

/** @param {boolean} stands */
function connected(stands) {
  if (!stands) announce(say("table.lost"));
  else if (state.lost) announce(say("table.back.again"), 1500);
  state.lost = !stands;
}

/** @param {import("./types.js").Message} message */
function heard(message) {
  if (message.type === "problem") return complain(message.detail);
  if (message.type === "presence") {
    tellPresence(message, tell);
    state.presence = message;
    return state.table && showPeople(state.table);
  }
  state.busy = state.busy.then(() => take(message)).catch((error) => complain(reasonOf(error)));
}

/** @param {string} text */
function tell(text) {
  const { table } = state;
  if (!table) return;
  table.told = [...table.told, { ply: table.ply - 1, text }].slice(-MOST_TOLD);
  showHappened(table);
}

/** @param {TableData | import("./types.js").Update} message */
async function take(message) {
  const before = state.table;
  if (!(await follow(id, message))) announce(say("table.tampered"));
  const table = message.type === "table" ? whole(message) : before && changed(before, message);
  if (!table) return;
  state.table = table;
  if (message.type === "update" && !message.picture) return; // one of many that were missed: the last has the picture
  if (message.type === "update" && message.events?.length) sound(message.events);
  if (message.type === "update" && message.events && state.past === null) await board.travel(message.events);
  state.heardAt = Date.now();
  state.shown = table.number;
  at("advice").textContent = "";
  if (!lower(table, () => state.table && show(state.table))) show(table);
  tellPart(before, table);
  arrived(table);
  if (table.status === "over") close(id, table.yours);
  if (before === null && wantedPly) await look(Number(wantedPly));
}

/** @param {TableData} message */
function whole(message) {
  return { ...message, told: message.happened.flatMap(({ ply, says }) => says.map((text) => ({ ply, text }))) };
}

/**
 * The table after an update.
 * @param {TableData} table
 * @param {import("./types.js").Update} update
 * @returns {TableData}
 */
function changed(table, update) {
  const undone = update.what.kind === "undo";
  const plies = undone ? table.history.slice(0, update.ply) : table.history;
  const kept = table.told.filter(({ ply }) => ply < update.ply);
  const told = undone ? [...kept, { ply: update.ply - 1, text: say("table.takenback") }] : table.told;
  const news = (update.events ?? []).map(({ ply, says }) => ({ ply, text: says }));
  return {
    ...table,
    ...update,
    type: "table",
    history: [...plies, ...(update.plies ?? [])],
    told: [...told, ...news].slice(-MOST_TOLD),
  };
}

/**
 * A new part of the game, such as the second round, is announced.
 * @param {TableData | null} before
 * @param {TableData} table
 */
function tellPart(before, table) {
  const [old, now] = [before?.board?.part, table.board?.part];
  if (old && now && old.title !== now.title) inform(now.says);
}

/** @param {TableData} table */
function show(table) {
  if (state.past === null) board.show(table.picture, table.board);
  showStatus(table);
  showPeople(table);
  showAsks(table, actions);
  showResult(table);
  showChoices(table, actions);
  tools(table);
  showMoves(table, look);
  showInvitation(table);
  showHappened(table);
  showNotes(table);
  showNotebook(table.notebook, board);
  endTurnByItself(table);
}

/** @param {TableData} table */
function tools(table) {
  showTools(table, actions, board, () => suggest(board));
}

/** @param {TableData} table */
function showPeople(table) {
  showSeats(table, sit);
  showClocks();
}

/**
 * Where ending the turn is all that is left, nobody has to do it by hand.
 * @param {TableData} table
 */
function endTurnByItself(table) {
  clearTimeout(state.ending);
  const [only, ...others] = table.board?.choices ?? [];
  if (state.past !== null || !only?.passes || others.length) return;
  const still = () => state.table?.ply === table.ply && state.past === null;
  state.ending = setTimeout(() => still() && play(only.move), PAUSE);
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
  link.again(wishes());
}

/** @param {string} what */
function act(what, form = {}) {
  const you = state.table?.you ?? null;
  return trying(async () =>
    post(api(`/${what}`), await withSignature(id, what, you === null ? form : { ...form, seat: you })),
  );
}

/**
 * Look at the board after a ply; the last one is the present.
 * @param {number} ply
 */
async function look(ply) {
  const { table } = state;
  if (!table) return;
  const past = ply >= table.ply ? null : Math.max(0, ply);
  state.past = past;
  state.lookedAt = "";
  history.replaceState(null, "", past === null ? location.pathname : `?ply=${past}`);
  at("advice").textContent = "";
  if (past) trying(async () => tellPly(past, (await get(api(`/plies/${past - 1}`))).says));
  if (past !== null) {
    const { picture: view, theme, flip } = wishes();
    const query = new URLSearchParams({ ply: String(past), bare: "true", view, theme, flip });
    await trying(async () => board.show(await get(api(`/picture.svg?${query}`)), null));
  }
  if (state.table) show(state.table);
}

/**
 * @param {number} ply
 * @param {string[]} says
 */
function tellPly(ply, says) {
  if (ply !== state.past || !state.table) return;
  state.lookedAt = says.join(" ");
  showStatus(state.table);
}

document.addEventListener("keydown", (event) => {
  const { table, past } = state;
  if (!table || (event.target instanceof Element && event.target.matches("input, select, textarea"))) return;
  if (event.key === ",") look((past ?? table.ply) - 1);
  if (event.key === ".") look((past ?? table.ply) + 1);
});

/**
 * A move is under way until the table shows it; nothing else is sent meanwhile.
 * @param {string} move
 */
async function play(move) {
  const { table } = state;
  if (state.sending || !table) return;
  send(true);
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
  state.sending = sending;
  root.toggleAttribute("data-sending", sending);
}

/**
 * A click that no move answers: the server says why.
 * @param {string} piece
 * @param {string | null} target
 */
async function refused(piece, target) {
  const { table, past } = state;
  if (!table || table.status !== "playing" || past !== null) return;
  const own = table.mover === table.you;
  let says = say(own ? (target ? "table.notthere" : "table.notmovable") : "table.notturn");
  try {
    const why = own && (await post(api("/why"), { piece, target, seat: table.you }));
    if (why) says = why.rule ? `${why.says} (${why.rule})` : why.says;
  } catch {
    // the plain sentence will do
  }
  board.object(target ?? piece, says);
}

// On a fresh machine the first bots are compiled: say so while that lasts.
async function watchPreparation() {
  const { opponents } = await get("/ready").catch(() => ({ opponents: [game] }));
  state.preparing = !opponents.includes(game);
  if (state.table && state.past === null && !board.chosen) showStatus(state.table);
  if (state.preparing) setTimeout(watchPreparation, 1000);
}
