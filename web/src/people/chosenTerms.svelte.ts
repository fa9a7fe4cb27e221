// The terms on which one looks for an opponent, or challenges somebody: chosen once for both.
import { LIMITS, type LimitName } from "../language/describeTime";
import { currentUser } from "../state/me.svelte";

export const OFFERED = ["five", "ten", "quick", "day", "days", "week"] as const satisfies LimitName[];

class ChosenTerms {
  limit = $state<(typeof OFFERED)[number]>("five");
  rated = $state(false);

  /** Guests play unrated. */
  get terms() {
    return { ...LIMITS[this.limit], rated: this.rated && currentUser().account };
  }
}

export const chosen = new ChosenTerms();
