/** Tries up to three times, with a pause between; `ask` gets the number of remaining tries. */
export const retry = <T>(ask: (left: number) => Promise<T>, left = 2): Promise<T> =>
  ask(left).catch((error) => {
    if (!left) throw error;
    return new Promise((resolve) => setTimeout(resolve, 900 / left)).then(() => retry(ask, left - 1));
  });
