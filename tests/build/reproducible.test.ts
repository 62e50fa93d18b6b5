import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { build, readBuilt } from '../harness/built.ts';

test('two builds of the same sources are the same, byte for byte', () => {
  const directory = mkdtempSync(join(tmpdir(), 'souk-build-'));
  try {
    build(join(directory, 'again'));
    const again = readBuilt(join(directory, 'again'));
    expect(again).toEqual(readBuilt());
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}, 240_000);
