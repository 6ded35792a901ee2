// @ts-check
// Steps through a reviewed game: the graph, buttons, moments, and the arrow keys.

/**
 * @typedef {{ ply: number, parts: [number, number][], says: string, value: string }} Frame
 * @typedef {{ parts: string[], frames: Frame[] }} Film
 */

const data = document.getElementById("film-data");
const stage = document.getElementById("film-stage");
const chart = /** @type {SVGSVGElement | null} */ (document.querySelector(".course"));
if (data && stage && chart) {
  show(JSON.parse(data.textContent ?? ""), stage, chart);
}

/**
 * @param {Film} film
 * @param {HTMLElement} board
 * @param {SVGSVGElement} graph
 */
function show(film, board, graph) {
  const says = /** @type {HTMLElement} */ (document.getElementById("film-says"));
  const value = /** @type {HTMLElement} */ (document.getElementById("film-value"));
  const now = /** @type {SVGLineElement} */ (graph.querySelector(".now"));
  const { left, right, plies } = graph.dataset;
  const [from, to, count] = [Number(left), Number(right), Math.max(1, Number(plies))];
  let at = 0;

  /** @param {number} wanted */
  function go(wanted) {
    at = Math.min(film.frames.length - 1, Math.max(0, wanted));
    const frame = film.frames[at];
    board.innerHTML = frame.parts.map(([first, last]) => film.parts.slice(first, last + 1).join("")).join("");
    says.textContent = frame.says;
    value.textContent = frame.value;
    const x = String(from + ((to - from) * frame.ply) / count);
    now.setAttribute("x1", x);
    now.setAttribute("x2", x);
    for (const row of document.querySelectorAll("[data-ply]")) {
      row.toggleAttribute("aria-current", Number(row.getAttribute("data-ply")) === frame.ply);
    }
  }

  /** @param {number} ply */
  function goToPly(ply) {
    const found = film.frames.findIndex((frame) => frame.ply >= ply);
    go(found < 0 ? film.frames.length - 1 : found);
  }

  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * graph.viewBox.baseVal.width;
    goToPly(Math.round(((x - from) / (to - from)) * count));
  });
  const steps = { first: () => 0, back: () => at - 1, on: () => at + 1, last: () => film.frames.length - 1 };
  for (const [name, where] of Object.entries(steps)) {
    document.getElementById(`film-${name}`)?.addEventListener("click", () => go(where()));
  }
  for (const button of document.querySelectorAll("button[data-ply]")) {
    button.addEventListener("click", () => goToPly(Number(button.getAttribute("data-ply"))));
  }
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const where = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: film.frames.length - 1 }[event.key];
    if (where === undefined) return;
    event.preventDefault();
    go(where);
  });
  document.getElementById("film-steps")?.removeAttribute("hidden");
}
