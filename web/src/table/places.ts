// The boxes of the cards and tokens that lie on the table, by name, for the flights between them.
//
// market-0 …, hand-G0 … (the first gold of the own hand), hand-card-0 … and opponent-card-0 … (by position),
// herd, opponent-herd, deck, discard, token-G-0 … and bonus-3 of the bank, own-tokens-G-0 …, own-tokens-bonus-0 ….

export interface Spot {
  /** What is drawn there; it is hidden while a ghost flies to it. */
  element: HTMLElement;
  box: DOMRect;
  /** Which picture a card has that lies there face up. */
  picture: number | null;
}

export type Spots = ReadonlyMap<string, Spot>;

/** All spots of a table as it is drawn now. */
export function findSpots(root: HTMLElement | null): Spots {
  const spots = new Map<string, Spot>();
  const add = (name: string, element: Element | null | undefined, drawn: Element | null = null): void => {
    if (!(element instanceof HTMLElement) || spots.has(name)) return;
    const box = (drawn ?? element).getBoundingClientRect();
    const card = element.querySelector<HTMLElement>("[data-variant]");
    const picture = card === null ? null : Number(card.dataset["variant"]);
    if (box.width > 0) spots.set(name, { element, box, picture });
  };
  for (const place of root?.querySelectorAll<HTMLElement>("[data-place]") ?? []) {
    const name = place.dataset["place"] ?? "";
    if (name.endsWith("herd")) add(name, place.querySelector(".top, .empty"));
    else if (name === "deck" || name === "discard") add(name, place);
    else if (name.startsWith("bonus-")) add(name, place.querySelector(".stack"));
    else if (name.startsWith("tokens-")) {
      add(`chip-${name.slice(7)}`, place.querySelector(".chip"));
      place.querySelectorAll(".token").forEach((token, at) => add(`token-${name.slice(7)}-${at}`, token));
    } else if (name.endsWith("-tokens")) {
      const found = new Map<string, number>();
      for (const token of place.querySelectorAll<HTMLElement>("[data-token]")) {
        const what = token.dataset["token"] ?? "";
        const nth = found.get(what) ?? 0;
        found.set(what, nth + 1);
        // Tokens overlap: the element is narrower than the token.
        add(`${name}-${what}-${nth}`, token, token.firstElementChild);
      }
      add(name, place);
    } else if (name === "hand" || name === "opponent-hand") {
      const cards = place.querySelectorAll(":scope > li > :first-child");
      const side = name === "hand" ? "hand" : "opponent";
      cards.forEach((card, at) => add(`${side}-card-${at}`, card.querySelector(".face") ?? card));
    } else add(name, place.firstElementChild ?? place);
  }
  return spots;
}

/** How many spots have a name that begins so. */
export function countSpots(spots: Spots, prefix: string): number {
  let count = 0;
  for (const name of spots.keys()) if (name.startsWith(prefix)) count++;
  return count;
}
