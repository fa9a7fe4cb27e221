// The announcement of an event at the table to screen readers, and its sound.
import type { GameEvent } from "../api/types";
import { t } from "../language/index.svelte";
import { playSound } from "../sound";
import { announce } from "../ui/announcer.svelte";

/** Announce an event that is now shown. `lastMove` is the last move as a sentence. */
export function announceEvent(event: GameEvent, lastMove: string, myTurn: boolean): void {
  if (event.type === "moved") announce(lastMove);
  if (event.type === "round_over") {
    playSound("seal");
    announce(t().table.roundIsOver);
  }
  if ((event.type === "moved" || event.type === "dealt" || event.type === "taken_back") && myTurn) {
    announce(t().table.yourTurn, "assertive");
    playSound("turn");
  }
}
