// What the settings say about notices, in French.
import { withHardSpaces } from "../../language/hardSpaces";
import type en from "./en";

const messages: typeof en = {
  title: "Avis",
  intro: "Quand une partie vous attend, ce serveur peut vous prévenir, même si la page est fermée.",
  visitor: "Jouez une partie ou choisissez un nom d’abord : les avis sont liés à un joueur.",
  here: "Avis sur cet appareil",
  hereWhy: "Le navigateur vous demandera la permission.",
  why: {
    insecure: "Pas ici : les navigateurs n’autorisent les avis qu’en https.",
    ios: "Sur iPhone ou iPad, ajoutez d’abord cette page à l’écran d’accueil (Partager, puis Sur l’écran d’accueil) et ouvrez-la de là.",
    unsupported: "Pas ici : ce navigateur ne reçoit pas de messages push. Le flux ci-dessous marche partout.",
    denied: "Ce navigateur n’autorise pas les avis de cette page. Ses réglages pour ce site permettent d’en changer.",
  },
  devices: "Appareils",
  noDevices: "Aucun appareil ne reçoit encore d’avis.",
  thisDevice: "cet appareil",
  sent: (when) => `Dernier avis : ${when}`,
  notSent: "Aucun avis envoyé",
  failed: (when) => `Le dernier avis n’a pas pu être envoyé : ${when}`,
  remove: "Retirer",
  test: "Envoyer un essai",
  tested: "Un essai est parti vers tous les appareils. Il devrait arriver en quelques secondes.",
  dropped: "Un appareil qui ne reçoit plus d’avis a été retiré de la liste.",
  kinds: "Ce qui est annoncé",
  kind: {
    your_move: {
      label: "À moi de jouer",
      why: "Toujours avec un jour ou plus par coup, sinon quand je ne suis pas à la table.",
    },
    reminder: { label: "Rappels", why: "À la moitié et aux sept huitièmes du temps de mon coup." },
    match_over: { label: "Fin d’une partie", why: "Si elle s’est terminée sans moi." },
    challenge: { label: "Défis", why: "Quelqu’un m’a réservé une place." },
    sat_down: { label: "Un adversaire", why: "Quelqu’un a pris place à ma table." },
    rematch: { label: "Revanches", why: "Mon adversaire en propose une." },
  },
  quiet: "Heures calmes",
  quietWhy: (zone) => `Rien n’est envoyé pendant ce temps ; tout arrive après. Votre fuseau horaire : ${zone}.`,
  since: "De",
  until: "À",
  feed: "Flux",
  feedWhy:
    "Un flux Atom de vos avis, pour tout lecteur de flux. Qui a le lien peut le lire ; il n’est montré qu’une fois.",
  makeFeed: "Créer un lien",
  renewFeed: "Créer un nouveau lien",
  endFeed: "Fermer le flux",
  feedEnded: "Le flux est fermé.",
  feedLink: "Lien du flux",
};

export default withHardSpaces(messages, ":;?!");
