import { after, minute } from '../clock.ts';
import type { Deps } from '../context.ts';
import { csvLine, csvMark } from '../exports/csv.ts';
import { newToken } from '../ids.ts';
import { downloads } from '../schema/downloads.ts';
import { hashToken } from '../session/auth.ts';
import { shopOf } from '../shop/shop-row.ts';
import { cursorOf, entriesOf } from '../wallet-flow/flow-entries.ts';
import { refsOf } from '../wallet-flow/flow-refs.ts';
import { scopeOf } from '../wallet-flow/flow-scope.ts';
import { laneSumsOf, narrowed } from '../wallet-flow/flow-sums.ts';
import { type Asking, type FlowRow, type Query, rowOf } from '../wallet-flow/wallet-flow.ts';
import { zonedIso } from '../zone.ts';

const lifetime = 5 * minute;
const pageSize = 1_000;
const columns = ['at', 'kind', 'reference', 'account', 'in', 'out', 'balance_after', 'currency', 'reason'];

const lineOf = (row: FlowRow, timeZone: string, currency: string): string => {
  const [paidIn, paidOut] = row.direction === 'in' ? [row.amount, ''] : ['', row.amount];
  const moved = [paidIn, paidOut, row.balanceAfter ?? '', currency, row.reason ?? ''];
  return csvLine([zonedIso(timeZone, new Date(row.at)), row.kind, row.refNo ?? '', row.account, ...moved]);
};

/**
 * All movements that match, the oldest first, as a spreadsheet opens them: UTF-8 with its mark, times of the shop's zone.
 * A page at a time, so that a long history takes no more memory than a short one; what is posted meanwhile is not in it.
 */
export async function* flowCsv({ db, lang, shopId, now }: Asking, query: Query): AsyncGenerator<string> {
  const shop = await shopOf(db, shopId);
  const asked = await scopeOf(db, shop, query);
  const scope = narrowed(asked, await laneSumsOf(db, asked));
  yield `${csvMark}${csvLine(columns)}`;
  let cursor: string | undefined;
  do {
    const found = await entriesOf(db, scope, { order: 'oldest', cursor, limit: pageSize });
    const posted = found.map(({ transaction }) => transaction);
    const refs = await refsOf({ db, lang, now, shop }, posted);
    if (found.length > 0)
      yield found.map((one) => lineOf(rowOf(one, refs, lang), shop.timeZone, shop.currency)).join('');
    const last = found.at(-1);
    cursor = last && found.length === pageSize ? cursorOf(last) : undefined;
  } while (cursor);
}

/**
 * A link to the file, for a few minutes and as long as the session lasts that asked for it; who has it needs no token,
 * as a browser's download sends none.
 */
export async function offerFlow(
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
