// Forty orders under one password, struck in the second run after it is paid, where the next try could pay twice: a page that is opened anew is a new app on the same tab.

import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { UNITS } from '../../src/contract/money.ts';
import type { CommandResult } from '../../src/data/command.ts';
import type { OrderOutcome, PaidRound } from '../../src/data/pay-round.ts';
import { audit } from '../../src/server/audit/audit.ts';
import { orders, sessions, transactions } from '../../src/server/schema.ts';
import { openSession } from '../../src/server/shops/sessions/auth.ts';
import { addListed, place } from '../harness/market.ts';
import { payPassword, startTestServer, type TestServer, type TestUser } from '../harness/server.ts';

const kinds = [
  'the answer is lost',
  'the server is killed',
  'the device is offline',
  'the page is reloaded',
  'the token ends',
] as const;
const moments = ['while it is quoted', 'before it arrives', 'after it is paid'] as const;
type Kind = (typeof kinds)[number];
interface Point {
  kind: Kind;
  moment: (typeof moments)[number];
  run: number;
}
const points: Point[] = kinds.map((kind) => ({ kind, moment: 'after it is paid', run: 2 }));

const count = 40;
const cost = 12n * UNITS;

let server: TestServer;
let user: TestUser;
let goodsId: string;
let ids: string[];
/** Calls that the server works on: no time passes meanwhile. */
let working = 0;

beforeAll(async () => {
  server = await startTestServer('pglite');
  user = await server.addUser();
  goodsId = (await addListed(server, user)).id;
});
afterAll(() => server.close());
beforeEach(async () => {
  sessionStorage.clear();
  localStorage.clear();
  ids = [];
  // Every second one by the balance, which has exactly what they cost.
  for (let made = 0; made < count; made++)
    ids.push((await place(server, user, goodsId, made % 2 ? { wallet: 'held_until_delivery' } : {})).id);
  await server.fund(user.shopId, (cost * BigInt(count)) / 2n);
});

const hang = () => new Promise<never>(() => {});

/** The app in a page of its own, between whose calls and the server the fault of a point strikes once. */
async function openPage(point?: Point) {
  vi.resetModules();
  const [{ configure }, { online }, { acceptToken }, round, quotes, { personVersion }] = await Promise.all([
    import('../../src/data/config.ts'),
    import('../../src/data/online.ts'),
    import('../../src/data/accept-token.ts'),
    import('../../src/data/pay-round.ts'),
    import('../../src/data/round-quote.ts'),
    import('../../src/data/person.ts'),
  ]);
  let isDown = false;
  let isGone = false;
  let isStruck = false;
  const asked = { quote: 0, pay: 0 };
  let leave = () => {};
  const left = new Promise<undefined>((resolve) => {
    leave = () => {
      isGone = true;
      // What still runs of a page that was left writes nothing into the tab.
      personVersion.value++;
      resolve(undefined);
    };
  });
  const refuse = () => {
    throw new TypeError('Failed to fetch');
  };
  const endSession = () => server.deps.db.delete(sessions).where(eq(sessions.userId, user.userId));
  const strike: Record<Kind, (pass: () => Promise<Response>, isDone: boolean) => Promise<Response>> = {
    'the answer is lost': hang,
    'the server is killed': async () => {
      isDown = true;
      return refuse();
    },
    'the device is offline': async () => {
      isDown = true;
      online.value = false;
      return refuse();
    },
    'the page is reloaded': () => {
      leave();
      return hang();
    },
    'the token ends': async (pass, isDone) => {
      await endSession();
      return isDone ? refuse() : pass();
    },
  };
  const fetch = async (url: string, init?: RequestInit): Promise<Response> => {
    if (isGone) return hang();
    if (isDown) return refuse();
    const { signal: _, ...request } = init ?? {};
    const pass = async () => {
      working++;
      const answer = Promise.resolve(server.app.request(url, request));
      return answer.finally(() => working--);
    };
    const { pathname } = new URL(url);
    const isQuote = pathname.endsWith('/order/pay/amount');
    const isPay = pathname.endsWith('/order/pay');
    if (isQuote && page.isSending) asked.quote++;
    if (isPay) asked.pay++;
    const isHit =
      point?.moment === 'while it is quoted'
        ? isQuote && asked.quote === point.run
        : isPay && asked.pay === point?.run;
    if (!point || !isHit || isStruck) return pass();
    isStruck = true;
    const isDone = point.moment === 'after it is paid';
    if (isDone) await pass();
    return strike[point.kind](pass, isDone);
  };
  configure({ api: `${location.origin}/api`, timeoutMs: 15_000, fetch });
  const page = {
    round,
    left,
    isSending: false,
    isStruck: () => isStruck,
    /** Ends what struck: the server is back, the device is online, the person has signed in again. */
    async restore() {
      isDown = false;
      online.value = true;
      const { token } = await openSession(server.deps, user.userId);
      await acceptToken(token, 'sign-in');
      dispatchEvent(new Event('online'));
    },
    async pay(some: readonly string[]): Promise<CommandResult<PaidRound> | undefined> {
      await quotes.roundQuoteResource.refetch(some);
      const quote = quotes.roundQuoteResource.peek(some).data;
      if (!quote) throw new Error('no quote');
      expect(quote.later).toEqual([]);
      page.isSending = true;
      const sent = quote.now.map((line) => ({ ...line, no: line.id, name: line.id }));
      return Promise.race([round.roundPayment.send({ orders: sent, payPassword }), left]);
    },
  };
  await page.restore();
  return page;
}

/** Lets minutes pass while nothing is worked on. */
const passTime = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const steps = setInterval(() => working === 0 && vi.advanceTimersByTime(250), 2);
  return () => {
    clearInterval(steps);
    vi.useRealTimers();
  };
};

const statusesOf = async () => {
  const rows = await server.deps.db.select().from(orders).where(eq(orders.shopId, user.shopId));
  return new Map(rows.map(({ id, status }) => [id, status]));
};

/** What is said of each order is so. */
async function expectTrue(outcomes: readonly OrderOutcome[]) {
  const statuses = await statusesOf();
  const said = outcomes.map(({ id, end }) => [id, end]);
  const true_ = outcomes.map(({ id }) => [id, statuses.get(id) === 'pending_payment' ? 'unsent' : 'paid']);
  expect(said).toEqual(true_);
}

test.each(points)('40 orders are paid once each, though $kind $moment in run $run', async (point) => {
  let page = await openPage(point);
  const stop = passTime();
  try {
    let asked = ids;
    let result = await page.pay(asked);
    expect(page.isStruck()).toBe(true);
    if (!result) {
      page = await openPage();
      expect(page.round.roundPayment.isPending()).toBe(true);
      result = await page.round.roundPayment.resume();
    }
    for (let turn = 0; asked.length > 0; turn++) {
      expect(turn, 'ends').toBeLessThan(5);
      await page.restore();
      if (result?.state === 'unknown') {
        result = await page.round.roundPayment.resume();
        continue;
      }
      if (result?.state === 'done') {
        const { orders: outcomes } = result.output;
        expect(outcomes.map(({ id }) => id).sort()).toEqual([...asked].sort());
        await expectTrue(outcomes);
        page.round.closeRound();
        asked = outcomes.filter(({ end }) => end !== 'paid').map(({ id }) => id);
      }
      if (asked.length > 0) result = await page.pay(asked);
    }
  } finally {
    stop();
  }
  const statuses = await statusesOf();
  expect(ids.map((id) => statuses.get(id))).toEqual(ids.map(() => 'to_be_shipped'));
  const paid = await server.deps.db.select().from(transactions).where(eq(transactions.kind, 'order_pay'));
  expect(paid.filter(({ ref }) => ref !== null && ids.includes(ref))).toHaveLength(count);
  expect(await user.held('available')).toBe(0n);
  expect((await audit(server.deps.db)).findings).toEqual([]);
});
