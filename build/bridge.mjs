// The ends of the bridge, for hosts and pages that take them from us.
import { build } from 'esbuild';
import { clientOptions } from './client.mjs';
import { minifyAgain } from './minify.mjs';
import { withRelativeNames } from './output.mjs';

/** Each end of the bridge as one module under a name that stays: hosts link to it. */
export async function buildBridge({ root, ends, minify }) {
  const result = await build({
    ...clientOptions,
    absWorkingDir: root,
    entryPoints: ends,
    outdir: '.',
    minify,
  });
  const files = withRelativeNames(root, result.outputFiles);
  return minify ? minifyAgain({ files }) : files;
}
