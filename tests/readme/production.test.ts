// What `npm ci --omit=dev && npm start` does: on a machine that has no package for developers.
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { projectDir } from '../harness/built.ts';
import { isFullRun } from '../harness/full-run.ts';
import { type Newcomer, newcomer } from './newcomer.ts';

const start = async (person: Newcomer) => {
  const server = await person.serve('npm start', { SOUK_LANGS: 'en,ar' });
  await expect.poll(server.output).toContain('SOUK_DEMO=0 and another SOUK_DATA have none.');
  const page = await fetch(`${server.url}/shopCenter`);
  const core = /\/app\/[0-9a-f]{12}\//.exec(await page.text())?.[0];
  const script = await fetch(`${server.url}${core}core.js`);
  const output = server.output();
  await server.stop();
  return { output, page: page.status, script: script.status };
};
const builtAt = ({ home }: Newcomer) => statSync(join(home, 'dist/manifest.json')).mtimeMs;

describe('with the packages of production alone', () => {
  let person: Newcomer;
  beforeEach(() => {
    person = newcomer('production');
  });
  afterEach(() => person.leave());

  test('npm start builds what is served, says four things and no sizes, and builds again only for other sources', async () => {
    for (const name of ['rolldown', '@swc/core', 'typescript', 'vitest'])
      expect(existsSync(join(person.home, 'node_modules', name))).toBe(false);
    const first = await start(person);
    expect(first).toMatchObject({ page: 200, script: 200 });
    expect(first.output).not.toMatch(/Bytes as they travel|budget|Built in/);
    const lines = first.output.split('\n').filter((line) => /^ {2}(App|Host|Demo|This)/.test(line));
    expect(lines).toHaveLength(4);

    const before = builtAt(person);
    expect(await start(person)).toMatchObject({ page: 200, script: 200 });
    expect(builtAt(person)).toBe(before);

    appendFileSync(join(person.home, 'src/theme.css'), '\n');
    await start(person);
    expect(builtAt(person)).toBeGreaterThan(before);
  }, 120_000);

  test('npm start takes a build that was made elsewhere, where there are no sources', async () => {
    const built = spawnSync(process.execPath, ['build.mjs', '--quiet'], {
      cwd: person.home,
      env: { ...process.env, SOUK_LANGS: 'en,ar' },
    });
    expect(built.status).toBe(0);
    cpSync(join(person.home, 'tools/build'), join(person.home, 'only/tools/build'), { recursive: true });
    for (const folder of ['src', 'locales', 'bridge']) rmSync(join(person.home, folder), { recursive: true });
    const before = builtAt(person);
    expect(await start(person)).toMatchObject({ page: 200, script: 200 });
    expect(builtAt(person)).toBe(before);
  }, 120_000);

  // npm itself takes a minute where nothing is at hand.
  const install = isFullRun ? test : () => {};
  install(
    'is what npm installs',
    async () => {
      rmSync(join(person.home, 'node_modules'), { recursive: true });
      const { code } = await person.run('npm install --omit=dev --prefer-offline --no-audit --no-fund');
      expect(code).toBe(0);
      expect(await start(person)).toMatchObject({ page: 200, script: 200 });
    },
    600_000,
  );
});

/** The packages that programs import, however late. */
async function packagesOf(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    absWorkingDir: projectDir,
    entryPoints,
    outdir: '.',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.sql': 'text' },
  });
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports);
  const names = imported
    .filter(({ external, path }) => external && !isBuiltin(path))
    .map(({ path }) =>
      path
        .split('/')
        .slice(0, path.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  return [...new Set(names)].sort();
}

describe('every package stands in package.json', () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(join(projectDir, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'devDependencies', Record<string, string>>;

  test('every package that the server and its commands import stands in package.json among those of production', async () => {
    const imported = await packagesOf([
      'src/server/main.ts',
      'src/server/operators/ops-cli.ts',
      'src/conform/cli.ts',
    ]);
    expect(imported).toContain('hono');
    expect(imported.filter((name) => !(name in dependencies))).toEqual([]);
  });

  test('every package that the build imports stands in package.json, and the build does without those that production lacks', async () => {
    const imported = await packagesOf(['build.mjs', 'tools/build/start.mjs']);
    expect(imported.filter((name) => !(name in dependencies))).toEqual([
      '@swc/core',
      'rolldown',
      'rolldown-plugin-dts',
    ]);
    expect(imported.filter((name) => !(name in dependencies || name in devDependencies))).toEqual([]);
  });
});
