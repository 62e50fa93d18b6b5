import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { clearInterrupted } from '../../tools/build/interrupted.mjs';

test('a build removes what killed builds left, and neither a running one’s folder nor another build’s', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'souk-interrupted-'));
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const left = [`dist.new-${ended}`, `dist.old-${ended}`];
  const staying = ['dist', `dist.new-${process.pid}`, 'dist.newer', `other.new-${ended}`];
  await Promise.all(
    [...left, ...staying].map((name) => mkdir(join(folder, name, 'app'), { recursive: true })),
  );

  await clearInterrupted(join(folder, 'dist'));

  expect((await readdir(folder)).sort()).toEqual(staying.sort());
  await rm(folder, { recursive: true });
});
