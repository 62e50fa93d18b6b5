import { expect, vi } from 'vitest';
import { seed } from '../../harness/seed.ts';
import type { Driver } from './driver.ts';
import type { AttackReport } from './forge.ts';
import { rawEnd } from './raw-end.ts';

/**
 * Strikes a guest before and after its greeting, and fails where a valid message after it all is not taken. Answers what
 * came of either attack; `origin` is that of the right host of a framed guest.
 */
export const forgedOver = async (
  driver: Driver,
  each: number,
  origin = 'https://superapp.example',
): Promise<{ before: AttackReport; after: AttackReport }> => {
  const stage = await driver.start();
  try {
    const host = rawEnd(stage.end);
    const guest = await stage.connect();
    const [hello] = await host.heard('hello');
    const over: 'window' | 'channel' = driver.name === 'iframe' ? 'window' : 'channel';
    const plan = {
      nonce: `${hello?.n}`,
      old: '1-2-3-4',
      origin,
      over,
      each,
      seed,
    };
    const before = await guest.attack(plan);
    host.hi({ state: { lang: 'en' } });
    // An attack can last longer than a guest waits for its host; then the greeting comes as news.
    await vi.waitFor(async () => expect(await guest.state()).toEqual({ lang: 'en' }), { timeout: 10_000 });
    const greeted = (await guest.heard(0)).length;
    const after = await guest.attack({ ...plan, each: Math.ceil(each / 10), seed: seed + 1 });
    host.send({ t: 'evt', m: 'state', p: { lang: 'vi' } });
    expect((await guest.heard(greeted + 1)).slice(greeted)).toEqual([['state', { lang: 'vi' }]]);
    expect(await guest.state()).toEqual({ lang: 'vi' });
    return { before, after };
  } finally {
    await stage.stop();
  }
};
