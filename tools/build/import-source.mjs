import { build } from 'esbuild';

/** Bundles a source file that runs without a browser, and returns its exports. */
export async function importSource(root, file) {
  const result = await build({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
    logLevel: 'warning',
  });
  const code = Buffer.from(result.outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
