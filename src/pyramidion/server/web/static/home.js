// The home page: sets tables up and sits down.
import { contribution, post } from "./api.js";
import { say } from "./words.js";

const notice = document.getElementById("notice");
const name = document.getElementById("name");
name.value = localStorage.getItem("name") ?? "";
name.addEventListener("input", () => localStorage.setItem("name", name.value.trim()));

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

async function setUp(card, { opponent, level, side, beside, timing, options }) {
  const seats = Number(options[card.dataset.seatsOption] ?? card.dataset.seats);
  const own = side === "" ? Math.floor(Math.random() * seats) : Math.min(Number(side), seats - 1);
  const bots = {};
  for (let seat = 0; seat < seats; seat++) {
    const last = seat >= seats - Math.min(beside, seats - 2);
    if (opponent === "watch" || (seat !== own && (opponent === "bot" || last))) bots[seat] = level;
  }
  const named = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  const game = named.length ? `${card.dataset.game}(${named.join(",")})` : card.dataset.game;
  const table = await post("/api/tables", { game, bots, timing, listed: opponent === "open" });
  const mine = opponent === "same" ? [...Array(seats).keys()].filter((seat) => !(seat in bots)) : opponent === "watch" ? [] : [own];
  for (const seat of mine) {
    const called = mine.length > 1 ? "" : name.value.trim();
    await post(`/api/tables/${table.id}/seats/${seat}`, { contribution: contribution(), name: called });
  }
  return `/t/${table.id}`;
}

for (const card of document.querySelectorAll(".card")) {
  const form = card.querySelector("form");
  card.querySelector(".play").addEventListener("click", () => {
    start(card, { opponent: "bot", level: 3, side: "", beside: 0, timing: { kind: "none" }, options: {} });
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
    });
  });
}
