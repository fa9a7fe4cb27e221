// The result of a match in one line.
import type { Seat, Table } from "../api/types";
import { t } from "../language/index.svelte";
import { describeOutcome } from "../table/outcome";

/** Who has won each round, and the match: `Round 1: Anna · Round 2: Anna · Anna wins the match.` */
export function describeResult(table: Table, nameOf: (seat: Seat) => string | null): string {
  const messages = t();
  const rounds = table.rounds.map(({ seal }, at) =>
    seal === null
      ? messages.table.roundNoSeal(at + 1)
      : messages.common.labelled(messages.table.round(at + 1), nameOf(seal) ?? messages.common.you),
  );
  return [...rounds, describeOutcome(table, nameOf)].join(" · ");
}
