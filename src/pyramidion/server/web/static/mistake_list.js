// @ts-check
// Which choices of a reviewed game were mistakes.

/** @typedef {import("./review_types.js").ReviewFound} ReviewFound */

const COSTLY = 5; // percents that a mistake costs at least

/**
 * The choices that cost some seats something, as the review has confirmed.
 * @param {ReviewFound} review
 * @param {number[]} seats
 */
export const mistakesOf = ({ plies }, seats) =>
  plies.filter(
    ({ seat, best, change, confirmed }) =>
      seat !== null && seats.includes(seat) && best !== "" && confirmed && change <= -COSTLY,
  );
