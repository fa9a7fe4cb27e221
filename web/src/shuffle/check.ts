// The check of a shuffle after the match: the cards are dealt again from the published numbers, by the
// steps of docs/notation.md, and compared with the record and with what this browser was told before.
import type { Card, MatchRecord, Proof, RoundRecord, Ruleset, Seat } from "../api/types";
import { sorted, type ShuffleMemory } from "./memory";
import { fromHex, sha256, sha256Hex } from "./sha256";

/** What may be wrong: the published numbers, the deal of a round, or that they were told otherwise before. */
export type ShuffleFault = "numbers" | "deal" | "told";

/**
 * `fair`: nobody could choose the cards. `matches`: the cards follow from the published numbers, but this
 * browser did not see these before the match.
 */
export type ShuffleVerdict = { kind: "fair" | "matches" } | { kind: "wrong"; fault: ShuffleFault };

const CARD_ORDER: readonly Card[] = ["D", "G", "S", "C", "P", "L", "K"];
const NO_NONCE = "0".repeat(32);

/** Check the shuffle of a match, as `seat`, or as a spectator. */
export function checkShuffle(
  proof: Proof,
  record: MatchRecord,
  ruleset: Ruleset,
  memory: ShuffleMemory | null,
  seat: Seat | null,
): ShuffleVerdict {
  if (!numbersHold(proof)) return { kind: "wrong", fault: "numbers" };
  const rounds = record.rounds.map((round, index): [number, RoundRecord] => [index + 1, round]);
  for (const [number, round] of rounds) {
    if (number >= proof.from_round && !dealHolds(round, proof, number, ruleset))
      return { kind: "wrong", fault: "deal" };
  }
  if (memory === null || seat === null || proof.format === "jaipur-proof/1") return { kind: "matches" };
  const told =
    toldHolds(proof, memory, seat) && rounds.every(([n, round]) => dealWasTold(round, memory, n, ruleset, seat));
  return told ? { kind: "fair" } : { kind: "wrong", fault: "told" };
}

function numbersHold(proof: Proof): boolean {
  return (
    sha256Hex(proof.secret) === proof.commitment &&
    proof.nonces.every((nonce, seat) => {
      const promised = proof.commitments[seat] ?? null;
      return promised === null || sha256Hex(nonce) === promised;
    }) &&
    sha256Hex(proof.secret + proof.nonces[0] + proof.nonces[1]) === proof.seed
  );
}

function dealHolds(round: RoundRecord, proof: Proof, number: number, ruleset: Ruleset): boolean {
  const deal = dealOf(proof.seed, number, ruleset);
  const byLot = number === 1 && proof.first === null;
  return (
    round.deck === deal.deck &&
    Object.entries(deal.bonus).every(([pile, values]) => String(round.bonus[pile]) === String(values)) &&
    (!byLot || round.first === deal.first)
  );
}

function toldHolds(proof: Proof, memory: ShuffleMemory, seat: Seat): boolean {
  const other = proof.nonces[1 - seat]!;
  const bound =
    memory.other === null
      ? other === NO_NONCE
      : memory.other.commitment === null
        ? other === memory.other.nonce
        : sha256Hex(other) === memory.other.commitment;
  return proof.commitment === memory.server && proof.nonces[seat] === memory.nonce && bound;
}

/** Whether the cards that this browser was shown are those of the record. */
function dealWasTold(round: RoundRecord, memory: ShuffleMemory, number: number, ruleset: Ruleset, seat: Seat): boolean {
  const [own, market] = memory.dealt[number] ?? ["", ""];
  const each = ruleset.deal_size;
  const hand = round.deck.slice(seat * each, (seat + 1) * each);
  const laidOut = round.deck.slice(2 * each, 2 * each + ruleset.market_size - ruleset.camels_laid_out);
  return (
    (own === "" || own === sorted(hand)) &&
    (market === "" || market === sorted(laidOut + "K".repeat(ruleset.camels_laid_out)))
  );
}

/** The deal of a round, as a record has it. */
export function dealOf(seed: string, number: number, ruleset: Ruleset): Pick<RoundRecord, "first" | "deck" | "bonus"> {
  const bytes = randomBytes(fromHex(seed), number);
  const first = (bytes.next().value % 2) as Seat;
  const cards = CARD_ORDER.flatMap((card) =>
    Array<Card>(ruleset.cards[card] - (card === "K" ? ruleset.camels_laid_out : 0)).fill(card),
  );
  const deck = shuffled(cards, bytes).join("");
  const piles = Object.entries(ruleset.bonus).map(([pile, values]) => [pile, shuffled(values, bytes)] as const);
  return { first, deck, bonus: Object.fromEntries(piles) };
}

function* randomBytes(seed: Uint8Array, number: number): Generator<number, never> {
  for (let block = 0; ; block++) {
    const message = new Uint8Array(40);
    message.set(seed);
    new DataView(message.buffer).setUint32(32, number);
    new DataView(message.buffer).setUint32(36, block);
    yield* sha256(message);
  }
}

function shuffled<T>(things: readonly T[], bytes: Generator<number, never>): T[] {
  const order = [...things];
  for (let size = order.length; size > 1; size--) {
    const other = numberBelow(size, bytes);
    [order[size - 1], order[other]] = [order[other]!, order[size - 1]!];
  }
  return order;
}

function numberBelow(bound: number, bytes: Generator<number, never>): number {
  for (;;) {
    const byte = bytes.next().value;
    if (byte < 256 - (256 % bound)) return byte % bound;
  }
}
