import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { type Cluster, startPostgres } from '../harness/postgres.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';

// With everything as PostgreSQL has it by itself: each setting is turned off as an operator would do it.
describe('a PostgreSQL in production', () => {
  let cluster: Cluster;
  let built: BuiltServer;
  const admin = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  };
  const shown = async (name: string): Promise<string> => {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    const { rows } = await client.query(`show ${name}`);
    await client.end();
    return rows[0][name];
  };
  // The server reads a changed file a moment after the signal.
  const settle = async (name: string, value: string) => {
    for (let tries = 0; tries < 100 && (await shown(name)) !== value; tries++) await pause(20);
  };

  beforeAll(async () => {
    cluster = await startPostgres([]);
    built = await buildServer();
  });
  afterAll(() => cluster.stop());
  afterEach(() => admin('alter system reset all', 'select pg_reload_conf()'));

  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    'is refused with %s off, by a sentence that names the fix',
    async (name) => {
      await admin(`alter system set ${name} = off`, 'select pg_reload_conf()');
      await settle(name, 'off');
      const env = { DATABASE_URL: cluster.url, NODE_ENV: 'production' };
      const started = built.run('main', env);
      expect(await started.ended).toBe(2);
      expect(started.output()).toBe(
        `Souk cannot start: PostgreSQL runs with ${name} = off and may lose payments it has confirmed. Set ${name} = on in postgresql.conf.\n`,
      );
    },
  );

  it('is refused with one setting off for a single database or role, too', async () => {
    await admin('alter database postgres set synchronous_commit = off');
    const opened = openPostgres({ url: cluster.url, log: silentLog, production: true });
    await expect(opened).rejects.toThrow(/synchronous_commit = off/);
    await admin('alter database postgres reset synchronous_commit');
  });

  it('is refused where it waits for none of the standbys that it is to wait for', async () => {
    await admin('alter database postgres set synchronous_commit = local');
    await admin("alter system set synchronous_standby_names = 'standby'", 'select pg_reload_conf()');
    await settle('synchronous_standby_names', 'standby');
    const opened = openPostgres({ url: cluster.url, log: silentLog, production: true });
    await expect(opened).rejects.toThrow(/synchronous_commit = local .* Set synchronous_commit = on\.$/);
    await admin('alter system reset all', 'select pg_reload_conf()');
    await settle('synchronous_standby_names', '');
    await admin('alter database postgres reset synchronous_commit');
  });

  it('is used with all settings on, and the log has one line of JSON for each request', async () => {
    await settle('fsync', 'on');
    const env = { DATABASE_URL: cluster.url, NODE_ENV: 'production' };
    const started = built.run('main', env);
    const url = await started.ready;
    await fetch(`${url}/api/v1/me`, { headers: { 'x-request-id': 'of-the-proxy-1' } });
    expect(started.output()).toContain('"event":"the role of DATABASE_URL may change postings:');
    const line = started.output().match(/^\{.*of-the-proxy-1.*\}$/m)?.[0] ?? '{}';
    expect(JSON.parse(line)).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      level: 'info',
      event: 'request',
      requestId: 'of-the-proxy-1',
      method: 'GET',
      route: 'GET /v1/me',
      status: 200,
      code: 407,
      ms: expect.any(Number),
    });
    started.child.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });
});
