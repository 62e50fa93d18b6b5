// What the build publishes beside the app: the contract as OpenAPI, the two ends of the bridge for hosts that
// take them from us, and the page that plays a host.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { clientOptions } from './client.mjs';
import { minifyAgain } from './minify.mjs';

/** dist/openapi.json, under the package's version: the contract is asked for it, as the server would be. */
export async function buildOpenApi({ root, version }) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: ['src/contract/openapi.ts'],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'warning',
  });
  const { openapi } = await import(
    `data:text/javascript;base64,${Buffer.from(result.outputFiles[0].contents).toString('base64')}`
  );
  return [{ path: 'openapi.json', contents: Buffer.from(`${JSON.stringify(openapi(version), null, 2)}\n`) }];
}

/** Each end of the bridge as one module under a name that stays: hosts link to it. */
export async function buildBridge({ root, ends, minify }) {
  const result = await build({
    ...clientOptions,
    absWorkingDir: root,
    entryPoints: ends,
    outdir: '.',
    minify,
  });
  const files = withRelativeNames(root, result.outputFiles);
  return minify ? minifyAgain({ files, target: clientOptions.target }) : files;
}

/**
 * The page at /host, and with another folder the one that checks a host. Script and stylesheet stand beside a page, since
 * it runs under a CSP like any other.
 */
export async function buildHostPage({
  root,
  minify,
  folder = 'src/host-page',
  path: place = 'host/index.html',
}) {
  const from = join(root, folder);
  if (!existsSync(from)) return [];
  const names = await readdir(from);
  const entryPoints = names
    .filter((name) => /^(main\.tsx?|.*\.css)$/.test(name))
    .map((name) => join(folder, name));
  const result = await build({
    ...clientOptions,
    absWorkingDir: root,
    entryPoints,
    outdir: 'host',
    entryNames: '[name]-[hash]',
    minify,
  });
  const bundles = withRelativeNames(root, result.outputFiles);
  const hashed = Object.entries(result.metafile.outputs).filter(([, output]) => output.entryPoint);
  const page = names.find((name) => name.endsWith('.html'));
  let html = await readFile(join(from, page), 'utf8');
  for (const [path, output] of hashed)
    html = html.replaceAll(
      new RegExp(`(["'])\\.?/?${basename(output.entryPoint).replaceAll('.', '\\.')}\\1`, 'g'),
      `"/${path}"`,
    );
  return [{ path: place, contents: Buffer.from(html) }, ...bundles];
}

export async function buildStyles({ root, minify }) {
  const result = await build({
    ...clientOptions,
    absWorkingDir: root,
    entryPoints: { souk: 'src/theme.css' },
    outdir: '.',
    minify,
  });
  return withRelativeNames(root, result.outputFiles);
}

export const withRelativeNames = (root, outputs) =>
  outputs.map(({ path, contents }) => ({
    path: path.slice(root.length + 1),
    contents: Buffer.from(contents),
  }));
