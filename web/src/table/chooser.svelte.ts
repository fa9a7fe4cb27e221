// The choice of the person at the table, as it lives on the page; what it may be is in choice.ts.
import type { Card, Cards, MoveText, Refusal, SeatView } from "../api/types";
import {
  added,
  addedAll,
  canJoin,
  carried,
  choiceOf,
  isChosen,
  isSecondTap,
  lettersOf,
  marketCamels,
  NOTHING,
  shortened,
  sorted,
  stateOf,
  toggled,
  withoutCamel,
  type Choice,
  type Pick,
  type State,
} from "./choice";

/** What a card needs to be chosen: the parts of a Chooser that the drawing of the table knows. */
export interface Picking {
  isChosen(pick: Pick): boolean;
  isDimmed(pick: Pick): boolean;
  tap(pick: Pick): void;
  hold(pick: Pick): void;
  wonder(pick: Pick): void;
}

type Explain = (take: Cards, give: Cards) => Promise<Refusal | null>;

export class Chooser implements Picking {
  #view = $state.raw<SeatView | null>(null);
  #choice = $state.raw<Choice>(NOTHING);
  #why = $state.raw<Refusal | null>(null);
  #last: { pick: Pick; at: number } | null = null;
  #asked = 0;

  constructor(
    private readonly explain: Explain,
    /** A second tap on a card: the choice is meant. */
    private readonly meant: () => void,
    private readonly changed: () => void = () => {},
  ) {}

  get view(): SeatView | null {
    return this.#view;
  }

  get choice(): Choice {
    return this.#choice;
  }

  /** Why the card that was just asked for cannot join. */
  get why(): Refusal | null {
    return this.#why;
  }

  get state(): State {
    return this.#view === null ? { is: "empty" } : stateOf(this.#view, this.#choice);
  }

  /** Another view came: keep what still fits. Returns whether a choice was lost. */
  see(view: SeatView | null): boolean {
    const had = this.#choice;
    this.#choice = view === null ? NOTHING : carried(this.#view, view, had);
    this.#view = view;
    if (this.#choice !== had) this.#why = null;
    return had.length > 0 && this.#choice.length === 0;
  }

  isChosen(pick: Pick): boolean {
    return isChosen(this.#choice, pick);
  }

  isDimmed(pick: Pick): boolean {
    return this.#view !== null && this.#choice.length > 0 && !canJoin(this.#view, this.#choice, pick);
  }

  tap(pick: Pick): void {
    if (this.#view === null) return;
    const now = performance.now();
    if (isSecondTap(this.#last, pick, now) && this.isChosen(pick)) {
      this.#last = null;
      this.meant();
      return;
    }
    this.#last = { pick, at: now };
    this.#become(toggled(this.#view, this.#choice, pick), pick);
  }

  /** Long press: all of that kind. */
  hold(pick: Pick): void {
    if (this.#view === null) return;
    const kind = pick.zone === "hand" ? sorted(this.#view.you.hand).charAt(pick.at) : "K";
    if (pick.zone === "market") this.tap(pick);
    else this.addAll(kind as Card);
  }

  /** Hover or focus on a dimmed card: say why it is dimmed. */
  wonder(pick: Pick): void {
    if (this.isDimmed(pick)) void this.#ask(pick);
    else this.#why = null;
  }

  add(kind: Card): void {
    if (this.#view !== null) this.#become(added(this.#view, this.#choice, kind), this.#example(kind));
  }

  addAll(kind: Card): void {
    if (this.#view !== null) this.#become(addedAll(this.#view, this.#choice, kind), this.#example(kind));
  }

  removeCamel(): void {
    this.#become(withoutCamel(this.#choice), null);
  }

  canAddCamel(): boolean {
    return this.#view !== null && canJoin(this.#view, this.#choice, { zone: "herd" });
  }

  takeCamels(): void {
    if (this.#view === null) return;
    const camels = marketCamels(this.#view);
    if (camels === null) void this.#tell("K", "");
    else this.#become(camels, null);
  }

  /** Take the last card back. */
  shorten(): void {
    if (this.#view !== null) this.#become(shortened(this.#view, this.#choice), null);
  }

  /** Choose a listed move as a whole. */
  choose(move: MoveText): boolean {
    const choice = this.#view === null ? null : choiceOf(this.#view, move);
    if (choice !== null) this.#become(choice, null);
    return choice !== null;
  }

  clear(): void {
    this.#become(NOTHING, null);
    this.#last = null;
  }

  #become(next: Choice | null, pick: Pick | null): void {
    if (next === null) {
      if (pick !== null) void this.#ask(pick);
      return;
    }
    this.#asked++;
    this.#why = null;
    this.#choice = next;
    this.changed();
  }

  async #ask(pick: Pick): Promise<void> {
    if (this.#view === null) return;
    const { take, give } = lettersOf(this.#view, [...this.#choice, pick]);
    await this.#tell(take, give);
  }

  async #tell(take: Cards, give: Cards): Promise<void> {
    const asked = ++this.#asked;
    const why = await this.explain(take, give);
    if (asked === this.#asked) this.#why = why;
  }

  /** Some card of a kind in hand or herd, to ask why it cannot join. */
  #example(kind: Card): Pick | null {
    const at = this.#view === null ? -1 : sorted(this.#view.you.hand).lastIndexOf(kind);
    if (kind === "K") return { zone: "herd" };
    return at < 0 ? null : { zone: "hand", at };
  }
}
