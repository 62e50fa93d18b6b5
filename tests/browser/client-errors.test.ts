// What goes wrong before an envelope is read, in a real browser, before a server that is broken for the purpose.
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClientError, clientErrors } from '../../src/contract/errors.ts';
import type { call } from '../../src/data/api.ts';
import type { configure } from '../../src/data/config.ts';
import { openPage, sharedBrowser } from '../harness/browser.ts';
import { projectDir } from '../harness/built.ts';

declare global {
  /** What the page has of the app. */
  var data: { call: typeof call; configure: typeof configure };
}

/** How the server answers, once it has the request. */
const answers = {
  nothing: () => {},
  'half of it': (answer: ServerResponse) => {
    answer.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
    answer.write('{"code":200,');
  },
  'a line that breaks': (answer: ServerResponse) => answer.destroy(),
  'half of it, and a line that breaks': (answer: ServerResponse) => {
    answers['half of it'](answer);
    setImmediate(() => answer.destroy());
  },
  'a page of a proxy': (answer: ServerResponse) => {
    answer.writeHead(502, { 'content-type': 'text/html' });
    answer.end('<h1>Bad gateway</h1>');
  },
};
type Given = keyof typeof answers;

interface Case {
  error: ClientError;
  when: string;
  /** What it is before; a page with a file takes the way that says how much has left. */
  gives: Given;
  sends?: 'a file';
  /** Runs once the request has arrived: leaves the screen, or presses the browser's stop. */
  ends?: 'by leaving' | 'by stopping';
  /** Where the calls go, other than here. */
  base?: string;
  timeoutMs?: number;
}

const cases: readonly Case[] = [
  { error: 'timeout', when: 'no answer comes', gives: 'nothing', timeoutMs: 300 },
  { error: 'timeout', when: 'an answer stalls', gives: 'half of it', timeoutMs: 300 },
  { error: 'timeout', when: 'a file is not answered', gives: 'nothing', sends: 'a file', timeoutMs: 300 },
  { error: 'network', when: 'the line breaks', gives: 'a line that breaks' },
  { error: 'network', when: 'the line breaks in an answer', gives: 'half of it, and a line that breaks' },
  { error: 'network', when: 'the line breaks under a file', gives: 'a line that breaks', sends: 'a file' },
  {
    error: 'protocol',
    when: 'the address is none of the web',
    gives: 'nothing',
    base: 'htps://souk.example',
  },
  {
    error: 'protocol',
    when: 'a file goes to such an address',
    gives: 'nothing',
    sends: 'a file',
    base: 'x:/',
  },
  { error: 'cancelled', when: 'its screen is left', gives: 'nothing', ends: 'by leaving' },
  { error: 'cancelled', when: 'its screen is left in an answer', gives: 'half of it', ends: 'by leaving' },
  {
    error: 'cancelled',
    when: 'a file’s screen is left',
    gives: 'nothing',
    sends: 'a file',
    ends: 'by leaving',
  },
  // Chromium's fetch says no more than that; its older way says who stopped it.
  { error: 'network', when: 'the browser is stopped in an answer', gives: 'half of it', ends: 'by stopping' },
  {
    error: 'aborted',
    when: 'the browser is stopped under a file',
    gives: 'nothing',
    sends: 'a file',
    ends: 'by stopping',
  },
  { error: 'status', when: 'a proxy answers', gives: 'a page of a proxy' },
  { error: 'status', when: 'a proxy answers a file', gives: 'a page of a proxy', sends: 'a file' },
];

let server: ReturnType<typeof createServer>;
let browser: Browser;
let page: Page;
let gives: Given;
/** Settles when the server has answered; `left` settles when it notices that the client has gone. */
let asked: Promise<{ left: Promise<void> }>;
let hear: (heard: { left: Promise<void> }) => void;

beforeAll(async () => {
  const stdin = {
    contents: `export * from './src/data/api.ts'; export * from './src/data/config.ts'`,
    resolveDir: projectDir,
  };
  const [script] = (await build({ stdin, bundle: true, format: 'iife', globalName: 'data', write: false }))
    .outputFiles;
  const serve: RequestListener = (request, answer) => {
    if (request.method === 'GET' && request.url === '/') {
      answer.setHeader('content-type', 'text/html');
      return answer.end(`<!doctype html><link rel="icon" href="data:,"><script>${script?.text}</script>`);
    }
    // Its body first: what breaks, breaks in the answer.
    request.resume().on('end', () => {
      const left = new Promise<void>((resolve) => answer.on('close', resolve));
      answers[gives](answer);
      hear({ left });
    });
  };
  server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  browser = await sharedBrowser();
  // Each case is about what a browser calls an error.
  ({ page } = await openPage(browser, { expected: /./ }));
});
afterAll(async () => {
  server?.closeAllConnections();
  await new Promise((resolve) => server?.close(resolve));
});
beforeEach(async () => {
  asked = new Promise((resolve) => {
    hear = resolve;
  });
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});

/** Begins the call in the page, where it is stopped by `window.leave`; gives what it fails with. */
const begin = ({ base = '/api', timeoutMs = 15_000, sends }: Case) =>
  page.evaluate(
    async ({ base, timeoutMs, sends }) => {
      const leaving = new AbortController();
      Object.assign(window, { leave: () => leaving.abort() });
      data.configure({ api: base, timeoutMs });
      const { signal } = leaving;
      const file = new File(['x'.repeat(100_000)], 'logo.png', { type: 'image/png' });
      const answer = sends
        ? data.call(
            'POST /v1/upload/{type}',
            { type: 'logo', file } as never,
            { signal, onProgress() {} } as never,
          )
        : data.call('POST /v1/store/info', {}, { signal });
      return answer.then(
        () => 'answered',
        (error) => [error.name, error.code],
      );
    },
    { base, timeoutMs, sends },
  );

describe('a call in a browser', () => {
  test.each(cases.map((one) => [one.error, one.when, one] as const))(
    'fails as %s where %s',
    async (error, _, one) => {
      gives = one.gives;
      const failed = begin(one);
      if (one.ends) {
        const { left } = await asked;
        await page.evaluate(one.ends === 'by stopping' ? 'window.stop()' : 'leave()');
        // The server stops working for a client that has gone.
        await left;
      }
      expect(await failed).toEqual(['ApiError', error]);
    },
  );
});

test('every error of the client is met in a browser', () => {
  expect([...new Set(cases.map(({ error }) => error))].sort()).toEqual([...clientErrors].sort());
});
