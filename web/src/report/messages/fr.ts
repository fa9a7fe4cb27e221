// Reports about an opponent, in French.
import { of } from "../../language/fr";
import { withHardSpaces } from "../../language/hardSpaces";
import type en from "./en";

const fr: typeof en = {
  report: "Signaler ou bloquer mon adversaire",
  profile: (name) => `Profil ${of(name)}`,
  blockWhy:
    "Ou n’ayez plus affaire à lui : il ne pourra plus vous défier, vous être associé ni rejoindre vos parties, et n’en saura rien. Cette partie continue.",
  block: "Bloquer mon adversaire",
  blocked: "C’est fait. La liste est sur la page des joueurs.",
  why: "Les responsables du site l’examineront.",
  name: "Le nom est offensant",
  behaviour: "Conduite déloyale ou grossière",
  done: "C’est signalé. Merci.",
};

export default withHardSpaces(fr, ":;?!");
