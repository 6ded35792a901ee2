// The home page: sets tables up and sits down.
import { contribution, get, post } from "./api.js";
import { fill, make, say } from "./words.js";

const notice = document.getElementById("notice");
const name = document.getElementById("name");
name.value = localStorage.getItem("name") ?? "";
name.addEventListener("input", () => localStorage.setItem("name", name.value.trim()));
const usual = document.getElementById("level");
usual.value = localStorage.getItem("level") ?? usual.value;
usual.addEventListener("change", () => {
  localStorage.setItem("level", usual.value);
  useLevel();
});

function useLevel() {
  for (const select of document.querySelectorAll('[name="level"]')) select.value = usual.value;
}
useLevel();

// On a fresh machine games and opponents are compiled in the background: say how far that is.
async function showPreparation() {
  const { compiled, opponents, games } = await get("/ready");
  const done = compiled.length + opponents.length;
  const line = document.getElementById("preparing");
  line.hidden = done >= 2 * games.length;
  if (line.hidden) return;
  const bar = make("progress", { max: 2 * games.length, value: done, "aria-label": say("home.preparing.bar") });
  fill(line, say("home.preparing", { ready: opponents.length, games: games.length }), " ", bar);
  setTimeout(() => showPreparation().catch(() => {}), 1000);
}
showPreparation().catch(() => {});

// With whom, and whose turn it is: tables are looked up when the page is there, since that may take a moment.
async function showStanding(line) {
  const { others, state } = await get(`/api/tables/${line.dataset.table}/standing`);
  const names = others.length ? `${say("home.with", { names: others.join(", ") })} · ` : "";
  line.textContent = `${names}${say(`status.${state}`)}`;
}
for (const line of document.querySelectorAll("[data-table]")) showStanding(line).catch(() => {});

async function start(card, wishes) {
  card.setAttribute("aria-busy", "true");
  notice.textContent = say("home.starting");
  const patience = setTimeout(() => (notice.textContent = say("home.compiling")), 3000);
  try {
    location.href = await setUp(card, wishes);
  } catch (error) {
    notice.textContent = say("home.failed", { reason: error.message });
    notice.scrollIntoView({ block: "nearest" });
  } finally {
    clearTimeout(patience);
    card.removeAttribute("aria-busy");
  }
}

async function setUp(card, { opponent, level, side, beside, timing, options, title }) {
  const seats = Number(options[card.dataset.seatsOption] ?? card.dataset.seats);
  const own = side === "" ? Math.floor(Math.random() * seats) : Math.min(Number(side), seats - 1);
  const bots = {};
  for (let seat = 0; seat < seats; seat++) {
    const last = seat >= seats - Math.min(beside, seats - 2);
    if (opponent === "watch" || (seat !== own && (opponent === "bot" || last))) bots[seat] = level;
  }
  const named = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const game = named.length ? `${card.dataset.game}(${named.join(",")})` : card.dataset.game;
  const table = await post("/api/tables", { game, bots, timing, title, listed: opponent === "open" });
  const mine = opponent === "same" ? [...Array(seats).keys()].filter((seat) => !(seat in bots)) : opponent === "watch" ? [] : [own];
  for (const seat of mine) {
    const called = mine.length > 1 ? "" : name.value.trim();
    await post(`/api/tables/${table.id}/seats/${seat}`, { contribution: contribution(), name: called });
  }
  return `/t/${table.id}`;
}

for (const card of document.querySelectorAll(".card")) {
  const form = card.querySelector("form");
  for (const quick of card.querySelectorAll("[data-opponent]")) {
    quick.addEventListener("click", () => {
      const { opponent } = quick.dataset;
      start(card, { opponent, level: Number(usual.value), side: "", beside: 0, timing: { kind: "none" }, options: {}, title: "" });
    });
  }
  const side = form.querySelector('[name="side"]');
  form.addEventListener("change", ({ target }) => {
    if (target.name === `option-${card.dataset.seatsOption}`) {
      [...side.options].forEach((option) => (option.disabled = Number(option.value) >= Number(target.value)));
      if (side.selectedOptions[0].disabled) side.value = "";
    }
    const line = target.parentElement.querySelector(".meaning");
    if (line) line.textContent = target.selectedOptions[0].dataset.meaning;
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const [kind, seconds, increment] = data.get("clock").split(" ");
    const options = {};
    for (const select of form.querySelectorAll('[name^="option-"]')) {
      if (select.selectedIndex > 0) options[select.name.slice(7)] = select.value;
    }
    start(card, {
      opponent: data.get("opponent"),
      level: Number(data.get("level")),
      side: data.get("side"),
      beside: Number(data.get("bots") ?? 0),
      timing: { kind, seconds: Number(seconds), increment: Number(increment) },
      options,
      title: data.get("title").trim(),
    });
  });
}
