// Which picture each card has: a card keeps its own from the market to a hand and back, for everyone who looks.
//
// A view holds the public history of its round, and pictures follow from it alone, so they are the same after
// a reload, in the log and in a replay. Of equal cards in a hand the newest leaves first, as in the flights.
import { CARD_ORDER, countOf, partsOf, placesOf } from "../api/notation";
import type { Card, Seat, View } from "../api/types";
import { variantsOf } from "../art/variants";
import type { Side } from "./side";

export interface SidePictures {
  /** For each card of the sorted hand, or of the goods that it is known to hold. */
  hand: readonly number[];
  /** For each camel; the last one lies on top. */
  herd: readonly number[];
}

export interface Pictures {
  /** For each slot. */
  market: readonly number[];
  sides: readonly [SidePictures, SidePictures];
  /** The card on top of the sold ones. */
  sold: number;
}

interface Slot {
  kind: Card;
  picture: number;
}

/** The pictures of the cards of a view, and of the hands that are drawn with it. */
export function picturesOf(view: View, sides: readonly [Side, Side]): Pictures {
  for (const slots of possibleStarts(view)) {
    const round = new RoundPictures(slots, view.first);
    if (round.replay(view)) return round.pictures(sides);
  }
  // A history that does not lead to this market: pictures by place.
  const unmoved = new RoundPictures([...view.slots] as Card[], view.first);
  return unmoved.pictures(sides);
}

/** The first market: the camels laid out, then two dealt cards, whose order the view does not tell. */
function possibleStarts(view: View): Card[][] {
  const camels = "K".repeat(view.start.length - 2);
  const dealt = view.start.replace(camels, "");
  return [dealt, [...dealt].reverse().join("")].map((two) => [...(camels + two)] as Card[]);
}

class RoundPictures {
  readonly #appeared = new Map<Card, number>();
  /** Cards that each seat has taken out of the market and still holds. */
  readonly #taken = [new Map<Card, number[]>(), new Map<Card, number[]>()];
  /** How many cards of its deal each seat has given or sold. */
  readonly #dealtGone = [new Map<Card, number>(), new Map<Card, number>()];
  readonly #market: (Slot | null)[] = [];
  #turn: Seat;
  #sold = 0;

  constructor(start: readonly Card[], first: Seat) {
    this.#turn = first;
    for (const kind of start) this.#market.push(this.#appear(kind));
  }

  /** Play the history of a view; false if it does not lead to the market of the view. */
  replay(view: View): boolean {
    for (const [move, drawn] of view.history) {
      const parts = partsOf(move, this.#kinds());
      const free = this.#take(parts.take);
      if (free === null) return false;
      const given = this.#give(parts.give);
      if (parts.kind === "sell") this.#sold = given.at(-1)?.picture ?? 0;
      else if (parts.kind === "exchange") free.forEach((at, i) => (this.#market[at] = given[i] ?? null));
      else free.forEach((at, i) => (this.#market[at] = i < drawn.length ? this.#appear(drawn[i] as Card) : null));
      this.#turn = this.#turn === 0 ? 1 : 0;
    }
    return this.#kinds().replaceAll(" ", "") === view.slots;
  }

  /** The cards of the market by slot; a space for an empty one. */
  #kinds(): string {
    return this.#market.map((slot) => slot?.kind ?? " ").join("");
  }

  pictures(sides: readonly [Side, Side]): Pictures {
    return {
      market: this.#market.flatMap((slot) => (slot === null ? [] : [slot.picture])),
      sides: [this.#side(sides[0]), this.#side(sides[1])],
      sold: this.#sold,
    };
  }

  #side({ seat, hand, known, herd }: Side): SidePictures {
    const goods = hand ?? known;
    return {
      hand: CARD_ORDER.flatMap((kind) => this.#held(seat, kind, countOf(goods, kind))),
      herd: this.#held(seat, "K", herd),
    };
  }

  /** A card that is seen for the first time: its picture differs from those of its kind in the market. */
  #appear(kind: Card): Slot {
    const [count, nth] = [variantsOf(kind), this.#appeared.get(kind) ?? 0];
    this.#appeared.set(kind, nth + 1);
    const beside = this.#market.filter((slot) => slot?.kind === kind).map((slot) => slot?.picture);
    const choices = Array.from({ length: count }, (_, i) => (nth + i) % count);
    return { kind, picture: choices.find((picture) => !beside.includes(picture)) ?? nth % count };
  }

  /** Move cards from the market to the seat whose turn it is; the slots that are free then, from the left. */
  #take(kinds: string): number[] | null {
    const free = placesOf(this.#kinds(), kinds);
    for (const at of free ?? []) {
      const slot = this.#market[at];
      if (slot != null) stackOf(this.#taken[this.#turn], slot.kind).push(slot.picture);
    }
    return free?.sort((a, b) => a - b) ?? null;
  }

  /** Cards out of the hand or the herd of the seat whose turn it is. */
  #give(kinds: string): Slot[] {
    return CARD_ORDER.flatMap((kind) => {
      const gone: Slot[] = [];
      for (let left = countOf(kinds, kind); left > 0; left--) {
        gone.unshift({ kind, picture: stackOf(this.#taken[this.#turn], kind).pop() ?? this.#nextDealt(kind) });
      }
      return gone;
    });
  }

  /** Cards of a deal are numbered in the order in which they leave, which everyone sees. */
  #nextDealt(kind: Card): number {
    const counts = this.#dealtGone[this.#turn];
    const nth = counts?.get(kind) ?? 0;
    counts?.set(kind, nth + 1);
    return dealtPicture(kind, nth);
  }

  #held(seat: Seat, kind: Card, count: number): number[] {
    const taken = stackOf(this.#taken[seat], kind);
    const gone = this.#dealtGone[seat]?.get(kind) ?? 0;
    const dealt = Array.from({ length: Math.max(0, count - taken.length) }, (_, i) => dealtPicture(kind, gone + i));
    return [...dealt.reverse(), ...taken].slice(0, count);
  }
}

/** Counted from the last picture down, as those of the market are counted up: together in a hand they differ. */
function dealtPicture(kind: Card, nth: number): number {
  const count = variantsOf(kind);
  return count - 1 - (nth % count);
}

function stackOf(stacks: Map<Card, number[]> | undefined, kind: Card): number[] {
  const stack = stacks?.get(kind) ?? [];
  stacks?.set(kind, stack);
  return stack;
}
