// Français.
import type en from "./en";
import { withHardSpaces } from "../../language/hardSpaces";

const fr: typeof en = {
  title: "Joueurs",
  find: "Trouver un adversaire",
  rated: "Partie classée",
  ratedWhy: "La partie change votre classement ; sans indices ni reprises de coup.",
  seek: "Jouer avec quelqu’un de présent",
  searching: "Recherche d’un adversaire… La table s’ouvrira toute seule.",
  stop: "Arrêter la recherche",
  meanwhile: "La recherche continue pendant que vous faites autre chose.",
  toLevels: "Affronter un niveau en attendant",
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
