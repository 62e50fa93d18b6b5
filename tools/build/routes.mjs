// Which screen a path leads to, for the table in the page. paths.ts is asked; routes.tsx cannot be run without
// a browser, so its lines are read.
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { importSource } from './import-source.mjs';

const routeLine = /^ {2}(\w+): \w+\(\s*\(\) =>\s*import\(\s*'([^']+)',?\s*\)(?:,\s*(\w+),?\s*)?\),$/gm;

/**
 * Returns [{ path: '/orderList', entry: 'src/screens/orders/order-list.tsx', texts: ['rest', 'orders'] }, …], with the texts
 * of src/screens/groups.ts; its exports are `groups`.
 */
export async function readRoutes(root, groups) {
  const [{ paths }, text] = await Promise.all([
    importSource(root, 'src/paths.ts'),
    readFile(join(root, 'src/routes.tsx'), 'utf8'),
  ]);
  const lines = new Map(
    [...text.matchAll(routeLine)].map(([, name, file, group]) => [name, { file, group }]),
  );
  return Object.entries(paths).map(([name, { path }]) => {
    if (!/^[\w/]+$/.test(path))
      throw new Error(`src/paths.ts: ${path} must be plain, with what it is about in the query.`);
    const { file, group } = lines.get(name) ?? {};
    if (!file)
      throw new Error(
        `src/routes.tsx: the build cannot read the screen of ${name}; write it as page(() => import('…'), rest).`,
      );
    return { path, entry: posix.join('src', file), texts: group ? groups[group] : [] };
  });
}
