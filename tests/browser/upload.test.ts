import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, openPage, signedIn } from '../harness/browser.ts';
import { type Demo, startDemo } from '../harness/demo.ts';
import { png } from '../harness/sample-files.ts';

let demo: Demo;
let browser: Browser;
let token: string;
beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launch()]);
  const login = { username: 'amina', password: 'souk-demo-1' };
  ({ token } = await demo.call<{ token: string }>('POST /login', login));
});
afterAll(() => Promise.all([browser?.close(), demo?.close()]));

const picture = { name: 'licence.png', mimeType: 'image/png', buffer: png(90, 'a'.repeat(300_000)) };

test('a file on a slow line shows how far it is, is stopped on request, and arrives on the next try', async () => {
  const { context, page, mustBeClean } = await openPage(browser);
  await signedIn(context, token);
  await page.goto(`${demo.url}/shop`);
  const field = page.getByLabel('Add a document').first();
  await field.waitFor({ state: 'attached' });
  const line = await context.newCDPSession(page);
  const upload = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      ...{ offline: false, latency: 0, downloadThroughput: -1 },
      uploadThroughput,
    });
  await upload(60_000);
  await field.setInputFiles(picture);
  const bar = page.getByRole('progressbar');
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 10_000 })
    .toBeGreaterThan(0.05);
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(1);
  await page.getByRole('button', { name: 'Stop sending' }).click();
  await bar.waitFor({ state: 'detached' });
  await upload(-1);
  await field.setInputFiles(picture);
  await page.getByText('Sent', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Send for review' }).click();
  await page.getByText('Applying').waitFor();
  mustBeClean();
  await context.close();
});

test('a logo is cut square by the browser before it leaves, from the side that the slider says', async () => {
  const { context, page, mustBeClean } = await openPage(browser);
  await signedIn(context, token);
  await page.goto(`${demo.url}/shop`);
  // Left half red, right half blue: what arrives says which part was kept.
  const wide = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 400, height: 100 });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.fillStyle = 'red';
    pen.fillRect(0, 0, 200, 100);
    pen.fillStyle = 'blue';
    pen.fillRect(200, 0, 200, 100);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  const field = page.getByLabel('New logo').first();
  await field.waitFor({ state: 'attached' });
  await field.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: Buffer.from(wide, 'base64') });
  await page.getByRole('slider').fill('100');
  await page.getByRole('button', { name: 'Save' }).click();
  const logo = page.locator('.row', { hasText: 'Your logo' }).locator('img[src*="/private/"]');
  await logo.waitFor();
  const seen = await logo.evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 1 });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.drawImage(image, 0, 0, 1, 1);
    return {
      size: [image.naturalWidth, image.naturalHeight],
      colour: [...pen.getImageData(0, 0, 1, 1).data.slice(0, 3)],
    };
  });
  expect(seen).toEqual({ size: [100, 100], colour: [0, 0, 255] });
  mustBeClean();
  await context.close();
});
