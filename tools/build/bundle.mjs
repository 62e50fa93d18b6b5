// What browsers run is bundled by esbuild and minified by swc.
import { build, context } from 'esbuild';
import { hasMinifier, minifyScripts } from './minify.mjs';

/** @type {import('esbuild').BuildOptions} */
export const browserOptions = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  // Modules are preferred to bundles for script tags, which contain a wrapper.
  mainFields: ['module', 'browser', 'main'],
  target: ['chrome111', 'safari16.4'],
  charset: 'utf8',
  sourcemap: 'linked',
  legalComments: 'none',
  metafile: true,
  write: false,
  outdir: '.',
  logLevel: 'warning',
  // React itself is not installed; the alias also covers a package that would bring it along.
  alias: {
    react: './src/react.ts',
    'react-dom': './src/react.ts',
    'react/jsx-runtime': 'preact/jsx-runtime',
    'react/jsx-dev-runtime': 'preact/jsx-runtime',
    // Their browser builds are compiled for old browsers.
    '@preact/signals': './node_modules/@preact/signals/dist/signals.mjs',
    '@preact/signals-core': './node_modules/@preact/signals-core/dist/signals-core.mjs',
  },
  tsconfigRaw: {
    compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact', verbatimModuleSyntax: true },
  },
  define: { 'process.env.NODE_ENV': '"production"' },
};

/** While developing: the contexts of esbuild, and the last result of each, by entries. */
const contexts = new Map();
const results = new Map();

/**
 * Runs esbuild; while developing only where a file of the last result has changed, and with what it has parsed, also
 * after an error in a file.
 * @param {import('esbuild').BuildOptions & { production?: boolean }} given
 */
export async function runBundler({ production, ...options }) {
  if (production) return build(options);
  const key = keyOf(options);
  if (!contexts.has(key)) contexts.set(key, await context(options));
  if (!results.has(key)) results.set(key, await contexts.get(key).rebuild());
  return results.get(key);
}

/** @param {import('esbuild').BuildOptions} options */
const keyOf = ({ entryPoints }) => JSON.stringify(entryPoints);

/** Drops the context of these entries: the next build has other options, as plugins. */
export async function disposeContext(options) {
  const key = keyOf(options);
  await contexts.get(key)?.dispose();
  contexts.delete(key);
}

/** Drops the results that contain one of the changed files, by paths relative to the root. */
export function invalidate(changed) {
  for (const [key, { metafile }] of results)
    if (changed.some((path) => path in metafile.inputs)) results.delete(key);
}

/**
 * Bundles scripts, each complete in itself; returns path and contents of each file.
 * @param {import('esbuild').BuildOptions & { root: string, production?: boolean }} given
 */
export async function bundle({ root, production, ...options }) {
  const { outputFiles } = await runBundler({
    // What is defined may differ from build to build.
    production: production || 'define' in options,
    ...browserOptions,
    absWorkingDir: root,
    minify: production && !hasMinifier,
    ...options,
  });
  const files = withRelativeNames(root, outputFiles);
  return production ? minifyScripts(files) : files;
}

/** Returns the files that esbuild made, under paths relative to the root. */
export const withRelativeNames = (root, outputs) =>
  outputs.map(({ path, contents }) => ({
    path: path.slice(root.length + 1),
    contents: Buffer.from(contents),
  }));
