import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBucket } from '../../platform/bucket.ts';
import type { BucketAddress } from '../../platform/config/bucket-address.ts';
import { ConfigError } from '../../platform/config/env.ts';
import type { Log } from '../../platform/log.ts';

type Bytes = Buffer<ArrayBuffer>;

/** Where servers leave their builds for each other and for later: a directory, or a bucket for several machines. */
export interface BuildStore {
  /** Lists the stored names, each with the time of its last put. */
  list(): Promise<{ name: string; putAt: Date }[]>;
  put(name: string, bytes: Bytes, sha256: string): Promise<void>;
  get(name: string): Promise<Bytes | null>;
  remove(name: string): Promise<void>;
}

const ifMissing = (error: unknown): null => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
};

const directoryStore = (directory: string): BuildStore => ({
  async list() {
    const names = (await readdir(directory).catch(ifMissing)) ?? [];
    const entries = names.map(async (name) => {
      const facts = await stat(join(directory, name)).catch(ifMissing);
      return facts ? [{ name, putAt: facts.mtime }] : [];
    });
    return (await Promise.all(entries)).flat();
  },
  async put(name, bytes) {
    await mkdir(directory, { recursive: true });
    // Written under another name first, so that no reader sees half of it.
    const partial = join(directory, `.${name}-${process.pid}`);
    await writeFile(partial, bytes);
    await rename(partial, join(directory, name));
  },
  get: (name) => readFile(join(directory, name)).catch(ifMissing),
  remove: (name) => rm(join(directory, name), { force: true }),
});

const folder = 'builds/';

const bucketStore = (address: BucketAddress): BuildStore => {
  const bucket = openBucket(address);
  return {
    async list() {
      const entries = await bucket.list(folder);
      return entries.map(({ name, putAt }) => ({ name: name.slice(folder.length), putAt }));
    },
    put: (name, bytes, sha256) => bucket.put(folder + name, bytes, sha256),
    async get(name) {
      const bytes = await bucket.get(folder + name);
      return bytes && Buffer.from(bytes);
    },
    remove: (name) => bucket.remove(folder + name),
  };
};

/**
 * Opens the store of SOUK_BUILDS: a bucket, or a directory.
 * @throws ConfigError where a bucket refuses its key; one that is only unavailable is asked again when it is needed
 */
export const openBuildStore = async (
  place: { directory: string } | BucketAddress,
  log: Log,
): Promise<BuildStore> => {
  if ('directory' in place) return directoryStore(place.directory);
  await openBucket(place)
    .check()
    .catch((error: unknown) => {
      if (error instanceof ConfigError) throw error;
      log.error('builds', error);
    });
  return bucketStore(place);
};
