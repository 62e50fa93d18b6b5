// The package for a back end, in front of a server that answers as Souk's does.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { endSessions, openSession, soukClient, verifyEvent } from '../../bridge/packages/server/index.ts';
import { signedHeaders } from '../../src/server/shops/webhooks/endpoint-secret.ts';

const key = 'the-key-of-this-site-s-back-end';

/** Starts a server, and returns its origin. */
async function listen(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a session is asked for with the key, the user and the name of the shop', async () => {
  const asked: unknown[] = [];
  const origin = await listen(async (request: IncomingMessage, answer) => {
    asked.push([request.url, request.headers['x-ops-key'], await json(request)]);
    answer.end('{"code":200,"data":{"token":"t0ken","ended":2}}');
  });
  const souk = { origin: `${origin}/`, key };
  expect(await openSession('user-1', souk, { name: 'Olive & Oak' })).toMatchObject({ token: 't0ken' });
  await openSession('user-1', souk, { name: '' });
  expect(await endSessions('user-1', souk)).toBe(2);
  expect(asked).toEqual([
    ['/ops/merchant-open', key, { user: 'user-1', name: 'Olive & Oak' }],
    ['/ops/merchant-open', key, { user: 'user-1' }],
    ['/ops/session-end', key, { user: 'user-1' }],
  ]);
});

test('a refusal is an error with the code and the sentence of Souk', async () => {
  const origin = await listen((_, answer) => answer.end('{"code":406,"msg":"Send the key."}'));
  await expect(openSession('user-1', { origin, key })).rejects.toMatchObject({
    name: 'SoukServerError',
    code: 406,
    message: 'Send the key.',
  });
});

test.each<[name: string, answer: RequestListener, change: (origin: string) => string, message: RegExp]>([
  [
    'https where Souk has http',
    (_, answer) => answer.end(),
    (origin) => origin.replace('http', 'https'),
    /\. Write http in place of https\.$/,
  ],
  [
    'http where that leads to https',
    (_, answer) => answer.writeHead(308, { location: 'https://souk.example/ops/merchant-open' }).end(),
    (origin) => origin,
    /it leads to https:\/\/souk\.example\/ops\/merchant-open/,
  ],
  ['of a site that is no Souk', (_, answer) => answer.end('<h1>Hello</h1>'), (origin) => origin, /no Souk/],
  [
    'at which nothing listens',
    () => {},
    () => 'http://127.0.0.1:1',
    /127\.0\.0\.1:1.*See that Souk answers there\.$/,
  ],
])('an origin with %s is an error that names the remedy', async (_, answer, change, message) => {
  const origin = change(await listen(answer));
  const error = await openSession('user-1', { origin, key }).catch((thrown: Error) => thrown);
  expect(error).toMatchObject({ code: 'unreachable', message: expect.stringMatching(message) });
});

/** Starts a server that gives these answers in turn, the last one for ever; returns a client of it, and what was asked. */
async function answering(...answers: readonly (object | 'none')[]) {
  const asked: { url: string; key: string | string[] | undefined }[] = [];
  const origin = await listen(({ url = '', headers }, answer) => {
    asked.push({ url, key: headers['idempotency-key'] });
    const next = answers[Math.min(asked.length, answers.length) - 1];
    if (next === 'none') answer.destroy();
    else answer.end(JSON.stringify({ msg: '', data: null, ...next }));
  });
  return { souk: soukClient({ origin, key }), asked };
}

test('a decision is sent again under its key where no answer came or Souk was busy, and refused but once', async () => {
  const { souk, asked } = await answering(
    'none',
    { code: 202 },
    { code: 405, msg: 'No carrier.', data: { field: 'carrier', reason: 'picklist' } },
  );
  const own = crypto.randomUUID();
  await expect(
    souk.decide('ship', { order: 'SK-1', carrier: 'DHL', tracking: '1' }, { key: own }),
  ).rejects.toMatchObject({
    code: 405,
    message: 'No carrier.',
    field: 'carrier',
    reason: 'picklist',
  });
  expect(asked).toEqual(Array(3).fill({ url: '/ops/ship', key: own }));
});

test('a list is read to its end by its cursors, with what was asked for on each page', async () => {
  const { souk, asked } = await answering(
    { code: 200, data: { list: ['a', 'b'], nextCursor: 'more' } },
    { code: 200, data: { list: ['c'], nextCursor: null } },
  );
  const seen: unknown[] = [];
  for await (const one of souk.list('orders', { status: 'shipped', since: undefined })) seen.push(one);
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(asked.map(({ url }) => url)).toEqual([
    '/ops/orders?status=shipped',
    '/ops/orders?status=shipped&cursor=more',
  ]);
});

test('a feed goes on behind what it has passed over, and ends by its signal', async () => {
  const { souk, asked } = await answering(
    { code: 200, data: { list: [], next: 7 } },
    { code: 200, data: { list: [{ position: 8 }], next: 8 } },
    { code: 200, data: { list: [], next: 8 } },
  );
  const ending = new AbortController();
  const seen: number[] = [];
  for await (const { position } of souk.feed('events', {
    after: 3,
    everyMs: 60_000,
    signal: ending.signal,
  })) {
    seen.push(position);
    setTimeout(() => ending.abort(), 50);
  }
  expect(seen).toEqual([8]);
  expect(asked.map(({ url }) => url)).toEqual([3, 7, 8].map((after) => `/ops/events?after=${after}`));
});

const secretOf = (byte: number) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`;
const body = '{"type":"order.to_ship","timestamp":"2026-03-01T09:00:00Z","data":{"order":"ord_1"}}';
const signed = (at: Date) => signedHeaders(Buffer.alloc(32, 7), { id: 'evt_1', at, body });

test('an event that was signed is there with its id, by headers of Node and of fetch, beside an older secret', async () => {
  const headers = signed(new Date());
  const event = { id: 'evt_1', type: 'order.to_ship', data: { order: 'ord_1' } };
  expect(await verifyEvent(body, headers, secretOf(7))).toMatchObject(event);
  const both = [secretOf(8), secretOf(7)];
  expect(await verifyEvent(Buffer.from(body), new Headers(headers), both)).toMatchObject(event);
  const exchanged = { ...headers, 'webhook-signature': `v1a,AAAA v1,AAAA ${headers['webhook-signature']}` };
  expect(await verifyEvent(body, exchanged, secretOf(7))).toMatchObject(event);
});

test.each<[what: string, body: string, headers: Record<string, string>, secret: string | undefined]>([
  ['whose body was changed', `${body} `, signed(new Date()), secretOf(7)],
  ['that is old', body, signed(new Date(Date.now() - 600_000)), secretOf(7)],
  ['of another sender', body, signed(new Date()), secretOf(8)],
  ['without headers', body, {}, secretOf(7)],
  [
    'whose signature is no base64',
    body,
    { ...signed(new Date()), 'webhook-signature': 'v1,???' },
    secretOf(7),
  ],
  ['where no secret was given', body, signed(new Date()), undefined],
])('an event %s is refused', async (_, text, headers, secret) => {
  await expect(verifyEvent(text, headers, secret)).rejects.toMatchObject({ code: 'not_signed' });
});
