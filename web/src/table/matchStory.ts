// How a match went, for its end: the rounds, when each number is counted up, and what decided it.
import type { RoundResult, Seat, Table } from "../api/types";
import { t } from "../language/index.svelte";
import { otherSeat } from "./side";

/** Rupees are counted in stacks of ten, one stack a step. */
export const STACK = 10;
const STEPS_BETWEEN_ROUNDS = 3;
/** Margins up to the one are close, from the other on clear. */
const CLOSE_RUPEES = 10;
const CLEAR_RUPEES = 30;

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

/** One line: how a match was decided, or how it stood when it was given up. `order` is that of the players shown. */
export function whatDecided(
  table: Table,
  order: readonly [Seat, Seat],
  nameOf: (seat: Seat) => string | null,
): string | null {
  const { rounds, ended, winner } = table;
  const messages = t().story.decided;
  const seals = order.map((seat) => rounds.filter(({ seal }) => seal === seat).length) as [number, number];
  if (ended === "unfinished") return messages.unfinished(rounds.length);
  if (winner === null) return null;
  if (ended !== "seals") return rounds.length === 0 ? messages.noRound : messages.seals(seals);
  const last = rounds.at(-1);
  if (last === undefined) return null;
  return byLastRound(last, rounds.length) ?? byMargins(table, winner, nameOf);
}

/** Where something else than rupees has ended or decided the last round. */
function byLastRound(last: RoundResult, round: number): string | null {
  const messages = t().story.decided;
  if (last.end === "forfeit") return messages.forfeit(round);
  const margin = marginOf(last);
  if (margin === 0) {
    const [a, b] = last.scores;
    const bonus = a.bonus_tokens !== b.bonus_tokens;
    const [x, y] = bonus ? [a.bonus_tokens, b.bonus_tokens] : [a.goods_tokens, b.goods_tokens];
    return (bonus ? messages.byBonus : messages.byGoods)(round, Math.max(x, y), Math.min(x, y));
  }
  return last.end === "stopped" ? messages.stopped(round, margin) : null;
}

function byMargins({ rounds }: Table, winner: Seat, nameOf: (seat: Seat) => string | null): string {
  const messages = t().story.decided;
  const margins = rounds.filter(({ seal }) => seal === winner).map(marginOf);
  const last = margins.at(-1) ?? 0;
  if (rounds.length === 1) return messages.oneRound(last);
  if (rounds.every(({ seal }) => seal !== otherSeat(winner))) {
    const byRupees = rounds.every(({ end, seal }) => seal === null || end !== "forfeit") && !margins.includes(0);
    if (!byRupees || margins.length !== 2) return messages.straightLast(last);
    const [first] = margins as [number, number];
    if (Math.max(...margins) <= CLOSE_RUPEES) return messages.straightClose(first, last);
    return Math.min(...margins) >= CLEAR_RUPEES ? messages.straightClear(first, last) : messages.straight(first, last);
  }
  const total = (seat: Seat): number => rounds.reduce((sum, { rupees }) => sum + rupees[seat], 0);
  const [won, lost] = [total(winner), total(otherSeat(winner))];
  if (lost > won) return messages.againstRupees(rounds.length, last, won, lost);
  if (rounds.length === 3 && rounds[0]?.seal === otherSeat(winner)) return messages.comeback(nameOf(winner), last);
  return messages.inRound(rounds.length, last);
}

function marginOf({ rupees }: RoundResult): number {
  return Math.abs(rupees[0] - rupees[1]);
}

/** A word to who has played: one for the winner, a kind one for the loser. */
export function wordTo(seat: Seat, table: Table): string | null {
  if (table.winner === null) return null;
  const messages = t().story;
  if (table.winner === seat) return messages.wordToWinner;
  const last = table.rounds.at(-1);
  const close =
    table.ended === "seals" && last !== undefined && last.end !== "forfeit" && marginOf(last) <= CLOSE_RUPEES;
  return close ? messages.wordToCloseLoser : messages.wordToLoser;
}
