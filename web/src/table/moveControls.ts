// What the move panel and the keys need of a table: a live table and a practice table implement it.
import type { Ruleset, SeatView } from "../api/types";
import { settings } from "../state/settings.svelte";
import type { Chooser } from "./chooser.svelte";
import type { TypedField } from "./typedField.svelte";

export interface MoveControls {
  readonly chooser: Chooser;
  readonly typed: TypedField;
  /** The view of the own seat; null where there is none. */
  readonly ownView: SeatView | null;
  readonly ruleset: Ruleset | null;
  readonly myTurn: boolean;
  /** Whether a move is on its way, so that none can be confirmed. */
  readonly isBusy: boolean;
  /** Whether keys may change the choice. */
  readonly acceptsKeys: boolean;
  confirm(): Promise<void>;
  /** Close, end or clear what is open, running or chosen: the key Esc. */
  cancel(): void;
  showHelp(): void;
}

/** A second tap on a chosen card: play the move if the settings say so, else go to the button that does. */
export function onDoubleTap(confirm: () => Promise<void>): void {
  if (settings.doubleTapSends) void confirm();
  else document.getElementById("confirm")?.focus();
}
