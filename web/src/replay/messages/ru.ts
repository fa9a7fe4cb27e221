// Просмотр партии по-русски.
import { withHardSpaces } from "../../language/hardSpaces";
import { pluralFor } from "../../language/plural";
import { inside, of } from "../../language/ru";
import type { ReplayMessages } from "./en";

const plural = pluralFor("ru");

const ru: ReplayMessages = {
  title: "Просмотр",
  curve: (name) => `${name === null ? "Ваши шансы" : `Шансы ${of(name)}`} на победу в партии, ход за ходом`,
  chance: "шансы выиграть раунд",
  working: "Партия анализируется…",
  moves: "Ходы",
  mistake: "Ошибка",
  best: "Лучший ход:",
  wasBest: "Лучший ход.",
  asGood: "Не хуже лучшего в пределах погрешности.",
  trifle: "Чуть слабее лучшего.",
  wins: (name) => (name === null ? "Партию выигрываете вы" : `Партию выигрывает ${inside(name)}`),
  lost: (much) => `Ошибка: потеряно ${much}.`,
  perspective: "Чьими глазами",
  open: "Обе руки",
  download: "Скачать запись",
  controls: "По ходам партии",
  first: "В начало",
  previous: "На ход назад",
  next: "На ход вперёд",
  end: "В конец",
  play: "Показывать",
  pause: "Пауза",
  slider: "Место в партии",
  playOn: "Играть отсюда…",
  playOnWhy: "Те же карты с этого места, против:",
  nothing: "В этой партии ничего не сыграно.",
  importRecord: "Открыть запись",
  drop: "Перетащите сюда файл записи (.jsonl): партию, сохранённую этой страницей или из командной строки.",
  choose: "Выбрать файл",
  which: (n) => plural(n, { one: "В файле # партия", few: "В файле # партии", other: "В файле # партий" }),
};

export default withHardSpaces(ru, "—");
