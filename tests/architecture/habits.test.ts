import { expect, test } from 'vitest';
import { filesIn, importsIn, read } from './imports.ts';

const source = [...filesIn('bridge'), ...filesIn('src')];
const everything = [...source, ...filesIn('tests')];
const lines = (path: string): number => read(path).trimEnd().split('\n').length;

// A file of cases may be long: each stands by itself and none has to be read for another.
test('a file of more than 200 lines says why in its first', () => {
  const long = everything.filter((path) => !/\.test\.tsx?$/.test(path) && lines(path) > 200);
  expect(long.filter((path) => !/^(\/\/|\/\*)/.test(read(path)))).toEqual([]);
});

test('half of the files have 60 lines or fewer', () => {
  const sorted = source.map(lines).sort((a, b) => a - b);
  const median = sorted[sorted.length >> 1] ?? 0;
  process.stdout.write(`${source.length} source files, median ${median} lines, longest ${sorted.at(-1)}.\n`);
  expect(median).toBeLessThanOrEqual(60);
});

test('there is no drawer for odds and ends', () => {
  const drawers = everything.filter((path) => /\b(utils?|helpers?|misc|common)(\.tsx?$|\/)/.test(path));
  expect(drawers).toEqual([]);
});

// What `<noun>Calls` holds, each row of it says in `about`.
const exported = /^export (?:async )?(?:const|function|type|interface|class) (?!\w+Calls\b)(\w+)/;

test('what contract, bridge and ledger export says what it is', () => {
  const promised = [...filesIn('src/contract'), ...filesIn('bridge'), ...filesIn('src/server/ledger')];
  const unsaid = promised.flatMap((path) => {
    const text = read(path).split('\n');
    return text.flatMap((line, at) => {
      const name = exported.exec(line)?.[1];
      return name && !text[at - 1]?.endsWith('*/') ? [`${path}: ${name}`] : [];
    });
  });
  expect(unsaid).toEqual([]);
});

test('the server takes time and chance from what it is given', () => {
  // ids.ts is where random bytes come from, clock.ts and start.ts are where the real clock is made.
  const allowed = /^src\/server\/(clock|ids|main|start|ops\/ops-cli|ledger\/audit-cli)\.ts$/;
  const own = filesIn('src/server')
    .filter((path) => !allowed.test(path))
    .filter((path) => /Math\.random\(|Date\.now\(|new Date\(\)/.test(read(path)));
  expect(own).toEqual([]);
});

test('figures that a merchant sees are counted, never written down', () => {
  const stats = filesIn('src/server').filter((path) =>
    /\/(stats?|stat-[\w-]+|shop-counts|visitors)\.ts$/.test(path),
  );
  expect(stats.length).toBeGreaterThan(0);
  const invented = stats.filter((path) =>
    /Math\.random|\b(clicks|orders|visitors|profit\w*|purchaseCost|star|credit)\s*:\s*['"]?[1-9]/.test(
      read(path),
    ),
  );
  expect(invented).toEqual([]);
});

test('money is never a binary fraction on the server', () => {
  const loose = filesIn('src/server').filter((path) => /parseFloat\(|\.toFixed\(/.test(read(path)));
  expect(loose).toEqual([]);
});

test('components import React by its name, and routing by its parts', () => {
  // In somebody's page whoever draws is told how links are written; React has no word for that.
  const components = source.filter((path) => path !== 'src/embedded.ts');
  const imports = components.flatMap((path) => importsIn(path));
  expect(imports.filter(({ to }) => to === 'preact' || to.startsWith('preact/'))).toEqual([]);
  expect(imports.filter(({ to }) => to === 'preact-iso')).toEqual([]);
});

// The drawings of the shortcuts are code that comes late, not data; they outlive the screen in a signal.
const drawings = 'src/screens/shop/shortcuts.tsx';

test('a screen draws and asks: signals are written and calls are made by src/data', () => {
  const screens = filesIn('src/screens').concat(filesIn('src/ui'));
  const writers = filesIn('src/screens').filter((path) => /\buseSignal\b|\bsignal[<(]/.test(read(path)));
  const callers = screens.filter((path) => /\bfetch\(|\/data\/(api|send|envelope)\.ts'/.test(read(path)));
  expect({ writers, callers }).toEqual({ writers: [drawings], callers: [] });
});

test('nothing leaves the root that styles hang on', () => {
  const portals = filesIn('src/ui')
    .concat(filesIn('src/screens'))
    .filter((path) => /createPortal|document\.body|document\.activeElement/.test(read(path)));
  expect(portals).toEqual([]);
});
