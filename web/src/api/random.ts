// Random identifiers. Over plain http there is no crypto.randomUUID, but getRandomValues is everywhere.

/** `bytes` random bytes as hexadecimal digits. */
export function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, "0")).join("");
}

/** An idempotency key: the server answers a repeated key with its first answer. */
export function newKey(): string {
  return randomHex(12);
}

/** This seat's part of the shuffle: 16 random bytes. */
export function newNonce(): string {
  return randomHex(16);
}
