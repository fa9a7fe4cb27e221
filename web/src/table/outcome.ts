// The end of a match as a sentence.
import type { MatchEnd, Seat } from "../api/types";
import { t } from "../language/index.svelte";

interface Outcome {
  ended: MatchEnd | null;
  by: Seat | null;
  winner: Seat | null;
}

/** Who has won, and why if not by seals: `Anna wins the match. Bela ran out of time.` */
export function describeOutcome({ ended, by, winner }: Outcome, nameOf: (seat: Seat) => string | null): string {
  const messages = t().table;
  if (winner === null) return messages.matchEnded;
  const whys = { resigned: messages.gaveUp, abandoned: messages.leftMatch, claimed: messages.ranOutOfTime };
  const why = ended !== null && ended in whys ? whys[ended as keyof typeof whys] : null;
  const sentence = messages.matchTo(nameOf(winner));
  return why === null || by === null ? sentence : `${sentence} ${why(nameOf(by))}`;
}
