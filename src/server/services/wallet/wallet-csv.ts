import { after, minute } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import { newToken } from '../../platform/ids.ts';
import { zonedIso } from '../../platform/zone.ts';
import { downloads } from '../../schema/downloads.ts';
import { hashToken } from '../../shops/session/auth.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { cursorOf, findEntries } from '../wallet-flow/flow-entries.ts';
import { refsOf } from '../wallet-flow/flow-refs.ts';
import { type Query, scopeOf } from '../wallet-flow/flow-scope.ts';
import { laneSumsOf, withoutEmptyLanes } from '../wallet-flow/flow-sums.ts';
import { type FlowContext, type FlowRow, rowOf } from '../wallet-flow/wallet-flow.ts';

const lifetime = 5 * minute;
const pageSize = 1_000;
const columns = [
  'at',
  'kind',
  'reference',
  'account',
  'in',
  'out',
  'balance_after',
  'currency',
  'reason',
  'seq',
  'hash',
];

const lineOf = (row: FlowRow, timeZone: string, currency: string): string => {
  const [paidIn, paidOut] = row.direction === 'in' ? [row.amount, ''] : ['', row.amount];
  const moved = [paidIn, paidOut, row.balanceAfter ?? '', currency, row.reason ?? ''];
  const chained = [row.ledger?.seq ?? '', row.ledger?.hash ?? ''];
  return csvLine([
    zonedIso(timeZone, new Date(row.at)),
    row.kind,
    row.refNo ?? '',
    row.account,
    ...moved,
    ...chained,
  ]);
};

/**
 * Yields all matching movements as a CSV file, the oldest first: UTF-8 with its mark, times in the shop's zone. Reads a
 * page at a time, so that a long history takes no more memory than a short one; postings made in the meantime are left
 * out.
 */
export async function* flowCsv(
  { db, lang, shopId, now, config }: FlowContext,
  query: Query,
): AsyncGenerator<string> {
  const shop = await shopOf(db, shopId);
  const asked = await scopeOf(db, shop, query);
  const scope = withoutEmptyLanes(asked, await laneSumsOf(db, asked));
  yield csvHeader(columns, { lang, columns: query.columns });
  let cursor: string | undefined;
  do {
    const entries = await findEntries(db, scope, { order: 'asc', cursor, limit: pageSize });
    const posted = entries.map(({ transaction }) => transaction);
    const refs = await refsOf({ db, lang, now, shop, config }, posted);
    if (entries.length > 0)
      yield entries.map((one) => lineOf(rowOf(one, refs, lang), shop.timeZone, shop.currency)).join('');
    const last = entries.at(-1);
    cursor = last && entries.length === pageSize ? cursorOf(last) : undefined;
  } while (cursor);
}

/**
 * Creates a link to the file, valid for a few minutes and while the session lasts that asked for it. It needs no token,
 * as a browser's download sends none.
 */
export async function createFlowLink(
  context: Deps & { lang: string; tokenHash: string },
  shopId: string,
  query: Query,
): Promise<string> {
  const { db, clock, random, lang, tokenHash: sessionHash } = context;
  const token = newToken(random);
  const { cursor: _, ...filters } = query;
  const expiresAt = after(clock.now(), lifetime);
  const file = { shopId, kind: 'wallet_flow' as const, query: filters, lang };
  await db.insert(downloads).values({ tokenHash: hashToken(token), ...file, sessionHash, expiresAt });
  return `/api/files/${token}.csv`;
}
