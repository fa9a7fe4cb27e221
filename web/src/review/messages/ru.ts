// Разбор по-русски. `who` — null, если речь о пользователе.
import { withHardSpaces } from "../../language/hardSpaces";
import { pluralFor } from "../../language/plural";
import { inside, of } from "../../language/ru";
import type { ReviewMessages } from "./en";

const plural = pluralFor("ru");

const ru: ReviewMessages = {
  title: "Разбор",
  of: (a, b) => `${a} и ${inside(b)}`,
  working: "Партия разбирается, ход за ходом…",
  workingLong: "Это занимает секунд десять; потом разбор сохранится для всех.",
  none: "Разбора этой партии нет.",
  side: "Чьими глазами",
  replay: "Просмотр партии",
  won: (who, seals) => (who === null ? `Победа за вами, ${seals}.` : `Победа: ${inside(who)}, ${seals}.`),
  noWinner: "Партию никто не выиграл.",
  summary: {
    title: "Коротко",
    lucky: (who, much) =>
      `Удача была на ${who === null ? "вашей стороне" : `стороне ${of(who)}`}: она прибавила ${much} к шансам выиграть партию.`,
    unlucky: (who, much) =>
      `Удача была против ${who === null ? "вас" : of(who)}: она отняла ${much} от шансов выиграть партию.`,
    noLuck: "Удача ничего заметно не изменила.",
    accuracy: (who, much, n) =>
      `${who === null ? "Ваши решения" : `Решения ${of(who)}`} теряли в среднем ${much} шансов на раунд (${plural(n, { one: "# решение", few: "# решения", other: "# решений" })}).`,
    tooFew: "Решений слишком мало, чтобы судить об игре.",
    moreAccurate: (who) => (who === null ? "Ваши решения были точнее." : `Решения ${of(who)} были точнее.`),
    noDifference: "Чьи решения были точнее, сказать нельзя: разница в пределах погрешности.",
    like: (who, level) => (who === null ? `Вы играли как ${inside(level)}.` : `${who}: игра как у ${of(level)}.`),
    likeFromTo: (who, from, to) =>
      `${who === null ? "Ваша игра" : `Игра ${of(who)}`} — где-то между уровнями «${from}» и «${to}»: точнее по одной партии не сказать.`,
    between: (who, weaker, stronger) =>
      `${who === null ? "Ваша игра" : `Игра ${of(who)}`} сильнее, чем у ${of(weaker)}, но слабее, чем у ${of(stronger)}.`,
    stronger: (who, level) => `${who === null ? "Ваша игра" : `Игра ${of(who)}`} сильнее, чем у ${of(level)}.`,
    weaker: (who, level) => `${who === null ? "Ваша игра" : `Игра ${of(who)}`} здесь слабее, чем у ${of(level)}.`,
  },
  grades: {
    title: "Ходы по тому, сколько потеряно",
    fine: "хороший ход",
    inaccuracy: "неточность",
    mistake: "ошибка",
    blunder: "грубая ошибка",
    why: {
      fine: "меньше 1 % или в пределах погрешности",
      inaccuracy: "от 1 до 4 %",
      mistake: "от 4 до 10 %",
      blunder: "10 % и больше",
    },
    note: "Потери — доля от шансов на печать раунда.",
    ofSeal: "от шансов на печать раунда",
  },
  waterfall: {
    title: "От равных шансов к результату",
    lead: (who) =>
      `Как каждая составляющая партии меняла ${who === null ? "ваши шансы" : `шансы ${of(who)}`} её выиграть. Сумма точная; здесь известны обе руки.`,
    what: "Составляющая",
    chance: "Шансы выиграть партию",
    change: "Сдвиг",
    before: "До партии",
    after: (round) => `После раунда ${round}`,
    parts: {
      start: "кто начинает, и раздача",
      draws: "карты из колоды",
      bonus: "жетоны наград",
      unseen: "скрытые карты",
      decisions: (who) => (who === null ? "ваши решения" : `решения ${of(who)}`),
      ended: "сдача или остановка",
    },
    unseenWhy: "Скрытые карты: что ходы встретили в чужой руке и чего знать не могли.",
    error: (much) => `± ${much}`,
  },
  costliest: {
    title: "Самые дорогие решения",
    none: (who) =>
      who === null ? "Вы не сделали ни одного явно проигрышного хода." : `${who}: ни одного явно проигрышного хода.`,
    all: (n) =>
      plural(n, {
        one: "# решение с потерей",
        few: "Все # решения с потерей",
        other: "Все # решений с потерей",
      }),
  },
  move: {
    where: (round, move) => `Раунд ${round}, ход ${move}`,
    lost: (much) => `потеряно ${much}`,
    played: "Сыграно",
    best: "Лучше",
    noReason: "Поиск считает ход слабее, но ни один факт сам по себе этого не объясняет.",
    show: "Показать на столе",
    tryAgain: "Найти лучше",
    onTable: (grade, much) => `Ход, потерявший ${much}: ${grade}`,
  },
  decision: {
    title: (n, of) => `Решение ${n} из ${of}`,
    previous: "Предыдущая ошибка",
    next: "Следующая ошибка",
    back: "К разбору",
    prompt: "Найдите ход лучше.",
    promptFor: (who) => `Что было бы лучше для ${of(who)}?`,
    judging: "Оцениваем ход…",
    found: "Найдено: не хуже лучшего.",
    foundBest: "Найдено: лучший ход.",
    better: (much) => `Лучше, но ещё потеряно ${much}.`,
    notBetter: (much) => `Потеряно ${much}: не лучше.`,
    again: "Ещё раз",
    solution: "Показать ответ",
    compare: "Сравнить",
    playedLine: "Сыграно\u00a0▸",
    bestLine: "Лучше\u00a0▸",
    triedLine: "Что дальше",
    nextMistake: "Дальше",
    details: "Почему",
    line: (n, of) => `${n} / ${of}`,
    stepBack: "На ход назад",
    stepOn: "На ход вперёд",
    sampled: "Одно из возможных продолжений: карты — какие могли прийти.",
    table: "Сравнение ходов",
    win: "берёт печать",
    wasPlayed: "сыграно",
    endLine: "Назад",
  },
  mistakes: {
    title: "Мои ошибки",
    lead: "Решения из ваших разобранных партий — пока не найдёте их сами: через 1, 3, 7, 21 и 60 дней.",
    none: "Сейчас повторять нечего.",
    noneEver: "Ошибки берутся из разобранных партий. Доиграйте партию, откройте её разбор и возвращайтесь.",
    nextDue: (day) => `Следующая вернётся ${day}.`,
    again: (day) => `Вернётся ${day}.`,
    next: "Дальше",
    toPuzzles: "К задачам",
    toMatches: "К вашим партиям",
    position: (n, of) => `Ошибка ${n} из ${of}`,
  },
};

export default withHardSpaces(ru, "—");
