// «Your turn», for somebody who looks elsewhere: the title, a dot on the icon, a notice.
import { settings } from "./settings.svelte";

const MARK = "● ";

/** What the title says, with a mark while something waits for this person. */
export function showTitle(text: string, waits = false): void {
  const title = (waits ? MARK : "") + text;
  if (document.title !== title) document.title = title;
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = waits ? "/icon-dot.svg" : "/icon.svg";
  if (icon !== null && icon.getAttribute("href") !== href) icon.href = href;
}

/** Whether the browser has notices at all: not over plain http from elsewhere. */
export function hasNotices(): boolean {
  return typeof Notification !== "undefined" && isSecureContext;
}

/** Tell by a notice, if that is wanted, allowed and needed. */
export function tell(title: string, body: string, tag: string): void {
  if (!settings.notify || !document.hidden || !hasNotices() || Notification.permission !== "granted") return;
  try {
    const notice = new Notification(title, { body, tag, icon: "/icon-192.png" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // Android's browsers only let service workers do it
  }
}
