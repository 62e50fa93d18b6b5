import { act } from 'preact/test-utils';
import { render } from 'react-dom';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import texts from '../../locales/en.json' with { type: 'json' };
import { App } from '../../src/app.tsx';
import { UNITS } from '../../src/contract/money.ts';
import { acceptToken } from '../../src/data/accept-token.ts';
import { call } from '../../src/data/api.ts';
import { blocked } from '../../src/data/blocked.ts';
import { session } from '../../src/data/session.ts';
import { endSession, signOut } from '../../src/data/sign-out.ts';
import { toast, toasts } from '../../src/data/toast.ts';
import { createNavigator, type Navigator } from '../../src/location.ts';
import { paths } from '../../src/paths.ts';
import { DeferredShell } from '../../src/shell/load-deferred-shell.ts';
import { memoryHistory } from '../../src/shell/memory-history.ts';
import { addAccount } from '../harness/bank.ts';
import { type Client, startClient } from '../harness/client.ts';
import { decide } from '../harness/decide.ts';
import { addListed, place as placeOrder } from '../harness/market.ts';
import { password, type TestUser } from '../harness/server.ts';

let client: Client;
let amina: TestUser;
let bilal: TestUser;
let place: Navigator;
let root: HTMLElement;
let at: Record<string, string>;

/** What amina alone has: each stands on one of her screens, or was typed there. */
const typed = 'Words that only amina has typed';
const privateText = 'Said to amina alone';
const facts = 'Two payments of amina came back.';

const ops = (name: string, flags: object) =>
  decide(client.server.deps, name, flags, 'rosa') as Promise<{ id: string; statementId: string }>;

beforeAll(async () => {
  client = await startClient();
  await DeferredShell.preload();
  bilal = await client.server.addUser({ username: 'bilal' });
});
afterAll(() => client.close());

/** A merchant with something on every screen; with a new name each time, as what is done to her lasts. */
async function settleAmina(): Promise<void> {
  const { server } = client;
  amina = await server.addUser({ username: `amina${Math.floor(performance.now())}` });
  await server.fund(amina.shopId, 4321n * UNITS);
  const goods = await addListed(server, amina, { name: 'A lamp of the shop of amina' });
  const order = await placeOrder(server, amina, goods.id, { wallet: 'held_until_delivery' });
  await addAccount(server, amina);
  const { statementId } = await ops('restrict', {
    shop: amina.shopId,
    kind: 'withdrawal_prohibited',
    facts,
    rule: 'Terms 7.2',
  });
  at = {
    ...Object.fromEntries(Object.entries(paths).map(([name, { path }]) => [name, path])),
    order: paths.order.href({ id: order.id }),
    logistics: paths.logistics.href({ id: order.id }),
    afterSale: `/afterSale?id=${order.id}`,
    orderComment: `/orderComment?id=${order.id}`,
    qaDetail: '/qaDetail?id=withdrawing',
    bankEdit: '/bankEdit?type=bank_card',
    appeal: `/appeal?ref=${statementId}`,
    statements: '/appeal',
    toasts: '/notifications?type=toasts',
    shut: '/404?code=411',
    bankChange: '/bankEdit',
    paying: `/order?id=${order.id}&pay=1`,
  };
}

beforeEach(async () => {
  client.clear();
  document.body.replaceChildren();
  root = document.createElement('div');
  document.body.append(root);
  await settleAmina();
  place = createNavigator({ history: memoryHistory(), root });
  act(() => void render(<App nav={place} root={root} chrome="page" />, root));
  return () => act(() => void render(null, root));
});

const turn = () => act(() => new Promise((done) => setTimeout(done, 10)));

/** Waits until two looks in a row find the same, and nothing that waits. */
async function settled(): Promise<void> {
  let before = '';
  for (let look = 0; look < 400; look++) {
    await turn();
    const now = root.innerHTML;
    if (now === before && !/class="skel|aria-busy/.test(now) && now.includes('<h1')) return;
    before = now;
  }
  throw new Error(`This does not come to rest: ${place.url.value} ${root.innerHTML.slice(0, 2000)}`);
}

/** All that can be read: texts, what stands in fields, and addresses that hand something over. */
function readable(): string[] {
  const texts = [...root.querySelectorAll('*')].flatMap((element) => [
    ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map((node) => node.textContent ?? ''),
    (element as HTMLInputElement).value ?? '',
    element.getAttribute('aria-label') ?? '',
    ...[element.getAttribute('href') ?? ''].filter((href) => href.includes('sign=')),
  ]);
  return texts.map((text) => `${text}`.trim()).filter((text) => text.length > 3);
}

const go = async (url: string) => {
  act(() => place.forceRoute(url));
  await settled();
  return readable();
};

/** Types into what takes text, so that a kept screen or a draft would show it. */
async function typeHere(): Promise<void> {
  for (const field of root.querySelectorAll<HTMLTextAreaElement>(
    'textarea, input:not([type]), [type=search]',
  )) {
    field.value = typed;
    await act(async () => void field.dispatchEvent(new Event('input', { bubbles: true })));
  }
}

const signInAs = (user: TestUser) => act(() => client.signIn(user));
const refuses = async (code: number) => {
  await expect(call('POST /v1/store/info', {})).rejects.toMatchObject({ code });
};
const shutAmina = async () => {
  await ops('restrict', { shop: amina.shopId, kind: 'account_disabled', facts, rule: 'Terms 7.2' });
  await act(() => refuses(411));
};

/** Ways in which a session of amina ends and one of bilal begins. */
const ways: Readonly<Record<string, () => Promise<unknown>>> = {
  'amina signs out': async () => {
    await act(() => signOut());
    await signInAs(bilal);
  },
  'another device signed her out (401)': async () => {
    await client.server.call('POST /logout', { all: true }, { token: await otherSession() });
    await act(() => refuses(401));
    await signInAs(bilal);
  },
  'nothing was done for a day (408)': async () => {
    client.server.clock.advance(25 * 3_600_000);
    await act(() => refuses(408));
    await signInAs(bilal);
  },
  'the host hands over another token': async () => {
    await act(async () => acceptToken(await tokenOf(bilal), 'host'));
  },
  'the host signs out, and hands over another token': async () => {
    act(() => endSession());
    await act(async () => acceptToken(await tokenOf(bilal), 'host'));
  },
  'her account is shut (411)': async () => {
    await shutAmina();
    await signInAs(bilal);
  },
  'her account is shut, and she signs out': async () => {
    await shutAmina();
    await act(() => signOut());
    await signInAs(bilal);
  },
  'she is refused at the door': async () => {
    await act(() => signOut());
    await ops('restrict', { shop: amina.shopId, kind: 'sign_in_refused', facts, rule: 'Terms 7.2' });
    await act(() => client.signIn(amina).catch(() => {}));
    await settled();
    await signInAs(bilal);
  },
};

const tokenOf = async ({ username }: TestUser) =>
  (await client.server.call<{ token: string }>('POST /login', { username, password })).data.token;
const otherSession = () => tokenOf(amina);

/** Where something is opened or typed before the way is gone. */
const opened: Readonly<Record<string, string>> = {
  bankList: '.items .cover',
  goodsList: '.items .cover',
  wallet: 'header button.tap',
  orderList: '.pay-line > .primary',
  shop: 'section:last-of-type > button.btn',
};

/** All texts of a file of the catalogue. */
const textsOf = (node: unknown): string[] =>
  typeof node === 'object' && node !== null ? Object.values(node).flatMap(textsOf) : [String(node)];

/**
 * What bilal sees of his own, and what every merchant sees: the catalogue's texts, and each screen twice, as parts of it
 * may come after the rest.
 */
const control = new Set<string>(textsOf(texts));
let controlAt = 0;
async function lookAsBilal(): Promise<void> {
  controlAt = client.server.clock.now().getTime();
  await signInAs(bilal);
  for (const url of [...Object.values(at), ...Object.values(at)])
    for (const text of await go(url)) control.add(text);
  await act(() => signOut());
}

describe.each(Object.keys(ways))('when %s', (way) => {
  test('no screen, no sheet and no field shows the next merchant anything of the one before', async () => {
    if (controlAt !== client.server.clock.now().getTime()) await lookAsBilal();
    await signInAs(amina);
    act(() => toast(() => privateText));
    const personal = new Set([typed, privateText, facts, amina.username]);
    for (const [name, url] of Object.entries(at)) {
      for (const text of await go(url)) if (!control.has(text)) personal.add(text);
      if (name !== 'login') await typeHere();
      const button = root.querySelector<HTMLElement>(opened[name] ?? 'none');
      if (!button) continue;
      await act(async () => button.click());
      await settled();
      for (const text of readable()) if (!control.has(text)) personal.add(text);
    }
    expect(personal.size).toBeGreaterThan(60);
    await go(at.feedback as string);
    await typeHere();

    await ways[way]?.();
    await vi.waitFor(() => expect(session.value.me?.username).toBe('bilal'));
    await settled();
    const seen: string[] = [];
    const look = (name: string, texts: readonly string[]) =>
      seen.push(
        ...texts.filter((text) => personal.has(text) && !control.has(text)).map((text) => `${name}: ${text}`),
      );
    look('where he begins', readable());
    for (const [name, url] of Object.entries(at)) look(name, await go(url));
    expect(seen).toEqual([]);
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toMatch(
      new RegExp(`${typed}|${amina.username}`),
    );
  });
});

describe('an answer on its way for one merchant when another came', () => {
  const held = () => {
    let pass = () => {};
    const gate = new Promise<void>((resolve) => {
      pass = resolve;
    });
    return { gate, pass };
  };

  test.each([
    ['an answer', (pass: () => Promise<Response>) => pass()],
    [
      'a refusal with reasons',
      () =>
        Response.json({
          code: 411,
          msg: privateText,
          data: { exports: { wallet: privateText }, restriction: { id: 'r', facts } },
        }),
    ],
    ['the end of her session', () => Response.json({ code: 401, msg: privateText })],
  ])('is dropped silently: %s', async (_, answer) => {
    await signInAs(amina);
    await go(at.settings as string);
    const { gate, pass } = held();
    client.fault('POST /v1/user/wallet', async (through) => {
      await gate;
      return answer(through);
    });
    const asked = call('POST /v1/user/wallet', {});
    await vi.waitFor(() => expect(client.of('POST /v1/user/wallet')).not.toEqual([]));
    await act(async () => acceptToken(await tokenOf(bilal), 'host'));
    pass();
    await expect(asked).rejects.toMatchObject({ code: 'cancelled' });
    await settled();
    expect(session.value.me?.username).toBe('bilal');
    expect(place.url.value).toBe('/settings');
    expect([blocked.value, toasts.value]).toEqual([{}, []]);
  });

  test('leaves what is open covered until the person of the new token is known', async () => {
    await signInAs(amina);
    await go(at.settings as string);
    expect(readable()).toContain(amina.username);
    const { gate, pass } = held();
    client.fault('GET /v1/me', async (through) => {
      await gate;
      return through();
    });
    const taken = acceptToken(await tokenOf(bilal), 'host');
    await turn();
    expect(root.querySelector<HTMLElement>('[aria-busy]')?.style.opacity).toBe('0');
    pass();
    await act(() => taken);
    await settled();
    expect(readable()).not.toContain(amina.username);
  });
});
