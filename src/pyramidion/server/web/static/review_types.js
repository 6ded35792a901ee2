// @ts-check
// What the server tells of reviewed games. Types only.

/**
 * A ply as a review sees it.
 * @typedef {object} ReviewedPly
 * @property {number} ply
 * @property {number[]} before what each seat could expect
 * @property {number[]} after
 * @property {number} cost
 * @property {number} luck
 * @property {number} number of its round
 * @property {number | null} seat that decided
 * @property {number} change in whole percents, to the seat whose turn it was
 * @property {string} says the same in words
 * @property {number[]} stands what each seat could expect, as it is told of the board before the ply
 * @property {boolean} confirmed
 * @property {string} best
 * @property {string} mark
 * @property {string} sign
 */

/**
 * @typedef {{name: string, accuracy: number | null, cost: number, own_luck: number, choices: number,
 *   result: number, bits: number | null, settled: boolean, judged: boolean}} ReviewedSeat
 */

/**
 * What a review has found so far.
 * @typedef {object} ReviewFound
 * @property {string} graph
 * @property {string[]} summary
 * @property {{ply: number, kind: string, says: string}[]} moments
 * @property {ReviewedPly[]} plies
 * @property {ReviewedSeat[]} seats
 * @property {boolean} complete
 */

/**
 * How far a review is.
 * @typedef {object} ReviewData
 * @property {string} id
 * @property {"running" | "done" | "failed"} status
 * @property {number} done
 * @property {number} total
 * @property {number} effort
 * @property {number} version
 * @property {string} outline the graph after a first look, until there is more
 * @property {ReviewFound | null} found
 */

/** @typedef {{kind: "played" | "better", pieces: string[], target: string}} ArrowData */
/** @typedef {{move: string, says: string[], points: number}} TriedMove */

/**
 * A choice of a finished game to be made again.
 * @typedef {object} AgainData
 * @property {number} ply
 * @property {number} number of its round
 * @property {number} seat
 * @property {string} you
 * @property {"open" | "right" | "better" | "wrong" | "shown"} verdict
 * @property {TriedMove} played
 * @property {TriedMove | null} tried
 * @property {TriedMove | null} best when it is found or asked for
 * @property {ArrowData[]} arrows
 * @property {import("./types.js").BoardData} board
 * @property {string} picture
 */

export {};
