// How the page calls for attention: its title, a dot on its icon, a notification of the browser.
import { settings } from "./settings.svelte";

const MARK = "● ";

/** Set the title of the page, with a mark while it waits for the user. */
export function setTitle(text: string, attention = false): void {
  const title = (attention ? MARK : "") + text;
  if (document.title !== title) document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = attention ? "/icon-dot.svg" : "/icon.svg";
  if (icon !== null && icon.getAttribute("href") !== href) icon.href = href;
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
