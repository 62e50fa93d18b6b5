// The import graph of esbuild's metafile, by which files are assigned to chunks.

import { dirname } from 'node:path/posix';

const formPackages = /node_modules\/(react-hook-form|@hookform|valibot)\//;

/** Returns all files that `start` loads at once, itself included: static imports only. */
export function reach(inputs, start) {
  const found = new Set();
  const open = [start];
  while (open.length) {
    const path = open.pop();
    if (found.has(path) || !inputs[path]) continue;
    found.add(path);
    for (const item of inputs[path].imports) if (item.kind === 'import-statement') open.push(item.path);
  }
  return found;
}

/** Returns every file that some `import()` names: screens, sheets and other late parts. */
function lateEntries(inputs) {
  const late = Object.values(inputs).flatMap((input) =>
    input.imports.filter((item) => item.kind === 'dynamic-import' && !item.external).map((item) => item.path),
  );
  return [...new Set(late)].sort();
}

/**
 * Plans the second pass: which files `core` and the shared chunks hold, and which late entry needs which of these.
 * `common` is what screens share, `further` what only screens share that no visit begins with (`apart` are those that a
 * visit may begin with), `forms` what forms need. `others` are entries that other scripts than main request. Only our
 * own files are listed; packages follow the files that import them.
 */
export function planChunks({ inputs, main, firstScreen, apart, together, others }) {
  const core = new Set([...reach(inputs, main), ...reach(inputs, firstScreen)]);
  const late = [...new Set([...lateEntries(inputs), ...others])];
  const entries = late.filter((entry) => !core.has(entry));
  const reached = new Map(entries.map((entry) => [entry, outside(reach(inputs, entry), core)]));
  const reachesForms = (path) =>
    [...outside(reach(inputs, path), core)].some((file) => formPackages.test(file));
  const groups = groupsOf(entries, { apart, together, reachesForms });
  const loads = [...groups.values(), ...entries.filter(isAlone(groups)).map((entry) => [entry])];
  const usersOf = (path) => loads.filter((load) => load.some((entry) => reached.get(entry).has(path)));
  const users = (path) => usersOf(path).length;
  /** The folder of parts that load right after the first screen. */
  const beside = `${dirname(firstScreen)}/`;
  const isEarly = (path) =>
    usersOf(path).some(([entry]) => apart.includes(entry) || !isScreen(entry) || entry.startsWith(beside));

  const own = [...new Set([...reached.values()].flatMap((files) => [...files]))]
    .filter((path) => !path.includes('node_modules/') && !entries.includes(path))
    .sort();
  const forms = own.filter((path) => reachesForms(path) && (users(path) > 1 || path.startsWith('src/ui/')));
  const shared = own.filter((path) => !reachesForms(path) && users(path) > 1);
  const common = shared.filter(isEarly);
  const further = shared.filter((path) => !isEarly(path));

  const reaches = (files, list) => files.some((path) => list.some((one) => reach(inputs, path).has(one)));
  const needs = new Map(
    entries.map((entry) => {
      const withForms = reachesForms(entry) ? [entry, ...forms] : [entry];
      const withFurther = reaches(withForms, further) ? [...withForms, ...further] : withForms;
      const needed = {
        common: reaches(withFurther, common),
        further: withFurther !== withForms,
        forms: withForms.length > 1,
      };
      return [entry, Object.keys(needed).filter((name) => needed[name])];
    }),
  );
  return { core, common, further, forms, needs, groups };
}

/**
 * Groups late parts that travel together: those of one noun, or of several in `together` (src/screens/groups.ts), with
 * and without forms apart, so that forms are loaded only where they are needed. Many small files compress badly, and each repeats what it
 * imports from core. `apart` are requested by the page itself, under their own names.
 */
function groupsOf(entries, { apart, together, reachesForms }) {
  const partOf = (noun) => Object.keys(together).find((name) => together[name].includes(noun)) ?? noun;
  const groups = new Map();
  for (const entry of entries) {
    const noun = isScreen(entry)?.[1];
    if (!noun || apart.includes(entry)) continue;
    const name = reachesForms(entry) ? `${partOf(noun)}-forms` : partOf(noun);
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return new Map([...groups].filter(([, parts]) => parts.length > 1));
}

const isScreen = (path) => /^src\/screens\/([\w-]+)\//.exec(path);

const isAlone = (groups) => (entry) => ![...groups.values()].flat().includes(entry);

function outside(files, core) {
  return new Set([...files].filter((path) => !core.has(path)));
}
