import { afterAll, beforeAll, expect, test } from 'vitest';
import { usable } from '../../tools/usable.mjs';
import { type HostSite, hostSite } from '../harness/host-site.ts';
import { type Served, serve } from '../harness/served.ts';
import type { Engine } from './engine.ts';
import { startEngines } from './engines.ts';
import { until } from './hands.ts';

let site: HostSite;
let souk: Served;
let engine: Engine;
beforeAll(async () => {
  site = await hostSite();
  [souk, engine] = await Promise.all([serve({ SOUK_HOSTS: site.origin }), startEngines.WebKitGTK()]);
});
afterAll(() => Promise.all([engine?.close(), souk?.stop(), site?.close()]));

test('Souk comes into a page in WebKitGTK by the script tag, and goes without leaving anything', async () => {
  const script = `<script async src="${souk.url}/souk.js"></script>`;
  site.put('/', `<title>My app</title>${script}<div id="place"></div>`);
  const view = await engine.open('none', { origin: site.origin });
  await view.go(`${site.origin}/`);
  await until(view, () => 'Souk' in window);
  const before = await view.evaluate('Object.keys(window).length');
  const options = JSON.stringify({ token: await souk.signIn(), lang: 'ar' });
  await view.evaluate(
    `(window.leave = Souk.mount(document.querySelector('#place'), ${options})) && document.title`,
  );
  const seen = await until(
    view,
    (wanted) => {
      const shadow = document.querySelector('#place')?.shadowRoot;
      const root = shadow?.querySelector<HTMLElement>('#souk');
      return shadow?.querySelector(wanted) && root && [root.dir, getComputedStyle(root).display];
    },
    usable,
  );
  expect(seen).toEqual(['rtl', 'flex']);
  await view.evaluate('leave() ?? null');
  const left = await view.run(() => {
    const shadow = document.querySelector('#place')?.shadowRoot;
    return [shadow?.childElementCount, shadow?.adoptedStyleSheets.length, document.styleSheets.length];
  });
  expect(left).toEqual([0, 0, 0]);
  // One more: what the test itself put there.
  expect(await view.evaluate('Object.keys(window).length')).toBe(Number(before) + 1);
  await view.close();
});
