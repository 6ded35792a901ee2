// A table: the board, the seats, what happened, and everything one can do.
import { contribution, get, post, randomId } from "./api.js";
import { Board } from "./board.js";
import { showResult, verdict } from "./ending.js";
import { Link } from "./link.js";
import { showNotebook } from "./notebook.js";
import { announce, api, at, complain, id, inform, notesOf, remembered, root, trying } from "./room.js";
import { showClocks, showInvitation, showSeats, tellPresence } from "./seats.js";
import { sound, soundIsOn, switchSound } from "./sound.js";
import { button, fill, make, say } from "./words.js";

const MOST_TOLD = 60;
const MOST_SHOWN = 7;
const PASSING = 1800;
const HELP = `help ${id}`;
const wantedPly = new URLSearchParams(location.search).get("ply")?.match(/^\d+$/)?.[0];

let table = null; // what the server has said of the table
let past = null; // the ply that is looked at, null for now
let busy = Promise.resolve(); // pictures are shown one after the other
let shownNumber = 0; // the entry that the page shows
let awaited = 0; // the entry of the move that was sent
let presence = null; // who is here
let clockAt = 0;
let lookedAt = ""; // what the ply did that is looked at
let preparing = false; // are the bots of this game still being compiled?
let passing = null; // the timer of a move that nobody has to make by hand
let shownSeat; // whose view the device shows, for two people at one device

const board = new Board(at("board"), at("bubble"), play, refused);
board.announce = foretell;
board.released = () => table && showStatus();
board.explain = async (choice) => (await foreseen(choice.move)).says;
const link = new Link(id, wishes(), heard, connected);

function wishes() {
  return {
    picture: remembered("view", "plan"),
    theme: document.documentElement.dataset.theme,
    flip: remembered(`flip ${id}`, "false"),
    help: remembered(HELP, "false"),
  };
}

document.addEventListener("theme", () => link.again(wishes()));

function connected(stands) {
  if (!stands) announce(say("table.lost"));
  else if (!at("banner").hidden && at("banner").textContent === say("table.lost")) announce(say("table.back.again"), 1500);
}

function heard(message) {
  if (message.type === "presence") {
    tellPresence(table, presence, message, tell);
    presence = message;
    return table && showPeople();
  }
  if (message.type === "problem") return complain(message.detail);
  busy = busy.then(() => take(message)).catch((error) => complain(error.message));
}

function tell(text) {
  table.told = [...table.told, { ply: table.ply - 1, text }].slice(-MOST_TOLD);
  showHappened();
}

async function take(message) {
  const before = table;
  if (message.type === "table") {
    table = message;
    table.told = message.happened.flatMap(({ ply, says }) => says.map((text) => ({ ply, text })));
  } else {
    const undone = message.what.kind === "undo";
    const kept = undone ? table.history.slice(0, message.ply) : table.history;
    table = { ...table, ...message, history: [...kept, ...(message.plies ?? [])] };
    if (undone) table.told = [...table.told.filter(({ ply }) => ply < message.ply), { ply: message.ply - 1, text: say("table.takenback") }];
    const news = (message.events ?? []).map(({ ply, says }) => ({ ply, text: says }));
    table.told = [...table.told, ...news].slice(-MOST_TOLD);
    if (message.events?.length) sound(message.events);
    if (past === null && message.events) await board.travel(message.events);
  }
  clockAt = Date.now();
  shownNumber = table.number;
  at("advice").textContent = "";
  if (!curtain()) show();
  tellPart(before);
  arrived();
  if (before === null && wantedPly) await look(Number(wantedPly));
}

// A new part of the game, such as the second round, is announced.
function tellPart(before) {
  const [old, now] = [before?.board?.part, table.board?.part];
  if (old && now && old.title !== now.title) inform(now.says);
}

function show() {
  if (past === null) board.show(table.picture, table.board);
  showStatus();
  showPeople();
  showAsks();
  showResult(table);
  showChoices();
  showTools();
  showMoves();
  showInvitation(table);
  showHappened();
  const present = past === null ? table.board : null; // of the past there is a picture only
  const chosen = table.game.spec.match(/\((.*)\)/)?.[1].replaceAll("=", " ").replaceAll(",", ", ").replaceAll("_", " ");
  fill(at("notes"), ...notesOf(present).map((note) => make("li", { class: note.told ? "told" : null }, note.text)),
    chosen ? make("li", {}, say("table.options", { options: chosen })) : null);
  const notices = present?.notices ?? [];
  fill(at("notices"), ...notices.map((notice) => make("li", { class: `notice-${notice.kind}` }, notice.text)));
  showNotebook(at("notebook"), table.notebook, id, board);
  endTurnByItself();
}

function showPeople() {
  showSeats(table, presence, sit);
  showClocks(table, clockAt);
}

function showHappened() {
  fill(at("happened"), ...table.told.slice(-MOST_SHOWN).map(({ text }) => make("li", {}, text)));
}

// Where ending the turn is all that is left, nobody has to do it by hand.
function endTurnByItself() {
  clearTimeout(passing);
  const { choices } = table.board ?? { choices: [] };
  if (past !== null || choices.length !== 1 || !choices[0].passes) return;
  const ply = table.ply;
  passing = setTimeout(() => table.ply === ply && past === null && play(choices[0].move), PASSING);
}

// Two people at one device, and something hidden: hand it over first.
function curtain() {
  const changed = shownSeat !== undefined && table.you !== shownSeat;
  shownSeat = table.you;
  if (!root.dataset.hidden || table.you === null || !changed || table.status !== "playing") return false;
  const name = table.seats[table.you].name;
  const over = at("curtain");
  fill(over,
    make("p", {}, say("table.curtain", { name })),
    button(say("table.curtain.go", { name }), () => {
      over.hidden = true;
      show();
    }, { class: "main" }),
  );
  over.hidden = false;
  over.querySelector("button").focus();
  return true;
}

function statusText() {
  if (table.status === "open") return `${say("table.waiting")} ${table.shuffled ? say("table.shuffled") : ""}`;
  if (table.status === "over") return verdict(table);
  if (table.paused) return say("table.paused");
  if (table.trouble) return table.trouble;
  const expected = table.board?.notes.find((note) => note.kind === "status")?.text ?? "";
  const seat = table.seats[table.mover];
  if (table.mover === table.you) return `${say("table.your.turn")} ${expected}`;
  if (seat.kind === "bot" && preparing) return say("table.preparing", { name: seat.name });
  return `${say(seat.kind === "bot" ? "table.thinks" : "table.turn", { name: seat.name })} ${expected}`;
}

function showStatus() {
  const text = past === null ? statusText() : `${say("table.past", { ply: past, plies: table.ply })} ${lookedAt}`;
  if (at("status").textContent !== text) at("status").textContent = text;
  at("status").classList.toggle("yours", past === null && table.mover !== null && table.mover === table.you);
  document.title = document.title.replace(/^(● )?/, table.mover !== null && table.mover === table.you ? "● " : "");
}

setInterval(() => showClocks(table, clockAt), 200);

async function sit(seat) {
  await trying(() => post(api(`/seats/${seat}`), { contribution: contribution(), name: remembered("name", "") }));
  link.again({});
}

function showAsks() {
  const items = [];
  for (const [what, seats] of Object.entries(table.asks)) {
    if (seats.includes(table.you)) items.push(make("p", {}, say("table.asked.own")));
    else if (table.you !== null) {
      const name = table.seats[seats[0]].name;
      items.push(make("p", {}, say(`table.asked.${what}`, { name })), make("div", { class: "row" },
        button(say("table.agree"), () => act("asks", { what }), { class: "main" }),
        button(say("table.decline"), () => act("asks", { what, agree: false }))));
    }
  }
  if ((table.paused || table.trouble) && table.you !== null) items.push(button(say("table.resume"), () => act("resume"), { class: "main" }));
  fill(at("asks"), ...items);
}

// Moves that are no place on the board have buttons.
function showChoices() {
  const free = past === null ? (table.board?.choices ?? []).filter((choice) => !choice.target) : [];
  if (past !== null) return fill(at("choices"), button(say(table.status === "over" ? "table.now.over" : "table.now"), () => look(table.ply), { class: "main" }));
  fill(at("choices"), ...free.map((choice) => button(choice.label || choice.move, () => play(choice.move), { class: "main" })));
}

function showTools() {
  const playing = table.status === "playing" && table.you !== null;
  const people = table.seats.filter((seat) => seat.kind === "person").length;
  const bots = table.seats.some((seat) => seat.kind === "bot");
  const mine = playing && table.mover === table.you;
  const advised = (playing && people === 1) || (table.status === "over" && past !== null);
  fill(at("tools"), advised ? button(say("table.suggestion"), suggest, { disabled: playing && !mine }) : null,
    playing ? button(say("table.undo"), () => act("asks", { what: "undo" }), { disabled: !table.can_undo, title: say("table.undo.how") }) : null,
    playing && !bots ? button(say("table.draw"), () => act("asks", { what: "draw" })) : null,
    playing ? button(say("table.pause"), () => act("asks", { what: "pause" }), { disabled: table.paused }) : null,
    playing ? button(say("table.resign"), resign) : null,
    make("a", { class: "button", href: `/learn/${root.dataset.game}#rules`, target: "_blank" }, say("table.rules")),
    root.dataset.hidden && playing ? button(say("table.helping"), () => change(HELP, String(remembered(HELP, "false") !== "true")),
      { "aria-pressed": remembered(HELP, "false") }) : null,
    table.rematch ? make("a", { class: "button main", href: `/t/${table.rematch}` }, say("table.rematch.go")) : null,
  );
  const plain = remembered("plain", "false") === "true";
  at("board").toggleAttribute("data-plain", plain);
  at("notices").hidden = plain;
  fill(at("looks"), button(say("table.view"), () => change("view", remembered("view", "plan") === "plan" ? "oblique" : "plan")),
    button(say("table.flip"), () => change(`flip ${id}`, String(remembered(`flip ${id}`, "false") !== "true"))),
    table.board?.notices.length ? button(say("table.marks"), () => {
      localStorage.setItem("plain", String(!plain));
      showTools();
    }, { "aria-pressed": String(!plain) }) : null,
    button(say("table.sound"), (event) => event.target.setAttribute("aria-pressed", switchSound()), { "aria-pressed": String(soundIsOn()) }),
  );
}

function change(name, value) {
  localStorage.setItem(name, value);
  link.again(wishes());
}

function resign() {
  board.open("board", make("p", {}, say("table.resign.sure")), button(say("table.yes"), () => {
    board.letGo();
    act("resign");
  }), button(say("table.no"), () => board.letGo(), { class: "main" }));
}

async function suggest() {
  at("advice").textContent = say("table.suggestion.wait");
  await trying(async () => {
    const looked = table.status === "over" ? { ply: past } : {};
    const { lines, ply, seat } = await post(api("/analysis"), { level: 6, ...looked });
    if (ply !== (past ?? table.ply)) return;
    const [best] = lines;
    board.point(best);
    const choice = past === null && table.board.choices.find((each) => each.move === best.move);
    const move = best.says.join(" ") || `${choice ? board.named(choice) : best.move}.`;
    const words = { move, expectation: expectation(best, seat), name: table.seats[seat].name };
    const then = best.then.length ? say("table.suggestion.then", { line: best.then.join(" ") }) : "";
    at("advice").scrollIntoView({ block: "nearest" });
    at("advice").textContent = `${say(past === null ? "table.suggestion.says" : "table.suggestion.past", words)} ${then}`;
  });
}

function expectation(line, seat) {
  const share = line.results[seat];
  const words = { who: seat === table.you ? say("table.you") : table.seats[seat].name, percent: Math.round(100 * share) };
  if (!line.exact) return say("table.expect.share", words);
  return say(share > 0.99 ? "table.expect.win" : share < 0.01 ? "table.expect.loss" : "table.expect.draw", words);
}

function showMoves() {
  const list = at("moves");
  const written = table.history.map((ply) => (ply.told ? `${ply.text} (${ply.told})` : ply.text));
  let same = 0; // most of a long list stays as it is
  while (same < written.length && list.children[same]?.textContent === written[same]) same++;
  while (list.childElementCount > same) list.lastElementChild.remove();
  for (const { ply, seat } of table.history.slice(same)) {
    list.append(make("li", { class: seat === null ? "chance" : `seat-${seat}`, value: ply + 1 }, button(written[ply], () => look(ply + 1), { class: "ply" })));
  }
  list.querySelector("[aria-current]")?.removeAttribute("aria-current");
  list.children[(past ?? table.ply) - 1]?.firstElementChild.setAttribute("aria-current", "step");
  if (past === null) at("moves").scrollTop = at("moves").scrollHeight;
  const now = past ?? table.ply;
  fill(at("steps"), button("|◀", () => look(0), { title: say("table.first"), "aria-label": say("table.first"), disabled: now === 0 }),
    button("◀", () => look(now - 1), { title: say("table.back"), "aria-label": say("table.back"), disabled: now === 0 }),
    button("▶", () => look(now + 1), { title: say("table.forward"), "aria-label": say("table.forward"), disabled: now >= table.ply }),
    button("▶|", () => look(table.ply), { title: say("table.last"), "aria-label": say("table.last"), disabled: now >= table.ply }),
  );
}

// Look at the board after a ply; the last one is the present.
async function look(ply) {
  past = ply >= table.ply ? null : Math.max(0, ply);
  history.replaceState(null, "", past === null ? location.pathname : `?ply=${past}`);
  lookedAt = "";
  at("advice").textContent = "";
  if (past) trying(async () => tellPly(past, (await get(api(`/plies/${past - 1}`))).says));
  if (past !== null) {
    const { picture: view, theme, flip } = wishes();
    const query = new URLSearchParams({ ply: past, bare: "true", view, theme, flip });
    await trying(async () => board.show(await get(api(`/picture.svg?${query}`)), null));
  }
  show();
}

function tellPly(ply, says) {
  if (ply !== past) return;
  lookedAt = says.join(" ");
  showStatus();
}

document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || !table) return;
  if (event.key === ",") look((past ?? table.ply) - 1);
  if (event.key === ".") look((past ?? table.ply) + 1);
});

// A move is under way until the table shows it; nothing else is sent meanwhile.
async function play(move) {
  if (root.classList.contains("sending")) return;
  root.classList.add("sending");
  board.freeze();
  awaited = Infinity;
  await trying(async () => {
    const { number } = await post(api("/moves"), { move, ply: table.ply, seat: table.you, request: randomId() });
    awaited = number;
  });
  arrived(awaited === Infinity);
}

function arrived(failed = false) {
  if (failed) show();
  if (failed || shownNumber >= awaited) root.classList.remove("sending");
}

at("banner").addEventListener("click", () => (at("banner").hidden = true));

const act = (what, form = {}) => trying(() => post(api(`/${what}`), table.you === null ? form : { ...form, seat: table.you }));

// Something is held: say where it can go, and what each move would do.
function foretell(choices, more) {
  const held = [...new Set(choices.flatMap((choice) => choice.pieces))].map((piece) => board.title(piece)).join(", ");
  const goals = [...new Set(choices.map((choice) => choice.target))].filter(Boolean);
  const names = goals.map((goal) => board.title(goal));
  const few = names.length <= 8 ? names.join(", ") : say("table.places", { count: names.length });
  at("status").textContent = `${say("table.goals", { pieces: held, goals: few })} ${more ? say("table.goals.more") : ""}`;
  for (const goal of goals) {
    const node = board.element(goal);
    const tell = () => preview(choices.find((choice) => choice.target === goal));
    node?.addEventListener("pointerenter", tell, { once: true });
    node?.addEventListener("focus", tell, { once: true });
  }
}

const foreseen = (move) => post(api("/preview"), { move, ply: table.ply, seat: table.you }).catch(() => ({ says: [] }));

async function preview(choice) {
  if (!board.chosen?.includes(choice)) return;
  const { says } = await foreseen(choice.move);
  if (board.chosen?.includes(choice) && says.length) at("status").textContent = say("table.preview", { says: says.join(" ") });
}

// A click that no move answers: the server says why.
async function refused(piece, target) {
  if (table.status !== "playing" || past !== null) return;
  let says = say(table.mover === table.you ? (target ? "table.notthere" : "table.notmovable") : "table.notturn");
  try {
    if (table.mover === table.you) {
      const why = await post(api("/why"), { piece, target, seat: table.you });
      says = why.rule ? `${why.says} (${why.rule})` : why.says;
    }
  } catch {
    // the plain sentence will do
  }
  board.open(target ?? piece, make("p", { role: "alert" }, says), button("OK", () => board.letGo()));
}

// On a fresh machine the first bots are compiled: say so while that lasts.
async function watchPreparation() {
  const { opponents } = await get("/ready").catch(() => ({ opponents: [root.dataset.game] }));
  preparing = !opponents.includes(root.dataset.game);
  if (table && past === null && !board.chosen) showStatus();
  if (preparing) setTimeout(watchPreparation, 1000);
}
watchPreparation();
