import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import en from '../../locales/en.json';
import { calls } from '../../src/contract/calls.ts';
import { codes } from '../../src/contract/errors.ts';
import { call } from '../../src/data/api.ts';
import { ApiError } from '../../src/data/api-error.ts';
import { currentToken, session } from '../../src/data/session.ts';
import { toasts } from '../../src/data/toast.ts';
import { createNavigator, type Navigator } from '../../src/location.ts';
import { readConfig } from '../../src/server/platform/config/config.ts';
import { silentLog } from '../../src/server/platform/log.ts';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { followRefusals } from '../../src/shell/refusals.ts';
import { type Client, startClient } from '../harness/client.ts';
import { operator } from '../harness/recharging.ts';
import { houseOf, type Reaction } from './catalogue/house.ts';
import { moneyRows } from './catalogue/money-rows.ts';
import { operatorRows, unusedCodes } from './catalogue/operator-rows.ts';
import { shopRows } from './catalogue/shop-rows.ts';
import { signInRows } from './catalogue/sign-in-rows.ts';

const rows = [...shopRows, ...signInRows, ...moneyRows].sort((a, b) => a.code - b.code);
const opsKey = 'the key of the operator of this house';
const here = '/orderList?status=shipped&invite=A%20B+C';

let client: Client;
let place: Navigator;
let stop = () => {};
beforeAll(async () => {
  const { signIn } = readConfig({ NODE_ENV: 'test', SOUK_DEMO: '0' });
  // Faults are what some rows are about.
  client = await startClient({
    log: silentLog,
    config: { operator, opsKey, signIn: { ...signIn, verify: 'after-failures' } },
  });
});
afterAll(() => client.close());
beforeEach(async () => {
  client.clear();
  place = createNavigator({
    history: memoryHistory(),
    root: document.createElement('div'),
    preloadScreen: async () => {},
  });
  const undo = [place.start(), followRefusals(place)];
  stop = () => {
    for (const one of undo) one();
  };
  place.forceRoute(here);
  await vi.waitFor(() => expect(place.url.value).toBe(here));
});
afterEach(() => stop());

const places: Record<Reaction, (code: number) => string> = {
  stays: () => here,
  'sign in': () => here,
  cleared: (code) => `/404?code=${code}`,
  'shut out': (code) => `/404?code=${code}`,
  invited: () => '/invite?status=shipped&invite=A%20B+C',
};

const words: Record<string, string> = { ...en.error, ...en.callError };
const inWords = (text: string, params: Record<string, unknown> = {}) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name) => String(params[name]));
/** The codes with a message of the server. */
const isServers = (code: number) => code === 500 || (code >= 425 && code <= 435);

/** What the app shows and keeps after a refusal. */
async function expectReaction(app: Reaction, refused: ApiError, hadToken: boolean) {
  const code = Number(refused.code);
  await vi.waitFor(() => expect(place.url.value).toBe(places[app](code)));
  const shown = isServers(code) ? refused.message : inWords(words[code] ?? '', refused.params);
  expect(shown).not.toBe('');
  expect(toasts.value.map(({ text, tone }) => [text(), tone])).toEqual([[shown, 'bad']]);
  const isGone = app === 'cleared' || app === 'sign in';
  expect([currentToken() !== null, localStorage.getItem('token') !== null]).toEqual(
    Array(2).fill(hadToken && !isGone),
  );
  expect(localStorage.getItem('ifo') !== null).toBe(hadToken && app !== 'cleared');
  expect(session.value.status === 'signed-in').toBe(hadToken && !isGone);
  expect(refused.retryable).toBe([201, 202, 500, 501].includes(code));
}

describe('a code that a merchant meets', () => {
  test.each(rows.map((row) => [row.code, row.when, row] as const))(
    'is shown as it should be: %i, %s',
    async (code, _, row) => {
      expect(calls[row.call].codes as readonly number[]).toContain(code);
      const user = await client.server.addUser({ username: `amina-${code}` });
      if (!row.signedOut) await client.signIn(user);
      const hadToken = !row.signedOut;
      const before = client.sent.length;
      const refused: unknown = await row.make(houseOf(client, user)).then(
        () => null,
        (error: unknown) => error,
      );
      expect(client.sent.length).toBeGreaterThan(before);
      expect(client.sent.at(-1)?.name).toBe(row.call);
      if (code === codes.ok) {
        expect([refused, toasts.value]).toEqual([null, []]);
        return;
      }
      expect(refused).toBeInstanceOf(ApiError);
      expect((refused as ApiError).code).toBe(code);
      await expectReaction(row.app, refused as ApiError, hadToken);
    },
  );
});

describe('a code of the operator’s side only', () => {
  test.each(operatorRows.map((row) => [row.code, row.when, row] as const))(
    'is shown as it should be: %i, %s',
    async (code, _, row) => {
      const { server } = client;
      const amina = await server.addUser({ username: `amina-${code}` });
      const house = houseOf(client, amina);
      await row.before?.(house);
      const send = () =>
        server.app.request(`/ops/${row.decision}`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'x-ops-key': opsKey,
            'idempotency-key': crypto.randomUUID(),
          },
          body: JSON.stringify(row.flags),
        });
      const answer = (await (await send()).json()) as { code: number; msg: string };
      expect([row.decision, answer.code]).toEqual([row.decision, code]);
      const mayAnswer = Object.entries(calls).filter(([, { codes: own }]) =>
        (own as number[]).includes(code),
      );
      expect(mayAnswer).toEqual([]);

      // If a partner's server sends it to a merchant all the same, its message is shown, and nothing else happens.
      await client.signIn(amina);
      client.fault('POST /v1/user/wallet', send);
      const refused = await call('POST /v1/user/wallet', {}).catch((error: ApiError) => error);
      expect(refused).toMatchObject({ code });
      await expectReaction('stays', refused as ApiError, true);
    },
  );
});

test('every code of the catalogue is in one row, or named with the reason for which the server never gives it', () => {
  const listed = [
    ...[...rows, ...operatorRows].map(({ code }) => code),
    ...Object.keys(unusedCodes).map(Number),
  ];
  expect(listed.sort((a, b) => a - b)).toEqual(Object.values(codes).sort((a, b) => a - b));
});
