// English, of the lobby.
import { pluralFor } from "../../language/plural";

const plural = pluralFor("en");

const en = {
  title: "People",
  find: "Find an opponent",
  rated: "Rated",
  ratedWhy: "The match changes your rating; there are no hints and no take-backs.",
  seek: "Play with whoever is here",
  searching: "Looking for an opponent… You will be taken to the table.",
  stop: "Stop looking",
  meanwhile: "The search goes on while you do something else.",
  toLevels: "Play a level while you wait",
  here: "Who is here",
  counted: (people: number, guests: number) =>
    people === 0 && guests === 0
      ? "Nobody else right now."
      : people === 0
        ? plural(guests, { one: "# guest without an account.", other: "# guests without an account." })
        : guests === 0
          ? plural(people, { one: "# player.", other: "# players." })
          : `${plural(people, { one: "# player", other: "# players" })} and ${plural(guests, { one: "# guest without an account.", other: "# guests without an account." })}`,
  filter: "Find by name",
  noneFound: "Nobody here has such a name.",
  playing: "at a table",
  left: "has left",
  challengeTerms: (terms: string) => `Challenges use the terms that you have chosen: ${terms}.`,
  showMe: "Show me here",
  showMeWhy: "Others see your name while you have a page open.",
  challengeName: "Or challenge somebody by name",
  challenge: "Challenge",
  accountNeeded: "With an account you can play rated matches and challenge people by name.",
  noInvitations: "Nobody has an open invitation right now.",
  noneToWatch: "There is no match to watch right now.",
  blocked: (count: number) => `Blocked people: ${count}`,
  blockedWhy: "They cannot challenge you, be paired with you or sit down at your tables. They are not told.",
  unblock: "Unblock",
  blockName: "Block somebody by name",
  block: "Block",
  challenges: "Challenges",
  challengedBy: "challenges you",
  accept: "Accept",
  decline: "Decline",
  waitsForAnswer: "Waiting for an answer",
  hasDeclined: "has declined",
};

export default en;
