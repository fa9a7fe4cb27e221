// The opponent at the user's own level, as it was when it was loaded last.
import type { EvenMatch } from "../api/types";
import { loadEvenMatch } from "../state/catalog";

export class LoadedEvenMatch {
  #match = $state.raw<EvenMatch | null>(null);
  #problem = $state.raw<unknown>(null);
  #requests = 0;

  /** Null until it is loaded, and after it could not be: then an older one promises what is not played. */
  get match(): EvenMatch | null {
    return this.#match;
  }

  /** Why it could not be loaded. */
  get problem(): unknown {
    return this.#problem;
  }

  /** Load it; the answer to an earlier request is ignored. */
  async load(ruleset: string): Promise<void> {
    const request = ++this.#requests;
    try {
      const match = await loadEvenMatch(ruleset);
      if (request === this.#requests) [this.#match, this.#problem] = [match, null];
    } catch (problem) {
      if (request === this.#requests) [this.#match, this.#problem] = [null, problem];
    }
  }
}
