import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDir } from '../../src/server/directories.ts';
import { follow } from '../../tools/follow.mjs';
import { projectDir, readBuilt } from './built.ts';

export interface Build {
  dir: string;
  /** `app/<hash>`. */
  app: string;
}
export interface MadeBuild extends Build {
  remove(): void;
}

let made = 0;

/** Builds the whole product into a separate directory; another list of languages than the run's makes it another build. */
export function makeBuild(langs: string): MadeBuild {
  const dir = join(cacheDir, `deploy-${process.pid}-${made++}`);
  const env = { ...process.env, SOUK_LANGS: langs };
  const { status, stderr } = spawnSync(process.execPath, ['build.mjs', '--out', dir], {
    cwd: projectDir,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The build failed.\n${stderr}`);
  return { dir, app: readBuilt(dir).app, remove: () => rmSync(dir, { recursive: true, force: true }) };
}

export interface Deployed {
  url: string;
  output(): string;
  stop(): Promise<void>;
}

/** Runs the server of a build as a process, with the demo shop on a given database. */
export async function deploy({ dir }: Build, env: Record<string, string>): Promise<Deployed> {
  const data = mkdtempSync(join(tmpdir(), 'souk-deploy-'));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(dir, 'server', 'main.js')], {
    env: { PATH, HOME, PORT: '0', SOUK_DATA: data, SOUK_DEMO: '1', ...env },
  });
  const { output, ready, ended } = follow(child);
  const url = await ready;
  return {
    url,
    output,
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
