import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { formPackages } from '../../tools/build/form-packages.mjs';

/** Bundles a react-hook-form that consists of these lines. */
const bundleForms = async (lines: string): Promise<string> => {
  const root = mkdtempSync(join(tmpdir(), 'souk-forms-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'node_modules', 'react-hook-form');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), lines);
  writeFileSync(join(root, 'entry.js'), "import 'react-hook-form';");
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ['entry.js'],
    bundle: true,
    format: 'esm',
    write: false,
    external: ['react'],
    plugins: [formPackages],
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
};

test('a form package gets the members of React that it uses, and loops over an object without what is inherited', async () => {
  const text = await bundleForms("import R from 'react';for (const key in values) R.use(key);");
  expect(text).toContain('import * as R from "react"');
  expect(text).toContain('for (const key of Object.keys(values || {}))');
});

test('a form package gets the options that no form of Souk has as constants, and calls and other options stay', async () => {
  const text = await bundleForms(
    "import R from 'react';R.use(_options.delayError, control._options.shouldUnregister, _options.mode);if (_options.resolver) _options.resolver();",
  );
  expect(text).toContain('R.use(void 0, void 0, _options.mode)');
  expect(text).toContain('if (true) _options.resolver()');
});

test('a form package that imports React in another way fails the build by a sentence that names the edit', async () => {
  await expect(bundleForms("import { use } from 'react';use();")).rejects.toThrow(
    /index\.js no longer imports React as one object: look at tools\/build\/form-packages\.mjs/,
  );
});
