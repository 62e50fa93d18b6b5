// Builds that other servers serve, or served before: a tab that was opened with one still asks for its files, and so
// does a page that pins one. Each is one packed file in the store, signed with a key that all servers of a database
// share, so that write access to the store alone puts no code into merchants' pages.
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';
import { type Clock, day, second } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import type { Log } from '../../platform/log.ts';
import { secretKeyFor } from '../../platform/secrets/secret.ts';
import { acceptsEncoding } from '../accepts-encoding.ts';
import { type BuildStore, openBuildStore } from './build-store.ts';
import { type Build, type BuiltFile, type DistFiles, type ServedFile, toServedFile } from './dist-files.ts';

type Bytes = Buffer<ArrayBuffer>;
type Packed = ReadonlyMap<string, BuiltFile>;

/** Files of a build as JSON names them, with the length of each in the bytes after the JSON. */
type Contents = [path: string, sha256: string, bytes: number][];

const retainedBuilds = 3;
const retention = 14 * day;
const maxInMemory = 16;
const macBytes = 32;
const listInterval = second;

/** A build in the store with the time it was last put there: each server that starts with it puts it again. */
export interface Stored {
  name: string;
  putAt: Date;
}

/**
 * Returns the builds that may be removed. The newest is being served, the three before it are kept at any age, and any
 * other is kept for 14 days from when the next one replaced it.
 */
export const outdated = (builds: readonly Stored[], now: Date): Stored[] => {
  const newestFirst = [...builds].sort((a, b) => b.putAt.getTime() - a.putAt.getTime());
  return newestFirst.filter((_, at) => {
    const next = newestFirst[at - 1];
    return at > retainedBuilds && next && now.getTime() - next.putAt.getTime() > retention;
  });
};

const macOf = (key: Bytes, packed: Bytes): Bytes => createHmac('sha256', key).update(packed).digest();

/** Packs the app's files of a build, compressed once and without source maps. */
const pack = ({ app, files }: Build, key: Bytes): Bytes => {
  const appFiles = [...files].filter(([path]) => path.startsWith(`${app}/`));
  const bodies = appFiles.map(([, { plain, br }]) => Buffer.from(br ?? brotliCompressSync(plain)));
  const contents: Contents = appFiles.map(([path, { sha256 }], at) => [
    path,
    sha256,
    bodies[at]?.length ?? 0,
  ]);
  const packed = Buffer.concat([Buffer.from(`${JSON.stringify(contents)}\n`), ...bodies]);
  return Buffer.concat([macOf(key, packed), packed]);
};

/** Unpacks and verifies a pack; null for one that no server of this database has signed. */
const unpack = (bytes: Bytes, key: Bytes): Packed | null => {
  const [mac, packed] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)];
  if (mac.length < macBytes || !timingSafeEqual(mac, macOf(key, packed))) return null;
  const end = packed.indexOf('\n');
  const contents = JSON.parse(packed.subarray(0, end).toString()) as Contents;
  const files = new Map<string, BuiltFile>();
  let from = end + 1;
  for (const [path, sha256, length] of contents) {
    const br = new Uint8Array(packed.subarray(from, from + length));
    files.set(path, { sha256, br, plain: new Uint8Array() });
    from += length;
  }
  return files;
};

const encodeFor = ({ sha256, br = new Uint8Array(), plain }: BuiltFile, accepts: string): BuiltFile =>
  acceptsEncoding(accepts, 'br')
    ? { sha256, br, plain }
    : { sha256, plain: new Uint8Array(brotliDecompressSync(br)) };

const archiveName = (app: string): string => app.replace('/', '-');
const archiveNamePattern = /^app-[0-9a-f]{12}$/;

export interface ArchiveParts {
  store: BuildStore;
  key: Bytes;
  clock: Clock;
  log: Log;
}

export interface BuildArchive {
  /** Puts a build where the other servers find it, and removes outdated ones. */
  publish(build: Build): Promise<void>;
  /** Returns a file of any build in the archive, by its path. */
  read(path: string, accepts: string): Promise<ServedFile | null>;
}

export const createBuildArchive = ({ store, key, clock, log }: ArchiveParts): BuildArchive => {
  const opened = new Map<string, Promise<Packed | null>>();
  let names = new Set<string>();
  let listedAt = 0;
  let next: Promise<void> | undefined;

  const open = (name: string): Promise<Packed | null> => {
    const known = opened.get(name);
    if (known) return known;
    const pending = store.get(name).then((bytes) => {
      const packed = bytes && unpack(bytes, key);
      if (bytes && !packed) log.error('builds', new Error(`${name} is signed by no server of this database`));
      return packed;
    });
    // Old builds are rarely asked for, so the one opened first is dropped from memory.
    const [oldest] = opened.keys();
    if (oldest && opened.size >= maxInMemory) opened.delete(oldest);
    opened.set(name, pending);
    pending.catch(() => opened.delete(name));
    return pending;
  };

  const list = async () => {
    await pause(Math.max(0, listedAt + listInterval - clock.now().getTime()));
    // A request that comes later may mean a build that is newer than this listing.
    next = undefined;
    listedAt = clock.now().getTime();
    names = new Set((await store.list()).map(({ name }) => name));
  };

  /** Returns whether a build is in the store. Made-up names cost one listing a second at most, however many ask. */
  const isStored = async (name: string): Promise<boolean> => {
    if (names.has(name)) return true;
    next ??= list();
    await next;
    return names.has(name);
  };

  return {
    async publish(build) {
      const name = archiveName(build.app);
      if (!archiveNamePattern.test(name)) return;
      const bytes = pack(build, key);
      await store.put(name, bytes, createHash('sha256').update(bytes).digest('hex'));
      const builds = (await store.list()).filter(
        (one) => archiveNamePattern.test(one.name) && one.name !== name,
      );
      const now = clock.now();
      for (const old of outdated([{ name, putAt: now }, ...builds], now)) await store.remove(old.name);
    },
    async read(path, accepts) {
      const [, app = ''] = /^(app\/[0-9a-f]{12})\/[\w.-]+$/.exec(path) ?? [];
      const name = archiveName(app);
      if (!archiveNamePattern.test(name) || !(await isStored(name))) return null;
      const file = (await open(name))?.get(path);
      return file ? toServedFile(path, encodeFor(file, accepts), accepts) : null;
    },
  };
};

/** Opens the archive that SOUK_BUILDS names. */
export const openArchive = async (deps: Deps & { log: Log }): Promise<BuildArchive> => {
  const { config, clock, log } = deps;
  const [store, key] = await Promise.all([openBuildStore(config.builds, log), secretKeyFor(deps, 'builds')]);
  return createBuildArchive({ store, key, clock, log });
};

/**
 * Publishes the build that a server starts with. A store that is away or full does not stop the start: without it, open
 * tabs lose their files once the next build is served.
 */
export const publishBuild = async ({
  built,
  archive,
  log,
}: {
  built: DistFiles;
  archive: BuildArchive;
  log: Log;
}): Promise<void> => {
  const build = await built.build().catch(() => null);
  if (build) await archive.publish(build).catch((error: unknown) => log.error('builds', error));
};
