// Quiet sounds, synthesised with Web Audio: there are no sound files.
import { settings } from "./state/settings.svelte";

export type Sound = "card" | "token" | "turn" | "seal" | "no" | "clock";

const VOLUME = 0.16;
let context: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Play a sound, if sounds are on and the browser allows it. */
export function playSound(name: Sound): void {
  if (!settings.sound || typeof AudioContext === "undefined" || document.hidden) return;
  // Browsers allow sound only after the user has touched the page.
  if (context === null) {
    if (!(navigator.userActivation?.hasBeenActive ?? true)) return;
    context = new AudioContext();
  }
  if (context.state === "suspended") void context.resume();
  SOUNDS[name](context, context.currentTime + 0.01);
}

const SOUNDS: Record<Sound, (to: AudioContext, at: number) => void> = {
  card: (to, at) => rustle(to, at, 1800, 0.07, 0.5),
  token: (to, at) => {
    tone(to, at, 2300, 0.05, 0.22);
    tone(to, at + 0.035, 3100, 0.06, 0.14);
  },
  turn: (to, at) => {
    tone(to, at, 523, 0.22, 0.3);
    tone(to, at + 0.12, 784, 0.32, 0.26);
  },
  seal: (to, at) => {
    tone(to, at, 110, 0.3, 0.9);
    rustle(to, at, 500, 0.16, 0.8);
  },
  clock: (to, at) => {
    tone(to, at, 1250, 0.05, 0.3);
    tone(to, at + 0.16, 1250, 0.05, 0.3);
  },
  no: (to, at) => tone(to, at, 180, 0.09, 0.3),
};

function tone(to: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  const source = to.createOscillator();
  source.type = "sine";
  source.frequency.value = pitch;
  source.connect(fading(to, at, length, loudness));
  source.start(at);
  source.stop(at + length);
}

function rustle(to: AudioContext, at: number, pitch: number, length: number, loudness: number): void {
  noise ??= whiteNoise(to);
  const source = to.createBufferSource();
  source.buffer = noise;
  const filter = to.createBiquadFilter();
  filter.type = "bandpass";
  filter.frequency.value = pitch;
  filter.Q.value = 0.8;
  source.connect(filter).connect(fading(to, at, length, loudness));
  source.start(at, 0, length);
}

function fading(to: AudioContext, at: number, length: number, loudness: number): GainNode {
  const gain = to.createGain();
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(loudness * VOLUME, at + 0.008);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(to.destination);
  return gain;
}

function whiteNoise(to: AudioContext): AudioBuffer {
  const buffer = to.createBuffer(1, to.sampleRate / 4, to.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
