// Reasons in English.
import type { Good } from "../../api/types";
import en from "../../language/en";
import { pluralFor } from "../../language/plural";
import type { ReasonFacts, ReasonSentences } from "./reason";

const plural = pluralFor("en");
const KINDS: Record<Good, string> = {
  D: "diamonds",
  G: "gold",
  S: "silver",
  C: "cloth",
  P: "spice",
  L: "leather",
};
const cards = (good: Good | "K", n: number): string => en.goods[good].count(n);
const camels = (n: number): string => cards("K", n);
/** How often, after the move and after the best one. */
const often = ({ played, best }: ReasonFacts): string => `${played} of the time, against ${best} after the best move`;

function lead(n: number): string {
  const rupees = plural(Math.abs(n), { one: "# rupee", other: "# rupees" });
  return n === 0 ? "The rupees are level" : n > 0 ? `About ${rupees} ahead` : `About ${rupees} behind`;
}

const leaves = (f: ReasonFacts): string =>
  `It leaves ${cards(f.good, f.n.count)} in the market: the opponent takes ${KINDS[f.good]} next ${often(f)}.`;

const sentences: ReasonSentences = {
  precious_left: leaves,
  goods_left: leaves,
  gave_away: (f) =>
    `It puts ${cards(f.good, f.n.count)} into the market: the opponent takes ${KINDS[f.good]} next ${often(f)}.`,
  fed_other: (f) =>
    `It ${f.n.given > 0 ? "puts" : "leaves"} ${cards(f.good, f.n.count)} ${f.n.given > 0 ? "into" : "in"} the market, and the opponent is known to hold ${cards(f.good, f.n.known)} already: ${KINDS[f.good]} ${f.good === "D" ? "are" : "is"} taken next ${often(f)}.`,
  top_tokens: (f) =>
    `The opponent makes the next sale of ${KINDS[f.good]}, with the token of ${f.n.top} on top, ${often(f)}.`,
  known_cards: (f) =>
    `The opponent is known to hold ${cards(f.good, f.n.known)}, and makes the next sale of ${KINDS[f.good]} ${often(f)}.`,
  sold_too_early: (f) =>
    `It sells ${cards(f.good, f.n.sold)} too early: after the best move, ${f.n.size} or more are sold at once ${f.best} of the time.`,
  sold_too_few: (f) => `The best move sells ${cards(f.good, f.n.count)} at once, not ${f.n.sold}.`,
  sold_too_late: (f) =>
    `The best move sells ${cards(f.good, f.n.count)} now: otherwise the opponent sells ${KINDS[f.good]} first ${f.played} of the time.`,
  larger_sale: (f) =>
    `The best move collects ${KINDS[f.good]}: the next sale of ${f.good === "D" ? "them" : "it"} has ${f.n.size} cards or more ${f.best} of the time, against ${f.played} after this move.`,
  camels_left: (f) => `It leaves ${camels(f.n.camels)} in the market: the opponent takes camels next ${often(f)}.`,
  camel_token: (f) =>
    `It leaves ${camels(f.n.camels)} in the market: the opponent ends with the larger herd, and its token of ${f.n.token}, ${often(f)}.`,
  camels_spent: (f) =>
    `It spends ${camels(f.n.camels)}: the opponent ends with the larger herd, and its token of ${f.n.token}, ${often(f)}.`,
  camels_needed: (f) =>
    `The herd is too small for an exchange, and there ${f.n.camels === 1 ? "is" : "are"} ${camels(f.n.camels)} in the market: the next move takes two goods or more ${f.best} of the time after taking camels, against ${f.played} after this move.`,
  other_full: (f) =>
    `The opponent’s hand is full: a good time to take the camels. The next move then takes two goods or more ${f.best} of the time, against ${f.played} after this move.`,
  camel_market: (f) =>
    `The best move leaves a market with ${camels(f.n.camels)}: the opponent takes them next, and so opens new cards, ${f.best} of the time, against ${f.played} after this move.`,
  camels_opened: (f) =>
    `Taking ${camels(f.n.camels)} lays out as many new cards, and the opponent has the first choice: a precious card, or two cards, of these go next ${often(f)}.`,
  rich_market: (f) => `The opponent takes a precious good, or two goods, next ${often(f)}.`,
  hand_full: (f) =>
    `It fills the hand: the next move takes a precious good, or two goods, only ${f.played} of the time, against ${f.best} after the best move.`,
  exchange_better: (f) =>
    `A single card leaves goods that an exchange would take: the opponent takes some of them next ${often(f)}.`,
  take_better: (f) =>
    `The exchange gives goods that a single card would keep: the opponent takes some of them next ${often(f)}.`,
  third_kind: (f) =>
    `${lead(f.n.lead)}, with ${plural(f.n.tokens, { one: "# token", other: "# tokens" })} left of the kind that would end the round: the tokens end it ${often(f)}.`,
  deck_clock: (f) =>
    `${lead(f.n.lead)}, with ${plural(f.n.deck, { one: "# card", other: "# cards" })} left in the deck: the round is over within ${plural(f.n.plies, { one: "# move", other: "# moves" })} ${often(f)}.`,
  unsold_cards: (f) => `Goods are left unsold at the end, ${f.n.count} or more, ${often(f)}.`,
};

export default sentences;
