// @ts-check
// Steps through the game of a report: buttons, a slider, and the arrow keys.

/**
 * @typedef {{ parts: string[], frames: { ply: number, parts: [number, number][], says: string, odds: string }[] }} Film
 */

const data = document.getElementById("film-data");
const stage = document.getElementById("film-stage");
if (data && stage) {
  show(JSON.parse(data.textContent ?? ""), stage);
}

/**
 * @param {Film} film
 * @param {HTMLElement} board
 */
function show(film, board) {
  const slider = /** @type {HTMLInputElement} */ (document.getElementById("film-slider"));
  const says = /** @type {HTMLElement} */ (document.getElementById("film-says"));
  const odds = /** @type {HTMLElement} */ (document.getElementById("film-odds"));
  const number = /** @type {HTMLElement} */ (document.getElementById("film-number"));
  const last = film.frames.length - 1;

  /** @param {number} at */
  function go(at) {
    const frame = film.frames[Math.min(last, Math.max(0, at))];
    slider.value = String(film.frames.indexOf(frame));
    board.innerHTML = frame.parts.map(([from, to]) => film.parts.slice(from, to + 1).join("")).join("");
    says.textContent = frame.says;
    odds.textContent = frame.odds;
    number.textContent = String(frame.ply);
  }

  const steps = { first: () => 0, back: () => +slider.value - 1, on: () => +slider.value + 1, last: () => last };
  for (const [name, to] of Object.entries(steps)) {
    document.getElementById(`film-${name}`)?.addEventListener("click", () => go(to()));
  }
  slider.addEventListener("input", () => go(+slider.value));
  document.addEventListener("keydown", (event) => {
    const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (way && event.target !== slider && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      go(+slider.value + way);
    }
  });
  document.getElementById("film-steps")?.removeAttribute("hidden");
}
