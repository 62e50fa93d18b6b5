import { readdirSync, readFileSync } from 'node:fs';
import { act } from 'preact/test-utils';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import ar from '../../locales/ar.json';
import { addTexts, chooseLang } from '../../src/lang/index.ts';
import { chooseFile } from '../harness/choose-file.ts';
import { type Client, type Fault, faults, startClient } from '../harness/client.ts';
import { operator } from '../harness/recharging.ts';
import { eventually, leave, open } from '../harness/render-screen.tsx';
import { write } from '../ui/draw.tsx';
import { type FormCase, type Page, picked, type Typed, type World } from './forms/form-case.ts';
import { apart, forms } from './forms.ts';

let client: Client;
let world: World;

beforeAll(async () => {
  // Some time ago, so that what has to wait on the server's clock has waited on the device's, too.
  const start = new Date(Date.now() - 60 * 86_400_000).toISOString();
  client = await startClient({ timeoutMs: 3_000, start });
  const { config } = client.server.deps;
  Object.assign(config, {
    operator,
    signIn: {
      ...config.signIn,
      registration: true,
      verify: 'after-failures',
      terms: { version: '1', link: 'https://example.com/terms' },
    },
  });
  addTexts('ar', 'first', ar);
});
afterAll(() => client.close());
beforeEach(async () => {
  leave();
  client.clear();
  await chooseLang('en');
  world = { client, user: await client.server.addUser() };
});

const refuse =
  (code: number): Fault =>
  () =>
    Response.json({ code, msg: 'no', data: null }, { status: code === 500 ? 500 : 200 });

/** Makes the server answer for a call with a lost answer. */
const known =
  (code: number): Fault =>
  () =>
    Response.json({ code: 200, msg: '', data: { state: 'done', code, data: null } });

const there = (page: Page, selector: string) =>
  eventually(() => {
    const found = page.all(selector).at(0);
    if (!found) throw new Error(`No ${selector} in ${page.text()}`);
    return found as HTMLInputElement;
  });
const press = async (page: Page, selector: string) => {
  const button = await there(page, selector);
  await act(async () => button.click());
};

const enter = async (field: HTMLInputElement, given: string | File) => {
  if (given instanceof File) return chooseFile(field, given);
  if (given === picked) return act(async () => field.click());
  await write(field, given);
  if (field.tagName === 'SELECT')
    await act(async () => void field.dispatchEvent(new Event('change', { bubbles: true })));
};
/** What a merchant sees in a field: its text, whether it is chosen, or the file's name. */
const seenIn = (field: HTMLInputElement) => {
  if (field.type === 'file') return field.closest('label')?.querySelector('bdi')?.textContent ?? '';
  if (field.type === 'radio' || field.type === 'checkbox') return field.checked ? picked : '';
  return field.value;
};
const shownAs = (given: string | File | undefined) => (given instanceof File ? given.name : given);

const fieldsOf = (form: FormCase): Typed => ({ ...form.fields(world), ...form.further?.fields });
/** The fields that always stay: all but those that are asked for again. */
const lasting = (form: FormCase) =>
  Object.keys(form.fields(world)).filter((selector) => !form.secret?.includes(selector));
/**
 * The fields that a reload may bring back. Files are chosen again. For a select of this document its first option is a
 * person's choice, which a form leaves alone (in a browser it is not, and the draft comes back).
 */
const isKept = (page: Page) => (selector: string) =>
  page.all(selector).every((field) => !field.matches('select, [type=file]'));
const mustStand = async (page: Page, form: FormCase, selectors: readonly string[]) => {
  const given = fieldsOf(form);
  const seen = selectors.map(async (selector) => [selector, seenIn(await there(page, selector))]);
  expect(await Promise.all(seen)).toEqual(selectors.map((selector) => [selector, shownAs(given[selector])]));
};

async function arrive(form: FormCase, url: string): Promise<Page> {
  const page = open(url, { [url.split('?')[0] ?? url]: form.screen });
  for (const step of form.way ?? []) await press(page, step);
  return page;
}

const fill = async (page: Page, typed: Typed) => {
  for (const [selector, given] of Object.entries(typed)) await enter(await there(page, selector), given);
};
/** Goes on to where it is sent. */
const goOn = async (page: Page, { further }: FormCase) => {
  for (const step of further?.press ?? []) await press(page, step);
};
async function filled(form: FormCase) {
  const url = await form.at(world);
  if (!form.signedOut) await client.signIn(world.user);
  const page = await arrive(form, url);
  await fill(page, form.fields(world));
  await goOn(page, form);
  await fill(page, form.further?.fields ?? {});
  client.sent.length = 0;
  return { page, url };
}

async function send(page: Page, { submit }: FormCase) {
  if (submit) return press(page, submit);
  await there(page, 'form');
  await act(async () => {
    page
      .all('form')
      .at(-1)
      ?.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
  });
}
const saysWhy = (page: Page) =>
  eventually(() => {
    const messages = page.all('[role=alert], .error').map((one) => one.textContent);
    expect(messages.join('')).not.toBe('');
  });
const keysOf = (form: FormCase) =>
  new Set(client.of(form.call).map(({ headers }) => headers.get('idempotency-key')));

describe.each(forms)('$name', (form) => {
  test('a form loses no field to another language or a fault of the server, and only secrets and files to a reload', async () => {
    const { page, url } = await filled(form);
    const words = page.text();
    await act(() => chooseLang('ar'));
    await eventually(() => expect(page.text()).not.toBe(words));
    await mustStand(page, form, Object.keys(fieldsOf(form)));

    client.fault(form.call, refuse(204));
    await send(page, form);
    await saysWhy(page);
    expect(client.of(form.call)).toHaveLength(1);
    await mustStand(page, form, lasting(form));

    leave();
    const again = await arrive(form, url);
    await there(again, Object.keys(form.fields(world)).at(0) ?? 'h1');
    await mustStand(again, form, lasting(form).filter(isKept(again)));
    const given = fieldsOf(form);
    if (form.further?.fields) await goOn(again, form);
    for (const secret of form.secret ?? []) {
      expect(seenIn(await there(again, secret))).toBe('');
      expect(JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(given[secret]);
    }
  });

  test('a form loses nothing to a broken connection: it is looked up by its key, and sent once', async () => {
    const { page } = await filled(form);
    client.fault(form.call, faults.refusedConnection);
    let tell = () => {};
    const sent = new Promise<void>((resolve) => {
      tell = resolve;
    });
    client.fault('POST /v1/operation', async (...given) => sent.then(() => known(204)(...given)));
    await send(page, form);
    await eventually(() => expect(client.of(form.call)).toHaveLength(1));
    if (!keysOf(form).has(null)) await page.says(/longer than usual|checking the status/i);
    expect(page.text()).not.toMatch(/failed/i);
    tell();
    await saysWhy(page);
    await mustStand(page, form, lasting(form));
    expect(client.of(form.call)).toHaveLength(1);
    expect(client.of('POST /v1/operation')).toHaveLength(keysOf(form).has(null) ? 0 : 1);
  });
});

describe.each(forms.filter((form) => !form.signedOut))('$name', (form) => {
  test('a form loses no field to an ended session, and uses the same key again', async () => {
    const { page } = await filled(form);
    client.fault(form.call, refuse(408));
    await send(page, form);
    await eventually(() => expect(client.of(form.call)).toHaveLength(1));
    await client.signIn(world.user);
    await mustStand(page, form, lasting(form));
    const given = fieldsOf(form);
    await fill(page, Object.fromEntries((form.secret ?? []).map((secret) => [secret, given[secret] ?? ''])));
    await send(page, form);
    await eventually(() => expect(client.of(form.call).length).toBeGreaterThan(1));
    expect(keysOf(form).size).toBe(1);
  });
});

test('no form of the app is missing here', () => {
  const isForm = /<(Form|Confirm)[\s>]|<form\b|pay\/pay-sheet/;
  const found = readdirSync('src/screens', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && isForm.test(readFileSync(`src/screens/${file}`, 'utf8')))
    .map((file) => file.replace('.tsx', ''));
  const known = new Set([...forms.map(({ file }) => file), ...Object.keys(apart)]);
  expect(found.filter((file) => !known.has(file))).toEqual([]);
});
