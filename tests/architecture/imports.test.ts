import { describe, expect, test } from 'vitest';
import { filesIn, importsIn, isOurs } from './imports.ts';
import { fault, packageFault } from './layers.ts';

const files = [...filesIn('bridge'), ...filesIn('src')];

describe('imports between layers', () => {
  test('every file keeps to its layer', () => {
    const faults = files
      .flatMap((path) => importsIn(path))
      .filter(({ to }) => isOurs(to))
      .flatMap(({ from, to, typeOnly }) => fault(from, to, typeOnly) ?? []);
    expect(faults).toEqual([]);
  });

  test('our own files are imported by a path that ends in .ts, .tsx or .json', () => {
    const vague = files
      .flatMap((path) => importsIn(path))
      .filter(({ to }) => isOurs(to) && !/\.(tsx?|json|sql)$/.test(to));
    expect(vague).toEqual([]);
  });

  test('every layer imports only the packages that it may', () => {
    const faults = files
      .flatMap((path) => importsIn(path))
      .filter(({ to, typeOnly }) => !isOurs(to) && !typeOnly)
      .flatMap(({ from, to }) => packageFault(from, to) ?? []);
    expect(faults).toEqual([]);
  });

  test.each([
    ['bridge/guest/guest.ts', 'valibot'],
    ['src/ui/badge.tsx', 'hono'],
    ['src/screens/orders/order.tsx', 'react-hook-form'],
    ['src/data/orders.ts', 'react'],
    ['src/data/session.ts', 'redaxios'],
    ['src/lang/index.ts', 'react'],
    ['src/app.tsx', 'redaxios'],
    ['src/server/trade/orders/orders.ts', 'react'],
    ['src/loader.ts', 'preact'],
  ])('%s may not run %s', (from, name) => {
    expect(packageFault(from, name)).toBeTypeOf('string');
  });

  test('what the browser runs imports nothing of Node', () => {
    const client = files.filter((path) => !/^src\/(server|conform)\//.test(path));
    const node = client.flatMap((path) => importsIn(path)).filter(({ to }) => to.startsWith('node:'));
    expect(node).toEqual([]);
  });

  test.each([
    ['src/data/orders.ts', 'src/ui/card.tsx', false],
    ['src/contract/orders.ts', 'src/data/api.ts', true],
    ['src/ui/card.tsx', 'src/data/api.ts', true],
    ['src/ui/card.tsx', 'src/contract/money.ts', false],
    ['src/screens/orders/order.tsx', 'src/screens/goods/goods-list.tsx', false],
    ['src/server/trade/orders/orders.ts', 'src/data/orders.ts', true],
    ['src/data/orders.ts', 'bridge/protocol.ts', true],
    ['bridge/guest/guest.ts', 'src/contract/errors.ts', true],
  ])('%s may not import %s', (from, to, typeOnly) => {
    expect(fault(from, to, typeOnly)).toBeTypeOf('string');
  });

  test.each([
    ["import { a } from './x.ts'", './x.ts', false],
    ["import type { A } from './x.ts'", './x.ts', true],
    ["import { type A, type B } from './x.ts'", './x.ts', true],
    ["import { type A, b } from './x.ts'", './x.ts', false],
    ["export * from './x.ts'", './x.ts', false],
    ["export type { A } from './x.ts'", './x.ts', true],
    ["import './x.ts'", './x.ts', false],
    ["const late = () => import('./x.ts')", './x.ts', false],
    ["import a, {\n  b,\n  c,\n} from './x.ts'", './x.ts', false],
  ])('the reader of imports finds those of %j', (line, to, typeOnly) => {
    const found = importsIn('src/data/file.ts', line);
    const late = line.includes('import(');
    expect(found).toEqual([{ from: 'src/data/file.ts', to: `src/data/${to.slice(2)}`, typeOnly, late }]);
  });

  test('the search for imports ignores comments', () => {
    expect(importsIn('src/a.ts', "// import './b.ts'\n/* import './c.ts' */")).toEqual([]);
  });
});
