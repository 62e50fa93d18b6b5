// One digest of everything that a build is made of: `npm start` compares it to see whether dist is up to date.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

const folders = ['bridge', 'locales', 'src', 'tools/build'];
const files = ['build.mjs', 'package.json', 'package-lock.json'];

/** Returns the digest of all sources and of the built languages; null where only a build was installed. */
export async function digestOfSources(root, langs = process.env.SOUK_LANGS ?? '') {
  if (!existsSync(join(root, 'src'))) return null;
  const found = await Promise.all(folders.map((folder) => filesIn(root, folder)));
  const paths = [...found.flat(), ...files.filter((file) => existsSync(join(root, file)))].sort();
  const texts = await Promise.all(paths.map((path) => readFile(join(root, path))));
  const hash = createHash('sha256').update(langs);
  for (const [at, path] of paths.entries()) hash.update(`\0${path}\0`).update(texts[at]);
  return hash.digest('hex');
}

async function filesIn(root, folder) {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1));
}
