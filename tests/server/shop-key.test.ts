import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, it } from 'vitest';
import * as schema from '../../src/server/schema.ts';

const tables = Object.values<unknown>(schema).flatMap((table) =>
  is(table, PgTable) ? [getTableConfig(table)] : [],
);
/** The ledger's chains are named by their shops. */
const shopKeys = ['shop_id', 'chain'];
const carriesShop = ({ columns }: (typeof tables)[number]) =>
  columns.some(({ name }) => shopKeys.includes(name));

const why = {
  operator: 'written by the operator, the same for all shops, and small',
  signIn: 'looked up before the shop is known, or counted over all shops',
  anchors: 'one chain of hashes over all shops',
  parent: 'read by its parent alone, which carries the shop; few rows a shop',
};
const withoutShop: Record<string, string> = {
  ad_events: why.parent,
  ad_offers: why.operator,
  ad_reports: why.parent,
  anchor_rows: why.anchors,
  anchors: why.anchors,
  article_texts: why.operator,
  articles: why.operator,
  carriers: why.operator,
  decision_log: 'decisions of the operator, of which many are about no shop',
  due_failures: 'rows of any table whose due work failed; few at a time',
  file_bodies: 'the contents of files that are not in a bucket; with FILES_URL nearly empty',
  goods: why.operator,
  goods_types: why.operator,
  login_attempts: why.signIn,
  operator_terms: why.operator,
  ops_keys: why.operator,
  pictures: why.operator,
  recharge_channels: why.operator,
  server_secrets: why.operator,
  sessions: why.signIn,
  shops: 'the shop itself, its id being the key',
  slides: why.operator,
  unanchored_rows: why.anchors,
  verify_codes: why.signIn,
  webhook_endpoints: why.operator,
  withdrawal_steps: why.parent,
};

it('each table carries the shop of its rows, or has a reason not to', () => {
  const bare = tables.filter((table) => !carriesShop(table)).map(({ name }) => name);
  expect(bare.sort()).toEqual(Object.keys(withoutShop).sort());
});

/** Tables that grow with every order, movement, visit or call of a shop. */
const large = [
  'accounts',
  'checkpoints',
  'comments',
  'entries',
  'files',
  'goods_days',
  'goods_totals',
  'idempotency_keys',
  'ledger_heads',
  'notices',
  'order_events',
  'order_items',
  'orders',
  'shop_counts',
  'shop_days',
  'shop_deltas',
  'shop_figures',
  'statements',
  'traffic_reports',
  'transactions',
];

it.each(large)('the large table %s carries the shop of its rows', (name) => {
  const table = tables.find((one) => one.name === name);
  expect(table && carriesShop(table)).toBe(true);
});
