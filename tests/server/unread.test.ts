import { EventEmitter, once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createHealth } from '../../src/server/http/health.ts';
import {
  type Listening,
  type ListenOptions,
  limitConnections,
  listen,
  type Serve,
} from '../../src/server/http/listen.ts';
import { distFiles } from '../../src/server/http/site/dist-files.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { chunkBytes, streamChunks } from '../../src/server/platform/stream-chunks.ts';

const open: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of open.splice(0).reverse()) await end();
});

const serve = async (answer: Serve, options: ListenOptions = {}, trustProxy = false): Promise<Listening> => {
  const config = { host: '127.0.0.1', port: 0, trustProxy };
  const listening = await listen(config, { phase: 'ready', db: null }, answer, options);
  open.push(() => listening.close(0));
  return listening;
};

/** A connection of one's own, with what came back on it. */
const dial = async ({ url }: Listening) => {
  const { hostname, port } = new URL(url);
  const socket: Socket = connect(Number(port), hostname);
  open.push(() => socket.destroy());
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, closed };
};

const request = (path = '/') => `GET ${path} HTTP/1.1\r\nhost: souk\r\n\r\n`;

describe('requests of one connection', () => {
  it('are answered one after another, in their order, each as soon as the one before is taken', async () => {
    let inside = 0;
    let most = 0;
    const listening = await serve(async ({ url }) => {
      most = Math.max(most, ++inside);
      await new Promise(setImmediate);
      inside--;
      return new Response(`${new URL(url).pathname};`);
    });
    const { socket, closed } = await dial(listening);
    let text = '';
    socket.on('data', (part) => {
      text += part;
    });
    socket.write(
      ['/1', '/2', '/3', '/4'].map(request).join('') +
        request('/5').replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'),
    );
    await closed;
    expect(text.match(/\/\d;/g)).toEqual(['/1;', '/2;', '/3;', '/4;', '/5;']);
    expect(most).toBe(1);
  });

  it('wait while an answer is not read, and end with their connection beyond eight', async () => {
    let begun = 0;
    const listening = await serve(() => {
      begun++;
      return new Response('x'.repeat(30_000_000));
    });
    const eight = await dial(listening);
    eight.socket.pause().write(request().repeat(9));
    await expect.poll(() => begun).toBe(1);
    const many = await dial(listening);
    many.socket.pause().write(request().repeat(1_500));
    many.socket.resume();
    await many.closed;
    // The connection that was ended had one answer made, and the other is still at its first.
    expect(begun).toBe(2);
  });
});

describe('an answer that is not read', () => {
  it('ends with its connection, and one that is read slowly does not', async () => {
    const listening = await serve(() => new Response('x'.repeat(30_000_000)), { readTimeout: 100 });
    const unread = await dial(listening);
    unread.socket.pause().write(request());
    await new Promise((resolve) => setTimeout(resolve, 350));
    unread.socket.resume();
    await unread.closed;
    expect(unread.socket.bytesRead).toBeLessThan(30_000_000);

    const pieces = await serve(
      () =>
        new Response(streamChunks({ size: 1_000_000, read: async (_, length) => new Uint8Array(length) })),
      { readTimeout: 100 },
    );
    const slow = await dial(pieces);
    let taken = 0;
    slow.socket.on('data', (part) => {
      taken += part.length;
    });
    slow.socket.write(request().replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    await slow.closed;
    expect(taken).toBeGreaterThan(1_000_000);
  });

  it('ends with no connection when the next piece is only late from its source', async () => {
    const read = async (from: number, length: number) => {
      if (from > 0) await new Promise((resolve) => setTimeout(resolve, 350));
      return new Uint8Array(length);
    };
    const listening = await serve(() => new Response(streamChunks({ size: 2 * chunkBytes, read })), {
      readTimeout: 100,
    });
    const { socket, closed } = await dial(listening);
    let taken = 0;
    socket.on('data', (part) => {
      taken += part.length;
    });
    socket.write(request().replace('\r\n\r\n', '\r\nconnection: close\r\n\r\n'));
    await closed;
    expect(taken).toBeGreaterThan(2 * chunkBytes);
  });

  it('is watched by a timer that goes with its request, and not with its connection', async () => {
    const [begun, ended] = [vi.spyOn(globalThis, 'setInterval'), vi.spyOn(globalThis, 'clearInterval')];
    open.push(() => vi.restoreAllMocks());
    const listening = await serve(() => new Response('here'), { readTimeout: 12_345 });
    const { socket } = await dial(listening);
    for (let n = 0; n < 3; n++) {
      socket.write(request());
      await once(socket, 'data');
    }
    const timers = () =>
      begun.mock.results.filter((_, at) => begun.mock.calls[at]?.[1] === 12_345).map(({ value }) => value);
    expect(timers()).toHaveLength(3);
    await expect
      .poll(() => timers().filter((timer) => ended.mock.calls.every(([one]) => one !== timer)))
      .toEqual([]);
    expect(socket.destroyed).toBe(false);
  });

  it('has no more of a long body in memory than one piece', async () => {
    let read = 0;
    const body = streamChunks({
      size: 100 * chunkBytes,
      read: async (_, length) => {
        read += length;
        return new Uint8Array(length);
      },
    });
    const reader = body.getReader();
    expect(read).toBe(0);
    await reader.read();
    expect(read).toBe(chunkBytes);
    await reader.cancel();
    expect(read).toBe(chunkBytes);
  });

  it('breaks off where its source ends early, and closes the source once', async () => {
    let closed = 0;
    const body = streamChunks({
      size: 3 * chunkBytes,
      read: async (from, length) => new Uint8Array(from === 0 ? length : 0),
      close: async () => void closed++,
    });
    await expect(new Response(body).text()).rejects.toThrow(/ends at byte 65536 of 196608/);
    expect(closed).toBe(1);
  });
});

describe('a long file of the build', () => {
  const dist = mkdtempSync(join(tmpdir(), 'souk-dist-'));
  const text = 'A long file. '.repeat(40_000);
  beforeAll(() => {
    writeFileSync(join(dist, 'long.json'), text);
    writeFileSync(
      join(dist, 'manifest.json'),
      JSON.stringify({ files: { 'long.json': { sha256: 'a'.repeat(64) } } }),
    );
  });
  afterAll(() => rmSync(dist, { recursive: true }));

  it('is streamed whole', async () => {
    const file = await distFiles(dist).read('long.json', '');
    expect(file?.body).toBeInstanceOf(ReadableStream);
    expect(file?.size).toBe(text.length);
    expect(await new Response(file?.body).text()).toBe(text);
  });
});

describe('connections', () => {
  const connections = { perNetwork: 3, total: 5 };
  const answer = () => new Response('here');
  const isAnswered = async ({ socket, closed }: Awaited<ReturnType<typeof dial>>) => {
    socket.write(request());
    return Promise.race([
      new Promise<true>((resolve) => socket.once('data', () => resolve(true))),
      closed.then(() => false),
    ]);
  };

  it('connections of one network are ended beyond its limit, and taken again when others have gone', async () => {
    const logged: string[] = [];
    const log = { info: (event: string) => void logged.push(event), error() {} };
    const listening = await serve(answer, { connections, log });
    const calls = [];
    for (let n = 0; n < 5; n++) calls.push(await dial(listening));
    expect(await Promise.all(calls.map(isAnswered))).toEqual([true, true, true, false, false]);
    expect(logged).toEqual(['too many connections']);
    calls[0]?.socket.destroy();
    await calls[0]?.closed;
    await expect.poll(async () => isAnswered(await dial(listening))).toBe(true);
  });

  it('connections of one IPv6 line are counted together, whichever of its addresses they come from', () => {
    const server = new EventEmitter();
    limitConnections(server as Server, { trustProxy: false }, silentLog, connections);
    const from = (remoteAddress: string) => {
      const socket = Object.assign(new PassThrough(), { remoteAddress });
      server.emit('connection', socket);
      return socket.destroyed;
    };
    const line = ['2001:db8:1:1::1', '2001:db8:1:2::1', '2001:db8:1:3::1', '2001:db8:1:4::1'];
    expect([...line, '2001:db8:2:1::1'].map(from)).toEqual([false, false, false, true, false]);
  });

  it('connections behind a trusted proxy are limited in all, and not by the address of the proxy', async () => {
    const listening = await serve(answer, { connections }, true);
    const calls = [];
    for (let n = 0; n < 7; n++) calls.push(await dial(listening));
    const answers = await Promise.all(calls.map(isAnswered));
    expect(answers.filter(Boolean)).toHaveLength(5);
  });
});

it('whether the database answers is asked once, however many want to know', async () => {
  let asked = 0;
  let say = () => {};
  const waiting = new Promise<void>((resolve) => {
    say = resolve;
  });
  const execute = () => {
    asked++;
    return waiting;
  };
  const health = createHealth({ phase: 'ready', db: { execute } as never });
  const all = Array.from({ length: 50 }, () => health.request('/readyz'));
  await new Promise(setImmediate);
  say();
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array(50).fill(200));
  expect(asked).toBe(1);
  expect((await health.request('/readyz')).status).toBe(200);
  expect(asked).toBe(2);
});
