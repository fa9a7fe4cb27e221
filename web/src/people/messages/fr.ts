// Français.
import type en from "./en";
import { withHardSpaces } from "../../language/hardSpaces";
import { pluralFor } from "../../language/plural";

const plural = pluralFor("fr");

const fr: typeof en = {
  title: "Joueurs",
  find: "Trouver un adversaire",
  rated: "Partie classée",
  ratedWhy: "La partie change votre classement ; sans conseils ni reprises de coups.",
  seek: "Jouer avec quelqu’un de présent",
  searching: "Recherche d’un adversaire… La table s’ouvrira toute seule.",
  stop: "Arrêter la recherche",
  meanwhile: "La recherche continue pendant que vous faites autre chose.",
  toLevels: "Affronter un niveau en attendant",
  here: "Qui est là",
  counted: (people, guests) =>
    people === 0 && guests === 0
      ? "Personne d’autre pour le moment."
      : people === 0
        ? plural(guests, { one: "# invité sans compte.", other: "# invités sans compte." })
        : guests === 0
          ? plural(people, { one: "# joueur.", other: "# joueurs." })
          : `${plural(people, { one: "# joueur", other: "# joueurs" })} et ${plural(guests, { one: "# invité sans compte.", other: "# invités sans compte." })}`,
  filter: "Chercher un nom",
  noneFound: "Personne de ce nom n’est là.",
  playing: "à une table",
  left: "vient de partir",
  challengeTerms: (terms) => `Un défi se joue aux conditions que vous avez choisies : ${terms}.`,
  showMe: "Me montrer ici",
  showMeWhy: "Les autres voient votre nom tant que vous avez une page ouverte.",
  challengeName: "Ou défier quelqu’un par son nom",
  challenge: "Défier",
  accountNeeded: "Avec un compte, vous pouvez jouer des parties classées et défier quelqu’un par son nom.",
  noInvitations: "Aucune invitation ouverte pour le moment.",
  noneToWatch: "Aucune partie à regarder pour le moment.",
  blocked: (count) => `Personnes bloquées : ${count}`,
  blockedWhy: "Elles ne peuvent ni vous défier, ni tomber contre vous, ni s’asseoir à vos tables, et ne le savent pas.",
  unblock: "Débloquer",
  blockName: "Bloquer quelqu’un par son nom",
  block: "Bloquer",
  challenges: "Défis",
  challengedBy: "vous défie",
  accept: "Accepter",
  decline: "Décliner",
  waitsForAnswer: "En attente de réponse",
  hasDeclined: "a décliné",
};

export default withHardSpaces(fr, ":;?!");
