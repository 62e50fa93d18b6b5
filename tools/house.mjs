// npm run house: draws which folder imports which into CONTRIBUTING.md, as a Mermaid diagram made from the imports themselves.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';

const root = join(import.meta.dirname, '..');
const begin = '<!-- house: npm run house -->';
const end = '<!-- /house -->';

/** Rooms of the house, by the beginning of a path; the first that fits is the file's. */
const rooms = [
  ['bridge', /^bridge\//],
  ['paths, retry, storage', /^src\/(paths|storage|retry|preload)\.ts$/],
  ['contract', /^src\/contract\//],
  ['lang', /^src\/lang\//],
  ['data', /^src\/data\//],
  ['ui', /^src\/ui\//],
  ['screens', /^src\/screens\//],
  ['first script', /^src\/(first\/|loader\.ts)/],
  ['script tag', /^src\/embed\//],
  ['host page', /^src\/host-page\//],
  ['conform', /^src\/conform\//],
  ['http', /^src\/server\/http\//],
  ['operators', /^src\/server\/operators\//],
  ['services', /^src\/server\/services\//],
  ['trade', /^src\/server\/trade\//],
  ['shops', /^src\/server\/shops\//],
  ['ledger', /^src\/server\/ledger\//],
  ['platform', /^src\/server\/(platform\/|directories\.ts)/],
  ['schema', /^src\/server\/schema/],
  ['start', /^src\/server\//],
  ['shell', /^src\/(shell\/)?[\w-]+\.tsx?$/],
];
const roomOf = (path) => rooms.find(([, pattern]) => pattern.test(path))?.[0];

const filesIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => posix.relative(root, posix.join(entry.parentPath ?? entry.path, entry.name)))
    .filter((path) => !path.startsWith('bridge/samples/'));

const typesOnly = /^(?:import|export) type [^;]*;$/gm;
const specifier = /\b(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;

/** Every pair of rooms of which the first runs the second, also by a late import. */
function readImports() {
  const imports = new Map(rooms.map(([name]) => [name, new Set()]));
  for (const path of [...filesIn('bridge'), ...filesIn('src')]) {
    const from = roomOf(path);
    const code = readFileSync(join(root, path), 'utf8').replace(typesOnly, '');
    for (const [, to] of code.matchAll(specifier)) {
      const target = roomOf(posix.join(posix.dirname(path), to));
      if (from && target && from !== target) imports.get(from).add(target);
    }
  }
  return imports;
}

/** Leaves out an arrow where a longer way leads to the same room: what it says is drawn already. */
function withoutShortcuts(imports) {
  const reaches = (from, to, seen = new Set()) =>
    [...(imports.get(from) ?? [])].some((next) => {
      if (next === to) return true;
      if (seen.has(next)) return false;
      seen.add(next);
      return reaches(next, to, seen);
    });
  return [...imports].flatMap(([from, targets]) =>
    [...targets]
      .filter((to) => ![...targets].some((over) => over !== to && reaches(over, to)))
      .map((to) => [from, to]),
  );
}

const idOf = (room) => room.replace(/\W/g, '');

/** The diagram between its marks; the same for the same imports. */
export function drawHouse() {
  const arrows = withoutShortcuts(readImports()).map(([from, to]) => `  ${idOf(from)} --> ${idOf(to)}`);
  const names = rooms.map(([name]) => `  ${idOf(name)}["${name}"]`);
  return [begin, '', '```mermaid', 'flowchart TD', ...names.sort(), ...arrows.sort(), '```', '', end].join(
    '\n',
  );
}

/** CONTRIBUTING.md with the diagram of now. */
export function withHouse(text) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < 0) throw new Error(`CONTRIBUTING.md lacks the marks ${begin} and ${end}.`);
  return text.slice(0, from) + drawHouse() + text.slice(to + end.length);
}

const path = join(root, 'CONTRIBUTING.md');
if (process.argv[1] === import.meta.filename) writeFileSync(path, withHouse(readFileSync(path, 'utf8')));
