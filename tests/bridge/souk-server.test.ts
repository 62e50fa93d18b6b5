// The package for a back end, in front of a server that answers as Souk's does.
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { endSessions, openSession } from '../../bridge/packages/server/index.ts';

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
