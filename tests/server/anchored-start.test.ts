import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anchorText, readAnchors } from '../../src/server/ledger/anchors.ts';
import { bothKinds, openTestDatabase } from '../harness/database.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';

let built: BuiltServer;
beforeAll(async () => {
  built = await buildServer();
});

/** Starts a server and stops it; returns the anchors in its log. */
const startOnce = async (env: Record<string, string>): Promise<string[]> => {
  const { ready, child, ended, output } = built.run('main', env);
  await ready;
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  return readAnchors(output()).map(anchorText);
};

/** Starts a server that is to be refused; returns its exit code and what it says. */
const refusalOf = async (env: Record<string, string>) => {
  const { ready, child, ended, output } = built.run('main', env);
  // One that is not refused would run on.
  ready.then(() => child.kill('SIGTERM')).catch(() => {});
  return [await ended, output()];
};

const behind = (expected: string, newest: RegExp) =>
  expect.stringMatching(
    new RegExp(
      `^Souk cannot start: the database is behind SOUK_ANCHOR: anchor ${expected} was expected, and the newest of this database is ${newest.source}: it is an older copy, or its end was cut off\\. Restore a newer copy, or set SOUK_ANCHOR to an anchor that you trust\\.\n$`,
    ),
  );

describe.each(bothKinds)('a start on %s', (kind) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'souk-anchored-'));
  let env: Record<string, string>;
  let close = async () => {};
  let anchor: string;
  beforeAll(async () => {
    if (kind === 'pglite') {
      env = { SOUK_DATA: dataDir };
      return;
    }
    const database = await openTestDatabase(kind);
    close = database.close;
    env = { DATABASE_URL: database.url };
  });
  afterAll(async () => {
    await close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('makes an anchor and writes it to the log', async () => {
    const made = await startOnce(env);
    expect(made).toEqual([expect.stringMatching(/^1:[0-9a-f]{64}$/)]);
    [anchor = ''] = made;
  });

  it('goes on from the anchor that SOUK_ANCHOR names', async () => {
    expect(await startOnce({ ...env, SOUK_ANCHOR: anchor })).toEqual([
      expect.stringMatching(/^2:[0-9a-f]{64}$/),
    ]);
  });

  it('is refused where SOUK_ANCHOR names one that the database does not have', async () => {
    const unknown = `99:${'a'.repeat(64)}`;
    expect(await refusalOf({ ...env, SOUK_ANCHOR: unknown })).toEqual([
      2,
      behind(unknown, /2:[0-9a-f]{64} of \S+Z/),
    ]);
  });
});

it('a start with a malformed SOUK_ANCHOR ends with a sentence that says how it is written', async () => {
  expect(await refusalOf({ SOUK_ANCHOR: '17' })).toEqual([
    1,
    'Souk cannot start:\n- SOUK_ANCHOR is "17"; write <number>:<hash>, as the log and /anchors give it.\n',
  ]);
});
