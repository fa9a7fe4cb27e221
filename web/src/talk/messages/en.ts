// English, of what is said at the table.
import type { FaceCode, Phrase } from "../../api/types";

const en = {
  button: "Say something",
  phrases: {
    hello: "Hello, good luck!",
    well_played: "Well played!",
    bargain: "What a bargain!",
    oops: "Oops…",
    lucky: "That was lucky!",
    camels: "Camels again!",
    thinking: "Let me think…",
    thanks: "Thanks for the game!",
  } satisfies Record<Phrase, string>,
  faces: {
    smile: "smiles",
    laugh: "laughs",
    wink: "winks",
    surprise: "is surprised",
    worry: "is worried",
    sorrow: "is sad",
  } satisfies Record<FaceCode, string>,
  ownFaces: {
    smile: "You smile.",
    laugh: "You laugh.",
    wink: "You wink.",
    surprise: "You are surprised.",
    worry: "You are worried.",
    sorrow: "You are sad.",
  } satisfies Record<FaceCode, string>,
  faceNames: {
    smile: "Smile",
    laugh: "Laugh",
    wink: "Wink",
    surprise: "Surprise",
    worry: "Worry",
    sorrow: "Sadness",
  } satisfies Record<FaceCode, string>,
  says: (name: string, phrase: string) => `${name}: “${phrase}”`,
  shows: (name: string, face: string) => `${name} ${face}.`,
  hear: (name: string) => `Show what ${name} says`,
};

export default en;
