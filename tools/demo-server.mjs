// The built server as `npm start` runs it, with the demo shop, on a free port and data in a new directory.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { follow } from './follow.mjs';

const root = join(import.meta.dirname, '..');
const command = join(root, 'dist', 'server', 'main.js');

/**
 * Starts the server. Of the environment it gets PATH, HOME and `env` only.
 * @param {Record<string, string>} env
 */
export async function serveDemo(env = {}) {
  if (!existsSync(command)) throw new Error('There is no server in dist: run `npm run build` first.');
  const data = mkdtempSync(join(tmpdir(), 'souk-demo-'));
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [command], {
    cwd: root,
    env: { PATH, HOME, PORT: '0', SOUK_DATA: data, ...env },
  });
  const { output, ready, ended } = follow(child);
  const url = await ready;
  /**
   * Calls it and answers the envelope's `data`; throws its code and words where it refuses.
   * @param {string} path
   * @param {object} input
   * @param {string} [token]
   * @returns {Promise<unknown>}
   */
  const ask = (path, input, token) => askServer(url, path, input, token);
  return {
    url,
    /** What the server has written so far. */
    output,
    pid: child.pid,
    ask,
    /**
     * A new session of the demo's merchant.
     * @returns {Promise<string>}
     */
    async signIn() {
      const answer = await ask('/login', { username: 'amina', password: 'souk-demo-1' });
      return /** @type {{ token: string }} */ (answer).token;
    },
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}

async function askServer(url, path, input, token) {
  const answer = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
    body: JSON.stringify(input),
  });
  const { code, msg, data } = await answer.json();
  if (code !== 200) throw new Error(`${path} was refused: ${code} ${msg}`);
  return data;
}
