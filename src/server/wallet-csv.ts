import type { Output } from '../contract/calls.ts';
import { hashToken } from './auth.ts';
import { after, minute } from './clock.ts';
import type { Deps } from './context.ts';
import { csvLine, csvMark } from './csv.ts';
import { newToken } from './ids.ts';
import { downloads } from './schema/downloads.ts';
import { type Asking, type Query, walletFlow } from './wallet-flow.ts';
import { zonedIso } from './zone.ts';

type Row = Output<'POST /v1/user/wallet_flow'>['list'][number];

const lifetime = 5 * minute;
const pageSize = 500;
const columns = ['at', 'kind', 'reference', 'account', 'in', 'out', 'balance_after', 'currency', 'reason'];

const lineOf = (row: Row, timeZone: string, currency: string): string => {
  const [paidIn, paidOut] = row.direction === 'in' ? [row.amount, ''] : ['', row.amount];
  const moved = [paidIn, paidOut, row.balanceAfter ?? '', currency, row.reason ?? ''];
  return csvLine([zonedIso(timeZone, new Date(row.at)), row.kind, row.refNo ?? '', row.account, ...moved]);
};

/** All rows that match, the oldest first, as a spreadsheet opens them: UTF-8 with its mark, times of the shop's zone. */
export async function flowCsv(asking: Asking, query: Query): Promise<string> {
  const lines: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await walletFlow(asking, { ...query, limit: pageSize, cursor });
    // A file of movements adds up: what has moved nothing yet is not in it.
    const moved = page.list.filter((row) => row.balanceAfter !== null);
    lines.push(...moved.map((row) => lineOf(row, page.timeZone, page.currency)));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  return [csvMark, csvLine(columns), ...lines.reverse()].join('');
}

/** A link to the file, for a few minutes; who has it needs no token, as a browser's download sends none. */
export async function offerFlow(
  deps: Deps & { lang: string },
  shopId: string,
  query: Query,
): Promise<string> {
  const { db, clock, random, lang } = deps;
  const token = newToken(random);
  const { cursor: _, ...filters } = query;
  const expiresAt = after(clock.now(), lifetime);
  const row = {
    tokenHash: hashToken(token),
    shopId,
    kind: 'wallet_flow' as const,
    query: filters,
    lang,
    expiresAt,
  };
  await db.insert(downloads).values(row);
  return `/api/files/${token}.csv`;
}
