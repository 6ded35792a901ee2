// @ts-check
// The introduction as slides, one big picture at a time; the page remembers how far somebody was.
import { at, make, fill, remembered, say } from "./words.js";

const slides = at("slides");
const all = slides.childElementCount;
const KEPT = `slide ${at("learn").dataset.game}`;
const [back, on] = /** @type {HTMLButtonElement[]} */ ([at("slide-back"), at("slide-on")]);
/** @type {{now: number}} */
const state = { now: 0 };

/** @param {number} wanted */
function show(wanted, behavior = /** @type {ScrollBehavior} */ ("auto")) {
  const slide = slides.children[Math.max(0, Math.min(wanted, all - 1))];
  if (slide instanceof HTMLElement) slides.scrollTo({ left: slide.offsetLeft - slides.offsetLeft, behavior });
}

function noted() {
  state.now = Math.round(slides.scrollLeft / (slides.clientWidth || 1));
  localStorage.setItem(KEPT, String(state.now));
  back.disabled = state.now === 0;
  on.textContent = say(state.now === all - 1 ? "learn.try" : "learn.on");
  const dots = [...slides.children].map((_, index) => make("span", { "data-now": index === state.now }, "●"));
  const words = say("learn.slide", { number: state.now + 1, all });
  fill(at("dots"), make("span", { class: "visually-hidden" }, words), make("span", { "aria-hidden": "true" }, ...dots));
}

export function startSlides() {
  slides.addEventListener("scroll", noted, { passive: true });
  back.addEventListener("click", () => show(state.now - 1, "smooth"));
  on.addEventListener("click", () => {
    if (state.now < all - 1) show(state.now + 1, "smooth");
    else at("exercises").scrollIntoView({ behavior: "smooth" });
  });
  show(Number(remembered(KEPT, "0")));
  noted();
}
