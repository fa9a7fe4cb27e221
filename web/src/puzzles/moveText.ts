// Moves of a puzzle as instructions, also where the market is not known.
import type { Cards, MoveText } from "../api/types";
import { moveInstruction } from "../language/moves";
import { section } from "./section";

/** `Take 1 diamond`; the camels of an unknown market have no number. */
export function instruction(move: MoveText, market: Cards | null): string {
  return move === "+K" && market === null ? section.t().camels : moveInstruction(move, market ?? "");
}
