import { act } from 'preact/test-utils';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { session } from '../../../src/data/session.ts';
import { chooseLang } from '../../../src/lang/index.ts';
import OrderComment from '../../../src/screens/orders/order-comment.tsx';
import type { OrderRow } from '../../../src/server/trade/model/order-row.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import { addListed, drive, place } from '../../harness/market.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import type { TestUser } from '../../harness/server.ts';
import { write } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;
let goodsId: string;

beforeAll(async () => {
  client = await startClient({ timeoutMs: 1500 });
  amina = await client.server.addUser({ username: 'amina' });
  goodsId = (await addListed(client.server, amina)).id;
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  await chooseLang('en');
});

const order = async (status: OrderRow['status'] = 'accepted') =>
  drive(client.server, await place(client.server, amina, goodsId), status);
const say = ({ no }: OrderRow, flags: object) =>
  decide(client.server.deps, 'comment', { order: no, reference: no, ...flags }, 'rosa');
const rated = async (rating: number, text: string) => {
  const about = await order();
  await say(about, { stars: rating, text });
  return about;
};
const at = async (id?: string) => {
  await client.signIn(amina);
  return open(`/orderComment${id ? `?id=${id}` : ''}`, { '/orderComment': OrderComment });
};
const sent = () => client.of('POST /v1/order-comment');
const box = async (page: ReturnType<typeof open>, name: string) =>
  (await page.find('textbox', name)) as HTMLTextAreaElement;

describe('a reply', () => {
  test('is signed by the name of the shop, seen before it is sent, and sent once', async () => {
    const page = await at((await rated(4, 'Soft, and it came fast.')).id);
    await page.says('Soft, and it came fast.');
    expect(page.get('[role=img]').getAttribute('aria-label')).toBe('4 of 5 stars');
    await page.press('button', 'Reply');
    await page.says('Signed: Shop of amina');
    await write(await box(page, 'Your reply'), 'Thank you for your words.');
    await page.press('button', 'Reply');
    await page.says('Your replyThank you for your words.Shop of amina · ');
    expect(page.all('form')).toEqual([]);
    expect(page.all('button', 'Reply')).toEqual([]);
    expect(document.activeElement?.textContent).toMatch('Your replyThank you for your words.');
    expect(sent()).toHaveLength(1);
  });

  test('a reply without a signature or text is refused beside the fields, and not sent', async () => {
    const page = await at((await rated(5, 'Good.')).id);
    await page.press('button', 'Reply');
    await page.press('button', 'Change');
    await write(await box(page, 'Your name'), ' ');
    await page.press('button', 'Reply');
    await page.says('Enter your name.');
    await page.says('Fill this in.');
    expect(sent()).toHaveLength(0);
  });

  test('a reply with an address in it gets a warning, and no refusal', async () => {
    const page = await at((await rated(2, 'Where do I write to?')).id);
    await page.press('button', 'Reply');
    await write(await box(page, 'Your reply'), 'Write to amina@shop.example');
    await page.says('This looks like a phone number or an email address.');
    await page.press('button', 'Reply');
    await page.says('Your replyWrite to amina@shop.example');
  });
});

describe('a saved reply', () => {
  test('fills the form by one press, and is saved and removed there', async () => {
    const page = await at((await rated(5, 'Lovely.')).id);
    await page.press('button', 'Reply');
    expect(page.all('button', 'Save for next time')).toEqual([]);
    await write(await box(page, 'Your reply'), 'Thank you, enjoy it!');
    await page.press('button', 'Save for next time');
    await page.find('button', 'Remove from saved replies');
    await write(await box(page, 'Your reply'), 'Something else');
    await page.press('button', 'Thank you, enjoy it!');
    expect((await box(page, 'Your reply')).value).toBe('Thank you, enjoy it!');
    await page.press('button', 'Remove from saved replies');
    await eventually(() => expect(page.all('button', 'Thank you, enjoy it!')).toEqual([]));
    await page.press('button', 'Reply');
    await page.says('Your replyThank you, enjoy it!');
  });

  test('fills the form of a review of like stars by a press, never by itself, and is sent by another', async () => {
    const rana = await client.server.addUser();
    const listed = await addListed(client.server, rana);
    for (const [stars, text] of [
      ['2', 'Scratched.'],
      ['5', 'Lovely.'],
    ]) {
      const about = await drive(client.server, await place(client.server, rana, listed.id), 'accepted');
      client.server.clock.advance(60_000);
      await say(about, { stars, text });
    }
    await rana.call('POST /v1/reply/add', { text: 'Thank you!', rating: 4 });
    await rana.call('POST /v1/reply/add', { text: 'We are sorry.', rating: 3 });
    await client.signIn(rana);
    const page = open('/orderComment?state=unanswered', { '/orderComment': OrderComment });
    await page.says('Lovely.');
    expect(page.text()).toContain(`${listed.name}SK-`);
    const offered = () => page.all('.chip[type=button]').map((one) => one.textContent);
    await page.find('button', 'Thank you!');
    expect(offered()).toEqual(['Thank you!']);
    expect((await box(page, 'Your reply')).value).toBe('');
    await page.press('button', 'Thank you!');
    expect(sent()).toEqual([]);
    await page.press('button', 'Reply');
    await page.find('radio', 'Unanswered1');
    expect(sent()).toMatchObject([{ body: { content: 'Thank you!' } }]);
    await page.says('Scratched.');
    await page.find('button', 'We are sorry.');
    expect(offered()).toEqual(['We are sorry.']);
    expect((await box(page, 'Your reply')).value).toBe('');
  });

  test('is neither offered nor asked for on a server without the feature', async () => {
    const { id } = await rated(5, 'Fine.');
    await client.signIn(amina);
    session.value = { status: 'signed-in', me: { ...session.value.me, features: ['idempotency'] } };
    const page = open(`/orderComment?id=${id}`, { '/orderComment': OrderComment });
    await page.press('button', 'Reply');
    await write(await box(page, 'Your reply'), 'Thank you.');
    expect(page.all('button', 'Save for next time')).toEqual([]);
    expect(client.of('POST /v1/reply/list')).toEqual([]);
  });
});

describe('the merchant’s own comment', () => {
  test('is sent once, on an order that was accepted', async () => {
    const page = await at((await order()).id);
    await page.says('No reviews yet');
    await write(await box(page, 'Your comment'), 'Enjoy it.');
    expect(page.get('button', 'Publish').closest('.dock')).toBeTruthy();
    await page.press('button', 'Publish');
    await page.says('Your commentEnjoy it.');
    expect(page.all('button', 'Add your comment')).toEqual([]);
  });

  test('is written below what the buyer wrote, once it is asked for', async () => {
    const page = await at((await rated(4, 'Soft.')).id);
    await page.press('button', 'Add your comment');
    await write(await box(page, 'Your comment'), 'Enjoy it.');
    await page.says('Soft.');
    await page.press('button', 'Publish');
    await page.says('Your commentEnjoy it.');
  });

  test('is not offered before the order was accepted', async () => {
    const page = await at((await order('shipped')).id);
    await page.find('heading', 'No reviews yet');
    expect(page.all('button', 'Add your comment')).toEqual([]);
  });

  test('is refused where it was written on another device meanwhile', async () => {
    const { id } = await order();
    const page = await at(id);
    await write(await box(page, 'Your comment'), 'Enjoy it.');
    const by = { orderId: id, content: 'First.', signature: 'Amina' };
    await client.server.call('POST /v1/order-comment', by, amina);
    await page.press('button', 'Publish');
    await page.says('Your commentFirst.');
  });
});

test('the comments of the shop show the mean of what buyers gave, and filters by stars and by what is unanswered', async () => {
  const sara = await client.server.addUser({ username: 'sara' });
  const listed = (await addListed(client.server, sara)).id;
  for (const rating of [5, 5, 2]) {
    const about = await drive(client.server, await place(client.server, sara, listed), 'accepted');
    await say(about, { stars: rating, text: `Given ${rating}` });
  }
  await client.signIn(sara);
  const page = open('/orderComment', { '/orderComment': OrderComment });
  await page.says('Given 2');
  await page.find('radio', 'Unanswered3');
  await page.press('radio', '2 ★1');
  await eventually(() => expect(page.text()).not.toContain('Given 5'));
  await page.says('Given 2');
  const [no] = page.text().match(/SK-\d{8}-\w{8}/) ?? [];
  await page.press('button', `Reply, ${no}`);
  await write(await box(page, 'Your reply'), 'We are sorry.');
  await page.press('button', 'Reply');
  await page.press('radio', 'Unanswered2');
  await eventually(() => expect(page.text()).not.toContain('Given 2'));
  await page.says('Given 5');
  leave();
  // As after a reload: it is drawn before it is known what the server can.
  const known = session.peek();
  session.value = { status: 'starting' };
  const again = open('/orderComment?state=unanswered', { '/orderComment': OrderComment });
  act(() => {
    session.value = known;
  });
  await again.says('Given 5');
  expect(again.text()).not.toContain('Given 2');
  await write(await box(again, 'Your reply'), 'Thank you.');
  await again.press('button', 'Reply');
  await again.find('radio', 'Unanswered1');
  // The next one is open in its turn.
  await eventually(() => expect(again.all('form')).toHaveLength(1));
});

test('comments that do not load say why, and their retry works; Arabic changes all but the buyer’s words', async () => {
  const { id } = await rated(1, 'Not what I ordered.');
  client.fault('GET /v1/order-comment', faults.refusedConnection);
  const page = await at(id);
  await page.find('heading', 'Couldn’t load reviews');
  await page.press('button', 'Try again');
  await page.says('Not what I ordered.');
  await chooseLang('ar');
  await page.says('التقييمات');
  await page.says('Not what I ordered.');
});
