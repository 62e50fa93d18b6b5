import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { me, session } from '../../../src/data/session.ts';
import NotHereYet from '../../../src/screens/not-here-yet.tsx';
import NotFound from '../../../src/screens/session/not-found.tsx';
import { type Client, startClient } from '../../harness/client.ts';
import { leave, open } from '../../harness/stage.tsx';

let client: Client;

beforeAll(async () => {
  client = await startClient();
});
afterAll(() => client.close());
beforeEach(() => {
  leave();
  client.clear();
});

const screens = { '/404': NotFound, '/shopCenter': () => <h1>Shop centre</h1>, '/recharge': NotHereYet };
const at = (url: string) => open(url, screens);
const links = (page: ReturnType<typeof at>) =>
  page.all('link').map((one) => [one.textContent, one.getAttribute('href')]);

describe('the reason', () => {
  test.each([
    ['/404', 'This page does not exist, or it has moved.'],
    ['/404?code=999', 'This page does not exist, or it has moved.'],
    ['/404?code=401', 'You have been signed out for safety.'],
    ['/404?code=411', 'Your account is disabled.'],
    ['/404?code=437', 'Your account has no permission for this page.'],
    ['/404?code=440', 'You could not be signed in because a rule of the operator does not allow it.'],
  ])('%s: %s', (url, words) => {
    const [reason, service] = [...at(url).get('main').querySelectorAll('p')].map((one) => one.textContent);
    expect(reason).toContain(words);
    expect(service).toBe(
      'If orders were not processed in time and your shop is temporarily closed, contact online customer service, so that your shop score does not suffer.',
    );
  });
});

describe('the ways on', () => {
  test('are always four; signed out, signing in comes first', () => {
    const page = at('/404?code=401');
    expect(links(page)).toEqual([
      ['Sign in again', '/login'],
      ['Go to the shop centre', '/shopCenter'],
      ['Contact customer service', '/service'],
    ]);
    page.get('button', 'Go back');
    expect(page.all('.primary').map((one) => one.textContent)).toEqual(['Sign in again']);
  });

  test('signed in, the shop comes first', async () => {
    await client.signIn(await client.server.addUser());
    const page = at('/404?code=437');
    expect(links(page)[0]).toEqual(['Go to the shop centre', '/shopCenter']);
    expect(page.all('.primary').map((one) => one.textContent)).toEqual(['Go to the shop centre']);
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

  test('back leads to where one was', async () => {
    const page = at('/shopCenter');
    page.place.route('/404');
    await page.press('button', 'Go back');
    await page.find('heading', 'Shop centre');
  });
});

test('a screen that is not built says so, and leads home', () => {
  const page = at('/recharge');
  page.get('heading', 'Not here yet');
  expect(page.text()).toContain('Nothing you did is lost.');
  expect(page.get('link', 'Go to the shop centre').getAttribute('href')).toBe('/shopCenter');
});
