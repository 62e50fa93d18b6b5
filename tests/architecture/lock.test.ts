import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
  packages: Record<string, LockedPackage>;
};

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
