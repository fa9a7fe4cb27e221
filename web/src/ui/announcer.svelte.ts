// Announcements for screen readers. `Announcer.svelte` has the live regions.

type Urgency = "polite" | "assertive";

const regions: Record<Urgency, string> = $state({ polite: "", assertive: "" });

/** The current text of a live region. */
export function announced(urgency: Urgency): string {
  return regions[urgency];
}

/** Announce a text; the same text twice in a row is announced twice. */
export function announce(text: string, urgency: Urgency = "polite"): void {
  // A region is only read when its text changes: a space that is not read makes it change.
  regions[urgency] = regions[urgency] === text ? `${text}\u00a0` : text;
}
