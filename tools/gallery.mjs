// node tools/gallery.mjs: every screen of the running product into dist/gallery, as a phone in light and dark, in Arabic, on
// 320 px and on 768 px, with a page that shows them side by side, and every component in every state.
// `node tools/gallery.mjs wallet orderList` takes only these; `node tools/gallery.mjs components` only the components.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { browserOptions } from './build/bundle.mjs';
import { importSource } from './build/import-source.mjs';
import { openAs, root, startProduct } from './product.mjs';

const views = {
  light: { width: 390, lang: 'en', colorScheme: 'light' },
  dark: { width: 390, lang: 'en', colorScheme: 'dark' },
  arabic: { width: 390, lang: 'ar', colorScheme: 'dark' },
  narrow: { width: 320, lang: 'en', colorScheme: 'light' },
  wide: { width: 768, lang: 'en', colorScheme: 'light' },
};

/** Returns the addresses of screens about one row, by the first row of the demo shop that has what they show. */
async function addresses(call) {
  const orders = (await call('/v1/order/list', { limit: 50 }))?.list ?? [];
  const first = (fits) => orders.find(fits) ?? orders[0];
  const withCase = first((order) => order.lastCaseId);
  const about = {
    order: first((order) => order.allowedActions.includes('pay'))?.id,
    logistics: first((order) => order.allowedActions.includes('logistics'))?.id,
    orderComment: first((order) => order.allowedActions.includes('comment'))?.id,
    afterSale: withCase?.lastCaseId,
    qaDetail: 'order-statuses',
  };
  const { paths } = await importSource(root, 'src/paths.ts');
  return Object.entries(paths).map(([name, { path, href }]) => [
    path.slice(1),
    about[name] ? href({ id: about[name] }) : path,
  ]);
}

const page = (names) => `<!doctype html><meta charset="utf-8"><title>Souk, every screen</title><style>
  body { font: 16px system-ui; margin: 24px; background: #ddd }
  div { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto }
  img { border-radius: 12px; block-size: 600px }
</style>${names
  .map(
    (name) =>
      `<h2>${name}</h2><div>${Object.keys(views)
        .map((view) => `<img src="${fileOf(name, view)}" alt="${name}, ${view}" loading="lazy">`)
        .join('')}</div>`,
  )
  .join('')}`;

const fileOf = (name, view) => `${name.replaceAll(/[/ ]/g, '-')}-${view}.png`;

/** States that a person brings about, forced on everything that can be in them. */
const states = { '': [], pressed: ['active'], focused: ['focus', 'focus-visible'] };

/** Takes pictures of every component in every view and state; returns the names of the states. */
async function drawComponents(browser) {
  const { outputFiles } = await build({
    ...browserOptions,
    absWorkingDir: root,
    entryPoints: { page: 'tools/components.tsx', first: 'src/theme.css', deferred: 'src/deferred.css' },
    sourcemap: false,
  });
  const [script, ...styles] = ['page.js', 'first.css', 'deferred.css'].map(
    (file) => outputFiles.find(({ path }) => path.endsWith(file)).text,
  );
  for (const [view, { width, lang, ...look }] of Object.entries(views)) {
    const context = await browser.newContext({ ...look, viewport: { width, height: 844 } });
    const tab = await context.newPage();
    await tab.setContent(
      `<!doctype html><body style="margin:0"><div id="souk" class="souk" dir="${lang === 'ar' ? 'rtl' : 'ltr'}"></div>`,
    );
    for (const content of styles) await tab.addStyleTag({ content });
    await tab.addScriptTag({ content: script, type: 'module' });
    await tab.locator('.tabs').waitFor();
    const devTools = await context.newCDPSession(tab);
    await devTools.send('DOM.enable');
    await devTools.send('CSS.enable');
    const { root: document } = await devTools.send('DOM.getDocument');
    const selector = 'a, button, label.chip, label.pick, .item, input';
    const { nodeIds } = await devTools.send('DOM.querySelectorAll', { nodeId: document.nodeId, selector });
    for (const [state, forcedPseudoClasses] of Object.entries(states)) {
      for (const nodeId of nodeIds)
        await devTools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses });
      await tab.screenshot({ path: join(out, fileOf(componentsIn(state), view)), fullPage: true });
    }
    await context.close();
  }
  return Object.keys(states).map(componentsIn);
}

const componentsIn = (state) => ['components', state].filter(Boolean).join(' ');

const product = await startProduct();
const out = join(root, 'dist', 'gallery');
mkdirSync(out, { recursive: true });
try {
  const wanted = process.argv.slice(2).filter((name) => name !== 'components');
  const asksForComponents = process.argv.length === 2 || process.argv.includes('components');
  const asksForScreens = process.argv.length === 2 || wanted.length > 0;
  const all = await addresses(product.call);
  const unknown = wanted.filter((name) => !all.some(([known]) => known === name));
  if (unknown.length)
    throw new Error(
      `No screen is called ${unknown.join(', ')}; there are ${all.map(([name]) => name).join(', ')}.`,
    );
  const asked = wanted.length ? all.filter(([name]) => wanted.includes(name)) : all;
  const shown = asksForScreens ? asked : [];
  const components = asksForComponents ? await drawComponents(product.browser) : [];
  for (const [view, { width, ...look }] of Object.entries(views)) {
    const viewport = { width, height: 844 };
    const { context, page: tab } = await openAs(product.browser, { ...look, viewport, token: product.token });
    for (const [name, address] of shown) {
      await tab.goto(product.url + address);
      await tab.waitForLoadState('networkidle');
      await tab.screenshot({ path: join(out, fileOf(name, view)), fullPage: true });
    }
    await context.close();
    console.log(`${view}: ${shown.length} screens`);
  }
  writeFileSync(join(out, 'index.html'), page([...components, ...shown.map(([name]) => name)]));
  console.log(`Open ${join('dist', 'gallery', 'index.html')}`);
} finally {
  await product.stop();
}
