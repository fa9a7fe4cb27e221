// SHA-256. Browsers have their own only over https or on the same computer, and a table in a home network
// has neither; a commitment must be made there too.

const ROUNDS = 64;
const primes = firstPrimes(ROUNDS);
// By definition: the first 32 bits of the fractional parts of roots of the first primes.
const START = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = primes.map((prime) => fraction(Math.cbrt(prime)));

/** The hash of some bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const state = Uint32Array.from(START);
  const padded = pad(message);
  for (let at = 0; at < padded.byteLength; at += 64) addBlock(state, new DataView(padded.buffer, at, 64));
  const hash = new DataView(new ArrayBuffer(32));
  state.forEach((word, index) => hash.setUint32(4 * index, word));
  return new Uint8Array(hash.buffer);
}

/** The hash of the bytes that hexadecimal digits stand for, as hexadecimal digits. */
export function sha256Hex(digits: string): string {
  return toHex(sha256(fromHex(digits)));
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function addBlock(state: Uint32Array, block: DataView): void {
  const words = new Uint32Array(ROUNDS);
  for (let i = 0; i < ROUNDS; i++) {
    if (i < 16) {
      words[i] = block.getUint32(4 * i);
    } else {
      const [early, late] = [words[i - 15]!, words[i - 2]!];
      const first = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const second = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      words[i] = words[i - 16]! + first + words[i - 7]! + second;
    }
  }
  let [a, b, c, d, e, f, g, h] = state as unknown as [number, number, number, number, number, number, number, number];
  for (let i = 0; i < ROUNDS; i++) {
    const choice = (e & f) ^ (~e & g);
    const one = (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + choice + CONSTANTS[i]! + words[i]!) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const two = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + majority) | 0;
    [a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g];
  }
  [a, b, c, d, e, f, g, h].forEach((word, index) => (state[index] = state[index]! + word));
}

/** The message, a one bit, zeros, and its length in bits: a multiple of 64 bytes. */
function pad(message: Uint8Array): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(64 * Math.ceil((message.length + 9) / 64));
  padded.set(message);
  padded[message.length] = 0x80;
  new DataView(padded.buffer).setUint32(padded.length - 4, 8 * message.length);
  return padded;
}

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function fraction(root: number): number {
  return ((root % 1) * 2 ** 32) >>> 0;
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) if (found.every((prime) => number % prime)) found.push(number);
  return found;
}
