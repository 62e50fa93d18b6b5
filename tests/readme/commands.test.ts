import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { projectDir } from '../harness/built.ts';
import { openTestDatabase, type TestDatabase } from '../harness/database.ts';
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

describe('every command of the README and of the page on production', () => {
  test('is one of those that are run here', () => {
    expect(commands).toEqual([
      'npm ci && npm start',
      'npm ci && npm test',
      'SOUK_HOSTS=https://app.example.com npm start',
      'DATABASE_URL=postgres://souk:secret@127.0.0.1:5432/souk npm start',
      'npm run ops',
      'npm run ops -- place-order --goods BT-541 --quantity 2',
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
  test('starts, takes decisions, stops on Ctrl-C, and its ledger adds up', async () => {
    const env = { PORT: freePort };
    const server = await person.serve(command('npm ci && npm start'), env);
    await expect.poll(server.output).toContain('user amina, password souk-demo-1');
    expect(server.output()).toContain(`${server.url}/host`);
    const page = await fetch(`${server.url}/shopCenter`);
    expect(page.status).toBe(200);

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

  test('lets only the listed host frame it', async () => {
    const server = await person.serve(command('SOUK_HOSTS='), { SOUK_DATA: '.souk-hosts' });
    const { headers } = await fetch(`${server.url}/shopCenter`);
    expect(headers.get('content-security-policy')).toMatch(/frame-ancestors[^;]*https:\/\/app\.example\.com/);
    await server.stop();
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
});
