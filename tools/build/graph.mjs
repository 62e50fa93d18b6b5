// The import graph of esbuild's metafile, by which files are assigned to chunks.
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
 * Plans the second pass: which files the shared chunks hold, and which late entry needs which of these. Only our own files
 * are listed; packages follow the files that import them. `apart` are the entries that a visit may begin with, `others`
 * those that other scripts than main request, `afterFirst` what the first screen loads after its figures. A file that several
 * parts share comes with:
 *
 * - `send`, the code that sends calls, where the shell or a part of `afterFirst` has it;
 * - `forms`, where only parts with forms have it;
 * - `common`, where a screen of `apart` has it;
 * - `further`, where a part of the same noun as one of those has it: the main job goes on there;
 * - `rare` otherwise.
 */
export function planChunks({ inputs, main, firstScreen, afterFirst, apart, together, others }) {
  const core = new Set([...reach(inputs, main), ...reach(inputs, firstScreen)]);
  const beyondCore = (path) => [...reach(inputs, path)].filter((file) => !core.has(file));
  const late = [...new Set([...lateEntries(inputs), ...others])];
  const entries = late.filter((entry) => !core.has(entry));
  const reached = new Map(entries.map((entry) => [entry, new Set(beyondCore(entry))]));
  const reachesForms = (path) => beyondCore(path).some((file) => formPackages.test(file));
  const loads = loadsOf(entries, { apart, together, reachesForms });
  const followsFirst = (name) => {
    const parts = loads.get(name);
    return !nounOf(parts[0]) || parts.some((entry) => afterFirst.includes(entry));
  };

  const own = [...new Set([...reached.values()].flatMap((files) => [...files]))]
    .filter((path) => !path.includes('node_modules/') && !entries.includes(path))
    .sort();
  const usersOf = (path) =>
    [...loads.keys()].filter((name) => loads.get(name).some((entry) => reached.get(entry).has(path)));
  const hasForms = (name) => loads.get(name).some(reachesForms);
  const forms = own.filter((path) => {
    const users = usersOf(path);
    if (users.length < 2) return reachesForms(path) && path.startsWith('src/ui/');
    return reachesForms(path) || (!users.some(followsFirst) && users.every(hasForms));
  });
  // Whatever has a form loads all of them, with what they import.
  for (const [entry, files] of reached)
    if (reachesForms(entry)) for (const path of forms.flatMap(beyondCore)) files.add(path);

  const begun = apart.map(nounOf);
  const chunkOf = (path) => {
    const users = usersOf(path);
    if (users.length < 2) return undefined;
    if (users.some(followsFirst)) return 'send';
    if (users.some((name) => apart.includes(name))) return 'common';
    return users.some((name) => begun.includes(name)) ? 'further' : 'rare';
  };
  const shared = { send: [], common: [], further: [], rare: [], forms };
  for (const path of own) if (!forms.includes(path)) shared[chunkOf(path)]?.push(path);

  /** Returns the shared chunks with a file that is reached from the entry, or from a file of a chunk that it needs. */
  const needsOf = (entry) => {
    const needed = new Set();
    const open = [entry];
    while (open.length) {
      const found = reach(inputs, open.pop());
      for (const [name, list] of Object.entries(shared)) {
        if (needed.has(name) || !list.some((path) => found.has(path))) continue;
        needed.add(name);
        open.push(...list);
      }
    }
    return [...needed];
  };
  const groups = new Map([...loads].filter(([, parts]) => parts.length > 1));
  return { shared, needs: new Map(entries.map((entry) => [entry, needsOf(entry)])), groups };
}

/**
 * Returns what loads together, by name: late parts of one noun, or those that `together` names, by noun or alone; under
 * the path of a screen what comes in its file. Forms are kept apart, so that they are loaded only where they are needed.
 * Many small files compress badly, and each repeats what it imports from core. `apart` are requested by the page itself,
 * each alone.
 */
function loadsOf(entries, { apart, together, reachesForms }) {
  const named = (part) => Object.keys(together).find((name) => together[name].includes(part));
  const nameOf = (entry) => {
    const part =
      named(entry.replace(/^src\/(screens\/)?|\.tsx?$/g, '')) ?? named(nounOf(entry)) ?? nounOf(entry);
    if (!part || apart.includes(entry)) return entry;
    const screen = `src/screens/${part}.tsx`;
    if (entries.includes(screen)) return screen;
    return reachesForms(entry) ? `${part}-forms` : part;
  };
  const loads = new Map();
  for (const entry of entries) loads.set(nameOf(entry), [...(loads.get(nameOf(entry)) ?? []), entry]);
  return loads;
}

/** Returns the noun of a part of a screen. */
const nounOf = (path) => /^src\/screens\/([\w-]+)\//.exec(path)?.[1];
