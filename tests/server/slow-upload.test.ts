import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { defaultBodyRate, type Listening, listen } from '../../src/server/http/listen.ts';
import { asFile } from '../harness/form.ts';
import { jpeg } from '../harness/sample-files.ts';
import { password, type TestUser } from '../harness/server.ts';
import { startThrottledProxy, type ThrottledProxy } from '../harness/throttled-proxy.ts';
import { useServer } from '../harness/use-server.ts';

// A phone's line, 0.75 Mbit/s up, takes 56 s for 5 MB: longer than client and server wait for a sign of life.
// All of it is a fifteenth of itself here: the file, and the times.
const scale = 15;
const bytesPerSecond = 750_000 / 8;
const mostBytes = 5 * 1_048_576;
const pace = { interval: defaultBodyRate.interval / scale, minBytes: defaultBodyRate.minBytes / scale };

const server = useServer('postgres', { config: { concurrencyLimit: 10 } });
let user: TestUser;
let listening: Listening;
let line: ThrottledProxy;
const later = () => pause(1.5 * pace.interval);
beforeAll(async () => {
  user = await server.addUser();
  const config = { host: '127.0.0.1', port: 0, trustProxy: false };
  listening = await listen(
    config,
    { phase: 'ready', db: null },
    async (request, env) => {
      if (request.url.endsWith('/slow')) return later().then(() => new Response('at last'));
      return server.app.fetch(request, env);
    },
    { bodyRate: pace },
  );
  line = await startThrottledProxy(listening.url, bytesPerSecond);
});
afterAll(async () => {
  await line.close();
  await listening.close(0);
});

const photo = (bytes: number): File => {
  const whole = jpeg();
  const content = Buffer.alloc(bytes - whole.length);
  return asFile(Buffer.concat([whole.subarray(0, -2), content, whole.subarray(-2)]));
};

it('the server accepts the largest photo over a slow line', async () => {
  const body = new FormData();
  const bytes = Math.floor(mostBytes / scale);
  body.append('file', photo(bytes));
  const began = performance.now();
  const answer = await fetch(`${line.url}/api/v1/upload/logo`, {
    method: 'POST',
    headers: { authorization: user.token },
    body,
  });
  const took = performance.now() - began;
  expect(await answer.json()).toMatchObject({ code: codes.ok, data: { bytes } });
  // It did take longer than what a request that says nothing is given.
  expect(took).toBeGreaterThan(1.5 * pace.interval);
});

/** Sends the beginning of an upload, then a byte now and then; answers what came back, and when. */
const trickle = (everyMs: number) =>
  new Promise<{ reply: string; took: number }>((resolve) => {
    const { hostname, port } = new URL(listening.url);
    const socket = connect(Number(port), hostname);
    const began = performance.now();
    let reply = '';
    socket.write(
      `POST /api/v1/upload/logo HTTP/1.1\r\nhost: souk\r\nauthorization: ${user.token}\r\n` +
        `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${mostBytes}\r\n\r\n--b`,
    );
    const more = setInterval(() => socket.write('.'), everyMs);
    socket.on('data', (part) => {
      reply += part;
    });
    socket
      .on('error', () => {})
      .on('close', () => {
        clearInterval(more);
        resolve({ reply, took: performance.now() - began });
      });
  });

// Each of these only waits: together they take as long as one.
it.concurrent.each([
  ['stops', 1_000_000],
  ['only pretends to come', 50],
])('the server ends an upload that %s', async (_, everyMs) => {
  const { reply, took } = await trickle(everyMs);
  expect(reply).toMatch(/^HTTP\/1\.1 408 /);
  expect(took).toBeGreaterThan(0.9 * pace.interval);
});

/** Begins an upload that goes on, and is never finished; answers what came back, as soon as anything does. */
const linger = ({ token }: TestUser) => {
  const { hostname, port } = new URL(listening.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    `POST /api/v1/upload/logo HTTP/1.1\r\nhost: souk\r\nauthorization: ${token}\r\n` +
      `content-type: multipart/form-data; boundary=b\r\ncontent-length: ${mostBytes}\r\n\r\n--b`,
  );
  const more = setInterval(() => socket.write(Buffer.alloc(4_096)), 50);
  const reply = new Promise<string>((resolve) => socket.once('data', (part) => resolve(`${part}`)));
  const end = () => {
    clearInterval(more);
    socket.destroy();
  };
  socket.on('error', () => {}).on('close', end);
  return { reply, end };
};

/** Begins one upload more than a merchant may have under way; answers what ends them, as soon as one is refused. */
const fill = async (one: TestUser) => {
  const uploads = Array.from({ length: 5 }, () => linger(one));
  expect(await Promise.race(uploads.map(({ reply }) => reply))).toMatch(/too_many_at_once/);
  return uploads.map(({ end }) => end);
};

it('the server takes the upload of a third merchant while two have as many under way as they may', async () => {
  const two = [await server.addUser(), await server.addUser()];
  const ends = (await Promise.all(two.map(fill))).flat();
  const body = new FormData();
  body.append('file', asFile(jpeg()));
  const answer = await fetch(`${listening.url}/api/v1/upload/logo`, {
    method: 'POST',
    headers: { authorization: (await server.addUser()).token },
    body,
    signal: AbortSignal.timeout(3_000),
  }).finally(() => {
    for (const end of ends) end();
  });
  expect(await answer.json()).toMatchObject({ code: codes.ok });
});

/** Begins a call that needs no token and never ends it; answers what came back, as soon as anything does. */
const pretend = () => {
  const { hostname, port } = new URL(listening.url);
  const socket = connect(Number(port), hostname);
  socket.write(
    'POST /api/login HTTP/1.1\r\nhost: souk\r\ncontent-type: application/json\r\ncontent-length: 90\r\n\r\n{',
  );
  const reply = new Promise<string>((resolve) => socket.once('data', (part) => resolve(`${part}`)));
  return { reply, end: () => socket.destroy() };
};

it('the server answers other calls while calls without files only pretend to come, and waits for few of them', async () => {
  const calls = Array.from({ length: 51 }, pretend);
  expect(await Promise.race(calls.map(({ reply }) => reply))).toMatch(/too_many_at_once/);
  expect((await server.call('POST /v1/user/wallet', {}, { token: user.token })).code).toBe(codes.ok);
  const body = JSON.stringify({ username: user.username, password });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(`${listening.url}/api/login`, { method: 'POST', headers, body });
  expect(await answer.json()).toMatchObject({ code: codes.ok });
  for (const { end } of calls) end();
});

it.concurrent.each(['GET', 'POST'])('the server lets the answer to a %s take its time', async (method) => {
  const answer = await fetch(`${listening.url}/slow`, method === 'GET' ? {} : { method, body: 'all of it' });
  expect(await answer.text()).toBe('at last');
});
