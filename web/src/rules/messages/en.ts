// The rules in English: the type that the other languages follow.

const messages = {
  title: "The rules",
  aim: "Two merchants trade at the market of Jaipur. Whoever is richer at the end of a round gets a seal; two seals win the match.",
  lessons: "Easier by doing: ten short lessons on the real table.",
  tableTitle: "The table",
  table: (market: number, camels: number, dealt: number) =>
    `${market} cards lie face up in the market; at first ${camels} of them are camels. Each player is dealt ${dealt} cards. Camels never stay in the hand: they stand in front of their owner as the herd. The tokens lie in rows, the best first.`,
  turnTitle: "Your turn",
  turn: "Take cards or sell cards, never both. There are four moves.",
  takeTitle: "Take one good",
  take: "One good comes from the market into your hand. The deck fills the gap.",
  toHand: "your hand",
  camelsTitle: "Take the camels",
  camels: "All camels of the market join your herd, however many there are. The deck fills the gaps.",
  toHerd: "your herd",
  exchangeTitle: "Exchange",
  exchange: (least: number, most: number) =>
    `Take ${least} to ${most} goods from the market and put as many cards back: goods from your hand, camels from your herd, or both. You cannot take and give the same kind, and camels are never taken in an exchange.`,
  sellTitle: "Sell",
  sell: (least: string) =>
    `Sell any number of one good and take as many of its tokens, the best that are left. The precious goods are sold in lots of at least: ${least}. If the tokens run out you get those that are left; the bonus counts the cards.`,
  limit: (most: number) => `A hand holds ${most} goods at most. Camels in the herd do not count.`,
  tokensTitle: "Cards and tokens",
  good: "Good",
  cards: "Cards",
  values: "Tokens, best first",
  camelToken: "for the larger herd, at the end of the round",
  tokens: (cards: number) => `${cards} cards in all. Early sales bring the best tokens, large sales a bonus:`,
  bonus:
    "The bonus tokens lie face down. You see the value of yours when you draw it; your opponent sees it when the round ends.",
  endTitle: "The end of a round",
  end: (kinds: number, market: number) =>
    `A round ends at once when ${kinds} kinds of token are used up, or when the deck cannot fill the market to ${market}.`,
  stopped: (plies: number) =>
    `A round that is not over after ${plies} moves is stopped and scored as it stands, so nobody gains by exchanging without end.`,
  score: (camel: number) =>
    `The larger herd earns the camel token, ${camel} rupees; equal herds earn nothing. Then both count their rupees, and the richer gets the seal.`,
  tie: "With equal rupees, more bonus tokens decide, then more goods tokens. If all is equal nobody gets the seal.",
  next: "The loser of a round starts the next one.",
  hiddenTitle: "What is hidden",
  hidden:
    "The order of the deck, the goods that a hand has not shown, and the bonus tokens of your opponent. What was taken from the market was seen by everybody: those who remember it have an edge. Some tables remember for you.",
  rulesetsTitle: "Two sets of bonus tokens",
  rulesets: "Printed copies differ in their bonus tokens. You choose when you open a table:",
  levelsTitle: "Your opponents",
};

export default messages;
export type RulesMessages = typeof messages;
