// Who this browser is. A visitor is nobody until the first thing that needs somebody.
import { get, send } from "../api/client";
import type { Me, SignInLink } from "../api/types";

let me = $state.raw<Me>({ id: null, name: null });

export function whoAmI(): Me {
  return me;
}

/** Ask the server; a failure leaves what is known. */
export async function meet(): Promise<void> {
  try {
    me = await get<Me>("/api/me");
  } catch {
    // the page works for nobody too
  }
}

/** Take a name; one who is nobody yet becomes somebody by it. */
export async function takeName(name: string): Promise<void> {
  me = await send<Me>(me.id === null ? "POST" : "PATCH", "/api/me", { name });
}

/** A link to be the same person elsewhere. */
export async function makeLink(kind: "device" | "recovery"): Promise<SignInLink> {
  if (me.id === null) me = await send<Me>("POST", "/api/me", {});
  return send<SignInLink>("POST", "/api/me/links", { kind });
}

/** Be the person of a link. */
export async function useLink(token: string): Promise<void> {
  me = await send<Me>("POST", "/api/session", { link: token });
}

/** Be forgotten by the server. */
export async function forgetMe(): Promise<void> {
  if (me.id !== null) await send<undefined>("DELETE", "/api/me");
  me = { id: null, name: null };
}
