// Forty orders under one password, in two runs of twenty: at each moment of each run something strikes once, and a person
// who reads the screen and presses what it offers goes on until every order is shown as paid.

import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import en from '../../../locales/en.json';
import { UNITS } from '../../../src/contract/money.ts';
import { audit } from '../../../src/server/audit/audit.ts';
import { inTransaction } from '../../../src/server/platform/database/transaction.ts';
import { orders, sessions, transactions } from '../../../src/server/schema.ts';
import { openSession } from '../../../src/server/shops/sessions/auth.ts';
import { placeOrder } from '../../../src/server/trade/orders/place-order.ts';
import { isFullRun } from '../../harness/full-run.ts';
import { addListed } from '../../harness/market.ts';
import {
  password,
  payPassword,
  startTestServer,
  type TestServer,
  type TestUser,
} from '../../harness/server.ts';

const kinds = [
  'no answer comes',
  'the server is killed',
  'the device is offline',
  'the page is reloaded',
  'the session expires',
] as const;
/** On the way: a call whose answer does not come in time is late itself, and arrives when the next one is sent. */
const moments = ['while it is quoted', 'while its payment is on the way', 'after it is paid'] as const;
interface Point {
  kind: (typeof kinds)[number];
  moment: (typeof moments)[number];
  run: number;
}
const allPoints: Point[] = kinds.flatMap((kind) =>
  moments.flatMap((moment) => [1, 2].map((run) => ({ kind, moment, run }))),
);
/** Per commit, of each kind one that is paid without an answer, and one of which it is unknown whether it arrives. */
const points = allPoints.filter(
  ({ moment, run }) =>
    isFullRun ||
    (run === 2 && moment === 'after it is paid') ||
    (run === 1 && moment === 'while its payment is on the way'),
);

const count = 40;
const cost = 12n * UNITS;

let server: TestServer;
/** Calls that the server works on: no time is skipped meanwhile. */
let working = 0;
let leavePage = () => {};

beforeAll(async () => {
  server = await startTestServer('pglite');
});
afterAll(async () => {
  expect((await audit(server.deps.db)).findings).toEqual([]);
  await server.close();
});
afterEach(() => {
  leavePage();
  vi.useRealTimers();
});

/** A merchant with orders to pay: every second one by the balance, which has exactly what they cost. */
async function openShop(): Promise<{ user: TestUser; ids: string[] }> {
  sessionStorage.clear();
  localStorage.clear();
  const user = await server.addUser();
  const { id: goodsId } = await addListed(server, user);
  const buy = {
    shopId: user.shopId,
    items: [{ goodsId, quantity: 1 }],
    buyer: 'Layla H.',
    actor: 'test:buyer',
  };
  const rows = await inTransaction(server.deps.db, async (db) => {
    const made = [];
    for (let at = 0; at < count; at++) {
      const payment = { paymentReference: `${user.shopId}_${at}`, paymentRef: 'Card •••• 4242' };
      const funding = at % 2 ? { wallet: 'held_until_delivery' } : {};
      made.push(await placeOrder({ ...server.deps, db }, { ...buy, ...payment, ...funding }));
    }
    return made;
  });
  await server.fund(user.shopId, (cost * BigInt(count)) / 2n);
  return { user, ids: rows.map(({ id }) => id) };
}

const hang = () => new Promise<never>(() => {});
const refuse = () => Promise.reject(new TypeError('Failed to fetch'));

/** Opens the list of orders in an app of its own on this tab, between whose calls and the server a point strikes once. */
async function openPage(user: TestUser, point?: Point) {
  vi.resetModules();
  const [{ render }, { createElement }, { App }, { routes }, { createNavigator }, { memoryHistory }] =
    await Promise.all([
      import('react-dom'),
      import('react'),
      import('../../../src/app.tsx'),
      import('../../../src/routes.tsx'),
      import('../../../src/location.ts'),
      import('../../../src/shell/memory-history.ts'),
    ]);
  const [
    { DeferredShell },
    { configure },
    { online },
    { acceptToken },
    { storedToken },
    { personVersion },
    texts,
  ] = await Promise.all([
    import('../../../src/shell/load-deferred-shell.ts'),
    import('../../../src/data/config.ts'),
    import('../../../src/data/online.ts'),
    import('../../../src/data/accept-token.ts'),
    import('../../../src/data/session.ts'),
    import('../../../src/data/person.ts'),
    import('../../../src/lang/index.ts'),
  ]);
  texts.configureTexts({ load: () => Promise.resolve({}), langs: ['en'] });
  for (const part of ['first', 'main', 'rest'] as const)
    texts.addTexts('en', part, part === 'first' ? en : {});

  const page = { isGone: false, isStruck: false, isSending: false };
  let isDown = false;
  let late: (() => Promise<Response>) | undefined;
  const asked = { quote: 0, pay: 0 };
  const root = document.createElement('div');
  document.body.replaceChildren(root);
  leavePage = () => {
    page.isGone = true;
    // What still runs of a page that was left writes nothing into the tab.
    personVersion.value++;
    render(null, root);
  };
  const expire = () =>
    server.deps.db
      .update(sessions)
      .set({ expiresAt: server.clock.now() })
      .where(eq(sessions.userId, user.userId));

  /** What becomes of the call that is struck: `pass` lets the server do it. */
  async function strike({ kind, moment }: Point, pass: () => Promise<Response>): Promise<Response> {
    page.isStruck = true;
    const isOnTheWay = moment === 'while its payment is on the way';
    if (moment === 'after it is paid') await pass();
    if (kind === 'no answer comes') {
      if (isOnTheWay) late = pass;
      return hang();
    }
    if (kind === 'the page is reloaded') {
      if (isOnTheWay) void pass();
      leavePage();
      return hang();
    }
    if (kind === 'the session expires') {
      await expire();
      return moment === 'after it is paid' ? refuse() : pass();
    }
    isDown = true;
    if (kind === 'the device is offline') online.value = false;
    return refuse();
  }

  async function fetch(url: string, init?: RequestInit): Promise<Response> {
    if (page.isGone) return hang();
    if (isDown) return refuse();
    const { signal: _, ...request } = init ?? {};
    const pass = async () => {
      working++;
      return Promise.resolve(server.app.request(url, request)).finally(() => working--);
    };
    const { pathname } = new URL(url);
    const isQuote = page.isSending && pathname.endsWith('/order/pay/amount');
    const isPay = pathname.endsWith('/order/pay');
    if (isPay && late) {
      const arrival = late();
      late = undefined;
      await arrival;
    }
    if (isQuote) asked.quote++;
    if (isPay) asked.pay++;
    const isHit =
      point?.moment === 'while it is quoted'
        ? isQuote && asked.quote === point.run
        : isPay && asked.pay === point?.run;
    return point && isHit && !page.isStruck ? strike(point, pass) : pass();
  }
  configure({
    api: `${location.origin}/api`,
    timeoutMs: 15_000,
    lang: () => 'en',
    signInTokenStorage: 'local',
    fetch,
  });

  const nav = createNavigator({ history: memoryHistory(), root });
  nav.route('/orderList', true);
  const { orderList, login } = routes;
  await Promise.all([DeferredShell, orderList.screen, login.screen].map((part) => part.preload()));
  render(createElement(App, { nav, root, chrome: 'page' }), root);
  await acceptToken(storedToken(), 'storage');

  const all = <T extends HTMLElement>(selector: string) => [...root.querySelectorAll<T>(selector)];
  const button = (name: string, place = 'dialog') =>
    all(`${place} button`).find(({ textContent }) => textContent === name);
  const field = (selector: string) => all<HTMLInputElement>(selector)[0];
  const type = (into: HTMLInputElement | undefined, text: string) => {
    if (!into) throw new Error(`Nothing takes "${text}" in ${root.innerHTML}`);
    into.value = text;
    into.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const submit = (form: string) =>
    all(form)[0]?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  return Object.assign(page, {
    all,
    button,
    field,
    async pay() {
      await until(() => field('dialog [type=password]'));
      page.isSending = true;
      type(field('dialog [type=password]'), payPassword);
      // The button takes the password once it is drawn with it.
      await until(() => all('dialog [type=submit]:not([aria-disabled])').length > 0);
      const before = asked.quote;
      submit('dialog form');
      await until(() => asked.quote > before);
    },
    async signIn() {
      type(field('[name=username]'), user.username);
      type(field('[name=password]'), password);
      submit('form');
      await until(() => !field('[name=username]'));
    },
    /** Ends what struck: the server is back, and the device is online. */
    restore() {
      if (!isDown) return;
      isDown = false;
      online.value = true;
      dispatchEvent(new Event('online'));
    },
  });
}
type Page = Awaited<ReturnType<typeof openPage>>;

const tick = globalThis.setTimeout;
/** Waits until `look` finds something; `skipMs` is how much time passes at each look, while nothing is worked on. */
async function until<T>(look: () => T, skipMs = 0): Promise<NonNullable<T>> {
  for (let turn = 0; turn < 4_000; turn++) {
    const found = look();
    if (found) return found;
    await new Promise((done) => tick(done, 2));
    if (skipMs && working === 0) await vi.advanceTimersByTimeAsync(skipMs);
  }
  throw new Error(`This did not come: ${look} in ${document.body.textContent}`);
}

type Offer = 'signIn' | 'password' | 'checkAgain' | 'receipt' | 'reload';

/** What a page offers once nothing is under way any more. */
function offerOf(page: Page): Offer | undefined {
  if (page.isGone) return 'reload';
  if (page.field('[name=username]')) return 'signIn';
  if (page.button('Done')) return 'receipt';
  if (page.button('Check again')) return 'checkAgain';
  if (page.field('dialog [type=password]') && page.all('dialog [aria-busy]').length === 0) return 'password';
  return undefined;
}

/** What a receipt says of each of its orders, by number: those that are paid have their cost alone. */
const shownOn = (page: Page) =>
  new Map(
    page.all('dialog li').map((row) => {
      const no = row.querySelector('a')?.getAttribute('aria-label')?.split(', ').at(-1) ?? '';
      const [, note] = (row.textContent ?? '').split('$12.00');
      return [no, note];
    }),
  );

/** Does what a page offers; returns the page that is open then. */
async function follow(offer: Offer, page: Page, user: TestUser): Promise<Page> {
  if (offer === 'reload') return openPage(user);
  if (offer === 'signIn') await page.signIn();
  if (offer === 'checkAgain') page.button('Check again')?.click();
  if (offer === 'password') await page.pay();
  if (offer === 'receipt' && page.button('Try again')) {
    page.button('Try again')?.click();
    await page.pay();
  }
  return page;
}

test.each(points)(
  '40 orders are paid once each and shown as paid, though $kind $moment in run $run',
  async (point) => {
    const { user, ids } = await openShop();
    const { token } = await openSession(server.deps, user.userId);
    localStorage.setItem('token', token);
    const statusesOf = async () => {
      const rows = await server.deps.db.select().from(orders).where(eq(orders.shopId, user.shopId));
      return new Map(rows.map(({ no, status }) => [no, status]));
    };

    let page = await openPage(user, point);
    (await until(() => page.button(`Pay $${(cost * BigInt(count)) / UNITS}.00`, 'main'))).click();
    await until(() => page.field('dialog [type=password]'));
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
    await page.pay();

    const paid = new Set<string>();
    for (let turn = 0; paid.size < count; turn++) {
      expect(turn, 'turns').toBeLessThan(6);
      const offer = await until(() => offerOf(page), 250);
      page.restore();
      if (offer === 'receipt') {
        const statuses = await statusesOf();
        for (const [no, shown] of shownOn(page)) {
          expect(shown, no).toBe(
            statuses.get(no) === 'to_be_shipped' ? '' : 'Not sent. Nothing was charged.',
          );
          if (shown === '') paid.add(no);
        }
      }
      page = await follow(offer, page, user);
    }
    expect([...paid].sort()).toEqual([...(await statusesOf()).keys()].sort());

    const posted = await server.deps.db.select().from(transactions).where(eq(transactions.kind, 'order_pay'));
    expect(posted.filter(({ ref }) => ref !== null && ids.includes(ref))).toHaveLength(count);
    expect(await user.held('available')).toBe(0n);
  },
);
