import { type FileHandle, open, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { chunkBytes, streamBytes, streamChunks } from '../../platform/stream-chunks.ts';
import type { InlineHashes } from '../page-policy.ts';
import { acceptsEncoding } from '../response-headers.ts';

type Bytes = Uint8Array<ArrayBuffer>;

interface FileFacts {
  sha256: string;
  br?: number;
  gz?: number;
}

interface Manifest extends InlineHashes {
  /** The directory of everything the app loads, `app/<hash>`. */
  app: string;
  files: Record<string, FileFacts>;
  /** The languages that it was built with. */
  langs?: string[];
}

/** A file of a build, in each encoding in which it is sent. */
export interface BuiltFile {
  sha256: string;
  plain: Bytes;
  br?: Bytes;
  gz?: Bytes;
}

/** A build as it was when it was read; later changes of its directory do not change it. */
export interface Build extends InlineHashes {
  /** Changes with every build. */
  version: number;
  app: string;
  files: ReadonlyMap<string, BuiltFile>;
  /** Source maps by path, read from the disk on request. */
  maps: ReadonlyMap<string, FileFacts>;
  /** The pages by their paths, as text. */
  pages: ReadonlyMap<string, string>;
}

export interface ServedFile {
  /** Bytes of a short file, a stream for a longer one. */
  body: Bytes | ReadableStream<Uint8Array>;
  /** In bytes. */
  size: number;
  type: string;
  encoding: 'br' | 'gzip' | null;
  etag: string;
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.tgz': 'application/gzip',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

const pageNames = ['index.html', 'host/index.html', 'host/check.html', 'host/docs.html'];

const readManifest = async (dist: string): Promise<Partial<Manifest>> =>
  JSON.parse(await readFile(join(dist, 'manifest.json'), 'utf8'));

/** Returns the languages of a build; undefined where there is none. */
export const readBuiltLangs = async (dist: string): Promise<string[] | undefined> => {
  const manifest = await readManifest(dist).catch(() => undefined);
  return manifest?.langs;
};

const timeOf = async (dist: string): Promise<number> => (await stat(join(dist, 'manifest.json'))).mtimeMs;

/** Source maps are larger than all the rest together, and are not kept in memory. */
const isMap = (path: string): boolean => path.endsWith('.map');

async function readFiles(dist: string, { files }: Manifest): Promise<[string, BuiltFile][]> {
  const bytesOf = async (path: string): Promise<Bytes> => new Uint8Array(await readFile(join(dist, path)));
  const read = async (path: string, { sha256, br, gz }: FileFacts): Promise<[string, BuiltFile]> => [
    path,
    {
      sha256,
      plain: await bytesOf(path),
      ...(br ? { br: await bytesOf(`${path}.br`) } : {}),
      ...(gz ? { gz: await bytesOf(`${path}.gz`) } : {}),
    },
  ];
  const served = Object.entries(files).filter(([path]) => !isMap(path));
  return Promise.all(served.map(([path, facts]) => read(path, facts)));
}

async function readPages(dist: string): Promise<[string, string][]> {
  const read = pageNames.map(async (name): Promise<[string, string][]> => {
    const html = await readFile(join(dist, name), 'utf8').catch(() => null);
    return html === null ? [] : [[name, html]];
  });
  return (await Promise.all(read)).flat();
}

async function readBuild(dist: string): Promise<Build> {
  const version = await timeOf(dist);
  const written = await readManifest(dist);
  const manifest: Manifest = { app: '', scriptHashes: [], styleHashes: [], files: {}, ...written };
  const [files, pages] = await Promise.all([readFiles(dist, manifest), readPages(dist)]);
  const maps = Object.entries(manifest.files).filter(([path]) => isMap(path));
  const { app, scriptHashes, styleHashes } = manifest;
  return {
    version,
    app,
    scriptHashes,
    styleHashes,
    files: new Map(files),
    maps: new Map(maps),
    pages: new Map(pages),
  };
}

/** Returns the encoding of a file for an `accept-encoding` header, with the suffix of that form's name. */
const encodingFor = (encodings: { br?: unknown; gz?: unknown }, accepts: string) => {
  if (encodings.br && acceptsEncoding(accepts, 'br')) return { suffix: '.br', encoding: 'br' } as const;
  if (encodings.gz && acceptsEncoding(accepts, 'gzip')) return { suffix: '.gz', encoding: 'gzip' } as const;
  return { suffix: '', encoding: null } as const;
};

const tagOf = (sha256: string, suffix: string): string => `"${sha256.slice(0, 27)}${suffix}"`;

/** Returns a file in an accepted encoding; null for a type that is not served. */
export function toServedFile(path: string, file: BuiltFile, accepts: string): ServedFile | null {
  const type = types[extname(path)];
  if (!type) return null;
  const { suffix, encoding } = encodingFor(file, accepts);
  const bytes = (encoding === 'br' ? file.br : encoding === 'gzip' ? file.gz : null) ?? file.plain;
  const body = bytes.length <= chunkBytes ? bytes : streamBytes(bytes);
  return { body, size: bytes.length, type, encoding, etag: tagOf(file.sha256, suffix) };
}

/** Streams a file that is opened at the first read, so that an answer without a body opens nothing. */
const streamFile = (path: string, size: number): ReadableStream<Uint8Array> => {
  let file: FileHandle | undefined;
  return streamChunks({
    size,
    async read(from, length) {
      file ??= await open(path);
      const { buffer, bytesRead } = await file.read(new Uint8Array(length), 0, length, from);
      return buffer.subarray(0, bytesRead);
    },
    close: async () => file?.close(),
  });
};

/** Returns a source map from the disk; null where another build has replaced it. */
async function readMap(
  place: string,
  { sha256, ...encodings }: FileFacts,
  accepts: string,
): Promise<ServedFile | null> {
  const { suffix, encoding } = encodingFor(encodings, accepts);
  const facts = await stat(place + suffix).catch(() => null);
  if (!facts) return null;
  const body = streamFile(place + suffix, facts.size);
  return { body, size: facts.size, type: types['.map'] ?? '', encoding, etag: tagOf(sha256, suffix) };
}

export interface DistFiles {
  build(): Promise<Build>;
  read(path: string, accepts: string): Promise<ServedFile | null>;
}

/**
 * Serves the build in a directory as it was at the first request: a later build there would replace pages under a
 * server that does not know them. With `follow`, each new build is served at once, for development. A path that the
 * build does not list is not served.
 */
export const distFiles = (dist: string, { follow = false }: { follow?: boolean } = {}): DistFiles => {
  let current: Promise<Build> | undefined;

  const build = async (): Promise<Build> => {
    const before = await current;
    if (before && (!follow || before.version === (await timeOf(dist)))) return before;
    current = readBuild(dist);
    current.catch(() => {
      current = undefined;
    });
    return current;
  };

  const read = async (path: string, accepts: string): Promise<ServedFile | null> => {
    const { files, maps } = await build();
    const file = files.get(path);
    if (file) return toServedFile(path, file, accepts);
    const map = maps.get(path);
    return map ? readMap(join(dist, path), map, accepts) : null;
  };

  return { build, read };
};

/**
 * Returns whether a path's content never changes: a name with the hash of its content, or a file of a build's own
 * directory.
 */
export const isHashed = (path: string): boolean => /^app\/|-[A-Za-z0-9_-]{8,}\.\w+(\.map)?$/.test(path);
