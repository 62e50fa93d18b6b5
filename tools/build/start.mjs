// npm start: builds where there is no build, or one of other sources, and starts the server.
import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { digestOfSources } from './sources.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const server = join(root, 'dist/server/main.js');

const builtFrom = async () => {
  const text = await readFile(join(root, 'dist/manifest.json'), 'utf8').catch(() => '{}');
  return JSON.parse(text).sources;
};

async function buildWhereNeeded() {
  const [sources, built] = await Promise.all([digestOfSources(root), builtFrom()]);
  // Where only a build was installed there are no sources to build.
  if (!sources || built === sources) return;
  process.stdout.write('Building Souk once, which takes up to a minute…\n');
  const { status } = spawnSync(process.execPath, [join(root, 'build.mjs'), '--quiet'], { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}

await buildWhereNeeded();
process.argv[1] = server;
await import(pathToFileURL(server).href);
