// Les règles en français.
import { withHardSpaces } from "../../language/hardSpaces";
import type { RulesMessages } from "./en";

const messages: RulesMessages = {
  title: "Les règles",
  aim: "Deux marchands commercent au marché de Jaipur. Le plus riche à la fin d’une manche reçoit un sceau ; avec deux sceaux, on gagne la partie.",
  lessons: "Plus facile en jouant : dix petites leçons à la vraie table.",
  tableTitle: "La table",
  table: (market, camels, dealt) =>
    `${market} cartes sont visibles au marché ; au début, ${camels} sont des chameaux. Chacun reçoit ${dealt} cartes. Les chameaux ne restent jamais en main : ils forment le troupeau devant leur propriétaire. Les jetons sont en rangées, les meilleurs d’abord.`,
  turnTitle: "Votre tour",
  turn: "Prendre des cartes ou en vendre, jamais les deux. Il y a quatre coups possibles.",
  takeTitle: "Prendre une marchandise",
  take: "Une marchandise passe du marché à votre main. La pioche comble la place.",
  toHand: "votre main",
  camelsTitle: "Prendre les chameaux",
  camels:
    "Tous les chameaux du marché rejoignent votre troupeau, quel que soit leur nombre. La pioche comble les places.",
  toHerd: "votre troupeau",
  exchangeTitle: "Troc",
  exchange: (least, most) =>
    `Prenez de ${least} à ${most} marchandises au marché et rendez autant de cartes : marchandises de la main, chameaux du troupeau, ou les deux. Aucun type ne va dans les deux sens, et un troc ne prend jamais de chameaux.`,
  sellTitle: "Vendre",
  sell: (least) =>
    `Vendez autant de cartes que vous voulez d’une seule marchandise et prenez autant de ses jetons, les meilleurs qui restent. Les marchandises précieuses ne se vendent que par lots d’au moins : ${least}. S’il manque des jetons, vous prenez ceux qui restent ; le bonus compte les cartes.`,
  limit: (most) => `Une main tient ${most} marchandises au plus. Les chameaux du troupeau ne comptent pas.`,
  tokensTitle: "Cartes et jetons",
  good: "Marchandise",
  cards: "Cartes",
  values: "Jetons, les meilleurs d’abord",
  camelToken: "pour le plus grand troupeau, à la fin de la manche",
  tokens: (cards) => `${cards} cartes en tout. Vendre tôt donne les meilleurs jetons, vendre beaucoup donne un bonus :`,
  bonus:
    "Les jetons bonus sont face cachée. Vous voyez la valeur du vôtre en le prenant ; l’adversaire, à la fin de la manche.",
  endTitle: "La fin d’une manche",
  end: (kinds, market) =>
    `La manche s’arrête aussitôt que ${kinds} types de jetons sont épuisés, ou que la pioche ne peut compléter le marché à ${market}.`,
  stopped: (plies) =>
    `Une manche qui n’est pas finie après ${plies} coups est arrêtée et comptée telle quelle : troquer sans fin ne rapporte rien.`,
  score: (camel) =>
    `Le plus grand troupeau reçoit le jeton chameau, ${camel} roupies ; à égalité, personne. Puis chacun compte ses roupies, et le plus riche reçoit le sceau.`,
  tie: "À roupies égales, le nombre de jetons bonus départage, puis celui des jetons marchandises. Si tout est égal, personne ne reçoit le sceau.",
  next: "Qui perd une manche commence la suivante.",
  hiddenTitle: "Ce qui est caché",
  hidden:
    "L’ordre de la pioche, les marchandises qu’une main n’a pas montrées, et les jetons bonus de l’adversaire. Ce qui a été pris au marché, tous l’ont vu : s’en souvenir est un avantage. Certaines tables s’en souviennent pour vous.",
  rulesetsTitle: "Deux jeux de jetons bonus",
  rulesets: "Les boîtes imprimées n’ont pas toutes les mêmes jetons bonus. On choisit en ouvrant une table :",
  levelsTitle: "Vos adversaires",
};

export default withHardSpaces(messages, ":;?!");
