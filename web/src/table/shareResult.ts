// The result of a match as a picture that is drawn in the browser, to be shared or saved.
import { blob } from "../art/shapes";

const [WIDTH, HEIGHT] = [1200, 630];
const FIRST_ROUND = { y: 424, height: 52, size: 44 };
const COLOURS = {
  cloth: "#ead9bd",
  edge: "#8e2f3c",
  gold: "#e9bc3f",
  ink: "#2b1d16",
  quiet: "#6a5546",
  wax: "#8e2f3c",
};
const RIM = [1.02, 0.95, 1.04, 0.97, 0.93, 1.05, 0.96, 1.03, 0.98, 0.92, 1.05, 0.96, 1.01, 0.94];

export interface SharedSide {
  name: string;
  seals: number;
  rupees: readonly number[];
  won: boolean;
}

export interface SharedResult {
  heading: string;
  /** Below the winner's name. */
  title: string;
  sides: readonly [SharedSide, SharedSide];
  /** The names of the rounds. */
  rounds: readonly string[];
  /** How the match ended, if not by seals. */
  why: string | null;
  seals: number;
  address: string;
}

/** `shared` and `saved` say what has become of the picture; `cancelled` if the user closed the system's dialog. */
export async function shareResult(result: SharedResult): Promise<"shared" | "saved" | "cancelled"> {
  const picture = new File([await drawResult(result)], "jaipur.png", { type: "image/png" });
  const shared = { files: [picture], title: result.heading, url: result.address };
  // `share` and `canShare` are missing over plain http.
  if ("canShare" in navigator && navigator.canShare(shared)) {
    try {
      await navigator.share(shared);
      return "shared";
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return "cancelled";
    }
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(picture);
  link.download = picture.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  return "saved";
}

async function drawResult(result: SharedResult): Promise<Blob> {
  const { heading, title, sides, rounds, why, seals, address } = result;
  await document.fonts.load(font(FIRST_ROUND.size), JSON.stringify(result));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  pen.fillStyle = COLOURS.edge;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.fillStyle = COLOURS.gold;
  pen.fillRect(22, 22, WIDTH - 44, HEIGHT - 44);
  pen.fillStyle = COLOURS.cloth;
  pen.fillRect(28, 28, WIDTH - 56, HEIGHT - 56);

  write(pen, heading, WIDTH / 2, 100, 56, COLOURS.ink);
  const scale = Math.min(1, 3 / (rounds.length + (why === null ? 0 : 1)));
  const line = (round: number): number => FIRST_ROUND.y + round * FIRST_ROUND.height * scale;
  sides.forEach((side, at) => {
    const x = WIDTH * (at === 0 ? 0.27 : 0.73);
    write(pen, side.name, x, 186, 46, side.won ? COLOURS.wax : COLOURS.ink);
    if (side.won) write(pen, title, x, 232, 30, COLOURS.wax);
    for (let seal = 0; seal < seals; seal++) drawSeal(pen, x + (seal - (seals - 1) / 2) * 120, 312, seal < side.seals);
    side.rupees.forEach((rupees, round) => {
      write(pen, String(rupees), x, line(round), FIRST_ROUND.size * scale, COLOURS.ink);
    });
  });
  rounds.forEach((name, round) => write(pen, name, WIDTH / 2, line(round), 30 * scale, COLOURS.quiet));
  if (why !== null) write(pen, why, WIDTH / 2, line(rounds.length), 30, COLOURS.ink);
  write(pen, address.replace(/^https?:\/\//, ""), WIDTH / 2, HEIGHT - 48, 22, COLOURS.quiet);
  return new Promise((resolve, reject) =>
    canvas.toBlob((made) => (made === null ? reject(new Error("no picture")) : resolve(made)), "image/png"),
  );
}

function font(size: number): string {
  return `700 ${size}px Alegreya, Georgia, serif`;
}

/** Write a line around x, smaller if there is no room for it. */
function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, size: number, colour: string): void {
  const room = WIDTH * (x === WIDTH / 2 ? 0.9 : 0.42);
  pen.fillStyle = colour;
  pen.font = font(size);
  pen.textAlign = "center";
  pen.font = font(Math.min(size, (size * room) / pen.measureText(text).width));
  pen.fillText(text, x, y);
}

function drawSeal(pen: CanvasRenderingContext2D, x: number, y: number, won: boolean): void {
  pen.save();
  pen.translate(x, y);
  const wax = new Path2D(blob(46, RIM));
  if (won) {
    pen.fillStyle = COLOURS.wax;
    pen.fill(wax);
    pen.fillStyle = "#7d2633";
    pen.fill(new Path2D(blob(32, [1, 1.02, 0.98, 1.01, 1, 0.98, 1.02, 1, 0.99, 1.01])));
    pen.strokeStyle = "#e5a9a4";
    pen.lineWidth = 4;
    pen.stroke(
      new Path2D(
        "M0-20C8-10 8 2 0 16-8 2-8-10 0-20ZM-8-6C-14-10-18-11-21-11-22 1-14 12 0 16 14 12 22 1 21-11 18-11 14-10 8-6",
      ),
    );
  } else {
    pen.strokeStyle = COLOURS.quiet;
    pen.setLineDash([8, 8]);
    pen.lineWidth = 3;
    pen.stroke(wax);
  }
  pen.restore();
}
