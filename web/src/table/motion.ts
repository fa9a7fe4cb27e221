// How cards and tokens fly: from where they lay before a change to where they lie after it.
//
// A scene is taken before the change; after it, ghosts fly over the table from place to place and
// the things themselves appear as they land. Places are marked with `data-place`.
import { mount, unmount, type Component } from "svelte";
import BonusToken from "../art/BonusToken.svelte";
import CardFace from "../art/Card.svelte";
import GoodsToken from "../art/GoodsToken.svelte";
import type { Card, Cards, Good, Moved, View } from "../api/types";
import type { Settings } from "../state/settings.svelte";
import { partsOf } from "../api/notation";

const LENGTHS: Record<Settings["speed"], number> = { off: 0, slow: 560, normal: 280, fast: 160 };
const EASE = "cubic-bezier(.2,.8,.2,1)";
const APART = 40;

export type Scene = Map<string, DOMRect>;

interface Flight {
  what: Component<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- a card or a token
  props: Record<string, unknown>;
  from: DOMRect;
  to: DOMRect;
  /** What appears when the ghost lands. */
  hides?: Element | undefined;
  delay: number;
}

/** The animations of one table: at most one movement at a time, and any touch ends it. */
export class Motion {
  #running: Animation[] = [];
  #wake: (() => void) | null = null;

  constructor(
    private readonly root: () => HTMLElement | null,
    private readonly speed: () => Settings["speed"],
    private readonly landed: (what: "card" | "token") => void,
  ) {}

  get length(): number {
    const less = matchMedia("(prefers-reduced-motion: reduce)").matches;
    return less || document.hidden ? 0 : LENGTHS[this.speed()];
  }

  /** Where everything lies now. */
  scene(): Scene {
    const scene: Scene = new Map();
    for (const place of this.root()?.querySelectorAll("[data-place]") ?? []) {
      const box = place.getBoundingClientRect();
      const name = place.getAttribute("data-place") ?? "";
      if (box.width > 0 && !scene.has(name)) scene.set(name, box);
    }
    for (const item of this.root()?.querySelectorAll("[data-key]") ?? []) {
      scene.set(`key-${item.getAttribute("data-key")}`, item.getBoundingClientRect());
    }
    return scene;
  }

  /** Let a move that has just been drawn be seen. */
  async move(event: Moved, before: View, was: Scene, own: boolean): Promise<void> {
    const length = this.length;
    if (length === 0) return;
    const flights = this.#flightsOf(event, before, was, own);
    await this.#fly(flights, was, length);
  }

  /** Let a deal be seen: every card comes from the deck. */
  async deal(slots: Cards, was: Scene): Promise<void> {
    const length = this.length;
    if (length === 0) return;
    const from = this.scene().get("deck");
    if (from === undefined) return;
    const flights: Flight[] = [];
    [...slots].forEach((kind, at) => this.#arrive(flights, kind as Card, from, `market-${at}`, flights.length * APART));
    for (const card of this.root()?.querySelectorAll('[data-place^="hand-"]') ?? []) {
      const place = card.getAttribute("data-place") ?? "";
      this.#arrive(flights, place.charAt(5) as Card, from, place, flights.length * APART);
    }
    was.clear();
    await this.#fly(flights, was, length);
  }

  /** Wait, unless it is skipped. */
  async pause(length: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, length);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.#wake = null;
  }

  /** End what is moving at once. */
  skip(): void {
    this.#wake?.();
    for (const animation of this.#running) animation.finish();
  }

  #flightsOf(event: Moved, before: View, was: Scene, own: boolean): Flight[] {
    const flights: Flight[] = [];
    const now = this.scene();
    const parts = partsOf(event.move, before.market);
    const hand = own ? "hand" : "opponent-hand";
    const pile = now.get(own ? "own-tokens" : "opponent-tokens");
    let delay = 0;
    const next = (): number => (delay += APART) - APART;

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
    // 3. Tokens slide to the pile.
    event.tokens.forEach((value) => {
      const from = now.get(`tokens-${parts.give[0]}`);
      if (from === undefined || pile === undefined) return;
      const props = { good: parts.give[0] as Good, value };
      flights.push({ what: GoodsToken, props, from: token(from), to: token(pile), delay: next() });
    });
    const bonus = event.bonus === null ? undefined : now.get(`bonus-${event.bonus.pile}`);
    if (event.bonus !== null && bonus !== undefined && pile !== undefined) {
      const props = { pile: String(event.bonus.pile), value: event.bonus.value };
      flights.push({ what: BonusToken, props, from: token(bonus), to: token(pile), delay: next() });
    }
    // 4. New cards come from the deck.
    const deck = now.get("deck");
    [...event.drawn].forEach((kind, i) => {
      if (deck !== undefined) this.#arrive(flights, kind as Card, deck, `market-${event.slots[i]}`, next() + 3 * APART);
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

  /** The place in hand of a card that has just come: the last of its kind that was not there. */
  #newest(kind: Card, was: Scene): string {
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

  async #fly(flights: Flight[], was: Scene, length: number): Promise<void> {
    const ghosts = flights.map((flight) => this.#start(flight, length));
    this.#slide(was, length);
    await Promise.allSettled(this.#running.map((animation) => animation.finished));
    for (const end of ghosts) end();
    this.#running = [];
  }

  #start({ what, props, from, to, hides, delay }: Flight, length: number): () => void {
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
    // A slight arc: the middle lies a little to the side of the straight way.
    const [middleX, middleY] = [x / 2 - y * 0.06, y / 2 - Math.abs(x) * 0.06];
    const turn = Math.max(-4, Math.min(4, x / 60));
    const animation = ghost.animate(
      [
        { transform: `translate(${x}px,${y}px) scale(${size})` },
        { transform: `translate(${middleX}px,${middleY}px) scale(${(size + 1) / 2}) rotate(${turn}deg)` },
        { transform: "none" },
      ],
      { duration: length, delay: Math.min(delay, length * 1.5), easing: EASE, fill: "both" },
    );
    this.#running.push(animation);
    const end = (): void => {
      if (face != null) face.style.visibility = "";
      ghost.remove();
    };
    animation.finished.then(
      () => {
        end();
        this.landed(what === CardFace ? "card" : "token");
      },
      () => {},
    );
    return () => {
      end();
      void unmount(inside);
    };
  }

  /** Cards that stay in hand slide to their new places. */
  #slide(was: Scene, length: number): void {
    for (const item of this.root()?.querySelectorAll("[data-key]") ?? []) {
      const before = was.get(`key-${item.getAttribute("data-key")}`);
      const x = before === undefined ? 0 : before.left - item.getBoundingClientRect().left;
      if (Math.abs(x) < 1) continue;
      const frames = [{ transform: `translateX(${x}px)` }, { transform: "none" }];
      this.#running.push(item.animate(frames, { duration: length, easing: EASE }));
    }
  }
}

function token(box: DOMRect): DOMRect {
  const size = 28;
  return new DOMRect(box.x + Math.min(box.width, 60) / 2, box.y + (box.height - size) / 2, size, size);
}
