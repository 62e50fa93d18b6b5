import { describe, expect, test } from 'vitest';
import { orderStatuses } from '../../src/contract/status.ts';
import { languages } from '../../src/server/platform/texts/languages.ts';
import { english, formsOf, readCatalog, tags, textsOf } from './catalogs.ts';

const texts = textsOf(english);
const textOf = (key: string) => formsOf(texts.get(key) ?? '').join(' ');
const helpLines = (lang: string, article: string) => languages[lang]?.help.articles[article]?.body ?? [];
const helpOf = (article: string) => helpLines('en', article).join('\n');

interface Concept {
  code: string;
  /** The specification's. */
  word: string;
  /** What merchants read, and its key. */
  label: string;
  key: string;
  /** The text of the app that explains it by the specification's word, where the label is another. */
  beside?: string;
  /** The article of the help that does. */
  article: string;
}

const concepts: Concept[] = [
  {
    code: 'pending_payment',
    word: 'pending payment',
    label: 'Awaiting your payment',
    key: 'status.pending_payment',
    beside: 'orders.step_word.pending_payment',
    article: 'order-statuses',
  },
  {
    code: 'to_be_shipped',
    word: 'to be shipped',
    label: 'To be shipped',
    key: 'status.to_be_shipped',
    article: 'order-statuses',
  },
  { code: 'shipped', word: 'shipped', label: 'Shipped', key: 'status.shipped', article: 'order-statuses' },
  {
    code: 'to_be_accepted',
    word: 'to be accepted',
    label: 'Delivered',
    key: 'status.to_be_accepted',
    beside: 'orders.step_word.to_be_accepted',
    article: 'order-statuses',
  },
  {
    code: 'accepted',
    word: 'accepted',
    label: 'Accepted',
    key: 'status.accepted',
    article: 'order-statuses',
  },
  {
    code: 'pending_settlement',
    word: 'pending settlement',
    label: 'Pending settlement',
    key: 'status.pending_settlement',
    article: 'order-statuses',
  },
  {
    code: 'waiting_for_withdrawal',
    word: 'waiting for withdrawal',
    label: 'In return window',
    key: 'status.waiting_for_withdrawal',
    beside: 'orders.step_word.waiting_for_withdrawal',
    article: 'order-statuses',
  },
  {
    code: 'completed',
    word: 'completed',
    label: 'Completed',
    key: 'status.completed',
    article: 'order-statuses',
  },
  {
    code: 'cancelled',
    word: 'canceled',
    label: 'Canceled',
    key: 'status.cancelled',
    article: 'order-statuses',
  },
  {
    code: 'refunded',
    word: 'refunded',
    label: 'Refunded',
    key: 'status.refunded',
    article: 'order-statuses',
  },
  {
    code: 'balance',
    word: 'balance',
    label: 'Available balance',
    key: 'flow.account_available',
    article: 'wallet-amounts',
  },
  {
    code: 'frozenAmount',
    word: 'frozen amount',
    label: 'On hold',
    key: 'flow.account_frozen',
    beside: 'about.account_frozen',
    article: 'wallet-amounts',
  },
  {
    code: 'shopBalance',
    word: 'shop balance',
    label: 'Pending balance',
    key: 'flow.account_shop',
    beside: 'about.account_shop',
    article: 'wallet-amounts',
  },
  {
    code: 'depositMargin',
    word: 'deposit margin',
    label: 'Security deposit',
    key: 'flow.account_deposit',
    beside: 'about.account_deposit',
    article: 'wallet-amounts',
  },
  {
    code: 'settlement',
    word: 'settlement amount',
    label: 'In settlement',
    key: 'wallet.settlement',
    beside: 'about.settlement',
    article: 'wallet-amounts',
  },
  { code: 'recharge', word: 'recharge', label: 'Top-up', key: 'flow.kind_recharge', article: 'recharging' },
];

test('every order status is among the concepts', () => {
  expect(concepts.map(({ code }) => code)).toEqual(expect.arrayContaining([...orderStatuses]));
});

test.each(concepts)('$code is read as $label, and explained beside $word', (concept) => {
  expect(textOf(concept.key)).toBe(concept.label);
  const says = (text: string) => expect(text.toLowerCase()).toContain(concept.word);
  says(helpOf(concept.article));
  if (concept.beside) says(textOf(concept.beside));
});

test('the four tabs bear the names of the specification', () => {
  const { store, order, product, account } = english.app as Record<string, string>;
  expect([store, order, product, account]).toEqual(['Store', 'Orders', 'Products', 'Account']);
});

/** Returns the words in brackets after a label, as in "Delivered (to be accepted)", without its quotation marks. */
const wordIn = (label: string) =>
  /[(（]([^)）]+)[)）]/
    .exec(label)?.[1]
    ?.replace(/[“”‘’«»「」]/g, '')
    .trim();

/** Every language has a separate label for these. */
const relabeled = ['pending_payment', 'to_be_accepted', 'waiting_for_withdrawal', 'shopBalance'];

describe.each(tags.filter((tag) => tag !== 'en'))('in %s', (lang) => {
  const own = textsOf(readCatalog(lang));
  const ownOf = (key: string) => formsOf(own.get(key) ?? '').join(' ');

  test.each(concepts.filter(({ beside }) => beside))('$code is explained beside one word', (concept) => {
    const label = ownOf(concept.key);
    const line = helpLines(lang, concept.article).find((one) => one.startsWith(`# ${label}`)) ?? '';
    expect(line).not.toBe('');
    const word = wordIn(line);
    if (relabeled.includes(concept.code)) expect(word).toBeTruthy();
    expect(word?.toLowerCase()).not.toBe(label.toLowerCase());
    if (word) expect(ownOf(concept.beside ?? '').toLowerCase()).toContain(word.toLowerCase());
  });
});

test.each(tags)('what asks about a forgotten password fits both passwords in %s', (tag) => {
  const asked = formsOf(textsOf(readCatalog(tag)).get('quote.password_forgotten') ?? '').join(' ');
  expect(asked).toMatch(/[?？؟]$/);
  expect(asked).not.toMatch(/\b(pin|lo)\b/i);
});
