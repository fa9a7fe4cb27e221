// Reports about an opponent, in Russian.
import { withHardSpaces } from "../../language/hardSpaces";
import type en from "./en";

const ru: typeof en = {
  report: "Пожаловаться или заблокировать",
  profile: (name) => `Профиль: ${name}`,
  blockWhy:
    "Или больше не встречаться: соперник не сможет вызвать вас, попасть к вам в пару или сесть за ваш стол и не узнает об этом. Эта партия продолжится.",
  block: "Заблокировать соперника",
  blocked: "Готово. Список — на странице игроков.",
  why: "Жалобу рассмотрят те, кто ведёт этот сайт.",
  name: "Оскорбительное имя",
  behaviour: "Нечестное или грубое поведение",
  done: "Жалоба отправлена. Спасибо.",
};

export default withHardSpaces(ru, "—");
