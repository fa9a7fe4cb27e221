// Русский.
import type en from "./en";
import { withHardSpaces } from "../../language/hardSpaces";
import { pluralFor } from "../../language/plural";

const plural = pluralFor("ru");
const PLAYERS = { one: "# игрок", few: "# игрока", many: "# игроков", other: "# игрока" };
const GUESTS = { one: "# гость", few: "# гостя", many: "# гостей", other: "# гостя" };

const ru: typeof en = {
  title: "Игроки",
  find: "Найти соперника",
  rated: "На рейтинг",
  ratedWhy: "Партия изменит ваш рейтинг; подсказок и возврата ходов нет.",
  seek: "Сыграть с тем, кто сейчас здесь",
  searching: "Ищем соперника… Стол откроется сам.",
  stop: "Прекратить поиск",
  meanwhile: "Поиск продолжается, пока вы заняты другим.",
  toLevels: "Сыграть пока с программой",
  here: "Кто сейчас здесь",
  counted: (people, guests) =>
    people === 0 && guests === 0
      ? "Больше никого нет."
      : people === 0
        ? `${plural(guests, GUESTS)} без учётной записи.`
        : guests === 0
          ? `${plural(people, PLAYERS)}.`
          : `${plural(people, PLAYERS)} и ${plural(guests, GUESTS)} без учётной записи.`,
  filter: "Найти по имени",
  noneFound: "Здесь нет никого с таким именем.",
  playing: "за столом",
  left: "больше не здесь",
  challengeTerms: (terms) => `Вызов — на выбранных вами условиях: ${terms}.`,
  showMe: "Показывать меня здесь",
  showMeWhy: "Другие видят ваше имя, пока у вас открыта страница.",
  challengeName: "Или вызвать кого-то по имени",
  challenge: "Вызвать",
  accountNeeded: "С учётной записью можно играть на рейтинг и вызывать соперников по имени.",
  noInvitations: "Открытых приглашений сейчас нет.",
  noneToWatch: "Сейчас смотреть нечего.",
  blocked: (count) => `Заблокировано: ${count}`,
  blockedWhy: "Они не смогут вызвать вас, попасть к вам в пару или сесть за ваш стол и не узнают об этом.",
  unblock: "Разблокировать",
  blockName: "Заблокировать по имени",
  block: "Заблокировать",
  challenges: "Вызовы",
  challengedBy: "вызывает вас на игру",
  accept: "Принять",
  decline: "Отклонить",
  waitsForAnswer: "Ответа пока нет",
  hasDeclined: "не принимает вызов",
};

export default withHardSpaces(ru, "—");
