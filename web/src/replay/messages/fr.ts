// Revoir une partie, en français.
import { atStart, of } from "../../language/fr";
import { withHardSpaces } from "../../language/hardSpaces";
import { pluralFor } from "../../language/plural";
import type { ReplayMessages } from "./en";

const plural = pluralFor("fr");

const fr: ReplayMessages = {
  title: "Revoir",
  curve: (name) => `${name === null ? "Vos chances" : `Les chances ${of(name)}`} de gagner la partie, coup après coup`,
  chance: "chances de gagner la manche",
  working: "La partie est en cours d’analyse…",
  moves: "Coups",
  mistake: "Une erreur",
  best: "Meilleur :",
  wasBest: "Le meilleur coup.",
  asGood: "Aussi bon que le meilleur, pour autant que l’analyse puisse en juger.",
  trifle: "À peine moins bon que le meilleur.",
  wins: (name) => (name === null ? "Vous gagnez la partie" : `${atStart(name)} gagne la partie`),
  lost: (much) => `Une erreur, qui coûte ${much}.`,
  perspective: "Point de vue",
  open: "Les deux mains",
  download: "Télécharger la partie",
  controls: "Parcourir la partie",
  first: "Au début",
  previous: "Un coup en arrière",
  next: "Un coup en avant",
  end: "À la fin",
  play: "Lire",
  pause: "Pause",
  slider: "Position dans la partie",
  playOn: "Jouer à partir d’ici…",
  playOnWhy: "Les mêmes cartes à partir de cette position, contre :",
  nothing: "Aucun coup n’a été joué dans cette partie.",
  importRecord: "Ouvrir un fichier de partie",
  drop: "Déposez ici un fichier (.jsonl) : une partie enregistrée par cette page ou en ligne de commande.",
  choose: "Choisir un fichier",
  which: (n) => plural(n, { one: "# partie dans ce fichier", other: "# parties dans ce fichier" }),
};

export default withHardSpaces(fr, ":;?!");
