// The types of the API; docs/api.md and docs/notation.md describe them.

/** The goods, in the order of the rulebook. */
export const GOODS = ["D", "G", "S", "C", "P", "L"] as const;
export type Good = (typeof GOODS)[number];
export type Card = Good | "K";
/** Cards as letters, sorted unless their order matters. */
export type Cards = string;
/** `+D`, `+K`, `+DG-LK`, `$D3`. */
export type MoveText = string;
export type Seat = 0 | 1;
export type Tokens = Partial<Record<Good, number[]>>;
/** The number of sold cards that earns a token of the pile, as a JSON key; the last one is for more cards too. */
export type BonusPile = string;

/** A seat as its own player sees it. */
export interface OwnSeat {
  hand: Cards;
  herd: number;
  goods: Tokens;
  bonus: Record<BonusPile, number[]>;
}

/** A seat as everybody sees it. */
export interface PublicSeat {
  hand: number;
  known: Cards;
  shown: Cards;
  herd: number;
  goods: Tokens;
  /** How many of each pile; their values are hidden until the round is over. */
  bonus: Record<BonusPile, number>;
}

/** What is revealed at the end of a round. */
export interface RevealedRound {
  end: RoundEnd;
  rupees: [number, number];
  seal: Seat | null;
  hands: [Cards, Cards];
  herds: [number, number];
  bonus: [Record<BonusPile, number[]>, Record<BonusPile, number[]>];
}

export type RoundEnd = "deck" | "tokens" | "forfeit" | "stopped" | "limit";

interface AnyView {
  format: "jaipur-view/1";
  ruleset: string;
  turn: Seat | null;
  round: number;
  ply: number;
  first: Seat;
  seals: [number, number];
  market: Cards;
  deck: number;
  discard: Partial<Record<Good, number>>;
  tokens: Record<Good, number[]>;
  bonus: Record<BonusPile, number>;
  start: Cards;
  history: [MoveText, Cards][];
  last: MoveText | null;
  over: RevealedRound | null;
  /** The market by slot, from the left. */
  slots: Cards;
  /** The number of the event that led to this position; a move names it. */
  seq: number;
}

export interface SeatView extends AnyView {
  seat: Seat;
  you: OwnSeat;
  opponent: PublicSeat;
  moves: MoveText[];
}

export interface PublicView extends AnyView {
  seat: null;
  seats: [PublicSeat, PublicSeat];
}

export type View = SeatView | PublicView;

export interface Player {
  name: string;
  level: string | null;
  ready: boolean;
  away: number | null;
  claim_at: number | null;
  offers_rematch: boolean;
}

export interface Score {
  goods: number;
  bonus: number;
  camel: number;
  rupees: number;
  bonus_tokens: number;
  goods_tokens: number;
}

export interface RoundResult {
  first: Seat;
  end: RoundEnd;
  by: Seat | null;
  rupees: [number, number];
  seal: Seat | null;
  scores: [Score, Score];
  goods: [Tokens, Tokens];
  bonus: [Record<BonusPile, number[]>, Record<BonusPile, number[]>];
  herds: [number, number];
}

export type Status = "open" | "shuffling" | "playing" | "between" | "over";
export type MatchEnd = "seals" | "resigned" | "abandoned" | "claimed" | "aborted" | "withdrawn" | "unfinished";

export interface Table {
  status: Status;
  players: [Player | null, Player | null];
  waits_for: Seat[];
  deadline: number | null;
  taken_back: number;
  can_take_back: boolean;
  rounds: RoundResult[];
  ended: MatchEnd | null;
  by: Seat | null;
  winner: Seat | null;
  rematch: string | null;
}

interface AnyEvent {
  format: "jaipur-event/1";
  game: string;
  seq: number;
  at: number;
  table: Table;
  view: View | null;
  /** Only in the open replay of a finished match. */
  views?: [SeatView | null, SeatView | null];
}

export type Moved = AnyEvent & {
  type: "moved";
  seat: Seat;
  move: MoveText;
  /** The slots that were emptied, from 0. */
  slots: number[];
  drawn: Cards;
  tokens: number[];
  bonus: { pile: number; value: number | null } | null;
};

export type RoundOver = AnyEvent & RoundResult & { type: "round_over"; round: number; next_first: Seat | null };

export type GameEvent =
  | (AnyEvent & { type: "snapshot" })
  | (AnyEvent & Contribution & { type: "joined"; seat: Seat; name: string; level: string | null })
  | (AnyEvent & { type: "revealed"; seat: Seat; nonce: string })
  | (AnyEvent & { type: "dealt"; round: number; first: Seat })
  | Moved
  | (AnyEvent & { type: "taken_back"; seat: Seat; to: number })
  | (AnyEvent & { type: "ready"; seat: Seat })
  | RoundOver
  | (AnyEvent & { type: "match_over"; ended: MatchEnd; by: Seat | null; winner: Seat | null })
  | (AnyEvent & { type: "offered"; seat: Seat; what: "rematch"; rematch: string })
  | (AnyEvent & { type: "away"; seat: Seat; since: number })
  | (AnyEvent & { type: "back"; seat: Seat | null; since?: number; until?: number });

/** `record`: a match that was imported from a file. */
export type Against = "level" | "friend" | "self" | "record";

/** A position of a finished match from which a new game starts. */
export interface Begin {
  game: string;
  seq: number;
  seat?: Seat;
}

export interface Terms {
  against: Against;
  level: string | null;
  /** Whether the level follows the user's results. */
  adapts: boolean;
  ruleset: string;
  first: Seat | null;
  time: number | null;
  seals: number;
  memory_aids: boolean;
  watchable: boolean;
  hints: boolean;
  take_backs: boolean;
  /** The names of two at one screen, if they have given any. */
  names: [string, string] | null;
  begin: Begin | null;
}

/** The levels, the weakest first, the ratings that can be played between them, and whether there are hints. */
export interface Levels {
  levels: Level[];
  dial: { lowest: number; highest: number };
  hints: boolean;
}

/** The opponent at the user's own level: its rating, and how many of the latest matches the user has won. */
export interface EvenMatch {
  rating: number;
  won: number;
  matches: number;
}

export interface NewGame {
  against: Against;
  level?: string;
  ruleset?: string;
  first?: "lot" | "me" | "other";
  time?: 90 | 259200 | null;
  memory_aids?: boolean;
  watchable?: boolean;
  listed?: boolean;
  hints?: boolean;
  take_backs?: boolean;
  names?: [string, string];
  begin?: Begin;
}

/** What a seat has contributed to the shuffle; the nonce is null until it is revealed. */
export interface Contribution {
  nonce: string | null;
  commitment: string | null;
}

/** What is known of a shuffle before the match. */
export interface ShuffleInfo {
  /** SHA-256 of the server's secret. */
  commitment: string;
  nonces: [Contribution | null, Contribution | null];
}

/** What is published of a shuffle after the match. */
export interface Proof {
  format: "jaipur-proof/1" | "jaipur-proof/2";
  commitment: string;
  secret: string;
  nonces: [string, string];
  commitments: [string | null, string | null];
  seed: string;
  first: Seat | null;
  from_round: number;
}

/** The deals in a record of a match. */
export interface MatchRecord {
  ruleset: string;
  rounds: RoundRecord[];
}

export interface RoundRecord {
  first: Seat;
  deck: Cards;
  bonus: Record<BonusPile, number[]>;
}

export interface GameInfo extends ShuffleInfo {
  id: string;
  seats: Seat[];
  yours: boolean;
  terms: Terms;
  created_at: number;
  invitation: string | null;
  /** The own seat that was given to a level, while it can be taken back. */
  lost_seat: { seat: Seat; until: number } | null;
  table: Table;
  seq: number;
}

export interface InvitationInfo extends ShuffleInfo {
  game: string;
  yours: boolean;
  open: boolean;
  by: string;
  terms: Terms;
}

export interface LobbyGame {
  id: string;
  status: Status;
  names: [string | null, string | null];
  ruleset: string;
  time: number | null;
  against: Against;
  level: string | null;
  seats: Seat[];
  your_turn: boolean;
  deadline: number | null;
  updated_at: number;
  result: { winner: Seat | null; seals: [number, number] } | null;
  /** The match that an offered rematch follows, until somebody sits down in it. */
  rematch_of: string | null;
  invitation: string | null;
}

export interface Lobby {
  invitations: LobbyGame[];
  mine: LobbyGame[];
  watch: LobbyGame[];
}

export interface Me {
  id: string | null;
  name: string | null;
}

export interface SignInLink {
  link: string;
  token: string;
  expires: number;
}

export interface Level {
  name: string;
  title: string;
  sentence: string;
  rating: number | null;
  ratings: Record<string, number | null>;
}

export interface Ruleset {
  name: string;
  cards: Record<Card, number>;
  tokens: Record<Good, number[]>;
  bonus: Record<BonusPile, number[]>;
  precious: Good[];
  camel_token: number;
  market_size: number;
  deal_size: number;
  hand_limit: number;
  precious_minimum: number;
  exchange_minimum: number;
  camels_laid_out: number;
  kinds_to_end: number;
  /** A round is stopped and scored after so many moves. */
  ply_limit: number;
  /** From this ply on, a table shows how many moves are left. */
  ply_warning: number;
  /** The fields that differ from the default ruleset. */
  differs: string[];
}

export interface Explained {
  refusal: Refusal | null;
  sentence: string | null;
}

export interface Hint {
  move: MoveText;
  win: number;
  error: number;
}

export interface Hints {
  seq: number;
  hints: Hint[];
}

/** Why the rules refuse a move; each has a sentence in every language. */
export const REFUSALS = [
  "not_a_move",
  "round_over",
  "not_your_turn",
  "hand_limit",
  "not_in_market",
  "not_in_hand",
  "not_in_herd",
  "exchange_needs_two",
  "exchange_uneven",
  "same_good_both_ways",
  "camels_not_exchangeable",
  "camels_not_sold",
  "precious_needs_two",
  "nothing_to_sell",
] as const;
export type Refusal = (typeof REFUSALS)[number];

/** Codes of problems with a request; `offline` (no answer) and `bad_answer` are the page's own. */
export const PROBLEM_CODES = [
  "bad_request",
  "bad_name",
  "reserved_name",
  "bad_record",
  "not_signed_in",
  "wrong_origin",
  "wrong_host",
  "not_found",
  "method_not_allowed",
  "link_gone",
  "stale",
  "seat_taken",
  "not_seated",
  "not_started",
  "wrong_nonce",
  "nothing_to_reveal",
  "match_running",
  "match_over",
  "round_running",
  "no_take_back",
  "nothing_to_take_back",
  "no_hints",
  "no_engine",
  "too_early",
  "unknown_level",
  "unknown_ruleset",
  "too_large",
  "too_many",
  "too_many_games",
  "unavailable",
  "broken",
  "offline",
  "bad_answer",
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];
