import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const projectDir = join(import.meta.dirname, '../..');

export interface Import {
  from: string;
  to: string;
  /** Only types come along: nothing of it is there when the code runs. */
  typeOnly: boolean;
  /** By `import()`: what is imported need not be there when this file is. */
  late: boolean;
}

const sources = /\.(ts|tsx)$/;

/** Returns our own source files below a folder, as paths from the project's root. */
export function filesIn(folder: string, named: RegExp = sources): string[] {
  if (!existsSync(join(projectDir, folder))) return [];
  return readdirSync(join(projectDir, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && named.test(entry.name))
    .map((entry) => posix.relative(projectDir, posix.join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

export const read = (path: string): string => readFileSync(join(projectDir, path), 'utf8');

const comments = /\/\*[\s\S]*?\*\/|(?<![:'"`])\/\/[^\n]*/g;
const statement = /(?:^|[\n;}])\s*(?:import|export)\s+(type\s+)?([^'";()]*?)\s*from\s*['"]([^'"]+)['"]/g;
const bare = /(?:^|[\n;])\s*import\s*['"]([^'"]+)['"]/g;
const late = /\bimport\s*\(\s*['"`]([^'"`]+)['"`]/g;

/** `{ type A, type B }` brings types only, though the line does not begin with `import type`. */
const onlyTypes = (clause: string): boolean => {
  const names = /^\{([\s\S]*)\}$/.exec(clause.trim())?.[1]?.split(',');
  return names?.every((name) => name.trim() === '' || name.trim().startsWith('type ')) ?? false;
};

/** Every import of a file: static, of types, for its effect, re-exported, and by `import()`. */
export function importsIn(path: string, text: string = read(path)): Import[] {
  const code = text.replace(comments, '');
  const found = [
    ...[...code.matchAll(statement)].map(([, type, clause = '', to = '']) => ({
      to,
      typeOnly: Boolean(type) || onlyTypes(clause),
      late: false,
    })),
    ...[...code.matchAll(bare)].map(([, to = '']) => ({ to, typeOnly: false, late: false })),
    ...[...code.matchAll(late)].map(([, to = '']) => ({ to, typeOnly: false, late: true })),
  ];
  return found.map(({ to, ...how }) => ({
    from: path,
    to: to.startsWith('.') ? posix.join(posix.dirname(path), to) : to,
    ...how,
  }));
}

export const isOurs = (path: string): boolean => /^(src|bridge|locales|tests)\//.test(path);
