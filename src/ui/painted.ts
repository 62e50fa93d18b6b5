import { signal } from '@preact/signals';

/** False while the first screen of a visit is drawn: what that screen can do without is requested once it is painted. */
export const painted = signal(true);

/** Sets `painted` after the next frame; a page that is not on show draws none, and waits for a second. */
export function notePaint() {
  const note = () => {
    painted.value = true;
  };
  requestAnimationFrame(() => setTimeout(note));
  setTimeout(note, 1000);
}
