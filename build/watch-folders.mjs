import { readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

const below = (folder) => [
  folder,
  ...readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name)),
];

/**
 * Calls `changed` once after each burst of changes below the folders, until the answer is called. One watch a directory:
 * the recursive one of Node 20 goes on looking at a file that an editor has replaced, as many save.
 */
export function watchFolders(folders, changed) {
  let watches = [];
  let timer;
  const noticed = () => {
    clearTimeout(timer);
    timer = setTimeout(settle, 60);
  };
  // Directories may have come or gone; the old watches end only when the new ones look.
  const look = () => {
    const before = watches;
    watches = folders.flatMap(below).map((folder) => watch(folder, noticed));
    for (const one of before) one.close();
  };
  const settle = () => {
    look();
    changed();
  };
  look();
  return () => {
    clearTimeout(timer);
    for (const one of watches) one.close();
  };
}
