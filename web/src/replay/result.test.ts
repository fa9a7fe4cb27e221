import { expect, it } from "vitest";
import type { Seat, Table } from "../api/types";
import { setLanguage } from "../language/index.svelte";
import { describeResult } from "./result";

function table(seals: (Seat | null)[], more: Partial<Table>): Table {
  return { rounds: seals.map((seal) => ({ seal })), ended: "seals", by: null, winner: null, ...more } as Table;
}

function nameOf(seat: Seat): string | null {
  return seat === 0 ? null : "Bela";
}

it.each([
  ["en", "Round 1: Bela · Round 2: no seal · Round 3: You · Round 4: You · You win the match!"],
  ["fr", "Manche 1 : Bela · Manche 2 : pas de sceau · Manche 3 : Vous · Manche 4 : Vous · Vous gagnez la partie !"],
  ["ru", "Раунд 1: Bela · Раунд 2: без печати · Раунд 3: Вы · Раунд 4: Вы · Вы выиграли партию!"],
] as const)("says in %s who has won the rounds and the match", async (language, line) => {
  await setLanguage(language);
  const result = describeResult(table([1, null, 0, 0], { winner: 0 }), nameOf);
  expect(result.replace(/\u00a0|\u202f/g, " ")).toBe(line);
});

it("says why a match was won before its last seal, or that nobody won", async () => {
  await setLanguage("en");
  const resigned = table([], { winner: 1, ended: "resigned", by: 0 });
  expect(describeResult(resigned, nameOf)).toBe("Bela wins the match. You gave up.");
  expect(describeResult(table([1], { ended: "unfinished" }), nameOf)).toBe("Round 1: Bela · The match is over");
});
