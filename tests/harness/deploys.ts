import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheDir } from '../../src/server/directories.ts';
import { follow } from '../../tools/follow.mjs';
import { projectDir, readBuilt } from './built.ts';

export interface MadeBuild {
  dir: string;
  /** `app/<hash>`. */
  app: string;
  remove(): void;
}

let made = 0;

/** Builds the whole product into a separate directory; another list of languages makes it another build. */
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
export async function deploy({ dir }: MadeBuild, env: Record<string, string>): Promise<Deployed> {
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

export interface Balancer {
  url: string;
  /** Sends requests to these servers from now on, in turn; pages are counted apart, so two visits meet both. */
  send(servers: readonly Pick<Deployed, 'url'>[]): void;
  close(): Promise<void>;
}

/** Starts a proxy before several servers; it removes its prefix, if any, as a proxy of a subpath does. */
export async function balancer(prefix = ''): Promise<Balancer> {
  let targets: string[] = [];
  const turns = { page: 0, file: 0 };
  const server = createServer((incoming, answer) => {
    const { method, headers, url: path = '/' } = incoming;
    if (!path.startsWith(`${prefix}/`)) return void answer.writeHead(404).end('of somebody else');
    const turn = turns[headers['sec-fetch-mode'] === 'navigate' ? 'page' : 'file']++;
    const to = new URL(targets[turn % targets.length] as string);
    const { hostname, port } = to;
    const onward = request(
      { hostname, port, method, headers, path: path.slice(prefix.length) },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        response.pipe(answer);
      },
    );
    onward.on('error', () => answer.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${prefix}`,
    send(servers) {
      targets = servers.map(({ url }) => url);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
