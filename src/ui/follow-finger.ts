interface Finger {
  canStart(event: TouchEvent): boolean;
  /** Called with the way down so far, in CSS pixels. */
  onMove(way: number): void;
  /** Called with the whole way when the finger is lifted; 0 where the browser took the gesture away. */
  onEnd(way: number): void;
}

/**
 * Follows one finger that is drawn down on an element, and keeps the browser from scrolling or reloading meanwhile; a
 * finger that goes up scrolls. Returns what stops that.
 */
export function followFinger(element: HTMLElement, { canStart, onMove, onEnd }: Finger): () => void {
  let from: number | undefined;
  let way = 0;
  const down = (event: TouchEvent) => {
    from = event.touches.length === 1 && canStart(event) ? event.touches[0]?.clientY : undefined;
    way = 0;
  };
  const end = (total: number) => {
    if (from === undefined) return;
    from = undefined;
    onEnd(total);
  };
  const move = (event: TouchEvent) => {
    if (from === undefined) return;
    way = (event.touches[0]?.clientY ?? from) - from;
    if (way < 0) return end(0);
    if (event.cancelable) event.preventDefault();
    onMove(way);
  };
  const up = () => end(way);
  const cancel = () => end(0);
  element.addEventListener('touchstart', down, { passive: true });
  element.addEventListener('touchmove', move, { passive: false });
  element.addEventListener('touchend', up);
  element.addEventListener('touchcancel', cancel);
  return () => {
    element.removeEventListener('touchstart', down);
    element.removeEventListener('touchmove', move);
    element.removeEventListener('touchend', up);
    element.removeEventListener('touchcancel', cancel);
  };
}
