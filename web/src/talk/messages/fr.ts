// Français.
import type en from "./en";
import { withHardSpaces } from "../../language/hardSpaces";

const fr: typeof en = {
  button: "Dire quelque chose",
  phrases: {
    hello: "Bonjour, bonne partie !",
    well_played: "Bien joué !",
    bargain: "Belle affaire !",
    oops: "Oups…",
    lucky: "Quelle chance !",
    camels: "Encore des chameaux !",
    thinking: "Je réfléchis…",
    thanks: "Merci pour la partie !",
  },
  faces: {
    smile: "sourit",
    laugh: "rit",
    wink: "fait un clin d’œil",
    surprise: "n’en revient pas",
    worry: "s’inquiète",
    sorrow: "fait triste mine",
  },
  ownFaces: {
    smile: "Vous souriez.",
    laugh: "Vous riez.",
    wink: "Vous faites un clin d’œil.",
    surprise: "Vous n’en revenez pas.",
    worry: "Vous vous inquiétez.",
    sorrow: "Vous faites triste mine.",
  },
  faceNames: {
    smile: "Sourire",
    laugh: "Rire",
    wink: "Clin d’œil",
    surprise: "Surprise",
    worry: "Inquiétude",
    sorrow: "Tristesse",
  },
  says: (name, phrase) => `${name} : « ${phrase} »`,
  shows: (name, face) => `${name} ${face}.`,
  hear: (name) => `Afficher ce que dit ${name}`,
};

export default withHardSpaces(fr, ":;?!");
