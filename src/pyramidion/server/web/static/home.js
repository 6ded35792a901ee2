// @ts-check
// The home page: sets tables up and sits down.
import { get, reasonOf } from "./api.js";
import { watchOpenTables } from "./lobby.js";
import { showMine } from "./mine.js";
import { setUp } from "./setup.js";
import { at, fill, make, remembered, say } from "./words.js";

/** @typedef {import("./setup.js").Wishes} Wishes */

const OPTION = "option-";
const notice = at("notice");
const name = /** @type {HTMLInputElement} */ (at("name"));
name.value = remembered("name", "");
name.addEventListener("input", () => localStorage.setItem("name", name.value.trim()));

// On a fresh machine games and opponents are compiled in the background: say how far that is.
async function showPreparation() {
  const { compiled, opponents, games } = await get("/ready");
  const ready = opponents.length === games.length;
  at("preparing").hidden = ready;
  if (ready) return;
  const [done, all] = [compiled.length + opponents.length, 2 * games.length];
  const bar = make("progress", { max: all, value: done, "aria-label": say("home.preparing.bar") });
  fill(at("preparing"), say("home.preparing", { ready: opponents.length, games: games.length }), " ", bar);
  setTimeout(() => showPreparation().catch(() => {}), 1000);
}
showPreparation().catch(() => {});
showMine();
watchOpenTables();

/**
 * @param {HTMLElement} card
 * @param {Wishes} wishes
 */
async function start(card, wishes) {
  card.setAttribute("aria-busy", "true");
  notice.textContent = say("home.starting");
  try {
    const { game = "", seats, seatsOption = "" } = card.dataset;
    location.href = await setUp(game, Number(wishes.options[seatsOption] ?? seats), wishes);
  } catch (error) {
    notice.textContent = say("home.failed", { reason: reasonOf(error) });
    notice.scrollIntoView({ block: "nearest" });
  } finally {
    card.removeAttribute("aria-busy");
  }
}

/** @type {NodeListOf<HTMLElement>} */
const cards = document.querySelectorAll(".card");
for (const card of cards) {
  const [sheet, form] = [card.querySelector("dialog"), card.querySelector("form")];
  if (!sheet || !form) continue;
  /** @type {NodeListOf<HTMLElement>} */
  const ways = card.querySelectorAll("button[data-way]");
  for (const way of ways) way.addEventListener("click", () => ask(sheet, form, way.dataset.way ?? ""));
  prepareForm(card, sheet, form);
}

/**
 * Ask how to play: against bots, or with people.
 * @param {HTMLDialogElement} sheet
 * @param {HTMLFormElement} form
 * @param {string} way
 */
function ask(sheet, form, way) {
  sheet.dataset.way = way;
  const [level, first] = [
    form.querySelector("[name=level]"),
    form.querySelector(`[data-for="${way}"] [name=opponent]`),
  ];
  if (level instanceof HTMLSelectElement) level.value = remembered("level", level.value);
  if (first instanceof HTMLInputElement) first.checked = true;
  sheet.showModal();
}

/**
 * @param {HTMLElement} card
 * @param {HTMLDialogElement} sheet
 * @param {HTMLFormElement} form
 */
function prepareForm(card, sheet, form) {
  form.addEventListener("change", ({ target }) => target instanceof HTMLSelectElement && explain(card, form, target));
  sheet.addEventListener("click", ({ target }) => {
    if (target === sheet || (target instanceof Element && target.closest("[data-close]"))) sheet.close();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const wishes = wishesOf(form);
    localStorage.setItem("level", String(wishes.level));
    sheet.close();
    start(card, wishes);
  });
}

/**
 * An option was chosen: say what it means; with fewer seats there are fewer sides.
 * @param {HTMLElement} card
 * @param {HTMLFormElement} form
 * @param {HTMLSelectElement} select
 */
function explain(card, form, select) {
  /** @type {HTMLSelectElement | null} */
  const side = form.querySelector('[name="side"]');
  if (side && select.name === `${OPTION}${card.dataset.seatsOption}`) {
    for (const option of side.options) option.disabled = Number(option.value) >= Number(select.value);
    if (side.selectedOptions[0].disabled) side.value = "";
  }
  const line = select.parentElement?.querySelector(".meaning");
  if (line) line.textContent = select.selectedOptions[0].dataset.meaning ?? "";
}

/**
 * @param {HTMLFormElement} form
 * @returns {Wishes}
 */
function wishesOf(form) {
  const data = new FormData(form);
  const value = (/** @type {string} */ field) => String(data.get(field) ?? "");
  const [kind, seconds, increment] = value("clock").split(" ");
  /** @type {NodeListOf<HTMLSelectElement>} */
  const selects = form.querySelectorAll(`[name^="${OPTION}"]`);
  const chosen = [...selects].filter((select) => select.selectedIndex > 0);
  return {
    opponent: value("opponent"),
    level: Number(value("level")),
    side: value("side"),
    beside: Number(value("bots")),
    timing: { kind, seconds: Number(seconds), increment: Number(increment) },
    options: Object.fromEntries(chosen.map((select) => [select.name.slice(OPTION.length), select.value])),
    title: value("title").trim(),
  };
}
