import { expect, it } from "vitest";
import french from "../../language/fr";
import fr from "./fr";

it("gives names and ratings their article in French", () => {
  const names = [french.levels["porter"]?.title ?? "", "Anna", "Bela", french.common.rated("1240")];
  expect(names.map((name) => fr.curve(name))).toEqual([
    "Les chances du porteur de gagner la partie, coup après coup",
    "Les chances d’Anna de gagner la partie, coup après coup",
    "Les chances de Bela de gagner la partie, coup après coup",
    "Les chances du niveau 1240 de gagner la partie, coup après coup",
  ]);
});
