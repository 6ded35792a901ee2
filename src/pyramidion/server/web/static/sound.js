// @ts-check
// Small sounds of wood, made here; they can be off.

/** @typedef {{pitch: number, length: number, knocks: number[], bright?: boolean}} Tone */

/** @type {Record<string, Tone>} pitch in hertz, length in seconds, and when it knocks */
const TONES = {
  rattle: { pitch: 900, length: 0.05, knocks: [0, 0.07, 0.12, 0.2] },
  thud: { pitch: 190, length: 0.16, knocks: [0] },
  knock: { pitch: 340, length: 0.1, knocks: [0, 0.09] },
  chime: { pitch: 620, length: 0.5, knocks: [0, 0.16, 0.32], bright: true },
  ping: { pitch: 780, length: 0.25, knocks: [0], bright: true },
};
/** @type {Tone} */
const PLAIN = { pitch: 420, length: 0.08, knocks: [0] };

/** @type {{context: AudioContext | null}} */
const audio = { context: null };

export const soundIsOn = () => localStorage.getItem("sound") !== "off";

export function switchSound() {
  localStorage.setItem("sound", soundIsOn() ? "off" : "on");
}

/** @param {import("./types.js").EventData[]} events */
export function sound(events) {
  if (!soundIsOn() || !navigator.userActivation?.hasBeenActive) return;
  const name = events.map((event) => event.sound).find(Boolean) ?? "";
  const tone = TONES[name] ?? PLAIN;
  const context = (audio.context ??= new AudioContext());
  tone.knocks.forEach((delay, index) => knock(context, tone, context.currentTime + delay, index));
}

/**
 * A block of wood: two partials that die away at once, and the click of the blow.
 * @param {AudioContext} context
 * @param {Tone} tone
 * @param {number} start
 * @param {number} index
 */
function knock(context, { pitch, length, bright }, start, index) {
  const base = bright ? pitch * (1 + index / 4) : pitch * (1 + 0.08 * Math.sin(7 * index));
  partial(context, base, 0.16, start, length);
  partial(context, base * 2.71, 0.05, start, length / 2);
  if (!bright) partial(context, base * 5.4, 0.03, start, 0.015);
}

/**
 * @param {AudioContext} context
 * @param {number} pitch
 * @param {number} loud
 * @param {number} start
 * @param {number} length
 */
function partial(context, pitch, loud, start, length) {
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  tone.frequency.value = pitch;
  tone.type = "sine";
  volume.gain.setValueAtTime(loud, start);
  volume.gain.exponentialRampToValueAtTime(0.0005, start + length);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + length);
}
