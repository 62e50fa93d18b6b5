// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { seed } from '../harness/seed.ts';
import type { Driver } from './cases/driver.ts';
import { drivers } from './cases/drivers.ts';
import { rawEnd } from './cases/raw-end.ts';

const forgedOver = async (driver: Driver, each: number) => {
  const stage = await driver.start();
  try {
    const host = rawEnd(stage.end);
    const guest = await stage.connect();
    const [hello] = await host.heard('hello');
    const over: 'window' | 'channel' = driver.name === 'iframe' ? 'window' : 'channel';
    const plan = {
      nonce: `${hello?.n}`,
      old: '1-2-3-4',
      origin: 'https://superapp.example',
      over,
      each,
      seed,
    };
    const before = await guest.attack(plan);
    host.hi({ state: { lang: 'en' } });
    await guest.ready();
    const after = await guest.attack({ ...plan, each: Math.ceil(each / 10), seed: seed + 1 });
    host.say({ t: 'evt', m: 'state', p: { lang: 'vi' } });
    expect(await guest.heard(1)).toEqual([['state', { lang: 'vi' }]]);
    expect(await guest.state()).toEqual({ lang: 'vi' });
    return { before, after };
  } finally {
    await stage.stop();
  }
};

describe('forged messages', () => {
  test('ten thousand to a framed guest: none is accepted, none throws, and the valid one after them is', async () => {
    const iframe = drivers.find(({ name }) => name === 'iframe') as Driver;
    const { before, after } = await forgedOver(iframe, 910);
    expect(before.sent).toBeGreaterThanOrEqual(10_000);
    for (const report of [before, after]) expect(report).toMatchObject({ accepted: 0, exceptions: 0 });
    expect(Math.min(...Object.values(before.distinct))).toBeGreaterThanOrEqual(500);
    expect(Object.keys(before.distinct)).toHaveLength(11);
  });

  test.each(drivers.filter(({ name }) => name !== 'iframe'))(
    'over $name, by who does not know the nonce',
    async (driver) => {
      const { before, after } = await forgedOver(driver, 20);
      for (const report of [before, after]) expect(report).toMatchObject({ accepted: 0, exceptions: 0 });
    },
  );
});
