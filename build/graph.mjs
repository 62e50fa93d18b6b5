// Who reaches whom, read from esbuild's metafile: the ground for deciding which file travels in which chunk.

const formPackages = /node_modules\/(react-hook-form|@hookform|valibot)\//;

/** All files that `start` loads at once, itself included: static imports only. */
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

/** Every file that some `import()` names: screens, sheets, and whatever else comes late. */
export function lateEntries(inputs) {
  const late = Object.values(inputs).flatMap((input) =>
    input.imports.filter((item) => item.kind === 'dynamic-import' && !item.external).map((item) => item.path),
  );
  return [...new Set(late)].sort();
}

/**
 * The plan of the second pass: what `core`, `common` and `forms` hold, and which late entry needs which of the
 * two latter. Only our own files are listed; packages follow the files that import them.
 */
export function planChunks(inputs, main, firstScreen) {
  const core = new Set([...reach(inputs, main), ...reach(inputs, firstScreen)]);
  const entries = lateEntries(inputs).filter((entry) => !core.has(entry));
  const reached = new Map(entries.map((entry) => [entry, outside(reach(inputs, entry), core)]));
  const users = (path) => entries.filter((entry) => reached.get(entry).has(path)).length;
  const reachesForms = (path) =>
    [...outside(reach(inputs, path), core)].some((file) => formPackages.test(file));

  const own = [...new Set([...reached.values()].flatMap((files) => [...files]))]
    .filter((path) => !path.includes('node_modules/') && !entries.includes(path))
    .sort();
  const forms = own.filter((path) => reachesForms(path) && (users(path) > 1 || path.startsWith('src/ui/')));
  const common = own.filter((path) => !forms.includes(path) && !reachesForms(path) && users(path) > 1);

  const meets = (files, list) => list.some((path) => files.has(path));
  const formsNeedCommon = forms.some((path) => meets(reach(inputs, path), common));
  const needs = new Map(
    entries.map((entry) => {
      const needsForms = reachesForms(entry);
      const needsCommon = meets(reached.get(entry), common) || (needsForms && formsNeedCommon);
      return [entry, [needsCommon && 'common', needsForms && 'forms'].filter(Boolean)];
    }),
  );
  return { core, common, forms, needs };
}

/**
 * Late parts that travel together: those of one folder of screens, with and without forms apart, so that nobody
 * waits for forms in vain. Many small files compress badly, and each repeats what it takes from core. `apart` are
 * asked for by the page itself, under their own names.
 */
export function planGroups({ needs }, apart) {
  const groups = new Map();
  for (const [entry, needed] of needs) {
    const folder = /^src\/screens\/([\w-]+)\//.exec(entry)?.[1];
    if (!folder || apart.includes(entry)) continue;
    const name = needed.includes('forms') ? `${folder}-forms` : folder;
    groups.set(name, [...(groups.get(name) ?? []), entry]);
  }
  return new Map([...groups].filter(([, entries]) => entries.length > 1));
}

function outside(files, core) {
  return new Set([...files].filter((path) => !core.has(path)));
}
