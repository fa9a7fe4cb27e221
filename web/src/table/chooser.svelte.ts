// The cards that the user has chosen, as state of the page; choice.ts has the functions on them.
import type { Card, Cards, MoveText, Refusal, SeatView } from "../api/types";
import { sortCards } from "../api/notation";
import {
  addCard,
  addAllOf,
  canAdd,
  carryOver,
  choiceOf,
  isChosen,
  isSecondTap,
  lettersOf,
  marketCamels,
  EMPTY_CHOICE,
  withoutLast,
  stateOf,
  toggle,
  withoutCamel,
  type Choice,
  type Pick,
  type ChoiceState,
} from "./choice";

/** What a card on the table needs so that it can be chosen; `Chooser` implements it. */
export interface CardPicker {
  isChosen(pick: Pick): boolean;
  isDimmed(pick: Pick): boolean;
  tap(pick: Pick): void;
  longPress(pick: Pick): void;
  /** Hover or focus: find out why the card is dimmed, if it is. */
  inspect(pick: Pick): void;
}

type Explain = (take: Cards, give: Cards) => Promise<Refusal | null>;

export class Chooser implements CardPicker {
  #view = $state.raw<SeatView | null>(null);
  #choice = $state.raw<Choice>(EMPTY_CHOICE);
  #refusal = $state.raw<Refusal | null>(null);
  #last: { pick: Pick; at: number } | null = null;
  #requests = 0;

  constructor(
    private readonly explain: Explain,
    /** A second tap on a chosen card. */
    private readonly onDoubleTap: () => void,
    private readonly onChange: () => void = () => {},
  ) {}

  get view(): SeatView | null {
    return this.#view;
  }

  get choice(): Choice {
    return this.#choice;
  }

  /** Why the card that was tried last cannot be added. */
  get refusal(): Refusal | null {
    return this.#refusal;
  }

  get state(): ChoiceState {
    return this.#view === null ? { status: "empty" } : stateOf(this.#view, this.#choice);
  }

  /** Go on to another view and keep the choice if it still fits. Returns whether a choice was lost. */
  update(view: SeatView | null): boolean {
    const had = this.#choice;
    this.#choice = view === null ? EMPTY_CHOICE : carryOver(this.#view, view, had);
    this.#view = view;
    if (this.#choice !== had) this.#refusal = null;
    return had.length > 0 && this.#choice.length === 0;
  }

  isChosen(pick: Pick): boolean {
    return isChosen(this.#choice, pick);
  }

  isDimmed(pick: Pick): boolean {
    return this.#view !== null && this.#choice.length > 0 && !canAdd(this.#view, this.#choice, pick);
  }

  tap(pick: Pick): void {
    if (this.#view === null) return;
    const now = performance.now();
    if (isSecondTap(this.#last, pick, now) && this.isChosen(pick)) {
      this.#last = null;
      this.onDoubleTap();
      return;
    }
    this.#last = { pick, at: now };
    this.#apply(toggle(this.#view, this.#choice, pick), pick);
  }

  /** Long press: all of that kind. */
  longPress(pick: Pick): void {
    if (this.#view === null) return;
    const kind = pick.zone === "hand" ? sortCards(this.#view.you.hand).charAt(pick.at) : "K";
    if (pick.zone === "market") this.tap(pick);
    else this.addAll(kind as Card);
  }

  inspect(pick: Pick): void {
    if (this.isDimmed(pick)) void this.#explainPick(pick);
    else this.#refusal = null;
  }

  add(kind: Card): void {
    if (this.#view !== null) this.#apply(addCard(this.#view, this.#choice, kind), this.#example(kind));
  }

  addAll(kind: Card): void {
    if (this.#view !== null) this.#apply(addAllOf(this.#view, this.#choice, kind), this.#example(kind));
  }

  removeCamel(): void {
    this.#apply(withoutCamel(this.#choice), null);
  }

  canAddCamel(): boolean {
    return this.#view !== null && canAdd(this.#view, this.#choice, { zone: "herd" });
  }

  takeCamels(): void {
    if (this.#view === null) return;
    const camels = marketCamels(this.#view);
    if (camels === null) void this.#explainCards("K", "");
    else this.#apply(camels, null);
  }

  /** Remove the card that was chosen last. */
  removeLast(): void {
    if (this.#view !== null) this.#apply(withoutLast(this.#view, this.#choice), null);
  }

  /** Choose a listed move as a whole. */
  choose(move: MoveText): boolean {
    const choice = this.#view === null ? null : choiceOf(this.#view, move);
    if (choice !== null) this.#apply(choice, null);
    return choice !== null;
  }

  clear(): void {
    this.#apply(EMPTY_CHOICE, null);
    this.#last = null;
  }

  #apply(next: Choice | null, pick: Pick | null): void {
    if (next === null) {
      if (pick !== null) void this.#explainPick(pick);
      return;
    }
    this.#requests++;
    this.#refusal = null;
    this.#choice = next;
    this.onChange();
  }

  async #explainPick(pick: Pick): Promise<void> {
    if (this.#view === null) return;
    const { take, give } = lettersOf(this.#view, [...this.#choice, pick]);
    await this.#explainCards(take, give);
  }

  async #explainCards(take: Cards, give: Cards): Promise<void> {
    const request = ++this.#requests;
    const refusal = await this.explain(take, give);
    if (request === this.#requests) this.#refusal = refusal;
  }

  /** Some card of a kind in hand or herd, to explain why it cannot be added. */
  #example(kind: Card): Pick | null {
    const at = this.#view === null ? -1 : sortCards(this.#view.you.hand).lastIndexOf(kind);
    if (kind === "K") return { zone: "herd" };
    return at < 0 ? null : { zone: "hand", at };
  }
}
