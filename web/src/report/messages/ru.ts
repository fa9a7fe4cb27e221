// Reports about an opponent, in Russian.
import type en from "./en";

const ru: typeof en = {
  report: "Пожаловаться на соперника",
  why: "Жалобу рассмотрят те, кто ведёт этот сайт.",
  name: "Оскорбительное имя",
  behaviour: "Нечестное или грубое поведение",
  done: "Жалоба отправлена. Спасибо.",
};

export default ru;
