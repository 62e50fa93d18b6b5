import { type ChildProcess, spawn } from 'node:child_process';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
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

const watch = (child: ChildProcess): ServerProcess => {
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

/** The server as it is shipped, bundled beside the cache so that it finds its packages. */
export const buildServer = async (): Promise<BuiltServer> => {
  const out = join(cacheDir, `server-${process.pid}`);
  const source = join(packageDir, 'src', 'server');
  await build({
    entryPoints: [join(source, 'main.ts'), join(source, 'audit-cli.ts')],
    outdir: out,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
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
