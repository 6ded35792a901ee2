// @ts-check
// The tree of a study: its moves with variations and comments, and the text that says all of it.

/** @typedef {import("./types.js").StudyNode} StudyNode */
/** @typedef {import("./types.js").StudyMove} StudyMove */

const KEPT = /%(2C|2F|3A|40|3D|2B|3B)/g; // what addresses may have as it is

export class Tree {
  /** @param {import("./types.js").StudyData} data */
  constructor(data) {
    this.head = data.head;
    /** @type {StudyNode} */
    this.root = { made: null, parent: null, children: [], comment: data.comment, position: data.start };
    const nodes = [this.root];
    for (const made of data.moves) nodes.push(this.add(nodes[made.after], made));
    this.at = nodes[data.at];
  }

  /**
   * The node after a move; one that was tried before is found again.
   * @param {StudyNode} parent
   * @param {StudyMove} made
   */
  add(parent, made) {
    const known = parent.children.find((child) => child.made?.move === made.move);
    if (known) return known;
    /** @type {StudyNode} */
    const node = { made, parent, children: [], comment: made.comment, position: "" };
    parent.children.push(node);
    return node;
  }

  /**
   * The nodes from the start to one, both included.
   * @param {StudyNode} node
   */
  line(node) {
    const found = [node];
    for (let above = node.parent; above; above = above.parent) found.unshift(above);
    return found;
  }

  /**
   * Where the main continuation of a node ends.
   * @param {StudyNode} node
   */
  last(node) {
    let found = node;
    while (found.children.length) found = found.children[0];
    return found;
  }

  /**
   * The next variation beside the one that a node is in, one way or the other.
   * @param {StudyNode} node
   * @param {1 | -1} way
   */
  beside(node, way) {
    const siblings = node.parent?.children ?? [node];
    return siblings[(siblings.indexOf(node) + way + siblings.length) % siblings.length];
  }

  /**
   * The part of a line that can be promoted, if there is one.
   * @param {StudyNode} node
   */
  branch(node) {
    const apart = (/** @type {StudyNode} */ each) => each.parent && each.parent.children[0] !== each;
    return this.line(node).reverse().find(apart) ?? null;
  }

  /**
   * Make the variation of a node one step more important.
   * @param {StudyNode} node
   */
  promote(node) {
    const found = this.branch(node);
    if (!found?.parent) return;
    const { children } = found.parent;
    const place = children.indexOf(found);
    [children[place - 1], children[place]] = [found, children[place - 1]];
  }

  /**
   * Remove a node with everything that follows; what is looked at is the node before it.
   * @param {StudyNode} node
   */
  cut(node) {
    if (!node.parent) return;
    if (this.line(this.at).includes(node)) this.at = node.parent;
    node.parent.children = node.parent.children.filter((child) => child !== node);
  }

  // The nodes in the order of the text, with parentheses around variations.
  inOrder() {
    /** @type {(StudyNode | string)[]} */
    const found = [this.root];
    /** @type {({node: StudyNode, after: boolean} | string)[]} */
    const todo = [{ node: this.root, after: true }];
    for (let item = todo.pop(); item !== undefined; item = todo.pop()) {
      if (typeof item === "string") found.push(item);
      else if (!item.after) found.push(item.node);
      else if (item.node.children.length) {
        const [first, ...others] = item.node.children;
        found.push(first);
        todo.push({ node: first, after: true });
        for (const node of others.reverse()) todo.push(")", { node, after: true }, { node, after: false }, "(");
      }
    }
    return found;
  }

  nodes() {
    return this.inOrder().filter((item) => typeof item !== "string");
  }

  // The number of the node that is looked at.
  number() {
    return this.nodes().indexOf(this.at);
  }

  // The whole study in one line.
  text() {
    const words = this.inOrder().flatMap((item) => (typeof item === "string" ? [item] : wordsOf(item)));
    return [this.head, ...words].join(" ");
  }
}

/** @param {StudyNode} node */
function wordsOf({ made, comment }) {
  return [...(made ? [made.move] : []), ...(comment ? ["{", comment, "}"] : [])];
}

/**
 * A text as a part of an address; spaces are written as ~.
 * @param {string} text
 */
export const toFragment = (text) =>
  encodeURIComponent(text).replaceAll("~", "%7E").replaceAll("%20", "~").replace(KEPT, decodeURIComponent);

/** @param {string} fragment */
export function fromFragment(fragment) {
  try {
    return decodeURIComponent(fragment.replaceAll("~", " "));
  } catch {
    return "";
  }
}

/**
 * The seat from whose side the board is shown.
 * @param {URLSearchParams} wishes
 */
export const sideIn = (wishes) => Number(wishes.get("side")?.match(/^\d$/)?.[0] ?? 0);

/**
 * What an address says after the #: a study, the number of the move looked at, whose view it is, and from which side.
 * @param {string} hash
 */
export function readAddress(hash) {
  const [study, ...others] = hash.replace(/^#/, "").split("&");
  const wishes = new URLSearchParams(others.join("&"));
  const at = wishes.get("at");
  return {
    study: fromFragment(study),
    at: at && /^\d{1,5}$/.test(at) ? Number(at) : null,
    view: wishes.get("view"),
    side: sideIn(wishes),
    flip: wishes.has("flip"),
  };
}
