// Profiles and the leaderboard, in French.
import { of } from "../../language/fr";
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
  provisionalWhy: "Provisoire : il faut quelques parties classées de plus pour en être sûr, et pour entrer au tableau.",
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
  replay: "Revoir",
  style: "Style",
  styleWhy: "La part de chaque sorte de coup, à côté des niveaux.",
  noStyle: "Pas encore de partie terminée avec ces jetons bonus.",
  visibility: "Qui voit ce profil",
  visibilities: { public: "Tout le monde", friends: "Les amis que j’ai marqués", private: "Moi seul" },
  visibilityWhy: {
    public: "Aussi les invités et les visiteurs sans compte.",
    friends:
      "Seulement les joueurs que vous avez marqués comme amis. Pour tous les autres, ce profil n’existe pas, et vous n’êtes pas sur leur tableau.",
    private: "Personne d’autre : pour les autres, ce profil n’existe pas, et vous n’êtes pas sur leur tableau.",
  },
  markFriend: "Marquer comme ami",
  unmarkFriend: "Ne plus compter parmi mes amis",
  friendWhy: (name) =>
    `Un ami voit votre profil quand vous le réservez aux amis. Cela ne vaut que dans un sens : ce que vous voyez ${of(name)} ne change pas, et ${name} n’en est pas averti.`,
  friends: "Les amis que vous avez marqués",
  friendsWhy:
    "On marque un ami sur son profil. Cela ne vaut que dans un sens : il peut voir le vôtre, qu’il vous ait marqué ou non.",
  noFriends: "Vous n’avez encore marqué personne.",
  block: "Bloquer",
  unblock: "Débloquer",
  blockWhy:
    "Un joueur bloqué ne peut ni vous défier, ni vous être associé, ni rejoindre vos parties ; il n’en est pas averti.",
  leaderboard: "Tableau des meilleurs",
  rank: "Place",
  player: "Joueur",
  boardWhy: "Les parties classées font bouger ces nombres. Les niveaux restent là où ils ont été mesurés.",
  empty: (loggedIn) =>
    `Personne n’a encore joué assez de parties classées. ${loggedIn ? "Ouvrez" : "Connectez-vous, ouvrez"} une partie avec un temps limité et activez « Partie classée ».`,
  ownProfile: "Votre profil",
  ruleset: "Jetons bonus",
  missing: "Il n’y a pas de profil à ce nom que vous puissiez voir.",
  noAccounts: "Ce serveur n’a pas de comptes, donc pas de classements.",
};

export default withHardSpaces(fr, ":;?!");
