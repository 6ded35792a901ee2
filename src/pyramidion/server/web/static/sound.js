// Small sounds, made here; they can be off.
let context = null;
const TONES = { rolled: [180, 0.08], captured: [110, 0.16], bumped: [130, 0.14], over: [520, 0.3], hint: [400, 0.12] };
const PLAIN = [260, 0.05];

export const soundIsOn = () => localStorage.getItem("sound") !== "off";

export function switchSound() {
  localStorage.setItem("sound", soundIsOn() ? "off" : "on");
  return String(soundIsOn());
}

export function sound(events) {
  if (!soundIsOn() || !navigator.userActivation?.hasBeenActive) return;
  const kind = events.map((event) => event.kind).find((name) => name in TONES);
  const [pitch, length] = TONES[kind] ?? PLAIN;
  context ??= new AudioContext();
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
