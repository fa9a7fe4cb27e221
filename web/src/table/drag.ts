// Pointer input on a card: a tap chooses it, a long press chooses all of its kind, and dragging
// it to the other side of the table is another way to choose it.
import type { Pick } from "./choice";
import type { CardPicker } from "./chooser.svelte";

const DRAG_DISTANCE_PX = 8;
const LONG_PRESS_MS = 450;

interface Dragged {
  pick: Pick;
  picker: CardPicker;
}

/** Handle taps, long presses and drags on a card's button: `{@attach draggable(() => …)}`. */
export function draggable(what: () => Dragged): (button: HTMLElement) => () => void {
  return (button) => {
    let start: { x: number; y: number; id: number } | null = null;
    let ghost: HTMLElement | null = null;
    let timer = 0;
    let ignoreClick = false; // the click that follows a drag or a long press

    const end = (): void => {
      clearTimeout(timer);
      ghost?.remove();
      ghost = null;
      start = null;
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", end);
    };
    const down = (event: PointerEvent): void => {
      if (event.button !== 0 || !event.isPrimary) return;
      ignoreClick = false;
      start = { x: event.clientX, y: event.clientY, id: event.pointerId };
      timer = window.setTimeout(() => {
        ignoreClick = true;
        const { pick, picker } = what();
        end();
        picker.longPress(pick);
      }, LONG_PRESS_MS);
      addEventListener("pointermove", move);
      addEventListener("pointerup", up);
      addEventListener("pointercancel", end);
    };
    const move = (event: PointerEvent): void => {
      if (start === null || event.pointerId !== start.id) return;
      const [x, y] = [event.clientX - start.x, event.clientY - start.y];
      if (ghost === null) {
        if (Math.hypot(x, y) < DRAG_DISTANCE_PX) return;
        clearTimeout(timer);
        ghost = ghostOf(button);
      }
      ghost.style.transform = `translate(${x}px, ${y}px) rotate(${Math.max(-4, Math.min(4, x / 20))}deg)`;
    };
    const up = (event: PointerEvent): void => {
      if (ghost !== null) {
        ignoreClick = true;
        const { pick, picker } = what();
        const zone = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>("[data-zone]");
        const other = pick.zone === "market" ? ["hand"] : ["market", "bank"];
        if (zone != null && other.includes(zone.dataset["zone"] ?? "") && !picker.isChosen(pick)) picker.tap(pick);
      }
      end();
    };
    const click = (event: MouseEvent): void => {
      event.stopPropagation();
      const { pick, picker } = what();
      if (!ignoreClick) picker.tap(pick);
      ignoreClick = false;
    };
    const menu = (event: Event): void => event.preventDefault();
    button.addEventListener("pointerdown", down);
    button.addEventListener("click", click);
    button.addEventListener("contextmenu", menu);
    return () => {
      end();
      button.removeEventListener("pointerdown", down);
      button.removeEventListener("click", click);
      button.removeEventListener("contextmenu", menu);
    };
  };
}

function ghostOf(button: HTMLElement): HTMLElement {
  const face = button.firstElementChild as HTMLElement;
  const box = face.getBoundingClientRect();
  const ghost = face.cloneNode(true) as HTMLElement;
  ghost.style.cssText = `position:fixed;left:${box.left}px;top:${box.top}px;width:${box.width}px;margin:0;z-index:60;pointer-events:none;transition:none`;
  button.closest(".board")?.append(ghost);
  return ghost;
}
