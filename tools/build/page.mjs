// index.html: the template with the loader inline, and the hashes that let a strict CSP run it.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { browserOptions, bundle } from './bundle.mjs';

/**
 * Builds the page. `table` is what the loader knows of the build; `config` is what a deployment may change, with its
 * defaults.
 */
export async function buildPage({ root, production, table, config, extraScript = '' }) {
  const template = await readFile(join(root, 'src/page.html'), 'utf8');
  const [loader] = await bundle({
    root,
    production,
    entryPoints: ['src/loader.ts'],
    format: 'iife',
    sourcemap: false,
    define: { ...browserOptions.define, PAGE: JSON.stringify(table) },
  });
  const code = loader.contents.toString().trim();
  if (code.includes('</script'))
    throw new Error('src/loader.ts must not contain "</script": it stands inline in the page.');
  const html = template
    .replace(
      /(<style>)([\s\S]*?)(<\/style>)/,
      (_, open, css, close) => open + css.trim().replaceAll('\n', '') + close,
    )
    .replace('id="souk-config">{}', () => `id="souk-config">${JSON.stringify(config)}`)
    .replace('/*loader*/', () => code + extraScript)
    .replace(/>\n+</g, '><')
    // HTML lets these be left out, and every visit loads the page first.
    .replace(/<\/?(head|body)>|<\/html>/g, '');
  return { html, scriptHashes: hashes(html, 'script'), styleHashes: hashes(html, 'style') };
}

/** Returns the hashes of inline blocks; scripts with attributes are data blocks, which a CSP does not check. */
export function hashes(html, tag) {
  const blocks = html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'));
  return [...blocks].map(([, text]) => `sha256-${createHash('sha256').update(text).digest('base64')}`);
}

/**
 * Returns what the loader knows of the build: of each screen that a visit may begin with the files of code and texts, or of
 * texts alone. What every screen but the first needs is in src/loader.ts.
 */
export function pageTable({ client, dir, routes }) {
  const chunks = Object.entries(client.chunks);
  const shared = chunks.filter(([, { label }]) => ['common', 'forms'].includes(label)).map(([file]) => file);
  const screens = {};
  for (const { path, entry, texts, early } of routes) {
    if (!early) continue;
    const [file, chunk] = (early === 'all' && chunks.find(([, { entry: one }]) => one === entry)) || [];
    const code = chunk ? [file, ...chunk.closure.filter((one) => shared.includes(one))] : [];
    const parts = texts.map((part) => `*.${part}.json`);
    const files = [...code, ...parts].map((name) => ` ${name}`);
    if (files.length) screens[path] = files.join('');
  }
  return { files: `/${dir}/`, start: 'start', screens };
}
