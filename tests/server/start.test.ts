import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isFullRun } from '../harness/full-run.ts';
import { type BuiltServer, buildServer } from '../harness/processes.ts';

/** A start costs seconds. */
const rounds = isFullRun ? 5 : 2;
let server: BuiltServer;
const root = mkdtempSync(join(tmpdir(), 'souk-start-'));
const fresh = (name: string) => mkdtempSync(join(root, name));
// Opened and stopped by the first suite, then spoiled by a later one: a start costs seconds.
const used = fresh('used-');

beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('two servers on one data directory', () => {
  it('never run together: the second refuses, every time, and the first goes on', async () => {
    const SOUK_DATA = used;
    const first = server.run('main', { SOUK_DATA });
    const url = await first.ready;
    for (let round = 0; round < rounds; round++) {
      const second = server.run('main', { SOUK_DATA });
      expect(await second.ended).toBe(2);
      expect(second.output()).toBe(
        `Souk cannot start: Another Souk server (process ${first.child.pid}) is using the data in ${SOUK_DATA}. ` +
          'Stop it first, or set SOUK_DATA to another directory.\n',
      );
    }
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    first.child.kill('SIGINT');
    expect(await first.ended).toBe(0);
  });

  it('take over after kill -9, every time, with the books in order', async () => {
    const SOUK_DATA = fresh('kill-');
    for (let round = 0; round < rounds; round++) {
      const one = server.run('main', { SOUK_DATA });
      expect((await fetch(`${await one.ready}/healthz`)).status).toBe(200);
      one.child.kill('SIGKILL');
      await one.ended;
    }
    const audit = server.run('audit-cli', { SOUK_DATA });
    expect(await audit.ended).toBe(0);
    expect(audit.output()).toMatch(/^Read 0 transactions, 0 entries, 0 accounts\.\n0 findings\.\n/);
  }, 240_000);
});

it('an audit of a directory without a database is refused, and makes none', async () => {
  const SOUK_DATA = fresh('nothing-');
  const audit = server.run('audit-cli', { SOUK_DATA });
  expect(await audit.ended).toBe(2);
  expect(audit.output()).toBe(
    `The audit could not be made: there is no database in ${SOUK_DATA}. ` +
      'Set SOUK_DATA to the directory that holds it, or DATABASE_URL.\n',
  );
  expect(existsSync(join(SOUK_DATA, 'pg'))).toBe(false);
});

describe('a database that is not ours to touch', () => {
  const unreadable: [string, (directory: string) => void, RegExp][] = [
    [
      'holds something else',
      (pgData) => writeFileSync(join(pgData, 'notes.txt'), 'mine'),
      /holds no PG_VERSION/,
    ],
    [
      'is of another PostgreSQL',
      (pgData) => writeFileSync(join(pgData, 'PG_VERSION'), '99\n'),
      /it is of PostgreSQL 99/,
    ],
    [
      'has lost its control file',
      (pgData) => writeFileSync(join(pgData, 'PG_VERSION'), '18\n'),
      /control file is missing/,
    ],
  ];

  it.each(unreadable)('is refused and left alone when it %s', async (_, spoil, why) => {
    const SOUK_DATA = fresh('spoiled-');
    const pgData = join(SOUK_DATA, 'pg');
    mkdirSync(pgData);
    spoil(pgData);
    const started = server.run('main', { SOUK_DATA });
    expect(await started.ended).toBe(2);
    expect(started.output()).toMatch(why);
    expect(started.output()).toContain('It was not changed.');
  });

  it('is not called damaged where the disk does not take the first file of a new one', async () => {
    const SOUK_DATA = fresh('unwritable-');
    // A folder where the file would be: the system refuses it as it refuses any file on a full disk.
    mkdirSync(join(SOUK_DATA, 'pg.preparing'));
    const started = server.run('main', { SOUK_DATA });
    expect(await started.ended).toBe(2);
    expect(started.output()).toMatch(/cannot be opened: the system says EISDIR.+ Make room/);
  });

  it('is refused when its files are damaged', async () => {
    const SOUK_DATA = used;
    const control = join(SOUK_DATA, 'pg', 'global', 'pg_control');
    const damaged = Buffer.alloc(readFileSync(control).length, 7);
    writeFileSync(control, damaged);
    const started = server.run('main', { SOUK_DATA });
    expect(await started.ended).toBe(2);
    expect(started.output()).toMatch(/cannot be read/);
    expect(readFileSync(control).equals(damaged)).toBe(true);
  });

  it('is refused by the same sentence when the largest of its files is cut in half', async () => {
    const SOUK_DATA = fresh('cut-');
    const first = server.run('main', { SOUK_DATA });
    await first.ready;
    first.child.kill('SIGINT');
    await first.ended;
    const pgData = join(SOUK_DATA, 'pg');
    const files = readdirSync(join(pgData, 'base'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort((a, b) => statSync(b).size - statSync(a).size);
    for (const file of files.slice(0, 12)) truncateSync(file, statSync(file).size / 2);
    const started = server.run('main', { SOUK_DATA });
    expect(await started.ended).toBe(2);
    expect(started.output()).toMatch(
      /^Souk cannot start: The database in .* cannot be read: .*Restore a backup/,
    );
    expect(started.output()).not.toContain('    at ');
  });

  const withDatabase = async (name: string, template: string, statement: string): Promise<string> => {
    const url = new URL(inject('postgresUrl'));
    const run = async (text: string) => {
      const client = new pg.Client({ connectionString: url.href });
      await client.connect();
      await client.query(text).finally(() => client.end());
    };
    await run(`create database ${name} template ${template}`);
    url.pathname = `/${name}`;
    await run(statement);
    return url.href;
  };

  it('is refused when its migrations are not those of this Souk', async () => {
    const change = `update drizzle.__drizzle_migrations set hash = 'changed' where id = 1`;
    const DATABASE_URL = await withDatabase('souk_changed', 'souk_template', change);
    const started = server.run('main', { DATABASE_URL, SOUK_DATA: fresh('pg-') });
    expect(await started.ended).toBe(2);
    expect(started.output()).toMatch(/was made by another version of Souk/);
  });

  it('is refused when it belongs to another program', async () => {
    const DATABASE_URL = await withDatabase('souk_foreign', 'template0', 'create table invoices (id int)');
    const started = server.run('main', { DATABASE_URL, SOUK_DATA: fresh('pg-') });
    expect(await started.ended).toBe(2);
    expect(started.output()).toMatch(/holds tables that are not Souk's/);
  });

  it('is refused in production when it may lose what it confirmed', async () => {
    const DATABASE_URL = inject('postgresUrl');
    const started = server.run('main', { DATABASE_URL, NODE_ENV: 'production', SOUK_DATA: fresh('pg-') });
    expect(await started.ended).toBe(2);
    expect(started.output()).toMatch(
      /PostgreSQL runs with fsync = off .* Set fsync = on in postgresql\.conf/,
    );
  });

  it('is refused with its address and without its password when it does not answer', async () => {
    const DATABASE_URL = 'postgres://souk:hunter2@127.0.0.1:9/souk';
    const started = server.run('main', { DATABASE_URL, SOUK_DATA: fresh('pg-') });
    expect(await started.ended).toBe(2);
    expect(started.output()).toMatch(/PostgreSQL at 127\.0\.0\.1:9\/souk cannot be reached \(ECONNREFUSED\)/);
    expect(started.output()).not.toContain('hunter2');
  });
});

describe('a start that cannot be', () => {
  it('ends with every wrong variable and its fix', async () => {
    const started = server.run('main', { PORT: 'eighty', SOUK_DEMO: 'perhaps' });
    expect(await started.ended).toBe(1);
    expect(started.output()).toBe(
      'Souk cannot start:\n' +
        '- SOUK_DEMO is "perhaps"; set it to 1 (on) or 0 (off).\n' +
        '- PORT is "eighty"; set it to a whole number from 0 to 65535.\n',
    );
  });

  it('ends with a sentence when the port is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const started = server.run('main', { SOUK_DATA: fresh('port-'), PORT: String(port) });
    expect(await started.ended).toBe(1);
    expect(started.output()).toBe(`Souk cannot start: port ${port} is taken. Set PORT to another one.\n`);
    other.close();
  });

  it.each([
    [
      { HOST: 'no-such-host.invalid' },
      /^Souk cannot start: HOST is "no-such-host\.invalid", a name that leads/,
    ],
    [
      { SOUK_DATA: '/dev/null' },
      /^Souk cannot start: no data can lie in \/dev\/null \(E\w+\)\. Set SOUK_DATA to/,
    ],
  ])('ends with a sentence for %o', async (env, sentence) => {
    const started = server.run('main', { SOUK_DATA: fresh('sentence-'), ...env });
    expect(await started.ended).toBe(1);
    expect(started.output()).toMatch(sentence);
  });
});
