import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { newToken, type Random } from '../platform/ids.ts';

/** Returns the file with the operator's key in the demo, for `npm run ops` on the same machine. */
export const opsKeyFile = (dataDir: string): string => join(dataDir, 'ops-key');

/** Returns the configured key; the demo creates one at its first start. Without a key the decisions are off. */
export const opsKeyFor = ({ opsKey, demo, dataDir }: Config, random: Random): string | null => {
  if (opsKey || !demo) return opsKey;
  mkdirSync(dataDir, { recursive: true });
  const file = opsKeyFile(dataDir);
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  // Linking the complete file makes two servers that start at once both end with the key of the first.
  const temporary = `${file}.${process.pid}`;
  writeFileSync(temporary, `${newToken(random)}\n`, { mode: 0o600 });
  try {
    linkSync(temporary, file);
  } catch (error) {
    if (!existsSync(file)) throw error;
  } finally {
    rmSync(temporary);
  }
  return readFileSync(file, 'utf8').trim();
};
