// Where things are drawn: what a document without a layout cannot tell. One page of one server for all of it.
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launch, openPage, signedIn, type Watched } from '../harness/browser.ts';
import { type Demo, startDemo } from '../harness/demo.ts';

let demo: Demo;
let browser: Browser;
let watched: Watched;

const phoneSize = { width: 390, height: 844 };

beforeAll(async () => {
  [demo, browser] = await Promise.all([startDemo(), launch()]);
  watched = await openPage(browser, { reducedMotion: 'reduce' });
  const login = { username: 'amina', password: 'souk-demo-1' };
  const { token } = await demo.call<{ token: string }>('POST /login', login);
  await signedIn(watched.context, token);
});
afterAll(async () => {
  watched?.mustBeClean();
  await Promise.all([browser?.close(), demo?.close()]);
});

const goTo = async (path: string, size = phoneSize) => {
  const { page } = watched;
  await page.setViewportSize(size);
  await page.goto(`${demo.url}${path}`);
  return page;
};

/** Returns whether a person could press the element where it is: nothing lies over its middle, and it is in the window. */
const isInReach = (element: Locator) =>
  element.evaluate((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && (node === hit || node.contains(hit));
  });

test.each([
  ['beside a keyboard', { width: 390, height: 460 }],
  ['on a small phone', { width: 320, height: 568 }],
])('the payment password and the button that pays are in sight %s', async (_, size) => {
  const page = await goTo('/orderList', size);
  await page
    .getByRole('button', { name: /^Pay purchase cost/ })
    .first()
    .click();
  const password = page.getByLabel('Payment password');
  await password.waitFor();
  expect(await isInReach(password)).toBe(true);
  const pay = page.getByRole('button', { name: /^Pay \$/ });
  expect(await isInReach(pay)).toBe(true);
  const below = await pay.evaluate((node) => innerHeight - node.getBoundingClientRect().bottom);
  expect(below, 'nothing is seen below the foot').toBeCloseTo(16, 0);
});
