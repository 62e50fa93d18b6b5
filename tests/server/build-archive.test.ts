import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type ArchiveParts,
  createBuildArchive,
  outdated,
  publishBuild,
} from '../../src/server/http/site/build-archive.ts';
import { type BuildStore, openBuildStore } from '../../src/server/http/site/build-store.ts';
import { type Build, distFiles } from '../../src/server/http/site/dist-files.ts';
import { day, minute } from '../../src/server/platform/clock.ts';
import { bucketAddress } from '../../src/server/platform/config/bucket-address.ts';
import { type Log, silentLog } from '../../src/server/platform/log.ts';
import { startBucket, type TestBucket } from '../harness/bucket.ts';
import { fakeClock } from '../harness/clock.ts';

const start = new Date('2026-03-01T12:00:00Z');
const at = (ms: number) => new Date(start.getTime() + ms);

describe('a build', () => {
  const served = (...days: number[]) => days.map((when) => ({ name: `${when}`, putAt: at(when * day) }));
  const gone = (builds: { name: string; putAt: Date }[], now: number) =>
    outdated(builds, at(now * day)).map(({ name }) => name);

  it('is kept beside the last three, whatever its age', () => {
    expect(gone(served(0, 1, 2, 3), 400)).toEqual([]);
  });

  it('is kept for 14 days after the next one took its place, however many came since', () => {
    expect(gone(served(0, 10, 10.1, 10.2, 10.3, 10.4, 10.5), 23.9)).toEqual([]);
    expect(gone(served(0, 10, 10.1, 10.2, 10.3, 10.4, 10.5), 24.05)).toEqual(['0']);
  });
});

const hashOf = (name: string) => createHash('sha256').update(name).digest('hex').slice(0, 12);

/** A build in memory, of one script that names it. */
const buildOf = (name: string): Build => {
  const path = `app/${hashOf(name)}/core.js`;
  const plain = new Uint8Array(Buffer.from(`export const build = '${name}';`));
  const br = new Uint8Array(brotliCompressSync(plain));
  const files = new Map([[path, { sha256: 'a'.repeat(44), plain, br }]]);
  return {
    app: `app/${hashOf(name)}`,
    version: 1,
    files,
    maps: new Map(),
    pages: new Map(),
    scriptHashes: [],
    styleHashes: [],
  };
};
const coreOf = (name: string) => `app/${hashOf(name)}/core.js`;

describe.each(['a directory', 'a bucket'])('the builds of several servers, in %s', (kind) => {
  let bucket: TestBucket;
  let directory: string;
  let store: BuildStore;

  beforeAll(async () => {
    bucket = await startBucket();
  });
  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'souk-builds-'));
    const address = v.parse(bucketAddress('SOUK_BUILDS', 'anywhere'), bucket.url);
    store = await openBuildStore(kind === 'a bucket' ? address : { directory }, silentLog);
    for (const { name } of await store.list('manifests')) await store.remove(`manifests/${name}`);
    return () => rmSync(directory, { recursive: true });
  });
  afterAll(() => bucket.close());

  const serverWith = (parts: Partial<ArchiveParts> = {}) =>
    createBuildArchive({ store, clock: { now: () => new Date() }, ...parts });
  const text = async (archive: ReturnType<typeof serverWith>, path: string, accepts = 'identity') => {
    const file = await archive.read(path, accepts);
    return file && new Response(file.body).text();
  };

  it('are served by each of them, also one that was published after the last look', async () => {
    const [one, other] = [serverWith(), serverWith()];
    await one.publish(buildOf('first'));
    expect(await text(other, coreOf('first'))).toBe("export const build = 'first';");
    await one.publish(buildOf('second'));
    expect(await text(other, coreOf('second'))).toBe("export const build = 'second';");
    expect((await other.read(coreOf('second'), 'gzip, br'))?.encoding).toBe('br');
    expect((await other.read(coreOf('second'), 'gzip, br;q=0'))?.encoding).toBeNull();
  });

  it('give out no build that does not exist, and no file of another name or path', async () => {
    const archive = serverWith();
    await archive.publish(buildOf('first'));
    for (const path of [
      coreOf('never built'),
      `app/${hashOf('first')}/other.js`,
      `app/${hashOf('first')}/../core.js`,
      'app/x/core.js',
    ])
      expect(await archive.read(path, '')).toBeNull();
  });

  it('cost one read of the store where many ask for an invented one', async () => {
    let looks = 0;
    const list = (folder: string) => {
      looks++;
      return store.list(folder);
    };
    const archive = serverWith({ store: { ...store, list } });
    await Promise.all(Array.from({ length: 200 }, (_, n) => archive.read(coreOf(`made up ${n}`), '')));
    expect(looks).toBe(1);
  });

  it.each(['list', 'get'] as const)(
    'are asked for again where the store failed in its %s',
    async (failing) => {
      await serverWith().publish(buildOf('first'));
      let isAway = true;
      const fails = () => Promise.reject(new Error('the store is away'));
      const list = (folder: string) => (isAway && failing === 'list' ? fails() : store.list(folder));
      const get = (name: string) => (isAway && failing === 'get' ? fails() : store.get(name));
      const archive = serverWith({ store: { ...store, list, get } });
      await expect(archive.read(coreOf('first'), '')).rejects.toThrow('the store is away');
      isAway = false;
      expect(await text(archive, coreOf('first'))).toBe("export const build = 'first';");
    },
  );

  it('are served only once they are there whole', async () => {
    const put = (name: string, bytes: Uint8Array<ArrayBuffer>) =>
      name.startsWith('manifests/') ? Promise.reject(new Error('the store is full')) : store.put(name, bytes);
    await expect(serverWith({ store: { ...store, put } }).publish(buildOf('half'))).rejects.toThrow('full');
    expect(await serverWith().read(coreOf('half'), '')).toBeNull();
  });
});

describe('a directory of builds', () => {
  it('loses by the next start the builds that are not needed any more, and nothing else', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'souk-builds-'));
    const store = await openBuildStore({ directory }, silentLog);
    const clock = fakeClock(start);
    const archive = createBuildArchive({ store, clock });
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    writeFileSync(join(directory, 'notes.txt'), 'Somebody else keeps these here.');
    utimesSync(join(directory, 'notes.txt'), at(-day), at(-day));
    for (const [index, name] of names.entries()) {
      await archive.publish(buildOf(name));
      const when = at(index * minute);
      utimesSync(join(directory, 'manifests', `app-${hashOf(name)}.json`), when, when);
    }
    const there = () => {
      const manifests = readdirSync(join(directory, 'manifests'));
      const folders = readdirSync(join(directory, 'files'));
      expect(manifests.map((name) => name.replace('.json', '')).sort()).toEqual(folders.sort());
      return names.filter((name) => folders.includes(`app-${hashOf(name)}`));
    };
    expect(there()).toEqual(names);
    clock.set(at(14 * day + minute / 2));
    await archive.publish(buildOf('f'));
    expect(there()).toEqual(names);
    clock.set(at(14 * day + 1.5 * minute));
    await archive.publish(buildOf('f'));
    expect(there()).toEqual(['b', 'c', 'd', 'e', 'f']);
    expect(readdirSync(directory)).toContain('notes.txt');
    rmSync(directory, { recursive: true });
  });
});

it('a store that is away keeps no server from starting, and the log says so', async () => {
  const dist = mkdtempSync(join(tmpdir(), 'souk-dist-'));
  cpSync(import.meta.filename, join(dist, coreOf('first')), { recursive: true });
  const files = { [coreOf('first')]: { sha256: 'a'.repeat(44) } };
  writeFileSync(join(dist, 'manifest.json'), JSON.stringify({ app: `app/${hashOf('first')}`, files }));
  const logged: string[] = [];
  const log: Log = { info() {}, error: (event, error) => void logged.push(`${event}: ${error}`) };
  const away = () => Promise.reject(new Error('the store is away'));
  const store: BuildStore = { list: away, put: away, get: away, remove: away };
  const archive = createBuildArchive({ store, clock: fakeClock(start) });
  await publishBuild({ built: distFiles(dist), archive, log });
  expect(logged).toEqual(['builds: Error: the store is away']);
  rmSync(dist, { recursive: true });
});

describe('a server that runs', () => {
  it('serves the build it was started with, whatever is built in its place meanwhile', async () => {
    const dist = mkdtempSync(join(tmpdir(), 'souk-dist-'));
    const put = (name: string) => {
      const files = { [coreOf(name)]: { sha256: 'a'.repeat(44) } };
      cpSync(import.meta.filename, join(dist, coreOf(name)), { recursive: true });
      writeFileSync(join(dist, 'index.html'), name);
      writeFileSync(join(dist, 'manifest.json'), JSON.stringify({ app: `app/${hashOf(name)}`, files }));
    };
    put('first');
    const [running, inDevelopment] = [distFiles(dist), distFiles(dist, { follow: true })];
    await Promise.all([running.build(), inDevelopment.build()]);
    rmSync(dist, { recursive: true });
    put('second');
    utimesSync(join(dist, 'manifest.json'), at(0), at(0));
    expect((await running.build()).pages.get('index.html')).toBe('first');
    expect((await running.read(coreOf('first'), ''))?.body).toEqual(
      new Uint8Array(readFileSync(import.meta.filename)),
    );
    expect(await running.read(coreOf('second'), '')).toBeNull();
    expect((await inDevelopment.build()).pages.get('index.html')).toBe('second');
    rmSync(dist, { recursive: true });
  });
});
