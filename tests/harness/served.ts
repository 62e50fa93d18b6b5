import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dist, projectDir, testLangs } from './built.ts';

export interface Served {
  url: string;
  /** What the server has written so far. */
  said(): string;
  /** A new session of the demo's merchant. */
  signIn(): Promise<string>;
  stop(): Promise<void>;
}

/** The built server as `npm start` runs it, with the demo shop, on a free port and data of its own. */
export async function serve(env: Record<string, string> = {}): Promise<Served> {
  const data = mkdtempSync(join(tmpdir(), 'souk-served-'));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(dist, 'server/main.js')], {
    cwd: projectDir,
    env: { PATH, HOME, PORT: '0', SOUK_DATA: data, SOUK_LANGS: testLangs, ...env },
  });
  let text = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = new Promise<string>((resolve) => {
    const read = (chunk: Buffer) => {
      text += chunk;
      const url = /App:\s+(http:\/\/[\w.:[\]]+)/.exec(text)?.[1];
      if (url) resolve(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
  });
  const early = ended.then(() => Promise.reject(new Error(`The server ended before it was ready: ${text}`)));
  early.catch(() => {});
  const url = await Promise.race([ready, early]);

  const signIn = async () => {
    const answer = await fetch(`${url}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'amina', password: 'souk-demo-1' }),
    });
    const {
      code,
      msg,
      data: given,
    } = (await answer.json()) as { code: number; msg: string; data: { token: string } };
    if (code !== 200) throw new Error(`The demo's merchant cannot sign in: ${code} ${msg}`);
    return given.token;
  };
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(data, { recursive: true, force: true });
  };
  return { url, said: () => text, signIn, stop };
}
