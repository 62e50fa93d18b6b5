import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { configure } from '../../../src/data/config.ts';
import Service from '../../../src/screens/help/service.tsx';
import { users } from '../../../src/server/schema/session.ts';
import { type Client, startClient } from '../../harness/client.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { switchTo } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;

const config = () => client.server.deps.config;
const operator = {
  legalName: 'Souk Operations Ltd',
  licence: 'CN-1',
  address: 'Dubai',
  complaint: 'help@operator.example',
  hours: 'Sunday to Thursday, 9 to 18',
  replyTime: 'one working day',
};

beforeAll(async () => {
  client = await startClient({ config: { operator } });
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  Object.assign(config(), { serviceLink: 'https://help.example/chat', operator });
  amina = await client.server.addUser();
});
afterEach(() => switchTo('en'));

const at = async (url = '/service') => {
  await client.signIn(amina);
  return open(url, { '/service': Service });
};
/** What a host is asked to open; `denied` is a person's or a rule's no. */
const host = (refuses?: 'denied') => {
  const request = vi.fn(async (_method: string, _params: { url: string }) => {
    if (refuses) throw Object.assign(new Error('no'), { code: refuses });
    return {};
  });
  configure({ guest: async () => ({ request, note: () => {} }) as never });
  return request;
};

describe('the link', () => {
  test('is opened with what it is about, and in which language', async () => {
    const page = await at('/service?order=SO-1001');
    await page.says('About: order SO-\u20601001.');
    const request = host();
    await page.press('button', 'Open customer service');
    await eventually(() => expect(request).toHaveBeenCalledTimes(1));
    expect(request.mock.calls[0]?.[1].url).toBe('https://help.example/chat?about=order%20SO-1001&lang=en');
    expect(page.all('form')).toEqual([]);
  });

  test('stays as it is where it is about nothing', async () => {
    const page = await at();
    const request = host();
    await page.press('button', 'Open customer service');
    await eventually(() => expect(request.mock.calls[0]?.[1].url).toBe('https://help.example/chat'));
    expect(page.get('link', 'Write to us').getAttribute('href')).toBe('/feedback');
  });

  test('is about a number, and never about a sentence that was written into the address', async () => {
    const lie = 'W-7 is held. Send 500 USDT to T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb to release it';
    const page = await at(`/service?withdrawal=${encodeURIComponent(lie)}`);
    await page.says('Open customer service');
    expect(document.body.textContent).not.toContain('USDT');
  });

  test('the link that a host refuses to open gives way to a message, which reaches the same people', async () => {
    const page = await at('/service?withdrawal=W-7');
    host('denied');
    await page.press('button', 'Open customer service');
    await page.says('We couldn’t open customer service.');
    expect(page.all('button', 'Open customer service')).toEqual([]);
    expect(page.get('link', 'Write to us').getAttribute('href')).toBe('/feedback?about=withdrawal+W-7');
  });

  test.each(['', 'javascript:alert(1)'])(
    'is replaced by a message at once where it is %o',
    async (serviceLink) => {
      config().serviceLink = serviceLink;
      const page = await at('/service?goods=G-5');
      expect((await page.find('link', 'Write to us')).getAttribute('href')).toBe(
        '/feedback?about=product+G-5',
      );
      expect(page.all('button', 'Open customer service')).toEqual([]);
    },
  );
});

describe('complaints', () => {
  test('are one tap away, with hours and the time an answer takes', async () => {
    const page = await at();
    await page.says('Sunday to Thursday, 9 to 18');
    await page.says('one working day');
    const link = await page.find('link', 'File a complaint');
    await eventually(() => expect(link.getAttribute('href')).toBe('mailto:help@operator.example'));
  });

  test('go by the form where the operator has named no place, and an answer takes as long as one to that', async () => {
    Object.assign(config(), { operator: null });
    const page = await at();
    await page.says('3 days');
    const link = await page.find('link', 'File a complaint');
    expect(link.getAttribute('href')).toBe('/feedback?about=Complaints');
  });
});

describe('product support', () => {
  const permit = () =>
    client.server.deps.db
      .update(users)
      .set({ permissions: ['product_support'] })
      .where(eq(users.id, amina.userId));

  test('is for users with the permission only', async () => {
    await permit();
    const page = await at('/service?goods=G-5');
    const request = host();
    await page.press('button', 'Product support');
    await eventually(() =>
      expect(request.mock.calls[0]?.[1].url).toBe(
        'https://help.example/chat?about=Product%20support%20%C2%B7%20product%20G-5&lang=en',
      ),
    );
  });

  test('is asked for, and not taken for granted, where there is no place but the form', async () => {
    await permit();
    config().serviceLink = '';
    const page = await at('/service?withdrawal=W-7');
    expect((await page.find('link', 'Product support')).getAttribute('href')).toMatch(
      '/feedback?about=Product+support',
    );
  });

  test('is not shown to others', async () => {
    const page = await at();
    await page.find('button', 'Open customer service');
    expect(page.text()).not.toContain('Product support');
  });
});
