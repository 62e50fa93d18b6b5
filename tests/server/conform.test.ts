import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fetch, Server } from '../../src/conform/ask.ts';
import { conform } from '../../src/conform/conform.ts';
import { requireSelection } from '../../src/conform/only.ts';
import { lineOf, reportOf, verdictOf } from '../../src/conform/report.ts';
import { callNames } from '../../src/contract/calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../harness/server.ts';
import { bareServer } from './bare/bare-server.ts';
import { bareShop } from './bare/bare-shop.ts';

const merchantToken = 'a-merchant';
const faultsIn = (findings: Awaited<ReturnType<typeof conform>>) =>
  findings.filter(({ faults }) => faults.length > 0).map(lineOf);

describe('our own server', () => {
  let souk: TestServer;
  let user: TestUser;
  let server: Server;
  beforeAll(async () => {
    souk = await startTestServer('postgres');
    user = await souk.addUser();
    server = { url: '/api', fetch: (url, init) => souk.app.request(url, init) };
  });
  afterAll(() => souk.close());

  test('conforms to the contract', async () => {
    const findings = await conform(server, user.token);
    expect(findings.filter(({ unstated, mismatched }) => unstated.length + mismatched.length > 0)).toEqual(
      [],
    );
    expect(faultsIn(findings)).toEqual([]);
    expect(findings.flatMap(({ unknown }) => unknown)).toEqual([]);
    expect(verdictOf(findings)).toBe('conforms to the contract');
  });
});

describe('a server of the specification alone', () => {
  const started = async () => {
    const shop = bareShop();
    const heard: string[] = [];
    const token = merchantToken;
    shop.tokens.add(token);
    const listening = bareServer(
      shop,
      (_, response) => response.writeHead(404).end(),
      (name) => heard.push(name),
    );
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const { port } = listening.address() as AddressInfo;
    const url = `http://127.0.0.1:${port}/api`;
    return { shop, token, url, heard, [Symbol.dispose]: () => listening.close() };
  };

  /** The same server, except for one path's answer to signed-in users. */
  const planted =
    (path: string, answer: () => Response): Fetch =>
    (url, init) =>
      url.endsWith(path) && new Headers(init.headers).get('authorization') === merchantToken
        ? answer()
        : fetch(url, init);

  test('conforms to the specification, says what is missing, and is left as it was', async () => {
    using bare = await started();
    const before = structuredClone([bare.shop.wallet, bare.shop.orders, [...bare.shop.showcase]]);
    const findings = await conform({ url: bare.url, fetch }, bare.token);
    expect(faultsIn(findings)).toEqual([]);
    expect(verdictOf(findings)).toMatch(
      /^conforms to the specification; not stated: \d+ fields of \d+ calls; /,
    );
    const lines = reportOf(findings);
    expect(lines[0]).toMatch(/^\d+ of \d+ calls are there, 0 of them with faults\.$/);
    expect(lines[1]).toMatch(/^added routes not there: .*\bPOST \/v1\/quote\b/);
    expect(lines).toContain('POST /v1/ad/pay: ok (it writes: only its refusals were asked for)');
    expect(lines).toContain('POST /v1/home/qa_detail: ok (nothing listed to ask it for)');
    expect(lines.find((line) => line.startsWith('POST /v1/user/wallet:'))).toMatch(
      /not stated: .*\bcurrency\b/,
    );
    expect(lines.find((line) => line.startsWith('POST /v1/order/list:'))).toMatch(
      /mismatched: .*list\[\]\.status is "\w+", a word of its own/,
    );
    expect([bare.shop.wallet, bare.shop.orders, [...bare.shop.showcase]]).toEqual(before);
  });

  /** The same server, except for one path's answer to every caller. */
  const replaced =
    (path: string, answer: () => Response): Fetch =>
    (url, init) =>
      url.endsWith(path) ? answer() : fetch(url, init);

  test.each([
    ['HTTP 404 and an envelope', () => Response.json({ code: 404, msg: 'no' }, { status: 404 })],
    ['an envelope', () => Response.json({ code: 404, msg: 'no' })],
    ['a page', () => new Response('<h1>Not found</h1>', { status: 404 })],
  ])('may lack the route of the operator, and say so by %s', async (_, answer) => {
    using bare = await started();
    const findings = await conform({ url: bare.url, fetch: replaced('/v1/operator', answer) }, bare.token);
    expect(faultsIn(findings)).toEqual([]);
    expect(findings.find(({ name }) => name === 'GET /v1/operator')?.isAbsent).toBe(true);
  });

  test('has one fault for each path that it lacks', async () => {
    using bare = await started();
    const gone = ['/v1/user/wallet', '/v1/order/pay', '/login', '/v1/home/qa'];
    const without: Fetch = (url, init) =>
      gone.some((path) => url.endsWith(path)) ? new Response('Not found', { status: 404 }) : fetch(url, init);
    const findings = await conform({ url: bare.url, fetch: without }, bare.token);
    expect(faultsIn(findings).sort()).toEqual([
      'POST /login: FAULT: the path is not there',
      'POST /v1/home/qa: FAULT: the path is not there',
      'POST /v1/order/pay: FAULT: the path is not there',
      'POST /v1/user/wallet: FAULT: the path is not there',
    ]);
    expect(verdictOf(findings)).toBe('does not conform (4 faults)');
    const folded = reportOf(findings).filter((line) => line.startsWith('FAULT: not there: '));
    expect(folded.map((line) => line.split(', ').length)).toEqual([gone.length]);
  });

  test('is shown each amount that it writes as a number, with its value', async () => {
    using bare = await started();
    const wallet = { ...bare.shop.wallet, balance: 12.5 };
    const other = () => Response.json({ code: 200, data: wallet });
    const findings = await conform({ url: bare.url, fetch: planted('/v1/user/wallet', other) }, bare.token);
    const isWallet = requireSelection('/v1/user/wallet');
    const [wallets, ...more] = findings.filter(({ name }) => isWallet(name)).map(lineOf);
    expect(wallets).toContain('balance is 12.5, and not text');
    expect(more).toEqual([]);
  });

  test.each([
    ['POST /v1/order/list', 1],
    ['wallet', 3],
  ])('is asked for a part alone by --only %s', (only, calls) => {
    expect(callNames.filter(requireSelection(only))).toHaveLength(calls);
    expect(() => requireSelection(`${only}s`)).toThrow(`called "${only}s". A call is written`);
  });

  test('is shown which of its fields no client reads, and what they probably are', async () => {
    using bare = await started();
    const { frozenAmount, ...wallet } = bare.shop.wallet;
    const other = () =>
      Response.json({ code: 200, data: { ...wallet, frozen: frozenAmount, colour: 'red' } });
    const findings = await conform({ url: bare.url, fetch: planted('/v1/user/wallet', other) }, bare.token);
    const line = findings.map(lineOf).find((one) => one.startsWith('POST /v1/user/wallet:'));
    expect(line).toContain('fields not known: frozen (is it frozenAmount?), colour');
    const list = findings.map(lineOf).find((one) => one.startsWith('POST /v1/showcase/list:'));
    expect(list ?? '').not.toContain('undefined');
    expect(faultsIn(findings)).toEqual([]);
  });

  test.each([
    ['an HTTP fault', () => Response.json({ code: 500, msg: 'no' }, { status: 500 }), 'HTTP 500'],
    ['no envelope', () => new Response('fine'), 'HTTP 200 without an envelope'],
    ['a code of other calls', () => Response.json({ code: 446 }), "code 446 is not one of this call's"],
    [
      'a field in another shape',
      () => Response.json({ code: 200, data: { unread: ['3'] } }),
      'unread cannot be read',
    ],
  ])('does not conform with %s', async (_, answer, fault) => {
    using bare = await started();
    const findings = await conform({ url: bare.url, fetch: planted('/v1/notify/check', answer) }, bare.token);
    expect(verdictOf(findings)).toMatch(/^does not conform/);
    const lines = faultsIn(findings);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(fault);
  });

  test('does not conform where it answers without a session', async () => {
    using bare = await started();
    const open: Fetch = (url, init) =>
      url.endsWith('/v1/user/wallet')
        ? Response.json({ code: 200, data: bare.shop.wallet })
        : fetch(url, init);
    const findings = await conform({ url: bare.url, fetch: open }, bare.token);
    expect(faultsIn(findings).join()).toContain('without a token: answered 200 in place of a refusal');
    expect(faultsIn(findings).join()).toContain('with an unknown token: answered 200 in place of a refusal');
  });
});
