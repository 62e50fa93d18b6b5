// @vitest-environment node
import { describe, expect, test } from 'vitest';
import type { Driver } from './cases/driver.ts';
import { drivers } from './cases/drivers.ts';
import { forgedOver } from './cases/forged-over.ts';

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
