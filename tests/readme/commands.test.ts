import { appendFileSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectDir } from '../harness/built.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
import { isFullRun } from '../harness/full-run.ts';
import { type Newcomer, newcomer } from './newcomer.ts';
import { commands } from './readme.ts';

let person: Newcomer;
beforeAll(() => {
  person = newcomer();
});
afterAll(() => person.leave());

const command = (start: string): string => {
  const found = commands.find((one) => one.startsWith(start));
  if (!found) throw new Error(`The pages name no command that begins with "${start}".`);
  return found;
};
const freePort = '18347';
const builtAt = () => statSync(join(person.home, 'dist/manifest.json')).mtimeMs;
/** Whether it serves the page and the code that the page names. */
const servesApp = async (url: string) => {
  const page = await fetch(`${url}/shopCenter`);
  const app = /\/app\/[0-9a-f]{12}\//.exec(await page.text())?.[0];
  return page.ok && (await fetch(`${url}${app}core.js`)).ok;
};

describe('every command of the README and of the page on production', () => {
  test('is one of those that are run here', () => {
    expect(commands).toEqual([
      'npm ci && npm start',
      'npm ci && npm test',
      'SOUK_HOSTS=https://app.example.com npm start',
      'DATABASE_URL=postgres://souk:secret@127.0.0.1:5432/souk npm start',
      'npm run ops',
      'npm run ops -- place-order --shop amina --goods BT-541 --quantity 2',
      'npm run audit',
      'npm run conform -- --url http://127.0.0.1:8080/api --user amina --password souk-demo-1',
    ]);
  });

  test('npm test is the command of this run', () => {
    const { scripts } = JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8'));
    expect(scripts.test).toBe('node tests/run.mjs');
    expect(command('npm ci && npm test')).toBe('npm ci && npm test');
  });

  // Each of its commands builds first.
  test('starts on the packages of production alone, takes decisions, stops on Ctrl-C, and its ledger adds up', async () => {
    for (const name of ['rolldown', '@swc/core', 'typescript', 'vitest'])
      expect(existsSync(join(person.home, 'node_modules', name))).toBe(false);
    const env = { PORT: freePort };
    const server = await person.serve(command('npm ci && npm start'), env);
    await expect.poll(server.output).toContain('user amina, password souk-demo-1');
    expect(server.output()).toContain('/host');
    expect(await servesApp(server.url)).toBe(true);
    expect(server.output()).not.toMatch(/Bytes as they travel|budget|Built in/);
    const lines = server.output().split('\n');
    expect(lines.filter((line) => /^(Souk is ready| {2}(App|Demo|Stop):)/.test(line))).toHaveLength(4);
    expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);

    const listed = await person.run('npm run --silent ops', env);
    expect(listed.code).toBe(0);
    expect(listed.output).toContain('place-order');
    const placed = await person.run(command('npm run ops -- place-order'), env);
    expect(placed.output).toContain('"status": "pending_payment"');
    expect(placed.code).toBe(0);
    const asked = await person.run(command('npm run conform').replace('http://127.0.0.1:8080', server.url));
    expect(asked.output).toContain('\nconforms to the contract\n');
    expect(asked.code).toBe(0);

    // The shell ends by the signal; that the server itself ends well is shown by the audit, which needs its data free.
    await server.stop();
    await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
    const audited = await person.run(command('npm run audit'));
    expect(audited.output).toMatch(/\b0\b/);
    expect(audited.code).toBe(0);
  }, 180_000);

  test('lets only the listed host frame it, and builds again for other sources alone', async () => {
    const startHosted = async () => {
      const server = await person.serve(command('SOUK_HOSTS='), { SOUK_DATA: '.souk-hosts' });
      const { headers } = await fetch(`${server.url}/shopCenter`);
      const policy = headers.get('content-security-policy');
      expect(policy).toMatch(/frame-ancestors[^;]*https:\/\/app\.example\.com/);
      await server.stop();
    };
    const before = builtAt();
    await startHosted();
    expect(builtAt()).toBe(before);
    appendFileSync(join(person.home, 'src/theme.css'), '\n');
    await startHosted();
    expect(builtAt()).toBeGreaterThan(before);
  }, 180_000);

  describe('on PostgreSQL', () => {
    let database: TestDatabase;
    beforeAll(async () => {
      database = await openTestDatabase('postgres');
    });
    afterAll(() => database.close());

    test('starts without the demo', async () => {
      const line = command('DATABASE_URL=').replace(/postgres:\S+/, database.url);
      const server = await person.serve(line);
      const answer = await fetch(`${server.url}/healthz`);
      expect(await answer.json()).toEqual({ ok: true });
      expect(server.output()).not.toContain('amina');
      await server.stop();
    });
  });

  test('npm start takes a build that was made elsewhere, where there are no sources', async () => {
    for (const folder of ['src', 'locales', 'bridge']) rmSync(join(person.home, folder), { recursive: true });
    const before = builtAt();
    const server = await person.serve('npm start');
    expect(await servesApp(server.url)).toBe(true);
    await server.stop();
    expect(builtAt()).toBe(before);
  }, 120_000);
});

// npm itself takes a minute where nothing is at hand.
const install = isFullRun ? test : () => {};
install(
  'the packages of production are what npm installs',
  async () => {
    const other = newcomer();
    rmSync(join(other.home, 'node_modules'), { recursive: true });
    const { code } = await other.run('npm install --omit=dev --prefer-offline --no-audit --no-fund');
    expect(code).toBe(0);
    const server = await other.serve('npm start');
    expect(await servesApp(server.url)).toBe(true);
    await server.stop();
    other.leave();
  },
  600_000,
);
