import { signal } from '@preact/signals';

/** False until the figures of the first screen can be read: what that screen can do without is requested then. */
export const usable = signal(true);

/** Waits until the next frame is painted; a page that is not on show paints none, and waits for a second. */
export const nextPaint = () =>
  new Promise<void>((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
    setTimeout(resolve, 1000);
  });
