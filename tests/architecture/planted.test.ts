import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPlanted, root } from '../planted/read.mjs';

const planted = readPlanted();

test('no two planted faults break the same thing, and there are at most 25, of money, identity and privacy', () => {
  expect(planted.length).toBeLessThanOrEqual(25);
  expect(new Set(planted.map(({ breaks }) => breaks)).size).toBe(planted.length);
});

// Running the tests that must notice all of them takes minutes: npm run planted. `.ci/run` plants three.
test.each(planted)('$name still applies, and names what it breaks and the tests that notice', (fault) => {
  const { status, stderr } = spawnSync('git', ['apply', '--check', fault.path], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(fault.breaks).toMatch(/^[A-Z].{10,120}\.$/);
  expect(fault.tests).not.toEqual([]);
  expect(fault.tests.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});
