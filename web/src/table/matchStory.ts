// How a match went, for its end: the rounds, when each number is counted up, and what decided it.
import type { RoundResult, Seat, Table } from "../api/types";
import { t } from "../language/index.svelte";
import { otherSeat } from "./side";

/** Rupees are counted in stacks of ten, one stack a step. */
export const STACK = 10;
const STEPS_BETWEEN_ROUNDS = 3;
const CLOSE_RUPEES = 10;

export interface CountedRound {
  result: RoundResult;
  /** The step in which its first stacks appear, and the one in which its seal drops. */
  start: number;
  seal: number;
}

/** The rounds of a match with the steps of their counting. */
export function countRounds(rounds: readonly RoundResult[]): CountedRound[] {
  let start = 0;
  return rounds.map((result) => {
    const seal = start + Math.ceil(Math.max(...result.rupees) / STACK) + 1;
    const counted = { result, start, seal };
    start = seal + STEPS_BETWEEN_ROUNDS;
    return counted;
  });
}

/** How much of a number of rupees has been counted in a step. */
export function countedRupees(rupees: number, { start }: CountedRound, step: number): number {
  return Math.max(0, Math.min(rupees, (step - start) * STACK));
}

/** One line: what decided a match that was won by seals; null for any other end. */
export function whatDecided(table: Table): string | null {
  const last = table.rounds.at(-1);
  if (table.ended !== "seals" || table.winner === null || last === undefined) return null;
  const margin = Math.abs(last.rupees[0] - last.rupees[1]);
  const messages = t().story;
  const lostOne = table.rounds.some(({ seal }) => seal === otherSeat(table.winner as Seat));
  if (margin === 0) return messages.decidedByTokens(table.rounds.length);
  return lostOne ? messages.decidedInRound(table.rounds.length, margin) : messages.decidedStraight(margin);
}

/** A word to who has played: one for the winner, a kind one for the loser. */
export function wordTo(seat: Seat, table: Table): string | null {
  if (table.winner === null) return null;
  const messages = t().story;
  if (table.winner === seat) return messages.wordToWinner;
  const last = table.rounds.at(-1);
  const close =
    table.ended === "seals" && last !== undefined && Math.abs(last.rupees[0] - last.rupees[1]) <= CLOSE_RUPEES;
  return close ? messages.wordToCloseLoser : messages.wordToLoser;
}
