// Builds the gallery and takes its pictures: node tests/ui/gallery.mjs <folder> [chromium]
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { chromium } from 'playwright-core';

const root = path.join(import.meta.dirname, '../..');
const [out = path.join(root, 'dist/gallery'), executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
await mkdir(out, { recursive: true });
const shared = { bundle: true, minify: true, target: ['chrome111', 'safari16.4'], logLevel: 'warning' };
await build({
  ...shared,
  entryPoints: [path.join(import.meta.dirname, 'gallery.tsx')],
  outfile: path.join(out, 'gallery.js'),
  format: 'esm',
  alias: { react: 'preact/compat', 'react-dom': 'preact/compat', 'react/jsx-runtime': 'preact/jsx-runtime' },
});
await build({
  ...shared,
  entryPoints: [path.join(root, 'src/theme.css')],
  outfile: path.join(out, 'gallery.css'),
});
const page = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery</title>
<link rel="stylesheet" href="gallery.css"><style>body{margin:0}</style><div id="app"></div><script type="module" src="gallery.js"></script>`;
await writeFile(path.join(out, 'index.html'), page);

const browser = await chromium.launch({
  executablePath,
  args: [
    '--no-sandbox',
    '--allow-file-access-from-files',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const address = pathToFileURL(path.join(out, 'index.html')).href;
const looks = [
  ['light', 'theme=light', 390],
  ['dark', 'theme=dark', 390],
  ['ar', 'lang=ar&theme=light', 390],
  ['320', 'theme=light', 320],
  ['768', 'theme=light', 768],
  ['raised', 'theme=light&raised&accent=%23ffd400', 390],
];
for (const screen of ['shop', 'orders', 'wallet', 'form', 'states', 'pay'])
  for (const [look, query, width] of looks) {
    const tab = await browser.newPage({ viewport: { width, height: 844 }, deviceScaleFactor: 1.5 });
    tab.on('pageerror', (error) => console.log(screen, look, error.message));
    await tab.goto(`${address}?screen=${screen}&${query}`);
    await tab.waitForTimeout(400);
    if (screen === 'form') await tab.click('[type=submit]');
    const wide = await tab.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) console.log(`${screen} ${look}: ${wide} px too wide`);
    await tab.screenshot({ path: path.join(out, `${screen}-${look}.png`), fullPage: screen !== 'pay' });
    await tab.close();
  }
await browser.close();
