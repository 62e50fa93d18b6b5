// npm run dev: builds on every change, restarts the server where its own code changed, and lets open pages reload
// themselves when the app has changed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { invalidate } from './bundle.mjs';
import { watchFolders } from './watch-folders.mjs';

const watched = ['src', 'bridge', 'locales'];

/**
 * Returns a script, in development only, that asks once a second which build is served. A server that starts answers
 * nothing.
 */
const reloadScript = (build) => `setInterval(async () => {
  const text = await fetch('/').then((answer) => (answer.ok ? answer.text() : ''), () => '');
  if (text && !text.includes('${build}')) location.reload();
}, 1000);`;

/** Builds at once and then after each change; never returns. */
export async function watch({ root, out, buildAll }) {
  // esbuild, written in Go, keeps its syntax trees: collecting them less often takes a quarter off a rebuild.
  process.env.GOGC ??= '400';
  let server = null;
  let running = '';
  let building = false;
  const changed = [];

  const buildOnce = async () => {
    const began = performance.now();
    invalidate(changed.splice(0));
    const built = await buildAll({ out, production: false, scriptFor: reloadScript });
    const code = await digest(join(out, 'server/main.js'));
    console.log(`Built ${built.app} in ${Math.round(performance.now() - began)} ms.`);
    if (code === running) return;
    running = code;
    server = await restart(server, { root, out });
  };

  const build = async (paths = []) => {
    changed.push(...paths.map((path) => relative(root, path)));
    if (building) return;
    building = true;
    do await buildOnce().catch((error) => console.error(error.message));
    while (changed.length);
    building = false;
  };

  watchFolders(
    watched.map((folder) => join(root, folder)),
    build,
  );
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await stop(server);
      process.exit(0);
    });
  await build();
}

const digest = async (path) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

async function restart(server, { root, out }) {
  await stop(server);
  return spawn(process.execPath, [join(out, 'server/main.js'), '--follow'], { cwd: root, stdio: 'inherit' });
}

function stop(server) {
  if (!server || server.exitCode !== null || server.signalCode) return Promise.resolve();
  const exited = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  return exited;
}
