import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Followed, follow } from '../../tools/follow.mjs';
import { projectDir } from '../harness/built.ts';

interface Ran {
  code: number | null;
  output: string;
}

export interface Newcomer {
  /** Runs a command to its end. */
  run(command: string, env?: Record<string, string>): Promise<Ran>;
  /** Runs a command that serves; resolves when it has printed its address. */
  serve(
    command: string,
    env?: Record<string, string>,
  ): Promise<{ url: string; output(): string; stop(): Promise<Ran> }>;
  /** The copy's directory. */
  home: string;
  leave(): void;
}

const finish = async (followed: Followed): Promise<Ran> => {
  const code = await followed.ended;
  return { code, output: followed.output() };
};

/** Lends what `npm ci --omit=dev` would bring: each package of the lock file that is not there for developers alone. */
function lendProduction(home: string) {
  const lock = JSON.parse(readFileSync(join(projectDir, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { dev?: boolean; devOptional?: boolean }>;
  };
  for (const [path, { dev, devOptional }] of Object.entries(lock.packages)) {
    // What lies inside of another package comes with it; what is there for some other machine does not.
    const isOwn = /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path);
    if (!isOwn || dev || devOptional || !existsSync(join(projectDir, path))) continue;
    mkdirSync(dirname(join(home, path)), { recursive: true });
    symlinkSync(join(projectDir, path), join(home, path));
  }
}

/**
 * Makes a fresh copy of the project, in which commands run as the README says. Packages are linked from the current run,
 * which began with `npm ci`: those of production alone, as a machine that only serves has them.
 */
export function newcomer(): Newcomer {
  const home = mkdtempSync(join(tmpdir(), 'souk-newcomer-'));
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: projectDir,
    encoding: 'utf8',
  });
  for (const file of listed
    .trim()
    .split('\n')
    .filter((name) => name !== 'node_modules'))
    cpSync(join(projectDir, file), join(home, file));
  lendProduction(home);

  const running = new Set<ChildProcess>();
  const start = (command: string, env: Record<string, string> = {}) => {
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn('sh', ['-c', command.replace('npm ci && ', '')], {
      cwd: home,
      env: { PATH, HOME, PORT: '0', ...env },
      detached: true,
    });
    running.add(child);
    child.once('close', () => running.delete(child));
    return child;
  };
  return {
    home,
    run: (command, env) => finish(follow(start(command, env))),
    async serve(command, env) {
      const child = start(command, env);
      const followed = follow(child);
      const url = await followed.ready;
      const stop = () => {
        // Ctrl-C reaches the whole group: npm, the shell and the server.
        process.kill(-(child.pid ?? 0), 'SIGINT');
        return finish(followed);
      };
      return { url, output: followed.output, stop };
    },
    leave() {
      // A test that failed half-way has left its server running.
      for (const { pid = 0 } of running) process.kill(-pid, 'SIGKILL');
      rmSync(home, { recursive: true, force: true });
    },
  };
}
