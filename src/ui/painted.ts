import { signal } from '@preact/signals';

/** False while the first screen of a visit is drawn: what that screen can do without is requested once it is painted. */
export const painted = signal(true);

/** Waits until the next frame is painted; a page that is not on show paints none, and waits for a second. */
export const nextPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1000);
  });
