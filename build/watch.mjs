// npm run dev: builds on every change, starts the server again where its own code changed, and lets open pages
// reload themselves when the app is another one.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { watchFolders } from './watch-folders.mjs';

const watched = ['src', 'bridge', 'locales'];

/** Stands in the page in development only: asks once a second which build is served. A server that starts serves none. */
const reloadScript = (build) => `setInterval(async () => {
  const text = await fetch('/').then((answer) => (answer.ok ? answer.text() : ''), () => '');
  if (text && !text.includes('${build}')) location.reload();
}, 1000);`;

/** Builds at once and then after each change; never returns. */
export async function watch({ root, out, buildAll }) {
  let server = null;
  let running = '';
  let building = false;
  let again = false;

  const turn = async () => {
    const began = performance.now();
    const built = await buildAll({ out, production: false, scriptFor: reloadScript });
    const code = await digest(join(out, 'server/main.js'));
    console.log(`Built ${built.app} in ${Math.round(performance.now() - began)} ms.`);
    if (code === running) return;
    running = code;
    server = await restarted(server, { root, out });
  };

  const build = async () => {
    again = building;
    if (building) return;
    building = true;
    await turn().catch((error) => console.error(error.message));
    building = false;
    if (again) await build();
  };

  watchFolders(
    watched.map((folder) => join(root, folder)),
    build,
  );
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, async () => {
      await stopped(server);
      process.exit(0);
    });
  await build();
}

const digest = async (path) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex');

async function restarted(server, { root, out }) {
  await stopped(server);
  return spawn(process.execPath, [join(out, 'server/main.js')], { cwd: root, stdio: 'inherit' });
}

function stopped(server) {
  if (!server || server.exitCode !== null || server.signalCode) return Promise.resolve();
  const gone = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  return gone;
}
