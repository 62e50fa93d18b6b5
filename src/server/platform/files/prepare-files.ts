import { type Bucket, openBucket } from '../bucket.ts';
import type { Config } from '../config/config.ts';
import { ConfigError } from '../config/env.ts';
import type { Deps } from '../context.ts';
import type { Log } from '../log.ts';
import { secretKeyFor } from '../secrets/secret.ts';

/**
 * Opens the bucket of FILES_URL. A bucket that refuses its key stops the start; an unavailable one does not: uploads
 * wait in the database until it is back.
 */
export const openConfiguredBucket = async ({ filesBucket }: Config, log: Log): Promise<Bucket | null> => {
  if (!filesBucket) return null;
  const bucket = openBucket(filesBucket);
  await bucket.check().catch((error: unknown) => {
    if (error instanceof ConfigError) throw error;
    log.error('bucket', error);
  });
  return bucket;
};

/** Prepares the key of links before the first call. */
export const prepareFiles = async (deps: Deps): Promise<void> => {
  // Made and committed here, so that no call's transaction makes it while others wait for it.
  await secretKeyFor(deps, 'links');
};
