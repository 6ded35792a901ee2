// @ts-check
// Lists of puzzles: what was solved, ratings, filters by theme and strength, and your own puzzles.
import { book, dropOwn, nextOf, ownAddress, ratingOf, resultOf } from "./puzzle_book.js";
import { at, button, fill, make, say } from "./words.js";

/** @typedef {{game: string, id: string, theme: string, grade: string}} Entry */

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
    link.dataset.result = result === undefined ? "" : result ? "solved" : "failed";
    const state = result === undefined ? "" : say(result ? "puzzles.solved" : "puzzles.failed");
    if (state) link.title = state;
  }
}

// Which puzzles the filters leave.
function filtered() {
  const chosen = ["theme", "grade"].map((name) => /** @type {HTMLSelectElement} */ (at(name)).value);
  const params = new URLSearchParams();
  if (chosen[0]) params.set("theme", chosen[0]);
  if (chosen[1]) params.set("grade", chosen[1]);
  const text = params.size ? `?${params}` : "";
  history.replaceState(null, "", `${location.pathname}${text}`);
  const left = links.filter((link) => {
    const { theme, grade } = link.dataset;
    const wanted = (!chosen[0] || theme === chosen[0]) && (!chosen[1] || grade === chosen[1]);
    (link.closest("li") ?? link).hidden = !wanted;
    if (wanted) link.search = text;
    return wanted;
  });
  at("left").textContent = say("puzzles.left", { count: left.length });
  return { left, text };
}

function start() {
  const { left, text } = filtered();
  const game = at("puzzles").dataset.game ?? "";
  const listed = left.map((link) => ({ id: link.dataset.puzzle ?? "", rating: Number(link.dataset.rating) }));
  const found = nextOf(game, listed) ?? listed[0];
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
if (document.getElementById("own")) showOwn();
if (document.getElementById("start")) {
  for (const name of ["theme", "grade"]) {
    const select = /** @type {HTMLSelectElement} */ (at(name));
    select.value = query.get(name) ?? "";
    select.addEventListener("change", filtered);
  }
  at("start").addEventListener("click", start);
  filtered();
}
