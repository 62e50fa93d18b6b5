import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shops } from '../../src/server/schema/shops.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';
import { startTestServer, type TestServer } from '../harness/server.ts';

describe('a start', () => {
  let built: BuiltServer;
  let server: TestServer;
  beforeAll(async () => {
    built = await buildServer();
    server = await startTestServer('postgres');
  });
  afterAll(() => server.close());

  /** Starts a server on the database, and stops it once it is ready; returns its exit code and what it says. */
  const startOnce = async (SOUK_DEMO: '0' | '1') => {
    const { ready, child, ended, output } = built.run('main', {
      DATABASE_URL: server.database.url,
      SOUK_DEMO,
    });
    ready.then(() => child.kill('SIGTERM')).catch(() => {});
    return { code: await ended, says: output() };
  };

  it('takes an empty database for a real one, and a real one for no demo, in which it writes nothing', async () => {
    expect((await startOnce('0')).code).toBe(0);
    await server.addUser();
    expect((await startOnce('0')).code).toBe(0);
    const { code, says } = await startOnce('1');
    expect(code).toBe(2);
    expect(says).not.toContain('"event":"anchor"');
    expect(says).toContain(
      'Souk cannot start: the database holds real shops, and the demo would let their days pass in a minute. Set SOUK_DEMO=0, or ',
    );
  });

  it('takes the database of a demo for no real one, and goes on with the demo', async () => {
    await server.deps.db.update(shops).set({ demo: true });
    const { code, says } = await startOnce('0');
    expect(code).toBe(2);
    expect(says).toContain(
      'Souk cannot start: the database was opened as a demo: everyone knows its passwords, and its money was never paid. Set SOUK_DATA or DATABASE_URL to another database, or SOUK_DEMO=1 ',
    );
    expect((await startOnce('1')).code).toBe(0);
  });
});
