import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { newToken, type Random } from '../ids.ts';

/** Where the demo keeps the operator's key, for `npm run ops` on the same machine. */
export const opsKeyFile = (dataDir: string): string => join(dataDir, 'ops-key');

/** The configured key; in the demo one is made on first start. Without a key the decisions are off. */
export const opsKeyFor = ({ opsKey, demo, dataDir }: Config, random: Random): string | null => {
  if (opsKey || !demo) return opsKey;
  mkdirSync(dataDir, { recursive: true });
  const file = opsKeyFile(dataDir);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  // Under its final name the key is whole, and of two servers that start at once both end with the first one's.
  const own = `${file}.${process.pid}`;
  writeFileSync(own, `${newToken(random)}\n`, { mode: 0o600 });
  try {
    linkSync(own, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(own);
  }
  return readFileSync(file, 'utf8').trim();
};
