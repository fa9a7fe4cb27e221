// How the page calls for attention: its title, a dot on its icon, a notification of the browser.
import { settings } from "./settings.svelte";

const MARK = "● ";

/** Set the title of the page, with a mark while it waits for the user, and how many games do. */
export function setTitle(text: string, attention = false, games = 0): void {
  const title = (attention ? MARK : "") + (games > 1 ? `(${games}) ` : "") + text;
  if (document.title !== title) document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = attention ? "/icon-dot.svg" : "/icon.svg";
  if (icon !== null && icon.getAttribute("href") !== href) icon.href = href;
}

/** Show on the icon of the installed page how many games wait for the user. */
export function setBadge(games: number): void {
  if (!("setAppBadge" in navigator)) return;
  void (games > 0 ? navigator.setAppBadge(games) : navigator.clearAppBadge()).catch(() => undefined);
}

/** Whether the browser has notifications: not over plain http from another host. */
export function canNotify(): boolean {
  return typeof Notification !== "undefined" && isSecureContext;
}

/** Show a notification if the user wants it, the browser allows it and the page is hidden. */
export function notify(title: string, body: string, tag: string): void {
  if (!settings.notify || !document.hidden || !canNotify() || Notification.permission !== "granted") return;
  try {
    const notification = new Notification(title, { body, tag, icon: "/icon-192.png" });
    notification.onclick = () => {
      window.focus();
      notification.close();
    };
  } catch {
    // Browsers on Android allow it to service workers only.
  }
}
