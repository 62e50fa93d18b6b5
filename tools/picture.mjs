// node tools/picture.mjs: takes the README's picture from the running product, which it builds and starts by itself.
import { join } from 'node:path';
import { openAs, root, startProduct } from './product.mjs';

const phone = { viewport: { width: 390, height: 800 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const pay = async (page) => {
  await page.locator('.pay-line > .primary').click();
  await page.getByRole('dialog').getByLabel('Payment password').fill('135790');
  await page.waitForLoadState('networkidle');
};

/** @type {{ path: string, lang: string, colorScheme: string, act?: (page: any) => Promise<void> }[]} */
const views = [
  { path: '/shopCenter', lang: 'en', colorScheme: 'light' },
  { path: '/orderList', lang: 'en', colorScheme: 'light', act: pay },
  { path: '/wallet', lang: 'ar', colorScheme: 'dark' },
];

/**
 * @param {Awaited<ReturnType<typeof startProduct>>} product
 * @param {(typeof views)[number]} view
 */
async function take({ browser, url, token }, { path, act, ...view }) {
  const { context, page } = await openAs(browser, { ...phone, ...view, token });
  await page.goto(url + path);
  await page.waitForLoadState('networkidle');
  await act?.(page);
  const png = await page.screenshot();
  await context.close();
  return `data:image/png;base64,${png.toString('base64')}`;
}

const product = await startProduct();
try {
  const shots = [];
  for (const view of views) shots.push(await take(product, view));
  const page = await product.browser.newPage({
    viewport: { width: 1180, height: 800 },
    deviceScaleFactor: 1,
  });
  await page.setContent(`<style>
    body { margin: 0; display: flex; justify-content: center; gap: 32px; padding: 24px; background: #fff }
    img { width: 340px; border-radius: 28px; border: 8px solid #131920; display: block }
  </style>${shots.map((src) => `<img src="${src}">`).join('')}`);
  await page.locator('body').screenshot({ path: join(root, 'docs', 'souk.png') });
} finally {
  await product.stop();
}
