import { afterEach, expect, test, vi } from 'vitest';
import { BridgeError } from '../../bridge/errors.ts';
import { takeHandover } from '../../bridge/handover.ts';
import type { Message } from '../../bridge/protocol.ts';
import { rawHost } from './harness/raw-host.ts';

const canary = 'C4n4ry-t0ken';

afterEach(() => vi.restoreAllMocks());

/** All that a page leaves where other code could read it. */
const traces = (printed: readonly unknown[]) =>
  JSON.stringify({
    printed,
    href: location.href,
    history: history.state,
    referrer: document.referrer,
    cookie: document.cookie,
    title: document.title,
    name: window.name,
    dom: document.documentElement.outerHTML,
    local: { ...localStorage },
    session: { ...sessionStorage },
    globals: Object.getOwnPropertyNames(globalThis).filter((name) => name.includes(canary)),
  });

test('a token leaves no trace: not in storage, address, history, console or page, nor in messages to the host', async () => {
  const printed: unknown[] = [];
  for (const level of ['debug', 'info', 'log', 'warn', 'error', 'trace'] as const)
    vi.spyOn(console, level).mockImplementation((...words) => void printed.push(words.map(String)));
  const { guest, hi, send, received } = rawHost();
  hi({ state: { token: canary } });
  guest.on('state', () => {
    throw new Error('a listener that throws');
  });
  const renewed = guest.request('token', { force: true });
  send({ t: 'res', id: 1, r: { token: `${canary}-2` } });
  expect(await renewed).toEqual({ token: `${canary}-2` });
  send({ t: 'evt', m: 'state', p: { token: `${canary}-3` } });
  send({ t: 'evt', m: 'state', p: { token: `${canary} with spaces` } });
  guest.note('log', { level: 'error', text: `Bearer ${canary}-3` });
  guest.note('track', { name: 'open', props: { at: `${canary}-3` } });
  const failed = guest.request('scan', {});
  send({ t: 'res', id: 2, e: { code: 'denied', message: 'no camera' } });
  const error = await failed.catch((thrown: BridgeError) => thrown);
  expect(error).toBeInstanceOf(BridgeError);
  expect(guest.state().token).toBe(`${canary}-3`);
  const sentText = received.map((message: Message) => JSON.stringify(message)).join();
  expect(sentText + traces([...printed, String(error), (error as BridgeError).stack])).not.toContain(canary);
  guest.destroy();
  expect(JSON.stringify(guest.state())).not.toContain(canary);
});

test.each([
  `https://souk.example/orderList#token=${canary}&lang=ar`,
  `https://souk.example/orderList?token=${canary}&type=1#top`,
  `https://souk.example/orderList?a=1&token=${canary}`,
  `https://souk.example/#/orders?token=${canary}`,
  `https://souk.example/?token=${canary}&token=${canary}#token=${canary}`,
])('a token leaves no trace in the address that %s becomes', (href) => {
  const { token, url } = takeHandover(href);
  expect(token).toBe(canary);
  expect(url).not.toContain(canary);
});
