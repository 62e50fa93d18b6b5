import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Config } from '../../platform/config/config.ts';

/** A page as it is sent: uncompressed, and compressed once that is done. */
export interface Page {
  plain: Buffer;
  br?: Buffer;
  gzip?: Buffer;
}

/**
 * Returns the deployment's settings for the page, as a data block, which a CSP does not run. A setting that is left out
 * is unset.
 */
export function pageConfig({ hosts, langs, storage, demo, basePath }: Config, origin: string) {
  const framers = demo ? [...new Set([...hosts, origin])] : hosts;
  return {
    api: `${basePath}/api`,
    ...(basePath ? { base: basePath } : {}),
    langs,
    home: true,
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

/** Returns a page with the base path before all its addresses. This changes its scripts, and so their hashes. */
export const withBasePath = (html: string, basePath: string): string =>
  basePath ? html.replaceAll(/(["'`])\/(app\/|host\/|card\.js)/g, `$1${basePath}/$2`) : html;

/** What the demo's page calls in the page that plays a WebView around it, before its first script. */
const enterCall = 'parent.enter(window)';

/**
 * Returns the page as a WebView of the demo shows it: the page that plays the app first puts its objects into the
 * window.
 */
export const webViewPage = (html: string): string =>
  html.replace('<div id="souk"', `<script>${enterCall}</script>$&`);

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

// Runs in the thread pool: compressing a page takes 50 ms, in which the main thread would answer no request.
const compressPage = async (plain: Buffer): Promise<Page> => {
  const [br, gzip] = await Promise.all([brotli(plain), zip(plain, { level: 9 })]);
  return { plain, br, gzip };
};

const maxPages = 16;

/**
 * Creates a cache of pages by a key of their content, each compressed once, one at a time. Only few keys are expected,
 * one for each build and origin; but the origin comes from the caller's Host header, so a page that is asked for while
 * another is compressed is sent uncompressed.
 */
export const pageCache = () => {
  const pages = new Map<string, Page>();
  let pending: { key: string; page: Promise<Page> } | null = null;
  const compress = async (key: string, plain: Buffer): Promise<Page> => {
    try {
      const page = await compressPage(plain);
      const [oldest] = pages.keys();
      if (pages.size >= maxPages && oldest !== undefined) pages.delete(oldest);
      pages.set(key, page);
      return page;
    } finally {
      pending = null;
    }
  };
  return async (key: string, make: () => string): Promise<Page> => {
    const cached = pages.get(key);
    if (cached) {
      // Moves it to the end, so that a list of made-up origins pushes out only its own entries.
      pages.delete(key);
      pages.set(key, cached);
      return cached;
    }
    if (pending?.key === key) return pending.page;
    const plain = Buffer.from(make());
    if (pending) return { plain };
    pending = { key, page: compress(key, plain) };
    return pending.page;
  };
};
