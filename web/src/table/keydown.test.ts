import { beforeEach, expect, it, vi } from "vitest";
import { handleKeydown } from "./keydown";
import type { MoveControls } from "./moveControls";

const chooser = { choice: [], tap: vi.fn(), add: vi.fn(), removeLast: vi.fn() };
const confirm = vi.fn();
const controls = {
  chooser,
  confirm,
  typed: { text: null },
  ownView: { slots: "GCKKK" },
  acceptsKeys: true,
} as unknown as MoveControls;

function press(key: string, code: string, options: { repeat?: boolean; target?: unknown } = {}): () => void {
  const preventDefault = vi.fn();
  handleKeydown({ key, code, repeat: false, target: null, preventDefault, ...options } as never, controls);
  return preventDefault;
}

class FakeElement {
  constructor(private readonly tag: string) {}
  closest(selector: string): this | null {
    return selector.split(", ").includes(this.tag) ? this : null;
  }
}

beforeEach(() => {
  vi.clearAllMocks();
  vi.stubGlobal("Element", FakeElement);
  return () => vi.unstubAllGlobals();
});

it("a held digit taps its card once", () => {
  press("1", "Digit1");
  press("1", "Digit1", { repeat: true });
  expect(chooser.tap).toHaveBeenCalledOnce();
});

it("a held letter adds one card", () => {
  press("l", "KeyL");
  press("l", "KeyL", { repeat: true });
  expect(chooser.add).toHaveBeenCalledOnce();
});

it("a held Enter confirms once and presses no button that appears", () => {
  press("Enter", "Enter");
  const prevented = press("Enter", "Enter", { repeat: true, target: new FakeElement("dialog") });
  expect(confirm).toHaveBeenCalledOnce();
  expect(prevented).toHaveBeenCalled();
});

it("a held Enter goes on to new lines of a text", () => {
  expect(press("Enter", "Enter", { repeat: true, target: new FakeElement("textarea") })).not.toHaveBeenCalled();
});

it("a held Backspace removes one card after another", () => {
  press("Backspace", "Backspace");
  press("Backspace", "Backspace", { repeat: true });
  expect(chooser.removeLast).toHaveBeenCalledTimes(2);
});
