// What a person has chosen so far, and what can be chosen next.
//
// There is no rule of the game in here. The server lists the moves of a view; a card can join a
// choice if some listed move contains the choice and the card, and a choice is ready if it is a
// listed move. Why a card cannot join is for the server to say (`POST …/explain`).
import { GOODS, type Card, type Cards, type MoveText, type SeatView } from "../api/types";

/** A chosen card: a slot of the market, a place in the sorted hand, or one camel of the herd. */
export type Pick = { zone: "market" | "hand"; at: number } | { zone: "herd" };
/** What was chosen, in the order of choosing: Backspace takes the last one back. */
export type Choice = readonly Pick[];
export const NOTHING: Choice = [];

const ORDER: readonly Card[] = [...GOODS, "K"];

/** A move as the two sides of it: cards that come, cards that go. */
export interface Parts {
  kind: "take" | "camels" | "exchange" | "sell";
  take: Cards;
  give: Cards;
}

/** The parts of a listed move. The camels of the market go together, however many there are. */
export function partsOf(move: MoveText, market: Cards): Parts {
  if (move.startsWith("$")) {
    return { kind: "sell", take: "", give: move.charAt(1).repeat(Number(move.slice(2))) };
  }
  const [take = "", give = ""] = move.slice(1).split("-");
  if (give !== "") return { kind: "exchange", take, give };
  if (take === "K") return { kind: "camels", take: only(market, "K"), give: "" };
  return { kind: "take", take, give: "" };
}

/** The hand as it is shown: by good, in the order of the box. */
export function sorted(cards: Cards): Cards {
  return ORDER.map((kind) => only(cards, kind)).join("");
}

export function countOf(cards: Cards, kind: Card): number {
  return only(cards, kind).length;
}

/** The chosen cards as letters. */
export function lettersOf(view: SeatView, choice: Choice): { take: Cards; give: Cards } {
  const hand = sorted(view.you.hand);
  let take = "";
  let give = "";
  for (const pick of choice) {
    if (pick.zone === "market") take += view.slots.charAt(pick.at);
    else if (pick.zone === "hand") give += hand.charAt(pick.at);
    else give += "K";
  }
  return { take: sorted(take), give: sorted(give) };
}

/** The listed moves that the choice can still become. */
export function reachable(view: SeatView, choice: Choice): Parts[] {
  const { take, give } = lettersOf(view, choice);
  return view.moves
    .map((move) => partsOf(move, view.market))
    .filter((parts) => within(take, parts.take) && within(give, parts.give));
}

/** The listed move that the choice is, or null. */
export function ready(view: SeatView, choice: Choice): MoveText | null {
  if (choice.length === 0) return null;
  const { take, give } = lettersOf(view, choice);
  const found = view.moves.find((move) => {
    const parts = partsOf(move, view.market);
    return sorted(parts.take) === take && sorted(parts.give) === give;
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

/** Whether a card would be taken into the choice, or start a new one, rather than be refused. */
export function canJoin(view: SeatView, choice: Choice, pick: Pick): boolean {
  return (pick.zone !== "herd" && isChosen(choice, pick)) || joined(view, choice, pick) !== null;
}

/**
 * The choice after a tap on a card, or null where the card cannot join it.
 * A camel of the market brings all the others and begins a new choice; so does a card that is
 * tapped while the camels are chosen.
 */
export function toggled(view: SeatView, choice: Choice, pick: Pick): Choice | null {
  if (pick.zone === "herd" || !isChosen(choice, pick)) return joined(view, choice, pick);
  if (isCamel(view, pick)) return NOTHING;
  return choice.filter((each) => !same(each, pick));
}

/** One more card of a kind out of hand or herd; null where none can join. */
export function added(view: SeatView, choice: Choice, kind: Card): Choice | null {
  const pick = nextOf(view, choice, kind);
  return pick === null ? null : joined(view, choice, pick);
}

/** As many of a kind out of hand or herd as can join; null where none can. */
export function addedAll(view: SeatView, choice: Choice, kind: Card): Choice | null {
  let next = added(view, choice, kind);
  let last: Choice | null = null;
  while (next !== null) {
    last = next;
    next = added(view, next, kind);
  }
  return last;
}

/** One camel of the herd less. */
export function withoutCamel(choice: Choice): Choice {
  const at = choice.findLastIndex((pick) => pick.zone === "herd");
  return at < 0 ? choice : choice.filter((_, i) => i !== at);
}

/** The last card less; the camels of the market leave together. */
export function shortened(view: SeatView, choice: Choice): Choice {
  const last = choice.at(-1);
  if (last !== undefined && isCamel(view, last)) return NOTHING;
  return choice.slice(0, -1);
}

/** All camels of the market, or null where they cannot be taken. */
export function marketCamels(view: SeatView): Choice | null {
  const at = view.slots.indexOf("K");
  return at < 0 ? null : joined(view, NOTHING, { zone: "market", at });
}

/** The choice that is this move: for hints and for moves that are typed. Null if it is not listed. */
export function choiceOf(view: SeatView, move: MoveText): Choice | null {
  if (!view.moves.includes(move)) return null;
  const parts = partsOf(move, view.market);
  const choice: Pick[] = [];
  const taken = (zone: "market" | "hand", cards: Cards, wanted: Cards): void => {
    const free = [...cards];
    for (const card of wanted) {
      const at = free.indexOf(card);
      if (at < 0) continue;
      free[at] = "";
      choice.push({ zone, at });
    }
  };
  taken("market", view.slots, parts.take);
  taken("hand", sorted(view.you.hand), parts.give.replaceAll("K", ""));
  for (let i = countOf(parts.give, "K"); i > 0; i--) choice.push({ zone: "herd" });
  return choice;
}

/**
 * The choice carried over to the next view. The same position keeps it. A plan that was made during
 * the other's turn is kept as long as its cards still lie where they lay and a move contains it.
 */
export function carried(before: SeatView | null, after: SeatView, choice: Choice): Choice {
  if (before === null || before.seat !== after.seat) return NOTHING;
  if (before.seq === after.seq) return choice;
  const stays =
    before.round === after.round &&
    sorted(before.you.hand) === sorted(after.you.hand) &&
    before.you.herd === after.you.herd &&
    choice.every((pick) => pick.zone !== "market" || before.slots[pick.at] === after.slots[pick.at]) &&
    // The camels are taken all together: one more in the market, and it is another move.
    (!choice.some((pick) => isCamel(before, pick)) || countOf(before.slots, "K") === countOf(after.slots, "K"));
  return stays && reachable(after, choice).length > 0 ? choice : NOTHING;
}

/** What the dock says about a choice: the move it is, or what is missing. */
export type State =
  | { is: "empty" }
  | { is: "ready"; move: MoveText; parts: Parts }
  /** Only a sale fits: so many more of this kind. */
  | { is: "sale"; kind: Card; missing: number }
  /** An exchange: so many more out of the market, so many more back. */
  | { is: "exchange"; take: number; give: number; given: number; size: number }
  /** Nothing that is listed contains it any more. */
  | { is: "stuck" };

export function stateOf(view: SeatView, choice: Choice): State {
  if (choice.length === 0) return { is: "empty" };
  const move = ready(view, choice);
  if (move !== null) return { is: "ready", move, parts: partsOf(move, view.market) };
  const open = reachable(view, choice);
  const exchanges = open.filter((parts) => parts.kind === "exchange");
  const { take, give } = lettersOf(view, choice);
  if (exchanges.length > 0) {
    const size = Math.min(...exchanges.map((parts) => parts.take.length));
    return { is: "exchange", take: size - take.length, give: size - give.length, given: give.length, size };
  }
  const sales = open.filter((parts) => parts.kind === "sell");
  if (sales.length > 0) {
    const least = Math.min(...sales.map((parts) => parts.give.length));
    return { is: "sale", kind: give.charAt(0) as Card, missing: least - give.length };
  }
  return { is: "stuck" };
}

const DOUBLE_TAP = 300;

/** Whether this tap is the second one on the same card, which goes to Confirm and toggles nothing. */
export function isSecondTap(last: { pick: Pick; at: number } | null, pick: Pick, at: number): boolean {
  return last !== null && pick.zone !== "herd" && same(last.pick, pick) && at - last.at < DOUBLE_TAP;
}

function joined(view: SeatView, choice: Choice, pick: Pick): Choice | null {
  const anew = isCamel(view, pick) || choice.some((each) => isCamel(view, each));
  const next: Pick[] = anew ? [] : [...choice];
  if (isCamel(view, pick)) {
    [...view.slots].forEach((card, at) => {
      if (card === "K") next.push({ zone: "market", at });
    });
  } else {
    next.push(pick);
  }
  return reachable(view, next).length > 0 ? next : null;
}

function nextOf(view: SeatView, choice: Choice, kind: Card): Pick | null {
  if (kind === "K") return camelsOf(choice) < view.you.herd ? { zone: "herd" } : null;
  const hand = sorted(view.you.hand);
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
  return ORDER.every((kind) => countOf(part, kind) <= countOf(whole, kind));
}

function only(cards: Cards, kind: Card): Cards {
  return [...cards].filter((card) => card === kind).join("");
}
