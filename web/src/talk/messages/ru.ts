// Русский.
import type en from "./en";

const ru: typeof en = {
  button: "Сказать что-нибудь",
  phrases: {
    hello: "Привет, удачи!",
    well_played: "Отличный ход!",
    bargain: "Вот это сделка!",
    oops: "Ой…",
    lucky: "Повезло!",
    camels: "Опять верблюды!",
    thinking: "Надо подумать…",
    thanks: "Спасибо за игру!",
  },
  faces: {
    smile: "улыбается",
    laugh: "смеётся",
    wink: "подмигивает",
    surprise: "удивляется",
    worry: "волнуется",
    sorrow: "грустит",
  },
  ownFaces: {
    smile: "Вы улыбаетесь.",
    laugh: "Вы смеётесь.",
    wink: "Вы подмигиваете.",
    surprise: "Вы удивляетесь.",
    worry: "Вы волнуетесь.",
    sorrow: "Вы грустите.",
  },
  faceNames: {
    smile: "Улыбка",
    laugh: "Смех",
    wink: "Подмигивание",
    surprise: "Удивление",
    worry: "Волнение",
    sorrow: "Грусть",
  },
  says: (name, phrase) => `${name}: «${phrase}»`,
  shows: (name, face) => `${name} ${face}.`,
  hear: (name) => `Показывать, что говорит ${name}`,
};

export default ru;
