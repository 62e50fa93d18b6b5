import { dirname } from 'node:path';
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

// One of these a noun: it is found by its name, however small it is.
const perNoun =
  /^src\/contract\/|-(decisions|view|machine|notices|postings|row)\.tsx?$|\/quotes\/|^bridge\/samples\//;
// Why a file under 40 lines with one importer in its folder stays a separate file.
const standsAlone: Readonly<Record<string, string>> = {
  'src/conform/report.ts': 'tested apart from the command, which runs when it is imported',
  'src/embed/souk-global.ts': 'published as souk.d.ts',
  'src/host-page/surroundings.ts': 'its importer would pass 250 lines',
  'src/screens/orders/use-pull.ts': 'its importer would pass 250 lines',
  'src/server/operators/ops-usage.ts': 'tested apart from the command, which runs when it is imported',
  'src/ui/scroll-lock.ts': 'state of the page, named in person-state.test.ts',
};

test('a file under 40 lines with one importer in its folder is part of that importer', () => {
  const imports = source.flatMap((path) => importsIn(path));
  const splinters = source.filter((path) => {
    if (lines(path) >= 40 || perNoun.test(path)) return false;
    const readers = imports.filter(({ to }) => to === path);
    const [importer, ...others] = new Set(readers.map(({ from }) => from));
    if (!importer || others.length > 0 || readers.some(({ late }) => late)) return false;
    return dirname(importer) === dirname(path);
  });
  const all = source.map(lines).reduce((sum, count) => sum + count, 0);
  process.stdout.write(`${source.length} source files, ${all} lines.\n`);
  expect(splinters).toEqual(Object.keys(standsAlone).sort());
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

/** Spreads of a literal that is written right there, such as `...{ a, b }`. */
function freshSpreads(text: string): string[] {
  return [...text.matchAll(/\.\.\.(?=[{[])/g)].flatMap(({ index }) => {
    let depth = 0;
    let end = index + 3;
    do {
      if (/[{[(]/.test(text[end] ?? '')) depth++;
      if (/[}\])]/.test(text[end] ?? '')) depth--;
      end++;
    } while (depth > 0 && end < text.length);
    return /^\s*[,)\]}]/.test(text.slice(end)) ? [text.slice(index, end)] : [];
  });
}

test('no literal is spread where it is written', () => {
  expect(freshSpreads('f({ ...{ a, b }, c })')).toEqual(['...{ a, b }']);
  expect(freshSpreads('[...[...a].map(b), ...{ a }[c]]')).toEqual([]);
  const checked = everything.filter((path) => !path.endsWith('habits.test.ts'));
  expect(checked.flatMap((path) => freshSpreads(read(path)).map((found) => `${path}: ${found}`))).toEqual([]);
});

// Words that do not tell a reader whether a value is a message, a notice, a person or a list.
const foreignWords = new Set(
  'whoever whomever whom whose nobody somebody anybody anew told said hers theirs fate whimsical'.split(' '),
);
const isForeign = (part: string) => foreignWords.has(part.toLowerCase());

const literal =
  /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|(?<=[(,=:[!&|?]\s?)\/(?:\\.|[^/\\\n])+\/[a-z]*/g;
const template = /`(?:\\[\s\S]|\$\{[^{}`]*\}|[^`\\])*?`/g;

/** Code without comments, texts and patterns; what stands in the places of a template stays. */
const codeOf = (text: string): string =>
  text
    .replace(literal, ' ')
    .replace(template, (whole) => [...whole.matchAll(/\$\{([^{}`]*)\}/g)].map(([, code]) => code).join(' '));

const identifiersIn = (text: string): string[] => codeOf(text).match(/[A-Za-z_$][\w$]*/g) ?? [];
const isForeignName = (name: string) => name.split(/(?=[A-Z])|[_$\d]+/).some(isForeign);

const written = ['bridge', 'src', 'tests', 'tools']
  .flatMap((folder) => filesIn(folder, /\.(tsx?|m[jt]s)$/))
  .filter((path) => !/^tests\/fixtures\/|habits\.test\.ts$/.test(path));

test('no identifier and no file name is made of words that the field does not use', () => {
  const sample = `told(\`\${isSaid} by \${'nobody'}\`, /anew/); // fate`;
  expect(identifiersIn(sample).filter(isForeignName)).toEqual(['told', 'isSaid']);
  const foreign = written.flatMap((path) => {
    const names = [
      ...path.split(/[/.-]/).filter(isForeign),
      ...identifiersIn(read(path)).filter(isForeignName),
    ];
    return [...new Set(names)].map((name) => `${path}: ${name}`);
  });
  expect(foreign).toEqual([]);
});

const title =
  /(?:\b(?:test|it|describe)(?:\.\w+)*|\))\(\s*('(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`)/g;

/** Comments and names of tests. */
const proseIn = (text: string): string[] => [
  ...[...text.matchAll(literal)].map(([found]) => found).filter((found) => /^\/[/*]/.test(found)),
  ...[...text.matchAll(title)].map(([, name = '']) => name),
];

const riddle = new RegExp(
  `\\b(?:${[...foreignWords].join('|')}|afresh|bec(?:a|o)mes? of|of (?:its|their) own)\\b`,
  'i',
);

test('no comment and no name of a test is a riddle', () => {
  const sample = [
    '/** What became of it. */ // A file of its own',
    "f('nobody'); // an order that is past its date",
    "test.each([1])('an order whose date has passed', f); it('is told', f); // the user whom it names",
  ];
  expect(proseIn(sample.join('\n')).filter((prose) => riddle.test(prose))).toEqual([
    '/** What became of it. */',
    '// A file of its own',
    '// the user whom it names',
    "'an order whose date has passed'",
    "'is told'",
  ]);
  const unclear = written.flatMap((path) =>
    proseIn(read(path))
      .filter((prose) => riddle.test(prose))
      .map((prose) => `${path}: ${prose}`),
  );
  expect(unclear).toEqual([]);
});

test('no file or folder is named utils, helpers, misc or common', () => {
  const drawers = everything.filter((path) => /\b(utils?|helpers?|misc|common)(\.tsx?$|\/)/.test(path));
  expect(drawers).toEqual([]);
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
    /^src\/server\/(platform\/clock|platform\/ids|main|start|operators\/ops-cli|ledger\/audit-cli)\.ts$/;
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
  // In an embedding page and under a base path, Preact's options set how links are written; React has no such option.
  const drawers = ['src/embedded.ts', 'src/shell/under-base.ts'];
  const components = source.filter((path) => !drawers.includes(path));
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

test('no screen or component reaches outside the root element of the styles', () => {
  const portals = filesIn('src/ui')
    .concat(filesIn('src/screens'))
    .filter((path) => /createPortal|document\.body|document\.activeElement/.test(read(path)));
  expect(portals).toEqual([]);
});
