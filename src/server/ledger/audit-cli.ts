// npm run audit: reads the whole ledger and exits with 1 when anything does not add up.

import { systemClock } from '../clock.ts';
import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/env.ts';
import { DatabaseRefused } from '../database/database-refused.ts';
import { openDatabase } from '../database/open-database.ts';
import { streamLog } from '../log.ts';
import { audit } from './audit.ts';

const run = async (): Promise<number> => {
  const database = await openDatabase(readConfig(process.env), streamLog(process.stderr, systemClock));
  try {
    const { findings, ...counts } = await audit(database.db);
    process.stdout.write(
      `Read ${counts.transactions} transactions, ${counts.entries} entries, ${counts.accounts} accounts.\n` +
        `${findings.length} findings.\n${findings.map((one) => `- ${one}\n`).join('')}`,
    );
    return findings.length === 0 ? 0 : 1;
  } finally {
    await database.close();
  }
};

run().then(
  (code) => process.exit(code),
  (error: unknown) => {
    const known = error instanceof ConfigError || error instanceof DatabaseRefused;
    process.stderr.write(
      `The audit could not be made: ${known ? error.message : error instanceof Error ? error.stack : error}\n`,
    );
    process.exit(2);
  },
);
