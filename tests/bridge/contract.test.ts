import { describe, expect, test } from 'vitest';
import { drivers } from './cases/drivers.ts';
import { cases } from './cases/index.ts';

test('there are at least sixty cases, each with its own name', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThanOrEqual(60);
});

describe.each(drivers)('over $name', (driver) => {
  test.each(cases)('$name', async ({ run }) => {
    const stage = await driver.start();
    try {
      await run(stage);
    } finally {
      await stage.stop();
    }
  });
});
