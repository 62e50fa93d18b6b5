// A page beside the app, for developers of hosts. Script and stylesheet are files, since it runs under a CSP like any
// other.
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { browserOptions, runBundler, withRelativeNames } from './bundle.mjs';

/** Builds the page of a folder at a path, with the folder's script and stylesheets beside it. */
export async function buildPlainPage({ root, production, folder, place }) {
  const names = await readdir(join(root, folder));
  const entryPoints = names
    .filter((name) => /^(main\.tsx?|.*\.css)$/.test(name))
    .map((name) => join(folder, name));
  const result = await runBundler({
    production,
    ...browserOptions,
    absWorkingDir: root,
    entryPoints,
    outdir: dirname(place),
    entryNames: '[name]-[hash]',
    minify: production,
  });
  const bundles = withRelativeNames(root, result.outputFiles);
  const hashed = Object.entries(result.metafile.outputs).filter(([, output]) => output.entryPoint);
  const page = names.find((name) => name.endsWith('.html'));
  let html = await readFile(join(root, folder, page), 'utf8');
  for (const [path, output] of hashed)
    html = html.replaceAll(
      new RegExp(`(["'])\\.?/?${basename(output.entryPoint).replaceAll('.', '\\.')}\\1`, 'g'),
      `"/${path}"`,
    );
  return [{ path: place, contents: Buffer.from(html) }, ...bundles];
}
