import { join } from 'node:path';
import type { Deps } from './context.ts';
import { ConfigError } from './env.ts';
import { adoptPictures } from './pictures.ts';
import { keyFor } from './secret.ts';

/**
 * What files need before the first call. A bucket that refuses its key stops the start; one that is only away does not:
 * uploads wait in the database until it is back.
 */
export const readyFiles = async (deps: Deps): Promise<void> => {
  const { bucket, config, db, log } = deps;
  // Made here and committed, so that no call's transaction has to make it while others wait for it.
  await keyFor(deps, 'links');
  await adoptPictures(db, join(config.dataDir, 'files'));
  await bucket?.check().catch((error: unknown) => {
    if (error instanceof ConfigError) throw error;
    log.error('bucket', error);
  });
};
