// The state of a live table: what is shown of the game, what the user has chosen, and the commands.
import { tick, untrack } from "svelte";
import { Problem, serverNow } from "../api/client";
import type { FaceCode, GameEvent, Hint, Phrase, Player, Ruleset, Seat, SeatView, Table, View } from "../api/types";
import { t } from "../language/index.svelte";
import { describeMove } from "../language/moves";
import { playerName } from "../language/names";
import { problemMessage } from "../language/problems";
import { navigate } from "../router.svelte";
import { playSound } from "../sound";
import { loadRuleset } from "../state/catalog";
import type { Game } from "../state/game.svelte";
import { announce } from "../ui/announcer.svelte";
import { announceEvent } from "./announcements";
import { Chooser } from "./chooser.svelte";
import { latenessOf, type Claim } from "./lateness";
import { MoveClock } from "./moveClock.svelte";
import { onDoubleTap, type MoveControls } from "./moveControls";
import { movesLeft } from "./movesLeft";
import { Playback } from "./playback.svelte";
import { saleOf, type Sale } from "./preview";
import { NextGame } from "./nextGame.svelte";
import { otherSeat } from "./side";
import { describeTimeLeft, warningDue } from "./timeLeft";
import { Talk } from "./talk.svelte";
import { Tips } from "./tips.svelte";
import { TypedField } from "./typedField.svelte";

const HINTS = 3;
const DAY_SECONDS = 86_400;

export class LiveTable implements MoveControls {
  /** The element of the table, for animations and focus. */
  root = $state<HTMLElement | null>(null);
  /** An earlier event whose table is shown instead of the current one. */
  past = $state.raw<GameEvent | null>(null);
  panel = $state<"log" | "menu" | "help" | "talk" | null>(null);
  showsResult = $state(false);
  #ruleset = $state.raw<Ruleset | null>(null);
  #notice = $state.raw<Problem | "planLost" | null>(null);
  #hints = $state.raw<Hint[] | null>(null);
  /** What was left when the own clock began to run, and which warning was announced since. */
  #turnTime: { first: number; said: number | null } | null = null;
  readonly game: Game;
  readonly playback: Playback;
  readonly chooser: Chooser;
  readonly typed: TypedField;
  readonly tips = new Tips();
  readonly nextGame: NextGame;
  readonly talk = new Talk();
  readonly clock = new MoveClock(
    () => this.table,
    () => this.game.info,
    serverNow,
  );

  constructor(game: Game) {
    this.game = game;
    this.nextGame = new NextGame(game.id);
    this.playback = new Playback(
      game,
      () => this.root,
      (event) => this.#onShown(event),
    );
    this.chooser = new Chooser(
      (take, give) => game.explain(take, give),
      () => onDoubleTap(this.confirm),
      () => this.#onChoice(),
    );
    this.typed = new TypedField(this.chooser, this.confirm, (text) => this.#play(text));
  }

  /** Show the game as it goes on; returns a function that stops it. */
  start(): () => void {
    // Without the ruleset, ranges of bonus tokens and spent tokens are missing.
    void loadRuleset(this.game.info.terms.ruleset).then((ruleset) => (this.#ruleset = ruleset));
    this.showsResult = isBetweenRounds(this.table);
    const stop = this.playback.follow();
    return () => {
      stop();
      this.talk.close();
    };
  }

  // What is shown

  get table(): Table {
    return this.playback.table;
  }

  get ruleset(): Ruleset | null {
    return this.#ruleset;
  }

  /** The current view; on one screen the hand that is revealed takes the place of the public view. */
  readonly view = $derived.by((): View | null => {
    const newest = this.game.view;
    if (this.game.oneScreen && newest?.seat != null && newest.seq === this.playback.view?.seq) return newest;
    return this.playback.view;
  });

  /** The view that is drawn: the current one, or an earlier one. Nobody is to move after the match. */
  readonly shownView = $derived.by((): View | null => {
    if (this.past !== null || this.view === null) return this.past?.view ?? null;
    return this.table.status === "over" ? { ...this.view, turn: null } : this.view;
  });

  /** The current view of the user's own seat; null for a spectator. */
  readonly ownView = $derived.by((): SeatView | null =>
    this.view !== null && this.view.seat !== null ? this.view : null,
  );

  readonly seat = $derived.by((): Seat | null => (this.game.oneScreen ? (this.view?.seat ?? null) : this.game.seat));

  /** The seat that is drawn at the bottom; on one screen the table turns after a move has been shown. */
  readonly bottom = $derived.by((): Seat => {
    if (!this.game.oneScreen) return this.seat ?? this.lostSeat?.seat ?? 0;
    return this.playback.moving ?? this.seat ?? this.view?.turn ?? 0;
  });

  /** The own seat that a level has now, and for how many seconds it can be taken back. */
  readonly lostSeat = $derived.by((): { seat: Seat; left: number } | null => {
    const lost = this.game.info.lost_seat;
    if (lost === null || this.table.status === "over") return null;
    return { seat: lost.seat, left: this.clock.secondsUntil(lost.until) };
  });

  readonly myTurn = $derived.by(
    (): boolean => this.ownView !== null && this.ownView.turn === this.ownView.seat && this.table.status === "playing",
  );

  readonly names = $derived.by((): [string, string] => [
    this.nameOf(0) ?? t().common.you,
    this.nameOf(1) ?? t().common.you,
  ]);

  /** On one screen both seats are the same user: their names tell them apart. */
  readonly players = $derived.by((): [Player | null, Player | null] => {
    const [a, b] = this.table.players;
    if (!this.game.oneScreen || a === null || b === null) return [a, b];
    return [
      { ...a, name: this.names[0] },
      { ...b, name: this.names[1] },
    ];
  });

  /** The name of a seat; null for the user's own. */
  nameOf = (seat: Seat): string | null => {
    const { seats, terms } = this.game.info;
    if (seats.includes(seat) && !this.game.oneScreen) return null;
    return playerName(seat, this.table.players[seat], terms);
  };

  /** What is said of a player who is late or away, and what may be claimed. */
  readonly lateness = $derived.by(() => latenessOf(this.game.info, this.table, this.clock, this.names));

  get opponent(): string {
    return this.names[otherSeat(this.bottom)];
  }

  /** The last move as a sentence, or who starts. */
  readonly lastMove = $derived.by((): string => {
    const last = this.playback.last;
    if (last !== null) return describeMove(last, this.nameOf(last.seat));
    if (this.view === null || this.view.ply > 0) return "";
    return t().table.begins(this.view.turn === null ? null : this.nameOf(this.view.turn));
  });

  /** How many moves are left, in a long round. */
  readonly movesLeft = $derived(movesLeft(this.view, this.ruleset));

  /** The sale that is chosen. */
  readonly sale = $derived.by((): Sale | null => {
    const state = this.chooser.state;
    if (this.past !== null || this.ownView === null) return null;
    if (state.status !== "ready" || state.parts.kind !== "sell") return null;
    return saleOf(this.ownView, this.ruleset, state.parts);
  });

  /** Whether this user has offered a rematch, has been offered one, or both players want one. */
  readonly rematch = $derived.by((): "offered" | "received" | "agreed" | null => {
    const { seats } = this.game.info;
    if (seats.length > 0 && this.table.players.every((player) => player?.offers_rematch)) return "agreed";
    if (seats.some((seat) => this.table.players[seat]?.offers_rematch)) return "offered";
    return seats.length > 0 && this.table.players.some((player) => player?.offers_rematch) ? "received" : null;
  });

  /** Whether two people sit at the table. */
  readonly isForTwo = $derived.by(
    (): boolean =>
      this.game.info.terms.against === "friend" &&
      this.table.players.every((player) => player !== null && player.level === null),
  );

  /** Whether the user can say something. */
  get canTalk(): boolean {
    return this.isForTwo && this.game.seat !== null;
  }

  /** A problem, or another message to the user. */
  get notice(): string | null {
    if (this.#notice === "planLost") return t().table.planLost;
    return this.#notice === null ? null : problemMessage(this.#notice);
  }

  get hints(): Hint[] | null {
    return this.#hints;
  }

  /** Whether cards can be chosen. */
  get canChoose(): boolean {
    return this.past === null && this.ownView !== null && this.table.status === "playing";
  }

  /** Whether a move is being sent. */
  get isBusy(): boolean {
    return this.game.pending !== null;
  }

  /** Whether the result of a round or of the match lies over the table; the next deal ends that at once. */
  get resultIsOpen(): boolean {
    return this.showsResult && this.table.status !== "playing";
  }

  get acceptsKeys(): boolean {
    return this.ownView !== null && this.past === null && !this.resultIsOpen;
  }

  // Effects

  /** Carry the choice over to the current view. */
  updateChoice(): void {
    const own = this.ownView;
    const lost = this.chooser.update(this.past === null ? own : null);
    if (lost && own !== null && this.past === null && own.turn === own.seat) this.#notice = "planLost";
  }

  /** Once the server answers again, nothing says that it does not. */
  updateNotice(): void {
    if (this.game.connection !== "live") return;
    const notice = untrack(() => this.#notice);
    if (notice instanceof Problem && notice.code === "offline") this.#notice = null;
  }

  /** Announce once in a move that the own time runs out, and let it be heard. */
  announceLowTime(): void {
    const own = this.seat === null ? null : this.clock.faceOf(this.seat);
    if (own === null || !own.runs) {
      this.#turnTime = null;
      return;
    }
    this.#turnTime ??= { first: own.left, said: null };
    const warning = warningDue(own.left, this.#turnTime.first, this.#turnTime.said, this.game.info.terms.time);
    if (warning === null) return;
    this.#turnTime.said = warning;
    playSound("clock");
    announce(t().table.lowTime(describeTimeLeft(own.left)));
  }

  /** In a game with days for a move: which other games wait, while this one does not. */
  updateNextGame(): void {
    const { terms, seats } = this.game.info;
    if (terms.time === null || terms.time < DAY_SECONDS || seats.length !== 1 || this.myTurn) return;
    void this.nextGame.refresh();
  }

  updateTip(): void {
    this.tips.update(this.myTurn ? this.ownView : null, this.chooser.state, this.ruleset);
  }

  // Commands

  confirm = async (): Promise<void> => {
    const state = this.chooser.state;
    if (state.status !== "ready" || !this.myTurn || this.game.pending !== null || this.past !== null) return;
    if (this.ownView?.seq !== this.game.view?.seq) return this.playback.skip();
    this.tips.markShown();
    await this.#play(state.move);
  };

  requestHints = async (): Promise<void> => {
    try {
      this.#hints = await this.game.hint(HINTS);
    } catch (problem) {
      if (problem instanceof Problem) this.showProblem(problem);
    }
  };

  closeHints(): void {
    this.#hints = null;
  }

  takeBack = async (): Promise<void> => {
    const problem = await this.game.takeBack();
    if (problem !== null) this.showProblem(problem);
  };

  /** Offer a rematch, accept the opponent's, or go to the one that was agreed on. */
  playAgain = async (): Promise<void> => {
    if (this.rematch === "agreed") return navigate(`/game/${this.table.rematch}`);
    const problem = await this.game.rematch();
    if (problem !== null) this.showProblem(problem);
  };

  claim = async (what: Claim): Promise<void> => {
    const problem = await this.game.claim(what, what === "level" ? "porter" : undefined);
    if (problem !== null) this.showProblem(problem);
  };

  say = async (what: { phrase: Phrase } | { face: FaceCode }): Promise<void> => {
    const problem = await this.game.say(what);
    if (problem !== null) this.showProblem(problem);
  };

  takeSeatBack = async (): Promise<void> => {
    const problem = await this.game.takeSeatBack();
    if (problem !== null) this.showProblem(problem);
  };

  revealHand = async (): Promise<void> => {
    const problem = await this.game.revealHand();
    if (problem !== null) this.showProblem(problem);
    await tick();
    this.root?.querySelector<HTMLElement>(".mine button")?.focus({ preventScroll: true });
  };

  /** Close the field for typed moves, else go back to the current table, else end the animation or clear the choice. */
  cancel(): void {
    if (this.typed.text !== null) this.typed.close();
    else if (this.past !== null) this.past = null;
    else if (this.playback.isAnimating) this.playback.skip();
    else this.chooser.clear();
    this.#hints = null;
  }

  showHelp(): void {
    this.panel = "help";
  }

  showProblem = (problem: Problem): void => {
    this.#notice = problem;
    playSound("no");
  };

  /** Send a move; returns whether it was played. */
  async #play(move: string): Promise<boolean> {
    this.#notice = null;
    const problem = await this.game.play(move);
    if (problem !== null) this.showProblem(problem);
    return problem === null;
  }

  #onShown(event: GameEvent): void {
    announceEvent(event, this.lastMove, this.myTurn);
    if (event.type === "offered" && this.rematch === "received") announce(t().table.rematchReceived(this.opponent));
    switch (event.type) {
      case "moved":
        this.past = null;
        this.#hints = null;
        break;
      case "dealt":
      case "taken_back":
        this.showsResult = false;
        this.#notice = null;
        this.#hints = null;
        break;
      case "round_over":
        this.showsResult = event.next_first !== null; // else the result of the match follows
        break;
      case "match_over":
        this.showsResult = true;
        this.tips.disable();
        break;
      case "said":
        this.talk.show(event, this.nameOf(event.seat));
        break;
      case "snapshot":
        this.showsResult = isBetweenRounds(event.table);
        break;
      default:
    }
  }

  #onChoice(): void {
    this.playback.skip();
    this.#notice = null;
    this.#hints = null;
  }
}

/** Whether a round is over and there is a result to show. */
function isBetweenRounds(table: Table): boolean {
  return table.status === "between" || table.status === "over";
}
