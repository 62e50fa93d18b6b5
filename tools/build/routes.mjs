// Which screen a path leads to, for the table in the page. screens.ts and paths.ts are asked; routes.tsx cannot be run without
// a browser, so its lines are read.
import { readFile } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { importSource } from './import-source.mjs';

const codeLine = /^ {2}(\w+): \(\) =>\s*import\(\s*'([^']+)',?\s*\),$/gm;

/**
 * Returns the rows of src/screens.ts with what they leave out:
 * [{ path: '/orderList', entry: 'src/screens/orders/order-list.tsx', texts: ['orders'], early: 'all', mainJob: true }, …].
 */
export async function readRoutes(root, screens) {
  const [{ paths }, text] = await Promise.all([
    importSource(root, 'src/paths.ts'),
    readFile(join(root, 'src/routes.tsx'), 'utf8'),
  ]);
  const files = new Map([...text.matchAll(codeLine)].map(([, name, file]) => [name, file]));
  return Object.entries(paths).map(([name, { path }]) => {
    if (!/^[\w/]+$/.test(path))
      throw new Error(`src/screens.ts: ${path} must be plain, with what it is about in the query.`);
    const file = files.get(name);
    if (!file)
      throw new Error(
        `src/routes.tsx: the build cannot read the screen of ${name}; write it as ${name}: () => import('…').`,
      );
    return { texts: [], ...screens[name], path, entry: posix.join('src', file) };
  });
}
