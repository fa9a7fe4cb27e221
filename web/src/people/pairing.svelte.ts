// Quick pairing: the search for an opponent. It goes on while one looks at other pages, or plays a level.
import { Problem, send } from "../api/client";
import { newKey } from "../api/random";
import type { Pairing as PairingAnswer, SeekOpponent } from "../api/types";
import { navigate } from "../router.svelte";
import { currentUser, loadMe } from "../state/me.svelte";

const PAUSE_MS = 3000; // after an answer that was refused or lost

type Terms = Omit<SeekOpponent, "key">;

/** One search at a time. */
class Pairing {
  #searching = $state(false);
  #problem = $state.raw<unknown>(null);
  #search = 0;

  get searching(): boolean {
    return this.#searching;
  }

  /** Why the last search has ended, unless an opponent was found or it was stopped. */
  get problem(): unknown {
    return this.#problem;
  }

  /** Look for an opponent on these terms, until there is one; then the page goes to the game. */
  async start(terms: Terms): Promise<void> {
    const search = ++this.#search;
    const body: SeekOpponent = { ...terms, key: newKey() };
    this.#searching = true;
    this.#problem = null;
    try {
      await this.#repeat(body, search);
    } catch (problem) {
      if (search === this.#search) this.#problem = problem;
    }
    if (search === this.#search) this.#searching = false;
  }

  async #repeat(body: SeekOpponent, search: number): Promise<void> {
    if (currentUser().id === null) {
      await send("POST", "/api/me", {});
      await loadMe();
    }
    while (search === this.#search) {
      const game = await ask(body);
      if (search !== this.#search) return;
      if (game !== null) {
        navigate(`/game/${game}`);
        return;
      }
    }
  }

  async stop(): Promise<void> {
    this.#search++;
    this.#searching = false;
    await send("DELETE", "/api/pairing").catch(() => undefined); // it ends by itself in a few seconds
  }
}

/** The game of a pair, or null: then one asks again. An answer that was lost is asked for again, too. */
async function ask(body: SeekOpponent): Promise<string | null> {
  try {
    return (await send<PairingAnswer>("POST", "/api/pairing", body)).game;
  } catch (problem) {
    if (problem instanceof Problem && problem.status >= 400 && problem.status < 500 && problem.status !== 429)
      throw problem;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    return null;
  }
}

export const pairing = new Pairing();
