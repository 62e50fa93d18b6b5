import { readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vitest/config';
import { cacheDir, packageDir } from '../../src/server/directories.ts';

const source = join(packageDir, 'src', 'server');
const out = join(cacheDir, `bundled-server-${process.pid}`);

/** Bundles every file of the server, so that each can still be imported; what they share is in chunks beside them. */
const bundle = async (): Promise<void> => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' });
  process.once('exit', () => rmSync(out, { recursive: true, force: true }));
  await build({
    entryPoints: files.filter((file) => file.endsWith('.ts')).map((file) => join(source, file)),
    outbase: source,
    outdir: out,
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    // By them a failed test names the source.
    sourcemap: 'inline',
    sourcesContent: false,
    packages: 'external',
    // Only `directories.ts` asks where it is.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(source, 'directories.ts')).href) },
    logLevel: 'warning',
  });
};

/**
 * Lets tests of the app import the server as Node runs it: loaded once for all files that share a process, where what is
 * transformed here is loaded again for each. In watch mode the files are not bundled.
 */
export const bundledServer = (): Plugin => {
  let watching = false;
  let made: Promise<void> | undefined;
  return {
    name: 'bundled-server',
    enforce: 'pre',
    configResolved: ({ server }) => {
      watching = server.watch !== null;
    },
    async resolveId(id, importer = '') {
      if (watching || !id.startsWith('.')) return;
      const path = resolve(dirname(importer), id);
      if (!path.startsWith(join(source, '/')) || !path.endsWith('.ts')) return;
      made ??= bundle();
      await made;
      return join(out, relative(source, path).replace(/\.ts$/, '.js'));
    },
  };
};
