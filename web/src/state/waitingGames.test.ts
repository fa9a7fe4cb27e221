import { describe, expect, it } from "vitest";
import type { LobbyGame } from "../api/types";
import { sortRunning, waitingGames } from "./waitingGames";

function game(id: string, fields: Partial<LobbyGame>): LobbyGame {
  const row = { id, status: "playing", against: "friend", your_turn: true, deadline: null, updated_at: 0, ...fields };
  return row as LobbyGame;
}

const GAMES = [
  game("theirs", { your_turn: false, deadline: 1, updated_at: 3 }),
  game("unlimited", { updated_at: 9 }),
  game("later", { deadline: 200 }),
  game("soon", { deadline: 100 }),
  game("over", { status: "over", your_turn: false }),
  game("theirs too", { your_turn: false, updated_at: 5 }),
  game("one screen", { against: "self", updated_at: 1 }),
];

describe("the user's running games", () => {
  it("come by deadline, those without one after them, and others last", () => {
    expect(sortRunning(GAMES).map(({ id }) => id)).toEqual([
      "soon",
      "later",
      "unlimited",
      "one screen",
      "theirs too",
      "theirs",
    ]);
  });

  it("wait for the user unless both seats are the user's", () => {
    expect(waitingGames(GAMES).map(({ id }) => id)).toEqual(["soon", "later", "unlimited"]);
  });
});
