import { formatIn, parseMoney } from '../../../contract/money.ts';
import { minute } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import { type CsvWords, codeWriter, csvHeader, csvLine } from '../../platform/csv.ts';
import { nameSigner } from '../../platform/secrets/signatures.ts';
import { zonedIso } from '../../platform/zone.ts';
import { exportLinkScope } from '../../shops/restrictions/statement-links.ts';
import { exportNames, signedExport } from '../../shops/sessions/export-links.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { cursorOf, findEntries } from './flow-entries.ts';
import { refsOf } from './flow-refs.ts';
import type { FlowRow } from './flow-scope.ts';
import { type Query, scopeOf } from './flow-scope.ts';
import { laneSumsOf, withoutEmptyLanes } from './flow-sums.ts';
import { type FlowContext, rowOf } from './wallet-flow.ts';

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

type Reader = Awaited<ReturnType<typeof shopOf>>;
type CodeWriter = ReturnType<typeof codeWriter>;

const lineOf = (row: FlowRow, { timeZone, currency }: Reader, write: CodeWriter): string => {
  const written = (amount: string) => formatIn(currency, parseMoney(amount));
  const amount = written(row.amount);
  const [paidIn, paidOut] = row.direction === 'in' ? [amount, ''] : ['', amount];
  const balance = row.balanceAfter ? written(row.balanceAfter) : '';
  const moved = [paidIn, paidOut, balance, currency, row.reason ?? ''];
  const chained = [row.ledger?.seq ?? '', row.ledger?.hash ?? ''];
  return csvLine([
    zonedIso(timeZone, new Date(row.at)),
    write(row.kind, 'flow', 'kind_'),
    row.refNo ?? '',
    write(row.account, 'flow', 'account_'),
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
  const words: CsvWords = { lang, columns: query.columns };
  const write = codeWriter(words);
  yield csvHeader(columns, words);
  let cursor: string | undefined;
  do {
    const entries = await findEntries(db, scope, { order: 'asc', cursor, limit: pageSize });
    const posted = entries.map(({ transaction }) => transaction);
    const refs = await refsOf({ db, lang, now, shop, config }, posted);
    if (entries.length > 0) yield entries.map((one) => lineOf(rowOf(one, refs, lang), shop, write)).join('');
    const last = entries.at(-1);
    cursor = last && entries.length === pageSize ? cursorOf(last) : undefined;
  } while (cursor);
}

/**
 * Returns a link to the file of the movements that match, valid for a few minutes. It needs no token, as a browser's
 * download sends none.
 */
export async function flowLink(
  context: Deps & { lang: string },
  shopId: string,
  { cursor: _, limit: __, format: ___, columns, ...filters }: Query,
): Promise<string> {
  const name = `${shopId}.${exportNames.wallet}`;
  const filter = JSON.stringify(filters);
  const signName = await nameSigner(context, 'exports', lifetime);
  const signature = signName(signedExport(name, filter));
  const params = new URLSearchParams({ filter, lang: context.lang, columns, ...signature });
  return `${exportLinkScope.path}/${name}?${params}`;
}
