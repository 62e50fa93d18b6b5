import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPage, sharedBrowser, signedIn } from '../harness/browser.ts';
import { type Demo, startDemo } from '../harness/demo.ts';
import { png } from '../harness/sample-files.ts';

let demo: Demo;
let browser: Browser;
let token: string;
beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), sharedBrowser()]);
  token = await demo.signIn();
});
afterAll(() => demo?.close());

const picture = { name: 'licence.png', mimeType: 'image/png', buffer: png(90, 'a'.repeat(290_000)) };

test('a file on a slow line shows how far it is, is stopped on request, and arrives on the next try', async () => {
  const { context, page, mustBeClean } = await openPage(browser);
  await signedIn(context, token);
  await page.goto(`${demo.url}/shop`);
  await page.getByRole('button', { name: 'Business documents' }).click();
  const field = page.getByLabel('Add document').first();
  await field.waitFor({ state: 'attached' });
  const line = await context.newCDPSession(page);
  const upload = (uploadThroughput: number) =>
    line.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await upload(60_000);
  await field.setInputFiles(picture);
  const bar = page.getByRole('progressbar');
  await expect
    .poll(async () => Number(await bar.getAttribute('aria-valuenow')), { timeout: 10_000 })
    .toBeGreaterThan(0.05);
  expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThan(1);
  await page.getByRole('button', { name: 'Stop upload' }).click();
  await bar.waitFor({ state: 'detached' });
  await upload(-1);
  await field.setInputFiles(picture);
  await page.getByText('Uploaded', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Submit for review' }).click();
  await page.getByText('Document 1: Under review').waitFor();
  mustBeClean();
  await context.close();
});

test('a picture of feedback is there after a reload, one that was still uploading is asked for again, and both are sent', async () => {
  const { context, page, mustBeClean } = await openPage(browser);
  await signedIn(context, token);
  await page.goto(`${demo.url}/feedback`);
  await page.locator('textarea').fill('Look at these pictures, please.');
  const choose = (label: string, name: string) =>
    page
      .getByLabel(label)
      .first()
      .setInputFiles({ ...picture, name });
  await choose('Photos (optional, up to 3)', 'first.png');
  await page.getByText('Uploaded', { exact: true }).waitFor();
  const upload = '**/v1/upload/feedback';
  await page.route(upload, () => {});
  await choose('Photo 2 of 3', 'second.png');
  await page.getByText('Uploading:').waitFor();
  await page.reload();
  await page.getByText('first.png').waitFor();
  await page.getByText('second.png').waitFor();
  expect(await page.locator('.error').allTextContents()).toEqual(['Choose the file again. It wasn’t kept.']);
  expect(await page.getByText('Uploaded', { exact: true }).count()).toBe(1);
  await page.unroute(upload);
  await choose('Photo 2 of 3', 'second.png');
  await expect.poll(() => page.getByText('Uploaded', { exact: true }).count()).toBe(2);
  const sent = page.waitForRequest('**/v1/home/feedback');
  await page.getByRole('button', { name: 'Send feedback' }).click();
  expect((await sent).postDataJSON()).toEqual({
    content: 'Look at these pictures, please.',
    fileIds: [expect.stringMatching(/^fil/), expect.stringMatching(/^fil/)],
  });
  await page.getByText('Reference number').waitFor();
  await page.reload();
  await page.locator('textarea').waitFor();
  expect(await page.locator('textarea').inputValue()).toBe('');
  expect(await page.getByText('first.png').count()).toBe(0);
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
  await page.getByRole('button', { name: 'Shop name' }).click();
  const field = page.getByLabel('New logo').first();
  await field.waitFor({ state: 'attached' });
  await field.setInputFiles({ name: 'wide.png', mimeType: 'image/png', buffer: Buffer.from(wide, 'base64') });
  await page.getByRole('slider').fill('100');
  await page.getByRole('button', { name: 'Save' }).click();
  const logo = page.locator('.items img[src*="/private/"]').first();
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

/** An EXIF block of a camera: its name, a place, and that the picture is to be turned by a quarter. */
const exif = () => {
  const block = Buffer.from(
    `Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0GPS SECRET`,
    'latin1',
  );
  return Buffer.concat([Buffer.from([0xff, 0xe1, 0, block.length + 2]), block]);
};

test.each([
  ['WebP', 'webp'],
  // Safari has no encoder for WebP, and answers with a PNG.
  ['JPEG in an engine that cannot write WebP', 'jpeg'],
])('a photo leaves upright, small and without the place where it was taken, as %s', async (_, format) => {
  const { context, page, mustBeClean } = await openPage(browser);
  await signedIn(context, token);
  await page.addInitScript((writesWebp) => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      const file = body instanceof FormData ? body.get('file') : null;
      if (file instanceof File) Object.assign(window, { sentFile: file });
      send.call(this, body);
    };
    const toBlob = HTMLCanvasElement.prototype.toBlob;
    if (writesWebp) return;
    HTMLCanvasElement.prototype.toBlob = function (done, type, quality) {
      toBlob.call(this, done, type === 'image/webp' ? 'image/png' : type, quality);
    };
  }, format === 'webp');
  await page.goto(`${demo.url}/shop`);
  await page.getByRole('button', { name: 'Business documents' }).click();
  // Left half red, right half blue, with the noise of a camera; turned by a quarter the red one is above.
  const drawn = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 4000, height: 3000 });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.fillStyle = 'rgb(230 20 20)';
    pen.fillRect(0, 0, 2000, 3000);
    pen.fillStyle = 'rgb(20 20 230)';
    pen.fillRect(2000, 0, 2000, 3000);
    const image = pen.getImageData(0, 0, 4000, 3000);
    let seed = 7;
    for (let at = 0; at < image.data.length; at++) {
      seed = (seed * 1_103_515_245 + 12_345) & 0x7f_ff_ff_ff;
      if (at % 4 < 3) image.data[at] = (image.data[at] ?? 0) + ((seed >> 16) % 31) - 15;
    }
    pen.putImageData(image, 0, 0);
    return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? '';
  });
  const plain = Buffer.from(drawn, 'base64');
  expect(plain.length).toBeGreaterThan(1_000_000);
  const photo = Buffer.concat([plain.subarray(0, 2), exif(), plain.subarray(2), Buffer.from('SECRET tail')]);
  const field = page.getByLabel('Add document').first();
  await field.waitFor({ state: 'attached' });
  await field.setInputFiles({ name: 'paper.jpeg', mimeType: 'image/jpeg', buffer: photo });
  await page.getByText('Uploaded', { exact: true }).waitFor();
  const sent = await page.evaluate(async () => {
    const { sentFile: file } = window as unknown as { sentFile: File };
    const picture = await createImageBitmap(file);
    const canvas = Object.assign(document.createElement('canvas'), { width: 1, height: 2 });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.drawImage(picture, 0, 0, 1, 2);
    const [top, bottom] = [0, 1].map((y) => [...pen.getImageData(0, y, 1, 1).data.slice(0, 3)]);
    const text = new TextDecoder('latin1').decode(await file.arrayBuffer());
    const facts = [file.name, file.type, picture.width, picture.height];
    return { text, top, bottom, facts, bytes: file.size };
  });
  expect(sent.facts).toEqual([`paper.${format}`, `image/${format}`, 1200, 1600]);
  expect(sent.bytes).toBeLessThanOrEqual(300_000);
  expect(sent.text).not.toMatch(/Exif|SECRET|GPS/);
  expect(sent.top?.[0]).toBeGreaterThan(200);
  expect(sent.bottom?.[2]).toBeGreaterThan(200);
  mustBeClean();
  await context.close();
});
