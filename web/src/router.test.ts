import { expect, it } from "vitest";
import { routeOf } from "./router.svelte";

it.each([
  ["/", { screen: "home" }],
  ["/game/Ox_1", { screen: "game", id: "Ox_1" }],
  ["/join/abc/", { screen: "join", token: "abc" }],
  ["/link", { screen: "signIn" }],
  ["/rules", { screen: "rules" }],
  ["/settings", { screen: "settings" }],
  ["/lessons", { screen: "lessons" }],
  ["/lessons/sell", { screen: "lesson", id: "sell" }],
  ["/history", { screen: "history", view: "matches" }],
  ["/history/statistics", { screen: "history", view: "statistics" }],
  ["/history/nothing", { screen: "notFound" }],
  ["/game", { screen: "notFound" }],
  ["/game/a/b", { screen: "notFound" }],
  ["/game/%E0%A4", { screen: "notFound" }],
  ["/nowhere", { screen: "notFound" }],
])("%s", (path, route) => {
  expect(routeOf(path)).toEqual(route);
});

it("reads where a replay begins", () => {
  const route = routeOf("/replay/Ox", "?seat=open&at=41");
  expect(route).toMatchObject({ screen: "replay", id: "Ox" });
  expect(route.screen === "replay" && route.query.get("at")).toBe("41");
  expect(routeOf("/replay")).toMatchObject({ screen: "replay", id: null });
});

it("finds the puzzles, one of them, and a theme", () => {
  expect(routeOf("/puzzles")).toMatchObject({ screen: "puzzles", id: null });
  const route = routeOf("/puzzles/next", "?theme=deny");
  expect(route).toMatchObject({ screen: "puzzles", id: "next" });
  expect(route.screen === "puzzles" && route.query.get("theme")).toBe("deny");
});
