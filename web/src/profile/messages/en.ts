// Profiles and the leaderboard, in English.
import { pluralFor } from "../../language/plural";

const plural = pluralFor("en");

const en = {
  since: (date: string) => `Here since ${date}.`,
  ratings: "Ratings",
  noRating: "No rated match yet.",
  rating: "Rating",
  luckFree: "Without luck",
  luckFreeWhy: "The same matches, without the luck of deals, draws and bonus tokens in each round.",
  provisional: "provisional",
  provisionalWhy: "Provisional: it takes some more rated matches to be sure, and to get onto the leaderboard.",
  playedFor: (matches: number, rounds: number) =>
    `${plural(matches, { one: "# match", other: "# matches" })}, ${plural(rounds, { one: "# round", other: "# rounds" })}`,
  course: "Rating over time",
  courseText: (first: string, last: string, lowest: string, highest: string) =>
    `From ${first} to ${last}; lowest ${lowest}, highest ${highest}.`,
  courseShort: "The curve begins with the second rated match.",
  band: "The band shows how far off the rating may be, the faces are the levels.",
  asTable: "As a table",
  date: "Date",
  change: "Change",
  rivals: "By opponent",
  opponent: "Opponent",
  wonLost: "Won : lost",
  rounds: "Rounds",
  you: "You",
  hidden: "Players with a hidden profile",
  hiddenOne: "A player with a hidden profile",
  latest: "Latest rated matches",
  won: "won",
  lost: "lost",
  noWinner: "no winner",
  replay: "Replay",
  style: "Style",
  styleWhy: "How the moves divide among the four kinds, beside the levels.",
  noStyle: "No finished match with these bonus tokens yet.",
  visibility: "Who sees this profile",
  visibilities: { public: "Everybody", friends: "Friends I have marked", private: "Only me" },
  visibilityWhy: {
    public: "Also guests and visitors without an account.",
    friends:
      "Only players whom you have marked as friends. For all others this profile does not exist, and you are not on their leaderboard.",
    private: "Nobody else: for others this profile does not exist, and you are not on their leaderboard.",
  },
  markFriend: "Mark as a friend",
  unmarkFriend: "No longer a friend",
  friendWhy: (name: string) =>
    `A friend sees your profile when you show it to friends only. It works one way: what you may see of ${name} does not change, and ${name} is not told.`,
  friends: "Friends you have marked",
  friendsWhy:
    "You mark a friend on their profile. It works one way: they may see yours, whether or not they have marked you.",
  noFriends: "You have marked nobody yet.",
  block: "Block",
  unblock: "Unblock",
  blockWhy: "Blocked players cannot challenge you, be paired with you or join your games. They are not told.",
  leaderboard: "Leaderboard",
  rank: "Place",
  player: "Player",
  boardWhy: "Rated matches move these numbers. The levels stand where they were measured.",
  empty: (loggedIn: boolean) =>
    `Nobody has played enough rated matches yet. ${loggedIn ? "Open" : "Log in, open"} a game with a time limit, and switch “Rated” on.`,
  ownProfile: "Your profile",
  ruleset: "Bonus tokens",
  missing: "There is no profile with this name that you can see.",
  noAccounts: "This server has no accounts, so there are no ratings.",
};

export default en;
