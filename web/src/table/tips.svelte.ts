// The tip that is shown to a new player, and which were shown before; tips.ts chooses it.
import type { Ruleset, SeatView } from "../api/types";
import { settings, updateSettings } from "../state/settings.svelte";
import type { ChoiceState } from "./choice";
import { tipFor, type Tip } from "./tips";

export class Tips {
  #current = $state<Tip | null>(null);
  /** Tips of this turn: after it they are not shown again. */
  readonly #shown = new Set<Tip>();

  get current(): Tip | null {
    return this.#current;
  }

  get enabled(): boolean {
    return !settings.learned.includes("all");
  }

  /** Choose a tip for a position; `view` is null while it is not the user's turn. */
  update(view: SeatView | null, state: ChoiceState, ruleset: Ruleset | null): void {
    const tip = view === null ? null : tipFor(view, state, ruleset, settings.learned);
    if (tip !== null) this.#shown.add((this.#current = tip));
    else if (this.#current !== null && (view === null || !this.enabled)) this.#current = null;
  }

  /** Do not show the tips of this turn again. */
  markShown(): void {
    if (!this.enabled) return;
    updateSettings({ learned: [...new Set([...settings.learned, ...this.#shown])] });
    this.#shown.clear();
    this.#current = null;
  }

  disable = (): void => {
    if (this.enabled) updateSettings({ learned: ["all"] });
    this.#current = null;
  };
}
