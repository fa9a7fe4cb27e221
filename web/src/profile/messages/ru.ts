// Profiles and the leaderboard, in Russian.
import { withHardSpaces } from "../../language/hardSpaces";
import { pluralFor } from "../../language/plural";
import type en from "./en";

const plural = pluralFor("ru");

const ru: typeof en = {
  since: (date) => `Здесь с ${date}.`,
  ratings: "Рейтинги",
  noRating: "Рейтинговых матчей ещё не было.",
  rating: "Рейтинг",
  luckFree: "Без учёта везения",
  luckFreeWhy: "Те же матчи, но из каждого раунда вычтено везение: раздача, добор и бонусные жетоны.",
  provisional: "предварительный",
  provisionalWhy: "Ещё неточен: до таблицы лидеров нужно сыграть несколько рейтинговых матчей.",
  playedFor: (matches, rounds) =>
    `${plural(matches, { one: "# матч", few: "# матча", many: "# матчей", other: "# матча" })}, ${plural(rounds, { one: "# раунд", few: "# раунда", many: "# раундов", other: "# раунда" })}`,
  course: "Как менялся рейтинг",
  courseText: (first, last, lowest, highest) =>
    `С ${first} до ${last}; самый низкий ${lowest}, самый высокий ${highest}.`,
  courseShort: "График начнётся со второго рейтингового матча.",
  band: "Полоса показывает возможную ошибку, лица — уровни.",
  asTable: "Таблицей",
  date: "Дата",
  change: "Изменение",
  rivals: "С кем сыграно",
  matches: "Матчи",
  opponent: "Соперник",
  wonLost: "Победы : поражения",
  rounds: "Раунды",
  you: "Вы",
  hidden: "Игроки со скрытым профилем",
  hiddenOne: "Игрок со скрытым профилем",
  latest: "Последние рейтинговые матчи",
  won: "победа",
  lost: "поражение",
  noWinner: "без победителя",
  result: "Итог",
  replay: "Просмотр",
  style: "Стиль",
  styleWhy: "Доля каждого вида ходов рядом с уровнями.",
  noStyle: "С этими бонусными жетонами ещё нет завершённых матчей.",
  visibility: "Кому виден этот профиль",
  visibilities: { public: "Всем", friends: "Моим друзьям", private: "Только мне" },
  visibilityWhy: "Друзья — те, кого вы отметили. Если профиль скрыт от других, в их таблице лидеров вас нет.",
  markFriend: "Отметить как друга",
  unmarkFriend: "Убрать из друзей",
  friendWhy: "Друзья видят ваш профиль, если он открыт для друзей. Им об этом не сообщается.",
  leaderboard: "Таблица лидеров",
  rank: "Место",
  player: "Игрок",
  boardWhy: "Эти числа меняются от рейтинговых матчей. Уровни стоят там, где их измерили.",
  empty: "Пока никто не сыграл достаточно рейтинговых матчей.",
  ownProfile: "Ваш профиль",
  ruleset: "Бонусные жетоны",
  missing: "Профиля с таким именем, открытого для вас, нет.",
  noAccounts: "На этом сервере нет учётных записей, а значит, и рейтингов.",
};

export default withHardSpaces(ru, "—");
