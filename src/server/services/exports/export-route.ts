import { and, asc, eq, sql } from 'drizzle-orm';
import type { Context as HonoContext } from 'hono';
import * as v from 'valibot';
import { codes } from '../../../contract/errors.ts';
import { orderExportInput } from '../../../contract/orders.ts';
import { walletFlowInput } from '../../../contract/wallet-flow.ts';
import type { Deps } from '../../platform/context.ts';
import { type CsvWords, streamText } from '../../platform/csv.ts';
import type { Database } from '../../platform/database/db.ts';
import { refuse } from '../../platform/refuse.ts';
import { isSigned } from '../../platform/secrets/signatures.ts';
import { pickLang } from '../../platform/texts/messages.ts';
import { textOf } from '../../platform/texts/texts.ts';
import { statements } from '../../schema/restrictions.ts';
import { statementText } from '../../shops/restrictions/statement-text.ts';
import type { StatementRow } from '../../shops/restrictions/statements.ts';
import { exportNames, signedExport } from '../../shops/sessions/export-links.ts';
import { shopOf } from '../../shops/shop-row.ts';
import { ordersCsv } from '../../trade/orders/orders-csv.ts';
import { flowCsv } from '../wallet/wallet-csv.ts';

interface ExportRequest extends CsvWords {
  deps: Deps;
  id: string;
  /** Which movements or orders a file has, as JSON; empty for all. */
  filter: string;
}

interface File {
  type: 'text/csv' | 'text/plain';
  body: string | AsyncGenerator<string>;
  /** What it is called in the reader's language; else as its link. */
  title?: string | undefined;
}

// With the mark no editor has to guess the encoding, which would misread Arabic or Chinese.
const mark = '\u{feff}';

async function textWriter({ deps, lang }: ExportRequest, shopId: string) {
  const shop = await shopOf(deps.db, shopId);
  const operator = deps.config.operator?.legalName || null;
  return (row: StatementRow) => statementText(row, { lang, shop, timeZone: shop.timeZone, operator });
}

const pageSize = 500;

/** Yields every statement of a shop, the oldest first; at most one page is in memory at a time. */
async function* statementsOf(
  db: Database,
  shopId: string,
  write: (row: StatementRow) => string,
): AsyncGenerator<string> {
  yield mark;
  let last: StatementRow | undefined;
  for (;;) {
    const afterLast =
      last && sql`(${statements.at}, ${statements.id}) > (${last.at.toISOString()}::timestamptz, ${last.id})`;
    const page = await db
      .select()
      .from(statements)
      .where(and(eq(statements.shopId, shopId), afterLast))
      .orderBy(asc(statements.at), asc(statements.id))
      .limit(pageSize);
    for (const row of page) {
      yield last ? `\r\n---\r\n\r\n${write(row)}` : write(row);
      last = row;
    }
    if (page.length < pageSize) return;
  }
}

const allStatements = async (asked: ExportRequest): Promise<File> => ({
  type: 'text/plain',
  body: statementsOf(asked.deps.db, asked.id, await textWriter(asked, asked.id)),
});

async function oneStatement(asked: ExportRequest): Promise<File | null> {
  const [row] = await asked.deps.db.select().from(statements).where(eq(statements.id, asked.id));
  if (!row) return null;
  const write = await textWriter(asked, row.shopId);
  return { type: 'text/plain', body: `${mark}${write(row)}` };
}

async function flow({ deps, id, lang, columns, filter }: ExportRequest): Promise<File> {
  const query = v.parse(walletFlowInput, { ...JSON.parse(filter || '{}'), columns });
  const { db, config } = deps;
  const asking = { db, config, lang, shopId: id, now: deps.clock.now() };
  return { type: 'text/csv', body: flowCsv(asking, query), title: textOf('flow', 'title', lang) };
}

const files: Record<string, (asked: ExportRequest) => Promise<File | null>> = {
  [exportNames.wallet]: flow,
  [exportNames.orders]: async ({ deps, id, lang, columns, filter }) => ({
    type: 'text/csv',
    title: textOf('app', 'order', lang),
    body: ordersCsv(deps, id, {
      lang,
      columns,
      filter: v.parse(orderExportInput, JSON.parse(filter || '{}')),
    }),
  }),
  [exportNames.statements]: allStatements,
  txt: oneStatement,
};

/**
 * Serves an export of a shop by a signed link that names it; an altered link and an expired one get the same answer.
 * `lang` in the query sets the language, and `columns=keys` writes a CSV file with stable keys and codes.
 */
export const exportRoute = (deps: Deps) => async (c: HonoContext) => {
  const name = c.req.param('name') ?? '';
  const { until = '', sign = '', filter = '' } = c.req.query();
  const signed = signedExport(name, filter);
  if (!(await isSigned(deps, 'exports', signed, { until, sign }))) throw refuse(codes.recordNotFound);
  const dot = name.indexOf('.');
  const lang = pickLang(c.req.query('lang') ?? c.req.header('accept-language'), deps.config.langs);
  const columns = c.req.query('columns') === 'keys' ? 'keys' : 'labels';
  const file = await files[name.slice(dot + 1)]?.({ deps, id: name.slice(0, dot), lang, columns, filter });
  if (!file) throw refuse(codes.recordNotFound);
  const titled = file.title ? `; filename*=UTF-8''${encodeURIComponent(file.title)}.csv` : '';
  return c.body(typeof file.body === 'string' ? file.body : streamText(file.body, deps.log), 200, {
    'content-type': `${file.type}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"${titled}`,
  });
};
