import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { MatchRecord, Proof, Ruleset } from "../api/types";
import { checkShuffle } from "./check";
import { sorted, type ShuffleMemory } from "./memory";

const VECTORS = readFileSync(join(import.meta.dirname, "../../../tests/golden/shuffles.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as { proof: Proof; record: MatchRecord });
const RULESETS = {
  standard: { "3": [1, 1, 2, 2, 3, 3], "4": [4, 4, 5, 5, 6, 6], "5": [8, 8, 9, 9, 10, 10] },
  box: { "3": [1, 1, 2, 2, 2, 3, 3], "4": [4, 4, 5, 5, 6, 6], "5": [8, 8, 9, 10, 10] },
};

function ruleset(name: string): Ruleset {
  return {
    name,
    cards: { D: 6, G: 6, S: 6, C: 8, P: 8, L: 10, K: 11 },
    bonus: RULESETS[name as keyof typeof RULESETS],
    deal_size: 5,
    market_size: 5,
    camels_laid_out: 3,
  } as unknown as Ruleset;
}

const { proof, record } = VECTORS[0]!;
const RULES = ruleset("standard");

/** What the browser of seat 1 remembers: the opener had committed to a nonce. */
function memory(): ShuffleMemory {
  const deck = record.rounds[0]!.deck;
  return {
    nonce: proof.nonces[1],
    server: proof.commitment,
    other: { nonce: null, commitment: proof.commitments[0] },
    dealt: { "1": [sorted(deck.slice(5, 10)), sorted(`${deck.slice(10, 12)}KKK`)] },
  };
}

describe("a shuffle", () => {
  it("deals the test vectors", () => {
    expect(VECTORS.map((vector) => vector.record.ruleset)).toEqual(["standard", "box"]);
    for (const vector of VECTORS) {
      expect(vector.record.rounds).toHaveLength(3);
      const found = checkShuffle(vector.proof, vector.record, ruleset(vector.record.ruleset), null, null);
      expect(found).toEqual({ kind: "matches" });
    }
  });

  it("is fair if all is as it was told before the match", () => {
    expect(checkShuffle(proof, record, RULES, memory(), 1)).toEqual({ kind: "fair" });
    const opener: ShuffleMemory = {
      nonce: proof.nonces[0],
      server: proof.commitment,
      other: { nonce: proof.nonces[1], commitment: null },
      dealt: {},
    };
    expect(checkShuffle(proof, record, RULES, opener, 0)).toEqual({ kind: "fair" });
  });

  it("is not called fair by a spectator, nor by the rules of version 1", () => {
    expect(checkShuffle(proof, record, RULES, memory(), null)).toEqual({ kind: "matches" });
    const old: Proof = { ...proof, format: "jaipur-proof/1", commitments: [null, null] };
    expect(checkShuffle(old, record, RULES, memory(), 1)).toEqual({ kind: "matches" });
  });

  it.each<[string, Partial<Proof>]>([
    ["secret", { secret: "00".repeat(32) }],
    ["commitment", { commitment: "00".repeat(32) }],
    ["nonce", { nonces: ["00".repeat(16), proof.nonces[1]] }],
    ["other nonce", { nonces: [proof.nonces[0], "00".repeat(16)] }],
    ["promise", { commitments: ["00".repeat(32), null] }],
    ["seed", { seed: "00".repeat(32) }],
  ])("has numbers that fit together: %s", (_, change) => {
    const found = checkShuffle({ ...proof, ...change }, record, RULES, memory(), 1);
    expect(found).toEqual({ kind: "wrong", fault: "numbers" });
  });

  it("gives every deck, every pile and the first starter", () => {
    const wrong = { kind: "wrong", fault: "deal" };
    for (const [index, round] of record.rounds.entries()) {
      for (const change of [
        { deck: [...round.deck].reverse().join("") },
        { bonus: { ...round.bonus, "5": [...round.bonus["5"]!].reverse() } },
      ]) {
        const rounds = record.rounds.with(index, { ...round, ...change });
        expect(checkShuffle(proof, { ...record, rounds }, RULES, memory(), 1)).toEqual(wrong);
        const later = { ...proof, from_round: index + 2 };
        expect(checkShuffle(later, { ...record, rounds }, RULES, null, null).kind).toBe("matches");
      }
    }
    const first = record.rounds[0]!;
    const rounds = record.rounds.with(0, { ...first, first: first.first === 0 ? 1 : 0 });
    expect(checkShuffle(proof, { ...record, rounds }, RULES, memory(), 1)).toEqual(wrong);
    expect(checkShuffle({ ...proof, first: 1 }, { ...record, rounds }, RULES, memory(), 1).kind).toBe("fair");
  });

  it.each<[string, Partial<ShuffleMemory>]>([
    ["the server's commitment", { server: "00".repeat(32) }],
    ["the own nonce", { nonce: "00".repeat(16) }],
    ["the other's commitment", { other: { nonce: null, commitment: "00".repeat(32) } }],
    ["the other's nonce", { other: { nonce: "00".repeat(16), commitment: null } }],
    ["a level instead of a player", { other: null }],
    ["the own cards", { dealt: { "1": ["DDDGG", ""] } }],
    ["the market", { dealt: { "2": ["", "DDKKK"] } }],
  ])("is not fair if something else was told before: %s", (_, change) => {
    const found = checkShuffle(proof, record, RULES, { ...memory(), ...change }, 1);
    expect(found).toEqual({ kind: "wrong", fault: "told" });
  });
});
