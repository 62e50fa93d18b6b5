import { expect, test } from 'vitest';
import { filesIn, importsIn, read } from './imports.ts';

const source = [...filesIn('bridge'), ...filesIn('src')];
const everything = [...source, ...filesIn('tests')];
const lines = (path: string): number => read(path).trimEnd().split('\n').length;

// A file of cases may be long: each stands by itself and none has to be read for another.
test('a file of more than 250 lines says why in its first line', () => {
  const long = everything.filter((path) => !/\.test\.tsx?$/.test(path) && lines(path) > 250);
  expect(long.filter((path) => !/^(\/\/|\/\*)/.test(read(path)))).toEqual([]);
});

// Two kinds of work under one number wait for each other, and a wait has an end.
test('each advisory lock has a number of its own', () => {
  const numbers = filesIn('src').flatMap((path) => read(path).match(/\b7360780\d\d\b/g) ?? []);
  expect(numbers.length).toBeGreaterThan(3);
  expect(numbers).toEqual([...new Set(numbers)]);
});

// `order` is then free for the value that a screen draws.
test('what asks the server for data is named for it, with Resource at the end', () => {
  const made = filesIn('src/data').flatMap((path) => [
    ...read(path).matchAll(/^export const (\w+)[^=]*= (?:resource|pages)[<(]/gm),
  ]);
  const names = made.map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(30);
  expect(names.filter((name) => !name.endsWith('Resource'))).toEqual([]);
});

// What `<noun>Calls` holds, each row of it says in `about`.
const exported = /^export (?:async )?(?:const|function|type|interface|class) (?!\w+Calls\b)(\w+)/;

test('every export of contract, bridge and ledger has a docstring', () => {
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
  const allowed =
    /^src\/server\/(platform\/clock|platform\/ids|main|start|operators\/ops-cli|audit\/audit-cli)\.ts$/;
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
  // One file gives React's names to all others. In an embedding page and under a base path, Preact's options set how links
  // are written, and where a browser translates they say which text is removed; React has no such option.
  const drawers = [
    'src/react.ts',
    'src/embedded.ts',
    'src/shell/under-base.ts',
    'src/shell/follow-translation.ts',
  ];
  const components = source.filter((path) => !drawers.includes(path));
  const imports = components.flatMap((path) => importsIn(path));
  expect(imports.filter(({ to }) => to === 'preact' || to.startsWith('preact/'))).toEqual([]);
  expect(imports.filter(({ to }) => to === 'preact-iso')).toEqual([]);
});

// The drawings of the shortcuts are code that comes late, not data; they outlive the screen in a signal.
const drawings = 'src/screens/shop/shop-centre.tsx';

test('a screen draws and asks: signals are written and calls are made by src/data', () => {
  const screens = filesIn('src/screens').concat(filesIn('src/ui'));
  const writers = filesIn('src/screens').filter((path) => /\buseSignal\b|\bsignal[<(]/.test(read(path)));
  const callers = screens.filter((path) => /\bfetch\(|\/data\/(api|send)\.ts'/.test(read(path)));
  expect({ writers, callers }).toEqual({ writers: [drawings], callers: [] });
});

test('no screen or component reaches outside the root element of the styles', () => {
  const portals = filesIn('src/ui')
    .concat(filesIn('src/screens'))
    .filter((path) => /createPortal|document\.body|document\.activeElement/.test(read(path)));
  expect(portals).toEqual([]);
});
