// The types of the API, written by tools/write_shapes.py: do not edit.

export type Card = Good | "K";

/** How you can get into your account. */
export interface AccountInfo {
  name: string;
  /** Milliseconds since 1970. */
  registered_at: number;
  has_password: boolean;
  passkeys: PasskeyInfo[];
  codes_left: number;
  /** From when on the name can be changed; null: now. */
  rename_from: number | null;
  /** Whether you have proved to be the owner within ten minutes. */
  verified: boolean;
}

/** Your account, and its recovery codes, which are not shown again. */
export interface AccountMade {
  me: Me;
  codes: string[];
}

/** `record`: a match that was imported from a file. */
export type Against = "level" | "friend" | "self" | "record";

/** The move that you would play now. */
export interface AnswerMistake {
  move: string;
}

/** An answer, judged, and when the mistake comes back. */
export interface AnsweredMistake {
  tried: TriedMove;
  /** Only the answer to one that is due counts. */
  counted: boolean;
  right: number;
  due_at: number;
}

/** A seat was not seen for a while. */
export interface Away {
  format: "jaipur-event/1";
  type: "away";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  seat: Seat;
  /** Milliseconds since 1970. */
  since: number;
}

/** A seat is back; without a seat the server is, and the time was credited. */
export interface Back {
  format: "jaipur-event/1";
  type: "back";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  seat: Seat | null;
  /** Milliseconds since 1970. */
  since?: number;
  /** Milliseconds since 1970. */
  until?: number;
}

/** The position of a finished match from which a game has started. */
export interface BeginInfo {
  game: string;
  seq: number;
  seat: Seat;
}

/** A user whom you have blocked. */
export interface Block {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  since: number;
}

/** Block a user: an account by its name, or your opponent in a game. */
export interface BlockUser {
  name?: string | null;
  game?: string | null;
}

/** The users whom you have blocked, the latest first. */
export interface Blocks {
  blocks: Block[];
}

/** A bonus token that was drawn; only its owner knows the value. */
export interface BonusDrawn {
  pile: number;
  value: number | null;
}

/** The number of sold cards that earns a token of the pile; the last one is for more cards too. */
export type BonusPile = string;

/** Bonus tokens by pile; piles without any are left out. */
export type BonusTokens = Record<BonusPile, number[]>;

/** How many cards of each good there are, and camels: K. */
export interface CardCounts {
  D: number;
  G: number;
  S: number;
  C: number;
  P: number;
  L: number;
  K: number;
}

/** The cards picked so far: from the market, and from hand and herd. */
export interface CardSelection {
  take?: string;
  give?: string;
  seat?: Seat | null;
}

/** Cards, in the order of letters. */
export type Cards = string;

/** What the browser needs to make or to use a passkey, by the WebAuthn standard. */
export interface Challenge {
  options: Record<string, unknown>;
}

/** What a passkey is asked for. */
export interface ChallengeRequest {
  purpose: "register" | "add" | "login" | "verify";
  /** With `register`: the account's name. */
  name?: string | null;
}

/** What is to be changed; the rest stays. */
export interface ChangeNotices {
  /** Kinds to switch on or off. */
  kinds?: Record<"your_move" | "reminder" | "match_over" | "challenge" | "sat_down" | "rematch", boolean> | null;
  /** Equal times for no quiet hours. */
  quiet?: QuietHours | null;
  time_zone?: string | null;
  language?: "en" | "fr" | "ru" | null;
}

/** Choose who sees your profile. */
export interface ChangeProfile {
  visibility: Visibility;
}

/** The opponent is late: win the match, or let a level replace them. */
export interface ClaimRequest {
  what: "match" | "level";
  level?: string | null;
  /** Your id for this request; a repeated one gets the first answer again. */
  key?: string | null;
}

/** The clocks of both seats. */
export interface Clocks {
  /** Milliseconds that each seat has left, at the time of the last event. */
  left: [number, number];
  /** The seat whose clock runs, until `deadline`; null while both stand. */
  running: Seat | null;
}

/** A recovery code. */
export interface CodeLogin {
  code: string;
  /** Log in although the games of this browser's guest are left behind. */
  leave_guest?: boolean;
}

/** A figure of yours, beside those of the levels by name. */
export interface ComparedFigure {
  name: string;
  you: Figure | null;
  levels: Record<string, Figure>;
}

/** What a seat has contributed to the shuffle. */
export interface Contribution {
  /** Null until it is revealed. */
  nonce: string | null;
  /** SHA-256 of the nonce, if the seat began with it. */
  commitment: string | null;
}

/** A round was dealt. */
export interface Dealt {
  format: "jaipur-event/1";
  type: "dealt";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  round: number;
  first: Seat;
}

/** A browser that gets notices. */
export interface Device {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  created_at: number;
  /** When the last notice was sent to it, in milliseconds. */
  sent_at: number | null;
  failed_at: number | null;
  /** Why the last attempt failed; null after a success. */
  failure: string | null;
}

/** The ratings that can be played, as `level:1240`. */
export interface Dial {
  lowest: number;
  highest: number;
}

/** The opponent at your own level, and why it plays at this rating. */
export interface EvenMatch {
  /** Its present rating, on the scale of the levels. */
  rating: number;
  /** How many of your latest matches against levels you have won. */
  won: number;
  /** How many the latest are: five at most. */
  matches: number;
}

/** `refusal` is null if the selection can still become a move. */
export interface Explained {
  refusal: Refusal | null;
  sentence: string | null;
}

/** `move` is the typed move in the notation, if it may be played. */
export interface ExplainedMove {
  refusal: Refusal | null;
  sentence: string | null;
  move: string | null;
}

/** A face that players may show to each other. */
export type FaceCode = "smile" | "laugh" | "wink" | "surprise" | "worry" | "sorrow";

/** The address of your feed; it is shown once. */
export interface FeedLink {
  /** Whoever has it can read the feed. */
  link: string;
}

/** A figure with its 95 % interval. */
export interface Figure {
  value: number;
  low: number | null;
  high: number | null;
  /** The cases behind it: matches, rounds, sales, moves, decisions. */
  of: number;
}

/** The names of the accounts that you have marked as friends. */
export interface FriendList {
  friends: string[];
}

/** What a table tells one client: an event, the table as everybody knows it, and the view of the recipient. */
export type GameEvent = Snapshot | Joined | Revealed | Dealt | Moved | TakenBack | ReadyForRound | RoundOver | MatchOver | Offered | Away | Back | Said;

/** A game as you may know it. */
export interface GameInfo {
  /** SHA-256 of the secret behind the shuffle. */
  commitment: string;
  /** What each seat has contributed to the shuffle; null for a free seat. */
  nonces: [Contribution | null, Contribution | null];
  id: string;
  /** Your seats: [], [0], [1] or [0, 1]. */
  seats: Seat[];
  /** Whether you opened it. */
  yours: boolean;
  terms: Terms;
  created_at: number;
  /** The link for your friend, while the seat is free. */
  invitation: string | null;
  /** Your seat that was given to a level, while you can take it back. */
  lost_seat: LostSeat | null;
  table: Table;
  seq: number;
}

/** What a finished rated game did to ratings; nothing for levels. */
export interface GameRatings {
  rated: boolean;
  changes: RatingChange[];
}

/** The goods, in the order of the rulebook. */
export const GOODS = ["D", "G", "S", "C", "P", "L"] as const;
export type Good = (typeof GOODS)[number];

/** Goods, in this order. */
export type GoodsCards = string;

/** The server is up, and its database can be read and written. */
export interface Health {
  status: "ok";
  /** For `read` and `write`: `ok`; in a 503 also `unreachable`, `full`, `locked`, `read_only` or `failing`. */
  checks: Record<string, string>;
  /** Changes with the server and with the client that it serves. */
  version: string;
}

/** A move and its probability of winning the seal of this round. */
export interface Hint {
  move: MoveText;
  win: number;
  error: number;
}

/** How many moves to return. */
export interface HintRequest {
  count?: number;
}

/** The best moves, the best first. */
export interface Hints {
  seq: number;
  hints: Hint[];
  /** How many questions to the engine waited before this one. */
  waiting: number;
}

/** A page of your finished matches, the latest first. */
export interface History {
  matches: HistoryMatch[];
  /** How many matches fit the filter. */
  count: number;
  /** `after` for the next page; null on the last. */
  next: string | null;
  /** Against whom you have finished matches. */
  opponents: string[];
  /** How many older matches are not counted yet: ask again. */
  missing: number;
}

/** A finished match of yours. */
export interface HistoryMatch {
  game: string;
  ended_at: number;
  /** The name of a level, `rated`, `people` or `self`. */
  opponent: string;
  /** The level in the other seat, such as `level:1240`. */
  level: string | null;
  /** The names at the table, yours first. */
  names: [string, string];
  ruleset: string;
  result: "won" | "lost" | null;
  /** `seals`, `resigned`, `abandoned`; null if unfinished. */
  ended: string | null;
  /** Whether it was you who resigned or left. */
  gave_up: boolean;
  seals: [number, number];
  rounds: HistoryRound[];
  taken_back: number;
  /** Whether it counts in your statistics. */
  counted: boolean;
  review: HistoryReview | null;
}

/** What the review of a match says about you. */
export interface HistoryReview {
  /** What luck was worth, in matches: 0.5 turns a coin into a win. */
  luck: number;
  luck_error: number;
  /** What a decision lost on average, of the seal. */
  error: number | null;
  decisions: number;
}

/** A round of a match; in every pair your number comes first. */
export interface HistoryRound {
  /** Whether you made the first move. */
  started: boolean;
  rupees: [number, number];
  /** Whether you won the seal; null if nobody did. */
  won: boolean | null;
  /** How it ended; null for a round that was not finished. */
  end: string | null;
}

/** The game of an invitation, before the seat is taken. */
export interface InvitationInfo {
  /** SHA-256 of the secret behind the shuffle. */
  commitment: string;
  /** What each seat has contributed to the shuffle; null for a free seat. */
  nonces: [Contribution | null, Contribution | null];
  game: string;
  yours: boolean;
  open: boolean;
  by: string;
  terms: Terms;
}

/** A seat was taken. */
export interface Joined {
  format: "jaipur-event/1";
  type: "joined";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  seat: Seat;
  name: string;
  level: string | null;
  /** Null until it is revealed. */
  nonce: string | null;
  /** SHA-256 of the nonce, if the seat began with it. */
  commitment: string | null;
}

/** A request with nothing but a key. */
export interface KeyOnly {
  /** Your id for this request; a repeated one gets the first answer again. */
  key?: string | null;
}

/** Cards, in their order. */
export type LaidOutCards = string;

/** The highest ratings that are not provisional, among the profiles that you may see. */
export interface Leaderboard {
  ruleset: string;
  rows: LeaderboardRow[];
  levels: LevelRating[];
}

/** A place on the leaderboard. */
export interface LeaderboardRow {
  rank: number;
  name: string;
  you: boolean;
  results: RatingFigure;
  luck: RatingFigure | null;
  matches: number;
}

/** A level: a named strength of opponent. */
export interface Level {
  name: string;
  title: string;
  sentence: string;
  /** With the default ruleset, if measured. */
  rating: number | null;
  /** By ruleset, as far as measured. */
  ratings: Record<string, number>;
}

/** A level, and its measured rating. */
export interface LevelRating {
  level: string;
  rating: number;
}

/** The levels, the weakest first, and whether this server gives hints. */
export interface Levels {
  levels: Level[];
  dial: Dial;
  hints: boolean;
}

/** The levels that play with such an error. */
export interface LikeLevels {
  like: string[];
  weaker: string | null;
  stronger: string | null;
}

/** A token bucket: `burst` requests at once, `rate` a second in the long run. */
export interface Limit {
  burst: number;
  rate: number;
}

/** The limits of a user; an address has `address_factor` times as much. */
export interface Limits {
  limits: Record<string, Limit>;
  address_factor: number;
  streams_per_user: number;
  streams_per_address: number;
  body_limit: number;
  record_limit: number;
  heartbeat: number;
}

/** A ply of a sampled line, with the view of the seat whose decision it follows. */
export interface LineEvent {
  seat: Seat;
  move: MoveText;
  slots: number[];
  drawn: string;
  tokens: number[];
  bonus: BonusDrawn | null;
  view: Record<string, unknown>;
}

/** `device`: valid once, for ten minutes. `recovery`: for a year, or until a new one is made. */
export interface LinkRequest {
  kind: "device" | "recovery";
}

/** Open invitations, your games (those in which you must act first), games you may watch. */
export interface Lobby {
  invitations: LobbyGame[];
  mine: LobbyGame[];
  watch: LobbyGame[];
  /** Null on a server without accounts. */
  here: PeopleHere | null;
}

/** A game in the lobby. */
export interface LobbyGame {
  id: string;
  status: Status;
  names: [string | null, string | null];
  ruleset: string;
  time: number | null;
  clock: MatchClock | null;
  against: Against;
  level: string | null;
  rated: boolean;
  /** The present ratings of the seats; null for guests, levels, accounts without a rated match, and those whose profile you may not see. */
  ratings: [RatingFigure | null, RatingFigure | null];
  seats: Seat[];
  your_turn: boolean;
  deadline: number | null;
  updated_at: number;
  /** Once the match is over; null for matches of older servers. */
  result: LobbyResult | null;
  /** The match that an offered rematch follows, until somebody sits down in it. */
  rematch_of: string | null;
  invitation: string | null;
  /** Whether it is a challenge to a name that was not accepted yet. */
  challenge: "sent" | "received" | "declined" | null;
}

/** The result of a finished match. */
export interface LobbyResult {
  winner: Seat | null;
  seals: [number, number];
}

/** A seat that was given to a level and can be taken back with `POST …/seat`. */
export interface LostSeat {
  seat: Seat;
  /** Up to when, in milliseconds since 1970. */
  until: number;
}

/** The luck of the reviewed matches together, in matches. */
export interface LuckSum {
  total: number;
  error: number;
  /** The standard deviation that chance alone would give. */
  typical: number;
}

/** Mark an account as a friend, by its name. */
export interface MarkFriend {
  name: string;
}

/** A clock for the whole match (Fischer): the time at the start, and that for each move. */
export interface MatchClock {
  /** Seconds. */
  initial: number;
  /** Seconds. */
  increment: number;
}

export type MatchEnd = "seals" | "resigned" | "abandoned" | "claimed" | "aborted" | "withdrawn" | "cancelled" | "declined" | "unfinished";

/** The match is over. */
export interface MatchOver {
  format: "jaipur-event/1";
  type: "match_over";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  ended: MatchEnd;
  by: Seat | null;
  winner: Seat | null;
}

/** A match with all that is needed to replay it. There may be more fields. */
export interface MatchRecord {
  format: "jaipur-record/1";
  ruleset: string;
  /** The names of seat 0 and seat 1. */
  players: [string, string];
  /** How many seals win the match. */
  seals: number;
  rounds: RoundRecord[];
  ended: "seals" | "resigned" | "abandoned" | "unfinished";
  /** The seat that gave up the match, if one did. */
  by: Seat | null;
  winner: Seat | null;
  /** The 32 bytes that the deals came from, if they are known. Not needed to replay. */
  seed?: string;
  /** The level of each seat. */
  levels?: [string | null, string | null];
  /** How often a decision was taken back. */
  taken_back?: number;
  /** Seconds for a move, if there was such a limit. */
  time?: number;
  /** The clock of the match, if there was one. */
  clock?: MatchClock;
}

/** The current user; null fields for a visitor. */
export interface Me {
  id: string | null;
  name: string | null;
  /** Whether you have an account; guests have none. */
  account: boolean;
  /** Only if it was requested. */
  token?: string | null;
}

/** Who sat opposite. */
export interface MistakeOpponent {
  name: string | null;
  level: string | null;
}

/** A move as it is written: `+D`, `+K`, `+DG-LK`, `$D3`. */
export type MoveText = string;

/** A move was played. */
export interface Moved {
  format: "jaipur-event/1";
  type: "moved";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  seat: Seat;
  move: MoveText;
  /** The slots that were emptied, from 0. */
  slots: number[];
  /** The cards that were laid out, in drawing order. */
  drawn: LaidOutCards;
  /** The goods tokens that were taken. */
  tokens: number[];
  bonus: BonusDrawn | null;
  /** Not in moves that were not timed, as in old logs. */
  used?: number;
}

/** A name and a way back: a password, a passkey, or both. */
export interface NewAccount {
  name: string;
  password?: string | null;
  passkey?: Record<string, unknown> | null;
  passkey_name?: string | null;
  /** The code, where registration is by invitation. */
  invitation?: string | null;
}

/** A subscription of a browser, as `PushManager.subscribe` gives it. */
export interface NewDevice {
  endpoint: string;
  /** The browser's public key. */
  p256dh: string;
  /** The browser's secret. */
  auth: string;
  /** By default what the browser says that it is. */
  name?: string | null;
  /** By default that of your other notices. */
  language?: "en" | "fr" | "ru" | null;
  /** An IANA name, such as `Europe/Paris`. */
  time_zone?: string;
}

/** Make a feed, with a new secret address. */
export interface NewFeed {
  language?: "en" | "fr" | "ru";
}

/** Open a game. Your seat is 0; take it with `POST /api/games/{game}/seat`. */
export interface NewGame {
  against?: OpponentKind;
  /** The name of a level (see /api/levels), a rating such as `level:1240`, or `even`: a rating that follows your results (see /api/me/match). */
  level?: string | null;
  ruleset?: string;
  first?: "lot" | "me" | "other";
  /** Seconds for a move; not against `self`. */
  time?: 90 | 86400 | 259200 | 604800 | null;
  /** A clock for the whole match; not against `self`, nor with `time`. */
  clock?: MatchClock | null;
  memory_aids?: boolean;
  watchable?: boolean;
  /** Show the invitation in the lobby to everybody. */
  listed?: boolean;
  /** Against levels only. */
  hints?: boolean;
  /** Against levels only, without `time` and `clock`. */
  take_backs?: boolean;
  /** Whether the match changes ratings. Against a friend or one of the levels, with a time limit, without hints and `take_backs`; both need accounts. */
  rated?: boolean;
  /** Against `self` only: the names of the players on seats 0 and 1. */
  names?: [string, string] | null;
  /** Against levels only: continue from a position. */
  begin?: StartPosition | null;
  /** Against `friend` only: challenge the account with this name, for whom the other seat is reserved. */
  opponent?: string | null;
  /** Your id for this request; a repeated one gets the first answer again. */
  key?: string | null;
}

/** Create a guest. */
export interface NewGuest {
  name?: string | null;
  /** Return a bearer token, for programs, instead of setting a cookie. */
  token?: boolean;
}

/** A new passkey, and what you call it. */
export interface NewPasskey {
  name: string;
  /** What the browser's `credential.toJSON()` gives, by the WebAuthn standard. */
  passkey: Record<string, unknown>;
}

/** A new password. */
export interface NewPassword {
  /** 8 to 128 characters, none of the common ones. */
  password: string;
  /** End all your other sessions and links. */
  end_others?: boolean;
}

/** What is wrong with the opponent of a game: the name, or how they behave. */
export interface NewReport {
  kind: "name" | "behaviour";
}

/** What you have chosen about notices. */
export interface NoticesInfo {
  /** The key with which a browser subscribes. */
  public_key: string;
  devices: Device[];
  most_devices: number;
  /** Which kinds of notice are sent. */
  kinds: Record<"your_move" | "reminder" | "match_over" | "challenge" | "sat_down" | "rematch", boolean>;
  quiet: QuietHours | null;
  /** An IANA name, such as `Europe/Paris`. */
  time_zone: string;
  language: "en" | "fr" | "ru";
  /** Whether there is a feed. */
  feed: boolean;
}

/** A seat offers a rematch, or accepts it. */
export interface Offered {
  format: "jaipur-event/1";
  type: "offered";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  seat: Seat;
  what: "rematch";
  /** The new game. */
  rematch: string;
}

export type OpponentKind = "level" | "friend" | "self";

/** Matches won against an opponent, by you and by the levels. */
export interface OpponentResult {
  opponent: string;
  you: Figure;
  levels: Record<string, Figure>;
}

/** A decision of yours that lost, in a match that was reviewed. */
export interface OwnMistake {
  game: string;
  round: number;
  ply: number;
  seat: Seat;
  grade: "fine" | "inaccuracy" | "mistake" | "blunder";
  /** What it lost of the probability of the seal. */
  lost: number;
  ended_at: number;
  opponent: MistakeOpponent;
  /** How often in a row you have found a better move. */
  right: number;
  /** In milliseconds; 0 before the first answer. */
  due_at: number;
}

/** Your mistakes that are due. */
export interface OwnMistakes {
  /** How many are due now. */
  due: number;
  total: number;
  /** When the next one of the others is due. */
  next_due_at: number | null;
  /** The first 50 that are due. */
  mistakes: OwnMistake[];
}

/** A seat with everything that it knows of itself. */
export interface OwnSeat {
  hand: GoodsCards;
  herd: number;
  goods: Tokens;
  bonus: BonusTokens;
}

/** The game in which you have been paired, or null: then ask again at once. */
export interface Pairing {
  game: string | null;
}

/** A passkey of your account. */
export interface PasskeyInfo {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  created_at: number;
  used_at: number | null;
}

/** A passkey that has signed the challenge. */
export interface PasskeyLogin {
  /** What the browser's `credential.toJSON()` gives, by the WebAuthn standard. */
  passkey: Record<string, unknown>;
  /** Log in although the games of this browser's guest are left behind. */
  leave_guest?: boolean;
}

/** What you call a passkey. */
export interface PasskeyName {
  name: string;
}

/** Name and password. */
export interface PasswordLogin {
  name: string;
  /** 8 to 128 characters, none of the common ones. */
  password: string;
  /** Return a bearer token, for programs, instead of setting a cookie. */
  token?: boolean;
  /** Log in although the games of this browser's guest are left behind. */
  leave_guest?: boolean;
}

/** Who has a page open now, among those whose profile you may see; you too. */
export interface PeopleHere {
  /** By name, 200 at most. */
  people: PersonHere[];
  /** How many others have an account. */
  more: number;
  /** How many have no account. */
  guests: number;
  /** Whether others see you among them; null without an account. */
  shown: boolean | null;
}

/** An account that has a page open. */
export interface PersonHere {
  name: string;
  /** With the standard ruleset; null before the first rated match. */
  rating: RatingFigure | null;
  /** Whether they are at a table of their own. */
  playing: boolean;
}

/** What players may say to each other. */
export type Phrase = "hello" | "well_played" | "bargain" | "oops" | "lucky" | "camels" | "thinking" | "thanks";

/** Play a move. */
export interface PlayMove {
  /** A move in notation, as in `view.moves`, or in words. */
  move: string;
  /** `view.seq` of the position that you refer to. */
  seq: number;
  /** Your id for this request; a repeated one gets the first answer again. */
  key?: string | null;
}

/** The player of a seat. */
export interface Player {
  name: string;
  /** The level that plays; null for a user. */
  level: string | null;
  /** Whether the seat has confirmed the next round. */
  ready: boolean;
  /** Since when the seat has been away; null if it is present. */
  away: number | null;
  /** From when on the opponent may POST …/claim. */
  claim_at: number | null;
  offers_rematch: boolean;
  /** Of an account, as it was when it sat down; levels have it by name. */
  rating?: SeatRating;
}

/** The events of a game. */
export interface Positions {
  events: GameEvent[];
}

/** Codes of problems; the last two are the page's own. */
export const PROBLEM_CODES = ["bad_request", "bad_name", "reserved_name", "bad_record", "not_signed_in", "suspended", "wrong_origin", "wrong_host", "not_found", "too_many_devices", "bad_endpoint", "method_not_allowed", "link_gone", "stale", "seat_taken", "not_seated", "not_started", "wrong_nonce", "nothing_to_reveal", "match_running", "match_over", "round_running", "no_take_back", "nothing_to_take_back", "no_hints", "no_engine", "account_needed", "cannot_be_rated", "not_for_programs", "rated_game", "no_phrases", "too_early", "unknown_player", "unknown_level", "unknown_ruleset", "too_large", "too_many", "too_many_games", "no_accounts", "name_taken", "renamed_lately", "weak_password", "wrong_login", "verify_first", "not_an_account", "already_an_account", "registration_closed", "wrong_invitation_code", "last_way_back", "guest_has_games", "wrong_passkey", "too_many_passkeys", "unavailable", "broken", "offline", "bad_answer"] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];

/** An account as you may see it. All of it comes from finished games. */
export interface Profile {
  name: string;
  /** When the account was made. */
  since: number;
  you: boolean;
  /** Whether you have marked it as a friend. */
  friend: boolean;
  /** Only of your own profile. */
  visibility: Visibility | null;
  ratings: ProfileRating[];
  rivals: Rival[];
  /** The latest rated ones. */
  matches: ProfileMatch[];
  /** Moves and rounds of all finished matches with the ruleset, beside those of the levels; `you` is the account. */
  style: ComparedFigure[];
}

/** A finished rated match of a profile. */
export interface ProfileMatch {
  /** Null if you may not see the profile of the opponent. */
  game: string | null;
  ended_at: number;
  ruleset: string;
  name: string | null;
  level: string | null;
  won: boolean | null;
  /** The score of each round: 1, 0.5 or 0. */
  rounds: number[];
  change: number;
}

/** The rating of an account with one ruleset. */
export interface ProfileRating {
  ruleset: string;
  /** By the results of rounds: the rating. */
  results: RatingFigure;
  /** The same with luck taken out of every round; null until worked out. */
  luck: RatingFigure | null;
  matches: number;
  rounds: number;
  /** When the last rated match ended. */
  last_at: number;
}

/** A review that is being computed, in steps. */
export interface Progress {
  status: "working";
  done: number;
  of: number;
}

/** The source of the shuffle: seed = SHA-256(secret + nonces[0] + nonces[1]). */
export interface Proof {
  /** Version 1, of older matches, has no commitments of players. */
  format: "jaipur-proof/1" | "jaipur-proof/2";
  commitment: string;
  secret: string;
  nonces: [string, string];
  /** SHA-256 of the nonce, for each seat that began with it. */
  commitments: [string | null, string | null];
  seed: string;
  /** The first starter by the terms; null for a lot. */
  first: Seat | null;
  /** The first round that was dealt from the seed. */
  from_round: number;
}

/** A seat seen from outside: counts, and what its own moves have shown. */
export interface PublicSeat {
  /** How many goods it holds. */
  hand: number;
  /** Goods that it must hold. */
  known: GoodsCards;
  /** Goods that it must have been dealt. */
  shown: GoodsCards;
  herd: number;
  goods: Tokens;
  /** How many of each pile; their values are hidden until the round is over. */
  bonus: Record<BonusPile, number>;
}

/** The view of a spectator at a table. */
export interface PublicView {
  format: "jaipur-view/1";
  ruleset: string;
  seat: null;
  /** The seat to move; null once the round is over. */
  turn: Seat | null;
  round: number;
  ply: number;
  first: Seat;
  seals: [number, number];
  market: Cards;
  /** How many cards are left to draw. */
  deck: number;
  /** How many of each good were sold; those of which none were are left out. */
  discard: Partial<Record<Good, number>>;
  tokens: TokensLeft;
  /** How many tokens are left, of every pile. */
  bonus: Record<BonusPile, number>;
  /** The first market of the round. */
  start: Cards;
  /** The moves of the round, each with the cards laid out after it. */
  history: ([MoveText, LaidOutCards])[];
  /** The last move; null before the first. */
  last: MoveText | null;
  over: RevealedRound | null;
  seats: [PublicSeat, PublicSeat];
  /** The market by slot, from the left. */
  slots: LaidOutCards;
  /** The number of the event that led to this position. */
  seq: number;
}

/** A puzzle with all that a page needs to show it and to grade an answer. */
export interface Puzzle {
  id: string;
  ruleset: "standard" | "box";
  /** The first one; the index has the present one. */
  rating: number;
  /** Codes; docs/puzzles.md has their rules. */
  themes: string[];
  /** jaipur-view/1 of the seat to move, with `slots`. */
  view: Record<string, unknown>;
  moves: PuzzleMove[];
  /** The wrong move that levels choose most often. */
  wrong: string;
  /** Why that move loses, as in jaipur-review/1; may be empty. */
  reasons: (Record<string, unknown>)[];
  /** The best move, and the plies after it in a sample. */
  line: string[];
}

/** An answer to a puzzle. */
export interface PuzzleAttempt {
  id: string;
  move: string;
  /** When it was given, in milliseconds since 1970. */
  at: number;
  /** Your id for this attempt; a repeated one counts once. */
  key: string;
}

/** Answers in the order in which they were given, also those from while offline. */
export interface PuzzleAttempts {
  attempts: PuzzleAttempt[];
}

/** About fifty puzzles. */
export interface PuzzleChunk {
  puzzles: Puzzle[];
}

/** A puzzle in the index. */
export interface PuzzleEntry {
  id: string;
  ruleset: "standard" | "box";
  rating: number;
  /** Codes; docs/puzzles.md has their rules. */
  themes: string[];
  /** Its chunk: GET /api/puzzles/{version}/{chunk}. */
  chunk: number;
}

/** All puzzles; that of a day is at place (days since 1970-01-01) modulo their number. */
export interface PuzzleIndex {
  format: "jaipur-puzzles/1";
  /** A hash of the data; chunks of one version never change. */
  version: string;
  puzzles: PuzzleEntry[];
}

/** The mover's views along the line, that of the puzzle first. */
export interface PuzzleLine {
  id: string;
  /** jaipur-view/1, each with `slots`. */
  views: (Record<string, unknown>)[];
}

/** A legal move, and what it loses of the probability of the seal. */
export interface PuzzleMove {
  move: string;
  /** 0 for the best; up to 0.01 is right, below 0.08 half. */
  lost: number;
  /** The standard error of `lost`. */
  error: number;
}

/** A user's rating in puzzles, by Glicko-2. */
export interface PuzzleRating {
  rating: number;
  deviation: number;
  /** Puzzles that were tried; only a first attempt counts. */
  attempts: number;
  /** How many of these were right. */
  right: number;
}

/** The result of an attempt. */
export interface PuzzleResult {
  key: string;
  id: string;
  grade: "right" | "half" | "wrong";
  lost: number;
  /** Of the rating; 0 where it was not the first attempt. */
  change: number;
}

/** The rating after some attempts, and their results.

    Attempts at puzzles or with moves that the server does not know are left out.
     */
export interface PuzzleResults {
  rating: number;
  deviation: number;
  /** Puzzles that were tried; only a first attempt counts. */
  attempts: number;
  /** How many of these were right. */
  right: number;
  results: PuzzleResult[];
}

/** When nothing is sent; over midnight if `until` is less than `since`. */
export interface QuietHours {
  /** Minutes since midnight. */
  since: number;
  /** Minutes since midnight. */
  until: number;
}

/** What a match did to the rating of a seat. */
export interface RatingChange {
  seat: Seat;
  before: number;
  after: RatingFigure;
  /** How much its rounds counted: less if the same two have met in the week. */
  weight: number;
}

/** The course of a rating, the first match first. */
export interface RatingCurve {
  ruleset: string;
  points: RatingPoint[];
}

/** A rating on the scale of the levels, and how far off it may be. */
export interface RatingFigure {
  rating: number;
  /** The standard error; it grows while no rated match is played. */
  deviation: number;
  /** Whether the deviation is still too large for the leaderboard. */
  provisional: boolean;
}

/** The rating after a rated match. */
export interface RatingPoint {
  /** When the match ended, in milliseconds since 1970. */
  at: number;
  rating: number;
  deviation: number;
  change: number;
  /** With luck taken out; null until worked out. */
  luck: RatingFigure | null;
}

/** A seat has confirmed the next round. */
export interface ReadyForRound {
  format: "jaipur-event/1";
  type: "ready";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  seat: Seat;
}

/** A record, `jaipur-record/1`, which is checked by replaying it. */
export type RecordToImport = Record<string, unknown>;

/** Codes that sign in once each; they are not shown again. */
export interface RecoveryCodes {
  codes: string[];
}

export const REFUSALS = ["not_a_move", "round_over", "not_your_turn", "hand_limit", "not_in_market", "not_in_hand", "not_in_herd", "exchange_needs_two", "exchange_uneven", "same_good_both_ways", "camels_not_exchangeable", "camels_not_sold", "precious_needs_two", "nothing_to_sell"] as const;
export type Refusal = (typeof REFUSALS)[number];

/** A new name. */
export interface Rename {
  name: string;
}

/** Reveal the nonce that you have committed to. */
export interface RevealRequest {
  nonce: string;
  /** Your id for this request; a repeated one gets the first answer again. */
  key?: string | null;
}

/** A seat has revealed the nonce that it had committed to. */
export interface Revealed {
  format: "jaipur-event/1";
  type: "revealed";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  seat: Seat;
  nonce: string;
}

/** The result of a round, with everything turned up. */
export interface RevealedRound {
  end: RoundEnd;
  rupees: [number, number];
  seal: Seat | null;
  hands: [GoodsCards, GoodsCards];
  herds: [number, number];
  bonus: [BonusTokens, BonusTokens];
}

/** A review of a match; docs/schemas/review.schema.json has all fields. */
export interface Review {
  format: "jaipur-review/1";
  players: string[];
  ruleset: string;
  seals: number;
  ended: "seals" | "resigned" | "abandoned" | "unfinished";
  winner: Seat | null;
  rounds: (Record<string, unknown>)[];
  moves: (Record<string, unknown>)[];
  summaries: (Record<string, unknown>)[];
  more_accurate: Seat | null;
}

/** One reviewed match. */
export interface ReviewedPoint {
  game: string;
  ended_at: number;
  decisions: number;
  error: Figure | null;
  luck: number;
}

/** What your reviewed matches say. */
export interface ReviewedSum {
  matches: number;
  /** The latest matches without a review. */
  unreviewed: string[];
  error: ComparedFigure;
  like: LikeLevels | null;
  luck: LuckSum | null;
  themes: ThemeSum[];
  /** The latest first. */
  course: ReviewedPoint[];
}

/** The results against one opponent in rated matches. */
export interface Rival {
  /** Null for a level, and for people whose profile you may not see. */
  name: string | null;
  level: string | null;
  /** Whether the opponent is you. */
  you: boolean;
  won: number;
  lost: number;
  rounds_won: number;
  rounds: number;
}

export type RoundEnd = "deck" | "tokens" | "forfeit" | "limit" | "stopped";

/** A round is over: the fields of a RoundResultShape, and who starts the next one. */
export interface RoundOver {
  format: "jaipur-event/1";
  type: "round_over";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  round: number;
  first: Seat;
  end: RoundEnd;
  by: Seat | null;
  rupees: [number, number];
  seal: Seat | null;
  scores: [Score, Score];
  goods: [Tokens, Tokens];
  bonus: [BonusTokens, BonusTokens];
  herds: [number, number];
  /** Who starts the next round; null after the match. */
  next_first: Seat | null;
}

/** A round with all that is needed to replay it. */
export interface RoundRecord {
  /** The seat that moved first. */
  first: Seat;
  /** In dealing order: the hand of seat 0, the hand of seat 1, the rest of the market, the draw pile. */
  deck: LaidOutCards;
  /** The bonus piles, top first. */
  bonus: Record<BonusPile, number[]>;
  moves: MoveText[];
  end: RoundEnd | null;
  /** The seat that gave up the round, if one did. */
  by: Seat | null;
  rupees: [number, number];
  seal: Seat | null;
  /** How long each move has taken, if it is known. Not needed to replay. */
  used?: number[];
}

/** A finished round with everything that explains its score. */
export interface RoundResult {
  first: Seat;
  end: RoundEnd;
  by: Seat | null;
  rupees: [number, number];
  seal: Seat | null;
  scores: [Score, Score];
  goods: [Tokens, Tokens];
  bonus: [BonusTokens, BonusTokens];
  herds: [number, number];
}

/** Every number of the game, by letter of the good or by number of cards. */
export interface Ruleset {
  name: string;
  cards: CardCounts;
  /** The goods tokens, best first. */
  tokens: TokensLeft;
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
  /** From this ply on, clients show how many are left. */
  ply_warning: number;
  /** The fields that differ from the first ruleset's. */
  differs: string[];
}

/** All rulesets, the default first. */
export interface Rulesets {
  rulesets: Ruleset[];
}

/** A seat shows a phrase or a face to the other one; the position stays the same. */
export interface Said {
  format: "jaipur-event/1";
  type: "said";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  seat: Seat;
  phrase: Phrase | null;
  face: FaceCode | null;
}

/** A decision as its mover saw it, and one sampled line after the played and the best move. */
export interface SampledLines {
  view: Record<string, unknown>;
  played: LineEvent[];
  best: LineEvent[];
}

/** Show a phrase or a face to the other player. */
export interface SayRequest {
  phrase?: Phrase | null;
  face?: FaceCode | null;
  /** Your id for this request; a repeated one gets the first answer again. */
  key?: string | null;
}

/** The score of a seat, and its tie-breaks `bonus_tokens` and `goods_tokens`. */
export interface Score {
  goods: number;
  bonus: number;
  camel: number;
  rupees: number;
  bonus_tokens: number;
  goods_tokens: number;
}

export type Seat = 0 | 1;

/** The rating with which an account has sat down. */
export interface SeatRating {
  rating: number;
  deviation: number;
}

/** The view of a seat at a table. */
export interface SeatView {
  format: "jaipur-view/1";
  ruleset: string;
  seat: Seat;
  /** The seat to move; null once the round is over. */
  turn: Seat | null;
  round: number;
  ply: number;
  first: Seat;
  seals: [number, number];
  market: Cards;
  /** How many cards are left to draw. */
  deck: number;
  /** How many of each good were sold; those of which none were are left out. */
  discard: Partial<Record<Good, number>>;
  tokens: TokensLeft;
  /** How many tokens are left, of every pile. */
  bonus: Record<BonusPile, number>;
  /** The first market of the round. */
  start: Cards;
  /** The moves of the round, each with the cards laid out after it. */
  history: ([MoveText, LaidOutCards])[];
  /** The last move; null before the first. */
  last: MoveText | null;
  over: RevealedRound | null;
  you: OwnSeat;
  opponent: PublicSeat;
  /** What this seat could play with this market if it were its turn; empty once the round is over. */
  moves: MoveText[];
  /** The market by slot, from the left. */
  slots: LaidOutCards;
  /** The number of the event that led to this position; a move names it. */
  seq: number;
}

/** Look for an opponent on these terms. */
export interface SeekOpponent {
  /** Your id for this search: repeat the request with it to go on. */
  key: string;
  ruleset?: "standard" | "box";
  /** For a move. */
  time?: 90 | 86400 | 259200 | 604800 | null;
  clock?: MatchClock | null;
  rated?: boolean;
}

/** A browser or a program that is signed in as you. */
export interface SessionInfo {
  id: string;
  /** As you have called it. */
  name: string | null;
  /** Browser and system as they were told, or the program. */
  device: string | null;
  /** Where it began: the first parts of the address. */
  network: string | null;
  kind: "browser" | "program";
  /** Milliseconds since 1970. */
  created_at: number;
  /** When it was last used, to the day; milliseconds since 1970. */
  used_at: number;
  /** Whether it is the one of this request. */
  current: boolean;
}

/** Your sessions, the one used last first. */
export interface SessionList {
  sessions: SessionInfo[];
}

/** What you call a session; null for no name. */
export interface SessionName {
  name: string | null;
}

/** Choose whether you are listed among those who are here. */
export interface ShowMe {
  shown: boolean;
}

/** What is known of a shuffle before the match. */
export interface ShuffleInfo {
  /** SHA-256 of the secret behind the shuffle. */
  commitment: string;
  /** What each seat has contributed to the shuffle; null for a free seat. */
  nonces: [Contribution | null, Contribution | null];
}

/** The token of a link. */
export interface SignIn {
  link: string;
}

/** A link to sign in elsewhere. */
export interface SignInLink {
  link: string;
  token: string;
  expires: number;
}

/** What this server offers to people besides the table. */
export interface Site {
  /** Who may have an account: with `off` nobody, and there are no ratings, profiles and notices either; with `closed` only who has one. */
  registration: "off" | "open" | "invitation" | "closed";
}

/** The current state of the game. */
export interface Snapshot {
  format: "jaipur-event/1";
  type: "snapshot";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
}

/** The move was chosen in an earlier position. */
export interface StaleBody {
  code: string;
  sentence: string;
  /** The present position. */
  current?: Snapshot | null;
}

/** A position of a finished match: the `seq` of an event, and the seat that you play. */
export interface StartPosition {
  game: string;
  /** `view.seq` of the position that you refer to. */
  seq: number;
  /** Your seat; by default the one to move. */
  seat?: Seat | null;
}

/** Your figures, beside those of the levels. */
export interface Statistics {
  ruleset: string;
  matches: number;
  rounds: number;
  /** When the first of the matches ended. */
  since: number | null;
  /** How many older matches are not counted yet: ask again. */
  missing: number;
  won: Figure | null;
  results: OpponentResult[];
  figures: ComparedFigure[];
  reviewed: ReviewedSum;
}

export type Status = "open" | "shuffling" | "playing" | "between" | "over";

/** What everybody may know of a game apart from the cards. */
export interface Table {
  status: Status;
  players: [Player | null, Player | null];
  /** The seats that must move, confirm the next round or reveal their nonces. */
  waits_for: Seat[];
  /** When the seat that must act is late; null without a limit. */
  deadline: number | null;
  /** How often a decision was taken back. */
  taken_back: number;
  can_take_back: boolean;
  rounds: RoundResult[];
  ended: MatchEnd | null;
  by: Seat | null;
  winner: Seat | null;
  /** The game that was offered as a rematch. */
  rematch: string | null;
  /** Only in games with a clock for the match. */
  clocks?: Clocks;
}

/** Return to your last decision. */
export interface TakeBackRequest {
  /** `view.seq` of the position that you refer to. */
  seq: number;
  /** Your id for this request; a repeated one gets the first answer again. */
  key?: string | null;
}

/** Take a seat, with your contribution to the shuffle: a nonce, or the commitment to one. */
export interface TakeSeat {
  /** 16 random bytes in hexadecimal, drawn after you have seen the commitments of the server and of the other seat; zeros by default. */
  nonce?: string | null;
  /** SHA-256 of your 16 random bytes, which you reveal once both seats are taken. */
  commitment?: string | null;
  /** Your id for this request; a repeated one gets the first answer again. */
  key?: string | null;
}

/** A seat has returned to its last decision. */
export interface TakenBack {
  format: "jaipur-event/1";
  type: "taken_back";
  game: string;
  /** The number of this event; a snapshot has that of the last one. */
  seq: number;
  /** Milliseconds since 1970. */
  at: number;
  table: Table;
  /** The view of the recipient; null until the first deal. */
  view: View | null;
  /** Only in the open replay of a finished match: the views of both seats. */
  views?: [SeatView | null, SeatView | null];
  seat: Seat;
  /** The position, by the `seq` of its view. */
  to: number;
}

/** The options of a game. */
export interface Terms {
  against: Against;
  level: string | null;
  /** Whether the level follows the user's results. */
  adapts: boolean;
  ruleset: string;
  first: Seat | null;
  /** Seconds for a move. */
  time: number | null;
  /** A clock for the whole match. */
  clock: MatchClock | null;
  seals: number;
  memory_aids: boolean;
  watchable: boolean;
  hints: boolean;
  take_backs: boolean;
  /** Whether the match changes ratings. */
  rated: boolean;
  /** The names of two at one screen, if they have given any. */
  names: [string, string] | null;
  begin: BeginInfo | null;
}

/** The mistakes of one theme; `you` and `levels` have what a decision loses by them. */
export interface ThemeSum {
  theme: "early_sale" | "late_sale" | "goods_left" | "exchange" | "camels" | "round_end" | "unexplained";
  count: number;
  /** What they lost together, in seals. */
  lost: number;
  you: Figure;
  levels: Record<string, Figure>;
}

/** Goods tokens by good; goods without any are left out. */
export type Tokens = Partial<Record<Good, number[]>>;

/** The goods tokens that are left, best first, of every good. */
export interface TokensLeft {
  D: number[];
  G: number[];
  S: number[];
  C: number[];
  P: number[];
  L: number[];
}

/** A move that was tried, as a move of a review, and one line that may follow it. */
export interface TriedMove {
  round: number;
  ply: number;
  seat: Seat;
  /** What it loses of the probability of the seal. */
  lost: number;
  error: number;
  grade: "fine" | "inaccuracy" | "mistake" | "blunder";
  /** Whether it is as good as the best, within the error. */
  found: boolean;
  reasons: (Record<string, unknown>)[];
  line: LineEvent[];
}

/** A move to try in the place of one that was played. */
export interface TryMove {
  round: number;
  ply: number;
  move: string;
}

/** One of three proofs that you are the account's owner. */
export interface Verification {
  password?: string | null;
  passkey?: Record<string, unknown> | null;
  code?: string | null;
}

export type View = SeatView | PublicView;

/** A view of a seat, and the cards picked so far, or else a typed move. */
export interface ViewSelection {
  /** `jaipur-view/1`. */
  view: Record<string, unknown>;
  take?: string;
  give?: string;
  move?: string | null;
}

/** Who sees your profile: everybody, those whom you have marked as friends, or nobody else. */
export type Visibility = "public" | "friends" | "private";
