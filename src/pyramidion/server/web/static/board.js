// The board: a picture from the server made live. It knows no rules: what a click can mean, the server has said.
import { button, make, say } from "./words.js";

const FLIGHT = 260;
const FAR = 6;
const FINGER = 44; // pixels that a fingertip covers
const WHOLE_TURN = 360;
const QUIET = matchMedia("(prefers-reduced-motion: reduce)");

// The middle of an element, in the window.
function middle(element) {
  const box = element.getBoundingClientRect();
  return [box.x + box.width / 2, box.y + box.height / 2];
}

// What a node of the picture stands for: a highlight, called after its kind and its thing, for that thing.
function meaning(node) {
  return node.matches(".highlight") ? node.id.slice(node.id.indexOf("-") + 1) : node.id;
}

// Does a click on this mean where the choice leads?
const leadsTo = (choice, id) => choice.target === id || Boolean(choice.also?.includes(id));

// Where an element is when it is shifted in the picture, and turned and enlarged about its own middle.
function placed(element, x, y, angle, size) {
  const own = element.transform.baseVal.consolidate()?.matrix ?? new DOMMatrix();
  const box = element.getBBox();
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
  const { a, b, c, d, e, f } = own;
  return new DOMMatrix([a, b, c, d, e + x, f + y]).translate(cx, cy).rotate(angle).scale(size).translate(-cx, -cy).toString();
}

export class Board {
  // `play` gets the text of a chosen move; `refused` what was clicked in vain and where it should have gone.
  constructor(root, bubble, play, refused) {
    Object.assign(this, { root, bubble, play, refused, state: null, chosen: null, live: false });
    root.addEventListener("click", (event) => this.clicked(event));
    root.addEventListener("keydown", (event) => this.pressed(event));
    root.addEventListener("pointerdown", (event) => this.lifted(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.letGo());
  }

  // Show a picture; `board` says what lies where and what can be chosen, null for a picture of the past.
  show(svg, board) {
    const focused = document.activeElement?.closest?.("#board g")?.id;
    this.root.innerHTML = svg;
    this.svg = this.root.querySelector("svg");
    this.state = board;
    this.live = Boolean(board?.choices.length);
    this.letGo();
    if (focused) this.byKeyboard = true;
    if (this.byKeyboard && this.live) {
      const same = focused && this.element(focused);
      (same?.hasAttribute("tabindex") ? same : this.svg.querySelector("[tabindex]"))?.focus();
    }
  }

  element(id) {
    return this.svg?.querySelector(`[id="${CSS.escape(id)}"]`);
  }

  // What a thing is called.
  title(id) {
    return this.element(id)?.querySelector("title")?.textContent ?? id;
  }

  // Let pieces travel as the events say, before the new picture is shown.
  async travel(events) {
    if (QUIET.matches || !this.svg || document.hidden) return;
    const flights = [];
    for (const event of events) {
      for (const piece of event.things?.pieces ?? []) {
        const start = this.element(piece.id);
        const end = this.element(piece.place);
        if (start && end && this.state?.places[piece.id] !== piece.place) flights.push(this.fly(start, end));
      }
      for (const die of event.kind === "rolled" ? event.ids : []) {
        const node = this.element(die);
        if (node) flights.push(this.tumble(node));
      }
    }
    await Promise.allSettled(flights);
  }

  // A piece rises a little, travels, and comes down on its place.
  fly(start, end) {
    const [from, to] = [middle(start), middle(end)];
    const scale = this.svg.getScreenCTM().a || 1;
    const [x, y] = [(to[0] - from[0]) / scale, (to[1] - from[1]) / scale];
    start.parentNode.append(start);
    const steps = [[0, 1], [0.5, 1.2], [1, 1]];
    const frames = steps.map(([share, size]) => ({ transform: placed(start, x * share, y * share, 0, size) }));
    return start.animate(frames, { duration: FLIGHT, easing: "ease-in-out" }).finished;
  }

  tumble(die) {
    const steps = [[0, 1], [1 / 3, 1.3], [2 / 3, 1.15], [1, 1]];
    const frames = steps.map(([share, size]) => ({ transform: placed(die, 0, 0, WHOLE_TURN * share, size) }));
    return die.animate(frames, { duration: 1.5 * FLIGHT, easing: "ease-out" }).finished;
  }

  // What was meant by a click or a tap: what lies there, or something small to choose close by.
  meant(event) {
    const exact = this.thing(event.target);
    if (exact && !this.element(exact)?.matches(".area")) return exact;
    let best = exact;
    let least = FINGER / 2;
    for (const node of this.svg.querySelectorAll("[tabindex]")) {
      const [x, y] = middle(node);
      const distance = Math.hypot(event.clientX - x, event.clientY - y);
      if (distance < least) [best, least] = [meaning(node), distance];
    }
    return best;
  }

  // The id of the piece, the die or the place that a node of the picture belongs to.
  thing(target) {
    for (let node = target.closest?.("g[id]"); node; node = node.parentNode.closest?.("g[id]")) {
      const id = meaning(node);
      if (this.known(id)) return id;
    }
    return null;
  }

  known(id) {
    const { places, choices } = this.state ?? { places: {}, choices: [] };
    return id in places || Object.values(places).includes(id) || choices.some((c) => c.target === id || c.pieces.includes(id))
      || this.element(id)?.matches(".cell, .area");
  }

  place(id) {
    return this.state.places[id] ?? id;
  }

  clicked(event) {
    if (this.dragged) {
      this.dragged = false;
      return;
    }
    this.byKeyboard = false;
    const id = this.state && this.meant(event);
    if (id && this.intercept?.(id)) return;
    if (id) this.choose(id);
    else this.letGo();
  }

  // Choose a thing; a click on a stack takes all that can move, the next click on it less, `exact` this piece.
  choose(id, exact = false) {
    const there = this.chosen?.filter((choice) => leadsTo(choice, this.place(id)) || leadsTo(choice, id));
    if (there?.length) return this.decide(there, id);
    if (!this.live) return this.refused(id, null);
    const parts = exact ? [this.lifting(id)] : this.parts(id);
    const own = parts[parts.findIndex((part) => this.chosen && this.same(part, this.chosen)) + 1] ?? [];
    if (own.length) {
      if (own.every((choice) => !choice.target)) return this.decide(own, id);
      if (own.length === 1 && this.element(own[0].target)?.matches(".area")) return this.decide(own, id);
      return this.hold(own, parts.length > 1);
    }
    const wasHeld = this.chosen;
    const again = wasHeld && parts.some((part) => this.same(part, wasHeld));
    const direct = wasHeld ? [] : this.state.choices.filter((c) => leadsTo(c, this.place(id)) || leadsTo(c, id));
    if (direct.length) return this.decide(direct, id);
    this.letGo();
    if (again) return;
    if (wasHeld) this.refused(wasHeld[0].pieces[0], this.place(id));
    else this.refused(id, null);
  }

  same(one, other) {
    return one.length === other.length && one.every((choice, index) => choice === other[index]);
  }

  // The choices that take something up: from this piece on, or anything on this place.
  lifting(id) {
    const { choices } = this.state;
    const first = choices.filter((choice) => choice.pieces[0] === id);
    if (first.length) return first;
    const among = choices.filter((choice) => choice.pieces.includes(id));
    return among.length ? among : this.leaving(this.place(id));
  }

  // The choices that take something up from a place.
  leaving(place) {
    return this.state.choices.filter((choice) => choice.pieces.length && this.state.places[choice.pieces[0]] === place);
  }

  // What a click can take up, one after the other: of a stack on the board the whole first, then its upper parts.
  parts(id) {
    const place = this.place(id);
    const here = this.leaving(place);
    if (!this.element(place)?.matches(".cell") || !here.some((choice) => choice.pieces.length > 1)) return [this.lifting(id)];
    const firsts = [...new Set(here.map((choice) => choice.pieces[0]))];
    return firsts.map((first) => here.filter((choice) => choice.pieces[0] === first))
      .sort((one, other) => other[0].pieces.length - one[0].pieces.length);
  }

  // Keep choices in mind and show where they lead; `more` if another click takes up something else.
  hold(choices, more = false) {
    this.letGo();
    this.chosen = choices;
    for (const piece of new Set(choices.flatMap((choice) => choice.pieces))) this.element(piece)?.classList.add("held");
    this.aimAt(new Set(choices.map((choice) => choice.target)));
    this.makeReachable();
    this.announce?.(choices, more);
  }

  // The place of the board to which all choices lead, if there is just one: outlined from the start.
  onlyGoal() {
    const goals = new Set((this.live ? this.state?.choices ?? [] : []).map((choice) => choice.target));
    return [...goals].filter((goal) => goals.size === 1 && goal && this.element(goal)?.matches(".cell"));
  }

  // Outline goals above everything else, and no others.
  aimAt(goals) {
    this.svg?.querySelectorAll(".aim").forEach((outline) => outline.parentNode.remove());
    this.svg?.querySelectorAll(".reachable").forEach((node) => node.classList.remove("reachable"));
    for (const goal of goals) this.outline(this.element(goal));
  }

  outline(goal) {
    const shape = goal?.querySelector(":scope > path, :scope > circle");
    goal?.classList.add("reachable");
    if (!shape) return;
    const outline = shape.cloneNode();
    outline.setAttribute("class", "aim");
    const within = document.createElementNS(this.svg.namespaceURI, "g");
    if (goal.hasAttribute("transform")) within.setAttribute("transform", goal.getAttribute("transform"));
    within.append(outline);
    this.svg.append(within);
  }

  // Nothing can be chosen until the next picture is shown.
  freeze() {
    this.live = false;
    if (this.state) this.state = { ...this.state, choices: [] };
    this.letGo();
  }

  letGo() {
    if (this.chosen) this.released?.();
    this.chosen = null;
    this.bubble.hidden = true;
    this.svg?.querySelectorAll(".held").forEach((node) => node.classList.remove("held"));
    this.makeReachable();
    this.aimAt(this.onlyGoal());
  }

  // One move is made, of several one is asked for.
  decide(choices, id) {
    if (choices.length === 1) return this.confirm(choices[0], id);
    const answers = choices.map((choice) => {
      const answer = button(this.named(choice), () => this.confirm(choice, id), { class: "main" });
      this.explain?.(choice).then((says) => says.length && (answer.textContent = says.join(" ")));
      return answer;
    });
    this.open(id, make("p", {}, say("table.which")), ...answers, button(say("table.cancel"), () => this.letGo()));
  }

  // Make a move; the server says which ones have to be confirmed, and with which question.
  confirm(choice, id) {
    if (!choice.confirm) return this.make(choice);
    if (choice.target) this.aimAt([choice.target]);
    const yes = button(say("table.yes"), () => this.make(choice), { class: "main" });
    this.open(id, make("p", {}, choice.confirm), yes, button(say("table.cancel"), () => this.letGo()));
  }

  make(choice) {
    this.letGo();
    this.play(choice.move);
  }

  // A choice by what it touches, until there is a sentence for it.
  named(choice) {
    if (choice.label) return choice.label;
    const names = choice.pieces.map((piece) => this.title(piece)).join(", ");
    if (!names) return choice.target ? this.title(choice.target) : choice.move;
    return choice.target ? say("table.choice", { pieces: names, target: this.title(choice.target) }) : names;
  }

  // A bubble at a thing on the board.
  open(id, ...content) {
    this.bubble.replaceChildren(...content);
    this.bubble.hidden = false;
    const box = this.element(id)?.getBoundingClientRect() ?? this.root.getBoundingClientRect();
    const stage = this.bubble.offsetParent.getBoundingClientRect();
    const left = box.x + box.width / 2 - stage.x - this.bubble.offsetWidth / 2;
    this.bubble.style.left = `${Math.max(4, Math.min(left, stage.width - this.bubble.offsetWidth - 4))}px`;
    const lowest = innerHeight - stage.y - this.bubble.offsetHeight - 8;
    this.bubble.style.top = `${Math.max(-stage.y + 4, Math.min(box.y + box.height - stage.y + 6, lowest))}px`;
    this.bubble.querySelector("button")?.focus();
  }

  // What can be chosen can be reached by the keyboard.
  makeReachable() {
    if (!this.svg || !this.state) return;
    const { choices } = this.state;
    const wanted = new Set(this.chosen ? this.chosen.map((choice) => choice.target) : []);
    for (const choice of choices) {
      if (choice.pieces.length) wanted.add(choice.pieces[0]);
      else if (choice.target) wanted.add(choice.target);
    }
    this.svg.querySelectorAll("[tabindex]").forEach((node) => {
      node.removeAttribute("tabindex");
      node.removeAttribute("role");
    });
    for (const id of wanted) {
      const node = id && this.element(id);
      if (!node) continue;
      node.setAttribute("tabindex", "0");
      node.setAttribute("role", "button");
      node.setAttribute("aria-label", this.title(id));
    }
  }

  pressed(event) {
    const node = event.target.closest("[tabindex]");
    if (!node || node === this.root) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      const held = this.chosen;
      this.choose(meaning(node), true);
      if (!held && this.chosen) this.svg.querySelector(".reachable")?.focus();
    } else if (event.key.startsWith("Arrow")) {
      event.preventDefault();
      this.nearest(node, event.key)?.focus();
    }
  }

  // The reachable thing that lies next in a direction.
  nearest(node, key) {
    const [x, y] = middle(node);
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
    let best = null;
    let least = Infinity;
    for (const other of this.svg.querySelectorAll("[tabindex]")) {
      const [ox, oy] = middle(other);
      const along = (ox - x) * dx + (oy - y) * dy;
      const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
      if (other !== node && along > 1 && along + 2 * aside < least) [best, least] = [other, along + 2 * aside];
    }
    return best;
  }

  // Dragging: a piece follows the pointer and is put down where it is let go.
  lifted(event) {
    const id = this.live && event.button === 0 && this.meant(event);
    const parts = id ? this.parts(id) : [];
    const own = (parts.find((part) => this.chosen && this.same(part, this.chosen)) ?? parts[0] ?? []).filter((choice) => choice.target);
    if (!own.length) return;
    const start = { x: event.clientX, y: event.clientY };
    const scale = this.svg.getScreenCTM().a || 1;
    let ghosts = null;
    const moved = (move) => {
      const [x, y] = [move.clientX - start.x, move.clientY - start.y];
      if (!ghosts && Math.hypot(x, y) > FAR) {
        this.hold(own);
        ghosts = own[0].pieces.map((piece) => this.element(piece)).filter(Boolean);
        for (const ghost of ghosts) ghost.parentNode.append(ghost);
      }
      for (const ghost of ghosts ?? []) {
        ghost.style.translate = `${x / scale}px ${y / scale}px`;
        ghost.style.pointerEvents = "none";
      }
    };
    const dropped = (drop) => {
      removeEventListener("pointermove", moved);
      removeEventListener("pointerup", dropped);
      removeEventListener("pointercancel", dropped);
      if (!ghosts) return;
      const under = document.elementFromPoint(drop.clientX, drop.clientY);
      const goal = under && this.root.contains(under) ? this.thing(under) : null;
      for (const ghost of ghosts) {
        ghost.style.translate = "";
        ghost.style.pointerEvents = "";
      }
      this.dragged = true;
      setTimeout(() => (this.dragged = false), 50);
      if (goal && drop.type === "pointerup") this.choose(goal);
      else this.letGo();
    };
    addEventListener("pointermove", moved);
    addEventListener("pointerup", dropped);
    addEventListener("pointercancel", dropped);
  }

  // Point at a move that can be made now, or could have been made in the picture of the past.
  point({ move, pieces = [], target = "" }) {
    const choice = this.state?.choices.find((each) => each.move === move);
    if (choice) return this.hold([choice]);
    this.letGo();
    for (const piece of pieces) this.element(piece)?.classList.add("held");
    this.aimAt([target]);
  }
}
