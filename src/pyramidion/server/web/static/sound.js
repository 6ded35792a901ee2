// @ts-check
// Small sounds, made here; they can be off.

/** @type {Record<string, [number, number]>} pitch in hertz and length in seconds */
const TONES = { rattle: [180, 0.08], thud: [110, 0.16], knock: [130, 0.14], chime: [520, 0.3], ping: [400, 0.12] };
/** @type {[number, number]} */
const PLAIN = [260, 0.05];

/** @type {{context: AudioContext | null}} */
const audio = { context: null };

export const soundIsOn = () => localStorage.getItem("sound") !== "off";

export function switchSound() {
  localStorage.setItem("sound", soundIsOn() ? "off" : "on");
  return String(soundIsOn());
}

/** @param {import("./types.js").EventData[]} events */
export function sound(events) {
  if (!soundIsOn() || !navigator.userActivation?.hasBeenActive) return;
  const name = events.map((event) => event.sound).find(Boolean) ?? "";
  const [pitch, length] = TONES[name] ?? PLAIN;
  const context = (audio.context ??= new AudioContext());
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = pitch;
  tone.type = "triangle";
  volume.gain.setValueAtTime(0.12, context.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + length);
  tone.connect(volume).connect(context.destination);
  tone.start();
  tone.stop(context.currentTime + length);
}
