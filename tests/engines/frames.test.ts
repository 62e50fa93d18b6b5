import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Engine, View } from './engine.ts';
import { startEngines } from './engines.ts';
import { until } from './hands.ts';

/** Calls whatever a native app may have put into the window, and says how many it found. */
const thief = `
  const text = JSON.stringify({ souk: 1, t: 'hello', n: 'stolen', from: location.origin });
  const doors = [window.webkit?.messageHandlers?.souk, window.soukHost, window.SoukAndroid].filter(Boolean);
  for (const door of doors) door.postMessage(text);
  window.called = doors.length;
  parent.postMessage({ called: doors.length }, '*');
`;

let engines: Record<keyof typeof startEngines, Engine>;
/** Two servers are two origins: the host's page, which frames the second, and the page in the frame. */
let page: Server;
let stranger: Server;

const listening = (answer: () => string): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer((_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(answer());
    }).listen(0, '127.0.0.1', () => resolve(server));
  });
const originOf = (server: Server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  stranger = await listening(() => `<script>${thief}</script>`);
  page = await listening(
    () => `<script>onmessage = ({ data }) => { window.framed = data; };</script>
      <iframe src="${originOf(stranger)}/"></iframe>`,
  );
  const [Chromium, WebKitGTK] = await Promise.all([startEngines.Chromium(), startEngines.WebKitGTK()]);
  engines = { Chromium, WebKitGTK };
});
afterAll(async () => {
  page?.close();
  stranger?.close();
  await Promise.all([engines?.Chromium.close(), engines?.WebKitGTK.close()]);
});

const listenTo = (view: View): string[] => {
  const heard: string[] = [];
  view.hear((text) => void heard.push(text));
  return heard;
};
/** Sends a message from the main frame: once it has arrived, so have all earlier ones. */
const sayLast = async (view: View, heard: string[]) => {
  await view.evaluate(
    '(window.soukHost ?? webkit.messageHandlers.souk).postMessage("from the main frame") && null',
  );
  await vi.waitFor(() => expect(heard).toContain('from the main frame'), { timeout: 10_000, interval: 10 });
};
const framed = (view: View) => until(view, () => (window as { framed?: { called: number } }).framed);

describe.each([
  ['Chromium', 'android'],
  ['WebKitGTK', 'guarded'],
] as const)('a host in %s', (engine, channel) => {
  test('hears the main frame of its origin, and not a frame in it that calls the same handler', async () => {
    const view = await engines[engine].open(channel, { origin: originOf(page) });
    const heard = listenTo(view);
    await view.go(`${originOf(page)}/`);
    await framed(view);
    await sayLast(view, heard);
    expect(heard).toEqual(['from the main frame']);
    await view.close();
  });

  test('does not hear a page of another origin that its view was led to', async () => {
    const view = await engines[engine].open(channel, { origin: originOf(page) });
    const heard = listenTo(view);
    await view.go(`${originOf(stranger)}/`);
    await until(view, () => 'called' in window);
    await view.go(`${originOf(page)}/`);
    // Sent too early, the message would come from the other page and be refused.
    await framed(view);
    await sayLast(view, heard);
    expect(heard).toEqual(['from the main frame']);
    await view.close();
  });
});

test('WebKitGTK without the host’s rule would carry what a frame says', async () => {
  const view = await engines.WebKitGTK.open('one way', { origin: originOf(page) });
  const heard = listenTo(view);
  await view.go(`${originOf(page)}/`);
  expect(await framed(view)).toEqual({ called: 1 });
  await sayLast(view, heard);
  expect(heard.join()).toContain(`"from":"${originOf(stranger)}"`);
  await view.close();
});
