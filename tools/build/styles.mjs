import { build } from 'esbuild';
import { clientOptions } from './client.mjs';
import { withRelativeNames } from './output.mjs';

/** Bundles the one stylesheet. */
export async function buildStyles({ root, minify }) {
  const result = await build({
    ...clientOptions,
    absWorkingDir: root,
    entryPoints: { souk: 'src/theme.css' },
    outdir: '.',
    minify,
  });
  return withRelativeNames(root, result.outputFiles);
}
