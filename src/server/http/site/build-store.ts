import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openBucket } from '../../platform/bucket.ts';
import type { BucketAddress } from '../../platform/config/bucket-address.ts';
import { ConfigError } from '../../platform/config/env.ts';
import type { Log } from '../../platform/log.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Where servers leave their builds for each other and for later: a directory, or a bucket for several machines. A name is
 * a folder and a file's name.
 */
export interface BuildStore {
  /** Lists what is in a folder, by name without it, each with the time of its last put. */
  list(folder: string): Promise<{ name: string; putAt: Date }[]>;
  put(name: string, bytes: Bytes): Promise<void>;
  get(name: string): Promise<Bytes | null>;
  remove(name: string): Promise<void>;
}

const ifMissing = (error: unknown): null => {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
  throw error;
};

const directoryStore = (directory: string): BuildStore => ({
  async list(folder) {
    const names = (await readdir(join(directory, folder)).catch(ifMissing)) ?? [];
    const entries = names.map(async (name) => {
      const facts = await stat(join(directory, folder, name)).catch(ifMissing);
      return facts ? [{ name, putAt: facts.mtime }] : [];
    });
    return (await Promise.all(entries)).flat();
  },
  async put(name, bytes) {
    const place = join(directory, name);
    await mkdir(dirname(place), { recursive: true });
    // Written under another name first, so that no reader sees half of it.
    const partial = join(dirname(place), `.${basename(place)}-${process.pid}`);
    await writeFile(partial, bytes);
    await rename(partial, place);
  },
  async get(name) {
    const bytes = await readFile(join(directory, name)).catch(ifMissing);
    return bytes && new Uint8Array(bytes);
  },
  async remove(name) {
    const place = join(directory, name);
    await rm(place, { force: true });
    // The folder, with the last of its files.
    await rmdir(dirname(place)).catch(() => {});
  },
});

const prefix = 'builds/';

const bucketStore = (address: BucketAddress): BuildStore => {
  const bucket = openBucket(address);
  return {
    async list(folder) {
      const start = `${prefix}${folder}/`;
      const entries = await bucket.list(start);
      return entries.map(({ name, putAt }) => ({ name: name.slice(start.length), putAt }));
    },
    put: (name, bytes) => bucket.put(prefix + name, bytes, createHash('sha256').update(bytes).digest('hex')),
    get: (name) => bucket.get(prefix + name),
    remove: (name) => bucket.remove(prefix + name),
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
