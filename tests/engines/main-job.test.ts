import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type Demo, demoSignIn, startDemo } from '../harness/demo.ts';
import { startEngines } from './engines.ts';
import { startFirefox } from './firefox.ts';
import { press, see, type, until } from './hands.ts';

let demo: Demo;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const statusOf = async (no: string) => {
  type Order = { no: string; status: string };
  const { list } = await demo.call<{ list: Order[] }>(
    'POST /v1/order/list',
    { limit: 50 },
    await demo.signIn(),
  );
  return list.find((order) => order.no === no)?.status;
};

test.each([
  ['Chromium', startEngines.Chromium],
  ['WebKitGTK', startEngines.WebKitGTK],
  ['Firefox', startFirefox],
])('a merchant signs in, pays an order and reads the receipt in %s, without an error', async (_, start) => {
  const engine = await start();
  onTestFinished(engine.close);
  const view = await engine.open('none', { origin: demo.url });
  await view.go(`${demo.url}/shopCenter`);
  await type(view, 'input[name=username]', demoSignIn.username);
  await type(view, 'input[name=password]', demoSignIn.password);
  await press(view, 'Sign in');
  await press(view, 'Orders');
  const no = await until(view, () => {
    const row = document.querySelector<HTMLElement>('li.item a.cover');
    row?.click();
    return row?.ariaLabel?.split(', ').at(-1);
  });
  await until(view, () => {
    const pay = document.querySelector<HTMLElement>('.dock .btn.primary');
    pay?.click();
    return !!pay;
  });
  expect(await statusOf(no)).toBe('pending_payment');
  await type(view, 'dialog[open] input', '135790');
  await until(view, () => {
    const pay = document.querySelector<HTMLElement>('dialog[open] [type=submit]');
    pay?.click();
    return !!pay;
  });
  await see(view, 'Available balance now');
  const receipt = await view.run(() => document.querySelector('dialog')?.innerText);
  expect(receipt).toContain('To be shipped');
  expect(await statusOf(no)).toBe('to_be_shipped');
  expect(view.log()).toBe('');
});
