// npm run bench [-- page] [--runs 9] [--rtt 150] [--down 1600] [--up 750] [--cpu 4] [--json <file>]
// Loads the shop centre, signed in, a static page of the same text, and the same screen on a React stack in turn, cold and
// warm, over a slow link and a slow processor; then taps, types and scrolls. Machines drift by half within minutes: only the ratios of one run mean something, so
// milliseconds are printed and never asserted. Bytes are as they travel, until the server's figures can be read.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { serveDemo } from '../demo-server.mjs';
import { usable } from '../usable.mjs';
import { interact, reportInteractions } from './interactions.mjs';
import { reportOf, scrollLongList } from './long-list.mjs';
import { visit } from './measure.mjs';
import { reactPage } from './react-page.mjs';
import { staticPage } from './static-page.mjs';
import { median, tableOf } from './table.mjs';

const defaults = { runs: '9', rtt: '150', down: '1600', up: '750', cpu: '4', json: '' };
const options = Object.fromEntries(
  Object.entries(defaults).map(([name, value]) => [
    name,
    /** @type {const} */ ({ type: 'string', default: value }),
  ]),
);
const { json, ...given } = /** @type {typeof defaults} */ (parseArgs({ options }).values);
const settings = /** @type {Record<Exclude<keyof typeof defaults, 'json'>, number>} */ (
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, Number(value)]))
);

const server = await serveDemo();
const token = await server.signIn();
const shopCentre = { url: `${server.url}/shopCenter`, token, usable };
const plain = await staticPage(shopCentre);
const react = await reactPage(shopCentre);
const pages = [
  { name: 'static', url: plain.url, usable: 'p' },
  { name: 'Souk', ...shopCentre },
  { name: 'React 19', ...shopCentre, url: react.url },
];
const none = () => Object.fromEntries(pages.map(({ name }) => [name, []]));
const results = { cold: none(), warm: none() };
try {
  for (let run = 1; run <= settings.runs; run++)
    for (const page of pages) {
      const { cold, warm } = await visit(page, settings);
      results.cold[page.name].push(cold);
      results.warm[page.name].push(warm);
      process.stderr.write(
        `run ${run} of ${settings.runs}: ${page.name} ${Math.round(cold.usable)} ms, warm ${Math.round(warm.usable)} ms\n`,
      );
    }
  console.log(
    `${settings.runs} runs in turn; ${settings.rtt} ms, ${settings.down}/${settings.up} kbit/s, processor slowed ${settings.cpu} times; medians.`,
  );
  for (const kind of ['cold', 'warm']) {
    const [own, other] = ['Souk', 'React 19'].map((name) => results[kind][name]);
    const ratio = (key) =>
      (median(own.map((run) => run[key])) / median(other.map((run) => run[key]))).toFixed(2);
    console.log(`\n${kind} visit\n${tableOf(results[kind])}`);
    console.log(
      `Souk is usable after ${ratio('usable')} of React's time, its largest paint comes after ${ratio('largest')}.`,
    );
  }
  // Each part is printed when it is known, as the last one takes longer than the others together.
  const interactions = await interact({ url: server.url, token }, settings);
  console.log(reportInteractions(interactions));
  const long = await scrollLongList({ url: server.url, token }, settings);
  console.log(reportOf(long));
  if (json) await writeFile(json, JSON.stringify({ settings, results, interactions, long }, null, 2));
} finally {
  await Promise.all([server.stop(), plain.stop(), react.stop()]);
}
