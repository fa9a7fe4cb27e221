// The requests of the account screen, and the proof of identity that some of them need.
import { get, Problem, send } from "../api/client";
import type { AccountInfo, AccountMade, Me, RecoveryCodes, SessionInfo } from "../api/types";
import { becomeUser, currentUser } from "../state/me.svelte";
import { makePasskey, usePasskey } from "./passkeys";

type Options = { options: Record<string, unknown> };
export type WayIn = { name: string; password: string } | { code: string } | "passkey";
export interface NewAccount {
  name: string;
  password?: string;
  invitation?: string;
}

/** The user has closed the browser's own dialog. */
export class PasskeyCancelled extends Error {}

export function loadAccount(): Promise<AccountInfo> {
  return get("/api/account");
}

export async function loadSessions(): Promise<SessionInfo[]> {
  return (await get<{ sessions: SessionInfo[] }>("/api/sessions")).sessions;
}

/** Make an account of the guest of this browser; its recovery codes. */
export async function register(account: NewAccount, passkeyName: string | null): Promise<string[]> {
  let body: object = account;
  if (passkeyName !== null) {
    if (currentUser().id === null) becomeUser(await send<Me>("POST", "/api/me", {}));
    const passkey = await madePasskey("register", account.name);
    body = { ...account, passkey, passkey_name: passkeyName };
  }
  const made = await send<AccountMade>("POST", "/api/account", body);
  becomeUser(made.me);
  return made.codes;
}

/** Log in; a guest with games must have agreed to leave them. */
export async function logIn(way: WayIn, leaveGuest: boolean): Promise<void> {
  const leave = { leave_guest: leaveGuest };
  let me: Me;
  if (way === "passkey") {
    const passkey = await usedPasskey("login");
    me = await send<Me>("POST", "/api/account/login/passkey", { passkey, ...leave });
  } else {
    me = await send<Me>("POST", `/api/account/login${"code" in way ? "/code" : ""}`, { ...way, ...leave });
  }
  becomeUser(me);
}

/** Log out in this browser. */
export async function logOut(): Promise<void> {
  await send<undefined>("DELETE", "/api/session");
  becomeUser({ id: null, name: null, account: false });
}

export async function newCodes(): Promise<string[]> {
  return (await send<RecoveryCodes>("POST", "/api/account/codes")).codes;
}

export function setPassword(password: string, endOthers: boolean): Promise<void> {
  return send("POST", "/api/account/password", { password, end_others: endOthers });
}

export async function addPasskey(name: string): Promise<void> {
  const passkey = await madePasskey("add");
  await send("POST", "/api/account/passkeys", { name, passkey });
}

export function removePasskey(id: string): Promise<void> {
  return send("DELETE", `/api/account/passkeys/${encodeURIComponent(id)}`);
}

export function renamePasskey(id: string, name: string): Promise<void> {
  return send("PATCH", `/api/account/passkeys/${encodeURIComponent(id)}`, { name });
}

export function renameSession(id: string, name: string | null): Promise<void> {
  return send("PATCH", `/api/sessions/${id}`, { name });
}

export function endSession(id: string): Promise<void> {
  return send("DELETE", `/api/sessions/${id}`);
}

/** Prove to be the owner of the account. */
export async function verify(way: { password: string } | { code: string } | "passkey"): Promise<void> {
  const body = way === "passkey" ? { passkey: await usedPasskey("verify") } : way;
  await send("POST", "/api/account/verify", body);
}

async function madePasskey(purpose: "register" | "add", name?: string): Promise<object> {
  const asked = name === undefined ? { purpose } : { purpose, name };
  return given(await makePasskey((await send<Options>("POST", "/api/account/challenge", asked)).options));
}

async function usedPasskey(purpose: "login" | "verify"): Promise<object> {
  return given(await usePasskey((await send<Options>("POST", "/api/account/challenge", { purpose })).options));
}

function given(passkey: object | null): object {
  if (passkey === null) throw new PasskeyCancelled();
  return passkey;
}

interface Waiting {
  resolve: () => void;
  reject: (problem: unknown) => void;
}

let waiting = $state.raw<Waiting | null>(null);

/** The action that waits for a proof; the dialog is shown meanwhile. */
export function waitingForProof(): Waiting | null {
  return waiting;
}

/** Run an action, and again once the user has proved to be the owner, if the server wants that first. */
export async function withProof<T>(action: () => Promise<T>): Promise<T> {
  try {
    return await action();
  } catch (problem) {
    if (!(problem instanceof Problem) || problem.code !== "verify_first") throw problem;
    try {
      await new Promise<void>((resolve, reject) => (waiting = { resolve, reject }));
    } finally {
      waiting = null;
    }
    return action();
  }
}
