// npm run bench:peers: what our ends of the bridge weigh beside other ways to speak with a host or to embed an app.
// Installs the pinned packages into a temporary directory; each is bundled whole by the same esbuild with the same
// options (what we publish is minified once more). They do different things and some load more at run time: the table
// compares what a page starts with.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { weigh, withPackages } from './weigh.mjs';

const peers = [
  ['@vkontakte/vk-bridge', '3.0.2', 'mini-app to VK'],
  ['@tma.js/bridge', '2.3.3', 'mini-app to Telegram'],
  ['@telegram-apps/bridge', '2.11.0', 'mini-app to Telegram'],
  ['@line/liff', '2.31.0', 'mini-app to LINE'],
  ['@microsoft/teams-js', '2.58.0', 'app to Teams'],
  ['penpal', '7.0.6', 'calls between windows'],
  ['comlink', '4.4.2', 'calls between windows and workers'],
  ['@stripe/connect-js', '3.4.6', 'loader of an embed'],
  ['@adyen/adyen-platform-experience-web', '1.12.1', 'an embed, whole'],
];
const ours = [
  ['bridge/index.ts', 'our guest, all channels'],
  ['bridge/guest/greet-native.ts', 'of it, what a native app’s page starts with'],
  ['bridge/guest/greet-frame.ts', 'of it, what a framed page starts with'],
  ['bridge/host.ts', 'our web host'],
];

const root = join(import.meta.dirname, '../..');
const row = (name, bytes, what) => console.log(`${name.padEnd(44)} ${String(bytes).padStart(8)}  ${what}`);
const versionIn = (away, name) =>
  JSON.parse(readFileSync(join(away, 'node_modules', name, 'package.json'), 'utf8')).version;

await withPackages(
  peers.map(([name, version]) => `${name}@${version}`),
  async (away) => {
    row('bytes as they travel (brotli)', '', '');
    for (const [path, what] of ours) row(path, await weigh(`export * from './${path}';`, root), what);
    for (const [name, version, what] of peers) {
      const here = versionIn(away, name);
      if (here !== version) throw new Error(`${name} is ${here} and should be ${version}.`);
      const all = `import * as all from '${name}'; globalThis.peer = all;`;
      const bytes = await weigh(all, away).catch(
        (error) => `no (${error.message.split('\n')[1] ?? error.message})`,
      );
      row(`${name} ${version}`, bytes, what);
    }
  },
);
