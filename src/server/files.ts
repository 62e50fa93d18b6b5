import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface StoredFile {
  bytes: Uint8Array;
  type: string;
}

/** Where pictures and papers are kept, by a name that tells nothing about them. */
export interface Files {
  read(name: string): Promise<StoredFile | null>;
  /** Stores the bytes under the name, which must match `fileName`; a second write replaces the first. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

const types: Record<string, string> = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
};

/** Letters, digits, `_` and `-`, then one of the kinds we serve: no path can be built from it. */
export const fileName = /^[a-z0-9_-]{1,80}\.(jpg|png|webp|svg|pdf)$/;

export const typeOf = (name: string): string | null => {
  const kind = fileName.exec(name)?.[1];
  return kind ? (types[kind] ?? null) : null;
};

const mustBeName = (name: string): void => {
  if (!fileName.test(name)) throw new Error(`"${name}" is no file name: use ${fileName.source}`);
};

export const directoryFiles = (directory: string): Files => ({
  async read(name) {
    const type = typeOf(name);
    if (!type) return null;
    const bytes = await readFile(join(directory, name)).catch(() => null);
    return bytes && { bytes, type };
  },
  async write(name, bytes) {
    mustBeName(name);
    await mkdir(directory, { recursive: true });
    // Under its final name a file is whole: a reader never sees half of it.
    await writeFile(join(directory, `${name}.part`), bytes);
    await rename(join(directory, `${name}.part`), join(directory, name));
  },
});

export const memoryFiles = (): Files => {
  const stored = new Map<string, Uint8Array>();
  return {
    async read(name) {
      const bytes = stored.get(name);
      const type = typeOf(name);
      return bytes && type ? { bytes, type } : null;
    },
    async write(name, bytes) {
      mustBeName(name);
      stored.set(name, bytes);
    },
  };
};
