import { createHmac, timingSafeEqual } from 'node:crypto';
import { after, minute } from '../clock.ts';
import type { Deps } from '../context.ts';
import { secretKeyFor } from './secret.ts';

const linkLifetime = 5 * minute;

/** What a link opens; each kind has its own key, so that no link opens anything else. */
export interface LinkScope {
  use: 'links' | 'exports';
  /** The prefix of the name; before `/private` it is the origin that serves uploads. */
  path: string;
  lifetime: number;
}

const privateFiles = ({ config }: Deps): LinkScope => ({
  use: 'links',
  path: `${config.fileHost}/private`,
  lifetime: linkLifetime,
});

const signatureOf = (key: Buffer, fileId: string, until: string): Buffer =>
  createHmac('sha256', key).update(`${fileId}\n${until}`).digest();

/**
 * Makes a function that signs links, to private files by default, each valid for a while from now. For lists: the key
 * is read once.
 */
export const linkSigner = async (
  deps: Deps,
  { use, path, lifetime }: LinkScope = privateFiles(deps),
): Promise<(name: string) => string> => {
  const key = await secretKeyFor(deps, use);
  const until = String(after(deps.clock.now(), lifetime).getTime());
  return (name) => {
    const sign = signatureOf(key, name, until).toString('base64url');
    return `${path}/${encodeURIComponent(name)}?until=${until}&sign=${sign}`;
  };
};

/**
 * Returns a link to one private file, valid for five minutes. Every holder of the link can read the file, so give it to
 * its shop only.
 */
export const signedUrl = async (deps: Deps, fileId: string): Promise<string> =>
  (await linkSigner(deps))(fileId);

/** Returns whether a link was signed by this server, is unchanged and has not expired. */
export const isSigned = async (
  deps: Deps,
  fileId: string,
  { until, sign }: { until: string; sign: string },
  use: LinkScope['use'] = 'links',
): Promise<boolean> => {
  if (!/^\d{1,15}$/.test(until) || Number(until) <= deps.clock.now().getTime()) return false;
  const expected = signatureOf(await secretKeyFor(deps, use), fileId, until);
  const received = Buffer.from(sign, 'base64url');
  return received.length === expected.length && timingSafeEqual(received, expected);
};
