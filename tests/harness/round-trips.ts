import type { Page, Route } from 'playwright-core';

export interface RoundTrips {
  /** What was asked for in each round trip, in order. */
  levels: string[][];
  /** Lets everything through from now on. */
  release(): Promise<void>;
}

const settle = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Answers a page in whole round trips: what is asked for is held until nothing more comes, then all of it is let
 * through at once. After `depth` round trips everything new is held for good, so that what the page shows then
 * was shown with that depth, however fast or slow the machine is.
 */
export async function inRoundTrips(page: Page, depth: number, quietMs = 400): Promise<RoundTrips> {
  const levels: string[][] = [];
  let held: Route[] = [];
  let last = 0;
  let open = false;
  await page.route('**/*', (route) => {
    if (open) return route.continue();
    last = Date.now();
    held.push(route);
  });

  const turn = async () => {
    while (levels.length < depth) {
      await settle(50);
      if (held.length === 0 || Date.now() - last < quietMs) continue;
      const now = held;
      held = [];
      levels.push(
        now.map((route) => `${route.request().method()} ${new URL(route.request().url()).pathname}`),
      );
      await Promise.all(now.map((route) => route.continue()));
    }
  };
  void turn().catch(() => {});
  const release = async () => {
    open = true;
    await Promise.all(held.map((route) => route.continue()));
  };
  return { levels, release };
}
