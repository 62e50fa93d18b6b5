import { act } from 'preact/test-utils';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import ar from '../../locales/ar.json';
import { chooseLang, putTexts } from '../../src/lang/i18n.ts';
import { type Client, type Fault, faults, startClient } from '../harness/client.ts';
import { eventually, leave, open } from '../harness/stage.tsx';
import { type as write } from '../ui/draw.tsx';
import { type FormCase, forms, type Page, supplied, type World } from './forms.ts';

let client: Client;
let world: World;

beforeAll(async () => {
  client = await startClient({ timeoutMs: 3_000 });
  putTexts('ar', 'first', ar);
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  await chooseLang('en');
  world = { client, user: await supplied(client) };
});

const refuse =
  (code: number): Fault =>
  () =>
    Response.json({ code, msg: 'no', data: null }, { status: code === 500 ? 500 : 200 });

/** The server says what became of a call whose answer was lost. */
const known =
  (code: number): Fault =>
  () =>
    Response.json({ code: 200, msg: '', data: { state: 'done', code, data: null } });

const there = (page: Page, selector: string) =>
  eventually(() => {
    const [found] = page.all(selector);
    if (!found) throw new Error(`No ${selector} in ${page.text()}`);
    return found;
  });
const press = async (page: Page, selector: string) => {
  const button = await there(page, selector);
  await act(async () => button.click());
};

/** What a merchant sees now in some of the fields. */
const typedIn = async (page: Page, selectors: readonly string[]) => {
  const entries = selectors.map(async (selector) => {
    const field = (await there(page, selector)) as HTMLInputElement;
    return [selector, field.value] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
};
const selectorsOf = (form: FormCase) => Object.keys(form.fields(world));
/** What stays whatever happens: all but what is asked anew. */
const openOf = (form: FormCase) => selectorsOf(form).filter((selector) => !form.secret?.includes(selector));
const mustStand = async (page: Page, form: FormCase) =>
  expect(Object.entries(await typedIn(page, openOf(form)))).toEqual(
    Object.entries(form.fields(world)).filter(([selector]) => openOf(form).includes(selector)),
  );

async function arrive(form: FormCase, url: string): Promise<Page> {
  const page = open(url, { [url.split('?')[0] ?? url]: form.screen });
  for (const step of form.way ?? []) await press(page, step);
  return page;
}

async function filled(form: FormCase) {
  const url = await form.at(world);
  if (!form.signedOut) await client.signIn(world.user);
  const page = await arrive(form, url);
  await fill(page, form);
  client.sent.length = 0;
  return { page, url };
}
async function fill(page: Page, form: FormCase) {
  for (const [selector, text] of Object.entries(form.fields(world)))
    await write(await there(page, selector), text);
}

async function send(page: Page, { submit }: FormCase) {
  if (submit) return press(page, submit);
  const form = await there(page, 'form');
  await act(async () => {
    form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
}
const saysWhy = (page: Page) =>
  eventually(() => {
    const said = page.all('[role=alert], .error').map((one) => one.textContent);
    expect(said.join('')).not.toBe('');
  });
const keysOf = (form: FormCase) =>
  new Set(client.of(form.call).map(({ headers }) => headers.get('idempotency-key')));

describe.each(forms)('$name', (form) => {
  test('a server’s fault is said, and every field stands', async () => {
    const { page } = await filled(form);
    client.fault(form.call, refuse(204));
    await send(page, form);
    await saysWhy(page);
    expect(client.of(form.call)).toHaveLength(1);
    await mustStand(page, form);
  });

  test('another language changes the words and no field', async () => {
    const { page } = await filled(form);
    const before = await typedIn(page, selectorsOf(form));
    const words = page.text();
    await act(() => chooseLang('ar'));
    await eventually(() => expect(page.text()).not.toBe(words));
    expect(await typedIn(page, selectorsOf(form))).toEqual(before);
    expect(before).toEqual(form.fields(world));
  });

  test('a reload brings back what may be written down, and nothing else', async () => {
    const { url } = await filled(form);
    leave();
    const page = await arrive(form, url);
    const now = await typedIn(page, selectorsOf(form));
    if (form.draft === true) await mustStand(page, form);
    for (const secret of form.secret ?? []) {
      expect(now[secret]).toBe('');
      expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(
        form.fields(world)[secret],
      );
    }
  });

  test('a connection that breaks loses nothing: it is asked after by its key, told, and sent once', async () => {
    const { page } = await filled(form);
    client.fault(form.call, faults.refusedConnection);
    client.fault('POST /v1/operation', faults.refusedConnection, known(204));
    await send(page, form);
    await saysWhy(page);
    await mustStand(page, form);
    expect(client.of(form.call)).toHaveLength(1);
    expect(client.of('POST /v1/operation')).toHaveLength(keysOf(form).has(null) ? 0 : 2);
  });
});

describe.each(forms.filter((form) => !form.signedOut))('$name', (form) => {
  test('a session that ended meanwhile costs no field, and the same key serves again', async () => {
    const { page } = await filled(form);
    client.fault(form.call, refuse(408));
    await send(page, form);
    await eventually(() => expect(client.of(form.call)).toHaveLength(1));
    await client.signIn(world.user);
    await mustStand(page, form);
    await fill(page, form);
    await send(page, form);
    await eventually(() => expect(client.of(form.call).length).toBeGreaterThan(1));
    expect(keysOf(form).size).toBe(1);
  });
});
