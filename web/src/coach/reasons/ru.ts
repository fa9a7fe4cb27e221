// Причины по-русски.
import type { Good } from "../../api/types";
import { withHardSpaces } from "../../language/hardSpaces";
import { pluralFor, type Plural } from "../../language/plural";
import type { ReasonFacts, ReasonSentences } from "./reason";

const plural = pluralFor("ru");
/** Берёт (что?), продажа (чего?), оставляет (сколько?). */
const GOODS: Record<Good | "K", { what: string; of: string; count: Plural }> = {
  D: { what: "алмазы", of: "алмазов", count: { one: "# алмаз", few: "# алмаза", other: "# алмазов" } },
  G: { what: "золото", of: "золота", count: { one: "# золото", other: "# золота" } },
  S: { what: "серебро", of: "серебра", count: { one: "# серебро", other: "# серебра" } },
  C: { what: "ткани", of: "тканей", count: { one: "# ткань", few: "# ткани", other: "# тканей" } },
  P: { what: "пряности", of: "пряностей", count: { one: "# пряность", few: "# пряности", other: "# пряностей" } },
  L: { what: "кожу", of: "кожи", count: { one: "# кожу", few: "# кожи", other: "# кож" } },
  K: { what: "верблюдов", of: "верблюдов", count: { one: "# верблюда", other: "# верблюдов" } },
};
const cards = (good: Good | "K", n: number): string => plural(n, GOODS[good].count);
const camels = (n: number): string => cards("K", n);
const orMore = (n: number): string => plural(n, { one: "# карта", few: "# карты", other: "# карт" }) + " или больше";
const often = ({ played, best }: ReasonFacts): string => `в ${played} случаев, а после лучшего хода — в ${best}`;
/** То же, если событие выгодно: сначала лучший ход. */
const better = ({ played, best }: ReasonFacts): string => `в ${best} случаев, а после этого хода — лишь в ${played}`;

function lead(n: number): string {
  const rupees = plural(Math.abs(n), { one: "# рупию", few: "# рупии", other: "# рупий" });
  if (n === 0) return "По рупиям равенство";
  return n > 0 ? `Перевес примерно в ${rupees}` : `Отставание примерно в ${rupees}`;
}

const leaves = (f: ReasonFacts): string =>
  `Ход оставляет на рынке ${cards(f.good, f.n.count)}: соперник тут же берёт ${GOODS[f.good].what} ${often(f)}.`;

const sentences: ReasonSentences = {
  precious_left: leaves,
  goods_left: leaves,
  gave_away: (f) =>
    `Ход выкладывает на рынок ${cards(f.good, f.n.count)}: соперник тут же берёт ${GOODS[f.good].what} ${often(f)}.`,
  fed_other: (f) =>
    `Ход ${f.n.given > 0 ? "выкладывает на рынок" : "оставляет на рынке"} ${cards(f.good, f.n.count)}, а соперник уже точно держит ${cards(f.good, f.n.known)}: он тут же берёт ${GOODS[f.good].what} ${often(f)}.`,
  top_tokens: (f) =>
    `Следующая продажа ${GOODS[f.good].of}, где сверху жетон ${f.n.top}, достаётся сопернику ${often(f)}.`,
  known_cards: (f) =>
    `Соперник точно держит ${cards(f.good, f.n.known)}: следующая продажа ${GOODS[f.good].of} достаётся ему ${often(f)}.`,
  sold_too_early: (f) =>
    `Продавать ${cards(f.good, f.n.sold)} рано: после лучшего хода в ${f.best} случаев одной продажей уходит ${orMore(f.n.size)}.`,
  sold_too_few: (f) => `Лучший ход продаёт сразу ${cards(f.good, f.n.count)}, а не ${f.n.sold}.`,
  sold_too_late: (f) =>
    `Лучший ход сразу продаёт ${cards(f.good, f.n.count)}: иначе в ${f.played} случаев ${GOODS[f.good].what} первым продаёт соперник.`,
  larger_sale: (f) => `Лучший ход копит ${GOODS[f.good].what}: в следующей продаже ${orMore(f.n.size)} ${better(f)}.`,
  camels_left: (f) => `Ход оставляет на рынке ${camels(f.n.camels)}: соперник тут же берёт верблюдов ${often(f)}.`,
  camel_token: (f) =>
    `Ход оставляет на рынке ${camels(f.n.camels)}: большее стадо и жетон ${f.n.token} достаются сопернику ${often(f)}.`,
  camels_spent: (f) =>
    `Ход тратит ${camels(f.n.camels)}: большее стадо и жетон ${f.n.token} достаются сопернику ${often(f)}.`,
  camels_needed: (f) =>
    `Для обмена не хватает верблюдов, а взять с рынка можно ${camels(f.n.camels)}: тогда следующий ход приносит два товара или больше ${better(f)}.`,
  other_full: (f) =>
    `Рука соперника полна: самое время взять верблюдов. Тогда следующий ход приносит два товара или больше ${better(f)}.`,
  camel_market: (f) =>
    `После лучшего хода на рынке ${plural(f.n.camels, { one: "# верблюд", few: "# верблюда", other: "# верблюдов" })}: соперник тут же берёт их и открывает новые карты ${better(f)}.`,
  camels_opened: (f) =>
    `Взять ${camels(f.n.camels)} — значит открыть столько же новых карт, и первым из них выбирает соперник: он берёт ценную или сразу две ${often(f)}.`,
  rich_market: (f) => `Соперник тут же берёт ценный товар или сразу два товара ${often(f)}.`,
  hand_full: (f) => `Рука полна: следующим ходом ценный товар или сразу два товара удаётся взять лишь ${often(f)}.`,
  exchange_better: (f) =>
    `Одна взятая карта оставляет товары, которые забрал бы обмен: соперник тут же берёт что-то из них ${often(f)}.`,
  take_better: (f) =>
    `Обмен отдаёт товары, которые остались бы на руке, если взять одну карту: соперник тут же берёт что-то из них ${often(f)}.`,
  third_kind: (f) =>
    `${lead(f.n.lead)}, а до конца последнего вида, который завершит раунд, ${plural(f.n.tokens, { one: "остался # жетон", few: "осталось # жетона", other: "осталось # жетонов" })}: раунд кончается по жетонам ${often(f)}.`,
  deck_clock: (f) =>
    `${lead(f.n.lead)}, а в колоде ${plural(f.n.deck, { one: "# карта", few: "# карты", other: "# карт" })}: раунд кончается не позже чем через ${plural(f.n.plies, { one: "# ход", few: "# хода", other: "# ходов" })} ${often(f)}.`,
  unsold_cards: (f) =>
    `К концу раунда остаются непроданными ${plural(f.n.count, { one: "# товар", few: "# товара", other: "# товаров" })} или больше ${often(f)}.`,
};

export default withHardSpaces(sentences, "—");
