// npm run audit: reads the whole ledger and exits with 1 when anything does not add up.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatIn } from '../../contract/money.ts';
import { readAnchors, requireAnchor } from '../ledger/anchors.ts';
import { systemClock } from '../platform/clock.ts';
import { type Config, type KnownAnchor, readConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/env.ts';
import { DatabaseRefused } from '../platform/database/database-refused.ts';
import type { Database } from '../platform/database/db.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { streamLog } from '../platform/log.ts';
import { audit, type Known, type LegalReference } from './audit.ts';
import {
  type Unreconciled,
  type UnreconciledPayout,
  unreconciledPayments,
  unreconciledPayouts,
} from './unreconciled.ts';

// Information only: it does not change the exit code.
async function printPages<Row>(
  title: string,
  pages: AsyncGenerator<Row[]>,
  lineOf: (row: Row) => string,
): Promise<void> {
  let count = 0;
  for await (const page of pages) {
    if (count === 0 && page.length > 0) process.stdout.write(`${title} in no imported settlement file:\n`);
    count += page.length;
    process.stdout.write(page.map((row) => `  ${lineOf(row)}\n`).join(''));
  }
  if (count > 0) process.stdout.write(`${count} in all.\n`);
}

const payoutLine = ({ references, amount, currency, subject }: UnreconciledPayout): string =>
  `${references.join(', ') || 'no reference'}: ${formatIn(currency, amount)} ${currency} (${subject})`;

async function printUnreconciled(db: Database): Promise<void> {
  const paymentLine = ({ reference, order }: Unreconciled) => `${reference} (order ${order})`;
  await printPages('Payments of orders that are', unreconciledPayments(db), paymentLine);
  await printPages('Payouts that are', unreconciledPayouts(db, 'out'), payoutLine);
  await printPages('Payouts that came back and are', unreconciledPayouts(db, 'back'), payoutLine);
}

const notAudited =
  'Not audited, as it ends by itself: idempotency keys, sessions, quotes, codes, links and failures of due work.\n';

const legalReferencesText = (list: LegalReference[]): string =>
  list.length === 0
    ? ''
    : `${list.length} decisions name the order of an authority:\n${list
        .map(({ at, decision, actor, reference }) => `  ${at} ${decision} by ${actor}: ${reference}\n`)
        .join('')}`;

// Opening would create a missing database, and an audit of an empty one would find nothing wrong.
const requireDatabase = ({ databaseUrl, dataDir }: Config): void => {
  if (databaseUrl || existsSync(join(dataDir, 'pg'))) return;
  throw new DatabaseRefused(
    `there is no database in ${dataDir}. Set SOUK_DATA to the directory that holds it, or DATABASE_URL.`,
    'unreadable',
  );
};

const knownPattern = /^(.+):(\d{1,18}):([0-9a-f]{64})$/;

const anchorsIn = (typed: string): KnownAnchor[] => {
  const isFile = statSync(typed, { throwIfNoEntry: false })?.isFile() === true;
  const found = readAnchors(isFile ? readFileSync(typed, 'utf8') : typed);
  if (found.length > 0) return found;
  throw new ConfigError([
    isFile
      ? `--anchor ${typed}: the file holds no anchor, which is written <number>:<hash>.`
      : `--anchor ${typed} is neither <number>:<hash> nor a file that holds such.`,
  ]);
};

const usage = 'npm run audit -- --known <shop>:<number>:<hash> --anchor <number>:<hash> --anchor <file>';

const readOptions = (args: string[]) => {
  const typed = { type: 'string', multiple: true } as const;
  try {
    return parseArgs({ args, options: { known: typed, anchor: typed } }).values;
  } catch (error) {
    throw new ConfigError([`${(error as Error).message}. Write it like this:\n${usage}`]);
  }
};

const knownOf = (args: string[]): Known => {
  const { known = [], anchor = [] } = readOptions(args);
  const transactions = known.map((one) => {
    const [, shopId = '', seq = '', hash = ''] = knownPattern.exec(one) ?? [];
    if (!hash) throw new ConfigError([`--known ${one} is not <shop>:<number>:<hash>.`]);
    return { shopId, seq: BigInt(seq), hash };
  });
  return { transactions, anchors: anchor.flatMap(anchorsIn) };
};

const run = async (): Promise<number> => {
  const known = knownOf(process.argv.slice(2));
  const config = readConfig(process.env);
  requireDatabase(config);
  const log = streamLog(process.stderr, systemClock);
  const database = await openDatabase(config, log, requireAnchor(config.anchor));
  try {
    const { findings, legalReferences, ...counts } = await audit(database.db, known);
    process.stdout.write(
      `Read ${counts.transactions} transactions, ${counts.entries} entries, ${counts.accounts} accounts.\n` +
        `${findings.length} findings.\n${findings.map((one) => `- ${one}\n`).join('')}` +
        notAudited +
        legalReferencesText(legalReferences),
    );
    await printUnreconciled(database.db);
    return findings.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
};

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const isExpected = error instanceof ConfigError || error instanceof DatabaseRefused;
    process.stderr.write(
      `The audit could not be made: ${isExpected ? error.message : error instanceof Error ? error.stack : error}\n`,
    );
    process.exit(2);
  },
);
