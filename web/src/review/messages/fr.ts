// L’analyse en français. `who` est null pour l’utilisateur.
import { atStart, inside, of } from "../../language/fr";
import { withHardSpaces } from "../../language/hardSpaces";
import { pluralFor } from "../../language/plural";
import type { ReviewMessages } from "./en";

const plural = pluralFor("fr");

const fr: ReviewMessages = {
  title: "Analyse",
  of: (a, b) => `${a} et ${inside(b)}`,
  working: "La partie est analysée, coup par coup…",
  workingLong: "Cela prend une dizaine de secondes, puis le résultat est conservé pour tous.",
  none: "Il n’y a pas d’analyse de cette partie.",
  side: "Vu par",
  replay: "Revoir la partie",
  won: (who, seals) => (who === null ? `Vous avez gagné, ${seals}.` : `${atStart(who)} a gagné, ${seals}.`),
  noWinner: "Personne n’a gagné la partie.",
  summary: {
    title: "En bref",
    lucky: (who, much) =>
      `La chance était ${who === null ? "de votre côté" : `du côté ${of(who)}`} : elle a ajouté ${much} aux chances de gagner la partie.`,
    unlucky: (who, much) =>
      `La chance était contre ${who === null ? "vous" : inside(who)} : elle a retiré ${much} aux chances de gagner la partie.`,
    noLuck: "La chance n’a pas fait de différence nette.",
    accuracy: (who, much, n) =>
      `${who === null ? "Vos décisions ont" : `Les décisions ${of(who)} ont`} perdu en moyenne ${much} des chances de gagner la manche (${plural(n, { one: "# décision", other: "# décisions" })}).`,
    tooFew: "Il y a eu trop peu de décisions pour juger le jeu.",
    moreAccurate: (who) => (who === null ? "Vous avez mieux décidé." : `${atStart(who)} a mieux décidé.`),
    noDifference: "Entre les décisions des deux joueurs, pas de différence nette.",
    like: (who, level) => `${who === null ? "Vous avez" : `${atStart(who)} a`} joué comme ${inside(level)}.`,
    likeFromTo: (who, from, to) =>
      `${who === null ? "Vous avez" : `${atStart(who)} a`} joué quelque part entre ${inside(from)} et ${inside(to)} : une seule partie n’en dit pas plus.`,
    between: (who, weaker, stronger) =>
      `${who === null ? "Vous avez" : `${atStart(who)} a`} joué mieux que ${inside(weaker)}, mais moins bien que ${inside(stronger)}.`,
    stronger: (who, level) => `${who === null ? "Vous avez" : `${atStart(who)} a`} joué mieux que ${inside(level)}.`,
    weaker: (who, level) =>
      `${who === null ? "Vous avez" : `${atStart(who)} a`} joué moins bien que ${inside(level)}, d’après ces coups.`,
  },
  grades: {
    title: "Les coups selon ce qu’ils ont perdu",
    fine: "bon",
    inaccuracy: "imprécision",
    mistake: "erreur",
    blunder: "grosse erreur",
    why: {
      fine: "moins de 1 %, ou dans la marge d’erreur",
      inaccuracy: "1 à 4 %",
      mistake: "4 à 10 %",
      blunder: "10 % et plus",
    },
    note: "Les pertes sont des parts des chances de gagner le sceau de la manche.",
    ofSeal: "des chances de gagner le sceau de la manche",
  },
  waterfall: {
    title: "De l’égalité au résultat",
    lead: (who) =>
      `Comment chaque élément de la partie a changé ${who === null ? "vos chances" : `les chances ${of(who)}`} de la gagner. La somme est exacte ; ici, on connaît les deux mains.`,
    what: "Élément",
    chance: "Chances de gagner la partie",
    change: "Effet",
    before: "Avant la partie",
    after: (round) => `Après la manche ${round}`,
    parts: {
      start: "qui commence, et la donne",
      draws: "cartes piochées",
      bonus: "jetons bonus",
      unseen: "cartes cachées",
      decisions: (who) => (who === null ? "vos décisions" : `décisions ${of(who)}`),
      ended: "abandon ou arrêt",
    },
    unseenWhy: "Cartes cachées : ce que les coups ont rencontré dans la main adverse, sans pouvoir le savoir.",
    error: (much) => `± ${much}`,
  },
  costliest: {
    title: "Les décisions les plus coûteuses",
    none: (who) => `${who === null ? "Vous n’avez" : `${atStart(who)} n’a`} joué aucun coup nettement perdant.`,
    all: (n) => plural(n, { one: "# décision perdante", other: "Les # décisions perdantes" }),
  },
  move: {
    where: (round, move) => `Manche ${round}, coup ${move}`,
    lost: (much) => `${much} perdus`,
    played: "Joué",
    best: "Mieux",
    noReason: "La recherche le trouve moins bon ; aucun fait ne l’explique à lui seul.",
    show: "Voir sur la table",
    tryAgain: "Réessayer",
    onTable: (grade, much) => `Un coup qui a perdu ${much} : ${grade}`,
  },
  decision: {
    title: (n, of) => `Décision ${n} sur ${of}`,
    previous: "Erreur précédente",
    next: "Erreur suivante",
    back: "Retour à l’analyse",
    prompt: "Trouvez un meilleur coup.",
    promptFor: (who) => `Qu’est-ce qui aurait été mieux pour ${inside(who)} ?`,
    judging: "Le coup est jugé…",
    found: "Trouvé : aussi bon que le meilleur.",
    foundBest: "Trouvé : le meilleur coup.",
    better: (much) => `Mieux, mais encore ${much} perdus.`,
    notBetter: (much) => `${much} perdus : ce n’est pas mieux.`,
    again: "Encore une fois",
    solution: "Voir la réponse",
    compare: "Comparer",
    playedLine: "Joué\u00a0▸",
    bestLine: "Mieux\u00a0▸",
    triedLine: "La suite",
    nextMistake: "Erreur suivante",
    details: "Pourquoi",
    line: (n, of) => `${n} / ${of}`,
    stepBack: "Un coup en arrière",
    stepOn: "Un coup en avant",
    sampled: "Une suite possible, avec des cartes qui auraient pu venir.",
    table: "Coups comparés",
    win: "gagne le sceau",
    wasPlayed: "joué",
    endLine: "Retour",
  },
  mistakes: {
    title: "Mes erreurs",
    lead: "Des décisions de vos parties analysées, jusqu’à ce que vous les trouviez seul : après 1, 3, 7, 21 et 60 jours.",
    none: "Rien à travailler pour l’instant.",
    noneEver: "Les erreurs viennent des parties analysées. Terminez une partie, ouvrez son analyse et revenez.",
    nextDue: (day) => `La prochaine revient le ${day}.`,
    again: (day) => `Elle revient le ${day}.`,
    next: "Suivante",
    toPuzzles: "Vers les problèmes",
    toMatches: "Vers vos parties",
    position: (n, of) => `Erreur ${n} sur ${of}`,
  },
};

export default withHardSpaces(fr, ":;?!");
