// Builds that other servers serve, or served before: a tab that was opened with one still asks for its files, and so
// does a page that pins one. The manifest of a build is stored after its files, so that none is served half copied.
import { setTimeout as pause } from 'node:timers/promises';
import { type Clock, day, second } from '../../platform/clock.ts';
import type { Deps } from '../../platform/context.ts';
import type { Log } from '../../platform/log.ts';
import { acceptsEncoding } from '../response-headers.ts';
import { type BuildStore, openBuildStore } from './build-store.ts';
import { type Build, type BuiltFile, type DistFiles, type ServedFile, toServedFile } from './dist-files.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** The app's files of a build by name; those with `br` are stored in that form as well. */
type Contents = Record<string, { sha256: string; br: boolean }>;

const retainedBuilds = 3;
const retention = 14 * day;
const maxInMemory = 500;
const filesAtOnce = 16;
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

const nameOf = (app: string): string => app.replace('/', '-');
const manifestOf = (build: string): string => `manifests/${build}.json`;
const fileOf = (build: string, file: string): string => `files/${build}/${file}`;
const buildOf = (manifest: string): string => manifest.slice(0, -'.json'.length);
const namePattern = /^app-[0-9a-f]{12}$/;

export interface ArchiveParts {
  store: BuildStore;
  clock: Clock;
}

export interface BuildArchive {
  /** Puts a build where the other servers find it, and removes outdated ones. */
  publish(build: Build): Promise<void>;
  /** Returns a file of any build in the archive, by its path. */
  read(path: string, accepts: string): Promise<ServedFile | null>;
}

export const createBuildArchive = ({ store, clock }: ArchiveParts): BuildArchive => {
  const opened = new Map<string, Promise<Bytes | null>>();
  let names = new Set<string>();
  let listedAt = 0;
  let next: Promise<void> | undefined;

  const listBuilds = async (): Promise<Stored[]> => {
    const manifests = await store.list('manifests');
    return manifests
      .map(({ name, putAt }) => ({ name: buildOf(name), putAt }))
      .filter(({ name }) => namePattern.test(name));
  };

  /** Reads an object of the store once, and keeps it in memory. */
  const open = (name: string): Promise<Bytes | null> => {
    const known = opened.get(name);
    if (known) return known;
    const pending = store.get(name);
    // Old builds are rarely asked for, so what was opened first is dropped from memory.
    const [oldest] = opened.keys();
    if (oldest && opened.size >= maxInMemory) opened.delete(oldest);
    opened.set(name, pending);
    pending.catch(() => opened.delete(name));
    return pending;
  };

  const contentsOf = async (build: string): Promise<Contents> => {
    const manifest = await open(manifestOf(build));
    return manifest ? JSON.parse(Buffer.from(manifest).toString()) : {};
  };

  const putFiles = async (build: string, files: [name: string, file: BuiltFile][]) => {
    const put = async ([name, { plain, br }]: [string, BuiltFile]) => {
      await store.put(fileOf(build, name), plain);
      if (br) await store.put(fileOf(build, `${name}.br`), br);
    };
    for (let from = 0; from < files.length; from += filesAtOnce)
      await Promise.all(files.slice(from, from + filesAtOnce).map(put));
  };

  const remove = async (build: string) => {
    const contents = await contentsOf(build);
    await store.remove(manifestOf(build));
    for (const [name, { br }] of Object.entries(contents)) {
      await store.remove(fileOf(build, name));
      if (br) await store.remove(fileOf(build, `${name}.br`));
    }
  };

  const list = async () => {
    await pause(Math.max(0, listedAt + listInterval - clock.now().getTime()));
    // A request that comes later may mean a build that is newer than this listing.
    next = undefined;
    listedAt = clock.now().getTime();
    names = new Set((await listBuilds()).map(({ name }) => name));
  };

  /** Returns whether a build is in the store. Made-up names cost one listing a second at most, however many ask. */
  const isStored = async (name: string): Promise<boolean> => {
    if (names.has(name)) return true;
    next ??= list();
    await next;
    return names.has(name);
  };

  return {
    async publish({ app, files }) {
      const build = nameOf(app);
      if (!namePattern.test(build)) return;
      const start = `${app}/`;
      const own = [...files]
        .filter(([path]) => path.startsWith(start))
        .map(([path, file]): [string, BuiltFile] => [path.slice(start.length), file]);
      const before = (await listBuilds()).filter(({ name }) => name !== build);
      await putFiles(build, own);
      const contents: Contents = Object.fromEntries(
        own.map(([name, { sha256, br }]) => [name, { sha256, br: br !== undefined }]),
      );
      await store.put(manifestOf(build), Buffer.from(JSON.stringify(contents)));
      const now = clock.now();
      for (const { name } of outdated([{ name: build, putAt: now }, ...before], now)) await remove(name);
    },
    async read(path, accepts) {
      const [, app = '', name = ''] = /^(app\/[0-9a-f]{12})\/([\w.-]+)$/.exec(path) ?? [];
      const build = nameOf(app);
      if (!namePattern.test(build) || !(await isStored(build))) return null;
      const contents = await contentsOf(build);
      if (!Object.hasOwn(contents, name)) return null;
      const { sha256 = '', br = false } = contents[name] ?? {};
      const isCompressed = br && acceptsEncoding(accepts, 'br');
      const bytes = await open(fileOf(build, isCompressed ? `${name}.br` : name));
      if (!bytes) return null;
      return toServedFile(path, { sha256, plain: bytes, ...(isCompressed && { br: bytes }) }, accepts);
    },
  };
};

/** Opens the archive that SOUK_BUILDS names. */
export const openArchive = async ({ config, clock, log }: Deps): Promise<BuildArchive> =>
  createBuildArchive({ store: await openBuildStore(config.builds, log), clock });

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
