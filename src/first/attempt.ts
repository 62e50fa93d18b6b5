/** Asks up to three times, with a pause between, before it gives up. */
export const attempt = <T>(ask: () => Promise<T>, left = 2): Promise<T> =>
  ask().catch((error) => {
    if (!left) throw error;
    return new Promise((resolve) => setTimeout(resolve, 900 / left)).then(() => attempt(ask, left - 1));
  });
