// Files are collected in memory, compressed, written beside the old dist and moved into its place at the end: a server
// that reads dist meanwhile never sees half a build.
import { createHash } from 'node:crypto';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
/** Fetched by developers only; at the best quality they would take half of the build's time. */
const rarelyFetched = /\.map$|^openapi(-ops)?\.json$|^host\/docs-/;
const quick = { [constants.BROTLI_PARAM_QUALITY]: 6 };
const worthIt = /\.(html|js|css|json|svg|map)$/;

/** Writes each file with its `.br` and `.gz`; returns the sizes by path. */
export async function writeFiles({ out, files, compress }) {
  const folders = new Set(files.map(({ path }) => dirname(join(out, path))));
  await Promise.all([...folders].map((folder) => mkdir(folder, { recursive: true })));
  const entries = await Promise.all(files.map((file) => writeOne({ out, file, compress })));
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function writeOne({ out, file: { path, contents }, compress }) {
  const target = join(out, path);
  await writeFile(target, contents);
  const facts = { bytes: contents.length, sha256: createHash('sha256').update(contents).digest('base64') };
  if (!compress || !worthIt.test(path)) return [path, facts];
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: contents.length,
    ...(rarelyFetched.test(path) && quick),
  };
  const [br, gz] = await Promise.all([brotli(contents, { params }), zip(contents, { level: 9 })]);
  await Promise.all([writeFile(`${target}.br`, br), writeFile(`${target}.gz`, gz)]);
  return [path, { ...facts, br: br.length, gz: gz.length }];
}

/**
 * Puts files into a directory named after the hash of all of them. Each chunk names others and core names every screen,
 * so a change anywhere would change every name anyway; one name for all spares the page a table of hashes.
 */
export function underOneHash(files) {
  const hash = createHash('sha256');
  for (const { path, contents } of files.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
    hash.update(`${path}\0`).update(contents);
  const dir = `app/${hash.digest('hex').slice(0, 12)}`;
  return { dir, files: files.map(({ path, contents }) => ({ path: `${dir}/${path}`, contents })) };
}

/** Replaces the old build by the finished one. */
export async function swapIn({ fresh, out }) {
  const old = `${out}.old-${process.pid}`;
  await rename(out, old).catch(ifMissing);
  await rename(fresh, out);
  await rm(old, { recursive: true, force: true });
}

function ifMissing(error) {
  if (error.code !== 'ENOENT') throw error;
}
