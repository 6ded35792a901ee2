// @ts-check
// The picture of a board: finds the things in it by their ids, and marks what is held and where it can go.

const FINGER = 44; // pixels that a fingertip covers
const SVG = "http://www.w3.org/2000/svg";
const SHARES = { dot: 0.13, ring: 0.42 }; // of a place, that a mark covers to each side

/**
 * The middle of an element, in the window.
 * @param {Element} element
 */
export function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/**
 * What a node stands for: a highlight, called after its kind and its thing, for that thing.
 * @param {Element} node
 */
export function meaning(node) {
  return node.matches(".highlight") ? node.id.slice(node.id.indexOf("-") + 1) : node.id;
}

export class Picture {
  /** @param {HTMLElement} root holds the picture */
  constructor(root) {
    this.root = root;
    /** @type {SVGSVGElement | null} */
    this.svg = null;
    /** @type {Element[]} */
    this.marks = [];
  }

  /** @param {string} svg */
  replace(svg) {
    this.root.innerHTML = svg;
    this.svg = this.root.querySelector("svg");
    this.marks = [];
  }

  /**
   * @param {string} id
   * @returns {SVGGraphicsElement | null}
   */
  element(id) {
    return this.svg?.querySelector(`[id="${CSS.escape(id)}"]`) ?? null;
  }

  /**
   * What a thing is called.
   * @param {string} id
   */
  title(id) {
    return this.element(id)?.querySelector("title")?.textContent ?? id;
  }

  /**
   * What a thing is called, and where it is.
   * @param {string} id
   * @param {string} place
   */
  label(id, place) {
    return place === id ? this.title(id) : `${this.title(id)}, ${this.title(place)}`;
  }

  /**
   * Is this a place of the board itself?
   * @param {string} id
   */
  isCell(id) {
    return Boolean(this.element(id)?.matches(".cell"));
  }

  /**
   * Is this a place beside the board?
   * @param {string} id
   */
  isArea(id) {
    return Boolean(this.element(id)?.matches(".area"));
  }

  // The ids of all places, on the board and beside it.
  places() {
    return [...(this.svg?.querySelectorAll("g.cell[id], g.area[id]") ?? [])].map(({ id }) => id);
  }

  // How many pixels of the window one unit of the picture takes.
  get scale() {
    return this.svg?.getScreenCTM()?.a || 1;
  }

  /**
   * The id of the thing that a node of the picture belongs to.
   * @param {Element} target
   * @param {(id: string) => boolean} known
   */
  thing(target, known) {
    for (let node = target.closest("g[id]"); node; node = node.parentElement?.closest("g[id]") ?? null) {
      const id = meaning(node);
      if (known(id)) return id;
    }
    return null;
  }

  // The id of what the keyboard is on, null after clicks.
  focused() {
    const active = this.svg?.contains(document.activeElement) ? document.activeElement : null;
    return active?.matches(":focus-visible") ? active.id : null;
  }

  // What can be chosen now.
  reachable() {
    return /** @type {SVGGraphicsElement[]} */ ([...(this.svg?.querySelectorAll("[tabindex]") ?? [])]);
  }

  /**
   * The id of what can be chosen under a fingertip that was put down here.
   * @param {number} x
   * @param {number} y
   */
  near(x, y) {
    /** @type {string | null} */
    let best = null;
    let least = FINGER / 2;
    for (const node of this.reachable()) {
      const [nodeX, nodeY] = middle(node);
      const distance = Math.hypot(x - nodeX, y - nodeY);
      if (distance < least) [best, least] = [meaning(node), distance];
    }
    return best;
  }

  /**
   * What can be chosen and lies next in the direction of an arrow key.
   * @param {Element} node
   * @param {string} key
   */
  nearest(node, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    const [x, y] = middle(node);
    /** @type {SVGGraphicsElement | null} */
    let best = null;
    let least = Infinity;
    for (const other of this.reachable()) {
      const [otherX, otherY] = middle(other);
      const along = (otherX - x) * dx + (otherY - y) * dy;
      const aside = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
      if (other !== node && along > 1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
    }
    return best;
  }

  /**
   * Let the keyboard reach these things, and no others; every piece says its place, and not the letter on it.
   * @param {Iterable<string>} ids
   * @param {(id: string) => string} [placeOf]
   */
  reach(ids, placeOf = (/** @type {string} */ id) => id) {
    this.svg?.querySelector(".prints")?.setAttribute("aria-hidden", "true");
    for (const node of this.reachable()) {
      node.removeAttribute("tabindex");
      node.removeAttribute("role");
    }
    for (const node of this.svg?.querySelectorAll(".piece[id]") ?? []) {
      node.setAttribute("role", "img");
      node.setAttribute("aria-label", this.label(node.id, placeOf(node.id)));
    }
    for (const id of ids) {
      const node = this.element(id);
      node?.setAttribute("tabindex", "0");
      node?.setAttribute("role", "button");
      node?.setAttribute("aria-label", this.label(id, placeOf(id)));
    }
  }

  // What was dragged lies where it was drawn again.
  straighten() {
    for (const node of this.svg?.querySelectorAll("[data-dragged]") ?? []) {
      node.removeAttribute("data-dragged");
      if (node instanceof SVGElement) node.style.translate = "";
    }
  }

  /**
   * Show these things as held, and no others.
   * @param {Iterable<string>} ids
   */
  hold(ids) {
    this.svg?.querySelectorAll("[data-held]").forEach((node) => node.removeAttribute("data-held"));
    for (const id of ids) this.element(id)?.setAttribute("data-held", "");
  }

  /**
   * Mark goals above everything else, and no others: a dot on a free place, a ring around what stands there.
   * @param {Iterable<string>} ids
   * @param {(id: string) => boolean} [taken] does something stand there?
   */
  aimAt(ids, taken = () => false) {
    this.marks.forEach((mark) => mark.remove());
    this.marks = [];
    this.svg?.querySelectorAll("[data-goal]").forEach((node) => node.removeAttribute("data-goal"));
    for (const id of ids) {
      const goal = this.element(id);
      goal?.setAttribute("data-goal", "");
      if (goal) this.mark(goal, this.isArea(id) ? "frame" : taken(id) ? "ring" : "dot");
    }
  }

  /**
   * @param {SVGGraphicsElement} goal
   * @param {"dot" | "ring" | "frame"} kind
   */
  mark(goal, kind) {
    const shape = /** @type {SVGGraphicsElement | null} */ (goal.querySelector(":scope > path, :scope > circle"));
    if (!shape || !this.svg) return;
    const mark = kind === "frame" ? /** @type {Element} */ (shape.cloneNode()) : oval(shape, SHARES[kind]);
    mark.setAttribute("class", `aim aim-${kind}`);
    const within = document.createElementNS(SVG, "g");
    const transform = goal.getAttribute("transform");
    if (transform) within.setAttribute("transform", transform);
    within.append(mark);
    this.svg.append(within);
    this.marks.push(within);
  }
}

/**
 * An oval in the middle of a shape, as flat as the shape lies.
 * @param {SVGGraphicsElement} shape
 * @param {number} share of its size
 */
function oval(shape, share) {
  const { x, y, width, height } = shape.getBBox();
  const made = document.createElementNS(SVG, "ellipse");
  const values = { cx: x + width / 2, cy: y + height / 2, rx: share * width, ry: share * height };
  for (const [name, value] of Object.entries(values)) made.setAttribute(name, String(value));
  return made;
}
