// A reason why a move lost, as the server sends it: a code with its numbers. See docs/reasons.md.
import type { Good } from "../../api/types";

export const REASON_CODES = [
  "precious_left",
  "goods_left",
  "gave_away",
  "fed_other",
  "top_tokens",
  "known_cards",
  "sold_too_early",
  "sold_too_few",
  "sold_too_late",
  "larger_sale",
  "camels_left",
  "camel_token",
  "camels_spent",
  "camels_needed",
  "other_full",
  "camel_market",
  "camels_opened",
  "rich_market",
  "hand_full",
  "exchange_better",
  "take_better",
  "third_kind",
  "deck_clock",
  "unsold_cards",
] as const;
export type ReasonCode = (typeof REASON_CODES)[number];

export interface Reason {
  code: ReasonCode;
  good: Good | null;
  /** Whole numbers of the position, by name; each code has its own. */
  numbers: Partial<Record<ReasonNumber, number>>;
  /** In which share of the samples it happens after the played move, and after the best one. */
  played: number;
  best: number;
  error: number;
  explains: number;
}

export type ReasonNumber =
  | "camels"
  | "count"
  | "deck"
  | "given"
  | "hand"
  | "held"
  | "herd"
  | "known"
  | "lead"
  | "plies"
  | "room"
  | "size"
  | "sold"
  | "taken"
  | "token"
  | "tokens"
  | "top"
  | "used_up";

/** What a sentence is made of: the good, the numbers (0 where a code has none), and the shares as text. */
export interface ReasonFacts {
  good: Good;
  n: Record<ReasonNumber, number>;
  played: string;
  best: string;
}

/** A sentence for each code, in one language. */
export type ReasonSentences = Record<ReasonCode, (facts: ReasonFacts) => string>;
