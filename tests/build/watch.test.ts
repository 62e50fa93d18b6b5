import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { invalidate, runBundler } from '../../tools/build/bundle.mjs';
import { watchFolders } from '../../tools/build/watch-folders.mjs';

let outside: string;
let root: string;
let file: string;
let seen = 0;
let paths: string[] = [];
let stop: () => void;
beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'souk-watch-'));
  root = join(outside, 'src');
  mkdirSync(join(root, 'shop'), { recursive: true });
  file = join(root, 'shop', 'shop.ts');
  writeFileSync(file, '0');
  seen = 0;
  paths = [];
  stop = watchFolders([root], (burst: string[]) => {
    seen += 1;
    paths.push(...burst);
  });
});
afterEach(() => {
  stop();
  rmSync(outside, { recursive: true, force: true });
});

const noticedAfter = async (change: () => void) => {
  const before = seen;
  change();
  await expect.poll(() => seen, { timeout: 5_000 }).toBeGreaterThan(before);
};

/** As editors save that cannot leave half a file behind. */
const replace = (text: string) => {
  writeFileSync(join(outside, 'draft'), text);
  renameSync(join(outside, 'draft'), file);
};

test('a file is watched however often it is replaced', async () => {
  for (const text of ['1', '2', '3', '4']) await noticedAfter(() => replace(text));
  await noticedAfter(() => writeFileSync(file, '5'));
});

test('a folder that is new is watched, and one that is gone causes no error', async () => {
  await noticedAfter(() => mkdirSync(join(root, 'order')));
  await noticedAfter(() => writeFileSync(join(root, 'order', 'order.ts'), '1'));
  await noticedAfter(() => rmSync(join(root, 'order'), { recursive: true }));
  await noticedAfter(() => writeFileSync(file, '1'));
});

test('the paths of what has changed come with the call', async () => {
  await noticedAfter(() => replace('1'));
  expect(paths).toContain(file);
});

test('a bundle is made again where one of its files has changed, or where it failed', async () => {
  const entry = join(outside, 'entry.js');
  writeFileSync(entry, 'console.log(1)');
  const run = async () => {
    const { outputFiles } = await runBundler({
      production: false,
      absWorkingDir: outside,
      entryPoints: [entry],
      outdir: outside,
      write: false,
      metafile: true,
      logLevel: 'silent',
    });
    return outputFiles[0]?.text;
  };
  expect(await run()).toContain('log(1)');
  writeFileSync(entry, 'console.log(2)');
  invalidate(['other.js']);
  expect(await run()).toContain('log(1)');
  invalidate(['entry.js']);
  expect(await run()).toContain('log(2)');

  writeFileSync(entry, 'console.log(');
  invalidate(['entry.js']);
  await expect(run()).rejects.toThrow('Unexpected');
  writeFileSync(entry, 'console.log(3)');
  expect(await run()).toContain('log(3)');
});
