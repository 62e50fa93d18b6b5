import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { acceptToken } from '../../../src/data/accept-token.ts';
import { hasToken, me, session, storedToken } from '../../../src/data/session.ts';
import { storeResource } from '../../../src/data/store.ts';
import NotFound from '../../../src/screens/session/not-found.tsx';
import { day } from '../../../src/server/platform/clock.ts';
import { inTransaction } from '../../../src/server/platform/database/transaction.ts';
import { shops, users } from '../../../src/server/schema.ts';
import { restrict } from '../../../src/server/shops/restrictions/restrict.ts';
import { followRefusals } from '../../../src/shell/refusals.ts';
import { viewOf } from '../../../src/shell/view.ts';
import { type Client, startClient } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { switchTo } from '../../ui/draw.tsx';

let client: Client;

beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());
beforeEach(() => {
  leave();
  client.clear();
});
afterEach(() => {
  switchTo('en');
  vi.unstubAllGlobals();
});

const screens = { '/404': NotFound, '/nowhere': NotFound, '/shopCenter': () => <h1>Store</h1> };
const at = (url: string) => open(url, screens);
const links = (page: ReturnType<typeof at>) =>
  page.all('link').map((one) => [one.textContent, one.getAttribute('href')]);

const lateOrders = [
  'orders weren’t processed in time',
  'your shop is temporarily closed',
  'contact customer service',
  'so that your shop’s credit score isn’t harmed',
];

const operatorFields = {
  licence: null,
  address: null,
  complaint: null,
  hours: null,
  replyTime: null,
  brands: [],
};

describe('the reason', () => {
  test.each([
    ['/nowhere', 'This page doesn’t exist or has moved.'],
    ['/404', 'This page doesn’t exist or has moved.'],
    ['/404?code=999', 'This page doesn’t exist or has moved.'],
    ['/404?code=401', 'You were signed out for your security.'],
    ['/404?code=410', 'This account is closed.'],
    ['/404?code=411', 'Your account is disabled.'],
    ['/404?code=437', 'Your account doesn’t have permission for this page.'],
    ['/404?code=440', 'We couldn’t sign you in. Contact customer service.'],
  ])('is given at %s, with what to do about a shop that was closed over late orders: %s', (url, words) => {
    const page = at(url);
    expect(page.all('heading').at(1)?.textContent).toContain(words);
    for (const part of lateOrders) expect(page.text()).toContain(part);
  });
});

test('a refused sign-in names the operator, where that is known', async () => {
  const data = { ...operatorFields, legalName: 'Fine Stalls Ltd' };
  client.fault('GET /v1/operator', () => Response.json({ code: 200, msg: 'ok', data }));
  await at('/404?code=440').says('\u2068Fine Stalls Ltd\u2069 has blocked sign-in for this account.');
});

describe('the ways on', () => {
  test('are to sign in and to write to customer service for a person who is signed out', () => {
    const page = at('/404?code=401');
    expect(links(page)).toEqual([
      ['Sign in again', '/login?again=1'],
      ['Contact customer service', '/service'],
    ]);
    page.get('button', 'Back');
    expect(page.all('.primary').map((one) => one.textContent)).toEqual(['Sign in again']);
  });

  test('lead first to the shop for a person who is signed in', async () => {
    await client.signIn(await client.server.addUser());
    const page = at('/404?code=437');
    expect(links(page)).toEqual([
      ['Go to Store', '/shopCenter'],
      ['Sign in again', '/login'],
      ['Contact customer service', '/service'],
    ]);
    expect(page.all('.primary').map((one) => one.textContent)).toEqual(['Go to Store']);
  });

  test.each([
    ['https://help.example/chat', 'https://help.example/chat'],
    ['tel:+97141234567', 'tel:+97141234567'],
    ['', '/service'],
    ['javascript:alert(1)', '/service'],
    [' JavaScript:alert(1)', '/service'],
    ['data:text/html,x', '/service'],
    ['//elsewhere.example', '/service'],
  ])('customer service at %o is linked as %s', async (serviceLink, href) => {
    await client.signIn(await client.server.addUser());
    session.value = { status: 'signed-in', me: { ...me.peek(), serviceLink } };
    expect(links(at('/404'))).toContainEqual(['Contact customer service', href]);
  });

  test('back leads to the screen before', async () => {
    const page = at('/shopCenter');
    page.place.route('/404');
    await page.press('button', 'Back');
    await page.find('heading', 'Store');
  });
});

describe('an account that is shut', () => {
  /** Shut out in the middle of the work: the next call leads here. */
  const shutOut = async () => {
    const amina = await client.server.addUser();
    await client.signIn(amina);
    const page = at('/shopCenter');
    const stop = followRefusals(page.place);
    const decision = {
      kind: 'account_disabled',
      facts: 'Two shops share one identity.',
      rule: 'One person, one shop.',
      shopId: amina.shopId,
      actor: 'operator',
      reviewDays: 7,
    } as const;
    await inTransaction(client.server.deps.db, (db) => restrict({ ...client.server.deps, db }, decision));
    await storeResource.refetch();
    await page.find('heading', 'Not available');
    stop();
    return page;
  };

  test('says why, by which rule, until when, and how to object', async () => {
    const page = await shutOut();
    expect(page.place.url.value).toBe('/404?code=411');
    await page.says('Your account is disabled.');
    await page.says('Two shops share one identity.');
    await page.says('One person, one shop.');
    await page.says(/(Until|Review due) Mar 10/);
    expect(page.get('link', 'Appeal').getAttribute('href')).toMatch(/^\/appeal\?ref=/);
    const statement = page.get('link', 'Decision details').getAttribute('href') ?? '';
    const answer = await client.server.app.request(statement);
    expect(await answer.text()).toContain('Two shops share one identity.');
  });

  test.each([
    ['Transactions', /wallet\.csv$/],
    ['Orders', /orders\.csv$/],
    ['All decisions', /statements\.txt$/],
  ])('hands over its records without a sign-in: %s', async (name, file) => {
    const page = await shutOut();
    await page.says('The links work until');
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (url: string) => {
      asked.push(url);
      return client.server.app.request(url);
    });
    const saved: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    await page.press('button', name);
    await eventually(() => expect(saved).toHaveLength(1));
    expect(saved[0]).toMatch(file);
    expect(asked[0]).toContain('&lang=en');
    expect((await client.server.app.request(asked[0] ?? '')).status).toBe(200);
    vi.restoreAllMocks();
  });

  test('says so where a file does not load', async () => {
    const page = await shutOut();
    await page.find('button', 'Orders');
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    await page.press('button', 'Orders');
    await page.says('Couldn’t save the file.');
  });

  test('is explained where the shop is closed, with its files and its appeals', async () => {
    const amina = await client.server.addUser();
    const { db } = client.server.deps;
    const { shopId } = amina;
    const decision = { kind: 'listing', facts: 'A report.', rule: 'Terms 7.', actor: 'operator' } as const;
    await inTransaction(db, (tx) =>
      restrict({ ...client.server.deps, db: tx }, { ...decision, shopId, reviewDays: 7 }),
    );
    await client.signIn(amina);
    const page = at('/shopCenter');
    const stop = followRefusals(page.place);
    const closedAt = client.server.clock.now();
    await db.update(shops).set({ closedAt }).where(eq(shops.id, shopId));
    await db.update(users).set({ status: 'closed' }).where(eq(users.shopId, shopId));

    // A session from before the closing gets the files; the appeals need the password.
    await storeResource.refetch();
    await page.find('button', 'Orders');
    expect(page.place.url.value).toBe('/404?code=410');
    expect(page.all('link', 'Appeal')).toEqual([]);
    expect(page.all('link', 'Go to Store')).toEqual([]);

    session.value = { status: 'signed-out' };
    await expect(client.signIn(amina)).rejects.toMatchObject({ code: 410 });
    const link = await page.find('link', 'Appeal');
    expect(link.getAttribute('href')).toBe('/appeal');
    page.get('button', 'Orders');
    expect(viewOf(session.value, hasToken.value, 'appeal')).toBe('screen');
    expect(viewOf(session.value, hasToken.value, 'wallet')).not.toBe('screen');

    // Kept over a reload, also when the files are gone.
    client.server.clock.advance(31 * day);
    await expect(client.signIn(amina)).rejects.toMatchObject({ code: 410 });
    await acceptToken(storedToken(), 'storage');
    expect(session.value.status).toBe('info-failure');
    await page.find('link', 'Appeal');
    expect(page.all('button', 'Orders')).toEqual([]);
    stop();
  });

  test('shows no reasons where the server sent none', () => {
    expect(
      at('/404?code=411')
        .all('heading')
        .map((one) => one.textContent),
    ).toEqual([
      'Not available',
      'Your account is disabled. Your records stay yours, and you can export them.',
    ]);
  });
});
