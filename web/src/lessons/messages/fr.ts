// Les leçons en français.
import { withHardSpaces } from "../../language/hardSpaces";
import type { LessonMessages } from "./en";

const messages: LessonMessages = {
  title: "Leçons",
  lead: "Une leçon, c’est quelques positions, et dans chacune un coup à jouer. On ne risque rien.",
  parts: { rules: "Les règles, en huit minutes", advice: "De bons conseils, et quand les oublier" },
  adviceLead: "À voir après votre première partie. Chaque réponse a été vérifiée sur des milliers de manches.",
  start: "Commencer",
  goOn: "Continuer",
  again: "Recommencer",
  done: "terminée",
  solved: (n, of) => `${n} sur ${of}`,
  position: (n, of) => `Position ${n} sur ${of}`,
  tryAgain: "Réessayer",
  showMe: "Montrez-moi",
  shown: "Voilà : ",
  next: "Suite",
  nextLesson: (title) => `Suite : ${title}`,
  play: "Jouer une partie",
  all: "Toutes les leçons",
  allDone: "Vous connaissez les dix leçons.",
  rulesDone: "C’étaient toutes les règles : essayez une partie.",
  unknown: "Cette leçon n’existe pas.",
  lessons: {
    take: {
      title: "Prendre une marchandise",
      steps: {
        first: {
          do: "À vous. Touchez le diamant du marché, puis « Prendre ».",
          right: "Le diamant est dans votre main, et une carte de la pioche prend sa place.",
          wrong: "C’est un coup permis. Mais ici, prenez le diamant (D).",
        },
        kind: {
          do: "Vous avez deux tissus : prenez le troisième.",
          right: "Trois tissus ! Les cartes d’un même type se vendent ensemble.",
          wrong: "Cherchez le tissu, la carte marquée C.",
        },
        seventh: {
          do: "Une main tient sept marchandises au plus. Prenez l’or, votre septième.",
          right: "Votre main est pleine : vendez ou troquez avant de prendre une autre carte.",
          wrong: "L’or est marqué G. Touchez-le, puis « Prendre ».",
        },
      },
    },
    camels: {
      title: "Prendre les chameaux",
      steps: {
        all: {
          do: "Les chameaux viennent tous ensemble : touchez-en un, puis « Prendre les chameaux ».",
          right: "Tous les trois sont dans votre troupeau, et la pioche a donné trois cartes.",
          wrong: "Laissez les marchandises cette fois : touchez un chameau (K).",
        },
        full: {
          do: "Votre main est pleine, mais les chameaux n’y entrent pas : prenez-les.",
          right: "Sept marchandises et trois chameaux : le troupeau n’a pas de limite.",
          wrong: "C’est permis aussi. Ici, prenez les deux chameaux.",
        },
        either: {
          do: "Des marchandises ou des chameaux, jamais les deux. Prenez l’or, laissez les chameaux.",
          right: "Trois cartes d’or pour vous ; les chameaux restent à qui les voudra.",
          camels: "Vous prenez les chameaux et laissez l’or à l’adversaire.",
          wrong: "Prenez l’or du marché.",
        },
      },
    },
    exchange: {
      title: "Le troc",
      steps: {
        camels: {
          do: "Plusieurs marchandises d’un coup : prenez les deux diamants contre deux chameaux.",
          right: "Deux contre deux : vos chameaux sont maintenant au marché.",
          goods: "Vous donnez des marchandises. Gardez-les et payez avec deux chameaux.",
          one: "Un seul diamant, là. Choisissez les deux, puis deux chameaux du troupeau.",
          wrong: "Choisissez les deux diamants, puis deux chameaux de votre troupeau.",
        },
        goods: {
          do: "Pas de chameaux ? Payez en marchandises : l’argent contre vos deux épices.",
          right: "Trois cartes d’argent ! Une seule interdiction : la même marchandise dans les deux sens.",
          other: "L’argent, oui. Donnez les deux épices.",
          wrong: "Choisissez les deux cartes d’argent du marché, puis vos deux épices.",
        },
        mixed: {
          do: "Chameaux et marchandises paient ensemble : l’or contre votre chameau et le cuir.",
          right: "Quatre cartes d’or en main. Un troc, c’est deux cartes au moins.",
          other: "L’or, oui. Donnez le chameau et le cuir.",
          wrong: "Choisissez les deux cartes d’or, puis votre chameau et le cuir.",
        },
        full: {
          do: "Main pleine : les chameaux ne paient pas. Prenez les deux diamants contre les cuirs.",
          right: "Toujours sept marchandises, dont trois diamants.",
          other: "Les diamants, oui. Donnez les deux cuirs.",
          wrong: "Choisissez les deux diamants, puis les deux cuirs.",
        },
      },
    },
    sell: {
      title: "Vendre",
      steps: {
        two: {
          do: "Gagnez des roupies : choisissez vos deux tissus, puis « Vendre ».",
          right: "5 + 3 = 8 roupies : les meilleurs jetons d’un type partent d’abord.",
          one: "Cela en vend un. Choisissez les deux tissus.",
          wrong: "Choisissez vos deux tissus (C), puis « Vendre ».",
        },
        best: {
          do: "On vend un seul type. Regardez les jetons : quelles deux cartes rapportent le plus ?",
          right: "4 + 3 = 7. Les meilleurs jetons tissu sont partis : ils ne paient que 2 + 2.",
          cloth: "Les meilleurs jetons tissu sont partis : 2 + 2 seulement. Voyez le cuir.",
          one: "Le cuir, oui. Vendez les deux.",
          wrong: "Comparez les jetons du tissu et du cuir, et vendez deux cartes.",
        },
        precious: {
          do: "Diamants, or et argent se vendent par deux au moins. Vendez les deux diamants.",
          right: "7 + 7 = 14 roupies ! La carte d’or, seule, en attendra une autre.",
          wrong: "Choisissez les deux diamants (D), puis « Vendre ».",
        },
        room: {
          do: "Votre main est pleine. Vendez l’unique épice pour faire de la place.",
          right: "5 roupies pour une carte, et de la place pour la suivante.",
          wrong: "Choisissez l’épice (P), puis « Vendre ».",
        },
      },
    },
    bonus: {
      title: "Le bonus",
      steps: {
        three: {
          do: "Trois cartes en une vente donnent aussi un jeton bonus. Vendez trois tissus.",
          right: "5 + 3 + 3, et un bonus de {bonus}. Pour trois cartes, c’est 1, 2 ou 3.",
          fewer: "Vendez les trois tissus d’un coup : avec moins, pas de bonus.",
          wrong: "Choisissez les trois tissus, puis « Vendre ».",
        },
        four: {
          do: "Quatre cartes : un bonus de 4 à 6. Vendez les quatre cuirs.",
          right: "4 + 3 + 2 + 1 = 10 roupies, et un bonus de {bonus} en plus.",
          fewer: "Gardez-les ensemble : vendez les quatre cuirs d’un coup.",
          wrong: "Choisissez les quatre cuirs, puis « Vendre ».",
        },
        five: {
          do: "Cinq cartes ou plus : de 8 à 10, le meilleur bonus. Vendez les cinq épices.",
          right: "15 roupies d’épices, et un bonus de {bonus} !",
          fewer: "Vendez les cinq d’un coup : c’est le meilleur bonus.",
          wrong: "Choisissez les cinq épices, puis « Vendre ».",
        },
        cards: {
          do: "Il reste deux jetons tissu, mais le bonus compte les cartes. Vendez les trois tissus.",
          right: "1 + 1, et tout de même un bonus de {bonus} pour trois cartes.",
          fewer: "Vendez les trois : la troisième carte apporte le bonus, même sans jeton.",
          wrong: "Choisissez les trois tissus, puis « Vendre ».",
        },
      },
    },
    ends: {
      title: "La fin d’une manche",
      steps: {
        tokens: {
          do: "Deux types de jetons sont épuisés. Vendez l’argent, et un troisième le sera.",
          right: "Trois types épuisés, la manche est finie : {you} roupies à {other}.",
          wrong: "Choisissez les deux cartes d’argent (S), puis « Vendre ».",
        },
        deck: {
          do: "Il reste deux cartes dans la pioche. Prenez les trois chameaux.",
          right: "Le marché ne peut être complété, la manche est finie : {you} roupies à {other}.",
          wrong: "Prenez les chameaux, et voyez ce que devient le marché.",
        },
        last: {
          do: "Il reste une carte dans la pioche. Prenez l’or.",
          right: "La dernière carte complète juste le marché : la manche continue, pioche vide.",
          wrong: "Prenez l’or, et voyez si la manche finit.",
        },
        behind: {
          do: "L’adversaire mène, et prendre les chameaux finirait la manche. Vendez d’abord l’or.",
          right: "Vous voilà devant : qui mène a intérêt à finir la manche, l’autre non.",
          camels: "Cela finit la manche alors que l’adversaire mène. Vendez d’abord.",
          wrong: "Choisissez les deux cartes d’or, puis « Vendre ».",
        },
      },
    },
    score: {
      title: "Qui gagne",
      steps: {
        camel_token: {
          do: "À la fin, le plus grand troupeau vaut 5 roupies. Il vous en manque 2 : prenez les chameaux.",
          right: "Six chameaux contre cinq : le jeton chameau est à vous, {you} roupies à {other}.",
          wrong: "Prenez les deux chameaux : la pioche ne peut pas les remplacer.",
        },
        unsold: {
          do: "La pioche est vide : la prochaine carte prise finit la manche. Que faire d’abord ?",
          right: "Ce qui reste en main à la fin ne vaut rien : vendez à temps.",
          take: "Cela finit la manche, et vos deux cartes d’or n’ont rien rapporté.",
          wrong: "Quelque chose dans votre main vaut encore bien des roupies.",
        },
        tie: {
          do: "Vendez vos deux cartes d’argent : la manche finit, à égalité de roupies.",
          right: "{you} à {other} : à égalité, les jetons bonus décident. Vous en avez deux contre un.",
          wrong: "Choisissez les deux cartes d’argent, puis « Vendre ».",
        },
        match: {
          do: "Le plus riche reçoit un sceau ; deux sceaux gagnent la partie. Vendez les diamants.",
          right: "{you} roupies à {other} : votre second sceau. Vous gagnez la partie !",
          wrong: "Choisissez les deux diamants, puis « Vendre ».",
        },
      },
    },
    herd: {
      title: "Combien de chameaux ?",
      steps: {
        needed: {
          do: "Sans chameaux, difficile de prendre plusieurs cartes. Quel est votre premier coup ?",
          right: "Trois chameaux : bientôt vous prendrez deux ou trois marchandises d’un coup.",
          good: "Une carte pour vous, trois chameaux pour l’adversaire. Prenez-les d’abord.",
          wrong: "Vendre une ou deux cartes rapporte peu. Les chameaux aident à collectionner.",
        },
        not_needed: {
          do: "Toujours pas de chameau, mais deux diamants au marché. Trouvez le meilleur coup.",
          right: "Les marchandises paient aussi : du bon marché contre deux diamants.",
          camels: "Le troupeau est vide, certes. Mais l’adversaire prend les deux diamants.",
          one: "Un diamant, c’est bien, mais l’autre reste là. Prenez les deux.",
          gold: "Les deux diamants, oui. Mais payez avec le moins cher, pas avec l’or.",
          wrong: "Deux diamants valent 14 roupies : prenez-les contre des cartes bon marché.",
        },
        opens: {
          do: "L’adversaire a quatre chameaux et peu de cartes. Prendre les trois chameaux, ou non ?",
          right: "Non, en effet : trois cartes neuves iraient à qui peut les prendre d’un coup.",
          camels: "Trois cartes neuves, et l’adversaire prend aussitôt les meilleures.",
          near: "Presque aussi bien : vous laissez les chameaux. Il y a un peu mieux.",
          wrong: "Laisser les chameaux est juste, mais ce coup donne trop.",
        },
        opens_not: {
          do: "Prendre quatre chameaux ouvrirait tout le marché. Les prenez-vous quand même ?",
          right: "Oui ! Quatre chameaux d’un coup valent plus que ce que l’adversaire peut trouver.",
          silver: "Une quatrième carte d’argent, oui ; mais quatre chameaux à l’adversaire, c’est trop.",
          wrong: "La vente peut attendre : quatre chameaux ne reviendront pas.",
        },
      },
    },
    opponent: {
      title: "Les chameaux et l’adversaire",
      steps: {
        full: {
          do: "Cette fois l’adversaire a la main pleine : sept cartes. Qu’est-ce que cela change ?",
          right: "Main pleine, on ne prend guère de cartes neuves : les chameaux sont sans danger.",
          wrong: "Sa main est pleine : c’est le moment de prendre les trois chameaux.",
        },
        full_not: {
          do: "Encore une main pleine en face, et elle collectionne l’argent. Le meilleur coup ?",
          right: "L’argent d’abord : l’adversaire en a deux, un troisième lui vaudrait un bonus.",
          camels: "Il donne des cartes contre l’argent et en a trois. Prenez-le vous-même.",
          wrong: "Que veut l’adversaire ? Il a déjà pris deux cartes d’argent.",
        },
        market: {
          do: "Vous avez sept chameaux. Ne laissez guère que des chameaux au marché.",
          right: "Diamant et tissu sont à vous, et l’adversaire ne trouve guère que des chameaux.",
          one: "Le diamant, oui, mais avec du tissu : emplissez le marché de chameaux.",
          wrong: "Prenez le diamant avec un ou deux tissus, et payez en chameaux.",
        },
        market_not: {
          do: "Emplir le marché de chameaux, ici aussi ?",
          right: "Non : l’adversaire n’en a aucun, et aurait pu en prendre cinq d’un coup.",
          fill: "L’adversaire prend tous ces chameaux, et il ne vous en reste guère.",
          spice: "Pas mal, mais les trois chameaux valent plus qu’une épice.",
          wrong: "Trois chameaux pour vous valent mieux que cinq pour l’adversaire.",
        },
      },
    },
    income: {
      title: "Où sont les roupies",
      steps: {
        precious: {
          do: "Diamants, or et argent rapportent le plus. Que prenez-vous ?",
          right: "Un second diamant : à deux, ils valent déjà 14 roupies.",
          exchange: "Le diamant, oui, mais gardez vos épices ensemble. Prenez-le seul.",
          wrong: "Le diamant irait à l’adversaire. Prenez-le vous-même.",
        },
        precious_not: {
          do: "De l’or à côté de quatre chameaux, et personne n’a de troupeau. Alors ?",
          right: "Quatre chameaux paieront bien des cartes. Une carte d’or seule ne se vend même pas.",
          gold: "Les meilleurs jetons or sont partis, et l’adversaire a quatre chameaux.",
          wrong: "Voyez les chameaux : personne n’en a encore.",
        },
        first: {
          do: "L’adversaire a pris trois épices et peut les vendre. Vous en avez une.",
          right: "5 roupies pour une carte, et 5 de moins pour l’autre vente : qui vend d’abord gagne plus.",
          wrong: "Au prochain tour il vend ses épices, et le jeton de 5 est parti. Devancez-le.",
        },
        first_not: {
          do: "Trois tissus en main, et aucun jeton tissu n’est parti. Les vendre maintenant ?",
          right: "Non : cinq tissus au prochain tour, c’est 15 roupies et un bonus de 8 à 10.",
          more: "Le tissu, bonne idée. Prenez les deux, rien d’autre, contre deux chameaux.",
          sale: "11 roupies et un petit bonus. Deux tissus vous attendent : cinq valent bien plus.",
          wrong: "Deux autres tissus sont au marché, et vos chameaux peuvent payer.",
        },
        big: {
          do: "Votre main est pleine : il faut vendre. Quoi ?",
          right: "11 roupies et un bonus : vendre trois cartes ou plus donne un jeton de plus.",
          pair: "Une paire ne donne pas de bonus, et l’adversaire peut vendre ses épices avant vous.",
          fewer: "Vendez les trois épices : la troisième apporte le bonus.",
          wrong: "Vous avez trois cartes pareilles : vendez-les ensemble.",
        },
        big_not: {
          do: "Trois épices se vendraient avec un bonus. Mais regardez d’abord le marché.",
          right: "Deux diamants valent 14 roupies, et l’adversaire avait six chameaux tout prêts.",
          near: "Les deux diamants, oui. Payez avec deux épices et gardez le reste.",
          sale: "11 roupies et un bonus, mais les deux diamants vont à l’adversaire.",
          one: "Prenez les deux : l’adversaire a assez de chameaux pour le second.",
          wrong: "L’adversaire a six chameaux et prendrait les deux diamants.",
        },
      },
    },
  },
};

export default withHardSpaces(messages, ":;?!");
