import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** Longer than an editor takes from emptying a file to writing it. */
const burstMs = 10;

const directoriesIn = (folder) => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name)),
];

/**
 * Calls `changed` with the paths once after each burst of changes below the folders, until the returned function is
 * called. It watches each directory: the recursive watch of Node 20 keeps watching a file that an editor has replaced,
 * as many do on saving.
 */
export function watchFolders(folders, changed) {
  let watches = [];
  let timer;
  let paths = new Set();
  const schedule = (path) => {
    paths.add(path);
    clearTimeout(timer);
    timer = setTimeout(flush, burstMs);
  };
  // Directories may have been added or removed; the old watches end only after the new ones have begun.
  const rewatch = () => {
    const before = watches;
    watches = folders
      .flatMap(directoriesIn)
      .map((folder) => watch(folder, (_, name) => schedule(join(folder, name ?? ''))));
    for (const one of before) one.close();
  };
  const flush = () => {
    rewatch();
    const burst = [...paths];
    paths = new Set();
    changed(burst);
  };
  rewatch();
  return () => {
    clearTimeout(timer);
    for (const one of watches) one.close();
  };
}
