// Figures as text, and where they lie on the scale of a plot.
import { language, t } from "../language/index.svelte";
import { levelName } from "../language/names";
import type { FigureName } from "./messages/names";
import { h } from "./section";
import type { Compared, Figure, Opponent } from "./types";

/** Below so many cases nothing is concluded from a share, or from an average. */
export const FEW = 5;

const SHARES: readonly FigureName[] = ["started", "followed", "camel_token", "takes", "camels", "exchanges", "sales"];
const DIGITS: Partial<Record<FigureName, number>> = { sale: 2, bonus_tokens: 2, rupees: 0, plies: 0 };

export type Format = (value: number) => string;

/** How a figure is written: a share in percent, an average with the digits that mean something. */
export function formatOf(name: FigureName): Format {
  return SHARES.includes(name) ? percent : (value) => decimal(value, DIGITS[name] ?? 1);
}

export function percent(value: number): string {
  return new Intl.NumberFormat(language(), { style: "percent", maximumFractionDigits: 0 }).format(value);
}

/** A small share, with one digit after the point. */
export function finePercent(value: number): string {
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language(), { style: "percent", ...digits }).format(value);
}

/** A share with its sign. */
export function signedPercent(value: number): string {
  const options = { style: "percent", maximumFractionDigits: 0, signDisplay: "exceptZero" } as const;
  return withMinus(new Intl.NumberFormat(language(), options).format(value));
}

export function decimal(value: number, digits: number): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat(language(), options).format(value);
}

export function signed(value: number, digits: number): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "exceptZero" } as const;
  return withMinus(new Intl.NumberFormat(language(), options).format(value));
}

/** A text with a minus as long as its plus. */
function withMinus(text: string): string {
  return text.replace("-", "\u2212");
}

/** The name of an opponent or of a group of them. */
export function opponentName(opponent: Opponent): string {
  return h().groups[opponent] ?? levelName(opponent);
}

/** The name of a level inside a sentence. */
export function levelInside(level: string): string {
  const name = t().levels[level]?.title ?? level;
  return name.charAt(0).toLowerCase() + name.slice(1);
}

/** The level whose value lies nearest; null without a level. */
export function nearestLevel({ you, levels }: Compared): string | null {
  if (you === null) return null;
  const distance = (level: string): number => Math.abs((levels[level]?.value ?? Infinity) - you.value);
  return Object.keys(levels).reduce<string | null>(
    (best, level) => (best === null || distance(level) < distance(best) ? level : best),
    null,
  );
}

/** The levels whose values lie within one's interval, the weakest first. */
export function levelsWithin({ you, levels }: Compared): string[] {
  if (you === null || you.low === null || you.high === null) return [];
  const [low, high] = [you.low, you.high];
  return Object.keys(levels).filter((level) => {
    const value = levels[level]?.value ?? NaN;
    return low <= value && value <= high;
  });
}

/** The ends of the scale: the whole of it for shares, else what is shown and a little more. */
export function scaleOf({ you, levels }: Compared, whole: [number, number] | null): [number, number] {
  if (whole !== null) return whole;
  const figures = [...Object.values(levels), ...(you === null ? [] : [you])];
  const values = figures.flatMap(({ value, low, high }: Figure) =>
    you?.value === value ? [value, low ?? value, high ?? value] : [value],
  );
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const air = (most - least || 1) * 0.08;
  return [Math.max(0, least - air), most + air];
}

/** Rows for marks that would cover each other: each takes the first row in which it has room. */
export function lanesOf(places: readonly number[], width: number): number[] {
  const taken: number[][] = [];
  return places.map((place) => {
    let lane = taken.findIndex((others) => others.every((other) => Math.abs(other - place) >= width));
    if (lane === -1) lane = taken.push([]) - 1;
    taken[lane]?.push(place);
    return lane;
  });
}

/** The mean of the last `length` values up to each one, weighted. */
export function runningMeans(points: readonly { value: number; weight: number }[], length: number): number[] {
  return points.map((_, at) => weightedMean(points.slice(Math.max(0, at + 1 - length), at + 1)));
}

export function weightedMean(points: readonly { value: number; weight: number }[]): number {
  const weight = points.reduce((sum, point) => sum + point.weight, 0);
  return weight === 0 ? 0 : points.reduce((sum, point) => sum + point.value * point.weight, 0) / weight;
}
