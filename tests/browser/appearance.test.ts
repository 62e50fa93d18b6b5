// The appearance of a host by each of its channels, live in both themes, as the engine draws it.
import type { Browser, Frame, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Appearance, AppearanceVariables } from '../../bridge/protocol.ts';
import { openPage, sharedBrowser } from '../harness/browser.ts';
import { type HostSite, hostSite } from '../harness/host-site.ts';
import { type Served, serve } from '../harness/served.ts';

let site: HostSite;
let souk: Served;
let browser: Browser;

beforeAll(async () => {
  site = await hostSite();
  [souk, browser] = await Promise.all([
    serve({ SOUK_HOSTS: site.origin, SOUK_FILE_HOST: 'https://files.example.com' }),
    sharedBrowser(),
  ]);
});
afterAll(() => Promise.all([souk?.stop(), site?.close()]));

/** A colour that is readable in the theme, and one that is not. */
const colors = {
  light: { readable: 'rgb(90, 20, 60)', ground: 'rgb(250, 240, 230)' },
  dark: { readable: 'rgb(240, 200, 220)', ground: 'rgb(20, 10, 30)' },
} as const;

/** Where each variable is seen among the probes: an element of them, and a property of its style. */
const drawn: {
  readonly [Name in Exclude<keyof AppearanceVariables, 'productName' | 'logoUrl'>]-?: (
    scheme: 'light' | 'dark',
  ) => readonly [value: unknown, selector: string, property: string, drawn?: string];
} = {
  colorAccent: (scheme) => [colors[scheme].readable, 'a', 'color'],
  colorBackground: (scheme) => [colors[scheme].ground, '#souk', 'background-color'],
  colorSurface: (scheme) => [colors[scheme].ground, '.card', 'background-color'],
  colorText: (scheme) => [colors[scheme].readable, 'strong', 'color'],
  colorTextMuted: (scheme) => [colors[scheme].readable, '.muted', 'color'],
  colorSuccess: (scheme) => [colors[scheme].readable, '[data-tone=good]', 'color'],
  colorWarning: (scheme) => [colors[scheme].readable, '[data-tone=warn]', 'color'],
  colorDanger: (scheme) => [colors[scheme].readable, '[data-tone=bad]', 'color'],
  colorBorder: () => ['rgb(120, 120, 130)', '.input', 'border-top-color'],
  fontFamily: () => ['Georgia, serif', 'strong', 'font-family', 'Georgia, serif, system-ui, sans-serif'],
  fontSizeBase: () => ['20px', '#souk', 'font-size', '18.75px'],
  fontWeightBold: () => [800, 'strong', 'font-weight', '800'],
  lineHeight: () => [1.6, '#souk', 'line-height', '24px'],
  borderRadius: () => ['20px', '.card', 'border-top-left-radius'],
  buttonRadius: () => ['30px', '.btn', 'border-top-left-radius'],
  inputRadius: () => ['3px', '.input', 'border-top-left-radius'],
  spacingUnit: () => ['3px', '.card', 'padding-top', '12px'],
  density: () => ['compact', '.card', 'padding-top', '12px'],
  shadow: () => ['small', '.card', 'box-shadow', 'rgba(0, 0, 0, 0.2) 0px 1px 3px 0px'],
  showRaiseButton: () => [false, '.tabs > button', 'display', 'none'],
  showHeader: () => [false, '.head > h2', 'position', 'absolute'],
};

/** A page that shows Souk's sign-in, how its host sets an appearance, and the warnings that the host gets. */
interface Shown {
  readonly page: Page;
  readonly inside: Page | Frame;
  set(appearance: Appearance): Promise<unknown>;
  warnings(): Promise<string[]>;
}

async function openTag(): Promise<Shown> {
  site.put(
    '/tag',
    `<title>My app</title><script async src="${souk.url}/souk.js"></script><souk-app data-lang="en"></souk-app>`,
  );
  const { page } = await openPage(browser);
  const texts: string[] = [];
  page.on('console', (message) => texts.push(message.text()));
  await page.goto(`${site.origin}/tag`);
  return {
    page,
    inside: page,
    set: (appearance) =>
      page.evaluate(`document.querySelector('souk-app').appearance = ${JSON.stringify(appearance)}`),
    warnings: async () => texts.filter((text) => text.startsWith('Souk:')),
  };
}

const logs = `onNote: (name, params) => name === 'log' && window.logs.push(params.text)`;

async function openFrame(): Promise<Shown> {
  site.put(
    '/frame',
    `<title>My app</title><iframe id="frame" style="inline-size: 390px; block-size: 700px"></iframe><script type="module">
      import { hostFrame } from '${souk.url}/host.js';
      window.logs = [];
      const frame = document.getElementById('frame');
      window.host = hostFrame(frame, '${souk.url}', { platform: 'x', methods: {}, state: { token: null, lang: 'en' }, ${logs} });
      frame.src = '${souk.url}/shopCenter#lang=en';
    </script>`,
  );
  const { page } = await openPage(browser);
  await page.goto(`${site.origin}/frame`);
  await page.frameLocator('#frame').getByLabel('Username').waitFor();
  const inside = page.frames().at(-1) as Frame;
  return {
    page,
    inside,
    set: (appearance) => page.evaluate(`window.host.update({ appearance: ${JSON.stringify(appearance)} })`),
    warnings: () => page.evaluate('window.logs'),
  };
}

/** An Android app's message listener, with a host behind it. */
const nativeHost = () => {
  const logs: string[] = [];
  let nonce = '';
  const soukHost = {
    onmessage: (_: { data: string }) => {},
    postMessage: (text: string) => {
      const { t, n, m, p } = JSON.parse(text);
      if (t === 'note' && m === 'log') logs.push(p.text);
      if (t !== 'hello') return;
      nonce = n;
      const state = { token: null, lang: 'en' };
      say({ t: 'hi', p: { version: 1, platform: 'android', capabilities: [], state } });
    },
  };
  const say = (fields: object) =>
    setTimeout(() => soukHost.onmessage({ data: JSON.stringify({ souk: 1, n: nonce, ...fields }) }));
  Object.assign(window, {
    soukHost,
    logs,
    update: (state: object) => say({ t: 'evt', m: 'state', p: state }),
  });
};

async function openNative(): Promise<Shown> {
  const { page, context } = await openPage(browser);
  await context.addInitScript(nativeHost);
  await page.goto(`${souk.url}/shopCenter`);
  return {
    page,
    inside: page,
    set: (appearance) => page.evaluate(`window.update({ appearance: ${JSON.stringify(appearance)} })`),
    warnings: () => page.evaluate('window.logs'),
  };
}

/** Adds one element of each kind that a variable changes, as no screen has all of them. */
const addProbes = () => {
  const root = (document.querySelector('souk-app')?.shadowRoot ?? document).querySelector('#souk');
  const add = (parent: Element | null | undefined, tag: string, className = '') => {
    const made = document.createElement(tag);
    made.className = className;
    parent?.append(made);
    return made;
  };
  const probes = add(root, 'div', 'probes');
  for (const name of ['strong', 'p.muted', 'div.card', 'button.btn', 'div.input']) {
    const [tag = '', className] = name.split('.');
    add(probes, tag, className);
  }
  add(probes, 'a').setAttribute('href', '#');
  for (const tone of ['good', 'warn', 'bad']) add(probes, 'p', 'tone').dataset.tone = tone;
  add(add(probes, 'div', 'tabs'), 'button');
  add(add(probes, 'div', 'head'), 'h2');
};

/** Returns how a probe is drawn. */
const styleOf = ({ inside }: Shown, selector: string, property: string) =>
  inside.evaluate(
    ([query, name]) => {
      const root = (document.querySelector('souk-app')?.shadowRoot ?? document).querySelector('#souk');
      const probe = query === '#souk' ? root : root?.querySelector(`.probes ${query}`);
      return probe ? getComputedStyle(probe).getPropertyValue(name) : 'no such probe';
    },
    [selector, property] as const,
  );

describe.each([
  ['the script tag', openTag],
  ['a frame', openFrame],
  ['a native app', openNative],
])('by %s', (_, open) => {
  let shown: Shown;
  beforeAll(async () => {
    shown = await open();
    await shown.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    await shown.inside.getByLabel('Username').waitFor();
    await shown.inside.evaluate(addProbes);
  });
  afterAll(() => shown?.page.context().close());

  test.each(['light', 'dark'] as const)(
    'each variable is applied live in the %s theme alone, and taken off',
    async (scheme) => {
      const { page, set } = shown;
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      const other = scheme === 'light' ? 'dark' : 'light';
      for (const [name, probe] of Object.entries(drawn)) {
        const [value, selector, property, expected = value] = probe(scheme);
        await set({});
        const before = await styleOf(shown, selector, property);
        expect(before, name).not.toBe(expected);
        await set({ [scheme]: { [name]: value } });
        await expect.poll(() => styleOf(shown, selector, property), { message: name }).toBe(expected);
        await set({ [other]: { [name]: value } });
        await expect.poll(() => styleOf(shown, selector, property), { message: name }).toBe(before);
      }
    },
  );

  test('the product has its host’s name and logo, and a warning names a logo that does not load', async () => {
    const { page, inside, set, warnings } = shown;
    await page.context().route('https://files.example.com/**', (route) =>
      route.request().url().endsWith('logo.svg')
        ? route.fulfill({
            contentType: 'image/svg+xml',
            body: '<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40"/>',
          })
        : route.abort(),
    );
    await set({ productName: 'Bazaar', logoUrl: 'https://files.example.com/logo.svg' });
    await inside.getByText('Bazaar', { exact: true }).waitFor();
    await inside.locator('img.logo').waitFor();
    await set({ productName: 'Bazaar', logoUrl: 'https://files.example.com/none.svg' });
    await expect.poll(async () => (await warnings()).join()).toContain('none.svg" did not load');
    expect(await inside.locator('img.logo').count()).toBe(0);
  });

  test('one warning each names what is no variable, no colour or not readable, and the rest is applied', async () => {
    const { page, set, warnings } = shown;
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
    const faulty = { colorAcent: 'red', colorDanger: 'no colour', colorText: '#eeeeee', borderRadius: '9px' };
    await set(faulty as Appearance);
    await expect.poll(() => styleOf(shown, '.card', 'border-top-left-radius')).toBe('9px');
    await set({ ...faulty, borderRadius: '8px' } as Appearance);
    await expect.poll(() => styleOf(shown, '.card', 'border-top-left-radius')).toBe('8px');
    const texts = async () => (await warnings()).filter((text) => !text.includes('did not load'));
    await expect
      .poll(texts)
      .toEqual([
        expect.stringContaining(
          'appearance.colorDanger is "no colour", which is not taken: write an opaque colour',
        ),
        expect.stringContaining('appearance.colorText "#eeeeee" is drawn as'),
        'Souk: there is no appearance variable colorAcent: write colorAccent.',
      ]);
  });
});
