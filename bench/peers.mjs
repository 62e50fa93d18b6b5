// npm run bench:peers: what our ends of the bridge weigh beside other ways to speak with a host or to embed an app.
// Installs the pinned packages into a temporary directory; each is bundled whole by the same esbuild with the same
// options (what we publish is minified once more). They do different things and some load more at run time: the table compares what a page starts with.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';

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
  ['bridge/greet-native.ts', 'of it, what a native app’s page starts with'],
  ['bridge/greet-frame.ts', 'of it, what a framed page starts with'],
  ['bridge/host.ts', 'our web host'],
];

async function weigh(contents, resolveDir) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: ['chrome111', 'safari16.4'],
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    outdir: 'out',
    loader: { '.svg': 'dataurl', '.woff2': 'empty', '.scss': 'empty' },
    write: false,
    logLevel: 'silent',
  });
  const script = outputFiles.find(({ path }) => path.endsWith('.js'));
  return brotliCompressSync(script.contents).length;
}

const root = join(import.meta.dirname, '..');
const away = mkdtempSync(join(tmpdir(), 'souk-peers-'));
const row = (name, bytes, what) => console.log(`${name.padEnd(44)} ${String(bytes).padStart(8)}  ${what}`);
try {
  const wanted = peers.map(([name, version]) => `${name}@${version}`);
  const options = [
    '--prefix',
    away,
    '--ignore-scripts',
    '--legacy-peer-deps',
    '--no-audit',
    '--no-fund',
    '--silent',
  ];
  execFileSync('npm', ['install', ...options, ...wanted], { stdio: ['ignore', 'ignore', 'inherit'] });
  row('bytes as they travel (brotli)', '', '');
  for (const [path, what] of ours) row(path, await weigh(`export * from './${path}';`, root), what);
  for (const [name, version, what] of peers) {
    const { version: here } = JSON.parse(
      readFileSync(join(away, 'node_modules', name, 'package.json'), 'utf8'),
    );
    if (here !== version) throw new Error(`${name} is ${here} and should be ${version}.`);
    const all = `import * as all from '${name}'; globalThis.peer = all;`;
    const bytes = await weigh(all, away).catch(
      (error) => `no (${error.message.split('\n')[1] ?? error.message})`,
    );
    row(`${name} ${version}`, bytes, what);
  }
} finally {
  rmSync(away, { recursive: true, force: true });
}
