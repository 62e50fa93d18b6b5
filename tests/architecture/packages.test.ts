import { execSync } from 'node:child_process';
import { isBuiltin } from 'node:module';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { filesIn, importsIn, isOurs, read } from './imports.ts';

// react and react-dom are two names of one package, `@preact/compat`.
const dependencies = Object.keys(JSON.parse(read('package.json')).dependencies).filter(
  (name) => name !== 'react-dom',
);

/** Returns the dependencies that run with some of our files and with all that these import. */
function packagesRunWith(entries: readonly string[]): string[] {
  const files = new Set(entries);
  const packages = new Set<string>();
  // The loop also visits the files that it adds.
  for (const file of files) {
    const run = importsIn(file).filter(({ typeOnly }) => !typeOnly);
    for (const { to } of run) (isOurs(to) ? files : packages).add(to);
  }
  return dependencies.filter((name) =>
    [...packages].some((imported) => imported === name || imported.startsWith(`${name}/`)),
  );
}

const inBrowser = packagesRunWith(
  [...filesIn('bridge'), ...filesIn('src')].filter(
    (path) => !/^(bridge\/packages|src\/(server|conform|contract))\//.test(path),
  ),
);
const imported = packagesRunWith([...filesIn('src/server'), ...filesIn('src/conform')]);
// What no file of ours imports is the build's, which runs where the server does.
const onServer = dependencies.filter((name) => imported.includes(name) || !inBrowser.includes(name));

test.each([
  ['the browser', 10, inBrowser],
  ['the server with its build', 14, onServer],
])('%s runs at most %i packages', (_, limit, packages) => {
  expect(packages.length, packages.join(', ')).toBeLessThanOrEqual(limit);
});

interface Component {
  name: string;
  licenses?: { license?: { id?: string } }[];
  properties: { name: string }[];
}

// With each of them a copy may be run, changed and passed on, as long as the licence's own text stays with it.
const licences = ['Apache-2.0', 'BSD-3-Clause', 'ISC', 'MIT'];

test('the list of what a copy consists of, by the command of SECURITY.md, is whole and has listed licences alone', () => {
  const [, command = ''] = /`(npm sbom [^`]+)`/.exec(read('SECURITY.md')) ?? [];
  const list: Component[] = JSON.parse(execSync(command, { encoding: 'utf8' })).components;
  const served = list.filter(
    ({ properties }) => !properties.some(({ name }) => name === 'cdx:npm:package:development'),
  );
  const names = served.map(({ name }) => name);
  expect(dependencies.filter((name) => !names.includes(name))).toEqual([]);
  const others = served
    .map(({ name, licenses = [] }) => [name, licenses.map(({ license }) => license?.id).join()] as const)
    .filter(([, licence]) => !licences.includes(licence));
  expect(others).toEqual([]);
});

/** The packages that programs import, however late. */
async function packagesBundledWith(entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints,
    outdir: '.',
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
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
  const { dependencies, devDependencies } = JSON.parse(read('package.json')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;

  test('every package that the server and its commands import stands in package.json among those of production', async () => {
    const imported = await packagesBundledWith([
      'src/server/main.ts',
      'src/server/operators/ops-cli.ts',
      'src/conform/cli.ts',
    ]);
    expect(imported).toContain('hono');
    expect(imported.filter((name) => !(name in dependencies))).toEqual([]);
  });

  test('every package that the build imports stands in package.json, and the build does without those that production lacks', async () => {
    const imported = await packagesBundledWith(['build.mjs', 'tools/build/start.mjs']);
    expect(imported.filter((name) => !(name in dependencies))).toEqual([
      '@swc/core',
      'rolldown',
      'rolldown-plugin-dts',
      'swagger-ui-dist',
    ]);
    expect(imported.filter((name) => !(name in dependencies || name in devDependencies))).toEqual([]);
  });
});
