// Parts of a screen that are loaded when they are first needed, such as its dialogs.
import { Problem } from "../api/client";
import { checkForUpdate } from "./version.svelte";

/**
 * A part, once it is loaded. Without it nothing is shown: `onproblem` gets the reason and lets the user try again,
 * and the promise stays open.
 */
export async function loadPart<Part>(part: Promise<Part>, onproblem: (problem: Problem) => void): Promise<Part> {
  try {
    return await part;
  } catch {
    onproblem(new Problem("offline"));
    void checkForUpdate(); // the part may no longer exist: the server may have a newer page
    return new Promise(() => {});
  }
}
