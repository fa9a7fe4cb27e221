// What has a name on this screen: the figures, and the themes of mistakes, as the server calls them.

export const STYLE = ["sale", "bonus_tokens", "camel_token", "rupees", "plies"] as const;
export const STARTS = ["started", "followed"] as const;
export const MOVES = ["takes", "camels", "exchanges", "sales"] as const;
export type FigureName = (typeof STYLE)[number] | (typeof STARTS)[number] | (typeof MOVES)[number];

export const THEMES = [
  "early_sale",
  "late_sale",
  "goods_left",
  "exchange",
  "camels",
  "round_end",
  "unexplained",
] as const;
export type Theme = (typeof THEMES)[number];
