import { readFile } from 'node:fs/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Config } from '../config/config.ts';

export interface Page {
  plain: Buffer;
  br: Buffer;
  gzip: Buffer;
}

/** What the deployment tells the page; it stands in a data block, which a CSP does not run. What is not said is none. */
export function pageConfig({ hosts, langs, storage, demo }: Config, origin: string) {
  const framers = demo ? [...new Set([...hosts, origin])] : hosts;
  return {
    api: '/api',
    langs,
    ...(framers.length > 0 ? { hosts: framers } : {}),
    ...(storage === 'session' ? { storage } : {}),
  };
}

const block = /(<script type="application\/json" id="souk-config">)[\s\S]*?(<\/script>)/;

/** Puts the values into the page; `<` is escaped so that no value can end the block. */
export const withConfig = (html: string, values: unknown): string => {
  if (!block.test(html))
    throw new Error('index.html has no <script type="application/json" id="souk-config"> to fill.');
  const json = JSON.stringify(values).replaceAll('<', '\\u003c');
  return html.replace(block, (_, open: string, close: string) => open + json + close);
};

/** What the page says to the page that plays a WebView around it, before its own first script. */
const enter = 'parent.enter(window)';

/** The page as a WebView of the demo shows it: whoever plays the app puts its objects into the window first. */
export const playedPage = (html: string): string =>
  html.replace('<div id="souk"', `<script>${enter}</script>$&`);

const compressed = (html: string): Page => {
  const plain = Buffer.from(html);
  return { plain, br: brotliCompressSync(plain), gzip: gzipSync(plain, { level: 9 }) };
};

/** Pages by their content's key, compressed once. Few keys exist: one a build and origin. */
export const pageCache = () => {
  const pages = new Map<string, Page>();
  return async (key: string, file: string, change: (html: string) => string): Promise<Page> => {
    const known = pages.get(key);
    if (known) return known;
    // An origin is the caller's word (the Host header): a list of made-up ones must not fill the memory.
    if (pages.size >= 16) pages.clear();
    const page = compressed(change(await readFile(file, 'utf8')));
    pages.set(key, page);
    return page;
  };
};
