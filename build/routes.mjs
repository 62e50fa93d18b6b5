// Which screen a path leads to, for the table in the page. paths.ts is asked; routes.tsx cannot be run without
// a browser, so its two plain forms are read: an import in place, and the name of a lazy screen above.
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { importSource } from './import-source.mjs';

const lateImport = /\w+\(\(\) =>\s*import\(\s*'([^']+)',?\s*\),?\s*\)/.source;
const named = new RegExp(`const (\\w+) =\\s*${lateImport}`, 'g');
const inPlace = new RegExp(`^ {2}(\\w+): \\w+\\(\\s*(?:${lateImport}|(\\w+)),?\\s*\\),$`, 'gm');

/**
 * Answers [{ path: '/orderList', entry: 'src/screens/orders/order-list.tsx' }, …]. A screen of several paths is
 * left out: it is what stands in for screens that are not there.
 */
export async function readRoutes(root) {
  const [{ paths }, text] = await Promise.all([
    importSource(root, 'src/paths.ts'),
    readFile(join(root, 'src/routes.tsx'), 'utf8'),
  ]);
  const screens = new Map([...text.matchAll(named)].map(([, name, file]) => [name, file]));
  const found = new Map(
    [...text.matchAll(inPlace)].map(([, name, file, screen]) => [name, file ?? screens.get(screen)]),
  );
  const routes = Object.entries(paths).map(([name, { path }]) => {
    if (!/^[\w/]+$/.test(path))
      throw new Error(`src/paths.ts: ${path} must be plain, with what it is about in the query.`);
    const file = found.get(name);
    if (!file)
      throw new Error(
        `src/routes.tsx: the build cannot read the screen of ${name}; write it as page(lazy(() => import('…'))).`,
      );
    return { path, entry: posix.join('src', file) };
  });
  return routes.filter(({ entry }) => routes.filter((other) => other.entry === entry).length === 1);
}
