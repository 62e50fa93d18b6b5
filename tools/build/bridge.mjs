// The ends of the bridge, for hosts and pages that link to them.
import { build } from 'esbuild';
import { clientOptions } from './client.mjs';
import { minifyAgain } from './minify.mjs';
import { withRelativeNames } from './output.mjs';

/** Bundles each end of the bridge as one module under a fixed name, as hosts link to it. */
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
