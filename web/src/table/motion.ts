// The animation of cards and tokens from where they were before a change to where they are after it.
//
// All spots are measured before the change; after it, ghosts fly over the table from spot to spot, each
// with the size of what it shows at both ends, and the cards themselves appear as they land.
import { mount, unmount, type Component } from "svelte";
import BonusToken from "../art/BonusToken.svelte";
import CardBack from "../art/CardBack.svelte";
import CardFace from "../art/Card.svelte";
import GoodsToken from "../art/GoodsToken.svelte";
import type { Cards, Good, Moved, View } from "../api/types";
import type { Settings } from "../state/settings.svelte";
import { partsOf } from "../api/notation";
import { countSpots, findSpots, type Spot, type Spots } from "./places";

const DURATIONS_MS: Record<Settings["speed"], number> = { off: 0, slow: 560, normal: 280, fast: 160 };
const EASE = "cubic-bezier(.2,.8,.2,1)";
const STAGGER_MS = 40;

/** The table before a change: its spots, and where the cards of the own hand were. */
export interface Before {
  spots: Spots;
  hand: ReadonlyMap<string, number>;
}

/** What the animation of a move needs of its event. */
export type PlayedMove = Pick<Moved, "seat" | "move" | "slots" | "drawn" | "tokens" | "bonus">;

interface Flight {
  what: Component<any>; // eslint-disable-line @typescript-eslint/no-explicit-any -- a card or a token
  props: Record<string, unknown>;
  from: Spot | undefined;
  to: Spot | undefined;
  /** Whether what lies at the end appears when the ghost lands: a card stays on a herd or a pile. */
  appears: boolean;
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

  /** The table as it is drawn now. */
  measure(): Before {
    const hand = new Map<string, number>();
    for (const item of this.#keyed()) hand.set(item.dataset["key"] ?? "", item.getBoundingClientRect().left);
    return { spots: findSpots(this.root()), hand };
  }

  /** Animate a move that has just been drawn; `bottom` for a seat that is drawn at the bottom. */
  async move(event: PlayedMove, before: View, was: Before, bottom: boolean): Promise<void> {
    const duration = this.duration;
    if (duration === 0) return;
    const flights = flightsOf(event, before, was.spots, findSpots(this.root()), bottom);
    await this.#fly(flights, was, duration);
  }

  /** Animate a deal: every card comes from the deck. */
  async deal(slots: Cards): Promise<void> {
    const duration = this.duration;
    if (duration === 0) return;
    const spots = findSpots(this.root());
    const flights: Flight[] = [];
    const dealt = (to: string, kind: string | null): void => {
      const card = kind === null ? { what: CardBack, props: {} } : { what: CardFace, props: { kind } };
      const delay = flights.length * STAGGER_MS;
      flights.push({ ...card, from: spots.get("deck"), to: spots.get(to), appears: true, delay });
    };
    [...slots].forEach((kind, at) => dealt(`market-${at}`, kind));
    for (const name of spots.keys()) {
      if (/^hand-[A-Z]/.test(name)) dealt(name, name.charAt(5));
      else if (name.startsWith("opponent-card-")) dealt(name, null);
    }
    await this.#fly(flights, { spots, hand: new Map() }, duration);
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

  async #fly(flights: Flight[], was: Before, duration: number): Promise<void> {
    const ghosts = flights.map((flight) => this.#start(flight, duration));
    this.#slide(was, duration);
    await Promise.allSettled(this.#running.map((animation) => animation.finished));
    for (const end of ghosts) end();
    this.#running = [];
  }

  #start({ what, props, from, to, appears, delay }: Flight, duration: number): () => void {
    if (from === undefined || to === undefined) return () => {};
    const ghost = document.createElement("div");
    ghost.className = "ghost";
    ghost.setAttribute("aria-hidden", "true");
    const { left, top, width, height } = to.box;
    ghost.style.cssText = `position:fixed;z-index:50;left:${left}px;top:${top}px;width:${width}px;height:${height}px;pointer-events:none;transform-origin:0 0`;
    // A pile shows its top card only, so that the place of a single card tells the picture: the end of what
    // comes to lie face up, else the start.
    const variant = (appears ? (to.picture ?? from.picture) : (from.picture ?? to.picture)) ?? 0;
    const inside = mount(what, { target: ghost, props: { ...props, variant } });
    this.root()?.append(ghost);
    if (appears) to.element.style.visibility = "hidden";

    const [x, y] = [from.box.left - left, from.box.top - top];
    const size = from.box.width / width;
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
      to.element.style.visibility = "";
      ghost.remove();
    };
    animation.finished.then(
      () => {
        end();
        this.onLanded(what === CardFace || what === CardBack ? "card" : "token");
      },
      () => {},
    );
    return () => {
      end();
      void unmount(inside);
    };
  }

  /** Slide the cards that stay in hand to their new places. */
  #slide(was: Before, duration: number): void {
    for (const item of this.#keyed()) {
      const before = was.hand.get(item.dataset["key"] ?? "");
      const x = before === undefined ? 0 : before - item.getBoundingClientRect().left;
      if (Math.abs(x) < 1) continue;
      const frames = [{ transform: `translateX(${x}px)` }, { transform: "none" }];
      this.#running.push(item.animate(frames, { duration, easing: EASE }));
    }
  }

  #keyed(): Iterable<HTMLElement> {
    return this.root()?.querySelectorAll<HTMLElement>("[data-key]") ?? [];
  }
}

function flightsOf(event: PlayedMove, before: View, was: Spots, now: Spots, bottom: boolean): Flight[] {
  const flights: Flight[] = [];
  const parts = partsOf(event.move, before.market);
  const side = bottom ? "hand" : "opponent";
  const herd = bottom ? "herd" : "opponent-herd";
  const taken = bottom ? "own-tokens" : "opponent-tokens";
  const fly = (flight: Pick<Flight, "what" | "props" | "from" | "to">, appears: boolean, wait = 0): void => {
    flights.push({ ...flight, appears, delay: flights.length * STAGGER_MS + wait });
  };
  // Cards of a hand that is drawn face up are found by their kind, those of another by their position:
  // they come to the end of the row and leave from it.
  const [heldBefore, heldNow] = [countSpots(was, `${side}-card-`), countSpots(now, `${side}-card-`)];
  let [arrived, left] = [0, 0];
  const arrivals = [...parts.take].filter((kind) => kind !== "K").length;
  const newest = (kind: string): Spot | undefined => {
    const nth = flights.filter(({ props, to }) => props["kind"] === kind && to !== undefined).length;
    return (
      now.get(`${side}-${kind}${countSpots(was, `${side}-${kind}`) + nth}`) ??
      now.get(`${side}-card-${heldNow - arrivals + arrived}`)
    );
  };

  // 1. Cards leave the market for hand or herd.
  const slots = [...event.slots];
  for (const kind of parts.take) {
    const at = slots.findIndex((slot) => before.slots[slot] === kind);
    const from = was.get(`market-${slots.splice(at, 1)[0]}`);
    const to = kind === "K" ? now.get(herd) : newest(kind);
    if (kind !== "K") arrived++;
    fly({ what: CardFace, props: { kind }, from, to }, kind !== "K");
  }
  // 2. Cards go out of the hand or the herd: to the market, or to the sold ones.
  const gone = new Map<string, number>();
  [...parts.give].forEach((kind, i) => {
    const nth = gone.get(kind) ?? 0;
    gone.set(kind, nth + 1);
    const held =
      was.get(`${side}-${kind}${countSpots(now, `${side}-${kind}`) + nth}`) ??
      was.get(`${side}-card-${heldBefore - 1 - left}`);
    const from = kind === "K" ? was.get(herd) : held;
    if (kind !== "K") left++;
    const exchanged = parts.kind === "exchange";
    const to = exchanged
      ? now.get(`market-${event.slots[i]}`)
      : (now.get("discard") ?? cardOn(now.get(`chip-${kind}`)));
    fly({ what: CardFace, props: { kind }, from, to }, exchanged);
  });
  // 3. Tokens slide to those that the seat has taken.
  const good = parts.give[0] as Good;
  const [all, owned] = [countSpots(was, `token-${good}-`), countSpots(now, `${taken}-${good}-`)];
  event.tokens.forEach((value, i) => {
    const from = was.get(`token-${good}-${all - before.tokens[good].length + i}`);
    const to = now.get(`${taken}-${good}-${owned - event.tokens.length + i}`);
    fly({ what: GoodsToken, props: { good, value }, from, to }, true);
  });
  if (event.bonus !== null) {
    const pile = String(event.bonus.pile);
    const to = now.get(`${taken}-bonus-${pile}-${countSpots(now, `${taken}-bonus-${pile}-`) - 1}`);
    fly({ what: BonusToken, props: { pile, value: event.bonus.value }, from: was.get(`bonus-${pile}`), to }, true);
  }
  // 4. New cards come from the deck.
  [...event.drawn].forEach((kind, i) => {
    const to = now.get(`market-${event.slots[i]}`);
    fly({ what: CardFace, props: { kind }, from: now.get("deck"), to }, true, 3 * STAGGER_MS);
  });
  return flights;
}

/** The spot of a card that shrinks onto something small, such as the row of its tokens. */
function cardOn(spot: Spot | undefined): Spot | undefined {
  if (spot === undefined) return undefined;
  const { x, y, width, height } = spot.box;
  return { ...spot, box: new DOMRect(x + width / 2 - height / 2.8, y, height / 1.4, height) };
}
