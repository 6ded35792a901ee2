// @ts-check
// Lists of puzzles: what was solved, ratings, filters by theme and strength, and your own puzzles.
import { book, dropOwn, nextOf, ownAddress, ratingOf, resultOf } from "./puzzle_book.js";
import { at, button, fill, make, say } from "./words.js";

/** @typedef {{game: string, id: string, theme: string, grade: string}} Entry */

const FILTERS = ["theme", "grade", "result"];
const query = new URLSearchParams(location.search);
const links = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("a[data-puzzle]")]);

function showRatings() {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-rated]"))) {
    const { rating, count } = ratingOf(place.dataset.rated ?? "");
    const solved = Object.values(book().results[place.dataset.rated ?? ""] ?? {}).filter((result) => result).length;
    const words = { rating: Math.round(rating), count, solved };
    place.textContent = say(count ? "puzzles.rated" : "puzzles.rated.none", words);
  }
  const { streak, longest } = book();
  const place = document.getElementById("streak");
  if (place) place.textContent = longest ? say("puzzles.streak", { streak, longest }) : "";
}

function showMarks() {
  for (const link of links) {
    const result = resultOf(link.dataset.game ?? "", link.dataset.puzzle ?? "");
    link.dataset.result = result === undefined ? "new" : result ? "solved" : "failed";
    const place = link.querySelector(".state");
    if (place) place.textContent = say(`puzzles.${link.dataset.result}`);
  }
}

// Which puzzles the filters leave. What a puzzle is about gives something away: it is told of those that were tried.
function filtered() {
  const chosen = Object.fromEntries(FILTERS.map((name) => [name, selected(name).value]));
  const params = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value));
  history.replaceState(null, "", `${location.pathname}${params.size ? `?${params}` : ""}`);
  params.delete("result");
  const text = params.size ? `?${params}` : "";
  const left = links.filter((link) => {
    const wanted = FILTERS.every((name) => !chosen[name] || link.dataset[name] === chosen[name]);
    (link.closest("li") ?? link).hidden = !wanted;
    link.querySelector(".motif")?.toggleAttribute("hidden", link.dataset.result === "new" && !chosen.theme);
    if (wanted) link.search = text;
    return wanted;
  });
  showLeft(left);
  return { left, text };
}

/** @param {HTMLAnchorElement[]} left */
function showLeft(left) {
  const count = (/** @type {string} */ result) => left.filter(({ dataset }) => dataset.result === result).length;
  const words = { count: left.length, solved: count("solved"), failed: count("failed"), fresh: count("new") };
  at("left").textContent = say("puzzles.left", words);
  at("start").textContent = say(`puzzles.start${words.fresh ? "" : words.failed ? ".failed" : ".none"}`);
  at("start").toggleAttribute("disabled", !words.fresh && !words.failed);
}

/** @param {string} name */
const selected = (name) => /** @type {HTMLSelectElement} */ (at(name));

function start() {
  const { left, text } = filtered();
  const game = at("puzzles").dataset.game ?? "";
  const listed = left.map((link) => ({ id: link.dataset.puzzle ?? "", rating: Number(link.dataset.rating) }));
  const found = nextOf(game, listed);
  if (found) location.href = `/puzzles/${game}/${found.id}${text}`;
}

function showOwn() {
  const { own } = book();
  const list = at("own");
  at("own-none").hidden = own.length > 0;
  fill(
    list,
    ...own.map((each) => {
      const title = list.dataset[`title_${each.game}`] ?? each.game;
      const drop = button("×", () => (dropOwn(each), showOwn()), { "aria-label": say("puzzles.own.drop") });
      return make(
        "li",
        {},
        make("a", { href: ownAddress(each) }, say("puzzles.own.one", { title, day: each.made })),
        drop,
      );
    }),
  );
}

showRatings();
showMarks();
addEventListener("pageshow", ({ persisted }) => persisted && location.reload()); // puzzles were solved meanwhile
if (document.getElementById("own")) showOwn();
if (document.getElementById("start")) {
  for (const name of FILTERS) {
    selected(name).value = query.get(name) ?? "";
    selected(name).addEventListener("change", filtered);
  }
  at("start").addEventListener("click", start);
  filtered();
}
