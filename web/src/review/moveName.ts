// A move without the position around it: `Take the camels` has no number there.
import type { MoveText } from "../api/types";
import { t } from "../language/index.svelte";
import { moveInstruction } from "../language/moves";

export function moveName(move: MoveText): string {
  return move === "+K" ? t().table.doTakeCamels : moveInstruction(move, "");
}
