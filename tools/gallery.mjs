// npm run gallery: every screen of the running product into dist/gallery, as a phone in light and dark, in Arabic, on
// 320 px and on 768 px, with a page that shows them side by side. `npm run gallery -- wallet orderList` takes only these.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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

const fileOf = (name, view) => `${name.replaceAll('/', '-')}-${view}.png`;

const product = await startProduct();
const out = join(root, 'dist', 'gallery');
mkdirSync(out, { recursive: true });
try {
  const wanted = process.argv.slice(2);
  const all = await addresses(product.call);
  const unknown = wanted.filter((name) => !all.some(([known]) => known === name));
  if (unknown.length)
    throw new Error(
      `No screen is called ${unknown.join(', ')}; there are ${all.map(([name]) => name).join(', ')}.`,
    );
  const shown = wanted.length ? all.filter(([name]) => wanted.includes(name)) : all;
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
  writeFileSync(join(out, 'index.html'), page(shown.map(([name]) => name)));
  console.log(`Open ${join('dist', 'gallery', 'index.html')}`);
} finally {
  await product.stop();
}
