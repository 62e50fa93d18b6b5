import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { dist, projectDir, readBuilt } from '../harness/built.ts';

const read = (path: string) => readFileSync(join(dist, path));
const digest = (path: string) => `sha384-${createHash('sha384').update(read(path)).digest('base64')}`;
const built = readBuilt();
const released = JSON.parse(read('release.json').toString()) as {
  version: string;
  app: string;
  script: { src: string; integrity: string };
  integrity: Record<string, string>;
};

test('the release names every file of the app with the digest of its bytes', () => {
  const files = Object.keys(built.files).filter(
    (path) => path.startsWith(built.app) && !path.endsWith('.map'),
  );
  expect(Object.keys(released.integrity)).toEqual(
    expect.arrayContaining([...files.map((path) => `/${path}`), '/souk.js', '/bridge.js', '/host.js']),
  );
  for (const [path, integrity] of Object.entries(released.integrity))
    expect([path, digest(path)]).toEqual([path, integrity]);
  expect(released.app).toBe(`/${built.app}/`);
  expect(released.version).toBe(JSON.parse(readFileSync(join(projectDir, 'package.json'), 'utf8')).version);
});

test('the script of a release lies under the path of its build, and loads from there', () => {
  expect(released.script).toEqual({
    src: `/${built.app}/souk.js`,
    integrity: released.integrity[`/${built.app}/souk.js`],
  });
  expect(read(`${built.app}/souk.js`).toString()).not.toContain(built.app);
  expect(read('souk.js').toString()).toContain(`./${built.app}/`);
});
