import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { day, hour, second } from '../../src/server/platform/clock.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { projectDir } from '../harness/built.ts';
import { readme } from './readme.ts';

const read = (file: string) => readFileSync(join(projectDir, file), 'utf8');

const variable = /^(SOUK_(?!LIMIT)\w+|FILES_URL|PORT|HOST|DATABASE_URL|NODE_ENV)$/;
const isVariable = (name: string) => variable.test(name);
const table = (/\n\| variable [\s\S]*?\n\n/.exec(read('docs/configuration.md'))?.[0] ?? '')
  .split('\n')
  .slice(3);
const rows = table.map((row) =>
  row.split('|').map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)),
);

test('the table of variables holds those that the server reads', () => {
  const documented = rows.flatMap(([, names = []]) => names.filter(isVariable));
  const sources = readdirSync(join(projectDir, 'src/server'), { encoding: 'utf8', recursive: true }).filter(
    (name) => name.endsWith('.ts'),
  );
  const known = sources
    .flatMap((name) => [...read(`src/server/${name}`).matchAll(/'([A-Z_]+)'/g)])
    .map(([, name = '']) => name);
  expect(documented.sort()).toEqual([...new Set(known.filter(isVariable))].sort());
});

test('the defaults in the table are the ones in force', () => {
  const { host, port, dataDir, ...config } = readConfig({});
  const { signIn, session, trustProxy, drain } = config;
  const inForce: Record<string, unknown> = {
    PORT: port,
    HOST: host,
    SOUK_DATA: relative(process.cwd(), dataDir),
    SOUK_DEMO_SPEED: config.demoSpeed,
    SOUK_DEMO: Number(config.demo),
    SOUK_LANGS: config.langs.join(','),
    SOUK_STORAGE: config.storage,
    SOUK_CURRENCY: config.currency,
    SOUK_TIME_ZONE: config.timeZone,
    SOUK_SESSION_IDLE_HOURS: session.idle / hour,
    SOUK_SESSION_DAYS: session.absolute / day,
    SOUK_REGISTRATION: signIn.registration ? 'open' : 'closed',
    SOUK_VERIFY: signIn.verify,
    SOUK_INVITE_LINK: signIn.inviteLink,
    SOUK_TRUST_PROXY: Number(trustProxy),
    SOUK_CONNECTIONS: config.connections,
    SOUK_DRAIN_SECONDS: drain / second,
  };
  const documented = rows.flatMap(([, names = [], defaults = []]) =>
    names.filter(isVariable).flatMap((name, at): [string, string][] => {
      const value = defaults[at];
      return value === undefined ? [] : [[name, value]];
    }),
  );
  // Of these two the default depends on how Souk is run, and the words beside it say how.
  const plain = documented.filter(([name]) => !['SOUK_LOG_REQUESTS', 'NODE_ENV'].includes(name));
  expect(Object.fromEntries(plain)).toEqual(
    Object.fromEntries(Object.entries(inForce).map(([name, value]) => [name, String(value)])),
  );
});

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'bridge/README.md',
  'src/contract/README.md',
  ...readdirSync(join(projectDir, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test.each(pages)('%s has no link to a missing file or heading', (file) => {
  const links = [...read(file).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, to = '']) => to)
    .filter((to) => !/^https?:/.test(to));
  const missing = links.filter((to) => {
    const [path = '', anchor] = to.split('#');
    const target = path ? join(projectDir, dirname(file), path) : join(projectDir, file);
    if (!existsSync(target)) return true;
    if (!anchor) return false;
    const titles = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) => title);
    return !titles.some(
      (title) =>
        title
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-') === anchor,
    );
  });
  expect(missing).toEqual([]);
});

test('the limits that the README promises are those that break the build', () => {
  const budgets = read('build.mjs');
  const promised = (label: string) =>
    Number(new RegExp(`${label}: ([\\d_]+)`).exec(budgets)?.[1]?.replaceAll('_', ''));
  expect(readme).toContain(`at most ${promised('firstScript') / 1000} kB`);
  expect(readme).toContain(`at most ${promised('firstScreen') / 1000} kB`);
  expect(readme).toContain(`at most ${promised('mainJobAll') / 1000} kB`);
  expect(readme).toMatch(new RegExp(`card.*\\| at most ${promised('card') / 1000} kB`));
  expect(readme).toContain(`at most ${promised('requests')}`);
  expect(readme).toMatch(new RegExp(`\\| ${promised('depth')}: the page`));
});
