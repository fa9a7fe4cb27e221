// One game as it lives in the page: events in order, the newest view, own moves on their way.
import type { GameEvent, GameInfo, MoveText, Table, View } from "../api/types";

export type Connection = "connecting" | "live" | "polling" | "lost";

/** What the table's screens get. (Being written; these names stay.) */
export interface Game {
  readonly id: string;
  /** Terms, own seats, invitation. */
  readonly info: GameInfo;
  readonly table: Table;
  /** The newest view; of one's own seat, or the public one. Null until the first deal. */
  readonly view: View | null;
  /** Own seat; null for a spectator, and on one screen while no hand is shown. */
  readonly seat: 0 | 1 | null;
  readonly connection: Connection;
  /** An own move that is on its way. */
  readonly pending: { move: MoveText; seq: number } | null;
  /** Every event once and in order, with the view before it; returns what ends it. */
  listen(listener: (event: GameEvent, before: View | null) => void): () => void;
}
