// Eyes, brows and mouth of the levels in each mood, on the grid of 64 of their portraits.

/** `pleased` after a good sale or a won round, `winning` at the end of the match. */
export type Mood = "waiting" | "thinking" | "pleased" | "beaten" | "winning";

interface Face {
  eyes: readonly [number, number];
  /** How high the eyes are. */
  look: number;
  mouth: readonly [number, number];
  /** The colour of the mouth: paler in a dark beard. */
  lips?: string;
}

const FACES: Record<string, Face> = {
  kite: { eyes: [20.5, 31.5], look: 38.8, mouth: [26, 44.8] },
  porter: { eyes: [26.8, 37.2], look: 36, mouth: [32, 46.2] },
  spicer: { eyes: [25.3, 34.7], look: 33.5, mouth: [30, 42.6] },
  caravan: { eyes: [29, 39], look: 35, mouth: [34, 44.2] },
  jeweller: { eyes: [26.5, 38], look: 32, mouth: [32, 41.6], lips: "#e8bd94" },
};

export interface Features {
  eyes: string;
  brows: string;
  mouth: string;
  lips: string;
}

/** The features of a level as SVG paths; null for a level without a portrait. */
export function featuresOf(level: string, mood: Mood): Features | null {
  const face = FACES[level];
  if (face === undefined) return null;
  const { eyes, look, mouth, lips = "#2b1d16" } = face;
  const each = (draw: (x: number, side: -1 | 1) => string): string => draw(eyes[0], -1) + draw(eyes[1], 1);
  const [x, y] = mouth;
  const brow = look - 4.2;
  switch (mood) {
    case "thinking":
      return {
        eyes: each((at) => `M${at + 0.9} ${look - 1.2}v.9`),
        brows: each((at, side) => `M${at - 2} ${brow - (side > 0 ? 1.2 : 0)}h4`),
        mouth: `M${x - 1.5} ${y + 0.3}l3.6-.7`,
        lips,
      };
    case "pleased":
      return {
        eyes: each((at) => `M${at - 1.8} ${look + 0.4}q1.8-2.4 3.6 0`),
        brows: each((at) => `M${at - 2} ${brow - 0.6}q2-1.3 4 0`),
        mouth: `M${x - 3.4} ${y - 0.8}q3.4 3.8 6.8 0`,
        lips,
      };
    case "winning":
      return {
        eyes: each((at) => `M${at - 1.9} ${look + 0.5}q1.900-2.8 3.8 0`),
        brows: each((at) => `M${at - 2.2} ${brow - 1}q2.2-1.6 4.4 0`),
        mouth: `M${x - 3.8} ${y - 1.2}q3.8 1 7.6 0-.8 4.6-3.8 4.6t-3.8-4.6z`,
        lips,
      };
    case "beaten":
      return {
        eyes: each((at) => `M${at} ${look + 0.3}v.7`),
        brows: each((at, side) => `M${at - 2} ${brow + (side < 0 ? 0.9 : -0.7)}l4 ${side < 0 ? -1.6 : 1.6}`),
        mouth: `M${x - 2.6} ${y + 0.6}q2.6-1.5 5.2 0`,
        lips,
      };
    default:
      return {
        eyes: each((at) => `M${at} ${look - 0.5}v1.1`),
        brows: each((at) => `M${at - 2} ${brow}l4-.2`),
        mouth: `M${x - 3} ${y - 0.4}q3 2.2 6 0`,
        lips,
      };
  }
}
