// Which screen a path leads to, for the table in the page. paths.ts is asked; routes.tsx cannot be run without
// a browser, so its lines are read.
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { importSource } from './import-source.mjs';

const routeLine = /^ {2}(\w+): \w+\(\s*\(\) =>\s*import\(\s*'([^']+)',?\s*\)[^()]*\),$/gm;

/**
 * Returns [{ path: '/orderList', entry: 'src/screens/orders/order-list.tsx' }, …]. A screen of several paths is
 * left out: it is the placeholder of a missing screen.
 */
export async function readRoutes(root) {
  const [{ paths }, text] = await Promise.all([
    importSource(root, 'src/paths.ts'),
    readFile(join(root, 'src/routes.tsx'), 'utf8'),
  ]);
  const files = new Map([...text.matchAll(routeLine)].map(([, name, file]) => [name, file]));
  const routes = Object.entries(paths).map(([name, { path }]) => {
    if (!/^[\w/]+$/.test(path))
      throw new Error(`src/paths.ts: ${path} must be plain, with what it is about in the query.`);
    const file = files.get(name);
    if (!file)
      throw new Error(
        `src/routes.tsx: the build cannot read the screen of ${name}; write it as page(() => import('…'), 'rest').`,
      );
    return { path, entry: posix.join('src', file) };
  });
  return routes.filter(({ entry }) => routes.filter((other) => other.entry === entry).length === 1);
}
