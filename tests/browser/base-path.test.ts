// Souk under a path of an origin that belongs to others as well, behind a proxy that answers 404 for every other path.
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Balancer, startBalancer } from '../../tools/balancer.mjs';
import { usable } from '../../tools/usable.mjs';
import { openPage, sharedBrowser, signedIn } from '../harness/browser.ts';
import { type HostSite, hostSite } from '../harness/host-site.ts';
import { type Served, serve } from '../harness/served.ts';

const base = '/merchant';
let browser: Browser;
let site: HostSite;
let souk: Served;
let front: Balancer;
let token: string;

beforeAll(async () => {
  [browser, site, front] = await Promise.all([sharedBrowser(), hostSite(), startBalancer(base)]);
  souk = await serve({ SOUK_BASE_PATH: `${base}/`, SOUK_HOSTS: site.origin });
  front.send([souk]);
  token = await souk.signIn();
});
afterAll(() => Promise.all([souk?.stop(), front?.close(), site?.close()]));

const pictures = async (page: Page) => {
  const images = page.locator('img[src*="/files/"]');
  await images.first().waitFor({ state: 'attached' });
  return images.evaluateAll((all) => all.map((image) => (image as HTMLImageElement).src));
};

describe('a deployment below a base path', () => {
  test('prints its address at the start, and answers health with and without the path', async () => {
    expect(souk.output()).toContain(`${souk.url}${base}/shopCenter`);
    for (const url of [`${front.url}/healthz`, `${souk.url}/healthz`, `${souk.url}${base}/healthz`])
      expect(await (await fetch(url)).json()).toEqual({ ok: true });
  });

  test('opens at any of its addresses, goes on, comes back and finds its pictures and exports', async () => {
    const { page, context, mustBeClean } = await openPage(browser);
    const strays: string[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === new URL(front.url).origin && !pathname.startsWith(`${base}/`)) strays.push(pathname);
    });
    await signedIn(context, token);
    await page.goto(`${front.url}/`);
    await page.locator(usable).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${base}/shopCenter`);
    for (const src of await pictures(page)) {
      expect(src).toMatch(new RegExp(`^${front.url}/files/`));
      expect((await fetch(src)).status).toBe(200);
    }
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Orders' }).click();
    await page.locator(`a[href^="${base}/order?id="]`).first().click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${base}/order`);
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).toBe(`${base}/orderList`);
    await page.reload();
    await page.locator(`a[href^="${base}/order?id="]`).first().waitFor();
    await page.goto(`${front.url}/wallet`);
    await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
    expect(strays).toEqual([]);
    mustBeClean();
    await context.close();
  });

  test('serves its script tag from the tag’s own address, pictures too', async () => {
    site.put(
      '/',
      `<title>My app</title><script async src="${front.url}/souk.js" data-lang="en"></script><div id="place"></div>`,
    );
    const { page, context, mustBeClean } = await openPage(browser);
    await page.goto(`${site.origin}/`);
    await page.waitForFunction('window.Souk');
    await page.evaluate(`Souk.mount(document.querySelector('#place'), { token: '${token}' })`);
    await page.locator(usable).waitFor();
    for (const src of await pictures(page)) expect(src).toMatch(new RegExp(`^${front.url}/files/`));
    mustBeClean();
    await context.close();
  });

  test('serves the tag of one release in the same way', async () => {
    const release = (await (await fetch(`${front.url}/release.json`)).json()) as {
      script: { src: string; integrity: string };
    };
    site.put(
      '/',
      `<title>My app</title><script async src="${front.url}${release.script.src}" integrity="${release.script.integrity}" crossorigin data-lang="en"></script><div id="place"></div>`,
    );
    const { page, context, mustBeClean } = await openPage(browser);
    await page.goto(`${site.origin}/`);
    await page.waitForFunction('window.Souk');
    await page.evaluate(`Souk.mount(document.querySelector('#place'), { token: '${token}' })`);
    await page.locator(usable).waitFor();
    mustBeClean();
    await context.close();
  });

  test.each(['/host', '/host/'])(
    'shows Souk in the frame of the page that plays a host, at %s',
    async (path) => {
      const { page, context, mustBeClean } = await openPage(browser);
      await page.goto(front.url + path);
      await page.frameLocator('#souk').locator('#souk .frame').first().waitFor();
      expect(new URL(page.frames().at(-1)?.url() ?? '').pathname).toBe(`${base}/shopCenter`);
      mustBeClean();
      await context.close();
    },
  );

  test('offers a merchant’s export one click away, at an address that exists', async () => {
    const { page, context } = await openPage(browser);
    await signedIn(context, token);
    await page.goto(`${front.url}/shopCenter`);
    await page.locator(usable).waitFor();
    const answer = await souk.ask('/v1/shop/statements', {}, token);
    expect(JSON.stringify(answer)).toContain('"/api/exports/');
    const [path = ''] = /\/api\/exports\/[^"]+/.exec(JSON.stringify(answer)) ?? [];
    const file = await fetch(`${front.url}${path.replaceAll('&amp;', '&')}`);
    expect(file.status).toBe(200);
    await context.close();
  });
});
