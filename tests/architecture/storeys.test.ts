import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { filesIn, importsIn, isOurs } from './imports.ts';
import {
  cyclesIn,
  folderOf,
  serviceFault,
  servicePair,
  servicePairs,
  storeyOf,
  upwardFault,
} from './storeys.ts';

const sources = [...filesIn('bridge'), ...filesIn('src')];
const definer = 'src/server/platform/decisions/define-decision.ts';
const registry = 'src/server/operators/registry.ts';
const imports = sources.flatMap((path) => importsIn(path)).filter(({ to }) => isOurs(to));

describe('the storeys of the server', () => {
  test('every file of the server belongs to a storey', () => {
    expect(filesIn('src/server').filter((path) => storeyOf(path) === undefined)).toEqual([]);
  });

  test('no import of the server points up', () => {
    expect(imports.flatMap((found) => upwardFault(found) ?? [])).toEqual([]);
  });

  test('no noun of the services imports another unless the table of pairs names both', () => {
    expect(imports.flatMap((found) => serviceFault(found) ?? [])).toEqual([]);
  });

  test('the table of pairs names only nouns that import each other', () => {
    const found = new Set(imports.flatMap((one) => servicePair(one) ?? []));
    expect(Object.keys(servicePairs).filter((pair) => !found.has(pair))).toEqual([]);
  });

  test('every decision and read of an operator is defined beside its noun, and is in the registry', () => {
    const defines = filesIn('src/server').filter(
      (path) => path !== definer && /\bdefine(Decision|Read)\(/.test(readFileSync(path, 'utf8')),
    );
    const listed = imports.flatMap(({ from, to }) => (from === registry ? to : []));
    expect(defines.filter((path) => !/\/[\w-]+\/[\w-]+\.(decisions|reads)\.ts$/.test(path))).toEqual([]);
    expect(defines.filter((path) => !listed.includes(path))).toEqual([]);
  });

  test('no files of the server need each other', () => {
    const ofServer = imports.filter(({ from }) => from.startsWith('src/server/'));
    expect(cyclesIn(ofServer, (path) => path)).toEqual([]);
  });

  test('no folders of src and bridge need each other', () => {
    expect(cyclesIn(imports)).toEqual([]);
  });
});

/** The imports that planted lines of files would be. */
const planted = (...files: [path: string, line: string][]) =>
  files.flatMap(([path, line]) => importsIn(path, line));

describe('the check of the storeys', () => {
  test.each([
    ['src/server/platform/clock.ts', "import { shopOf } from '../shops/shop-row.ts'"],
    ['src/server/ledger/ledger.ts', "import type { OrderRow } from '../trade/model/order-row.ts'"],
    ['src/server/shops/sessions/auth.ts', "const late = () => import('../../services/quotes.ts')"],
    ['src/server/trade/orders/orders.ts', "export { walletHandlers } from '../../services/wallet/wallet.ts'"],
    ['src/server/services/help/qa.ts', "import { decide } from '../../operators/decisions.ts'"],
    ['src/server/operators/decisions.ts', "import { success } from '../http/envelope.ts'"],
    ['src/server/http/site/site.ts', "import { demoLogin } from '../../demo/demo-shop.ts'"],
    ['src/server/http/health.ts', "import '../main.ts'"],
    ['src/server/schema/orders.ts', "import { day } from '../platform/clock.ts'"],
    ['src/server/platform/clock.ts', "import { a } from '../attic/a.ts'"],
  ])('finds that %s points up by %j', (path, line) => {
    expect(planted([path, line]).map(upwardFault)).toEqual([expect.any(String)]);
  });

  test.each([
    ['src/server/start.ts', "import { seedDemo } from './demo/seed.ts'"],
    ['src/server/trade/orders/orders.ts', "import { shopOf } from '../../shops/shop-row.ts'"],
    ['src/server/platform/log.ts', "import { day } from './clock.ts'"],
    ['src/server/platform/files/pictures.ts', "import { files } from '../../schema/files.ts'"],
    ['src/server/shops/sessions/auth.ts', "import { codes } from '../../../contract/errors.ts'"],
  ])('lets %s import down or beside by %j', (path, line) => {
    expect(planted([path, line]).map(upwardFault)).toEqual([undefined]);
  });

  test('finds a noun of the services that imports another', () => {
    const line = "const late = () => import('../ads/ads.ts')";
    expect(planted(['src/server/services/help/qa.ts', line]).map(serviceFault)).toEqual([expect.any(String)]);
  });

  test('allows files directly in services to import every noun', () => {
    const line = "import { adsDue } from './ads/settle-ad.ts'";
    expect(planted(['src/server/services/run-due.ts', line]).map(serviceFault)).toEqual([undefined]);
  });

  test.each([
    ["import { b } from '../b/b.ts'"],
    ["import type { B } from '../b/b.ts'"],
    ["const late = () => import('../b/b.ts')"],
  ])('finds a cycle of folders that is closed by %j', (line) => {
    const found = planted(
      ['src/server/trade/a/a.ts', line],
      ['src/server/trade/b/b.ts', "import { c } from '../c/c.ts'"],
      ['src/server/trade/c/c.ts', "import { other } from '../a/other.ts'"],
      ['src/server/trade/c/c.ts', "import { d } from '../d/d.ts'"],
    );
    expect(cyclesIn(found)).toEqual([
      [
        'src/server/trade/a/a.ts > src/server/trade/b/b.ts',
        'src/server/trade/b/b.ts > src/server/trade/c/c.ts',
        'src/server/trade/c/c.ts > src/server/trade/a/other.ts',
      ],
    ]);
  });

  test('finds every cycle where there are several', () => {
    const found = planted(
      ['src/a.ts', "import { b } from './b.ts'"],
      ['src/b.ts', "import { a } from './a.ts'"],
      ['src/ui/c.ts', "import { d } from '../data/d.ts'"],
      ['src/data/d.ts', "import { c } from '../ui/c.ts'"],
    );
    expect(cyclesIn(found)).toHaveLength(2);
  });

  test('finds no cycle where a folder is imported twice', () => {
    const found = planted(
      ['src/ui/a.ts', "import { b } from '../data/b.ts'"],
      ['src/ui/c.ts', "import { b } from '../data/b.ts'"],
    );
    expect(cyclesIn(found)).toEqual([]);
  });

  test('counts each file directly in src, bridge or a storey as a folder', () => {
    const alone = [
      'src/app.tsx',
      'bridge/captured.ts',
      'src/server/start.ts',
      'src/server/trade/wallet-view.ts',
    ];
    expect(alone.map(folderOf)).toEqual(alone);
    expect(folderOf('src/server/trade/orders/orders.ts')).toBe('src/server/trade/orders');
    expect(folderOf('src/server/demo/seed.ts')).toBe('src/server/demo');
    expect(folderOf('src/ui/card.tsx')).toBe('src/ui');
  });
});
