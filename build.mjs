// node build.mjs [--server-only] [--watch] [--out <dir>]
// Makes dist: the app in few hashed files with their compressed twins, the page, the server's commands, the
// contract as OpenAPI and the two ends of the bridge. Fails when a budget is broken.
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { buildBridge } from './build/bridge.mjs';
import { buildBridgeContract } from './build/bridge-contract.mjs';
import { buildClient } from './build/client.mjs';
import { buildEmbed, embedded } from './build/embed.mjs';
import { buildLocales } from './build/locales.mjs';
import { buildOpenApi } from './build/openapi.mjs';
import { swapIn, underOneHash, withRelativeNames, writeFiles } from './build/output.mjs';
import { buildPage, pageTable } from './build/page.mjs';
import { buildPlainPage } from './build/plain-page.mjs';
import { release } from './build/release.mjs';
import { faults, table, weigh } from './build/report.mjs';
import { readRoutes } from './build/routes.mjs';
import { buildServer } from './build/server.mjs';
import { buildStyles } from './build/styles.mjs';
import { buildTypes } from './build/types.mjs';

/** Bytes as they travel (brotli); 1 kB = 1,000 bytes. A build that is over one of them fails. */
const budgets = {
  firstScreen: 30_000,
  firstScript: 20_000,
  html: 2_000,
  stylesheet: 5_500,
  screen: 4_000,
  /** Several screens and sheets that travel together. */
  group: 9_000,
  localeFirst: 2_500,
  localeRest: 7_000,
  allScript: 125_000,
  guest: 3_000,
  host: 1_500,
  /** souk.js, the script tag in pages of others. */
  embed: 2_000,
  requests: 9,
  depth: 2,
};

/** The exit code of a build that is whole and runs, but is heavier than it may be. */
const brokenPromise = 2;

const root = dirname(fileURLToPath(import.meta.url));
const main = 'src/main.tsx';
const firstScreen = 'src/screens/shop/shop-centre.tsx';
/** The two ends of the bridge, for hosts and pages that take them from us. */
const ends = { bridge: 'bridge/index.ts', host: 'bridge/host.ts' };
/** What a page can say of the script tag. */
const soukGlobal = 'src/embed/souk-global.ts';
/** Parts of the shell that come late, under the names by which the page's loader, or souk.js, may ask for them early. */
const late = { send: 'src/data/send.ts', extras: 'src/shell/extras.tsx', embedded };

/**
 * Screens a visit may well begin with, apart from the first: the page asks for their code beside core. Every path in
 * it is bytes in the page, which all visits pay; from any other path it is one round trip more.
 */
const early = ['/orderList', '/goodsList', '/wallet', '/login'];

/**
 * Nouns whose screens come in one file, as their texts do (src/lang/text-parts.json): who opens one goes on to another,
 * and many small files compress badly. Any other noun's screens are a file of their own.
 */
const together = {
  accounts: ['accounts', 'pay-password', 'withdrawals'],
  business: ['ads', 'appeals', 'identity', 'levels', 'shop-edit'],
  people: ['help', 'invites'],
};

/** Builds everything into `out`; answers what is worth a report. A build that fails leaves `out` as it was. */
export async function buildAll({ out, production = true, scriptFor = () => '' }) {
  const fresh = `${out}.new-${process.pid}`;
  try {
    const facts = await buildInto(fresh, { production, scriptFor });
    await swapIn({ fresh, out });
    return facts;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

async function buildInto(fresh, { production, scriptFor }) {
  const tags = process.env.SOUK_LANGS?.split(',').map((tag) => tag.trim()) ?? null;
  const shared = { root, minify: production };
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const routes = await readRoutes(root);
  const [client, greeting, styles, locales, openApi, bridge, hostPage, checkPage] = await allOf([
    buildClient({ ...shared, main, firstScreen, late, early, together, routes }),
    // Inside a host the page asks for one of them beside core, and it counts with the first screen. The other half of
    // the guest is one of the client's late chunks.
    buildBridge({
      ...shared,
      ends: {
        frame: 'bridge/guest/greet-frame.ts',
        native: 'bridge/guest/greet-native.ts',
        mount: 'bridge/guest/greet-mount.ts',
      },
    }),
    buildStyles(shared),
    buildLocales({ root, tags }),
    buildOpenApi({ ...shared, version }),
    buildBridge({ ...shared, ends }),
    buildPlainPage({ ...shared, folder: 'src/host-page', place: 'host/index.html' }),
    buildPlainPage({ ...shared, folder: 'bridge/conformance/page', place: 'host/check.html' }),
    buildServer({ root, out: join(fresh, 'server') }),
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
    table: pageTable({ client, dir: app.dir, routes: routes.filter(({ path }) => early.includes(path)) }),
    config,
    extraScript: scriptFor(app.dir),
  });
  const page = { path: 'index.html', contents: Buffer.from(html) };
  const published = [
    ...app.files,
    ...(await buildEmbed({ ...script, files: `./${app.dir}/` })),
    ...openApi,
    ...bridge,
    ...(await buildBridgeContract(shared)),
    ...(await buildTypes({ root, entries: { ...ends, souk: soukGlobal } })),
    ...hostPage,
    ...checkPage,
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
  const sizes = weigh({ ...facts, firstScreen, budgets });
  const broken = production
    ? [
        ...client.faults,
        ...faults({ rows: sizes, core: client.core, chunks: client.chunks, inputs: client.inputs }),
      ]
    : [];
  const manifest = { ...facts, sizes, faults: broken };
  await writeFile(join(fresh, 'manifest.json'), JSON.stringify(manifest, null, 2));
  return manifest;
}

/** Like Promise.all, but waits for every part before it fails: none may still write when the rest is cleared away. */
async function allOf(parts) {
  await Promise.allSettled(parts);
  return Promise.all(parts);
}

async function buildServerOnly(out) {
  const fresh = `${out}/server.new-${process.pid}`;
  await buildServer({ root, out: fresh });
  await swapIn({ fresh, out: join(out, 'server') });
}

async function run() {
  const { values } = parseArgs({
    options: {
      'server-only': { type: 'boolean' },
      watch: { type: 'boolean' },
      out: { type: 'string', default: 'dist' },
    },
  });
  const out = resolve(root, values.out);
  const began = performance.now();
  if (values.watch) return (await import('./build/watch.mjs')).watch({ root, out, buildAll });
  if (values['server-only']) return buildServerOnly(out);
  const { sizes, faults: broken } = await buildAll({ out });
  const took = Math.round(performance.now() - began);
  console.log(`Bytes as they travel (brotli):\n${table(sizes)}\nBuilt in ${took} ms.`);
  if (!broken.length) return;
  console.error(`The build breaks its promises:\n- ${broken.join('\n- ')}`);
  process.exitCode = brokenPromise;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  run().catch((error) => {
    console.error(error.message);
    process.exitCode = 1;
  });
