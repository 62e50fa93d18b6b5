import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { projectDir } from '../harness/built.ts';
import { read } from './readme.ts';

const page = read('docs/frameworks.md');

interface Recipe {
  /** The names of the packages of Souk's that its command installs. */
  packages: string[];
  /** Its files by their paths, which stand in the first line of each. */
  files: Record<string, string>;
}

/** Returns what a reader of docs/frameworks.md installs and writes for a framework. */
export function recipeOf(framework: string): Recipe {
  const [, section] = page.split(`\n## ${framework}\n`);
  if (!section) throw new Error(`docs/frameworks.md has no section "${framework}".`);
  const own = section.split('\n## ')[0] ?? '';
  const blocks = [...own.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  const files = blocks.flatMap((text): [string, string][] => {
    const path = /^(?:\/\/|<!--|#) (\S+\.\w+)/.exec(text)?.[1];
    return path ? [[path, text]] : [];
  });
  const packages = [...own.matchAll(/packages\/(souk-[\w-]+)-\d/g)].map(([, name = '']) => name);
  return { packages, files: Object.fromEntries(files) };
}

export const recipes = [...page.matchAll(/^## (.+)$/gm)].map(([, name = '']) => name);

/** A project of a framework: what its own starter writes and installs, and how it is built. */
export interface Framework {
  title: string;
  recipe: string;
  /** Packages of the registry, at their versions. */
  packages: readonly string[];
  starter: Record<string, string>;
  /** Builds what lies in a folder. */
  build(folder: string): Promise<unknown>;
}

/** Writes the project into an empty folder, installs what it and the recipe name, and builds it. */
export async function follow(
  { recipe, packages, starter, build }: Framework,
  folder: string,
  soukUrl: string,
) {
  const { packages: ours, files } = recipeOf(recipe);
  const { version } = JSON.parse(read('package.json'));
  const written = { 'package.json': '{ "type": "module", "private": true }', ...starter, ...files };
  for (const [path, text] of Object.entries(written)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.replaceAll('http://127.0.0.1:8080', soukUrl));
  }
  const tarballs = ours.map((name) => `${soukUrl}/packages/${name}-${version}.tgz`);
  const quietly = ['--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...quietly, ...packages, ...tarballs], { cwd: folder, stdio: 'pipe' });
  await build(folder);
}

/** Checks the types of a file with those of the installed packages. */
const checkTypes = (folder: string, file: string) => {
  const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
  const options = [
    '--strict',
    '--noEmit',
    '--ignoreConfig',
    '--jsx',
    'react-jsx',
    '--moduleResolution',
    'bundler',
  ];
  const modes = ['--module', 'esnext', '--target', 'es2022', '--types', '', '--pretty', 'false'];
  execFileSync(process.execPath, [tsc, ...options, ...modes, file], {
    cwd: folder,
    stdio: 'pipe',
    encoding: 'utf8',
  });
};

/** Bundles a file of a project into `dist`, as in development, where the effects of StrictMode run twice. */
const bundleInto = (folder: string, entry: string) =>
  build({
    entryPoints: { main: join(folder, entry) },
    outdir: join(folder, 'dist'),
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
  });

const indexHtml = `<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
  <div id="root"></div><script type="module" src="/main.js"></script>`;

const react = (version: string): Framework => ({
  title: `React ${version} with StrictMode`,
  recipe: 'React',
  packages: ['react', 'react-dom', '@types/react'].map((name) => `${name}@${version}`),
  starter: {
    'dist/index.html': indexHtml,
    'src/main.tsx': `import { StrictMode } from 'react';
      import { createRoot } from 'react-dom/client';
      import { Shop } from './shop';
      createRoot(document.getElementById('root')!).render(<StrictMode><Shop /></StrictMode>);`,
  },
  build: (folder) => {
    checkTypes(folder, 'src/shop.tsx');
    return bundleInto(folder, 'src/main.tsx');
  },
});

const plain: Framework = {
  title: 'no framework',
  recipe: 'Without a framework',
  packages: [],
  starter: {
    'dist/index.html': indexHtml,
    'dist/no-souk/souk.js': 'window.other = true;',
    'src/main.js': `import { loadSouk } from '@souk/embed';
      import { showShop } from './shop.js';
      window.loadSouk = loadSouk;
      window.showShop = () => showShop(document.getElementById('root'));`,
  },
  build: (folder) => bundleInto(folder, 'src/main.js'),
};

export const frameworks = { plain, react: react('19') };
