import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { forgedOver } from '../bridge/cases/forged-over.ts';
import { cases } from '../bridge/cases/index.ts';
import { rawEnd } from '../bridge/cases/raw-end.ts';
import { engineDriver, serveCases } from './case-drivers.ts';
import type { Engine } from './engine.ts';
import { channels, startEngines } from './engines.ts';

let engines: Record<keyof typeof startEngines, Engine>;
let pages: Awaited<ReturnType<typeof serveCases>>;
beforeAll(async () => {
  const [served, Chromium, WebKitGTK] = await Promise.all([
    serveCases(),
    startEngines.Chromium(),
    startEngines.WebKitGTK(),
  ]);
  pages = served;
  engines = { Chromium, WebKitGTK };
});
afterAll(async () => {
  pages?.stop();
  await Promise.all([engines?.Chromium.close(), engines?.WebKitGTK.close()]);
});

const origin = () => pages.origin;
/** The native ones, and those between pages in both engines. */
const every = [
  ...channels.map(([engine, name]) => ({ engine, name, through: name })),
  ...(['iframe', 'mount'] as const).flatMap((name) => [
    { engine: 'Chromium' as const, name, through: 'android' },
    { engine: 'WebKitGTK' as const, name, through: 'one way' },
  ]),
];

describe.each(every)('$engine, $name', ({ engine, name, through }) => {
  const driver = engineDriver(() => engines[engine], name, { origin, through });
  afterAll(driver.close);

  test.each(cases)('$name', async ({ run }) => {
    const stage = await driver.start();
    try {
      await run(stage);
    } finally {
      await stage.stop();
    }
  });

  // Ten thousand in each engine; the channels of one peer differ in nothing that a stranger could use.
  const each = name === 'iframe' ? 910 : 100;
  const least = name === 'iframe' ? 10_000 : 600;
  test('none of the forged messages is accepted, none throws, and the valid one after them is', async () => {
    const { before, after } = await forgedOver(driver, each, origin());
    expect(before.sent).toBeGreaterThanOrEqual(least);
    for (const report of [before, after]) expect(report).toMatchObject({ accepted: 0, exceptions: 0 });
    if (name === 'iframe') expect(Math.min(...Object.values(before.distinct))).toBeGreaterThanOrEqual(500);
  });
});

test.each(['Chromium', 'WebKitGTK'] as const)(
  'no frame beside the guest in %s is taken for its host: not of its origin, not of another, not of none',
  async (engine) => {
    const through = engine === 'Chromium' ? 'android' : 'one way';
    const driver = engineDriver(() => engines[engine], 'iframe', { origin, through });
    const stage = await driver.start();
    const host = rawEnd(stage.end);
    const guest = await stage.connect();
    const [hello] = await host.heard('hello');
    const view = await driver.view();
    const struck = await view.run(
      async (nonce, origins) => {
        const strike = (from: string, sandbox?: string) =>
          new Promise<string>((resolve) => {
            const frame = document.createElement('iframe');
            if (sandbox) frame.setAttribute('sandbox', sandbox);
            frame.src = `${from}/stranger#${nonce}`;
            addEventListener('message', ({ source, data, origin: as }) => {
              if (source === frame.contentWindow && data === 'struck') resolve(as);
            });
            document.body.append(frame);
          });
        return [
          await strike(origins[0]),
          await strike(origins[1]),
          await strike(origins[0], 'allow-scripts'),
        ];
      },
      `${hello?.n}`,
      [origin(), origin().replace('127.0.0.1', 'localhost')] as const,
    );
    expect(struck).toEqual([origin(), origin().replace('127.0.0.1', 'localhost'), 'null']);
    expect(await guest.state()).toEqual({});
    host.hi({ state: { lang: 'en' } });
    await vi.waitFor(async () => expect(await guest.state()).toEqual({ lang: 'en' }), { timeout: 10_000 });
    await stage.stop();
    await driver.close();
  },
);
