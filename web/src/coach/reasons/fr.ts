// Les raisons en français.
import type { Good } from "../../api/types";
import fr from "../../language/fr";
import { withHardSpaces } from "../../language/hardSpaces";
import { pluralFor } from "../../language/plural";
import type { ReasonFacts, ReasonSentences } from "./reason";

const plural = pluralFor("fr");
/** « Prendre des diamants », « une vente de diamants ». */
const SOME: Record<Good, string> = {
  D: "des diamants",
  G: "de l’or",
  S: "de l’argent",
  C: "des tissus",
  P: "des épices",
  L: "du cuir",
};
const OF: Record<Good, string> = {
  D: "de diamants",
  G: "d’or",
  S: "d’argent",
  C: "de tissus",
  P: "d’épices",
  L: "de cuir",
};
const cards = (good: Good | "K", n: number): string => fr.goods[good].count(n);
const camels = (n: number): string => cards("K", n);
const often = ({ played, best }: ReasonFacts): string =>
  `dans ${played} des cas, contre ${best} après le meilleur coup`;

function lead(n: number): string {
  const rupees = plural(Math.abs(n), { one: "# roupie", other: "# roupies" });
  return n === 0 ? "À égalité de roupies" : `Avec environ ${rupees} ${n > 0 ? "d’avance" : "de retard"}`;
}

const leaves = (f: ReasonFacts): string =>
  `Ce coup laisse ${cards(f.good, f.n.count)} au marché : l’adversaire prend ensuite ${SOME[f.good]} ${often(f)}.`;

const sentences: ReasonSentences = {
  precious_left: leaves,
  goods_left: leaves,
  gave_away: (f) =>
    `Ce coup met ${cards(f.good, f.n.count)} au marché : l’adversaire prend ensuite ${SOME[f.good]} ${often(f)}.`,
  fed_other: (f) =>
    `Ce coup ${f.n.given > 0 ? "met" : "laisse"} ${cards(f.good, f.n.count)} au marché, et l’adversaire en a sûrement ${f.n.known} en main : il prend ensuite ${SOME[f.good]} ${often(f)}.`,
  top_tokens: (f) =>
    `La prochaine vente ${OF[f.good]}, avec le jeton de ${f.n.top}, revient à l’adversaire ${often(f)}.`,
  known_cards: (f) =>
    `L’adversaire a sûrement ${cards(f.good, f.n.known)} en main : la prochaine vente ${OF[f.good]} lui revient ${often(f)}.`,
  sold_too_early: (f) =>
    `Vendre ${cards(f.good, f.n.sold)} est prématuré : après le meilleur coup, ${f.n.size} cartes ou plus partent en une seule vente dans ${f.best} des cas.`,
  sold_too_few: (f) => `Le meilleur coup vend ${cards(f.good, f.n.count)} d’un coup, pas ${f.n.sold}.`,
  sold_too_late: (f) =>
    `Le meilleur coup vend tout de suite ${cards(f.good, f.n.count)} : sinon, l’adversaire vend ${SOME[f.good]} le premier dans ${f.played} des cas.`,
  larger_sale: (f) =>
    `Le meilleur coup accumule ${SOME[f.good]} : la prochaine vente compte ${f.n.size} cartes ou plus dans ${f.best} des cas, contre ${f.played} après ce coup.`,
  camels_left: (f) =>
    `Ce coup laisse ${camels(f.n.camels)} au marché : l’adversaire prend ensuite les chameaux ${often(f)}.`,
  camel_token: (f) =>
    `Ce coup laisse ${camels(f.n.camels)} au marché : l’adversaire finit avec le plus grand troupeau, et son jeton de ${f.n.token}, ${often(f)}.`,
  camels_spent: (f) =>
    `Ce coup dépense ${camels(f.n.camels)} : l’adversaire finit avec le plus grand troupeau, et son jeton de ${f.n.token}, ${often(f)}.`,
  camels_needed: (f) =>
    `Le troupeau est trop petit pour troquer, et le marché offre ${camels(f.n.camels)} : en les prenant, on prend au moins deux marchandises au coup suivant dans ${f.best} des cas, contre ${f.played} après ce coup.`,
  other_full: (f) =>
    `La main de l’adversaire est pleine : c’est le moment de prendre les chameaux. Au coup suivant, on prend alors au moins deux marchandises dans ${f.best} des cas, contre ${f.played} après ce coup.`,
  camel_market: (f) =>
    `Le meilleur coup laisse un marché avec ${camels(f.n.camels)} : l’adversaire les prend ensuite, et découvre de nouvelles cartes, dans ${f.best} des cas, contre ${f.played} après ce coup.`,
  camels_opened: (f) =>
    `Prendre ${camels(f.n.camels)} découvre autant de cartes, et l’adversaire choisit le premier : il en prend une précieuse, ou deux, ${often(f)}.`,
  rich_market: (f) => `L’adversaire prend ensuite une marchandise précieuse, ou deux marchandises, ${often(f)}.`,
  hand_full: (f) =>
    `La main est pleine : au coup suivant, on ne prend une marchandise précieuse, ou deux marchandises, que dans ${f.played} des cas, contre ${f.best} après le meilleur coup.`,
  exchange_better: (f) =>
    `Prendre une seule carte laisse des marchandises qu’un troc aurait prises : l’adversaire en prend ensuite ${often(f)}.`,
  take_better: (f) =>
    `Le troc rend des marchandises qu’on gardait en prenant une seule carte : l’adversaire en prend ensuite ${often(f)}.`,
  third_kind: (f) =>
    `${lead(f.n.lead)}, et ${plural(f.n.tokens, { one: "# jeton", other: "# jetons" })} avant que le dernier type soit épuisé : la manche finit par les jetons ${often(f)}.`,
  deck_clock: (f) =>
    `${lead(f.n.lead)}, et ${plural(f.n.deck, { one: "# carte", other: "# cartes" })} dans la pioche : la manche finit en ${plural(f.n.plies, { one: "# coup", other: "# coups" })} au plus ${often(f)}.`,
  unsold_cards: (f) => `À la fin, ${f.n.count} marchandises ou plus restent invendues ${often(f)}.`,
};

export default withHardSpaces(sentences, ":;?!");
