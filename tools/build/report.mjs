// The compressed sizes of the build (brotli, quality 11), and whether they are within the budgets.
import { isGroup } from './client.mjs';

/** The parts of the texts that the screens of the main job come with. */
const mainJobTexts = ['first', 'main', 'today', 'orders', 'pay'];

/** Returns figures by name, each with its limit where there is one. */
export function weigh({
  files,
  app,
  core,
  chunks,
  langs,
  firstScreen,
  afterFirst,
  mainJob,
  budgets,
  packages,
}) {
  const br = (path) => files[path]?.br ?? 0;
  const inApp = (path) => br(`${app}/${path}`);
  const laterParts = (tag) =>
    Object.keys(files)
      .filter((path) => path.startsWith(`${app}/${tag}.`) && path.endsWith('.json'))
      .map((path) => path.split('.').at(-2))
      .filter((part) => part !== 'first');
  const first = chunks[core];
  const script = first.closure.reduce((sum, path) => sum + inApp(path), 0);
  const parts = { html: br('index.html'), css: inApp('souk.css'), locale: inApp('en.first.json') };
  const total = script + parts.html + parts.css + parts.locale;
  const [framed, native] = [inApp('frame.js'), inApp('native.js')];
  const rows = [
    ['first screen, all', total, budgets.firstScreen],
    ['first screen, JavaScript', script, budgets.firstScript],
    ['first screen in a frame, all', total + framed, budgets.firstScreenInFrame],
    ['first screen in a frame, JavaScript', script + framed, budgets.firstScript],
    ['first screen in a native app, all', total + native, budgets.firstScreenInApp],
    ['first screen in a native app, JavaScript', script + native, budgets.firstScript],
    ['HTML with loader and skeleton', parts.html, budgets.html],
    ['stylesheet', parts.css, budgets.stylesheet],
    ['stylesheet, deferred', inApp('deferred.css'), budgets.deferredStyles],
  ];
  for (const tag of langs) {
    // The pseudo-locale is 40 % longer on purpose and never shipped.
    const limit = (size) => (tag === 'en-XA' ? undefined : size);
    rows.push([`locale ${tag}, first`, inApp(`${tag}.first.json`), limit(budgets.localeFirst)]);
    for (const part of laterParts(tag))
      rows.push([`locale ${tag}, ${part}`, inApp(`${tag}.${part}.json`), limit(budgets.localeRest)]);
  }
  for (const [path, chunk] of Object.entries(chunks))
    rows.push([chunk.label, inApp(path), path === core ? undefined : limitOf(chunk, budgets)]);
  rows.push([
    'all JavaScript',
    Object.keys(chunks).reduce((sum, path) => sum + inApp(path), framed + native),
  ]);
  const after = scriptsOf(chunks, afterFirst);
  const ofJob = new Set([...first.closure, ...after, ...scriptsOf(chunks, mainJob)]);
  const sum = (paths) => [...paths].reduce((total, path) => total + inApp(path), 0);
  const added = sum(after) - script;
  rows.push(['after the first screen, JavaScript', added, budgets.afterFirstScript]);
  const addedAll = added + sum(['deferred.css', 'en.main.json', 'en.today.json']);
  rows.push(['after the first screen, all', addedAll, budgets.afterFirstAll]);
  rows.push(['main job, JavaScript', sum(ofJob), budgets.mainJobScript]);
  const drawn = ['souk.css', 'deferred.css', ...mainJobTexts.map((part) => `en.${part}.json`)];
  rows.push(['main job, all', sum(ofJob) + parts.html + sum(drawn), budgets.mainJobAll]);
  if (files['bridge.js']) rows.push(['bridge guest', br('bridge.js'), budgets.guest]);
  if (files['host.js']) rows.push(['web host', br('host.js'), budgets.host]);
  if (files['souk.js']) rows.push(['script tag', br('souk.js'), budgets.embed]);
  if (files['card.js']) {
    const texts = Math.max(...langs.filter((tag) => tag !== 'en-XA').map((tag) => inApp(`${tag}.card.json`)));
    rows.push(['card', br('card.js') + inApp('card.css') + texts, budgets.card]);
    rows.push(['card, its appearance', inApp('card-appearance.js'), budgets.cardAppearance]);
  }
  for (const [name, bytes] of packages) rows.push([name, bytes, budgets.packages[name]]);
  return [
    ...rows,
    ['requests to usable', requests(first), budgets.requests],
    ['requests to usable in a frame', requests(first) + 1, budgets.requests],
    ['levels deep', levels(first, firstScreen), budgets.depth],
  ];
}

/** Returns the chunks that load with some files. */
function scriptsOf(chunks, files) {
  const loaded = files.map((file) => Object.values(chunks).find(({ inputs }) => inputs.includes(file)));
  return new Set(loaded.flatMap(({ closure }) => closure));
}

/** A chunk that screens share has no limit: it is counted with the first of them. */
function limitOf({ entry }, budgets) {
  if (!entry) return undefined;
  return isGroup(entry) ? budgets.group : budgets.screen;
}

/** The page, its stylesheet, its language, its chunks, and the one call for all that the home screen shows. */
const requests = (first) => 3 + first.closure.length + 1;

/** The loader requests the whole closure at once; a first screen outside of core would be one level more. */
const levels = (first, firstScreen) => (first.inputs.includes(firstScreen) ? 2 : 3);

/** Returns a sentence for each budget or rule that the build breaks. */
export function faults({ rows, core, chunks, inputs }) {
  const heavy = rows
    .filter(([, value, limit]) => limit !== undefined && value > limit)
    .map(([name, value, limit]) => `${name}: ${value} is over the budget of ${limit}.`);
  const early = chunks[core].closure
    .flatMap((path) => chunks[path].inputs)
    .filter((path) => /node_modules\/(react-hook-form|valibot|@hookform)\//.test(path))
    .map(
      (path) => `The first screen must load no form: ${path} is in it. Import it from a lazy screen only.`,
    );
  const react = inputs
    .filter((path) => /node_modules\/(react|react-dom)\/cjs\//.test(path))
    .map((path) => `React itself is in the bundle (${path}); package.json must map react to @preact/compat.`);
  const sharedChunks = Object.values(chunks)
    .filter((chunk) => chunk.label.startsWith('shared'))
    .map(
      (chunk) =>
        `A chunk of its own for ${chunk.label}: move what is shared to a file of ours, so that the build can merge it.`,
    );
  return [...heavy, ...early, ...react, ...sharedChunks];
}

export function table(rows) {
  const width = Math.max(...rows.map(([name]) => name.length));
  const line = ([name, value, limit]) =>
    `  ${name.padEnd(width)}  ${String(value).padStart(6)}${limit === undefined ? '' : ` of ${limit}`}`;
  return rows.map(line).join('\n');
}
