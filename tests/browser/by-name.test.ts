// What a person with a screen reader has: roles and names, and nothing else. No selector, no text that is not one of these.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoSignIn } from '../harness/demo.ts';
import { formsOf, readCatalog, textsOf } from '../locales/catalogs.ts';
import { type DemoPage, openDemo } from './demo-page.ts';

type Role = Parameters<Page['getByRole']>[0];

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** By their English ones every other test here finds what it presses. */
const tag = 'ar';

describe('in another language than English, by roles and names alone', () => {
  const texts = textsOf(readCatalog(tag));
  /** Returns what fits a text whatever stands in its places; also where it is a part of a longer name. */
  const named = (key: string) => {
    const forms = formsOf(texts.get(key) ?? key).map((form) =>
      form
        .split(/\{\{\w+\}\}/)
        .map(escaped)
        .join('.*'),
    );
    return new RegExp(forms.join('|'));
  };

  let opened: DemoPage;
  let page: Page;
  beforeAll(async () => {
    opened = await openDemo();
    page = opened.page;
    await page.goto(`${opened.demo.url}/login?lang=${tag}`);
    await page.getByLabel(named('session.username')).fill(demoSignIn.username);
    await page.getByLabel(`${texts.get('session.password')}`, { exact: true }).fill(demoSignIn.password);
    await press('button', 'session.sign_in');
    await page.getByRole('heading', { level: 1, name: named('app.store') }).waitFor();
  });
  afterAll(() => opened?.close());

  const get = (role: Role, key: string) => page.getByRole(role, { name: named(key) }).first();
  const press = (role: Role, key: string) => get(role, key).click();
  const onSheet = (role: Role, key: string) =>
    page
      .getByRole('dialog')
      .getByRole(role, { name: named(key) })
      .first();
  const goTo = async (tab: string) => {
    await page.goto(opened.demo.url);
    await page
      .getByRole('navigation', { name: named('common.main') })
      .getByRole('link', { name: named(tab) })
      .click();
    await page.getByRole('heading', { level: 1, name: named(tab) }).waitFor();
  };
  /** Goes back and waits until it has happened: a step under way would end the loading of the next address. */
  const goBack = async (screen: string) => {
    await press('link', 'common.back');
    await page.getByRole('heading', { level: 1, name: named(screen) }).waitFor();
  };
  /** Closes the sheet that is open, once it has its name; the focus is back on what opened it. */
  const closeSheet = async (title: string) => {
    await page.getByRole('dialog', { name: named(title) }).waitFor();
    await onSheet('button', 'common.close').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  };

  test('an order is paid, and the receipt says so', async () => {
    await goTo('app.order');
    await press('button', 'orders.pay');
    await page.getByRole('dialog', { name: named('quote.title') }).waitFor();
    await page.getByRole('dialog').getByLabel(named('quote.password')).fill('135790');
    await onSheet('button', 'quote.pay').click();
    await page.getByRole('dialog', { name: named('quote.receipt') }).waitFor();
    await onSheet('button', 'quote.receipt_done').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  test('the sheets of products open by their names and close again', async () => {
    await goTo('app.product');
    await page.getByRole('main').getByRole('list').getByRole('link').last().click();
    await page.getByRole('heading', { level: 1, name: named('goods.product') }).waitFor();
    await press('button', 'goods.change_price');
    await closeSheet('goods.price_title');
    await press('button', 'goods.remove');
    await closeSheet('goods.remove_title');
    await goBack('app.product');
    await press('link', 'goods.add_goods');
    await press('button', 'filter.title');
    await closeSheet('filter.title');
    await press('button', 'goods.add_named');
    await closeSheet('goods.price_title');
    await goBack('app.product');
  });

  test('the sheets of the wallet open by their names and close again', async () => {
    await goTo('app.account');
    await press('button', 'wallet.definitions');
    await closeSheet('wallet.definitions');
    // By its whole name, as the balance above it says in its own that it can be withdrawn.
    await page.getByRole('link', { name: `${texts.get('wallet.withdraw')}`, exact: true }).click();
    await page.getByRole('textbox', { name: named('accounts.amount') }).fill('20');
    // Beside the one that takes all of the balance.
    await page
      .getByRole('button', { name: named('accounts.withdraw.confirm') })
      .last()
      .click();
    await page.getByRole('dialog').getByLabel(named('quote.password')).waitFor();
    await onSheet('button', 'common.close').click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await goBack('app.account');
  });

  test('the language is chosen, and the sheet follows it', async () => {
    await goTo('app.store');
    await press('link', 'shop.settings');
    await press('button', 'shell.language');
    await page.getByRole('dialog', { name: named('shell.language') }).waitFor();
    await page.getByRole('radio', { name: 'Français' }).click();
    await page.getByRole('dialog', { name: 'Langue' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Français', checked: true }).count()).toBe(1);
  });
});
