// The animation of cards and tokens from where they were before a change to where they are after it.
//
// The boxes of all places are measured before the change; after it, ghosts fly over the table from box
// to box, and the cards themselves appear as they land. Places are marked with `data-place`.
import { mount, unmount, type Component } from "svelte";
import BonusToken from "../art/BonusToken.svelte";
import CardFace from "../art/Card.svelte";
import GoodsToken from "../art/GoodsToken.svelte";
import type { Card, Cards, Good, Moved, View } from "../api/types";
import type { Settings } from "../state/settings.svelte";
import { partsOf } from "../api/notation";

const DURATIONS_MS: Record<Settings["speed"], number> = { off: 0, slow: 560, normal: 280, fast: 160 };
const EASE = "cubic-bezier(.2,.8,.2,1)";
const STAGGER_MS = 40;

export type Boxes = Map<string, DOMRect>;

interface Flight {
  what: Component<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- a card or a token
  props: Record<string, unknown>;
  from: DOMRect;
  to: DOMRect;
  /** The element that appears when the ghost lands. */
  hides?: Element | undefined;
  delay: number;
}

/** The animations of one table, one at a time; `skip` ends the current one. */
export class Motion {
  #running: Animation[] = [];
  #endPause: (() => void) | null = null;

  constructor(
    private readonly root: () => HTMLElement | null,
    private readonly speed: () => Settings["speed"],
    private readonly onLanded: (what: "card" | "token") => void,
  ) {}

  /** How long a card flies, in milliseconds; 0 for no animation. */
  get duration(): number {
    const reduced = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return reduced || document.hidden ? 0 : DURATIONS_MS[this.speed()];
  }

  /** The current boxes of all places. */
  measure(): Boxes {
    const boxes: Boxes = new Map();
    for (const place of this.root()?.querySelectorAll("[data-place]") ?? []) {
      const box = place.getBoundingClientRect();
      const name = place.getAttribute("data-place") ?? "";
      if (box.width > 0 && !boxes.has(name)) boxes.set(name, box);
    }
    for (const item of this.root()?.querySelectorAll("[data-key]") ?? []) {
      boxes.set(`key-${item.getAttribute("data-key")}`, item.getBoundingClientRect());
    }
    return boxes;
  }

  /** Animate a move that has just been drawn. */
  async move(event: Moved, before: View, was: Boxes, own: boolean): Promise<void> {
    const duration = this.duration;
    if (duration === 0) return;
    const flights = this.#flightsOf(event, before, was, own);
    await this.#fly(flights, was, duration);
  }

  /** Animate a deal: every card comes from the deck. */
  async deal(slots: Cards, was: Boxes): Promise<void> {
    const duration = this.duration;
    if (duration === 0) return;
    const from = this.measure().get("deck");
    if (from === undefined) return;
    const flights: Flight[] = [];
    [...slots].forEach((kind, at) =>
      this.#arrive(flights, kind as Card, from, `market-${at}`, flights.length * STAGGER_MS),
    );
    for (const card of this.root()?.querySelectorAll('[data-place^="hand-"]') ?? []) {
      const place = card.getAttribute("data-place") ?? "";
      this.#arrive(flights, place.charAt(5) as Card, from, place, flights.length * STAGGER_MS);
    }
    was.clear();
    await this.#fly(flights, was, duration);
  }

  /** Wait, unless it is skipped. */
  async pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#endPause = null;
  }

  /** End the current animation or pause at once. */
  skip(): void {
    this.#endPause?.();
    for (const animation of this.#running) animation.finish();
  }

  #flightsOf(event: Moved, before: View, was: Boxes, own: boolean): Flight[] {
    const flights: Flight[] = [];
    const now = this.measure();
    const parts = partsOf(event.move, before.market);
    const hand = own ? "hand" : "opponent-hand";
    const taken = now.get(own ? "own-tokens" : "opponent-tokens");
    let delay = 0;
    const next = (): number => (delay += STAGGER_MS) - STAGGER_MS;

    // 1. Cards leave the market for hand or herd.
    const left = [...event.slots];
    for (const kind of parts.take as Iterable<Card>) {
      const at = left.findIndex((slot) => before.slots[slot] === kind);
      const from = was.get(`market-${left.splice(at, 1)[0]}`);
      if (from === undefined) continue;
      if (own && kind !== "K") this.#arrive(flights, kind, from, this.#newest(kind, was), next());
      else this.#leave(flights, kind, from, now.get(kind === "K" ? (own ? "herd" : "opponent-herd") : hand), next());
    }
    // 2. Cards go out of the hand: to the market, or to the sold ones.
    const gone = new Map<string, number>();
    [...parts.give].forEach((kind, i) => {
      const nth = gone.get(kind) ?? 0;
      gone.set(kind, nth + 1);
      const held = own && kind !== "K" ? was.get(`hand-${kind}${this.#held(kind) + nth}`) : undefined;
      const from = held ?? was.get(kind === "K" ? (own ? "herd" : "opponent-herd") : hand);
      if (from === undefined) return;
      if (parts.kind === "exchange") this.#arrive(flights, kind as Card, from, `market-${event.slots[i]}`, next());
      else this.#leave(flights, kind as Card, from, now.get("discard") ?? now.get(`tokens-${kind}`), next());
    });
    // 3. Tokens slide to those that the seat has taken.
    event.tokens.forEach((value) => {
      const from = now.get(`tokens-${parts.give[0]}`);
      if (from === undefined || taken === undefined) return;
      const props = { good: parts.give[0] as Good, value };
      flights.push({ what: GoodsToken, props, from: token(from), to: token(taken), delay: next() });
    });
    const bonus = event.bonus === null ? undefined : now.get(`bonus-${event.bonus.pile}`);
    if (event.bonus !== null && bonus !== undefined && taken !== undefined) {
      const props = { pile: String(event.bonus.pile), value: event.bonus.value };
      flights.push({ what: BonusToken, props, from: token(bonus), to: token(taken), delay: next() });
    }
    // 4. New cards come from the deck.
    const deck = now.get("deck");
    [...event.drawn].forEach((kind, i) => {
      if (deck !== undefined)
        this.#arrive(flights, kind as Card, deck, `market-${event.slots[i]}`, next() + 3 * STAGGER_MS);
    });
    return flights;
  }

  #arrive(flights: Flight[], kind: Card, from: DOMRect, place: string, delay: number): void {
    const hides = this.root()?.querySelector(`[data-place="${place}"]`) ?? undefined;
    const face = hides?.firstElementChild;
    if (face == null) return;
    flights.push({ what: CardFace, props: { kind }, from, to: face.getBoundingClientRect(), hides, delay });
  }

  #leave(flights: Flight[], kind: Card, from: DOMRect, to: DOMRect | undefined, delay: number): void {
    if (to === undefined) return;
    const width = Math.min(to.width, from.width);
    const end = new DOMRect(to.x + (to.width - width) / 2, to.y + (to.height - width * 1.4) / 2, width, width * 1.4);
    flights.push({ what: CardFace, props: { kind }, from, to: end, delay });
  }

  /** The place of a card that is new in the hand: the first of its kind that was not there before. */
  #newest(kind: Card, was: Boxes): string {
    const held = this.#held(kind);
    for (let nth = 0; nth < held; nth++) {
      const place = `hand-${kind}${nth}`;
      if (!was.has(place)) {
        was.set(place, new DOMRect());
        return place;
      }
    }
    return `hand-${kind}${held - 1}`;
  }

  #held(kind: string): number {
    return this.root()?.querySelectorAll(`[data-place^="hand-${kind}"]`).length ?? 0;
  }

  async #fly(flights: Flight[], was: Boxes, duration: number): Promise<void> {
    const ghosts = flights.map((flight) => this.#start(flight, duration));
    this.#slide(was, duration);
    await Promise.allSettled(this.#running.map((animation) => animation.finished));
    for (const end of ghosts) end();
    this.#running = [];
  }

  #start({ what, props, from, to, hides, delay }: Flight, duration: number): () => void {
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.setAttribute("aria-hidden", "true");
    ghost.style.cssText = `position:fixed;z-index:50;left:${to.left}px;top:${to.top}px;width:${to.width}px;height:${to.height}px;pointer-events:none;transform-origin:0 0`;
    const inside = mount(what, { target: ghost, props });
    this.root()?.append(ghost);
    const face = hides?.firstElementChild as HTMLElement | null | undefined;
    if (face != null) face.style.visibility = "hidden";

    const [x, y] = [from.left - to.left, from.top - to.top];
    const size = from.width / to.width;
    // A slight arc: the middle is a little to the side of the straight line.
    const [middleX, middleY] = [x / 2 - y * 0.06, y / 2 - Math.abs(x) * 0.06];
    const turn = Math.max(-4, Math.min(4, x / 60));
    const animation = ghost.animate(
      [
        { transform: `translate(${x}px,${y}px) scale(${size})` },
        { transform: `translate(${middleX}px,${middleY}px) scale(${(size + 1) / 2}) rotate(${turn}deg)` },
        { transform: "none" },
      ],
      { duration, delay: Math.min(delay, duration * 1.5), easing: EASE, fill: "both" },
    );
    this.#running.push(animation);
    const end = (): void => {
      if (face != null) face.style.visibility = "";
      ghost.remove();
    };
    animation.finished.then(
      () => {
        end();
        this.onLanded(what === CardFace ? "card" : "token");
      },
      () => {},
    );
    return () => {
      end();
      void unmount(inside);
    };
  }

  /** Slide the cards that stay in hand to their new places. */
  #slide(was: Boxes, duration: number): void {
    for (const item of this.root()?.querySelectorAll("[data-key]") ?? []) {
      const before = was.get(`key-${item.getAttribute("data-key")}`);
      const x = before === undefined ? 0 : before.left - item.getBoundingClientRect().left;
      if (Math.abs(x) < 1) continue;
      const frames = [{ transform: `translateX(${x}px)` }, { transform: "none" }];
      this.#running.push(item.animate(frames, { duration, easing: EASE }));
    }
  }
}

function token(box: DOMRect): DOMRect {
  const size = 28;
  return new DOMRect(box.x + Math.min(box.width, 60) / 2, box.y + (box.height - size) / 2, size, size);
}
