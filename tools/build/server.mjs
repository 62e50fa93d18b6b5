// The server's bundles: one file a command, packages left in node_modules, migrations beside them.
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runBundler } from './bundle.mjs';
import { serverSections } from './locales.mjs';

const commands = {
  main: 'server/main.ts',
  ops: 'server/operators/ops-cli.ts',
  audit: 'server/audit/audit-cli.ts',
  template: 'server/platform/database/template.ts',
  conform: 'conform/cli.ts',
};

/** The sections of locales/<lang>.json that the server writes; the client has the latter, too. */
export const bundledSections = [
  ...serverSections,
  'app',
  'callError',
  'error',
  'flow',
  'level',
  'orders',
  'parcel',
  'status',
];

/** Leaves out all other sections: while developing, an edit of a text of the app restarts no server. */
const serverTexts = {
  name: 'server-texts',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]locales[\\/][\w-]+\.json$/ }, async ({ path }) => {
      const texts = JSON.parse(await readFile(path, 'utf8'));
      const bundled = Object.entries(texts).filter(([section]) => bundledSections.includes(section));
      return { contents: JSON.stringify(Object.fromEntries(bundled)), loader: 'json' };
    });
  },
};

export async function buildServer({ root, production, out }) {
  const entryPoints = Object.fromEntries(
    Object.entries(commands).map(([name, file]) => [name, join('src', file)]),
  );
  const { outputFiles } = await runBundler({
    production,
    absWorkingDir: root,
    entryPoints,
    outdir: out,
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    packages: 'external',
    sourcemap: 'linked',
    metafile: true,
    write: false,
    plugins: [serverTexts],
    logLevel: 'warning',
  });
  await mkdir(out, { recursive: true });
  await Promise.all(outputFiles.map(({ path, contents }) => writeFile(path, contents)));
  await cp(join(root, 'src/server/migrations'), join(out, 'migrations'), { recursive: true });
}
