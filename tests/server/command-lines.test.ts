import { beforeAll, expect, it } from 'vitest';
import { type BuiltServer, buildServer } from '../harness/processes.ts';

let built: BuiltServer;

beforeAll(async () => {
  built = await buildServer();
});

type Run = Parameters<BuiltServer['run']>;

const lines: { title: string; run: Run; code: number; says: string }[] = [
  {
    title: '--help after a decision prints its flags and what it does',
    run: ['ops-cli', {}, ['settle', '--help']],
    code: 0,
    says: '  settle --order …\n      Settles an accepted order',
  },
  {
    title: 'a misspelt flag of a decision is answered with those it takes',
    run: ['ops-cli', {}, ['settle', '--ordre', 'SK-1']],
    code: 1,
    says: "Unknown option '--ordre'. What settle takes:\n  settle --order …",
  },
  {
    title: 'a SOUK_URL without http:// is named before anything is sent',
    run: ['ops-cli', { SOUK_URL: 'localhost:8080', SOUK_OPS_KEY: 'any' }, ['recharges']],
    code: 1,
    says: '"localhost:8080" is no address of a server. Set SOUK_URL to one like http://127.0.0.1:8080.',
  },
  {
    title: '--help of conform prints how it is written',
    run: ['conform', {}, ['--help']],
    code: 0,
    says: 'npm run conform -- --url http://127.0.0.1:8080/api --user <name> --password <word>',
  },
  {
    title: 'a misspelt option of conform is answered with how it is written',
    run: ['conform', {}, ['--uurl', 'x']],
    code: 2,
    says: "Unknown option '--uurl'. Write it like this:\nnpm run conform -- --url",
  },
  {
    title: 'a start names the variables that mean nothing',
    run: ['main', { SOUK_OPERATOR_LICENCE: 'T-1', SOUK_DATA: '/dev/null/data' }],
    code: 1,
    says: 'SOUK_OPERATOR_LICENCE is set, and Souk reads no such variable with the others as they are.',
  },
];

it.each(lines)('$title', async ({ run, code, says }) => {
  const { ended, output } = built.run(...run);
  expect([await ended, output()]).toEqual([code, expect.stringContaining(says)]);
});
