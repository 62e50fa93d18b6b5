import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { projectDir } from '../harness/built.ts';
import { read } from './readme.ts';

const frameworksPage = 'docs/frameworks.md';

interface Recipe {
  /** The packages of Souk's that its command installs, by the names of their files. */
  packages: string[];
  /** Its files by their paths, which stand in the first line of each. */
  files: Record<string, string>;
}

/** The names of a page's recipes. */
export const recipesIn = (page = frameworksPage): string[] =>
  [...read(page).matchAll(/^## (.+)$/gm)].map(([, name = '']) => name);

/** Returns what a reader of a page installs and writes. */
export function recipeOf(name: string, page = frameworksPage): Recipe {
  const [, section] = read(page).split(`\n## ${name}\n`);
  if (!section) throw new Error(`${page} has no section "${name}".`);
  const own = section.split('\n## ')[0] ?? '';
  const blocks = [...own.matchAll(/^```\w+\n([\s\S]*?)^```$/gm)].map(([, text = '']) => text);
  const files = blocks.flatMap((text): [string, string][] => {
    const path = /^(?:\/\/|<!--) (\S+\.\w+)/.exec(text)?.[1];
    return path ? [[path, text]] : [];
  });
  const packages = [...own.matchAll(/packages\/(souk-\w+)-\d/g)].map(([, name = '']) => name);
  return { packages, files: Object.fromEntries(files) };
}

/** A project of a framework: what its own starter writes and installs, and how it is built and started. */
export interface Framework {
  recipe: string;
  /** Packages of the registry, at their versions. */
  packages: readonly string[];
  starter: Record<string, string>;
  build(folder: string): Promise<unknown>;
  /** The arguments for Node that start its server; without them, the test's own site serves `dist`. */
  server?: readonly string[];
  /** Where the shop is. */
  path: string;
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
  await run(folder, 'npm', ['install', ...quietly, ...packages, ...tarballs]);
  await build(folder);
}

const run = (folder: string, command: string, args: readonly string[]) =>
  promisify(execFile)(command, [...args], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: '', NEXT_TELEMETRY_DISABLED: '1', NG_CLI_ANALYTICS: 'false' },
  });

/** Checks the types of a file with those of the installed packages. */
const checkTypes = (folder: string, file: string) => {
  const tsc = join(projectDir, 'node_modules/typescript/bin/tsc');
  const modes = ['--module', 'esnext', '--moduleResolution', 'bundler', '--target', 'es2022', '--types', ''];
  const options = ['--strict', '--noEmit', '--jsx', 'react-jsx', '--ignoreConfig', '--pretty', 'false'];
  return run(folder, process.execPath, [tsc, ...options, ...modes, file]);
};

/** Bundles a file into `dist/main.js` as in development, where the effects of StrictMode run twice. */
const bundleMain = (folder: string, entry: string) =>
  build({
    entryPoints: { main: join(folder, entry) },
    outdir: join(folder, 'dist'),
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"development"' },
  });

const pageOf = (script: string) => `<!doctype html><meta name="viewport" content="width=device-width">
  <link rel="icon" href="data:,"><div id="shop"></div><script type="module" src="${script}"></script>`;

/** The same under a policy that lets scripts in by a nonce alone. */
const strictPageOf = (script: string) =>
  pageOf(script)
    .replace('<meta', `<meta http-equiv="content-security-policy" content="script-src 'nonce-once'"><meta`)
    .replace('<script', '<script nonce="once"');

const react = (version: string): Framework => ({
  recipe: 'React',
  packages: ['react', 'react-dom', '@types/react'].map((name) => `${name}@${version}`),
  starter: {
    'dist/index.html': pageOf('/main.js'),
    'src/main.tsx': `import { StrictMode } from 'react';
      import { createRoot } from 'react-dom/client';
      import { Shop } from './shop';
      createRoot(document.getElementById('shop')!).render(<StrictMode><Shop /></StrictMode>);`,
  },
  async build(folder) {
    await checkTypes(folder, 'src/shop.tsx');
    await bundleMain(folder, 'src/main.tsx');
  },
  path: '/',
});

const plain: Framework = {
  recipe: 'Without a framework',
  packages: [],
  starter: {
    'dist/index.html': strictPageOf('/main.js'),
    'dist/no-souk/souk.js': 'window.other = true;',
    'src/main.js': `import { loadSouk, showSouk } from '@souk/embed';
      Object.assign(window, { loadSouk, showSouk, show: () => import('./shop.js') });`,
  },
  build: (folder) => bundleMain(folder, 'src/main.js'),
  path: '/',
};

const next: Framework = {
  recipe: 'Next',
  packages: ['next@16', 'react@19', 'react-dom@19', '@types/react@19', '@types/node@20', 'typescript@5'],
  starter: {
    'app/layout.tsx': `export default ({ children }: { children: React.ReactNode }) =>
      <html lang="en"><head><link rel="icon" href="data:," /></head><body>{children}</body></html>;`,
  },
  build: (folder) => run(folder, 'npx', ['next', 'build']),
  server: ['node_modules/next/dist/bin/next', 'start'],
  path: '/shop',
};

const vue: Framework = {
  recipe: 'Vue',
  packages: ['vite@8', 'vue@3', '@vitejs/plugin-vue@6'],
  starter: {
    'vite.config.js': `import vue from '@vitejs/plugin-vue';
      export default { plugins: [vue()] };`,
    'index.html': pageOf('/src/main.js'),
    'src/main.js': `import { createApp } from 'vue';
      import Shop from './Shop.vue';
      createApp(Shop).mount('#shop');`,
  },
  build: (folder) => run(folder, 'npx', ['vite', 'build']),
  path: '/',
};

const svelte: Framework = {
  recipe: 'Svelte',
  packages: [
    'vite@7',
    'svelte@5',
    '@sveltejs/kit@2',
    '@sveltejs/vite-plugin-svelte@6',
    '@sveltejs/adapter-node@5',
  ],
  starter: {
    'svelte.config.js': `import adapter from '@sveltejs/adapter-node';
      export default { kit: { adapter: adapter() } };`,
    'vite.config.js': `import { sveltekit } from '@sveltejs/kit/vite';
      export default { plugins: [sveltekit()] };`,
    'src/app.html': `<!doctype html><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
      %sveltekit.head%<body><div>%sveltekit.body%</div></body>`,
  },
  build: (folder) => run(folder, 'npx', ['vite', 'build']),
  server: ['build/index.js'],
  path: '/shop',
};

const angularBuild = {
  builder: '@angular/build:application',
  options: {
    browser: 'src/main.ts',
    index: 'src/index.html',
    tsConfig: 'tsconfig.json',
    outputPath: { base: 'dist', browser: '' },
  },
};

const angular: Framework = {
  recipe: 'Angular',
  packages: [
    ...['build', 'cli', 'common', 'compiler', 'compiler-cli', 'core', 'platform-browser'].map(
      (name) => `@angular/${name}@20`,
    ),
    'rxjs@7',
    'typescript@5.9',
  ],
  starter: {
    'angular.json': JSON.stringify({
      version: 1,
      projects: { app: { projectType: 'application', root: '', architect: { build: angularBuild } } },
    }),
    'tsconfig.json': `{ "files": ["src/main.ts"], "compilerOptions":
      { "strict": true, "target": "es2022", "module": "preserve", "skipLibCheck": true } }`,
    'src/index.html': `<!doctype html><meta name="viewport" content="width=device-width">
      <link rel="icon" href="data:,"><app-shop></app-shop>`,
    'src/main.ts': `import { provideZonelessChangeDetection } from '@angular/core';
      import { bootstrapApplication } from '@angular/platform-browser';
      import { Shop } from './app/shop';
      bootstrapApplication(Shop, { providers: [provideZonelessChangeDetection()] });`,
  },
  build: (folder) => run(folder, 'npx', ['ng', 'build']),
  path: '/',
};

export const perCommit = { plain, react: react('19') };
export const byRelease = {
  'React 18': react('18'),
  Next: next,
  'Vue 3': vue,
  SvelteKit: svelte,
  Angular: angular,
};
