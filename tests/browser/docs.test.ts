import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DemoPage, openDemo } from './demo-page.ts';

let opened: DemoPage;
beforeAll(async () => {
  opened = await openDemo();
});
// Fails where anything was refused by the page's policy.
afterAll(() => opened.close());

test('the demo draws the OpenAPI document, from its own server alone', async () => {
  const { page, demo } = opened;
  const foreign: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(demo.url) && !url.startsWith('data:')) foreign.push(url);
  });
  await page.goto(`${demo.url}/docs`);
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await page.getByText('/v1/order/pay', { exact: true }).click();
  await expect.poll(() => page.getByText('"quoteId"').first().isVisible()).toBe(true);
  expect(foreign).toEqual([]);
});
