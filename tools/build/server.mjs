// The server's bundles: one file a command, packages left in node_modules, migrations beside them.
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runBundler } from './bundle.mjs';

const commands = {
  main: 'server/main.ts',
  ops: 'server/operators/ops-cli.ts',
  audit: 'server/ledger/audit-cli.ts',
  template: 'server/platform/database/template.ts',
  conform: 'conform/cli.ts',
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
    loader: { '.sql': 'text' },
    logLevel: 'warning',
  });
  await mkdir(out, { recursive: true });
  await Promise.all(outputFiles.map(({ path, contents }) => writeFile(path, contents)));
  await cp(join(root, 'src/server/migrations'), join(out, 'migrations'), { recursive: true });
}
