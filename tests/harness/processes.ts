import { type ChildProcess, spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { cacheDir, packageDir } from '../../src/server/directories.ts';
import { type Followed, follow } from '../../tools/follow.mjs';
import { addressesOf } from './pooled.ts';

const commands = {
  main: 'main.ts',
  'audit-cli': 'audit/audit-cli.ts',
  'ops-cli': 'operators/ops-cli.ts',
  conform: '../conform/cli.ts',
};
type Command = keyof typeof commands;

export interface BuiltServer {
  /** Returns the file of a command, to run it in another way. */
  file(command: Command): string;
  /** Runs one of the server's commands as a separate process. */
  run(command: Command, env: Record<string, string>, args?: readonly string[]): ServerProcess;
}

export interface ServerProcess extends Followed {
  child: ChildProcess;
}

export const watch = (child: ChildProcess): ServerProcess => ({ child, ...follow(child) });

const source = join(packageDir, 'src', 'server');

/** Where a run keeps its bundles; the run, which is the parent of the processes of tests, removes them at its end. */
export const bundlesOf = (run: number): string => join(cacheDir, `servers-${run}`);

const pooledIn = ({ DATABASE_URL, SOUK_MIGRATE_URL }: Record<string, string>): Record<string, string> => {
  if (!DATABASE_URL || SOUK_MIGRATE_URL) return {};
  const { url, migrateUrl } = addressesOf(DATABASE_URL);
  return migrateUrl ? { DATABASE_URL: url, SOUK_MIGRATE_URL: migrateUrl } : {};
};

const bundleServer = async (): Promise<BuiltServer> => {
  const out = join(bundlesOf(process.ppid), String(process.pid));
  await build({
    entryPoints: Object.fromEntries(
      Object.entries(commands).map(([name, path]) => [name, join(source, path)]),
    ),
    outdir: out,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
  });
  await cp(join(source, 'migrations'), join(out, 'migrations'), { recursive: true });
  const file = (command: Command) => join(out, `${command}.js`);
  return {
    file,
    run(command, env, args = []) {
      const { PATH = '', HOME = '' } = process.env;
      return watch(
        spawn(process.execPath, [file(command), ...args], {
          env: { PATH, HOME, PORT: '0', SOUK_DEMO: '0', ...env, ...pooledIn(env) },
        }),
      );
    },
  };
};

let shipped: Promise<BuiltServer> | undefined;

/** Bundles the server as it is shipped, once a process, beside the cache so that it finds its packages. */
export const buildServer = (): Promise<BuiltServer> => {
  shipped ??= bundleServer();
  return shipped;
};
