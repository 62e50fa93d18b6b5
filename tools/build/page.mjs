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
 * Returns the loader's table with the shortest keys, as the page's bytes are loaded first: of each path in `early` what its
 * screen needs of code and texts, of each in `earlyTexts` the texts.
 */
export function pageTable({ client, dir, routes, early, earlyTexts }) {
  const chunks = Object.entries(client.chunks);
  const named = (label) => chunks.find(([, chunk]) => chunk.label === label)?.[0];
  const [common, forms] = [named('common'), named('forms')];
  const screens = {};
  const parts = [];
  for (const { path, entry, texts } of routes) {
    if (!early.includes(path) && !earlyTexts.includes(path)) continue;
    for (const part of texts) if (!parts.includes(part)) parts.push(part);
    const needs = texts.reduce((sum, part) => sum + (8 << parts.indexOf(part)), 0);
    const closure = early.includes(path) && chunks.find(([, chunk]) => chunk.entry === entry)?.[1].closure;
    const code = closure ? 4 + (closure.includes(common) ? 1 : 0) + (closure.includes(forms) ? 2 : 0) : 0;
    if (code + needs) screens[path.slice(1)] = code + needs;
  }
  return { files: `/${dir}/`, start: 'start', screens, parts };
}
