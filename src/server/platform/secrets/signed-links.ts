import { minute } from '../clock.ts';
import type { Deps } from '../context.ts';
import { nameSigner, type SignatureUse } from './signatures.ts';

const linkLifetime = 5 * minute;

/** What a link opens, and for how long. */
export interface LinkScope {
  use: Extract<SignatureUse, 'links' | 'exports'>;
  /** The prefix of the name; before `/private` it is the origin that serves uploads. */
  path: string;
  lifetime: number;
}

const privateFiles = ({ config }: Deps): LinkScope => ({
  use: 'links',
  path: `${config.fileHost}/private`,
  lifetime: linkLifetime,
});

/**
 * Makes a function that signs links, to private files by default, each valid for a while from now. For lists: the key
 * is read once.
 */
export const linkSigner = async (
  deps: Deps,
  { use, path, lifetime }: LinkScope = privateFiles(deps),
): Promise<(name: string) => string> => {
  const signName = await nameSigner(deps, use, lifetime);
  return (name) => {
    const { until, sign } = signName(name);
    return `${path}/${encodeURIComponent(name)}?until=${until}&sign=${sign}`;
  };
};

/**
 * Returns a link to one private file, valid for five minutes. Every holder of the link can read the file, so give it to
 * its shop only.
 */
export const signedUrl = async (deps: Deps, fileId: string): Promise<string> =>
  (await linkSigner(deps))(fileId);
