// The answers about one's own matches; docs/api.md describes them.
import type { FigureName, Theme } from "./messages/names";

/** A level's name, any rating, people, or both seats one's own. */
export type Opponent = string;

export type { History as HistoryPage, HistoryMatch } from "../api/types";

/** A figure with its 95 % interval, and the cases behind it. */
export interface Figure {
  value: number;
  low: number | null;
  high: number | null;
  of: number;
}

/** A figure of one's own beside those of the levels, the weakest first. */
export interface Compared {
  you: Figure | null;
  levels: Record<string, Figure>;
}

export interface ReviewedPoint {
  game: string;
  ended_at: number;
  decisions: number;
  error: Figure | null;
  luck: number;
}

export interface Reviewed {
  matches: number;
  unreviewed: string[];
  error: Compared;
  like: { like: string[]; weaker: string | null; stronger: string | null } | null;
  luck: { total: number; error: number; typical: number } | null;
  themes: (Compared & { theme: Theme; count: number; lost: number; you: Figure })[];
  course: ReviewedPoint[];
}

export interface Statistics {
  ruleset: string;
  matches: number;
  rounds: number;
  since: number | null;
  missing: number;
  won: Figure | null;
  results: (Compared & { opponent: Opponent; you: Figure })[];
  figures: (Compared & { name: FigureName })[];
  reviewed: Reviewed;
}
