// A roving tabindex: each zone of the table is one tab stop, and the arrow keys move within it.

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Make the buttons of a zone share one tab stop: `{@attach rovingTabindex}`. */
export function rovingTabindex(zone: HTMLElement): () => void {
  const buttons = (): HTMLElement[] => [...zone.querySelectorAll<HTMLElement>("button:not(:disabled)")];
  const stopAt = (stop: HTMLElement | undefined): void => {
    for (const button of buttons()) button.tabIndex = button === stop ? 0 : -1;
  };
  const refresh = (): void => {
    const all = buttons();
    const stops = all.filter((button) => button.tabIndex === 0);
    if (stops.length !== 1) stopAt(all.find((button) => button === document.activeElement) ?? all[0]);
  };
  const focus = (event: FocusEvent): void => stopAt((event.target as HTMLElement).closest("button") ?? undefined);
  const key = (event: KeyboardEvent): void => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const all = buttons();
    const here = all.indexOf(document.activeElement as HTMLElement);
    if (here < 0) return;
    const step = STEPS[event.key];
    const next =
      event.key === "Home" ? 0 : event.key === "End" ? all.length - 1 : step === undefined ? -1 : here + step;
    const target = all[next];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  };
  const watcher = new MutationObserver(refresh);
  watcher.observe(zone, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
  zone.addEventListener("focusin", focus);
  zone.addEventListener("keydown", key);
  refresh();
  return () => {
    watcher.disconnect();
    zone.removeEventListener("focusin", focus);
    zone.removeEventListener("keydown", key);
  };
}
