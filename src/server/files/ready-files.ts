import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/env.ts';
import type { Deps } from '../context.ts';
import type { Log } from '../log.ts';
import { keyFor } from '../secrets/secret.ts';
import { type Bucket, openBucket } from './bucket.ts';
import { adoptPictures } from './pictures.ts';

/**
 * The bucket of FILES_URL. One that refuses its key stops the start; one that is only away does not: what is uploaded
 * waits in the database until it is back.
 */
export const readyBucket = async ({ filesBucket }: Config, log: Log): Promise<Bucket | null> => {
  if (!filesBucket) return null;
  const bucket = openBucket(filesBucket);
  await bucket.check().catch((error: unknown) => {
    if (error instanceof ConfigError) throw error;
    log.error('bucket', error);
  });
  return bucket;
};

/** What files need before the first call. */
export const readyFiles = async (deps: Deps): Promise<void> => {
  // Made here and committed, so that no call's transaction has to make it while others wait for it.
  await keyFor(deps, 'links');
  await adoptPictures(deps.db, join(deps.config.dataDir, 'files'));
};
