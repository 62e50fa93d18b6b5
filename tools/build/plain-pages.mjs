// Pages beside the app, for developers of hosts. Scripts and stylesheet are files, since they run under a CSP like any
// other.
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { browserOptions, runBundler, withRelativeNames } from './bundle.mjs';

const assetName = /\b(?:src|href)="([\w-]+\.(?:ts|css))"/g;

/** Builds pages of a folder, each at its path and all of these in one directory, with what they load beside them. */
export async function buildPlainPages({ root, production, folder, pages, ...options }) {
  const sources = await Promise.all(
    Object.entries(pages).map(async ([path, name]) => ({
      path,
      html: await readFile(join(root, folder, name), 'utf8'),
    })),
  );
  const assets = new Set(
    sources.flatMap(({ html }) => [...html.matchAll(assetName)].map(([, name]) => name)),
  );
  const result = await runBundler({
    production,
    ...browserOptions,
    absWorkingDir: root,
    entryPoints: [...assets].map((name) => join(folder, name)),
    outdir: dirname(sources[0].path),
    entryNames: '[name]-[hash]',
    minify: production,
    ...options,
  });
  const published = new Map(
    Object.entries(result.metafile.outputs)
      .filter(([, { entryPoint }]) => entryPoint)
      .map(([path, { entryPoint }]) => [basename(entryPoint), path]),
  );
  return [
    ...sources.map(({ path, html }) => ({
      path,
      contents: Buffer.from(
        html.replace(assetName, (link, name) => link.replace(name, `/${published.get(name)}`)),
      ),
    })),
    ...withRelativeNames(root, result.outputFiles),
  ];
}
