// node build.mjs [--server-only] [--watch] [--quiet] [--out <dir>]
// Makes dist: the app in few hashed files with their compressed twins, the page, the server's commands, the
// contract as OpenAPI, the two ends of the bridge and the packages. Fails when a budget is broken, unless it is quiet.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle, withRelativeNames } from './tools/build/bundle.mjs';
import { buildClient } from './tools/build/client.mjs';
import { clientTypes } from './tools/build/client-types.mjs';
import { buildEmbed, embedded } from './tools/build/embed.mjs';
import { importSource } from './tools/build/import-source.mjs';
import { clearInterrupted } from './tools/build/interrupted.mjs';
import { buildLocales } from './tools/build/locales.mjs';
import { hasMinifier } from './tools/build/minify.mjs';
import { buildOpenApi } from './tools/build/openapi.mjs';
import { ifInstalled } from './tools/build/optional.mjs';
import { swapIn, underOneHash, writeFiles } from './tools/build/output.mjs';
import { buildPackages } from './tools/build/packages.mjs';
import { buildPage, pageTable } from './tools/build/page.mjs';
import { buildPlainPages } from './tools/build/plain-pages.mjs';
import { release } from './tools/build/release.mjs';
import { faults, table, weigh } from './tools/build/report.mjs';
import { readRoutes } from './tools/build/routes.mjs';
import { buildServer } from './tools/build/server.mjs';
import { digestOfSources } from './tools/build/sources.mjs';

/**
 * Compressed sizes (brotli) in bytes; 1 kB = 1,000 bytes. A build that exceeds one of them fails. They stand about 5 % above
 * what is measured, so that a sentence more needs no byte less elsewhere.
 */
const budgets = {
  firstScreen: 31_200,
  firstScreenInFrame: 32_500,
  firstScreenInApp: 32_500,
  /** With the guest's part that a frame or a native app loads. */
  firstScript: 24_700,
  html: 2_600,
  stylesheet: 4_900,
  /** The styles that come with the first lazy part. */
  deferredStyles: 7_900,
  screen: 5_000,
  /** Several screens and sheets in one chunk. */
  group: 9_050,
  localeFirst: 1_280,
  localeRest: 4_450,
  /** What the first screen loads after its figures. */
  afterFirstScript: 15_000,
  /** The same with styles and English texts. */
  afterFirstAll: 25_400,
  /** The first screen, what follows it, and the screens of the main job. */
  mainJobScript: 73_300,
  /** The same with page, styles and English texts. */
  mainJobAll: 92_000,
  guest: 3_150,
  host: 1_380,
  /** souk.js, the script tag for other pages. */
  embed: 2_400,
  /** What a card loads: script, styles, and the longest texts. */
  card: 9_000,
  /** What it loads besides where its page gives an appearance. */
  cardAppearance: 4_000,
  /** What a page's own bundle gets of the packages. */
  packages: {
    'package embed, loadSouk': 440,
    'package embed, showSouk': 1_980,
    'package embed, with hostFrame': 2_300,
    'package react': 2_000,
  },
  requests: 6,
  depth: 2,
};

/** The exit code of a build that runs but exceeds a budget. */
const overBudget = 2;

const root = dirname(fileURLToPath(import.meta.url));
const main = 'src/main.tsx';
const firstScreen = 'src/screens/shop/shop-centre.tsx';
/** The two ends of the bridge, for hosts and pages that link to them. */
const ends = { bridge: 'bridge/index.ts', host: 'bridge/host.ts' };
/** The global that the script tag defines. */
const soukGlobal = 'src/embed/souk-global.ts';
/** Late parts under the names by which the page's loader or souk.js may request them early. */
const late = { send: 'src/data/send.ts', embedded };

/** What the first screen itself loads after its figures. */
const afterFirst = [
  'src/data/send.ts',
  'src/shell/deferred-shell.tsx',
  'src/screens/shop/deferred-parts.tsx',
  'src/screens/shop/today-rows.tsx',
];

/** What a merchant rarely opens in the wallet. */
const walletSheets = ['wallet/about-amounts', 'wallet/flow-filter-sheet', 'wallet/flow-sums-sheet'];

/**
 * Nouns, and single parts, with one chunk for all of them: a merchant who opens one goes on to another, and many small files
 * compress badly. Any other noun has its own chunk, which the parts that are named here do not burden. A part that is named
 * under a screen comes in that screen's file.
 */
const together = {
  accounts: ['accounts', 'login-password', 'pay-password', 'withdrawals'],
  business: ['ads', 'appeals', 'identity', 'levels', 'shop-edit'],
  'business-forms': ['shop-edit/close-sheet', 'shop-edit/papers-sheet'],
  // What the list of orders loads after its rows.
  'order-list': [
    'orders/beside-first',
    'orders/following-orders',
    'ui/list-keys',
    'orders/list-sums',
    'orders/list-tools',
    'orders/new-orders',
    'orders/no-orders',
    'orders/order-cells',
    'orders/order-filter-sheet',
    'orders/pay-bar',
    'orders/pull-list',
    'orders/search',
    'orders/selected-bar',
  ],
  guides: ['shop/first-steps', 'shop/about-figures', ...walletSheets],
  parcels: [
    'cases',
    'orders/comment-form',
    'orders/logistics',
    'orders/order-comment',
    'orders/order-parcel',
    'help/feedback',
  ],
  people: ['help', 'invites', 'notices', 'settings'],
  around: ['shell/host-state', 'shell/page-events'],
  session: ['session', 'shell/other-account', 'ui/language-sheet'],
  'wallet/wallet': ['wallet/wallet-flow'],
  shell: [
    'shell/deferred-shell',
    'shell/heal',
    'shop/deferred-parts',
    'shop/figure-sheet',
    'shop/figure-table',
    'shop/today-rows',
    'ui/inline-error',
  ],
};

/**
 * Builds everything into `out`; returns the figures for the report. A build that fails leaves `out` as it was. What is
 * not `production` is rebuilt after each change of a file, and leaves out what costs time and changes nothing that the
 * app does:
 *
 * - minifying and compressing: they save bytes, which do not count between a browser and a server beside it;
 * - the plan of the chunks: that of the first build serves as long as it fits;
 * - figures and budgets, which are about those bytes;
 * - the digest of the sources, so that `npm start` builds where only such a build is;
 * - types and the OpenAPI document of the files as they are now: they stay those of the first build;
 * - every bundle of which no file has changed.
 */
export async function buildAll({ out, production = true, scriptFor = () => '' }) {
  const fresh = `${out}.new-${process.pid}`;
  await clearInterrupted(out);
  try {
    const facts = await buildInto(fresh, { production, scriptFor });
    await swapIn({ fresh, out });
    return facts;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function buildInto(fresh, { production, scriptFor }) {
  // Read first, so that a change during the build leads to another build.
  const sources = production ? await digestOfSources(root) : undefined;
  // Written as the server reads it.
  const tags = process.env.SOUK_LANGS?.match(/[^\s,]+/g) ?? null;
  const shared = { root, production };
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const { screens } = await importSource(root, 'src/screens.ts');
  const routes = await readRoutes(root, screens);
  // With the sheet in which an order is paid.
  const mainJob = [
    ...entriesOf(routes.filter((one) => one.mainJob)),
    'src/screens/orders/order-pay-sheet.tsx',
  ];
  const [client, greeting, styles, locales, forDevelopers, bridge, hostPages] = await allOf([
    buildClient({ ...shared, main, firstScreen, afterFirst, late, together, routes }),
    // Inside a host the page requests one of these beside core, and it counts with the first screen. The other half of
    // the guest is one of the client's late chunks.
    bundle({
      ...shared,
      entryPoints: {
        frame: 'bridge/guest/greet-frame.ts',
        native: 'bridge/guest/greet-native.ts',
        'greet-mount': 'bridge/guest/greet-mount.ts',
        'card-appearance': 'src/appearance/apply.ts',
      },
    }),
    // swc knows no styles.
    bundle({
      ...shared,
      entryPoints: { souk: 'src/theme.css', deferred: 'src/deferred.css', card: 'src/card/card.css' },
      minify: production,
    }),
    buildLocales({ root, tags }),
    filesForDevelopers({ ...shared, version }),
    bundle({ ...shared, entryPoints: ends }),
    buildPlainPages({
      ...shared,
      folder: 'src/host-page',
      pages: { 'host/index.html': 'host.html', 'host/check.html': 'check.html' },
    }),
    buildServer({ ...shared, out: join(fresh, 'server') }),
  ]);
  const script = { ...shared, client, locales };
  const app = underOneHash([
    ...(await buildEmbed({ ...script, files: './' })),
    ...withRelativeNames(root, client.files),
    ...greeting,
    ...styles,
    ...locales.files,
  ]);
  const config = { api: '/api', langs: locales.langs };
  const { html, ...hashes } = await buildPage({
    ...shared,
    table: pageTable({ client, dir: app.dir, routes }),
    config,
    extraScript: scriptFor(app.dir),
  });
  const page = { path: 'index.html', contents: Buffer.from(html) };
  const published = [
    ...app.files,
    ...(await buildEmbed({ ...script, files: `./${app.dir}/` })),
    ...forDevelopers.files,
    ...bridge,
    ...hostPages,
  ];
  const files = await writeFiles({
    out: fresh,
    compress: production,
    files: [page, ...published, release({ version, dir: app.dir, files: published })],
  });
  const facts = {
    ...hashes,
    app: app.dir,
    langs: locales.langs,
    core: client.core,
    chunks: client.chunks,
    files,
  };
  const sizes = production
    ? weigh({ ...facts, firstScreen, afterFirst, mainJob, budgets, packages: forDevelopers.packages })
    : [];
  const broken =
    production && hasMinifier
      ? faults({ rows: sizes, core: client.core, chunks: client.chunks, inputs: client.inputs })
      : [];
  const manifest = { ...facts, sizes, faults: broken, sources };
  await writeFile(join(fresh, 'manifest.json'), JSON.stringify(manifest, null, 2));
  return manifest;
}

const entriesOf = (routes) => routes.map(({ entry }) => entry);

/**
 * Builds the contract, the types and the packages for developers of hosts and clients; what makes the types is not installed
 * in production.
 * @param {{ production: boolean, root: string, version: string }} shared
 */
function filesForDevelopers(shared) {
  if (shared.production) return makeFilesForDevelopers(shared);
  firstMade ??= makeFilesForDevelopers(shared);
  return firstMade;
}

let firstMade;

async function makeFilesForDevelopers({ root, production, version }) {
  const { files: documents, ops } = await buildOpenApi({ root, version });
  const openApi = [...documents, ...(await buildDocsPage({ root, production }))];
  const types = await ifInstalled(() => import('./tools/build/types.mjs'));
  if (!types) return { files: openApi, packages: [] };
  const made = { 'bridge/packages/server/calls.ts': clientTypes(ops) };
  const [typeFiles, packages] = await Promise.all([
    types.buildTypes({ root, entries: { ...ends, souk: soukGlobal } }),
    buildPackages({ root, version, typesOf: (entry) => types.typesOf(root, entry, made) }),
  ]);
  return { files: [...openApi, ...typeFiles, ...packages.files], packages: packages.sizes };
}

/** Builds the page that draws the OpenAPI document, where Swagger UI is installed: the demo serves it at /docs. */
async function buildDocsPage({ root, production }) {
  if (!(await ifInstalled(() => import('swagger-ui-dist/absolute-path.js')))) return [];
  const pages = { 'host/docs.html': 'docs.html' };
  return buildPlainPages({ root, production, folder: 'src/host-page', pages, sourcemap: false });
}

/** Like Promise.all, but waits for every part before it fails: none may still write when the directory is removed. */
async function allOf(parts) {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}

async function buildServerOnly(out) {
  const fresh = `${out}/server.new-${process.pid}`;
  await clearInterrupted(join(out, 'server'));
  await buildServer({ root, production: true, out: fresh });
  await swapIn({ fresh, out: join(out, 'server') });
}

async function run() {
  const { values } = parseArgs({
    options: {
      'server-only': { type: 'boolean' },
      watch: { type: 'boolean' },
      quiet: { type: 'boolean' },
      out: { type: 'string', default: 'dist' },
    },
  });
  const out = resolve(root, values.out);
  const began = performance.now();
  if (values.watch) return (await import('./tools/build/watch.mjs')).watch({ root, out, buildAll });
  if (values['server-only']) return buildServerOnly(out);
  const { sizes, faults: broken } = await buildAll({ out });
  const took = Math.round(performance.now() - began);
  // Bytes are for those who change the code; `npm start` serves what was built, whatever it weighs.
  if (values.quiet) return;
  console.log(`Bytes as they travel (brotli):\n${table(sizes)}\nBuilt in ${took} ms.`);
  if (!broken.length) return;
  console.error(`The build breaks its promises:\n- ${broken.join('\n- ')}`);
  process.exitCode = overBudget;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  run().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
