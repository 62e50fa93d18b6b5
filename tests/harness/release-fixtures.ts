import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { inject } from 'vitest';
import { openPglite } from '../../src/server/platform/database/open-pglite.ts';
import { openPostgres } from '../../src/server/platform/database/open-postgres.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import type { Kind, TestDatabase } from './database.ts';

const fixtures = join(import.meta.dirname, '..', 'fixtures');

/** The releases with a recorded document, client and databases, as tools/record-release.mjs made them. */
export const releases = readdirSync(fixtures).sort();

const readPacked = (release: string, name: string) =>
  brotliDecompressSync(readFileSync(join(fixtures, release, name)));

/** One request of the release's client, with the answer of its server. */
export interface Exchange {
  method: string;
  /** With its query, without `/api`. */
  path: string;
  signedIn: boolean;
  headers: Record<string, string>;
  body: unknown;
  status: number;
  answer: { code: number; msg: string; data: unknown };
}

export interface Recording {
  release: string;
  /** When it began, as an ISO time: nothing in the database is later. */
  recordedAt: string;
  exchanges: Exchange[];
}

export const readRecording = (release: string): Recording =>
  JSON.parse(readFileSync(join(fixtures, release, 'client.json'), 'utf8'));

let loaded = 0;

async function openReleasePglite(release: string): Promise<TestDatabase> {
  const dataDir = mkdtempSync(join(tmpdir(), 'souk-release-'));
  execFileSync('tar', ['-xf', '-', '-C', dataDir], { input: readPacked(release, 'embedded.tar.br') });
  const opened = await openPglite(dataDir, silentLog);
  const close = async () => {
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { ...opened, close, url: '' };
}

async function openReleasePostgres(release: string): Promise<TestDatabase> {
  const name = `souk_release_${process.pid}_${loaded++}`;
  const admin = new pg.Client({ connectionString: inject('postgresUrl') });
  await admin.connect();
  // As at an operator's: a user who owns the database and nothing more.
  await admin.query(`create role ${name} login password '${name}'`);
  await admin.query(`create database ${name} owner ${name} template template0`);
  const url = new URL(inject('postgresUrl'));
  Object.assign(url, { username: name, password: name, pathname: `/${name}` });
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(readPacked(release, 'postgres.sql.br').toString());
  await client.end();
  const opened = await openPostgres({ url: url.href, log: silentLog });
  const close = async () => {
    await opened.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`drop role ${name}`);
    await admin.end();
  };
  return { ...opened, close, url: url.href };
}

/** A database as the release's server left it, opened and migrated by the server of today. */
export const openReleaseDatabase = (kind: Kind, release: string): Promise<TestDatabase> =>
  kind === 'postgres' ? openReleasePostgres(release) : openReleasePglite(release);
