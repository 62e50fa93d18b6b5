// npm run audit: reads the whole ledger and exits with 1 when anything does not add up.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../platform/clock.ts';
import { type Config, readConfig } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/env.ts';
import { DatabaseRefused } from '../platform/database/database-refused.ts';
import { openDatabase } from '../platform/database/open-database.ts';
import { streamLog } from '../platform/log.ts';
import { audit, type KnownTransaction, type LegalReference, type Unreconciled } from './audit.ts';

// Information only: it does not change the exit code.
const unreconciledText = (list: Unreconciled[]): string =>
  list.length === 0
    ? ''
    : `${list.length} payments of orders are in no imported settlement file:\n${list
        .map(({ reference, order }) => `  ${reference} (order ${order})\n`)
        .join('')}`;

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

const known = /^(.+):(\d{1,18}):([0-9a-f]{64})$/;

const knownOf = (args: string[]): KnownTransaction[] => {
  const { values } = parseArgs({ args, options: { known: { type: 'string', multiple: true } } });
  return (values.known ?? []).map((typed) => {
    const [, shopId = '', seq = '', hash = ''] = known.exec(typed) ?? [];
    if (!hash) throw new ConfigError([`--known ${typed} is not <shop>:<number>:<hash>.`]);
    return { shopId, seq: BigInt(seq), hash };
  });
};

const run = async (): Promise<number> => {
  const knownTransactions = knownOf(process.argv.slice(2));
  const config = readConfig(process.env);
  requireDatabase(config);
  const database = await openDatabase(config, streamLog(process.stderr, systemClock));
  try {
    const { findings, unreconciled, legalReferences, ...counts } = await audit(
      database.db,
      knownTransactions,
    );
    process.stdout.write(
      `Read ${counts.transactions} transactions, ${counts.entries} entries, ${counts.accounts} accounts.\n` +
        `${findings.length} findings.\n${findings.map((one) => `- ${one}\n`).join('')}` +
        unreconciledText(unreconciled) +
        legalReferencesText(legalReferences),
    );
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
