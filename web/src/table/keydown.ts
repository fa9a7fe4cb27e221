// Runs the command of a pressed key at a table; keyboard.ts says which key is which command.
import { settings } from "../state/settings.svelte";
import type { Chooser } from "./chooser.svelte";
import { commandOf, type Command } from "./keyboard";
import type { MoveControls } from "./moveControls";

export function handleKeydown(event: KeyboardEvent, controls: MoveControls): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  const target = event.target instanceof Element ? event.target : null;
  // A held Enter confirms a move, but presses no button that appears under it: not even one of a dialog.
  if (event.key === "Enter" && event.repeat) {
    if (target?.closest("textarea") == null) event.preventDefault();
    return;
  }
  if (controls.typed.text !== null) {
    if (event.key === "Escape") controls.typed.close();
    return; // every other key belongs to the field
  }
  if (target?.closest("input, select, textarea, dialog") != null) return;
  const marketSize = controls.ownView?.slots.length ?? 0;
  const command = commandOf(event, { letterKeys: settings.letterKeys, marketSize });
  if (command === null) return;
  if (command.type === "confirm" && target?.closest("button, a") != null) return; // the button's own key
  if (command.type === "help") controls.showHelp();
  else if (command.type === "clear") controls.cancel();
  else if (!controls.acceptsKeys) return;
  else if (command.type === "typeMove") controls.typed.text = command.text;
  else if (command.type === "confirm") void controls.confirm();
  else {
    const chooses = command.type === "slot" || command.type === "card";
    if (chooses && event.repeat) return; // a held key would be a double tap, which may send the move
    // On a card or another button, Enter would press that; after a choice by key it is to confirm.
    if (chooses && target?.closest("button, a") != null) document.getElementById("confirm")?.focus();
    changeChoice(controls.chooser, command);
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
