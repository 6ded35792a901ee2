// @ts-check
// Hashes and signatures, by WebCrypto alone: SHA-256, HMAC-SHA-256 and Ed25519.

const encoder = new TextEncoder();

/** @param {string} text */
export const bytesOf = (text) => encoder.encode(text);

/** @param {ArrayBuffer | Uint8Array} bytes */
export const hexOf = (bytes) => [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** @param {string} hex */
export const bytesFrom = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** @param {number} count */
export const randomBytes = (count) => crypto.getRandomValues(new Uint8Array(count));

// Pages that come over plain HTTP from another machine have no WebCrypto.
export const canHash = () => globalThis.crypto?.subtle !== undefined;

/** @param {Uint8Array<ArrayBuffer>} bytes */
export const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

/**
 * The hash of parts with a line feed between them.
 * @param {(string | Uint8Array<ArrayBuffer>)[]} parts
 */
export async function hashOf(...parts) {
  const pieces = parts.flatMap((part, place) => {
    const bytes = typeof part === "string" ? bytesOf(part) : part;
    return place ? [Uint8Array.of(10), bytes] : [bytes];
  });
  return hexOf(await digest(new Uint8Array(await new Blob(pieces).arrayBuffer())));
}

/**
 * The commitment to a move, which tells nothing about it without the salt.
 * @param {string} salt
 * @param {string} move
 */
export const commitmentTo = (salt, move) => hashOf("pyramidion secret", bytesFrom(salt), move);

/**
 * The head of a journal after a line.
 * @param {string} head
 * @param {string} line
 */
export const nextHead = (head, line) => hashOf("pyramidion journal", head, line);

/**
 * An HMAC as a number.
 * @param {string} key in hexadecimal digits
 * @param {string} text
 */
export async function hmacNumber(key, text) {
  const secret = await crypto.subtle.importKey("raw", bytesFrom(key), { name: "HMAC", hash: "SHA-256" }, false, [
    "sign",
  ]);
  return BigInt(`0x${hexOf(await crypto.subtle.sign("HMAC", secret, bytesOf(text)))}`);
}

/**
 * Did the owner of a public key sign a text?
 * @param {string} key in hexadecimal digits
 * @param {string} signature in hexadecimal digits
 * @param {string} text
 */
export async function isSigned(key, signature, text) {
  try {
    const known = await crypto.subtle.importKey("raw", bytesFrom(key), "Ed25519", false, ["verify"]);
    return await crypto.subtle.verify("Ed25519", known, bytesFrom(signature), bytesOf(text));
  } catch (error) {
    if (error instanceof DOMException && error.name === "NotSupportedError") throw error;
    return false;
  }
}

/**
 * What a seat signs: an action, and the head of the journal after the entry that it had seen.
 * @param {string} table
 * @param {number} seat
 * @param {{number: number, head: string}} seen
 * @param {(string | number)[]} words
 */
export const actionText = (table, seat, seen, words) =>
  ["pyramidion action", table, seat, seen.number, seen.head, ...words].join("\n");
