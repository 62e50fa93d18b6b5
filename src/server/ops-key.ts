import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from './config.ts';
import { newToken, type Random } from './ids.ts';

/** Where the demo keeps the operator's key, for `npm run ops` on the same machine. */
export const opsKeyFile = (dataDir: string): string => join(dataDir, 'ops-key');

/** The configured key; in the demo one is made on first start. Without a key the decisions are off. */
export const opsKeyFor = ({ opsKey, demo, dataDir }: Config, random: Random): string | null => {
  if (opsKey || !demo) return opsKey;
  const file = opsKeyFile(dataDir);
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    mkdirSync(dataDir, { recursive: true });
    const key = newToken(random);
    writeFileSync(file, `${key}\n`, { mode: 0o600 });
    chmodSync(file, 0o600);
    return key;
  }
};
