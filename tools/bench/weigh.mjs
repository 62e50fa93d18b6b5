import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { browserOptions } from '../build/bundle.mjs';

/** Bundles a few lines with all their imports for the engines that the app is built for; returns the script. */
export async function bundleScript(contents, resolveDir, plugins = []) {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: 'js' },
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: browserOptions.target,
    define: { 'process.env.NODE_ENV': '"production"' },
    legalComments: 'none',
    outdir: 'out',
    loader: { '.svg': 'dataurl', '.woff2': 'empty', '.scss': 'empty' },
    write: false,
    logLevel: 'silent',
    plugins,
  });
  return outputFiles.find(({ path }) => path.endsWith('.js')).contents;
}

/** Returns the brotli size in bytes of a few lines with all their imports. */
export const weigh = async (contents, resolveDir) =>
  brotliCompressSync(await bundleScript(contents, resolveDir)).length;

/** Installs packages into a temporary directory while `act` runs. */
export async function withPackages(packages, act) {
  const away = mkdtempSync(join(tmpdir(), 'souk-packages-'));
  const quietly = ['--no-audit', '--no-fund', '--silent'];
  const options = ['--prefix', away, '--ignore-scripts', '--legacy-peer-deps', ...quietly];
  try {
    execFileSync('npm', ['install', ...options, ...packages], { stdio: ['ignore', 'ignore', 'inherit'] });
    await act(away);
  } finally {
    rmSync(away, { recursive: true, force: true });
  }
}
