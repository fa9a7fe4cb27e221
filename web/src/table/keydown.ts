// Runs the command of a pressed key at a live table; keyboard.ts says which key is which command.
import { settings } from "../state/settings.svelte";
import type { Chooser } from "./chooser.svelte";
import { commandOf, type Command } from "./keyboard";
import type { LiveTable } from "./liveTable.svelte";

export function handleKeydown(event: KeyboardEvent, live: LiveTable): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target instanceof Element ? event.target : null;
  if (live.typedMove !== null) {
    if (event.key === "Escape") live.closeTypedMove();
    return; // every other key belongs to the field
  }
  if (target?.closest("input, select, textarea, dialog") != null) return;
  const marketSize = live.ownView?.slots.length ?? 0;
  const command = commandOf(event, { letterKeys: settings.letterKeys, marketSize });
  if (command === null) return;
  if (command.type === "confirm" && target?.closest("button, a") != null) return; // the button's own key
  if (command.type === "help") live.panel = "help";
  else if (command.type === "clear") live.cancel();
  else if (live.ownView === null || live.past !== null || live.showsResult) return;
  else if (command.type === "typeMove") live.typedMove = command.text;
  else if (command.type === "confirm") void live.confirm();
  else {
    // On a card, Enter would choose that card; after a choice by key it is to confirm.
    const chooses = command.type === "slot" || command.type === "card";
    if (chooses && target?.closest(".pick, .pile") != null) document.getElementById("confirm")?.focus();
    changeChoice(live.chooser, command);
  }
  event.preventDefault();
}

function changeChoice(chooser: Chooser, command: Command): void {
  if (command.type === "removeLast") chooser.removeLast();
  else if (command.type === "slot") chooser.tap({ zone: "market", at: command.at });
  else if (command.type === "card") {
    const takesCamels = command.kind === "K" && (chooser.choice.length === 0 || !chooser.canAddCamel());
    if (takesCamels) chooser.takeCamels();
    else if (command.all) chooser.addAll(command.kind);
    else chooser.add(command.kind);
  }
}
