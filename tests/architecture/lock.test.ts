import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  dev?: boolean;
  integrity?: string;
  resolved?: string;
  hasInstallScript?: boolean;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

const locked = Object.entries(packages).filter(([folder]) => folder !== '');

/** Whether node would find `name` from `folder` of the lock file, or from a folder around it. */
function isLocked(folder: string, name: string): boolean {
  if (packages[`${folder && `${folder}/`}node_modules/${name}`]) return true;
  return folder !== '' && isLocked(folder.replace(/\/?node_modules\/(@[^/]+\/)?[^/]+$/, ''), name);
}

// npm writes such a lock file where a registry did not have a package's builds for other platforms yet. It installs on
// the machine that wrote it, from the folder it has already, and on no new one: there `npm ci` refuses it.
test('the lock file holds every package that one of its packages asks for', () => {
  const missing = Object.entries(packages).flatMap(([folder, asked]) =>
    Object.keys({ ...asked.dependencies, ...asked.optionalDependencies, ...asked.devDependencies })
      .filter((name) => !isLocked(folder, name))
      .map((name) => `${folder || 'package.json'} asks for ${name}`),
  );
  expect(missing).toEqual([]);
});

test('every locked package comes from a registry and has its digest', () => {
  // npm leaves out a registry's address, or writes one of this form; every other source it names.
  const strange = locked.filter(
    ([, { integrity = '', resolved = '/-/x.tgz' }]) =>
      !integrity.startsWith('sha512-') || !/\/-\/[^/]+\.tgz$/.test(resolved),
  );
  expect(strange.map(([folder]) => folder)).toEqual([]);
});

test('only packages that SECURITY.md names run a script when they are installed, and of those that are served only esbuild', () => {
  const withScript = locked
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([folder, { dev }]) => ({ name: folder.split('node_modules/').at(-1) ?? '', dev }));
  expect(withScript.filter(({ dev }) => !dev).map(({ name }) => name)).toEqual(['esbuild']);
  const security = readFileSync('SECURITY.md', 'utf8');
  const isNamed = (name: string) => security.includes(`\`${name}\``);
  const strange = withScript.filter(({ name }) => !isNamed(name) && !isNamed(name.replace(/\/.*/, '')));
  expect(strange).toEqual([]);
});
