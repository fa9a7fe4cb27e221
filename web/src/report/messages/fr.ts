// Reports about an opponent, in French.
import type en from "./en";

const fr: typeof en = {
  report: "Signaler mon adversaire",
  why: "Les responsables du site l’examineront.",
  name: "Le nom est offensant",
  behaviour: "Conduite déloyale ou grossière",
  done: "C’est signalé. Merci.",
};

export default fr;
