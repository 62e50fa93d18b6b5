// The built server with the demo shop, on data of its own, and a session of its merchant.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const command = join(import.meta.dirname, '../dist/server/main.js');

export async function startServer() {
  if (!existsSync(command))
    throw new Error('There is nothing to measure in dist: run `npm run build` first.');
  const data = await mkdtemp(join(tmpdir(), 'souk-bench-'));
  const child = spawn(process.execPath, [command], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', SOUK_DATA: data, DATABASE_URL: '', NODE_ENV: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
    await rm(data, { recursive: true, force: true });
  };
  const url = await Promise.race([
    addressIn(child.stdout),
    ended.then(() => Promise.reject(new Error('The server ended before it was ready.'))),
  ]);
  try {
    return { url, token: await signIn(url), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function addressIn(stream) {
  let text = '';
  return new Promise((resolve) =>
    stream.on('data', (chunk) => {
      text += chunk;
      const url = /App:\s+(http:\/\/[\w.:[\]]+)/.exec(text)?.[1];
      if (url) resolve(url);
    }),
  );
}

async function signIn(url) {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'amina', password: 'souk-demo-1' }),
  });
  const { code, msg, data } = await answer.json();
  if (code !== 200) throw new Error(`The demo's merchant cannot sign in: ${code} ${msg}`);
  return data.token;
}
