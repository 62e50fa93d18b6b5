import { type ChildProcess, spawn } from 'node:child_process';
import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { cacheDir, packageDir } from '../../src/server/place.ts';

export interface BuiltServer {
  /** Runs one of the server's commands as a process of its own. */
  run(command: 'main' | 'audit-cli', env: Record<string, string>): ServerProcess;
  remove(): Promise<void>;
}

export interface ServerProcess {
  child: ChildProcess;
  /** What it has written so far, both streams. */
  said(): string;
  /** Resolves with the address once it is ready; rejects with its words if it ends before. */
  ready: Promise<string>;
  /** Its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
}

/** Follows a process that says `App:` and its address once it is ready. */
export const watch = (child: ChildProcess): ServerProcess => {
  let text = '';
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const url = /App:\s+(http:\/\/[\d.:]+)/.exec(text)?.[1];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    ended.then(() => reject(new Error(`the server ended before it was ready: ${text}`)));
  });
  // Whoever only waits for the end does not look at this one.
  ready.catch(() => {});
  return { child, said: () => text, ready, ended };
};

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
