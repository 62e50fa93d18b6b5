import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codes } from '../../src/contract/errors.ts';
import { type Listening, listen } from '../../src/server/http/listen.ts';

let listening: Listening;
beforeAll(async () => {
  const config = { host: '127.0.0.1', port: 0, trustProxy: false };
  listening = await listen(config, { phase: 'ready', db: null }, () => new Response('fine'));
});
afterAll(() => listening.close(0));

test('a query that is too long is refused in the envelope of every answer', async () => {
  const answer = await fetch(`${listening.url}/api/v1/order-comment?cursor=${'a'.repeat(20_000)}`);
  expect(answer.status).toBe(431);
  expect(answer.headers.get('content-type')).toContain('application/json');
  const refusal = {
    code: codes.invalidRequest,
    msg: expect.stringMatching(/\w/),
    data: { reason: 'too_large' },
  };
  expect(await answer.json()).toEqual(refusal);
});

test('bytes that are no HTTP are refused in the envelope, and the connection is ended', async () => {
  const socket = connect(Number(new URL(listening.url).port), '127.0.0.1');
  let text = '';
  socket.on('data', (bytes) => {
    text += bytes;
  });
  const ended = new Promise((resolve) => socket.once('close', resolve));
  socket.write('no request\r\n\r\n');
  await ended;
  expect(text).toMatch(/^HTTP\/1.1 400 /);
  expect(text).toContain(`{"code":${codes.badRequest},`);
});
