// What a screen reader is told as it happens. `Live.svelte` has the regions; anybody may speak.

type Urgency = "polite" | "assertive";

const said: Record<Urgency, { text: string }> = $state({ polite: { text: "" }, assertive: { text: "" } });

/** What is being said now. */
export function saying(urgency: Urgency): string {
  return said[urgency].text;
}

/** Say something; the same sentence twice in a row is said twice. */
export function say(text: string, urgency: Urgency = "polite"): void {
  const now = said[urgency];
  // A region only speaks when its text changes: a space that nobody hears makes it change.
  now.text = now.text === text ? `${text}\u00a0` : text;
}
