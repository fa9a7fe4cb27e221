// The text of a move that is being typed, such as `+DG-LK`: it chooses the cards while it is typed.
import type { MoveText } from "../api/types";
import type { Chooser } from "./chooser.svelte";

export class TypedField {
  /** Null while the field is closed. */
  text = $state<string | null>(null);

  constructor(
    private readonly chooser: Chooser,
    private readonly confirm: () => Promise<void>,
    /** Play a text that is not in the notation, or not a listed move; returns whether it was played. */
    private readonly play: (text: MoveText) => Promise<boolean>,
  ) {}

  /** Choose the cards of the move that is being typed, if it is one. */
  preview(): void {
    if (!this.chooser.choose(compact(this.text))) this.chooser.clear();
  }

  /** Play the typed move; if it is refused, the field stays open. */
  submit = async (): Promise<void> => {
    const text = this.text?.trim() ?? "";
    if (text === "") this.close();
    else if (this.chooser.choose(compact(text))) {
      this.text = null;
      await this.confirm();
    } else if (await this.play(text)) this.text = null;
  };

  close(): void {
    this.text = null;
    this.chooser.clear();
  }
}

/** A typed move without spaces, in the letters of the notation. */
function compact(text: string | null): string {
  return (text ?? "").toUpperCase().replaceAll(/\s/g, "");
}
