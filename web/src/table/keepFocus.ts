// Keeps the focus on the table: what had it may be sold, taken back or used up, and the browser would forget it.

const ZONE = "[data-zone], .panel-area";

/** When the element with the focus leaves or is disabled, move the focus to its neighbour: `{@attach keepFocus}`. */
export function keepFocus(root: HTMLElement): () => void {
  let last: { element: HTMLElement; zone: HTMLElement | null; at: number } | null = null;

  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement)) return;
    const zone = target.closest<HTMLElement>(ZONE);
    last = { element: target, zone, at: buttonsIn(zone).indexOf(target) };
  };
  const refresh = (): void => {
    if (last === null || (last.element.isConnected && !last.element.matches(":disabled"))) return;
    const active = document.activeElement;
    if (active !== null && active !== document.body && active !== last.element) return;
    const near = last.zone?.isConnected ? buttonsIn(last.zone) : [];
    const next = near[Math.min(last.at, near.length - 1)] ?? buttonsIn(root.querySelector(".panel-area")).at(-1);
    (next ?? buttonsIn(root)[0])?.focus({ preventScroll: true });
  };
  const watcher = new MutationObserver(refresh);
  watcher.observe(root, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  root.addEventListener("focusin", remember);
  return () => {
    watcher.disconnect();
    root.removeEventListener("focusin", remember);
  };
}

function buttonsIn(zone: HTMLElement | null): HTMLElement[] {
  return [...(zone?.querySelectorAll<HTMLElement>("button:not(:disabled)") ?? [])];
}
