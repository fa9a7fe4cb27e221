// The state of a practice table: what the user has chosen in a position without a game, and the commands.
import { send } from "../api/client";
import type { Cards, Explained, MoveText, Refusal, Ruleset, SeatView } from "../api/types";
import { t } from "../language/index.svelte";
import { problemMessage } from "../language/problems";
import { playSound } from "../sound";
import { Chooser } from "../table/chooser.svelte";
import { onDoubleTap, type MoveControls } from "../table/moveControls";
import { saleOf, type Sale } from "../table/preview";
import { TypedField } from "../table/typedField.svelte";

/** What the controls follow: the properties of the component. */
export interface PracticeSource {
  readonly view: SeatView;
  readonly ruleset: Ruleset | null;
  /** Whether no move can be chosen. */
  readonly disabled: boolean;
  readonly onmove: (move: MoveText) => void;
}

interface ExplainedMove extends Explained {
  /** The typed move in the notation, if it may be played. */
  move: MoveText | null;
}

export class PracticeControls implements MoveControls {
  showsHelp = $state(false);
  #notice = $state<string | null>(null);
  #explained = new Map<string, Refusal | null>();
  readonly isBusy = false;
  readonly chooser: Chooser;
  readonly typed: TypedField;

  constructor(private readonly source: PracticeSource) {
    this.chooser = new Chooser(
      (take, give) => this.#explain(take, give),
      () => onDoubleTap(this.confirm),
      () => (this.#notice = null),
    );
    this.typed = new TypedField(this.chooser, this.confirm, (text) => this.#playWords(text));
  }

  get ownView(): SeatView {
    return this.source.view;
  }

  get ruleset(): Ruleset | null {
    return this.source.ruleset;
  }

  get myTurn(): boolean {
    return !this.source.disabled;
  }

  get acceptsKeys(): boolean {
    return !this.source.disabled;
  }

  /** A refusal of what was typed, or a problem. */
  get notice(): string | null {
    return this.#notice;
  }

  /** The sale that is chosen. */
  readonly sale = $derived.by((): Sale | null => {
    const state = this.chooser.state;
    if (state.status !== "ready" || state.parts.kind !== "sell") return null;
    return saleOf(this.source.view, this.ruleset, state.parts);
  });

  /** Start anew in another position: a choice is never carried over. */
  update(): void {
    const view = this.source.disabled ? null : this.source.view;
    this.chooser.update(null);
    this.chooser.update(view);
    this.#explained.clear();
    this.#notice = null;
    this.typed.text = null;
  }

  confirm = (): Promise<void> => {
    const state = this.chooser.state;
    if (state.status === "ready" && !this.source.disabled) this.#play(state.move);
    return Promise.resolve();
  };

  cancel(): void {
    if (this.typed.text !== null) this.typed.close();
    else this.chooser.clear();
  }

  showHelp(): void {
    this.showsHelp = true;
  }

  #play(move: MoveText): void {
    this.chooser.clear();
    this.source.onmove(move);
  }

  /** Play a move that is typed in words: the server reads it. */
  async #playWords(text: string): Promise<boolean> {
    try {
      const { refusal, move } = await this.#ask({ move: text });
      if (move !== null) this.#play(move);
      else this.#refuse(refusal === null ? t().table.stuck : t().refusals[refusal]);
      return move !== null;
    } catch (problem) {
      this.#refuse(problemMessage(problem));
      return false;
    }
  }

  #refuse(sentence: string): void {
    this.#notice = sentence;
    playSound("no");
  }

  /** Why a choice of cards cannot become a move; null if it can, or if the server does not answer. */
  async #explain(take: Cards, give: Cards): Promise<Refusal | null> {
    const choice = `${take}/${give}`;
    const known = this.#explained.get(choice);
    if (known !== undefined) return known;
    try {
      const { refusal } = await this.#ask({ take, give });
      this.#explained.set(choice, refusal);
      return refusal;
    } catch {
      return null;
    }
  }

  #ask(body: object): Promise<ExplainedMove> {
    return send<ExplainedMove>("POST", "/api/explain", { view: this.source.view, ...body });
  }
}
