import { readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { InlineHashes } from '../http/page-policy.ts';

interface FileFacts {
  sha256: string;
  br?: number;
  gz?: number;
}

export interface Manifest extends InlineHashes {
  /** Changes with every build. */
  version: number;
  files: Record<string, FileFacts>;
}

export interface ServedFile {
  bytes: Uint8Array<ArrayBuffer>;
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
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};

/** The build's output, read through its manifest: a path that is not listed there is not served. */
export const distFiles = (dist: string) => {
  let known: Manifest | null = null;

  // The build puts a whole new dist in place of the old one; its manifest's time says so.
  const manifest = async (): Promise<Manifest> => {
    const path = join(dist, 'manifest.json');
    const version = (await stat(path)).mtimeMs;
    if (known?.version === version) return known;
    const read = JSON.parse(await readFile(path, 'utf8')) as Partial<Manifest>;
    known = { scriptHashes: [], styleHashes: [], files: {}, ...read, version };
    return known;
  };

  const read = async (path: string, accepts: string): Promise<ServedFile | null> => {
    const { files } = await manifest();
    const facts = Object.hasOwn(files, path) ? files[path] : undefined;
    const type = types[extname(path)];
    if (!facts || !type) return null;
    const takes = (encoding: string) =>
      new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepts);
    const [encoding, suffix] =
      facts.br && takes('br')
        ? (['br', '.br'] as const)
        : facts.gz && takes('gzip')
          ? (['gzip', '.gz'] as const)
          : ([null, ''] as const);
    const bytes = new Uint8Array(await readFile(join(dist, path + suffix)));
    return { bytes, type, encoding, etag: `"${facts.sha256.slice(0, 27)}${suffix}"` };
  };

  return { manifest, read };
};

/** What never means anything else: a name with the hash of its content in it, and all of a build under its own name. */
export const isHashed = (path: string): boolean => /^app\/|-[A-Za-z0-9_-]{8,}\.\w+(\.map)?$/.test(path);
