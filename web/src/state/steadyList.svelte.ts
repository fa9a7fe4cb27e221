// Lists that change while one looks at them: under the pointer or the focus, nothing moves.
//
// While a list is held, its entries keep their places: one that is gone stays, marked, and new ones are
// appended, or wait. When it is let go, it is in order again.
import type { Attachment } from "svelte/attachments";

// A finger leaves the list with every touch: it may come back.
const LET_GO_MS = 1500;

export interface Entry<T> {
  item: T;
  /** Whether it is in the list no more. */
  gone: boolean;
}

/** The entries of a held list: those before in their places, then the new ones, if they may be appended. */
export function holdPlaces<T>(
  before: readonly Entry<T>[],
  now: readonly T[],
  key: (item: T) => string,
  append = true,
): Entry<T>[] {
  const items = new Map(now.map((item) => [key(item), item]));
  const kept = before.map(({ item }) => {
    const fresh = items.get(key(item));
    items.delete(key(item));
    return fresh === undefined ? { item, gone: true } : { item: fresh, gone: false };
  });
  return append ? [...kept, ...[...items.values()].map((item) => ({ item, gone: false }))] : kept;
}

/** Whether the pointer or the focus is in a part of the page; or, for a whole page, whether it is being touched. */
export class Hold {
  readonly #touchOnly: boolean;
  readonly #also: Hold | null;
  #pointer = $state(false);
  #focus = $state(false);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `also` is another one that holds the same lists. */
  constructor({ touchOnly = false, also = null }: { touchOnly?: boolean; also?: Hold | null } = {}) {
    this.#touchOnly = touchOnly;
    this.#also = also;
  }

  get held(): boolean {
    return this.#pointer || this.#focus || (this.#also?.held ?? false);
  }

  /** Watch an element: `{@attach hold.watch}`. */
  watch: Attachment<HTMLElement> = (element) => {
    const aborter = new AbortController();
    const on = (name: string, then: (event: Event) => void) =>
      element.addEventListener(name, then, { signal: aborter.signal });
    on("pointerenter", (event) => this.#enter(event as PointerEvent));
    on("pointerdown", (event) => this.#enter(event as PointerEvent));
    on("pointerleave", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => (this.#pointer = false), LET_GO_MS);
    });
    // A button that is taken off the page loses the focus while the page is being changed: look at it afterwards.
    const look = () => queueMicrotask(() => (this.#focus = !this.#touchOnly && hasFocus(element)));
    on("focusin", look);
    on("focusout", look);
    return () => {
      aborter.abort();
      clearTimeout(this.#timer);
    };
  };

  #enter({ pointerType }: PointerEvent): void {
    clearTimeout(this.#timer);
    this.#pointer = !this.#touchOnly || pointerType === "touch";
  }
}

/** Whether the focus is in an element, and was brought there by keyboard. */
function hasFocus(element: Element): boolean {
  const focused = document.activeElement;
  return focused !== null && element.contains(focused) && focused.matches(":focus-visible");
}

/** A value that stays as it was while a part of the page is held: which lists stand there at all. */
export class SteadyValue<T> {
  readonly #now: () => T;
  readonly #hold: Hold;
  #before: T | undefined;
  readonly #value = $derived.by(() => this.#next());

  constructor(now: () => T, hold: Hold) {
    this.#now = now;
    this.#hold = hold;
  }

  get value(): T {
    return this.#value;
  }

  #next(): T {
    const now = this.#now();
    if (this.#before === undefined || !this.#hold.held) this.#before = now;
    return this.#before;
  }
}

interface Options<T> {
  items: () => readonly T[];
  key: (item: T) => string;
  hold: () => Hold;
  /** Whether new entries are appended while the list is held: not if other things stand below it. */
  append: () => boolean;
}

/** The entries to show of a list that changes. */
export class SteadyList<T> {
  #before: readonly Entry<T>[] | null = null;
  readonly #options: Options<T>;
  readonly #entries = $derived.by(() => this.#next());

  constructor(options: Options<T>) {
    this.#options = options;
  }

  get entries(): readonly Entry<T>[] {
    return this.#entries;
  }

  #next(): readonly Entry<T>[] {
    const { items, key, hold, append } = this.#options;
    const now = items();
    this.#before =
      hold().held && this.#before !== null
        ? holdPlaces(this.#before, now, key, append())
        : now.map((item) => ({ item, gone: false }));
    return this.#before;
  }
}
