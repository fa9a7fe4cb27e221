// Profiles and the leaderboard, in French.
import { withHardSpaces } from "../../language/hardSpaces";
import { pluralFor } from "../../language/plural";
import type en from "./en";

const plural = pluralFor("fr");

const fr: typeof en = {
  since: (date) => `Ici depuis le ${date}.`,
  ratings: "Classements",
  noRating: "Pas encore de partie classée.",
  rating: "Classement",
  luckFree: "Chance déduite",
  luckFreeWhy: "Les mêmes parties, sans la chance des distributions, des pioches et des jetons bonus de chaque manche.",
  provisional: "provisoire",
  provisionalWhy: "Encore incertain : il faut quelques parties classées de plus pour entrer au tableau.",
  playedFor: (matches, rounds) =>
    `${plural(matches, { one: "# partie", other: "# parties" })}, ${plural(rounds, { one: "# manche", other: "# manches" })}`,
  course: "L’évolution du classement",
  courseText: (first, last, lowest, highest) =>
    `De ${first} à ${last} ; au plus bas ${lowest}, au plus haut ${highest}.`,
  courseShort: "La courbe commence à la deuxième partie classée.",
  band: "La bande montre la marge d’erreur, les visages sont les niveaux.",
  asTable: "En tableau",
  date: "Date",
  change: "Variation",
  rivals: "Contre qui",
  matches: "Parties",
  opponent: "Adversaire",
  wonLost: "Gagnées : perdues",
  rounds: "Manches",
  you: "Vous",
  hidden: "Joueurs au profil caché",
  hiddenOne: "Un joueur au profil caché",
  latest: "Dernières parties classées",
  won: "gagnée",
  lost: "perdue",
  noWinner: "sans vainqueur",
  result: "Résultat",
  replay: "Revoir",
  style: "Style",
  styleWhy: "La part de chaque sorte de coup, à côté des niveaux.",
  noStyle: "Pas encore de partie terminée avec ces jetons bonus.",
  visibility: "Qui voit ce profil",
  visibilities: { public: "Tout le monde", friends: "Mes amis", private: "Moi seul" },
  visibilityWhy: "Vos amis sont les joueurs que vous avez marqués. Caché aux autres, vous n’êtes pas sur leur tableau.",
  markFriend: "Marquer comme ami",
  unmarkFriend: "Ne plus compter parmi mes amis",
  friendWhy: "Vos amis voient votre profil s’il est réservé aux amis. Ils n’en sont pas avertis.",
  leaderboard: "Tableau des meilleurs",
  rank: "Place",
  player: "Joueur",
  boardWhy: "Les parties classées font bouger ces nombres. Les niveaux restent là où ils ont été mesurés.",
  empty: "Personne n’a encore joué assez de parties classées.",
  ownProfile: "Votre profil",
  ruleset: "Jetons bonus",
  missing: "Il n’y a pas de profil à ce nom que vous puissiez voir.",
  noAccounts: "Ce serveur n’a pas de comptes, donc pas de classements.",
};

export default withHardSpaces(fr, ":;?!");
