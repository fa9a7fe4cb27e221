import { describe, expect, it } from "vitest";
import { answerTo, lessonAfter, lessonNamed, LESSONS, withNumbers, type LessonText, type Step } from "./lesson";
import en from "./messages/en";
import fr from "./messages/fr";
import ru from "./messages/ru";

const STEPS = LESSONS.flatMap(({ name, steps }) => steps.map((step) => ({ name, step })));
const PLACEHOLDERS = /\{\w+\}/g;

function sentencesOf(messages: { lessons: unknown }, name: string, key: string): Record<string, string> {
  return (messages.lessons as Record<string, LessonText>)[name]?.steps[key] ?? {};
}

describe("the lessons", () => {
  it("have a sentence in every language for whatever a move leads to", () => {
    for (const { name, step } of STEPS) {
      const needed = ["do", ...new Set(step.view.moves.map((move) => answerTo(step, move)))].sort();
      for (const messages of [en, fr, ru])
        expect(Object.keys(sentencesOf(messages, name, step.key)).sort()).toEqual(needed);
    }
  });

  it("name the same numbers in every language", () => {
    const found = (text: string | undefined): string[] => [...(text ?? "").matchAll(PLACEHOLDERS)].map(String).sort();
    for (const { name, step } of STEPS) {
      const english = sentencesOf(en, name, step.key);
      for (const messages of [fr, ru])
        for (const [key, sentence] of Object.entries(sentencesOf(messages, name, step.key)))
          expect(found(sentence), `${name} ${step.key} ${key}`).toEqual(found(english[key]));
    }
  });

  it("are short: a sentence fits the panel of a phone", () => {
    for (const messages of [en, fr, ru])
      for (const { name, step } of STEPS)
        for (const sentence of Object.values(sentencesOf(messages, name, step.key)))
          expect(sentence.length, sentence).toBeLessThanOrEqual(92);
  });

  it("follow each other", () => {
    const take = lessonNamed("take");
    expect(take && lessonAfter(take)?.name).toBe("camels");
    expect(lessonAfter(LESSONS[LESSONS.length - 1] as (typeof LESSONS)[number])).toBeNull();
    expect(lessonNamed("nothing")).toBeNull();
  });

  it("put the numbers of the round into a sentence", () => {
    const { steps } = lessonNamed("bonus") as { steps: Step[] };
    const step = steps[0] as Step;
    expect(withNumbers("a bonus of {bonus}", step.view, step.after["$C3"] as Step["view"])).toBe("a bonus of 2");
  });
});
