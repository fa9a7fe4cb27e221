// The user of this browser. A visitor has no id until the first game, name or link.
import { get, send } from "../api/client";
import type { Me, SignInLink } from "../api/types";
import { updateSettings } from "./settings.svelte";

/** What this browser remembers of the user's puzzles. */
export const PUZZLES_KEY = "jaipur.puzzles";

const VISITOR: Me = { id: null, name: null, account: false };

let me = $state.raw<Me>(VISITOR);
let known = $state(false);

export function currentUser(): Me {
  return me;
}

/** Whether it is known who the user is; a visitor until then. */
export function isUserKnown(): boolean {
  return known;
}

/** Load the user from the server; on failure nothing changes. */
export async function loadMe(): Promise<void> {
  try {
    me = await get<Me>("/api/me");
  } catch {
    // The page works for visitors too.
  }
  known = true;
}

/** Be another user from now on: after logging in or out, or as an account. */
export function becomeUser(next: Me): void {
  me = next;
}

/** Set the user's name; a visitor becomes a user by it. */
export async function setName(name: string): Promise<void> {
  me = await send<Me>(me.id === null ? "POST" : "PATCH", "/api/me", { name });
}

/** Create a link that signs this user in on another device. */
export async function createSignInLink(kind: "device" | "recovery"): Promise<SignInLink> {
  if (me.id === null) me = await send<Me>("POST", "/api/me", {});
  return send<SignInLink>("POST", "/api/me/links", { kind });
}

/** Sign in as the user of a link. */
export async function signInWithLink(token: string): Promise<void> {
  me = await send<Me>("POST", "/api/session", { link: token });
}

/** End all sessions of this user but the one of this browser, and all links. */
export async function signOutElsewhere(): Promise<void> {
  await send<undefined>("DELETE", "/api/sessions/others");
}

/** Delete the user on the server, and what this browser remembers of them. */
export async function deleteMe(): Promise<void> {
  if (me.id !== null) await send<undefined>("DELETE", "/api/me");
  me = VISITOR;
  updateSettings({ names: ["", ""] });
  try {
    localStorage.removeItem(PUZZLES_KEY);
  } catch {
    // Storage is disabled: nothing is remembered.
  }
}
