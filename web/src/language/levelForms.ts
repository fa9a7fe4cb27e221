// Forms of the levels' names for use inside sentences, found by the name that is shown.

/**
 * A function that gives a name one of its forms: `formOf(LEVELS, "to", (name) => `à ${name}`)` turns
 * "Le porteur" into "au porteur", and "Anna", who is no level, into "à Anna". A # stands for a number at the
 * end of a name.
 */
export function formOf<Form extends string>(
  levels: Record<string, { title: string } & Record<Form, string>>,
  form: Form,
  ofOthers: (name: string) => string = (name) => name,
): (name: string) => string {
  return (name) => {
    const number = /(?<= )\d+$/.exec(name)?.[0] ?? "";
    const titles = [name, name.replace(/(?<= )\d+$/, "#")];
    const found = Object.values(levels).find(({ title }) => titles.includes(title));
    return found?.[form].replace("#", number) ?? ofOthers(name);
  };
}
