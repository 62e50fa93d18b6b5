import { type ChildProcess, spawn } from 'node:child_process';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { cacheDir, packageDir } from '../../src/server/directories.ts';
import { type Followed, follow } from '../../tools/follow.mjs';

export interface BuiltServer {
  /** Runs one of the server's commands as a process of its own. */
  run(command: 'main' | 'audit-cli', env: Record<string, string>): ServerProcess;
  remove(): Promise<void>;
}

export interface ServerProcess extends Followed {
  child: ChildProcess;
}

export const watch = (child: ChildProcess): ServerProcess => ({ child, ...follow(child) });

/** A fault that is put into a copy of a file while it is built; what it stands in for is there exactly once. */
export interface Planted {
  file: string;
  find: string;
  put: string;
}

const source = join(packageDir, 'src', 'server');

const planting = (planted: Planted[]): Plugin => ({
  name: 'planting',
  setup({ onLoad }) {
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const faults = planted.filter(({ file }) => path === join(source, file));
      if (faults.length === 0) return null;
      let contents = await readFile(path, 'utf8');
      for (const { file, find, put } of faults) {
        if (contents.split(find).length !== 2) throw new Error(`${file} does not hold once: ${find}`);
        contents = contents.replace(find, () => put);
      }
      return { contents, loader: 'ts' };
    });
  },
});

let made = 0;

/** The server as it is shipped, bundled beside the cache so that it finds its packages; or one with faults planted. */
export const buildServer = async (planted: Planted[] = []): Promise<BuiltServer> => {
  const out = join(cacheDir, `server-${process.pid}-${made++}`);
  await build({
    entryPoints: { main: join(source, 'main.ts'), 'audit-cli': join(source, 'ledger/audit-cli.ts') },
    outdir: out,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
    plugins: [planting(planted)],
  });
  await cp(join(source, 'migrations'), join(out, 'migrations'), { recursive: true });
  return {
    run(command, env) {
      const { PATH = '', HOME = '' } = process.env;
      return watch(
        spawn(process.execPath, [join(out, `${command}.js`)], {
          env: { PATH, HOME, PORT: '0', SOUK_DEMO: '0', ...env },
        }),
      );
    },
    remove: () => rm(out, { recursive: true, force: true }),
  };
};
