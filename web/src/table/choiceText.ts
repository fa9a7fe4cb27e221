// What a choice does or still needs, as a sentence, and what its button is called.
import type { MoveParts } from "../api/notation";
import type { Ruleset, SeatView } from "../api/types";
import { t } from "../language/index.svelte";
import { describeCards } from "../language/moves";
import type { ChoiceState } from "./choice";
import { handAfter, saleOf } from "./preview";

/** What a choice would do, or what is missing. */
export function describeChoice(state: ChoiceState, view: SeatView, ruleset: Ruleset | null): string {
  const messages = t().table;
  switch (state.status) {
    case "empty":
      return "";
    case "sale":
      return messages.saleMore(t().goods[state.kind].name, state.missing);
    case "exchange":
      if (state.take === 0) return messages.giveBack(state.give, state.given, state.size);
      if (state.give === 0) return messages.chooseInMarket(state.take);
      return messages.chooseBoth(state.take, state.give);
    case "stuck":
      return messages.stuck;
    case "ready":
      return describePreview(state.parts, view, ruleset);
  }
}

function describePreview(parts: MoveParts, view: SeatView, ruleset: Ruleset | null): string {
  const messages = t().table;
  const [before, after] = handAfter(view, parts);
  switch (parts.kind) {
    case "camels":
      return messages.takeCamels(parts.take.length, Math.min(parts.take.length, view.deck));
    case "take":
      return messages.takeOne(describeCards(parts.take), before, after);
    case "exchange":
      return messages.exchange(describeCards(parts.take), describeCards(parts.give), before, after);
    case "sell": {
      const { values, sum, bonus } = saleOf(view, ruleset, parts);
      return messages.sell(describeCards(parts.give), values, sum, bonus);
    }
  }
}

/** The name of a move on its button. */
export function actionName({ kind }: MoveParts): string {
  const { doTake, doTakeCamels, doExchange, doSell } = t().table;
  return { take: doTake, camels: doTakeCamels, exchange: doExchange, sell: doSell }[kind];
}
