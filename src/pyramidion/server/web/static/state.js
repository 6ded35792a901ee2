// @ts-check
// What the page of a table keeps in mind, all of it.

/**
 * @typedef {object} Held
 * @property {Promise<void>} until
 * @property {() => void} go
 * @property {boolean} waiting does a move wait?
 * @property {boolean} owed is the first move that comes to be shown?
 */

/**
 * @typedef {object} State
 * @property {import("./types.js").TableData | null} table what the server has said of it
 * @property {import("./types.js").Presence | null} presence who is here
 * @property {number | null} past the ply that is looked at, null for now
 * @property {string[]} lookedAt what that ply did
 * @property {boolean} ahead is the choice after it told instead, as a sentence of the review about it was clicked?
 * @property {{ply: number, progress: import("./types.js").Progress[]} | null} standing how far everybody was then
 * @property {number} shown the number of the entry that the page shows
 * @property {number} awaited the number of the entry of the move that was sent
 * @property {boolean} sending is a move under way?
 * @property {number} sentAt the ply at which it was sent
 * @property {{move: string, ply: number} | null} next chosen before the server has answered the one under way
 * @property {boolean} lost is the connection lost?
 * @property {boolean} preparing are the bots of this game still being compiled?
 * @property {{ply: number, since: number}} thinking since when the one to move has been thinking
 * @property {number} heardAt when the table was last heard of
 * @property {number | null | undefined} seat whose view the device shows, for two people at one device
 * @property {Promise<void>} busy pictures are shown one after the other
 * @property {number} ending the timer of a move that nobody has to make by hand
 * @property {number} banner the timer of the banner
 * @property {number} passing the timer of what is said in passing
 * @property {number} resizing the timer that waits until the window keeps its size
 * @property {Map<number, number>} leaving timers of people who may only be reloading, by seat
 * @property {Set<number>} gone the seats of those who have left
 * @property {boolean} noted is there a notebook?
 * @property {boolean} marking do clicks make marks by hand?
 * @property {string} tab the tab that is shown
 * @property {boolean} reviewing was the card about the end put away?
 * @property {import("./review_types.js").ReviewFound | null} review what the review has found
 * @property {{version: number, outline: string, graph: string, running: boolean}} course how far the review is, the
 *   graph after a first look, and the graph shown
 * @property {Held | null} held the moves of others wait, until let go
 * @property {number} waiting updates that have come and are not shown yet
 * @property {number} shownAt when the last move was shown
 * @property {{step: number, tip: number, turn: number | null}} coach how far the coach is
 * @property {{start: string, target: string} | null} plan a move for one's next turn, without a target at first
 */

/** @type {State} */
export const state = {
  table: null,
  presence: null,
  past: null,
  lookedAt: [],
  ahead: false,
  standing: null,
  shown: 0,
  awaited: 0,
  sending: false,
  sentAt: -1,
  next: null,
  lost: false,
  preparing: false,
  thinking: { ply: -1, since: 0 },
  heardAt: 0,
  seat: undefined,
  busy: Promise.resolve(),
  ending: 0,
  banner: 0,
  passing: 0,
  resizing: 0,
  leaving: new Map(),
  gone: new Set(),
  noted: false,
  marking: false,
  tab: "moves",
  reviewing: false,
  review: null,
  course: { version: -1, outline: "", graph: "", running: false },
  held: null,
  waiting: 0,
  shownAt: 0,
  coach: { step: 0, tip: 0, turn: null },
  plan: null,
};
