/** A layer and what it may know; `types of x` lets types in and nothing that runs. */
interface Layer {
  name: string;
  files: RegExp;
  may: readonly string[];
  /** The packages it may run, by the beginning of their names; none where it says nothing. */
  packages?: readonly string[];
}

const drawing = ['react', 'react-dom', '@preact/signals', 'preact-iso/router'];
const forms = ['valibot', 'react-hook-form', '@hookform/resolvers'];

/**
 * Which layer may import which, from the inside out. The first layer with a pattern that fits a file is the file's; within a
 * layer everything may know everything, except that one noun's screens know no other noun's.
 */
const layers: readonly Layer[] = [
  // What npm publishes: the host's half of the bridge, and the types of the script tag.
  {
    name: 'packages',
    files: /^bridge\/packages\//,
    may: ['bridge', 'types of embed'],
    packages: ['react', 'react-native', 'react-native-webview'],
  },
  { name: 'bridge', files: /^bridge\//, may: [] },
  {
    name: 'contract',
    files: /^src\/contract\//,
    may: [],
    packages: ['valibot', '@valibot/to-json-schema', '@noble/hashes'],
  },
  { name: 'locales', files: /^locales\//, may: [] },
  // The look that a host gives, checked and drawn: in the app, and on the card.
  { name: 'appearance', files: /^src\/appearance\//, may: ['types of bridge'] },
  { name: 'paths', files: /^src\/(paths|screens)\.ts$/, may: ['types of lang'] },
  { name: 'retry', files: /^src\/retry\.ts$/, may: [] },
  { name: 'storage', files: /^src\/storage\.ts$/, may: [] },
  // An amount as it is typed, folded by the contract's rule, and the decimals of a currency.
  { name: 'lang', files: /^src\/lang\/(typed-amount|intl)\.ts$/, may: ['contract', 'lang'] },
  {
    name: 'lang',
    files: /^src\/lang\//,
    may: ['locales'],
    packages: ['@preact/signals', 'rosetta'],
  },
  // What a host hands over enters by these files; the guest itself is given to them by run.tsx.
  {
    name: 'data',
    files: /^src\/data\/(config|host|guest)\.ts$/,
    may: ['contract', 'types of bridge', 'data'],
    packages: ['@preact/signals'],
  },
  // All that is sent leaves by one file.
  { name: 'data', files: /^src\/data\/send\.ts$/, may: ['contract', 'data'], packages: ['redaxios'] },
  { name: 'data', files: /^src\/data\//, may: ['contract', 'storage'], packages: ['@preact/signals'] },
  {
    name: 'ui',
    files: /^src\/ui\//,
    may: ['lang', 'retry', 'storage', 'types of contract'],
    packages: [...drawing, ...forms],
  },
  // Two folders that every noun's screens may import: a command that a screen sends, and the one sheet that asks for the
  // payment password.
  {
    name: 'command',
    files: /^src\/screens\/command\//,
    may: ['data', 'ui', 'contract', 'lang'],
    packages: drawing,
  },
  {
    name: 'pay',
    files: /^src\/screens\/pay\//,
    may: ['command', 'data', 'ui', 'contract', 'paths', 'lang'],
    packages: [...drawing, 'valibot'],
  },
  {
    name: 'screens',
    files: /^src\/screens\//,
    may: ['command', 'pay', 'data', 'ui', 'contract', 'paths', 'lang'],
    packages: [...drawing, 'valibot', 'uqr'],
  },
  // Which storey of the server may know which, storeys.ts says; here is what the server knows of the rest.
  {
    name: 'server',
    files: /^src\/server\/http\//,
    may: ['contract', 'lang'],
    packages: ['node:', 'valibot', 'hono', '@hono/node-server', 'drizzle-orm', 'busboy'],
  },
  {
    name: 'server',
    files: /^src\/server\/platform\//,
    may: ['contract', 'lang', 'locales', 'retry'],
    packages: [
      'node:',
      'valibot',
      'drizzle-orm',
      'pg',
      '@electric-sql/pglite',
      'aws4fetch',
      'temporal-polyfill',
      '@zxcvbn-ts/language-common',
    ],
  },
  {
    name: 'server',
    files: /^src\/server\/operators\//,
    may: ['contract', 'lang'],
    packages: ['node:', 'valibot', 'drizzle-orm', 'csv-parse'],
  },
  {
    name: 'server',
    files: /^src\/server\//,
    may: ['contract', 'lang'],
    packages: ['node:', 'valibot', 'hono', 'drizzle-orm'],
  },
  // A command that asks servers, and reads their answers as the app does.
  { name: 'conform', files: /^src\/conform\//, may: ['contract', 'data'], packages: ['node:', 'valibot'] },
  {
    name: 'host-page',
    files: /^src\/host-page\/docs\.ts$/,
    may: [],
    packages: ['swagger-ui-dist'],
  },
  { name: 'host-page', files: /^src\/host-page\//, may: ['bridge', 'types of contract', 'types of embed'] },
  { name: 'preload', files: /^src\/preload\.ts$/, may: ['types of contract', 'types of bridge'] },
  // What both first scripts do alike: the page's own, and the script tag.
  { name: 'first', files: /^src\/first\//, may: ['retry', 'types of preload', 'types of contract'] },
  {
    name: 'loader',
    files: /^src\/loader\.ts$/,
    may: ['first', 'bridge', 'lang', 'retry', 'types of preload', 'types of contract'],
  },
  // The script tag in pages of others: a loader like the one above, and what the app's entry there shares with it.
  {
    name: 'embed',
    files: /^src\/embed\//,
    may: ['first', 'lang', 'retry', 'types of preload', 'types of bridge'],
  },
  // The card in pages of others: it shares with the app what draws, and loads nothing of it.
  {
    name: 'card',
    files: /^src\/card\//,
    may: [
      'embed',
      'first',
      'lang',
      'locales',
      'retry',
      'ui',
      'bridge',
      'types of appearance',
      'types of contract',
    ],
  },
  { name: 'routes', files: /^src\/routes\.tsx$/, may: ['screens', 'ui', 'lang', 'paths'] },
  // What the shell is made of; it alone knows every layer of the app.
  {
    name: 'shell',
    files: /^src\/(shell\/)?[\w-]+\.tsx?$/,
    may: [
      'routes',
      'screens',
      'appearance',
      'ui',
      'data',
      'lang',
      'paths',
      'retry',
      'storage',
      'bridge',
      'contract',
      'embed',
      'types of preload',
    ],
    // preact itself for its options: compat exports them only as a whole.
    packages: [...drawing, 'preact'],
  },
];

const layerOf = (path: string): Layer | undefined => layers.find(({ files }) => files.test(path));

/** The noun of a screen: `orders` for src/screens/orders/order.tsx. Sending and paying are no noun's own. */
const nounOf = (path: string): string | undefined =>
  /^src\/screens\/(?!command\/|pay\/)([^/]+)\//.exec(path)?.[1];

/** Why an import is not allowed, or undefined where it is. */
export function fault(from: string, to: string, typeOnly: boolean): string | undefined {
  const [source, target] = [layerOf(from), layerOf(to)];
  if (!source || !target) return `${from} imports ${to}: no layer is known for it`;
  const nouns = [nounOf(from), nounOf(to)];
  if (nouns[0] && nouns[1] && nouns[0] !== nouns[1])
    return `${from} imports ${to}: what two nouns' screens share belongs in src/ui`;
  if (source.name === target.name || source.may.includes(target.name)) return undefined;
  if (typeOnly && source.may.includes(`types of ${target.name}`)) return undefined;
  return `${from} imports ${to}: ${source.name} may know ${source.may.join(', ') || 'nothing of ours'}`;
}

/** Why a package is not allowed, or undefined where it is. */
export function packageFault(from: string, name: string): string | undefined {
  const { name: layer, packages = [] } = layerOf(from) ?? { name: 'no layer' };
  if (
    packages.some(
      (known) =>
        name === known || name.startsWith(`${known}/`) || (/:$/.test(known) && name.startsWith(known)),
    )
  )
    return undefined;
  return `${from} imports ${name}: ${layer} may run ${packages.join(', ') || 'no package'}`;
}
