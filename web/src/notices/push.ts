// Push messages on this device: whether they can work here, and the subscription with the server.
import { send } from "../api/client";
import type { Device, NewDevice } from "../api/types";
import { language } from "../language/index.svelte";

const DEVICE_KEY = "jaipur.device";

export type Obstacle = "insecure" | "ios" | "unsupported" | "denied";

/** Why notices cannot work here; null if they can. */
export function obstacle(): Obstacle | null {
  if (!isSecureContext) return "insecure";
  const able = "serviceWorker" in navigator && "PushManager" in globalThis && typeof Notification !== "undefined";
  if (!able) return /iPhone|iPad/.test(navigator.userAgent) ? "ios" : "unsupported";
  return Notification.permission === "denied" ? "denied" : null;
}

/** The id that the server gave to this device; null without notices here. */
export function thisDevice(): string | null {
  try {
    return localStorage.getItem(DEVICE_KEY);
  } catch {
    return null;
  }
}

function remember(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(DEVICE_KEY);
    else localStorage.setItem(DEVICE_KEY, id);
  } catch {
    // Storage is disabled: the list does not say which device is this one.
  }
}

/** The name of the user's time zone. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Ask for permission, and let the server send notices here; false if the user does not allow it. */
export async function switchOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== "granted") return false;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // One with another key is from another server at this address.
  await (await pushManager.getSubscription())?.unsubscribe();
  const { endpoint = "", keys = {} } = (await pushManager.subscribe(options)).toJSON();
  const { p256dh = "", auth = "" } = keys;
  const device: NewDevice = { endpoint, p256dh, auth, language: language(), time_zone: timeZone() };
  remember((await send<Device>("POST", "/api/me/notices/devices", device)).id);
  return true;
}

/** Remove a device from the list; if it is this one, it unsubscribes too. */
export async function switchOff(id: string): Promise<void> {
  await send<undefined>("DELETE", `/api/me/notices/devices/${encodeURIComponent(id)}`);
  if (id !== thisDevice()) return;
  remember(null);
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
}
