// dist/packages/*.tgz: what npm publishes of bridge/packages, packed as `npm pack` packs it, at the version of this
// repository. Their scripts stay readable: the bundler of a page minifies them.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { minifyScripts } from './minify.mjs';
import { tar } from './tar.mjs';

const folder = 'bridge/packages';

/** What of a package is held to a budget, by the name of its row. */
const weighed = {
  'package embed, loadSouk': ['embed', '{ loadSouk }'],
  'package embed, showSouk': ['embed', '{ showSouk }'],
  'package embed, with hostFrame': ['embed', '{ loadSouk, showSouk, hostFrame }'],
  'package react': ['react', '*'],
};

/** @type {import('esbuild').BuildOptions} */
const options = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  target: 'es2022',
  charset: 'utf8',
  // React is the page's own.
  packages: 'external',
  write: false,
  outdir: '.',
  logLevel: 'warning',
};

/**
 * Packs every package; returns the tarballs, and the rows of name and bytes that are held to budgets.
 * @param {{ root: string, version: string, typesOf(entry: string): Promise<string> }} given
 */
export async function buildPackages({ root, version, typesOf }) {
  const names = (await readdir(join(root, folder))).sort();
  const packed = await Promise.all(names.map((name) => filesOf({ root, version, typesOf, name })));
  const files = packed.map((contents, at) => ({
    path: `packages/souk-${names[at]}-${version}.tgz`,
    contents: gzipSync(tar('package', contents), { level: 9 }),
  }));
  const sizes = Object.entries(weighed).map(async ([row, [name, exports]]) => {
    const script = packed[names.indexOf(name)].find(({ path }) => path === 'index.js');
    return [row, await weigh(script.contents, exports)];
  });
  return { files, sizes: await Promise.all(sizes) };
}

async function filesOf({ root, version, typesOf, name }) {
  const own = join(folder, name);
  const entry = join(own, 'index.ts');
  const read = (path) => readFile(join(root, path));
  const [manifest, readme, license, types, { outputFiles }] = await Promise.all([
    read(join(own, 'package.json')),
    read(join(own, 'README.md')),
    read('LICENSE'),
    typesOf(entry),
    build({ ...options, absWorkingDir: root, entryPoints: [entry] }),
  ]);
  const described = { ...JSON.parse(`${manifest}`), version };
  return [
    { path: 'package.json', contents: Buffer.from(`${JSON.stringify(described, null, 2)}\n`) },
    { path: 'README.md', contents: readme },
    { path: 'LICENSE', contents: license },
    { path: 'index.d.ts', contents: Buffer.from(types) },
    { path: 'index.js', contents: outputFiles[0].contents },
  ];
}

/** Returns the compressed bytes of what a page's bundle holds of a package, of which it uses some exports. */
async function weigh(script, exports) {
  const fromMemory = {
    name: 'from-memory',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^the-package$/ }, ({ path }) => ({
        path,
        namespace: 'packed',
        sideEffects: false,
      }));
      onLoad({ filter: /./, namespace: 'packed' }, () => ({ contents: script, resolveDir: '/' }));
    },
  };
  const contents = `export ${exports} from 'the-package'`;
  const { outputFiles } = await build({ ...options, stdin: { contents }, plugins: [fromMemory] });
  const bundled = { path: 'bundle.js', contents: Buffer.from(outputFiles[0].contents) };
  const [{ contents: minified }] = await minifyScripts([bundled]);
  return brotliCompressSync(minified).length;
}
