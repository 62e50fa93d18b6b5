import { act } from 'preact/test-utils';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { acceptToken } from '../../../src/data/accept-token.ts';
import { configure } from '../../../src/data/config.ts';
import { online } from '../../../src/data/online.ts';
import { channelsResource } from '../../../src/data/recharges.ts';
import { unreadResource } from '../../../src/data/unread.ts';
import { walletFlowResource } from '../../../src/data/wallet.ts';
import Recharge from '../../../src/screens/recharges/recharge.tsx';
import History from '../../../src/screens/withdrawals/history.tsx';
import { restrict } from '../../../src/server/shops/restrictions/restrict.ts';
import { tron } from '../../harness/bank.ts';
import { type Client, faults, startClient } from '../../harness/client.ts';
import { decide } from '../../harness/decide.ts';
import { asFile } from '../../harness/form.ts';
import { apply, verify } from '../../harness/identity.ts';
import { hashOf, openTronChannel, operator, report } from '../../harness/recharging.ts';
import { eventually, leave, open } from '../../harness/render-screen.tsx';
import { jpeg } from '../../harness/sample-files.ts';
import type { TestUser } from '../../harness/server.ts';
import { userActions } from '../../harness/user-actions.ts';
import { describedBy, switchTo } from '../../ui/draw.tsx';

let client: Client;
let amina: TestUser;
let channelId: string;

beforeAll(async () => {
  client = await startClient({ timeoutMs: 1_500, start: new Date().toISOString() });
  client.server.deps.config.operator = operator;
  ({ id: channelId } = await openTronChannel(client.server));
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  switchTo('en');
  client.clear();
  client.server.deps.config.operator = operator;
  amina = await client.server.addUser();
});

const at = async () => {
  await client.signIn(amina);
  const page = open('/recharge', { '/recharge': Recharge, '/history': History });
  return { page, ...userActions(page) };
};
const reports = () => client.of('POST /v1/order/channel/pay');
type User = Awaited<ReturnType<typeof at>>;
const choose = async ({ page }: User, file = asFile(jpeg(), 'proof.jpg')) => {
  const input = (await eventually(() => page.get('input[type=file]'))) as HTMLInputElement;
  await act(async () => {
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    input.dispatchEvent(new Event('change', { bubbles: true }));
  });
};
const filled = async (user: User, hash: string) => {
  await user.fill('Amount', '50.00');
  await user.fill('Transaction hash', hash);
  await choose(user);
};

test('a person signed in by a link alone reads the name of the account that the money would go to', async () => {
  await client.signIn(amina);
  const page = open('/recharge', { '/recharge': Recharge });
  await page.says('We never ask you to pay to withdraw.');
  expect(page.text()).not.toContain('A link signed you in.');
  leave();
  configure({ handoverToken: amina.token });
  await act(() => acceptToken(amina.token, 'handover'));
  await open('/recharge', { '/recharge': Recharge }).says(`This account belongs to ${amina.username}.`);
});

describe('the recharge screen before anything is sent', () => {
  beforeEach(() => verify(client.server, amina));

  test('shows the network first, then the address with QR, ends to compare, minimum and fee', async () => {
    const { page } = await at();
    await page.says('We never ask you to pay to withdraw.');
    await page.says(tron[0]);
    expect(page.all('radio')).toEqual([]);
    expect(page.text().indexOf('TRON')).toBeLessThan(page.text().indexOf(tron[0]));
    await page.says('Money sent on another network may be lost.');
    await page.says('Minimum $20.00');
    await page.says(/Fee \$\d+\.\d\d/);
    await eventually(() => expect(page.get('svg[role=img]').getAttribute('aria-label')).toContain('QR'));
    await page.says('Example Trading Ltd');
    await page.says('Until your first withdrawal is paid, you can top up $200.00 more.');
  });

  test('echoes the first and last four where the address is copied', async () => {
    const { page } = await at();
    await page.press('button', 'Copy');
    await page.says(`Copied: ${tron[0].slice(0, 4)}…${tron[0].slice(-4)}.`);
  });

  test('gives the focus to the proof where nothing else is missing, as it lies below the end of a phone', async () => {
    const user = await at();
    await user.fill('Amount', '50.00');
    await user.fill('Transaction hash', hashOf('unproved'));
    await user.submit();
    await user.page.says('Choose a file.');
    await eventually(() => expect(document.activeElement).toBe(user.page.get('input[type=file]')));
  });

  test('names what is missing beside each field, and sends nothing', async () => {
    const user = await at();
    await user.fill('Transaction hash', 'nonsense');
    await user.submit();
    await user.page.says('A hash has only the digits 0–9 and the letters a–f.');
    await user.page.says('Choose a file.');
    expect(user.page.text()).toContain('3 fields need attention.');
    expect(describedBy(user.page.get('textbox', 'Amount'))).toContain('Fill this in.');
    expect(reports()).toEqual([]);
  });
});

describe('a wrong hash of a recharge is explained beside its field', () => {
  beforeEach(() => verify(client.server, amina));

  test.each([
    ['an address', tron[0], 'Copy the hash itself, not an address or a link.'],
    ['a link', `https://tronscan.org/#/transaction/${hashOf('linked')}`, 'not an address or a link.'],
    ['one that was cut', hashOf('cut').slice(4), 'A hash has 64 characters after any 0x; this one has 60.'],
    [
      'one that was pasted twice',
      hashOf('two').repeat(2),
      'this one has 128. Copy the whole hash and nothing else.',
    ],
    ['one with nothing after 0x', '0x', 'this one has 0.'],
    ['one of another network', `0x${hashOf('ether')}`, 'on TRON it doesn’t. Check both.'],
  ])('%s', async (_, hash, sentence) => {
    const user = await at();
    await filled(user, hash);
    await user.submit();
    await eventually(() =>
      expect(describedBy(user.page.get('textbox', 'Transaction hash'))).toContain(sentence),
    );
    expect(reports()).toEqual([]);
  });

  test('one of another network, by a server that does not name what its hashes begin with', async () => {
    const user = await at();
    await user.page.find('textbox', 'Amount');
    const { data } = channelsResource.peek();
    if (!data) throw new Error('there are no channels');
    await act(async () =>
      channelsResource.set(undefined, {
        ...data,
        list: data.list.map(({ hashPrefix: _, ...channel }) => channel),
      }),
    );
    await filled(user, `0x${hashOf('ether')}`);
    await user.submit();
    await eventually(() =>
      expect(describedBy(user.page.get('textbox', 'Transaction hash'))).toContain('on TRON it doesn’t.'),
    );
    expect(reports()).toHaveLength(1);
  });
});

describe('a report of a recharge', () => {
  beforeEach(() => verify(client.server, amina));

  test('is under review at once, with the balance untouched and the way to its time line', async () => {
    const user = await at();
    await filled(user, hashOf('first'));
    await user.submit();
    await user.page.says('Your top-up is under review. Your balance hasn’t changed yet.');
    await user.page.press('link', 'Track status');
    await user.page.says('Under review');
    await user.page.says('We look for the payment on its network and add');
  });

  test.each([
    ['credited', 'recharge-approve', { amount: '50.00' }, 'Added to your balance'],
    ['refused', 'recharge-reject', { code: 'not_arrived', reason: 'Nothing at block 7.' }, 'Not approved'],
  ])('is no longer under review on its receipt once it is %s', async (_, decision, how, words) => {
    const user = await at();
    await filled(user, hashOf(decision));
    await user.submit();
    await user.page.says('Your balance hasn’t changed yet.');
    const link = user.page.get('link', 'Track status').getAttribute('href') ?? '';
    const recharge = new URLSearchParams(link.split('?')[1]).get('no') ?? '';
    await decide(client.server.deps, decision, { recharge, ...how }, 'rosa');
    unreadResource.invalidate();
    await eventually(() => expect(user.page.text()).not.toContain('hasn’t changed yet'));
    expect(user.page.text()).toContain(words);
    expect(user.page.get('link', 'Track status').getAttribute('href')).toBe(link);
  });

  test('is asked for once by its receipt', async () => {
    const user = await at();
    await filled(user, hashOf('asked once'));
    await user.submit();
    await user.page.says('Your balance hasn’t changed yet.');
    const asked = () => client.of('POST /v1/user/wallet_flow').length;
    await eventually(() => expect([asked(), walletFlowResource.all().length]).toEqual([1, 1]));
    await act(() => new Promise<void>((done) => setTimeout(done, 200)));
    expect(asked()).toBe(1);
  });

  test('is no longer under review on its receipt by the first notice that its merchant has ever had', async () => {
    // A server that sends no notice of a report.
    client.fault('POST /v1/notify/check', () =>
      Response.json({ code: 200, msg: 'ok', data: { unread: 0, latestId: null } }),
    );
    const user = await at();
    await filled(user, hashOf('first notice'));
    await user.submit();
    await user.page.says('Your balance hasn’t changed yet.');
    await eventually(() => expect(walletFlowResource.all()).toHaveLength(1));
    expect(unreadResource.peek().data?.latestId).toBeNull();
    const link = user.page.get('link', 'Track status').getAttribute('href') ?? '';
    const recharge = new URLSearchParams(link.split('?')[1]).get('no') ?? '';
    await decide(client.server.deps, 'recharge-approve', { recharge, amount: '50.00' }, 'rosa');
    unreadResource.invalidate();
    await eventually(() => expect(user.page.text()).not.toContain('hasn’t changed yet'));
  });

  test('a report of a recharge with a hash that was used is refused beside its field, with the way to the first use', async () => {
    const hash = hashOf('twice');
    const { data } = await report(client.server, amina, { channelId, amount: '50.00', txHash: hash });
    const user = await at();
    await filled(user, hash);
    await user.submit();
    await eventually(() =>
      expect(describedBy(user.page.get('textbox', 'Transaction hash'))).toContain(
        'This payment was already reported.',
      ),
    );
    const link = user.page.get('link', `See top-up ${data.recharge.no}`);
    expect(link.getAttribute('href')).toBe(`/history?no=${data.recharge.no}`);
  });

  test('a report of a recharge beyond the limit of those under review is refused with that limit, and all that was typed stays', async () => {
    const { config } = client.server.deps;
    const { limits } = config;
    config.limits = { ...limits, openRecharges: 2 };
    try {
      for (const hash of ['first', 'second'].map(hashOf))
        await report(client.server, amina, { channelId, amount: '20.00', txHash: hash });
      const user = await at();
      await filled(user, hashOf('one too many'));
      await user.submit();
      await user.page.says('Top-ups already under review: 2.');
      const hash = user.page.get('textbox', 'Transaction hash') as HTMLInputElement;
      expect(hash.value).toBe(hashOf('one too many'));
    } finally {
      config.limits = limits;
    }
  });

  test('a report of a recharge below the minimum is refused beside the amount, and all that was typed stays', async () => {
    const user = await at();
    await filled(user, hashOf('little'));
    await user.fill('Amount', '5');
    await user.submit();
    await eventually(() =>
      expect(describedBy(user.page.get('textbox', 'Amount'))).toContain('The minimum is $20.00.'),
    );
    expect((user.page.get('textbox', 'Transaction hash') as HTMLInputElement).value).toBe(hashOf('little'));
  });

  test('a report of a recharge without its fields marks all that is missing at once, and a wrong hash hides no amount below the minimum', async () => {
    const user = await at();
    await user.page.find('textbox', 'Amount');
    await user.submit();
    const amount = () => describedBy(user.page.get('textbox', 'Amount'));
    const hash = () => describedBy(user.page.get('textbox', 'Transaction hash'));
    await eventually(() => expect(hash()).toContain('Fill this in.'));
    expect(amount()).toContain('Fill this in.');
    await user.page.says('Choose a file.');
    expect(user.page.text()).toContain('3 fields need attention.');
    await user.fill('Amount', '19.99');
    await user.fill('Transaction hash', 'abc');
    await user.submit();
    await eventually(() => expect(amount()).toContain('The minimum is $20.00.'));
    expect(hash()).toContain('this one has 3.');
    expect(reports()).toEqual([]);
  });

  test('a report of a recharge names its picture after a reload and asks for it again, and is not sent without it', async () => {
    const user = await at();
    await filled(user, hashOf('reloaded'));
    await user.page.says('proof.jpg');
    leave();
    const again = await at();
    await again.page.says('proof.jpg');
    const picture = () => again.page.get('input[type=file]');
    expect(describedBy(picture())).toContain('Choose the file again.');
    expect((again.page.get('textbox', 'Transaction hash') as HTMLInputElement).value).toBe(
      hashOf('reloaded'),
    );
    await again.submit();
    await eventually(() => expect(document.activeElement).toBe(picture()));
    expect(describedBy(picture())).toContain('Choose the file again.');
    expect(reports()).toEqual([]);
    await choose(again);
    await eventually(() => expect(again.page.text()).not.toContain('Choose the file again.'));
    await again.submit();
    await again.page.says('Your top-up is under review.');
    expect(Object.keys(sessionStorage).filter((key) => key.includes('draft'))).toEqual([]);
  });

  test('a report of a recharge says on its button how much has been sent, and no more once that is over', async () => {
    const user = await at();
    await filled(user, hashOf('slow'));
    const button = () => user.page.get('.dock button[type=submit]').textContent;
    expect(button()).toBe('Report payment$50.00');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    client.fault('POST /v1/order/channel/pay', async () => {
      await held;
      return Response.json({ code: 204, msg: 'no', data: null });
    });
    await user.submit();
    await eventually(() => expect(button()).toBe('Uploading: 50%'));
    answer();
    await eventually(() => expect(button()).toBe('Report payment$50.00'));
  });
});

test('a report that loses its answer with the network is not called slow, and is looked up once that is back', async () => {
  await verify(client.server, amina);
  const user = await at();
  await filled(user, hashOf('offline'));
  client.fault('POST /v1/order/channel/pay', (...given) => {
    online.value = false;
    return faults.lostAnswer(...given);
  });
  client.fault('POST /v1/operation', ...Array.from({ length: 5 }, () => faults.refusedConnection));
  await user.submit();
  await user.page.says('You’re offline. We’ll check the status as soon as you’re back');
  expect(user.page.text()).not.toContain('longer than usual');
  online.value = true;
  await user.page.says('longer than usual');
  const back = setInterval(() => dispatchEvent(new Event('online')), 20);
  await user.page.says('Your top-up is under review.');
  clearInterval(back);
  expect(reports()).toHaveLength(1);
});

describe('the address for a recharge', () => {
  test('is not shown where the operator has not named itself', async () => {
    client.server.deps.config.operator = { ...operator, legalName: '' };
    const { page } = await at();
    await page.says('The platform hasn’t published its company details yet');
    expect(page.get('main').innerHTML).not.toContain(tron[0]);
  });

  test('is not shown before the identity is verified, but the way to verify it', async () => {
    const { page } = await at();
    await page.says('Verify your identity before your first top-up');
    expect(page.get('link', 'Verify your identity').getAttribute('href')).toBe('/identity');
    expect(page.get('main').innerHTML).not.toContain(tron[0]);
  });

  test('is announced while the documents are reviewed, and nothing asks for them again', async () => {
    await apply(client.server, amina);
    const { page } = await at();
    await page.says('We’re reviewing your documents. Once you’re verified, the address will appear here.');
    expect(page.all('link', 'Verify your identity')).toEqual([]);
  });

  test('is not shown for a frozen wallet, but why, and how to object', async () => {
    await verify(client.server, amina);
    await restrict(client.server.deps, {
      shopId: amina.shopId,
      kind: 'wallet_frozen' as const,
      actor: 'rosa',
      facts: 'Two payments came back.',
      rule: 'Terms 7.2',
      reviewDays: 7,
    });
    const { page } = await at();
    await page.says('Your wallet is frozen.');
    await page.find('link', 'Appeal');
    expect(page.text().split('We never ask you to pay to withdraw.')).toHaveLength(2);
    expect(page.get('main').innerHTML).not.toContain(tron[0]);
  });
});

test('the address for a recharge runs left to right in Arabic', async () => {
  await verify(client.server, amina);
  const { page } = await at();
  switchTo('ar');
  await page.says('لا نطلب منك أبدًا أن تدفع كي تسحب.');
  await eventually(() => expect(page.get('bdi.mono').getAttribute('dir')).toBe('ltr'));
});
