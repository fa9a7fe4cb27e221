// The cards that the user has chosen so far, and which can be added.
//
// There is no rule of the game in here. The server lists the moves of a view; a card can be
// added to a choice if some listed move contains both, and a choice is ready if it is a listed move.
// Why a card cannot be added is for the server to say (`POST …/explain`).
import { CARD_ORDER, countOf, partsOf, placesOf, sortCards, type MoveParts } from "../api/notation";
import type { Card, Cards, MoveText, SeatView } from "../api/types";

/** A chosen card: a slot of the market, a position in the sorted hand, or one camel of the herd. */
export type Pick = { zone: "market" | "hand"; at: number } | { zone: "herd" };
/** The chosen cards, in the order of choosing: Backspace removes the last one. */
export type Choice = readonly Pick[];
export const EMPTY_CHOICE: Choice = [];

/** The chosen cards as letters. */
export function lettersOf(view: SeatView, choice: Choice): { take: Cards; give: Cards } {
  const hand = sortCards(view.you.hand);
  let take = "";
  let give = "";
  for (const pick of choice) {
    if (pick.zone === "market") take += view.slots.charAt(pick.at);
    else if (pick.zone === "hand") give += hand.charAt(pick.at);
    else give += "K";
  }
  return { take: sortCards(take), give: sortCards(give) };
}

/** The listed moves that contain the choice. */
export function movesContaining(view: SeatView, choice: Choice): MoveParts[] {
  const { take, give } = lettersOf(view, choice);
  return view.moves
    .map((move) => partsOf(move, view.market))
    .filter((parts) => within(take, parts.take) && within(give, parts.give));
}

/** The listed move that is exactly the choice, or null. */
export function matchingMove(view: SeatView, choice: Choice): MoveText | null {
  if (choice.length === 0) return null;
  const { take, give } = lettersOf(view, choice);
  const found = view.moves.find((move) => {
    const parts = partsOf(move, view.market);
    return sortCards(parts.take) === take && sortCards(parts.give) === give;
  });
  return found ?? null;
}

export function isChosen(choice: Choice, pick: Pick): boolean {
  return choice.some((each) => same(each, pick));
}

/** How many camels of the herd were chosen. */
export function camelsOf(choice: Choice): number {
  return choice.filter((pick) => pick.zone === "herd").length;
}

/** Whether a tap on a card would change the choice rather than be refused. */
export function canAdd(view: SeatView, choice: Choice, pick: Pick): boolean {
  return (pick.zone !== "herd" && isChosen(choice, pick)) || withCard(view, choice, pick) !== null;
}

/**
 * The choice after a tap on a card, or null if the card cannot be added.
 * A camel of the market brings all the others and starts a new choice; so does a card that is tapped
 * while the camels are chosen.
 */
export function toggle(view: SeatView, choice: Choice, pick: Pick): Choice | null {
  if (pick.zone === "herd" || !isChosen(choice, pick)) return withCard(view, choice, pick);
  if (isCamel(view, pick)) return EMPTY_CHOICE;
  return choice.filter((each) => !same(each, pick));
}

/** The choice with one more card of a kind out of hand or herd; null if none can be added. */
export function addCard(view: SeatView, choice: Choice, kind: Card): Choice | null {
  const pick = nextOf(view, choice, kind);
  return pick === null ? null : withCard(view, choice, pick);
}

/** The choice with as many of a kind out of hand or herd as can be added; null if none can. */
export function addAllOf(view: SeatView, choice: Choice, kind: Card): Choice | null {
  let next = addCard(view, choice, kind);
  let last: Choice | null = null;
  while (next !== null) {
    last = next;
    next = addCard(view, next, kind);
  }
  return last;
}

/** The choice with one camel of the herd less. */
export function withoutCamel(choice: Choice): Choice {
  const at = choice.findLastIndex((pick) => pick.zone === "herd");
  return at < 0 ? choice : choice.filter((_, i) => i !== at);
}

/** The choice without its last card; the camels of the market are removed together. */
export function withoutLast(view: SeatView, choice: Choice): Choice {
  const last = choice.at(-1);
  if (last !== undefined && isCamel(view, last)) return EMPTY_CHOICE;
  return choice.slice(0, -1);
}

/** The choice of all camels of the market, or null if they cannot be taken. */
export function marketCamels(view: SeatView): Choice | null {
  const at = view.slots.indexOf("K");
  return at < 0 ? null : withCard(view, EMPTY_CHOICE, { zone: "market", at });
}

/** The choice that makes a move, for hints and typed moves; null if the move is not listed. */
export function choiceOf(view: SeatView, move: MoveText): Choice | null {
  if (!view.moves.includes(move)) return null;
  const parts = partsOf(move, view.market);
  const slots = placesOf(view.slots, parts.take);
  const goods = placesOf(sortCards(view.you.hand), parts.give.replaceAll("K", ""));
  if (slots === null || goods === null) return null;
  const camels = Array.from({ length: countOf(parts.give, "K") }, (): Pick => ({ zone: "herd" }));
  return [
    ...slots.map((at): Pick => ({ zone: "market", at })),
    ...goods.map((at): Pick => ({ zone: "hand", at })),
    ...camels,
  ];
}

/**
 * The choice for the next view. The same position keeps it. A choice that was made during the opponent's
 * turn is kept as long as its cards are still in their slots and a move contains it.
 */
export function carryOver(before: SeatView | null, after: SeatView, choice: Choice): Choice {
  if (before === null || before.seat !== after.seat) return EMPTY_CHOICE;
  if (before.seq === after.seq) return choice;
  const stays =
    before.round === after.round &&
    sortCards(before.you.hand) === sortCards(after.you.hand) &&
    before.you.herd === after.you.herd &&
    choice.every((pick) => pick.zone !== "market" || before.slots[pick.at] === after.slots[pick.at]) &&
    // The camels are taken all together: with one more in the market it is another move.
    (!choice.some((pick) => isCamel(before, pick)) || countOf(before.slots, "K") === countOf(after.slots, "K"));
  return stays && movesContaining(after, choice).length > 0 ? choice : EMPTY_CHOICE;
}

/** What a choice amounts to: a move, or what is missing to one. */
export type ChoiceState =
  | { status: "empty" }
  | { status: "ready"; move: MoveText; parts: MoveParts }
  /** Only a sale fits: `missing` more of this kind. */
  | { status: "sale"; kind: Card; missing: number }
  /** An exchange: `take` more out of the market, `give` more back. */
  | { status: "exchange"; take: number; give: number; given: number; size: number }
  /** No listed move contains it. */
  | { status: "stuck" };

export function stateOf(view: SeatView, choice: Choice): ChoiceState {
  if (choice.length === 0) return { status: "empty" };
  const move = matchingMove(view, choice);
  if (move !== null) return { status: "ready", move, parts: partsOf(move, view.market) };
  const open = movesContaining(view, choice);
  const exchanges = open.filter((parts) => parts.kind === "exchange");
  const { take, give } = lettersOf(view, choice);
  if (exchanges.length > 0) {
    const size = Math.min(...exchanges.map((parts) => parts.take.length));
    return { status: "exchange", take: size - take.length, give: size - give.length, given: give.length, size };
  }
  const sales = open.filter((parts) => parts.kind === "sell");
  if (sales.length > 0) {
    const least = Math.min(...sales.map((parts) => parts.give.length));
    return { status: "sale", kind: give.charAt(0) as Card, missing: least - give.length };
  }
  return { status: "stuck" };
}

const DOUBLE_TAP_MS = 300;

/** Whether this tap is the second of a double tap on the same card. */
export function isSecondTap(last: { pick: Pick; at: number } | null, pick: Pick, at: number): boolean {
  return last !== null && pick.zone !== "herd" && same(last.pick, pick) && at - last.at < DOUBLE_TAP_MS;
}

function withCard(view: SeatView, choice: Choice, pick: Pick): Choice | null {
  const startsAnew = isCamel(view, pick) || choice.some((each) => isCamel(view, each));
  const next: Pick[] = startsAnew ? [] : [...choice];
  if (isCamel(view, pick)) {
    [...view.slots].forEach((card, at) => {
      if (card === "K") next.push({ zone: "market", at });
    });
  } else {
    next.push(pick);
  }
  return movesContaining(view, next).length > 0 ? next : null;
}

function nextOf(view: SeatView, choice: Choice, kind: Card): Pick | null {
  if (kind === "K") return camelsOf(choice) < view.you.herd ? { zone: "herd" } : null;
  const hand = sortCards(view.you.hand);
  for (let at = 0; at < hand.length; at++) {
    const pick: Pick = { zone: "hand", at };
    if (hand[at] === kind && !isChosen(choice, pick)) return pick;
  }
  return null;
}

function isCamel(view: SeatView, pick: Pick): boolean {
  return pick.zone === "market" && view.slots.charAt(pick.at) === "K";
}

function same(a: Pick, b: Pick): boolean {
  if (a.zone === "herd" || b.zone === "herd") return a.zone === b.zone;
  return a.zone === b.zone && a.at === b.at;
}

function within(part: Cards, whole: Cards): boolean {
  return CARD_ORDER.every((kind) => countOf(part, kind) <= countOf(whole, kind));
}
